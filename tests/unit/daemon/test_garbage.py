"""Garbage is looked for while the board rests, and scans that show nothing new leave nothing behind."""

import asyncio
import gc
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, Self

import chess
import pytest

from jadoube.config.settings import Settings, default_settings
from jadoube.core.arbiter import begin_step, step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.events import Button, Event, Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.play_parts import Press
from jadoube.core.state.table import Stepped, Table, Terms, new_table
from jadoube.daemon import garbage
from jadoube.daemon.displays import REWRITE_MS
from jadoube.daemon.garbage import MOST, WORTH, is_at_rest, remove_garbage
from jadoube.formats.sensorlog import Edge
from jadoube.games.replay import replay, terms_of_log
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
from jadoube_sim.desk import Desk
from jadoube_sim.hands.games import playable_games
from jadoube_sim.virtual import VirtualPace

START = chess.Board().occupied
SETTINGS = default_settings()
SCANS = 1000
GAMES = playable_games(BUILT_IN)


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    """Begin without garbage and without looks by the interpreter; leave all as it was."""
    gc.collect()
    gc.freeze()
    garbage.stop_looking()
    yield
    gc.enable()
    gc.unfreeze()


class Node:
    """Refers to itself, so that nothing but a look at it frees it."""

    def __init__(self) -> None:
        self.itself = self


def clock_running() -> Table:
    """A table with a clock that White's opponent has started."""
    table = new_table(Terms(control=parse_time_control("5400+30")), settled_contacts(START))
    for at_ms, buttons in ((1000, 2), (1005, 2), (1100, 0), (1200, 0)):
        table, _ = step(table, Scanned(START, buttons), at_ms)
    assert table.play.clock
    assert table.play.clock.running is not None
    return table


class InUse(NamedTuple):
    """The memory in use at an instant, as the interpreter counts it."""

    blocks: int
    new: int
    looks: int
    further_looks: int

    @classmethod
    def now(cls) -> Self:
        """Count; this makes a few objects itself, always as many."""
        return cls(sys.getallocatedblocks(), *gc.get_count())

    def grown_to(self, later: Self) -> tuple[int, ...]:
        """How much more is in use later."""
        return tuple(after - before for before, after in zip(self, later, strict=True))


def test_a_thousand_steps_that_show_nothing_new_leave_nothing_behind() -> None:
    """While a clock runs: not a block of memory more, and no new object for the interpreter to look at."""
    table, event = clock_running(), Scanned(START)

    def grown(scans: int) -> tuple[int, ...]:
        before = InUse.now()
        for now_ms in range(1205, 1205 + scans):
            after, effects = step(table, event, now_ms)
            assert after is table
            assert not effects
        return before.grown_to(InUse.now())

    grown(SCANS)
    one = grown(1)
    assert grown(SCANS) == grown(SCANS) == one


async def _grown(desk: Desk, scans: int) -> tuple[int, ...]:
    """How much more memory is in use after so many scans of a desk that runs."""
    until_ms, before = desk.pace.now_ms() + 5 * scans, InUse.now()
    await desk.run_to(until_ms)
    return before.grown_to(InUse.now())


def _dark() -> Settings:
    """A board without lamps and faces."""
    return replace(
        SETTINGS, lamps=replace(SETTINGS.lamps, enabled=False), faces=replace(SETTINGS.faces, enabled=False)
    )


def test_a_thousand_scans_that_show_nothing_new_leave_nothing_behind() -> None:
    """The whole loop over the twin: its drivers scan in every period, and the board only stands there."""
    scanned: list[int] = []

    async def story() -> None:
        desk = Desk(_dark(), pace=VirtualPace(5, smooth=True, until_ms=0))
        desk.daemon.at_leisure.append(remove_garbage)
        async with desk:
            await desk.run_to(10_000)
            await _grown(desk, SCANS)
            one = await _grown(desk, 1)
            assert await _grown(desk, SCANS) == await _grown(desk, SCANS) == one
            desk.daemon.scan_watchers.append(scanned.append)
            await _grown(desk, SCANS)
            assert len(scanned) == SCANS

    asyncio.run(story())


def test_what_is_shown_again_leaves_nothing_that_lives() -> None:
    """With lamps and faces, which are written again every five seconds.

    Between two such frames nothing is left at all. Each frame may leave one dead tuple with the interpreter,
    which keeps up to 2,000 of each size for later.
    """
    scans = REWRITE_MS // 5

    async def story() -> None:
        desk = Desk(SETTINGS, pace=VirtualPace(5, smooth=True, until_ms=0))
        desk.daemon.at_leisure.append(remove_garbage)
        async with desk:
            await desk.run_to(2 * REWRITE_MS + 100)
            await _grown(desk, scans)
            one = await _grown(desk, 1)
            assert await _grown(desk, scans - 50) == one
            await _grown(desk, 49)
            blocks, new, *looks = await _grown(desk, 4 * scans)
            assert (blocks - one[0] <= 4, new - one[1] <= 4, looks) == (True, True, [0, 0])

    asyncio.run(story())


