"""Laws that the arbiter keeps whatever comes: clean games, disturbed games, and nothing but noise."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple

import chess
from hypothesis import example, given
from hypothesis import strategies as st

from jadoube.core.arbiter import STAGES, deadline_ms, step
from jadoube.core.clock.time_control import TimeControl, parse_time_control
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.display.view import view
from jadoube.core.messages.effects import Effect, GameBegun, MoveCompleted
from jadoube.core.messages.events import BUTTONS, Ended, Event, Restarted, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.reading.beam import MOST_ALIVE
from jadoube.core.rules.game_line import begin
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.play_parts import links_oldest_first
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.replay import replay, terms_of_log
from jadoube_sim.hands import play
from shared.drawn.disturbed_games import (
    BLITZ,
    CONTROLS,
    LOGS,
    OF_EVERY_KIND,
    PERIOD_MS,
    SEEDS,
    STARTS,
    Told,
    some_moves,
    value,
)

HOUR_MS = 3_600_000


class Deed(NamedTuple):
    """Something that is done to the board after a while: squares and buttons change."""

    after_ms: int
    reeds: int = 0
    buttons: int = 0
    restart: bool = False


SQUARES = st.integers(0, 63).map(lambda square: 1 << square)
REEDS = st.one_of(
    st.just(0),
    SQUARES,
    st.builds(lambda one, other: one | other, SQUARES, SQUARES),
    st.sampled_from([1 << square for square in (12, 28, 52, 36, 6, 21, 62, 45)]),
    st.integers(0, 2**64 - 1),
)
DEEDS = st.builds(
    Deed,
    st.sampled_from((1, 5, 5, 10, 20, 25, 150, 1000, 2500)),
    REEDS,
    st.one_of(st.just(0), st.integers(0, 6).map(lambda bit: 1 << bit), st.integers(0, 127)),
    st.integers(0, 99).map(lambda lot: lot == 0),
)
TERMS = st.builds(Terms, st.sampled_from(STARTS), st.sampled_from(OF_EVERY_KIND).map(parse_time_control))


def events(deeds: list[Deed], reeds: int) -> Iterator[tuple[int, Event]]:
    """Yield what the arbiter is shown, and when."""
    now_ms, buttons = 0, 0
    for deed in deeds:
        now_ms += deed.after_ms
        reeds, buttons = reeds ^ deed.reeds, buttons ^ deed.buttons
        yield now_ms, Restarted() if deed.restart else Scanned(reeds, buttons)


# How it is shown to the arbiter


def smooth(log: SensorLog) -> tuple[Told, Table]:
    """Show the arbiter every scan of a log, to its end or its game's."""
    told: Told = []
    table, buttons = new_table(terms_of_log(log), settled_contacts(log.reeds)), 0
    reeds, edges, end_ms = log.reeds, list(log.edges), log.lasts_us // 1000
    for now_ms in range(0, end_ms + 1, PERIOD_MS):
        while edges and edges[0].at_us <= now_ms * 1000:
            reeds, buttons = _after(reeds, buttons, edges.pop(0))
        after, effects = step(table, Scanned(reeds, buttons), now_ms)
        told += [(now_ms, effects)] if effects else []
        if GameBegun in map(type, effects):
            return told, table
        table = after
        if table.play.phase is Phase.OVER:
            return told, table
    table, effects = step(table, Ended(), end_ms)
    return [*told, *([(end_ms, effects)] if effects else [])], table


def _after(reeds: int, buttons: int, edge: Edge) -> tuple[int, int]:
    """What is closed and held after one edge."""
    if edge.name in BUTTONS:
        button = BUTTONS[edge.name].value
        return reeds, buttons | button if edge.word == "press" else buttons & ~button
    reed = chess.BB_SQUARES[chess.parse_square(edge.name)]
    return reeds | reed if edge.word == "close" else reeds & ~reed, buttons


def jumping(log: SensorLog) -> tuple[Told, Table]:
    """Replay a log, which shows the arbiter only scans that could decide something."""
    told: Told = []
    replayed = replay(log, lambda now_ms, _table, effects: told.append((now_ms, effects)))
    return told, replayed.table


# The laws


def nothing_before_its_time(table: Table, event: Scanned, now_ms: int) -> None:
    """Run each stage that waits now and just before its instant, or far later if it has none."""
    for stage in STAGES:
        due_ms = stage.due_ms(table) if stage.waits else now_ms
        if due_ms is None or due_ms > now_ms:
            for at_ms in (now_ms, now_ms + HOUR_MS if due_ms is None else due_ms - 1):
                same, told = stage.run(table, event, at_ms)
                assert (same is table, told) == (True, ()), stage


