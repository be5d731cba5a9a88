"""Whether a side can still mate by any legal play: for flag falls and resignations (FIDE 6.9, 5.1.2).

The law: an answer is never wrong. `CAN` means that a mate was found. `CANNOT` is a proof: every play was
followed until its mating material was gone (python-chess), no king could come into a mating net any more
(`mating_nets.py`), the play had ended, or a position repeated. If neither is found within the bound, the
answer is `UNDECIDED`, and counts as able. The bound is a number of positions, so every machine gives the same
answer.

The 75-move rule, the fivefold repetition and the number of moves are ignored here. It is a best-first search:
the most promising positions come first. That finds mates soon and does not affect a proof.

This file refuses to know whose flag fell, and what the answer means (`core/stages/result/adjudication.py`).
"""

from enum import StrEnum
from typing import NamedTuple

import chess

from jadoube.core.rules.game_line import play_each_move
from jadoube.core.rules.mating_nets import is_shut_out


class Verdict(StrEnum):
    """Whether a side can mate, as far as the search knows."""

    CAN = "can mate"
    CANNOT = "cannot mate"
    UNDECIDED = "undecided"


class Answer(NamedTuple):
    """A verdict, and how many positions were visited for it."""

    verdict: Verdict
    nodes: int


PROOF_NODES = 20
"""The cost of one attempt at a proof, in positions visited: it takes about as long."""

PROOFS_IN_VAIN = 20
"""The search for proofs stops when so many more have failed than succeeded: then no pawn walls block play."""

Key = tuple[chess.Color, int, int, int, int, int, int, int, int, chess.Square | None]


def can_mate(board: chess.Board, side: chess.Color, most: int, proofs: int = PROOFS_IN_VAIN) -> Answer:
    """Search whether a side mates in some legal play from this position, visiting up to `most` positions.

    `proofs` is how many attempts at a proof may fail; with 0 it only plays moves.
    """
    search = _Search(board, side, proofs)
    return Answer(search.run(most), search.nodes)


def is_dead(board: chess.Board, most: int) -> bool:
    """Whether it is proved that neither side can mate (FIDE 5.2.2), within `most` positions for each side."""
    return all(can_mate(board, side, most).verdict is Verdict.CANNOT for side in chess.COLORS)


class _Search:
    """A best-first search: the open positions, by their estimated distance from a mate."""

    def __init__(self, board: chess.Board, side: chess.Color, proofs: int) -> None:
        self.nodes = 0
        self._side = side
        self._board = board.copy(stack=False)
        self._board.castling_rights = board.clean_castling_rights()
        self._board.halfmove_clock = 0  # so that a proof is tried at the root
        self._seen: set[Key] = set()
        self._open: dict[int, list[Key]] = {}
        self._proofs = proofs
        self._look()

    def run(self, most: int) -> Verdict:
        """Search until a mate is found, no position is open, or the bound is reached."""
        while self._open:
            if self.nodes >= most:
                return Verdict.UNDECIDED
            if self._play_on():
                return Verdict.CAN
        return Verdict.CANNOT

    def _play_on(self) -> bool:
        """Expand the most promising position; return whether it is a mate itself."""
        board = self._board
        _set_up(board, self._take())
        ended = True
        for _ in play_each_move(board):
            ended = False
            self._look()
        return ended and board.turn is not self._side and board.is_check()

    def _take(self) -> Key:
        best = min(self._open)
        keys = self._open[best]
        key = keys.pop()
        if not keys:
            del self._open[best]
        return key

    def _look(self) -> None:
        """Visit the position on the board, and open it unless it is known to be lost for the search."""
        self.nodes += 1
        key = _key(self._board)
        if key in self._seen:
            return
        self._seen.add(key)
        if self._board.halfmove_clock or not self._is_lost():
            self._open.setdefault(_distance(self._board, self._side), []).append(key)

    def _is_lost(self) -> bool:
        """Whether the side provably cannot mate from here; tested after captures and pawn moves only."""
        if self._board.has_insufficient_material(self._side):
            return True
        if not self._proofs:
            return False
        self.nodes += PROOF_NODES
        proved = is_shut_out(self._board, self._side)
        self._proofs += 1 if proved else -1
        return proved


def _key(board: chess.Board) -> Key:
    """All that legal play depends on; the en passant square only if a pawn stands ready to capture there."""
    passed = board.ep_square
    if passed is not None:
        takers = chess.BB_PAWN_ATTACKS[not board.turn][passed] & board.pawns & board.occupied_co[board.turn]
        passed = passed if takers else None
    return (
        board.turn,
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.castling_rights,
        passed,
    )


def _set_up(board: chess.Board, key: Key) -> None:
    """Set a board to the position of a key."""
    board.turn, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = key[:7]
    white, board.castling_rights, board.ep_square = key[7:]
    board.occupied = board.pawns | board.knights | board.bishops | board.rooks | board.queens | board.kings
    board.occupied_co = [board.occupied & ~white, white]
    board.promoted = 0
    board.clear_stack()


def _distance(board: chess.Board, side: chess.Color) -> int:
    """Estimate how far a mate is; it only orders the search and never affects a proof.

    A mate is near if the enemy king is in a corner, our pieces are close, and its own pieces block it.
    """
    ours, theirs = board.occupied_co[side], board.occupied_co[not side]
    king, own = chess.msb(board.kings & theirs), chess.msb(board.kings & ours)
    far = 2 * (chess.BB_KING_ATTACKS[king] & ~theirs).bit_count()
    far += 2 * _TO_CORNER[king] + 2 * chess.square_distance(king, own)
    far -= 18 * (board.queens & ours).bit_count() + 10 * (board.rooks & ours).bit_count()
    minor = board.knights | board.bishops
    far -= 6 * (minor & ours).bit_count()
    for square in chess.scan_forward(minor | (board.rooks & theirs)):
        far += chess.square_distance(square, king)
    for square in chess.scan_forward(board.pawns & ours):
        far += 2 * _ranks_to_promotion(square, side)
    for square in chess.scan_forward(board.pawns & theirs):
        far += _ranks_to_promotion(square, not side)
    return far - 8 if board.turn is not side and board.is_check() else far


def _ranks_to_promotion(square: chess.Square, side: chess.Color) -> int:
    return 7 - chess.square_rank(square) if side else chess.square_rank(square)


_TO_CORNER = [min(chess.square_distance(square, corner) for corner in (0, 7, 56, 63)) for square in range(64)]