def test_garbage_is_removed_at_rest_and_never_while_somebody_plays() -> None:
    """A club game with a clock through the whole loop: there are looks, and each while the board rests."""
    log = log_of(Job(max(GAMES, key=lambda game: len(game.moves)), Row("club", "clock"), 0))
    looks: list[tuple[str, bool]] = []

    async def story() -> None:
        desk = Desk(SETTINGS, terms_of_log(log))
        desk.daemon.at_leisure.append(remove_garbage)
        desk.act(log.edges)
        gc.freeze()  # what the hands are about to do is no memory of the board
        gc.callbacks.append(lambda phase, _: looks.append((phase, is_at_rest(desk.table))))
        async with desk:
            await desk.run_to(desk.last_us // 1000 + 5000)

    try:
        asyncio.run(story())
    finally:
        gc.callbacks.clear()
    assert len(looks) >= 2  # a look begins and ends
    assert {rests for _, rests in looks} == {True}


def test_a_board_at_which_somebody_acts_does_not_rest() -> None:
    """A reed that changes, a press that waits, a panel key that is held, a lever that settles."""
    table = clock_running()
    rests = table._replace(board=table.board._replace(rested=True))
    assert is_at_rest(rests)
    changed, _ = step(rests, Scanned(START ^ chess.BB_E2), 2000)
    held = settled_contacts(int(Button.OK))
    lever, _ = step(rests, Scanned(START, 1), 2000)
    others = (
        changed,
        lever,
        rests._replace(play=rests.play._replace(presses=(Press(chess.WHITE, 1000),))),
        rests._replace(panel=rests.panel._replace(buttons=held)),
        rests._replace(board=rests.board._replace(rested=False)),
    )
    assert not any(map(is_at_rest, others))


def test_a_board_that_never_rests_does_not_grow() -> None:
    """A reed that chatters all the time, and visitors who leave garbage at every scan: memory has a limit."""
    most = 0

    async def story() -> None:
        nonlocal most

        def leave_garbage() -> None:
            nonlocal most
            for _ in range(100):
                Node()
            most = max(most, gc.get_count()[0])

        desk = Desk(SETTINGS, pace=VirtualPace(5, until_ms=0, after_scan=leave_garbage))
        desk.daemon.at_leisure.append(remove_garbage)
        desk.act(Edge(ms * 1000, ("open", "close")[ms // 300 % 2], "e2") for ms in range(300, 300_000, 300))
        async with desk:
            await desk.run_to(1500)
            before = len(gc.get_objects())
            await desk.run_to(300_000)
            assert len(gc.get_objects()) - before < 2 * MOST

    asyncio.run(story())
    a_scan = 100  # new objects come so many at a time, some of them after they are counted here
    assert MOST - a_scan <= most < MOST + 1000


def test_what_outlives_a_look_is_looked_at_again_later() -> None:
    """Garbage that was in use at the first looks is removed in the end, as by Python's own rule."""
    table = clock_running()
    rests = table._replace(board=table.board._replace(rested=True))
    held = [Node() for _ in range(WORTH)]
    remove_garbage(rests)
    assert gc.get_count()[0] < WORTH
    del held
    looks = 0
    while any(isinstance(each, Node) for each in gc.get_objects(generation=1) + gc.get_objects(generation=2)):
        for _ in range(WORTH):
            Node()
        remove_garbage(rests)
        looks += 1
    assert 1 < looks <= garbage.LOOKS


def test_the_start_is_frozen_without_its_garbage() -> None:
    """What is alive is never looked at again; what is dead is not kept."""
    gc.unfreeze()
    Node()
    garbage.freeze_start()
    assert gc.get_freeze_count() > 10_000
    assert gc.get_objects() == [] or len(gc.get_objects()) < 100
    gc.unfreeze()
    assert not any(isinstance(each, Node) for each in gc.get_objects())


def test_steps_that_are_given_up_and_made_again_leave_no_garbage() -> None:
    """What a search in slices has raised holds no frames and no tables once its step is decided."""
    game = replace(GAMES[0], moves=GAMES[0].moves[:12], clocks_ms=GAMES[0].clocks_ms[:12])
    log = log_of(Job(game, Row("final-frame", "none", "stuck-closed"), 0))
    pending: list[tuple[Table, Event, int]] = []

    def noting(table: Table, event: Event, now_ms: int) -> Stepped:
        if begin_step(table, event, now_ms)[0].thinking:
            pending.append((table, event, now_ms))
        return step(table, event, now_ms)

    replayed = replay(log, stepper=noting)
    assert pending
    for each in pending:  # so that all lines are there that these steps look at
        step(*each)
    gc.collect()
    before = len(gc.get_objects())
    for each in pending * 20:
        step(*each)
    assert gc.collect() == 0
    assert abs(len(gc.get_objects()) - before) < len(pending)
    assert replayed.table.line.ply