@given(LOGS)
def test_the_deadline_is_that_of_the_first_stage(log: SensorLog) -> None:
    """After each scan it is the earliest instant at which a stage of that table is due.

    A stage that waits would change nothing until just before its own instant, so it need not run.
    """

    def checked(table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        after, effects = step(table, event, now_ms)
        if isinstance(event, Scanned):
            if not (table.other or after.other):
                due_ms = [stage.due_ms(after) for stage in STAGES]
                later = [at_ms for at_ms in due_ms if at_ms is not None and at_ms > now_ms]
                assert deadline_ms(after) == min(later, default=None)
            for one in filter(None, (after, after.other)):
                nothing_before_its_time(one, event, now_ms)
        return after, effects

    replay(log, stepper=checked)


@given(LOGS)
def test_skipped_scans_decide_nothing(log: SensorLog) -> None:
    """Every scan shown, or only those that change something or are asked for: all is the same."""
    told, table = jumping(log)
    told_smoothly, smooth_table = smooth(log)
    assert told == told_smoothly
    assert value(table) == value(smooth_table)


@given(LOGS, SEEDS)
def test_edges_of_one_scan_have_no_order(log: SensorLog, seed: int) -> None:
    """Reeds and buttons that change between two scans may be named in any order."""
    rng = random.Random(seed)
    edges: list[Edge] = []
    for scan, group in groupby(log.edges, lambda edge: -(-edge.at_us // (PERIOD_MS * 1000))):
        last = {edge.name: edge for edge in group}
        names = rng.sample(sorted(last), len(last))
        edges += [last[name]._replace(at_us=scan * PERIOD_MS * 1000) for name in names]
    told, table = jumping(log)
    told_shuffled, shuffled = jumping(replace(log, edges=tuple(edges)))
    assert told == told_shuffled
    assert value(table) == value(shuffled)


@given(TERMS, st.lists(DEEDS, max_size=60), st.booleans())
def test_nothing_that_happens_is_too_much(terms: Terms, deeds: list[Deed], set_up: bool) -> None:
    """Whatever the contacts do, the arbiter goes on, asks for a later scan, and bounds its work."""
    reeds = begin(terms.start_fen).occupancy if set_up else 0
    table, now_ms = new_table(terms, settled_contacts(reeds)), 0
    for now_ms, event in events(deeds, reeds):
        table, _ = step(table, event, now_ms)
        wake_ms = deadline_ms(table)
        at_once = not isinstance(event, Scanned)  # what is no scan wants one at once
        assert wake_ms is None or wake_ms > now_ms - at_once
        assert 1 <= len(table.seen.hypotheses) <= MOST_ALIVE
        assert table.seen.known.occupancy == table.seen.occupancy
        assert len(view(table, now_ms).lamps) == 64
    table, _ = step(table, Ended(), now_ms)
    assert deadline_ms(table) is None


@given(TERMS, st.lists(DEEDS, max_size=40))
def test_a_step_changes_nothing_but_its_result(terms: Terms, deeds: list[Deed]) -> None:
    """The same table, event and instant give the same twice, and leave the table as it was."""
    reeds = begin(terms.start_fen).occupancy
    table = new_table(terms, settled_contacts(reeds))
    for now_ms, event in events(deeds, reeds):
        before = value(table)
        once, effects = step(table, event, now_ms)
        again, effects_again = step(table, event, now_ms)
        assert value(table) == before
        assert (value(once), effects) == (value(again), effects_again)
        table = once


@given(st.sampled_from(CONTROLS[1:]), st.sampled_from(STARTS), st.integers(0, 30), SEEDS)
@example("2+1", "8/2P5/8/4k3/8/3K4/5p2/8 b - - 0 1", 10, 15)
def test_the_clock_is_the_sum_of_the_presses(control_text: str, start: str, plies: int, seed: int) -> None:
    """What a clock shows after a ply is what the instants of the presses in the log add up to."""
    moves = some_moves(start, plies, random.Random(seed))
    log = play(moves, start, pace=BLITZ, seed=seed, time_control=control_text)
    control = parse_time_control(control_text)
    assert control is not None
    told, table = jumping(log)
    completed = [effect.ply for _, effects in told for effect in effects if isinstance(effect, MoveCompleted)]
    pressed = {stamp.ply for stamp in links_oldest_first(table.play.stamps)}
    sheet = list(enumerate(scoresheet(table).plies, start=1))
    stamped = [(number, ply.remaining_ms) for number, ply in sheet if number in pressed]
    assert stamped == _reckoned(log, control, chess.Board(start).turn)[: len(stamped)]
    assert all(ply.remaining_ms is not None and (ply.elapsed_ms or 0) >= 0 for _, ply in sheet)
    assert len(completed) - len(stamped) == (table.play.ends is not None and table.line.ply in completed)


def _reckoned(log: SensorLog, control: TimeControl, side: chess.Color) -> list[tuple[int, int]]:
    """What the mover has left after each ply, from the levers' edges alone."""
    left_ms = {one: control.main_ms(one) + control.increment_ms(one) for one in chess.COLORS}
    presses_ms = [
        -(-edge.at_us // (PERIOD_MS * 1000)) * PERIOD_MS
        for edge in log.edges
        if edge.word == "press" and edge.name in ("white", "black")
    ]
    reckoned = []
    for ply, (from_ms, to_ms) in enumerate(pairwise(presses_ms), start=1):
        left_ms[side] += control.increment_ms(side) - (to_ms - from_ms)
        reckoned.append((ply, left_ms[side]))
        side = not side
    return reckoned
