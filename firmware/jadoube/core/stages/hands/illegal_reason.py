"""The stage that tells why a tried ply is illegal.

The law: a reason is told when the board is at rest and shows what no legal play explains, or when a press is
refused; and only if exactly one ply was tried. The squares astray show the ply, and the order in which they
settled:

    a move        one piece is missing, and one square is filled
    a capture     one piece is missing, and one square was filled again after it was lifted
    en passant    two pawns side by side are missing, and the square behind the one is filled
    castling      a king and its rook are missing, and their two target squares are filled

A castling with the rook moved first was read as a ply of the rook. It is looked for in the position before
that ply, as long as the ply is not completed. Anything else has no reason. This file finds the ply; why it is
illegal is decided in `illegality.py`.
"""

from collections.abc import Iterator
from typing import NamedTuple

import chess

from jadoube.core.messages.effects import ReasonTold
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line, castling_flips
from jadoube.core.rules.illegality import Reason, why_not
from jadoube.core.squares import Occupancy, squares
from jadoube.core.state.hands.kings_result import find_kings_result
from jadoube.core.state.table import Stepped, Table, is_strewn


class _Shown(NamedTuple):
    """How the board differs from a game: squares missing, squares filled, and the order of settling."""

    line: Line
    missing: Occupancy
    placed: Occupancy
    known: SettleOrder


_Squares = tuple[chess.Square, chess.Square]


def tell_reason(table: Table, _event: Scanned, _now_ms: int) -> Stepped:
    """Tell the reason of an illegal try, once for each try."""
    if table.notices.reason or not _should_tell(table):
        return table, ()
    reason = reason_of(table)
    return (
        (table._replace(notices=table.notices.give_reason(reason)), (ReasonTold(reason),))
        if reason
        else (table, ())
    )


def _should_tell(table: Table) -> bool:
    if not (
        (table.notices.illegal and table.board.rested) or (table.notices.refused and not table.best.fits)
    ):
        return False
    quiet = table.play.phase is Phase.OVER or not table.seen.ready
    return not quiet and not is_strewn(table) and find_kings_result(table) is None


def reason_of(table: Table) -> Reason | None:
    """The reason why the one tried ply is illegal; None if no ply was tried, or more than one."""
    shown = _compare_board(table, table.line)
    tries = [(shown.line, tried) for tried in _tries(shown)]
    before = table.line.before
    if before and table.play.completed < table.line.ply:
        tries = [(before, tried) for tried in _castling(_compare_board(table, before))] or tries
    if len(tries) != 1:
        return None
    line, tried = tries[0]
    return why_not(line, *tried)


def _compare_board(table: Table, line: Line) -> _Shown:
    best = table.best
    trusted = ~(best.bad | table.board.flicks.flickering)
    change = (table.seen.occupancy ^ line.occupancy) & trusted
    return _Shown(line, change & line.occupancy, change & ~line.occupancy, table.seen.known)


def _tries(shown: _Shown) -> list[_Squares]:
    match shown.missing.bit_count(), shown.placed.bit_count():
        case (1, 1):
            return [(next(squares(shown.missing)), next(squares(shown.placed)))]
        case (1, 0):
            return list(_captures(shown))
        case (2, 1):
            return list(_en_passant(shown))
        case (2, 2):
            return list(_castling(shown))
    return []


def _captures(shown: _Shown) -> Iterator[_Squares]:
    source = next(squares(shown.missing))
    lifted = shown.known.opened[source]
    filled = (square for square in squares(shown.line.occupancy) if shown.known.closed[square] > lifted)
    yield from ((source, target) for target in filled)


def _en_passant(shown: _Shown) -> Iterator[_Squares]:
    board, target = shown.line.board, next(squares(shown.placed))
    for source in squares(shown.missing & board.pawns):
        passed = chess.square(chess.square_file(target), chess.square_rank(source))
        other = chess.BB_SQUARES[passed] & board.pawns & board.occupied_co[not board.color_at(source)]
        if other == shown.missing & ~chess.BB_SQUARES[source]:
            yield source, target


def _castling(shown: _Shown) -> Iterator[_Squares]:
    for move in _CASTLINGS:
        king, flips = chess.BB_SQUARES[move.from_square], castling_flips(move)
        left = flips & (king | chess.BB_CORNERS)
        if king & shown.line.board.kings and (shown.missing, shown.placed) == (left, flips & ~left):
            yield move.from_square, move.to_square


_CASTLINGS = tuple(map(chess.Move.from_uci, ("e1g1", "e1c1", "e8g8", "e8c8")))
