"""Roles: in whose name an order is given.

    by white resign white      by black draw offer black      by arbiter time white +60
    by arbiter "Anna Berg" pause          (with the name of the person who gives it)

An order without `by` is the owner's. This file decides which roles there are and their one text. It knows
nothing of what a role may order (`permissions/roles.py`), nor of how a sender proves that it has one. A name
is what the sender says; nothing follows from it.
"""

from enum import StrEnum
from typing import Final

import chess

from jadoube.core.messages.expected import Expected, Misread
from jadoube.core.messages.names import parse_name

BY: Final = "by"
"""The word before a role; no order begins with it."""

QUOTE: Final = '"'
"""Stands before and behind a person's name; no name has it, and no order begins with it."""

NAMED_LOOKS: Final = 'by arbiter "Anna Berg" pause'


class Role(StrEnum):
    """In whose name an order is given."""

    WHITE = "White"
    """The player of the white pieces."""
    BLACK = "Black"
    ARBITER = "the arbiter"
    OPPONENT = "the opponent"
    """Who plays a side from elsewhere: an engine."""
    ADVISER = "the adviser"
    """Who helps with a move: an engine."""
    PROGRAM = "the program on a link"
    """A program of another maker, which sees the board over a link (`links/`)."""
    OWNER = "the owner"
    """Who owns the board and stands for everybody: senders that know no better are the owner."""


PLAYERS: Final = {chess.WHITE: Role.WHITE, chess.BLACK: Role.BLACK}
"""The role of each side's player."""


PROGRAMS: Final = (Role.OPPONENT, Role.ADVISER, Role.PROGRAM)
"""The roles of programs: no person is told to be one of them."""

PEOPLE: Final = (Role.OWNER, Role.WHITE, Role.BLACK, Role.ARBITER)
"""The roles of people, the one that may everything first."""


def role_text(role: Role, who: str = "") -> str:
    """The words before an order in this role, given by a person of this name; empty for the owner unnamed."""
    if role is Role.OWNER and not who:
        return ""
    return f"{BY} {role.name.lower()} {f'{QUOTE}{who}{QUOTE} ' if who else ''}"


def split_role(text: str) -> tuple[Role, str, str]:
    """The role at the beginning of an order's text, the person's name (empty: none), and the rest.

    A ValueError says what was expected.
    """
    words = text.split(maxsplit=2)
    if words[:1] != [BY]:
        return Role.OWNER, "", text
    name, order = (*words[1:], "", "")[:2]
    named = order.startswith(QUOTE)
    roles = {role.name.lower(): role for role in Role if role in PEOPLE or not named}
    if name not in roles:
        raise Misread(name, Expected.ONE_OF, choices=", ".join(roles))
    if not named:
        return roles[name], "", order
    who, end, rest = order.removeprefix(QUOTE).partition(QUOTE)
    if not end or rest[:1].strip():
        raise Misread(text.strip(), Expected.AS_HERE, looks=NAMED_LOOKS)
    return roles[name], parse_name(who), rest
