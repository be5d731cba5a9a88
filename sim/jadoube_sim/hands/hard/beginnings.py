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
    """Black's lever starts White's clock; Black moves by mistake, and presses perhaps; White begins.

    Black puts his ply back when he has seen it, or only after White's first ply.
    """
    rng, hand = setting.rng, setting.hand()
    theirs, mistaken = _first_of_the_other(setting)
    pressed = [lever(theirs.turn)] if setting.presses and rng.random() < 0.3 else []
    hand.make([*gesture_for(theirs, mistaken, PLAIN), *pressed, Wait(rng.randint(1500, 6000))])
    looks = [Look(hand.now_us, 0)] if _has_clock(setting) else []
    looks += _put_back(hand, setting, putting_back(theirs, mistaken), at_once=rng.random() < 0.6)
    return _played(setting, hand, looks)


def sleeve_before(setting: Setting) -> Played:
    """Before the clock is started a sleeve moves a piece of Black's; it is put back then, or after a ply."""
    rng, hand = setting.rng, setting.hand(starts_clock=False)
    theirs, moved = _first_of_the_other(setting)
    hand.make([Lift(moved.from_square), Place(moved.to_square), Wait(rng.randint(500, 5000))])
    back, at_once = putting_back(theirs, moved), rng.random() < 0.5
    if at_once:
        hand.make([*back, Wait(1000)])
    looks = []
    if _has_clock(setting):
        hand.make([lever(theirs.turn), Wait(1000)])
        looks.append(
            Look(hand.now_us, 0)
        )  # without a clock nobody can know yet which way round the board lies
    if not at_once:
        looks += _put_back(hand, setting, back, at_once=False)
    return _played(setting, hand, looks)


def _has_clock(setting: Setting) -> bool:
    return setting.presses and setting.time_control != "-"


def _first_of_the_other(setting: Setting) -> tuple[chess.Board, chess.Move]:
    """The start with the wrong side to move, and a quiet ply of that side."""
    board = chess.Board(setting.game.start_fen)
    board.turn = not board.turn
    quiet = [move for move in board.legal_moves if not (board.is_capture(move) or move.promotion)]
    return board, setting.rng.choice(quiet)


def _put_back(hand: TidyHand, setting: Setting, back: list[Motion], *, at_once: bool) -> list[Look]:
    """Put the piece back, now or after the first ply, and look at the board two seconds later."""
    if not at_once:
        hand.ply(setting.game.moves[0])
    hand.make([*back, Wait(2000)])
    return [Look(hand.now_us, 0 if at_once else 1)]


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
    if not _has_clock(setting):
        return None
    first, other = ("white", "black") if chess.Board(setting.game.start_fen).turn else ("black", "white")
    presses = [edge for edge in log.edges if edge.word == "press"]
    began_us = next(edge.at_us for edge in presses if edge.name == other)
    ended_us = next(edge.at_us for edge in presses if edge.name == first and edge.at_us > began_us)
    return (ended_us - began_us) // 1000
