"""Laws of what a side can still do: no proof is ever refuted by a play, whoever plays and however badly."""

import random

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.rules.mating_nets import is_shut_out
from jadoube.core.rules.mating_reach import Reach, find_reaches
from jadoube.core.rules.mating_search import Verdict, can_mate
from jadoube_sim.benchmarks.times.mating import BUILT_IN, Known, read_positions
from shared.drawn.games import STARTS, drawn_moves
from shared.drawn.walled_positions import walled

SEEDS = st.integers(0, 1 << 20)
BOARDS = st.one_of(st.builds(walled, SEEDS), st.sampled_from(STARTS).map(chess.Board))
LOST = [each for each in read_positions(BUILT_IN) if len(each.can) < 2 and any(each.board.legal_moves)]
MOST = 1500
laws = settings(deadline=None, max_examples=40)


@laws
@given(BOARDS, SEEDS)
def test_no_piece_leaves_its_reach(board: chess.Board, seed: int) -> None:
    """Whatever is played, each piece stands within the reach that it had at the start of the play."""
    on = {reach.square: reach for reach in find_reaches(board)}
    board = board.copy()
    for move in drawn_moves(board.fen(), 60, seed):
        _move(on, board, move)
        board.push(move)
        assert all(reach.squares & chess.BB_SQUARES[square] for square, reach in on.items())


@laws
@given(BOARDS, SEEDS)
def test_a_reach_only_shrinks(board: chess.Board, seed: int) -> None:
    """After a move no piece can come where it could not come before."""
    before = {reach.square: reach for reach in find_reaches(board)}
    board = board.copy()
    for move in drawn_moves(board.fen(), 30, seed):
        _move(before, board, move)
        board.push(move)
        if board.has_legal_en_passant():
            return
        after = {reach.square: reach for reach in find_reaches(board)}
        assert all(not reach.squares & ~before[square].squares for square, reach in after.items())
        before = after


def _move(on: dict[chess.Square, Reach], board: chess.Board, move: chess.Move) -> None:
    """Move reaches as a move moves their pieces."""
    if board.is_castling(move):
        rank, kingside = chess.square_rank(move.to_square), move.to_square > move.from_square
        rook_from, rook_to = (7, 5) if kingside else (0, 3)
        on[chess.square(rook_to, rank)] = on.pop(chess.square(rook_from, rank))
    if board.is_en_passant(move):
        del on[chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))]
    on[move.to_square] = on.pop(move.from_square)


@laws
@given(BOARDS, SEEDS)
def test_a_side_that_mates_was_always_able(board: chess.Board, seed: int) -> None:
    """Before a mate that was played, at no ply of that play is the mating side said to be unable."""
    played = _play_to_mate(board, random.Random(seed))
    for past in played[::8] + played[-2:]:
        assert not is_shut_out(past, not played[-1].turn)
        assert can_mate(past, not played[-1].turn, 150).verdict is not Verdict.CANNOT


def _play_to_mate(board: chess.Board, rng: random.Random) -> list[chess.Board]:
    """The positions of a play drawn by lot, in which a mate that is there is played; none without a mate."""
    played = [board.copy(stack=False)]
    for _ in range(120):
        after = [_after(played[-1], move) for move in played[-1].legal_moves]
        mates = [each for each in after if each.is_checkmate()]
        if mates or not after:
            return [*played, mates[0]] if mates else []
        played.append(rng.choice(after))
    return []


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    board = board.copy(stack=False)
    board.push(move)
    return board


@laws
@given(st.builds(walled, SEEDS), st.sampled_from(chess.COLORS))
def test_no_proof_stands_against_a_mate(board: chess.Board, side: chess.Color) -> None:
    """Where play alone finds a mate, no proof is found that there is none."""
    if can_mate(board, side, MOST, proofs=0).verdict is Verdict.CAN:
        assert not is_shut_out(board, side)
        assert can_mate(board, side, MOST).verdict is not Verdict.CANNOT


@laws
@given(st.sampled_from(LOST), SEEDS)
def test_who_cannot_mate_never_can_again(known: Known, seed: int) -> None:
    """After any play from where a side cannot mate it is never said to be able."""
    board = known.board.copy()
    for move in drawn_moves(board.fen(), 12, seed):
        board.push(move)
    for side in set(chess.COLORS) - set(known.can):
        assert can_mate(board, side, MOST).verdict is not Verdict.CAN
