"""Whole games on a clock of every kind: whose time they take, however they are scanned and pressed."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import Ply, scoresheet
from jadoube.core.messages.effects import FlagFell
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.replay import SCAN_PERIOD_MS, replay
from jadoube_sim.hands import play

#: Each is enough for a dozen plies.
AMPLE = ("600", "600+3", "600d2", "600b2", "*600", "^", "2/600+1:300", "5/60:600+9", "1/90", "600 ; ^")
#: In these, a ply that takes a ms longer may cost a whole period, or bring one.
BY_PERIODS = ("6y99x3", "0y99x2", "12:600d2")
SHORT = ("6", "5+1", "4d1", "4b1", "*5", "2y2x2", "2/6+1:9", "5:4+1", "9 ; ^")
SEEDS = st.integers(0, 2**32 - 1)
PLIES = st.integers(1, 10)
games = settings(deadline=None, max_examples=40)


def a_game(control: str, plies: int, seed: int) -> SensorLog:
    """Play some legal plies on a clock, at a club player's pace."""
    rng, board = random.Random(seed), chess.Board()
    while len(board.move_stack) < plies and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    return play(board.move_stack, seed=seed, time_control=control)


def plies_of(log: SensorLog, period_ms: int = SCAN_PERIOD_MS) -> tuple[Ply, ...]:
    """Give the plies that are read, with what their clocks say."""
    return scoresheet(replay(log, period_ms=period_ms).table).plies


def lever_edges(log: SensorLog, more: Callable[[Edge], list[Edge]]) -> SensorLog:
    """Give the log with more edges behind each press of a lever but the one that starts the game."""
    presses = [edge for edge in log.edges if edge.word == "press" and edge.name in ("white", "black")][1:]
    edges = (*log.edges, *(each for edge in presses for each in more(edge)))
    return replace(log, edges=tuple(sorted(edges, key=lambda edge: edge.at_us)))


def scan_us(edge: Edge) -> int:
    """Give the instant of the first scan that shows an edge."""
    return -(-edge.at_us // (SCAN_PERIOD_MS * 1000)) * SCAN_PERIOD_MS * 1000


@given(st.sampled_from(AMPLE + BY_PERIODS), PLIES, SEEDS, st.integers(1, 20))
@games
def test_the_scan_period_changes_no_time_by_more_than_a_scan(
    control: str, plies: int, seed: int, period_ms: int
) -> None:
    """From 1 to 20 ms: the same plies, each in the same time to within a scan, and the faces with them."""
    log = a_game(control, plies, seed)
    finest, coarser = plies_of(log, 1), plies_of(log, period_ms)
    assert [ply.san for ply in finest] == [ply.san for ply in coarser]
    for number, (one, other) in enumerate(zip(finest, coarser, strict=True), start=1):
        assert one.elapsed_ms is not None
        assert other.elapsed_ms is not None
        assert abs(one.elapsed_ms - other.elapsed_ms) < period_ms
        if control in AMPLE and one.remaining_ms is not None and other.remaining_ms is not None:
            assert abs(one.remaining_ms - other.remaining_ms) < period_ms * number


@given(st.sampled_from(AMPLE + BY_PERIODS), PLIES, SEEDS)
@games
def test_a_press_counts_from_its_first_sample(control: str, plies: int, seed: int) -> None:
    """The time of a ply is that from the scan which first showed the lever before to that of its own."""
    log = a_game(control, plies, seed)
    presses_ms = [scan_us(edge) // 1000 for edge in log.edges if edge.name in ("white", "black")][::2]
    took_ms = [later_ms - earlier_ms for earlier_ms, later_ms in pairwise(presses_ms)]
    pressed = plies_of(log)[:plies]
    assert [ply.elapsed_ms for ply in pressed][:-1] == took_ms[: len(pressed) - 1]


@given(st.sampled_from(AMPLE + BY_PERIODS), PLIES, SEEDS)
@games
def test_a_bouncing_lever_presses_once(control: str, plies: int, seed: int) -> None:
    """A lever that chatters after its first sample, and is hit once more, changes no time."""

    def bounces(press: Edge) -> list[Edge]:
        at_us, name = scan_us(press), press.name
        words = ("release", "press") * 3
        return [Edge(at_us + 1000 + 2300 * number, word, name) for number, word in enumerate(words)]

    log = a_game(control, plies, seed)
    assert plies_of(lever_edges(log, bounces)) == plies_of(log)


@given(st.sampled_from(AMPLE + BY_PERIODS), PLIES, SEEDS)
@games
def test_a_press_that_completes_no_ply_grants_nothing(control: str, plies: int, seed: int) -> None:
    """The opponent hits his own lever at once, before he has moved: no increment, no delay, no byo-yomi."""

    def too_soon(press: Edge) -> list[Edge]:
        name = "black" if press.name == "white" else "white"
        return [
            Edge(press.at_us + after_us, word, name) for after_us, word in ((100, "press"), (200, "release"))
        ]

    def again(press: Edge) -> list[Edge]:
        name = "black" if press.name == "white" else "white"
        edges = ((20_000, "press"), (60_000, "release"), (90_000, "press"), (130_000, "release"))
        return [Edge(press.at_us + after_us, word, name) for after_us, word in edges]

    log = a_game(control, plies, seed)
    for more in (too_soon, again):
        assert plies_of(lever_edges(log, more)) == plies_of(log)


@given(st.sampled_from(SHORT), st.integers(4, 14), SEEDS)
@games
def test_the_order_of_flags_is_kept_for_ever(control: str, plies: int, seed: int) -> None:
    """Where the game goes on, each flag falls once at the most, and the first stays marked to the end."""
    flags: list[FlagFell] = []

    def watch(_now_ms: int, table: Table, effects: tuple[object, ...]) -> None:
        flags.extend(effect for effect in effects if isinstance(effect, FlagFell))
        assert table.play.clock is not None
        first = flags[0] if flags else None
        assert table.play.clock.fallen == (first.side if first else None)

    table = replay(replace(a_game(control, plies, seed), rules="casual"), watch).table
    assert len({flag.side for flag in flags}) == len(flags)
    for flag in flags:
        assert table.play.clock is not None
        assert table.play.clock.remaining_ms(flag.side, 10**7) == 0


@given(st.sampled_from(SHORT + AMPLE), PLIES, SEEDS)
@games
def test_what_the_plies_took_is_what_the_clocks_ran(control: str, plies: int, seed: int) -> None:
    """The time of all plies of a side is what its clock has run, but for the ply under way."""
    table = replay(a_game(control, plies, seed)).table
    assert table.play.clock is not None
    sheet = scoresheet(table).plies
    for side in chess.COLORS:
        took_ms = sum(ply.elapsed_ms or 0 for ply in sheet[not side :: 2])
        used_ms = table.play.clock.at(table.play.clock.since_ms).sides[side].used_ms
        assert took_ms <= used_ms
        if table.line.mover == side and table.play.completed == table.line.ply and not table.play.ends:
            assert took_ms == used_ms
    assert parse_time_control(control) == table.terms.control
