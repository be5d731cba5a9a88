"""The game as a page shows it: ply by ply, and what each changes on the board.

The law: whoever puts on the pieces of the start and then makes each ply's changes, in their order, has the
position after each ply, and in the end the one that is read now. So a page can walk through a game and need
not know the rules.

What is said of a ply is the scoresheet's; this file adds squares and languages, and refuses to know formats.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

import chess

from jadoube.core.display.scoresheet import Ply, scoresheet
from jadoube.core.display.status_line import game_end
from jadoube.core.language.render import join_sentences, put_in_words
from jadoube.core.messages.phrases import LANGUAGES, Part, Sentence
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy, squares
from jadoube.core.state.table import Table

Translations = Mapping[str, str]
"""What a person reads, by language."""

Acts = Mapping[str, tuple[str, ...]]
"""What the PGN tells behind a ply because no move shows it, by language."""


@dataclass(frozen=True, slots=True)
class ShownPly:
    """One ply: what the scoresheet says of it, and what it does to the position."""

    san: str
    move: str
    """From where to where, `e7e8q`; castling by the king's squares."""
    squares: Mapping[str, str]
    """The squares that it changes, each with its piece after it in the letters of a FEN; empty: none."""
    left_ms: int | None
    """What the mover's clock showed after it. None without a clock."""
    used_ms: int | None
    """How much of his time the mover used. None without a clock."""
    doubts: tuple[str, ...]
    """What surviving rivals read instead, in SAN."""
    acts: Acts


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game from its start to the position as it is read now."""

    start: str
    """As a FEN."""
    fen: str
    turn: str
    tags: Mapping[str, str]
    """Names and event, as far as they are known; as in the PGN."""
    plies: tuple[ShownPly, ...]
    acts: Acts
    """Those before the first ply."""
    check: str | None
    """The square of the king that is in check."""
    result: str
    over: Translations | None
    """How the game ended; None while it has not, or its result is still worked out."""


def translations(*parts: Part) -> Translations:
    """What is said, one after the other in a line, in every language."""
    return {language: join_sentences(parts, language) for language in LANGUAGES}


def shown_game(table: Table, tags: Mapping[str, str] | None = None) -> ShownGame:
    """The game that the table shows."""
    sheet, line = scoresheet(table), table.line
    board = line.board
    plies = zip(line.plies(), sheet.plies, strict=True)
    return ShownGame(
        start=sheet.start_fen,
        fen=board.fen(),
        turn=chess.COLOR_NAMES[line.side_to_move],
        tags=dict(tags or {}),
        plies=tuple(_shown_ply(after, ply, sheet.acts.get(after.ply, ())) for after, ply in plies),
        acts=_translated_acts(sheet.acts.get(0, ())),
        check=_square_name(board.king(line.side_to_move)) if board.is_check() else None,
        result=sheet.result,
        over=translations(ended) if (ended := game_end(table)) else None,
    )


def changed_squares(before: chess.Board, after: chess.Board) -> Mapping[str, str]:
    """The squares on which two positions differ, each with its piece in the later one."""
    return {
        chess.SQUARE_NAMES[square]: _piece_letter(after, square)
        for square in squares(_differing_squares(before, after))
    }


def _shown_ply(line: Line, ply: Ply, acts: tuple[Sentence, ...]) -> ShownPly:
    return ShownPly(
        san=ply.san,
        move=ply.move.uci(),
        squares=changed_squares(line.before.board, line.board) if line.before else {},
        left_ms=ply.remaining_ms,
        used_ms=ply.elapsed_ms,
        doubts=ply.doubts,
        acts=_translated_acts(acts),
    )


def _translated_acts(acts: tuple[Sentence, ...]) -> Acts:
    return {language: tuple(put_in_words(act, language) for act in acts) for language in LANGUAGES}


def _differing_squares(before: chess.Board, after: chess.Board) -> Occupancy:
    pairs = zip(_piece_sets(before), _piece_sets(after), strict=True)
    return reduce(int.__or__, (one ^ other for one, other in pairs))


def _piece_sets(board: chess.Board) -> tuple[Occupancy, ...]:
    """Every square's piece, told by these together."""
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return (board.occupied_co[chess.WHITE], *kinds)


def _piece_letter(board: chess.Board, square: chess.Square) -> str:
    piece = board.piece_at(square)
    return piece.symbol() if piece else ""


def _square_name(square: chess.Square | None) -> str | None:
    return None if square is None else chess.SQUARE_NAMES[square]
