"""Hands that lose the board: several plies that no scan sees, or a piece beside the square where it belongs.

Play goes on after it as if nothing had happened. What should be read is what was played.
"""

import chess

from jadoube.core.rules.game_line import flipped_squares
from jadoube_sim.hands.gestures import lever
from jadoube_sim.hands.hard.illegal import positions
from jadoube_sim.hands.hard.played import Played, Setting
from jadoube_sim.hands.steps import AtOnce, Lift, Motion, Place, Wait
from jadoube_sim.hands.tidy import TidyHand

AT_MOST = 2
"""Times in a game."""

STANDS_MS = (8_000, 12_000)
"""How long a piece stands beside its square while nobody plays on; the shortest and the longest."""

SEEN_MS = 1_500
"""A piece stands so long before it is put right, and after it."""


def several_unscanned(setting: Setting, plies: int) -> Played | None:
    """Now and then so many plies are made while the board is not scanned; only the result is seen."""
    moves, rng, hand = setting.game.moves, setting.rng, setting.hand()
    occasions = range(0, len(moves) - plies, plies)
    chosen = set(rng.sample(occasions, min(AT_MOST, len(occasions))))
    count = 0
    while count < len(moves):
        if count in chosen:
            hand.make(_unscanned(hand, moves[count : count + plies], presses=setting.presses))
            count += plies
        else:
            hand.ply(moves[count])
            count += 1
    return Played(hand.log(), setting.game.start_fen, moves) if chosen else None


def _unscanned(hand: TidyHand, moves: tuple[chess.Move, ...], *, presses: bool) -> list[Motion]:
    """Play these moves on the hand's board; give what the next scan sees of them, and the last lever."""
    before = hand.board.occupied
    for move in moves:
        hand.board.push(move)
    changed = chess.SquareSet(before ^ hand.board.occupied)
    steps = tuple(Lift(square) if before >> square & 1 else Place(square) for square in changed)
    pressed = [lever(not hand.board.turn)] if presses else []
    return [*([AtOnce(steps)] if steps else []), *pressed, Wait(SEEN_MS)]


def beside(setting: Setting, plies: int) -> Played | None:
    """Now and then a piece comes down beside its square, and is put right after so many further plies.

    With none it stands there for some ten seconds.
    """
    game, rng, hand = setting.game, setting.rng, setting.hand()
    found = {
        count: free
        for count, board in positions(game.start_fen, game.moves[: len(game.moves) - plies - 1])
        if (free := _free_beside(board, game.moves[count : count + 1 + plies]))
    }
    chosen = set(rng.sample(sorted(found), min(AT_MOST, len(found))))
    right: dict[int, list[Motion]] = {}
    for count, move in enumerate(game.moves):
        if count in chosen and not right:
            square = rng.choice(found[count])
            pressed = [lever(hand.board.turn)] if setting.presses else []
            hand.make([Lift(move.from_square), Place(square), *pressed])
            hand.board.push(move)
            waits = Wait(SEEN_MS if plies else rng.randint(*STANDS_MS))
            right[count + plies] = [waits, Lift(square), Place(move.to_square), Wait(SEEN_MS)]
        else:
            hand.ply(move)
        if count in right:
            hand.make(right.pop(count))
    return Played(hand.log(), game.start_fen, game.moves) if chosen else None


def _free_beside(board: chess.Board, moves: tuple[chess.Move, ...]) -> list[chess.Square]:
    """The free squares beside the target of the first move where its piece may not go, and that no move uses.

    None if that move takes, castles or promotes, or if a later one uses its target.
    """
    move = moves[0]
    after, used = board.copy(stack=False), set[chess.Square]()
    after.push(move)
    for each in moves[1:]:
        used |= {each.to_square, *chess.SquareSet(flipped_squares(after, each))}
        after.push(each)
    if board.is_capture(move) or board.is_castling(move) or move.promotion or move.to_square in used:
        return []
    near = chess.BB_KING_ATTACKS[move.to_square] & ~board.occupied
    legal = {each.to_square for each in board.legal_moves if each.from_square == move.from_square}
    return [square for square in chess.SquareSet(near) if square not in legal | used]
