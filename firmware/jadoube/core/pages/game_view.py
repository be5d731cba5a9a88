"""The game as a page shows it: each ply, and the squares that it changes.

The law: set up the start position and apply each ply's changes in order. That gives the position after each
ply, and at the end the position that is read now. So a page can step through a game without the rules.

Times and acts come from the scoresheet. This file adds squares and languages, and refuses to know file
formats.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import chess

from jadoube.core.display.scoresheet import acts_by_ply, ply_times
from jadoube.core.display.status_line import game_end
from jadoube.core.language.render import in_each_language, put_in_words
from jadoube.core.messages.phrases import LANGUAGES, Sentence
from jadoube.core.reading.doubts import Doubts
from jadoube.core.rules.game_line import Line, differing_squares, move_number
from jadoube.core.rules.placement import piece_letters
from jadoube.core.squares import squares
from jadoube.core.state.table import Table

Translations = Mapping[str, str]
"""A text for people, by language."""

Acts = Mapping[str, tuple[str, ...]]
"""Acts after a ply that no move shows, as in the PGN's comments; by language."""


NO_ACTS: Final[Acts] = dict.fromkeys(LANGUAGES, ())

KEPT_PLIES: Final = 512
"""So many plies are kept as they were shown: more than the longest game of a club (a guess). A ply that was
shown before costs nothing in the next message. What is kept holds the games that it is of in memory."""


@dataclass(frozen=True, slots=True)
class ShownPly:
    """One ply: its row of the scoresheet, and the change of the position."""

    san: str
    number: int
    """The number of the move that it is."""
    side: str
    """The side that made it."""
    move: str
    """In UCI notation, `e7e8q`; castling by the king's squares. Empty if an irregular ply has no one move."""
    irregular: bool
    """Whether it broke the laws, or the arbiter said that the position after it is the game's."""
    squares: Mapping[str, str]
    """The squares that it changes, each with its new piece as a FEN letter; empty: no piece."""
    left_ms: int | None
    """What the mover's clock showed after it. None without a clock."""
    used_ms: int | None
    """The time that the mover used. None without a clock."""
    doubts: tuple[str, ...]
    """What surviving rivals read instead, in SAN."""
    acts: Acts


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game from its start to the position that is read now."""

    start: str
    """As a FEN."""
    fen: str
    turn: str
    tags: Mapping[str, str]
    """The PGN's tags for names and event, as far as they are known."""
    plies: tuple[ShownPly, ...]
    acts: Acts
    """The acts before the first ply."""
    check: str | None
    """The square of the king in check."""
    result: str
    over: Translations | None
    """How the game ended; None while it goes on, or while its result is still being computed."""


def shown_game(table: Table, in_doubt: Doubts, tags: Mapping[str, str] | None = None) -> ShownGame:
    """Return the game as the table reads it, with the doubts of its readings."""
    line, acts, ended = table.line, acts_by_ply(table), game_end(table)
    return ShownGame(
        start=table.terms.start_fen,
        fen=line.fen,
        turn=chess.COLOR_NAMES[line.side_to_move],
        tags=dict(tags or {}),
        plies=tuple(_shown_plies(table, acts, in_doubt)),
        acts=_translated_acts(acts.get(0, ())),
        check=_square_name(line.board.king(line.side_to_move)) if line.checkers else None,
        result=table.play.outcome.result if table.play.outcome else "*",
        over=in_each_language(ended) if ended else None,
    )


def changed_squares(before: chess.Board, after: chess.Board) -> Mapping[str, str]:
    """Return the squares on which two positions differ, each with its piece in the later one."""
    letters = piece_letters(after)
    return {
        chess.SQUARE_NAMES[square]: letters[square] for square in squares(differing_squares(before, after))
    }


def _shown_plies(table: Table, acts: Mapping[int, tuple[Sentence, ...]], in_doubt: Doubts) -> list[ShownPly]:
    """Return all plies; those that are shown as before are not made again."""
    times, lines = ply_times(table), table.line.plies()
    plies = [
        _shown_ply(line, in_doubt.get(line.ply, ()), *times.get(line.ply, (None, None))) for line in lines
    ]
    for ply, told in acts.items():
        if ply:
            plies[ply - 1] = replace(plies[ply - 1], acts=_translated_acts(told))
    return plies


@lru_cache(maxsize=KEPT_PLIES)
def _shown_ply(
    line: Line, doubted: tuple[str, ...], left_ms: int | None = None, used_ms: int | None = None
) -> ShownPly:
    """Return the last ply of a line, without acts."""
    number, side = move_number(line, line.ply)
    return ShownPly(
        san=line.san,
        number=number,
        side=chess.COLOR_NAMES[side],
        move=line.move.uci() if line.move else "",
        irregular=line.irregular,
        squares=changed_squares(line.before.board, line.board) if line.before else {},
        left_ms=left_ms,
        used_ms=used_ms,
        doubts=doubted,
        acts=NO_ACTS,
    )


@lru_cache(maxsize=KEPT_PLIES)
def _translated_acts(acts: tuple[Sentence, ...]) -> Acts:
    """The words of acts; those of an act never change, as a part of one name is always of one type."""
    return {language: tuple([put_in_words(act, language) for act in acts]) for language in LANGUAGES}


def _square_name(square: chess.Square | None) -> str | None:
    return None if square is None else chess.SQUARE_NAMES[square]
