"""Two plies that are taken back, where the board then looks as after one more legal ply.

A piece moves, an enemy piece moves to the square that it left; put back, both squares that the second one
used look as if the first piece had moved on to where the second came from.
"""

from collections.abc import Iterator

import chess

from jadoube.core.rules.rule_sets import position_outcome
from jadoube_sim.hands.between import putting_back
from jadoube_sim.hands.gestures import gesture_for, lever
from jadoube_sim.hands.hard.illegal import positions
from jadoube_sim.hands.hard.played import Look, Played, Setting
from jadoube_sim.hands.steps import Motion, Wait
from jadoube_sim.hands.ways import PLAIN

AT_MOST = 6
"""Times in a game."""


def two_taken_back(setting: Setting) -> Played | None:
    """Where such two plies are possible they are made and taken back, a few times in a game."""
    game, rng = setting.game, setting.rng
    found = {
        count: pairs
        for count, board in positions(game.start_fen, game.moves)
        if (pairs := list(look_alikes(board)))
    }
    chosen = set(rng.sample(sorted(found), min(AT_MOST, len(found))))
    if not chosen:
        return None
    hand, looks = setting.hand(), []
    for count, move in enumerate((*game.moves, None)):
        if count in chosen:
            board = hand.board.copy(stack=False)
            back: list[Motion] = []
            for each in rng.choice(found[count]):
                pressed = [lever(board.turn)] if setting.presses else []
                hand.make([*gesture_for(board, each, PLAIN), *pressed])
                back = putting_back(board, each) + back
                board.push(each)
            hand.make([*back, Wait(rng.randint(1500, 4000))])
            looks.append(Look(hand.now_us, count))
        if move:
            hand.ply(move)
    return Played(hand.log(), game.start_fen, game.moves, tuple(looks))


def look_alikes(board: chess.Board) -> Iterator[tuple[chess.Move, chess.Move]]:
    """The pairs of quiet plies whose taking back changes what one further legal ply would change.

    Only a piece that moves to the square which the first one left can do that: otherwise more squares close.
    """
    for first in _quiet(board):
        board.push(first)
        if not position_outcome(board):
            for second in _quiet(board):
                if second.to_square == first.from_square:
                    board.push(second)
                    alike = chess.Move(first.to_square, second.from_square)
                    if board.is_legal(alike) and not position_outcome(board):
                        yield first, second
                    board.pop()
        board.pop()


def _quiet(board: chess.Board) -> list[chess.Move]:
    return [
        move
        for move in board.legal_moves
        if not (move.promotion or board.is_capture(move) or board.is_castling(move))
    ]
