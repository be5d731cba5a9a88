"""Whether a king can ever stand in a mating net, judged by the reaches of all pieces.

The law: a side is called shut out only if no legal play mates. A mate on a square requires that

- the king can come there, and a piece other than a king attacks that square;
- each square around it is attacked or holds a piece of the king's own side, and no piece is on two of them;
- if only one piece can come near, it attacks from a single square all that has to be attacked.

Each is tested with what the pieces can ever do (`mating_reach.py`). So a test that fails here fails in every
later position. Whether a check can be parried is not tested: that would only shut out more.
"""

import chess

from jadoube.core.rules.mating_reach import LAST_RANK, Reach, find_reaches
from jadoube.core.rules.piece_attacks import attacks_from
from jadoube.core.squares import Occupancy


def is_shut_out(board: chess.Board, side: chess.Color) -> bool:
    """Whether it is proved that this side mates in no legal play; False proves nothing."""
    if board.has_legal_en_passant():
        return False
    found = find_reaches(board)
    ours = [reach for reach in found if reach.side is side]
    king = next(reach for reach in found if reach.side is not side and reach.piece == chess.KING)
    own = [reach.squares for reach in found if reach.side is not side and reach is not king]
    return not any(_may_be_mated(square, ours, own) for square in chess.scan_forward(king.squares))


def _may_be_mated(square: chess.Square, ours: list[Reach], own: list[Occupancy]) -> bool:
    """Whether our pieces may mate a king on this square; `own` are the reaches of its own side's pieces."""
    around = chess.BB_KING_ATTACKS[square]
    net = around | chess.BB_SQUARES[square]
    near = [(reach, attacks) for reach in ours if (attacks := reach.attacks) & net]
    if not any(attacks & chess.BB_SQUARES[square] for reach, attacks in near if reach.piece != chess.KING):
        return False
    if len(near) == 1:
        return any(_has_matching(around & ~attacks, own) for attacks in _checking_attacks(square, near[0][0]))
    covered = 0
    for _, attacks in near:
        covered |= attacks
    return _has_matching(around & ~covered, own)


def _checking_attacks(square: chess.Square, reach: Reach) -> list[Occupancy]:
    """The sets of squares that a lone checking piece may attack; next to the king it would be taken."""
    away = reach.squares & ~chess.BB_KING_ATTACKS[square]
    seen = (_attacks_from(origin, reach) for origin in chess.scan_forward(away))
    return [attacks for attacks in seen if attacks & chess.BB_SQUARES[square]]


def _attacks_from(origin: chess.Square, reach: Reach) -> Occupancy:
    """The squares that a piece attacks on an empty board; a pawn that may promote, as any piece."""
    is_pawn = reach.piece == chess.PAWN and not reach.squares & LAST_RANK[reach.side]
    if is_pawn or reach.piece in (chess.KNIGHT, chess.BISHOP, chess.ROOK):
        return attacks_from(origin, reach.piece, reach.side)
    return attacks_from(origin, chess.QUEEN, reach.side) | chess.BB_KNIGHT_ATTACKS[origin]


def _has_matching(squares: Occupancy, reached_by: list[Occupancy]) -> bool:
    """Whether each of these squares can hold a different piece: a bipartite matching."""
    on: dict[int, chess.Square] = {}

    def finds_one(square: chess.Square, tried: set[int]) -> bool:
        for piece, reached in enumerate(reached_by):
            if reached & chess.BB_SQUARES[square] and piece not in tried:
                tried.add(piece)
                if piece not in on or finds_one(on[piece], tried):
                    on[piece] = square
                    return True
        return False

    return all(finds_one(square, set()) for square in chess.scan_forward(squares))
