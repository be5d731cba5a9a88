"""A game on a turned board is read as it is read on a board that lies as it should."""

import random

import chess
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.display.effect_text import clock_text
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.display.view import view
from jadoube.core.messages.effects import BoardTurned, Effect
from jadoube.core.squares import turn_squares
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay
from jadoube_sim.hands import FAULTS, HABITS, play_habit
from jadoube_sim.hands.games import Game

STARTS = (
    chess.STARTING_FEN,
    "r3k2r/p1pp1ppp/1pn2n2/4p3/4P3/1PN2N2/P1PP1PPP/R3K2R b KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
)
SEEDS = st.integers(0, 2**32 - 1)
FAULT = random.Random(0)
"""The fault that turns a board draws no lots."""


def a_log(start_fen: str, plies: int, habit: str, levers: str, seed: int) -> SensorLog:
    """A drawn game, played by a habit, with its clock or levers or without."""
    rng = random.Random(seed)
    board = chess.Board(start_fen)
    while len(board.move_stack) < plies and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    game = Game(1, start_fen, tuple(board.move_stack))
    control = "300+3" if levers == "clock" else "-"
    return play_habit(game, HABITS[habit], seed=seed, presses=levers != "none", time_control=control)


#: Without the first two plies in one scan: then the order of the two, and so the side, cannot be seen.
HANDS = sorted(
    name for name, habit in HABITS.items() if not habit.levers_only and name != "two-plies-one-scan"
)
LOGS = st.builds(
    a_log,
    st.sampled_from(STARTS),
    st.integers(1, 12),
    st.sampled_from(HANDS),
    st.sampled_from(("none", "pressed", "clock")),
    SEEDS,
)


def on_a_turned_board(log: SensorLog) -> SensorLog:
    """The same hands at the board turned."""
    return FAULTS["turned"](log, FAULT)


@given(LOGS)
def test_a_turned_board_is_read_as_one_that_is_not(log: SensorLog) -> None:
    """The moves, doubts, clocks and result are the same, and so are the times that both sides have left."""
    straight, other_way = replay(log).table, replay(on_a_turned_board(log)).table
    assert scoresheet(straight) == scoresheet(other_way)
    now_ms = log.lasts_us // 1000
    if straight.line.ply:
        assert not straight.turned
        assert other_way.turned
        assert clock_text(straight, now_ms) == clock_text(other_way, now_ms)


@given(LOGS)
def test_lamps_and_faces_are_turned_with_the_board(log: SensorLog) -> None:
    """What is shown on a turned board is shown on the other squares, and on the other face."""
    straight, other_way = replay(log).table, replay(on_a_turned_board(log)).table
    now_ms = log.lasts_us // 1000
    shown, turned_round = view(straight, now_ms), view(other_way, now_ms)
    if straight.line.ply:
        assert shown.lamps == turned_round.lamps[::-1]
        assert (shown.white, shown.black) == (turned_round.black, turned_round.white)
        assert shown.words == turned_round.words
        assert turn_squares(straight.occupancy) == other_way.occupancy


@given(LOGS)
def test_a_board_that_lies_as_it_should_never_turns(log: SensorLog) -> None:
    """Whatever the hands do besides, the first ply of a board that is not turned does not turn it."""
    told: list[Effect] = []
    replay(log, lambda _now_ms, _table, effects: told.extend(effects))
    assert BoardTurned not in map(type, told)
