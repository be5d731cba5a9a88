"""What hands do right after a game: they sweep the pieces off, or set the kings on the centre."""

import math
import random
from collections.abc import Callable
from itertools import pairwise

import chess

from jadoube.core.rules.rule_sets import position_outcome
from jadoube_sim.hands.between import KINGS_SAY, sets_kings
from jadoube_sim.hands.gestures import gesture_for, lever
from jadoube_sim.hands.hard.illegal import positions
from jadoube_sim.hands.hard.played import Played, Setting
from jadoube_sim.hands.steps import Lift, Motion, Place, Wait
from jadoube_sim.hands.ways import PLAIN

Sweep = Callable[[int, random.Random], list[Motion]]
"""Take off all pieces of an occupancy."""

GAP_S = (0.1, 3.0)
"""From the end of the last ply to the sweep; drawn so that short gaps are as usual as long ones."""


def by_rows(occupied: int, rng: random.Random) -> list[Motion]:
    """Row by row from one side of the board, each row in the order of its files."""
    ranks = rng.choice([range(8), range(7, -1, -1)])
    rows = [chess.SquareSet(occupied & chess.BB_RANKS[rank]) for rank in ranks]
    return _lifts([square for row in rows for square in row], (20, 120), rng)


def with_one_hand(occupied: int, rng: random.Random) -> list[Motion]:
    """Piece after piece, always the nearest one."""
    left = set(chess.SquareSet(occupied))
    order = [rng.choice(sorted(left))]
    left.remove(order[0])
    while left:
        order.append(min(left, key=lambda square: (chess.square_distance(square, order[-1]), square)))
        left.remove(order[-1])
    return _lifts(order, (60, 250), rng)


def together(occupied: int, rng: random.Random) -> list[Motion]:
    """An arm pushes all pieces over the board to one side, and off."""
    steps: list[Motion] = []
    files = list(range(8)) if rng.random() < 0.5 else list(range(7, -1, -1))
    for file, onto in pairwise([*files, -1]):
        for rank in rng.sample(range(8), 8):
            square = chess.square(file, rank)
            if occupied >> square & 1:
                steps += [Lift(square), Wait(rng.randint(2, 40))]
                occupied ^= 1 << square
                if onto >= 0 and not occupied >> (beside := chess.square(onto, rank)) & 1:
                    steps += [Place(beside), Wait(rng.randint(2, 40))]
                    occupied |= 1 << beside
    return steps


def swept_at_once(setting: Setting, sweep: Sweep) -> Played:
    """Right after the last ply, and its press, all pieces are swept off; often they are set up again."""
    game, rng, hand = setting.game, setting.rng, setting.hand()
    for move in game.moves[:-1]:
        hand.ply(move)
    pressed = [lever(hand.board.turn)] if setting.presses else []
    last = [*gesture_for(hand.board, game.moves[-1], PLAIN), *pressed]
    hand.board.push(game.moves[-1])
    gap_ms = round(1000 * math.exp(rng.uniform(*map(math.log, GAP_S))))
    steps: list[Motion] = [
        *last,
        Wait(gap_ms),
        *sweep(hand.board.occupied, rng),
        Wait(rng.randint(3000, 6000)),
    ]
    if rng.random() < 0.5:
        for square in chess.SquareSet(chess.Board().occupied):
            steps += [Place(square), Wait(rng.randint(50, 400))]
        steps.append(Wait(4000))
    hand.make(steps)
    return Played(hand.log(), game.start_fen, game.moves)


def kings_by_chance(setting: Setting) -> Played | None:
    """The kings are set on the centre where one of them gets there by a step that is legal by chance."""
    game, rng = setting.game, setting.rng
    found = [
        count
        for count, board in positions(game.start_fen, game.moves)
        if _steps_to_centre(board) and not position_outcome(board)
    ]
    start, moves = (game.start_fen, game.moves[: rng.choice(found)]) if found else _drawn_endgame(rng)
    hand = setting.hand(start)
    for move in moves:
        hand.ply(move)
    for _ in range(200):
        steps = sets_kings(hand.board.copy(stack=False), rng.choice(list(KINGS_SAY)), rng)
        if any(_is_legal_step(hand.board, one, other) for one, other in pairwise(steps)):
            hand.make([*steps, Wait(3000)])
            return Played(hand.log(), start, moves)
    return None


def _lifts(order: list[chess.Square], apart_ms: tuple[int, int], rng: random.Random) -> list[Motion]:
    return [step for square in order for step in (Lift(square), Wait(rng.randint(*apart_ms)))]


def _steps_to_centre(board: chess.Board) -> bool:
    """Whether the mover's king can legally step on a square of the centre."""
    king = board.king(board.turn)
    return any(
        move.from_square == king and chess.BB_CENTER >> move.to_square & 1 for move in board.legal_moves
    )


def _is_legal_step(board: chess.Board, one: Motion, other: Motion) -> bool:
    return (
        isinstance(one, Lift)
        and isinstance(other, Place)
        and board.is_legal(chess.Move(one.square, other.square))
    )


def _drawn_endgame(rng: random.Random) -> tuple[str, tuple[chess.Move, ...]]:
    """Some plies of an endgame whose mover's king stands beside the centre in the end."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(8, 56), 8)
        kinds = [
            chess.KING,
            chess.KING,
            chess.PAWN,
            chess.PAWN,
            chess.PAWN,
            chess.PAWN,
            chess.ROOK,
            chess.ROOK,
        ]
        for turn, (square, kind) in enumerate(zip(squares, kinds, strict=True)):
            board.set_piece_at(square, chess.Piece(kind, bool(turn % 2)))
        if not board.is_valid():
            continue
        start, moves = board.fen(en_passant="fen"), list[chess.Move]()
        while len(moves) < 40 and not position_outcome(board):
            if len(moves) >= 6 and _steps_to_centre(board):
                return start, tuple(moves)
            moves.append(rng.choice(list(board.legal_moves)))
            board.push(moves[-1])
