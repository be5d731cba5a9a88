"""What of a game fits into a code or an address, and what Lichess takes of it.

Lichess opens `https://lichess.org/analysis/pgn/e4_e5_Nf3`: moves without clocks, joined by `_`; a game from a
position has its FEN before them, URL-encoded (Lichess API, `gameImport`). It takes up to 5,000 characters of
that (lila, `UserAnalysis.scala`), and imports one game of at most 600 plies (lila, `parseImport`).

The law: what is shared is the game as its PGN has it, nothing is left out without a word. A game with an
irregular ply has several parts; programs elsewhere take the first with plies. It reads our own PGN, and
refuses to know how a code is drawn.
"""

import re
from collections.abc import Iterator
from string import ascii_letters, digits
from typing import Final, NamedTuple

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase

ANALYSIS: Final = "https://lichess.org/analysis/pgn/"
IMPORT: Final = "https://lichess.org/api/import"

CODE_MOST: Final = 1000
"""The most bytes of a code: 105 modules a side at the lowest error correction (version 22 of ISO/IEC 18004),
which a phone still reads from a screen (a guess)."""

OPENS_MOST: Final = 5000
IMPORTS_MOST: Final = 600

_PLAIN: Final = frozenset(ascii_letters + digits + "-._~/=")

Words = dict[str, str]

_TAG: Final = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', re.MULTILINE)
_ESCAPED: Final = re.compile(r'\\(["\\])')
_NO_MOVES: Final = re.compile(
    r"\{[^}]*\}|^\[.*\]$|\d+\.+|\$\d+|(?<!\S)(?:\*|1-0|0-1|1/2-1/2)(?!\S)", re.MULTILINE
)
_PART: Final = re.compile(r"\n\n(?=\[)")


class Part(NamedTuple):
    """A game of a PGN."""

    text: str
    tags: dict[str, str]
    moves: tuple[str, ...]


class Share(NamedTuple):
    """What is shared of a game."""

    kind: str
    """`moves`: the text opens the game anywhere; `address`: it is the game's page on the board; `none`."""
    text: str
    """What the code says."""
    opens: str | None
    """The address at which Lichess shows the moves."""
    pgn: str | None
    """The one game that Lichess can import."""
    notes: tuple[Words, ...]
    """What is left out, and why."""


def share(pgn: str, page: str | None) -> Share:
    """What is shared of a game whose page is at this address (None: no network leads to it)."""
    parts = list(parts_of(pgn))
    part = next((each for each in parts if each.moves), None)
    if part is None:
        return Share("none", "", None, None, (_NOTHING,))
    address = _analysis(part)
    opens = address if len(address) - len(ANALYSIS) <= OPENS_MOST else None
    pgn_of_part = f"{part.text.strip()}\n"
    notes = tuple(_notes(parts, part))
    if len(parts) == 1 and len(address) <= CODE_MOST:
        return Share("moves", address, opens, pgn_of_part, notes)
    if page is None:
        return Share("none", "", opens, pgn_of_part, (*notes, _NO_NETWORK))
    return Share("address", page, opens, pgn_of_part, notes)


def parts_of(pgn: str) -> Iterator[Part]:
    """The games of our own PGN: more than one if the game has irregular plies."""
    for text in _PART.split(pgn):
        if text.strip():
            tags = {name: _ESCAPED.sub(r"\1", value) for name, value in _TAG.findall(text)}
            yield Part(text, tags, tuple(_NO_MOVES.sub(" ", text).split()))


def game_id(pgn: str) -> str:
    """The game's own id; empty if it has none."""
    return next((part.tags["GameId"] for part in parts_of(pgn) if "GameId" in part.tags), "")


def _analysis(part: Part) -> str:
    """The address at which Lichess shows these moves: it reads `_` and `+` as a space."""
    start = f'[FEN "{part.tags["FEN"]}"] ' if "FEN" in part.tags else ""
    moves = " ".join(move.rstrip("+#") for move in part.moves)
    return ANALYSIS + _encoded(f"{start}{moves}".replace(" ", "_"))


def _encoded(text: str) -> str:
    """A text as part of an address (RFC 3986)."""
    return "".join(chr(byte) if chr(byte) in _PLAIN else f"%{byte:02X}" for byte in text.encode())


def _notes(parts: list[Part], part: Part) -> Iterator[Words]:
    """What Lichess does not get."""
    if len(parts) > 1:
        total = sum(len(each.moves) for each in parts) + len(parts) - 1
        before = sum(len(each.moves) + 1 for each in parts[: parts.index(part)])
        first, last = before + 1, before + len(part.moves)
        yield worded(EdgePhrase.SHARE_A_PART, first=first, last=last, total=total)
    if len(part.moves) > IMPORTS_MOST:
        yield worded(EdgePhrase.SHARE_THE_FIRST, most=IMPORTS_MOST, total=len(part.moves))


_NOTHING: Final[Words] = worded(EdgePhrase.SHARE_NOTHING)
_NO_NETWORK: Final[Words] = worded(EdgePhrase.SHARE_NO_NETWORK)
