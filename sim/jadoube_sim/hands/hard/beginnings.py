"""What goes wrong before White's first ply: Black moves first, or a sleeve moves one of Black's pieces."""

from dataclasses import replace

import chess

from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.hands.between import putting_back
from jadoube_sim.hands.gestures import gesture_for, lever
from jadoube_sim.hands.hard.played import Look, Played, Setting
from jadoube_sim.hands.steps import Lift, Motion, Place, Wait
from jadoube_sim.hands.tidy import TidyHand
from jadoube_sim.hands.ways import PLAIN


def black_first(setting: Setting) -> Played:
    """Black's lever starts White's clock; Black moves by mistake, puts it back, and White begins."""
    rng, hand = setting.rng, setting.hand()
    theirs = chess.Board(setting.game.start_fen)
    theirs.turn = not theirs.turn
    mistaken = rng.choice([move for move in theirs.legal_moves if not theirs.is_capture(move)])
    pressed = [lever(theirs.turn)] if setting.presses and rng.random() < 0.3 else []
    there: list[Motion] = [*gesture_for(theirs, mistaken, PLAIN), *pressed, Wait(rng.randint(300, 4000))]
    hand.make([*there, *putting_back(theirs, mistaken), Wait(2000)])
    return _played(setting, hand, [Look(hand.now_us, 0)])


def sleeve_before(setting: Setting) -> Played:
    """Before the clock is started a sleeve moves a piece of Black's; it is put back then, or after a ply."""
    rng, hand = setting.rng, setting.hand(starts_clock=False)
    board = chess.Board(setting.game.start_fen)
    theirs = board.copy(stack=False)
    theirs.turn = not board.turn
    moved = rng.choice([move for move in theirs.legal_moves if not theirs.is_capture(move)])
    hand.make([Lift(moved.from_square), Place(moved.to_square), Wait(rng.randint(500, 5000))])
    back: list[Motion] = [Lift(moved.to_square), Place(moved.from_square)]
    at_once = rng.random() < 0.5
    if at_once:
        hand.make([*back, Wait(1000)])
    looks = []
    if setting.presses and setting.time_control != "-":
        hand.make([lever(not board.turn), Wait(1000)])
        looks.append(
            Look(hand.now_us, 0)
        )  # without a clock nobody can know yet which way round the board lies
    if not at_once:
        hand.ply(setting.game.moves[0])
        hand.make([*back, Wait(1000)])
        looks.append(Look(hand.now_us, 1))
    return _played(setting, hand, looks)


def _played(setting: Setting, hand: TidyHand, looks: list[Look]) -> Played:
    """Play the rest of the game, and find how long White's clock ran for the first ply."""
    made = len(hand.board.move_stack)
    for move in setting.game.moves[made:]:
        hand.ply(move)
    log = replace(hand.log(), time_control=setting.time_control)
    return Played(
        log,
        setting.game.start_fen,
        setting.game.moves,
        tuple(looks),
        first_ply_ms=_first_ply_ms(log, setting),
    )


def _first_ply_ms(log: SensorLog, setting: Setting) -> int | None:
    """From the press that starts the clock to the first player's first press."""
    if setting.time_control == "-" or not setting.presses:
        return None
    first, other = ("white", "black") if chess.Board(setting.game.start_fen).turn else ("black", "white")
    presses = [edge for edge in log.edges if edge.word == "press"]
    began_us = next(edge.at_us for edge in presses if edge.name == other)
    ended_us = next(edge.at_us for edge in presses if edge.name == first and edge.at_us > began_us)
    return (ended_us - began_us) // 1000
