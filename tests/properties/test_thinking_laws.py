"""Laws of pending work: slices change nothing that is decided, and none of them takes long."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import chess
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from jadoube.core.arbiter import begin_step, deadline_ms, step, think
from jadoube.core.display.view import view
from jadoube.core.messages.effects import GameBegun
from jadoube.core.messages.events import Event, Restarted
from jadoube.core.pages.available_orders import orders_available
from jadoube.core.permissions.menu_entries import entries
from jadoube.core.reading import searching
from jadoube.core.state.play_parts import Press
from jadoube.core.state.table import Stepped, Table
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import Stepper, replay
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
from jadoube_sim.hands.games import playable_games
from shared.drawn.disturbed_games import LOGS, Told, a_disturbed_log, value

pytestmark = pytest.mark.once

PLIES = 12
GAMES = [
    replace(game, moves=game.moves[:PLIES], clocks_ms=game.clocks_ms[:PLIES])
    for game in playable_games(BUILT_IN)[:3]
]
HARD = (
    ("final-frame", "none", "none"),
    ("final-frame", "none", "stuck-closed"),
    ("swap", "clock", "stuck-open"),
    ("final-frame", "clock", "none"),
    ("two-plies-one-scan", "pressed", "none"),
    ("swap-glimpsed", "pressed", "stuck-open"),
)
"""Manners, levers and faults that need the longest searches (`jadoube bench steps`)."""
HARD_LOGS = st.builds(
    lambda game, row, seed: log_of(Job(game, Row(*row), seed)),
    st.sampled_from(GAMES),
    st.sampled_from(HARD),
    st.integers(0, 50),
)

MOST_MOVES = 40
"""The most moves that are played on a board in one call: those of a slice, of the task that the slice ends
with, and of the readings extended by plies that were seen. The most in 2,000 games of all manners and faults
were 26 (measured)."""


@contextmanager
def slices_of(positions: int) -> Iterator[None]:
    """Make slices of this size."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "SLICE", positions)
        yield


def decided(log: SensorLog, stepper: Stepper = step) -> tuple[Told, tuple[object, ...]]:
    """Replay a log: what was decided, with its instants, and the last table."""
    told: Told = []
    run = replay(log, lambda now_ms, _table, effects: told.append((now_ms, effects)), stepper=stepper)
    return told, value(run.table)


@given(st.one_of(LOGS, HARD_LOGS))
@example(a_disturbed_log(6, 7, 3))  # the past is read again with brief searches
def test_slices_change_no_decision(log: SensorLog) -> None:
    """Searches of one position at a time decide the same, at the same instants, as searches at once."""
    with slices_of(1):
        sliced = decided(log)
    with slices_of(searching.MOST_POSITIONS):
        assert sliced == decided(log)


@given(HARD_LOGS)
def test_a_step_in_slices_is_the_step(log: SensorLog) -> None:
    """While work is pending nothing is decided, and its instant is the deadline; then all is as by `step`."""

    def in_slices(table: Table, event: Event, now_ms: int) -> Stepped:
        after, effects = begin_step(table, event, now_ms)
        while after.thinking:
            assert effects == ()
            assert deadline_ms(after) == now_ms
            assert after.line is table.line
            after, effects = think(after)
        return after, effects

    assert decided(log, in_slices) == decided(log)


def test_some_steps_are_made_in_slices() -> None:
    """The laws above are about something: the hard logs do leave work pending."""
    pending = 0

    def counting(table: Table, event: Event, now_ms: int) -> Stepped:
        nonlocal pending
        pending += bool(begin_step(table, event, now_ms)[0].thinking)
        return step(table, event, now_ms)

    for row in HARD[:2]:
        replay(log_of(Job(GAMES[0], Row(*row), 0)), stepper=counting)
    assert pending


@given(HARD_LOGS)
def test_the_work_of_a_slice_is_bounded(log: SensorLog) -> None:
    """No call plays more than so many moves on a board, however many plies the board asks for."""
    moves = most = 0
    push = chess.Board.push

    def counting_push(board: chess.Board, move: chess.Move) -> None:
        nonlocal moves
        moves += 1
        push(board, move)

    def in_slices(table: Table, event: Event, now_ms: int) -> Stepped:
        nonlocal moves, most
        moves = 0
        after, effects = begin_step(table, event, now_ms)
        most = max(most, moves)
        while after.thinking:
            moves = 0
            after, effects = think(after)
            most = max(most, moves)
        return after, effects

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chess.Board, "push", counting_push)
        replay(log, stepper=in_slices)
    assert most <= MOST_MOVES


@given(st.one_of(LOGS, HARD_LOGS))
@example(a_disturbed_log(6, 7, 3))  # the past is read again with brief searches
def test_every_tracker_of_a_game_searches_in_slices(log: SensorLog) -> None:
    """A tracker made anew within a step is given the step's answers, in both orientations."""

    def looked_at(table: Table, event: Event, now_ms: int) -> Stepped:
        after, effects = begin_step(table, event, now_ms)
        while after.thinking:
            after, effects = think(after)
        if after is not table and GameBegun not in map(type, effects):  # a new table has taken in nothing yet
            assert [each.seen.answers for each in (after, after.other) if each] in ([()], [(), ()])
        return after, effects

    replay(log, stepper=looked_at)


@given(HARD_LOGS)
def test_an_event_that_does_not_wait_finds_the_work_finished(log: SensorLog) -> None:
    """An event that comes while work is pending gets the effects of that work, and then its own."""

    def interrupted(table: Table, event: Event, now_ms: int) -> Stepped:
        decided, effects = step(table, event, now_ms)
        pending, _ = begin_step(table, event, now_ms)
        if pending.thinking:
            after, more = step(decided, Restarted(), now_ms)
            assert step(pending, Restarted(), now_ms)[1] == effects + more
            assert value(step(pending, Restarted(), now_ms)[0]) == value(after)
        return decided, effects

    replay(log, stepper=interrupted)


@given(HARD_LOGS)
def test_no_search_is_needed_to_show_what_is_pending(log: SensorLog) -> None:
    """View, menu and a page's orders can be computed of any table, also while a press waits to be judged."""

    def looked_at(table: Table, event: Event, now_ms: int) -> Stepped:
        after, effects = begin_step(table, event, now_ms)
        pressed = after._replace(play=after.play._replace(presses=(Press(after.line.side_to_move, now_ms),)))
        view(pressed, now_ms)
        orders_available(pressed, now_ms)
        entries(pressed)
        while after.thinking:
            after, effects = think(after)
        return after, effects

    with slices_of(1):
        replay(log, stepper=looked_at)


def test_without_pending_work_there_is_nothing_to_think_about() -> None:
    """Calling `think` then is the caller's mistake."""
    table = replay(SensorLog()).table
    with pytest.raises(ValueError, match="nothing is pending"):
        think(table)
