"""Roles: in whose name an order is given.

    by white resign white      by black draw offer black      by arbiter time white +60

An order without `by` is the owner's. This file decides which roles there are and their one text. It knows
nothing of what a role may order (`permissions/roles.py`), nor of how a sender proves that it has one.
"""

from enum import StrEnum
from typing import Final

import chess

from jadoube.core.messages.expected import Expected, Misread

BY: Final = "by"
"""The word before a role; no order begins with it."""


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


def role_text(role: Role) -> str:
    """The words before an order in this role; empty for the owner."""
    return "" if role is Role.OWNER else f"{BY} {role.name.lower()} "


def split_role(text: str) -> tuple[Role, str]:
    """The role at the beginning of an order's text, and the rest; a ValueError says what was expected."""
    words = text.split(maxsplit=2)
    if words[:1] != [BY]:
        return Role.OWNER, text
    name, order = (*words[1:], "", "")[:2]
    roles = {role.name.lower(): role for role in Role}
    if name not in roles:
        raise Misread(name, Expected.ONE_OF, choices=", ".join(roles))
    return roles[name], order
