"""The scans of a sampling process, taken in by a loop that is held up: it decides as one that is not."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import chess
import pytest

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.effects import Effect, MoveCompleted
from jadoube.core.messages.events import Button, Ordered, Scanned
from jadoube.core.messages.orders import Pause
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.daemon.loop import Daemon
from jadoube.daemon.sampling.from_process import LONGEST_PAUSE_MS, ProcessScans
from jadoube.daemon.sampling.reports import Failed
from jadoube.daemon.sampling.source import TimedScan
from jadoube.drivers.interfaces import NotYet, PartFailed
from jadoube.formats.log_contacts import LogContacts
from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.player import play_habit
from shared.pins.scripted_sampling import ScriptedProcess

PERIOD_MS = 5
NOW_MS = 10_000
"""The instant at which a test begins; what was scanned before is late."""
START = chess.Board().occupied
FOOLS_MATE = tuple(map(chess.Move.from_uci, ("f2f3", "e7e5", "g2g4", "d8h4")))
Told = list[tuple[int, Effect]]


def run(doing: Callable[[ScriptedProcess, ProcessScans], Coroutine[Any, Any, None]]) -> None:
    """Do this with a scripted process and the scans that come of it."""

    async def done() -> None:
        process = ScriptedProcess()
        scans = ProcessScans(process.as_child, PERIOD_MS, NOW_MS)
        process.began_ms, scans._last_ms = scans._slots.zero_ms, 0
        try:
            async with asyncio.timeout(60):
                await doing(process, scans)
        finally:
            for each in (process, *process.others):
                each.close()

    asyncio.run(done())


async def soon() -> None:
    """Let all that can happen without waiting happen."""
    for _ in range(20):
        await asyncio.sleep(0)


def log_of(habit: str) -> SensorLog:
    """A short game with a clock, by hands of this habit."""
    game = Game(1, chess.STARTING_FEN, FOOLS_MATE)
    return play_habit(game, HABITS[habit], seed=3, presses=True, time_control="300+3")


def scans_of(log: SensorLog) -> Iterator[tuple[int, Scanned]]:
    """What the scan at each multiple of the period shows."""
    contacts, edges = LogContacts(log.closed or START), list(log.edges)
    for at_ms in range(PERIOD_MS, (log.end_us or edges[-1].at_us) // 1000 + 3000, PERIOD_MS):
        now = [edge for edge in edges if edge.at_us <= at_ms * 1000]
        del edges[: len(now)]
        yield at_ms, contacts.apply(now)


def fresh(log: SensorLog) -> Table:
    """The table before the game."""
    return new_table(
        Terms(control=parse_time_control(log.time_control)), settled_contacts(log.closed or START)
    )


def decided_at_once(log: SensorLog) -> tuple[Table, Told]:
    """What a core decides that takes in each scan at its instant."""
    table, told = fresh(log), list[tuple[int, Effect]]()
    for at_ms, scanned in scans_of(log):
        table, effects = step(table, scanned, at_ms)
        told += [(at_ms, effect) for effect in effects]
    return table, told


def decided_late(log: SensorLog, held_up_ms: int) -> tuple[Table, Told]:
    """What a loop decides that is held up so long again and again: it gets the scans in heaps."""
    result: list[tuple[Table, Told]] = []

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        table, told, last, taken_ms = fresh(log), list[tuple[int, Effect]](), Scanned(log.closed or START), 0
        shown = None
        for at_ms, scanned in scans_of(log):
            ends = at_ms % held_up_ms == 0
            if scanned != shown or ends:  # as the process does: changes, and a beat
                process.report(at_ms, scanned)
                shown = scanned
            while ends and taken_ms < at_ms:
                taken = await scans.next(deadline_ms(table))
                last = taken.found if isinstance(taken.found, Scanned) else last
                taken_ms = taken.at_ms
                table, effects = step(table, last, taken_ms)
                told += [(taken_ms, effect) for effect in effects]
        result.append((table, told))

    run(play)
    return result[0]


@pytest.mark.parametrize("habit", ["plain", "any-order", "second-thoughts"])
@pytest.mark.parametrize("held_up_ms", [5, 200, 1000])
def test_a_loop_that_is_held_up_decides_the_same_at_the_same_instants(habit: str, held_up_ms: int) -> None:
    """Lifts, plies, presses, clocks: each effect with its instant, and the table at the end."""
    log = log_of(habit)
    table, told = decided_at_once(log)
    assert sum(isinstance(effect, MoveCompleted) for _, effect in told) >= 3
    late_table, late_told = decided_late(log, held_up_ms)
    assert late_told == [each for each in told if each[0] <= late_told[-1][0]]
    assert (late_table.play.clock, late_table.line.ply) == (table.play.clock, table.line.ply)


def test_a_press_during_the_thinking_of_another_counts_from_its_own_sample() -> None:
    """A ply settles, is pressed, and the other lever goes down, all in the 200 ms that one step takes."""
    table = new_table(Terms(control=parse_time_control("300")), settled_contacts(START))
    played = START ^ chess.BB_E2 ^ chess.BB_E4
    shown = [
        (1000, Scanned(START, Button.BLACK)),
        (1060, Scanned(START)),
        (2000, Scanned(START ^ chess.BB_E2)),
        (2100, Scanned(played)),
        (2130, Scanned(played, Button.WHITE)),
        (2190, Scanned(played)),
        (2195, Scanned(played)),
    ]

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        now, last = table, Scanned(START)
        for at_ms, scanned in shown:
            process.report(at_ms, scanned)
        while True:
            taken = await scans.next(deadline_ms(now))
            last = taken.found if isinstance(taken.found, Scanned) else last
            now, _ = step(now, last, taken.at_ms)
            if taken.at_ms >= 2195:
                break
        assert now.play.clock is not None
        assert now.play.clock.running == chess.BLACK
        assert now.play.clock.since_ms == 2130

    run(play)


def test_what_is_due_comes_before_what_was_seen_later_and_is_asked_for_if_nothing_was() -> None:
    """At the slot in which it is due; a scan in the same slot is itself the one that was wanted."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        process.report(1001, Scanned(1))
        process.report(1101, Scanned(3))
        assert await scans.next(None) == TimedScan(1001, Scanned(1))
        assert await scans.next(1051) == TimedScan(1055, None)
        assert await scans.next(1100) == TimedScan(1101, Scanned(3))
        process.wanted_ms()
        waiting = asyncio.ensure_future(scans.next(1333, 1222))
        await soon()
        assert process.wanted_ms() == [1222]
        process.report(1400, Scanned(3))
        assert await waiting == TimedScan(1335, None)
        assert await scans.next(None) == TimedScan(1400, Scanned(3))

    run(play)


def test_no_scan_is_earlier_than_the_last_one() -> None:
    """What was scanned while the journal was read counts from where the game goes on."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        scans._last_ms = 5000
        process.report(1000, Scanned(1))
        process.report(6000, Scanned(2))
        assert await scans.next(None) == TimedScan(5000, Scanned(1))
        assert await scans.next(None) == TimedScan(6000, Scanned(2))

    run(play)


def test_an_event_waits_for_the_scans_that_were_made_before_it() -> None:
    """An order that is given now comes after a press that is still on its way, and gets a scan at once."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        table = new_table(Terms(control=parse_time_control("300")), settled_contacts(START))
        daemon = Daemon(table, scans, say=lambda _: None)
        fed: list[tuple[int, type]] = []
        feed = daemon.feed

        def watched(event: Any, now_ms: int) -> tuple[Effect, ...]:
            fed.append((now_ms, type(event)))
            return feed(event, now_ms)

        daemon.feed = watched  # type: ignore[method-assign]
        looping = asyncio.ensure_future(daemon.scan())
        process.report(1000, Scanned(START))
        await soon()
        ordered = asyncio.ensure_future(daemon.obey(Ordered(Pause())))
        await soon()
        assert not ordered.done()
        under_way_ms = min(process.wanted_ms())
        process.report(under_way_ms, Scanned(START, Button.BLACK))
        process.report(under_way_ms + 5, Scanned(START))
        await ordered
        instants = [at_ms for at_ms, _ in fed]
        assert instants == sorted(instants)
        order_at = [kind for _, kind in fed].index(Ordered)
        assert fed[order_at][0] >= under_way_ms
        daemon.stop()
        await looping

    run(play)


def test_failures_and_their_end_are_told_in_order() -> None:
    """Each as the driver raised it."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        process.report(1000, Failed("sends no frames", "check its plug", too_early=True))
        process.report(1005, Failed("does not answer", "check its plug", too_early=False))
        process.report(2005, Scanned(7))
        early, failed, read = [await scans.next(None) for _ in range(3)]
        assert isinstance(early.found, NotYet)
        assert isinstance(failed.found, PartFailed)
        assert str(failed.found) == "reeds: does not answer; check its plug"
        assert read == TimedScan(2005, Scanned(7))

    run(play)


def test_time_passes_without_a_process_and_another_is_started() -> None:
    """Its end is a failure of the reeds; what is due meanwhile comes at its instant."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        process.report(5, Scanned(7))
        await scans.next(None)
        process.die(1)
        failed = await scans.next(None)
        assert str(failed.found) == ("reeds: the sampling process ended, status 1; a new one is started")
        assert await scans.next(failed.at_ms) == TimedScan(-(-(failed.at_ms + 1) // 5) * 5, None)
        waiting = asyncio.ensure_future(scans.next(None))
        scans._retry_ms = 0  # a second later
        scans.hurry()
        await soon()
        process.others[0].began_ms = process.began_ms
        process.others[0].report(scans.now_ms() + 100, Scanned(3))
        found = (await waiting).found
        while found is None:
            found = (await scans.next(None)).found
        assert found == Scanned(3)

    run(play)


def test_each_of_two_events_gets_a_scan_soon() -> None:
    """The second comes while the scan for the first is under way: it does not wait for the process's beat."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        process.report(5, Scanned(7))
        await scans.next(None)
        looping = asyncio.ensure_future(scans.next(None))
        first = asyncio.ensure_future(scans.caught_up())
        await soon()
        (asked_ms,) = process.wanted_ms()
        scans.now_ms = lambda: asked_ms + 7  # type: ignore[method-assign]
        second = asyncio.ensure_future(scans.caught_up())
        await soon()
        process.report(asked_ms, Scanned(7))
        await looping
        assert await first == asked_ms
        looping = asyncio.ensure_future(scans.next(None))
        await soon()
        assert not second.done()
        (asked_ms,) = process.wanted_ms()
        scans.end()
        await asyncio.gather(looping, second)

    run(play)


def test_time_passes_while_the_next_process_starts() -> None:
    """It may need seconds for its imports; a flag falls and an order is obeyed meanwhile."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        process.die(1)
        await scans.next(None)
        scans._retry_ms = 0  # a second later
        due_ms = scans.now_ms() + 5
        taken = await scans.next(due_ms)
        assert taken == TimedScan(-(-due_ms // 5) * 5, None)
        assert len(process.others) == 1
        ordered = asyncio.ensure_future(scans.caught_up())
        await asyncio.sleep(0)
        assert (await scans.next(None)).found is None
        assert await ordered > due_ms

    run(play)


def test_the_failure_is_repeated_every_second_until_a_new_process_reports() -> None:
    """Else a pause of a minute would starve the watchdog, which is fed by scans that failed, too."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        process.die(1)
        failed = await scans.next(None)
        for retry_ms in (scans.now_ms() + LONGEST_PAUSE_MS, 0):
            scans._retry_ms = retry_ms
            for _ in range(3):
                assert 0 < scans._repeats_ms - scans.now_ms() <= 1000
                scans._repeats_ms = 0  # a second later
                assert (await scans.next(None)).found == failed.found
        assert len(process.others) == 1

    run(play)


def test_nothing_is_repeated_while_the_old_process_does_not_end() -> None:
    """It still has the pins, so no other can be started: the watchdog is to starve."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        process.far.close()  # it lives on, and no signal ends it
        process.kill = lambda: None  # type: ignore[method-assign]
        await scans.next(None)
        scans._retry_ms = scans._repeats_ms = 0
        waiting = asyncio.ensure_future(scans.next(None))
        await soon()
        assert not waiting.done()
        assert process.others == []
        scans.end()
        await waiting

    run(play)


def test_a_process_that_fails_again_and_again_is_started_ever_more_seldom() -> None:
    """After 1, 2, 4 seconds, at last after a minute; after a second again where one has lived so long."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        pauses_s = []
        for lived_ms in (0, 0, 0, 0, 0, 0, 0, 0, LONGEST_PAUSE_MS, 0):
            scans._retry_ms = 0
            waiting = asyncio.ensure_future(scans.next(None))
            await soon()
            scans._begun_ms -= lived_ms
            (process.others or [process])[-1].die(1)
            await waiting
            pauses_s.append(round((scans._retry_ms - scans.now_ms()) / 1000))
        assert pauses_s == [1, 2, 4, 8, 16, 32, 60, 60, 1, 2]

    run(play)


def test_a_silent_process_is_asked_once_and_then_ended() -> None:
    """A program that was held up itself takes in first what came meanwhile."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        process.report(5, Scanned(7))
        await scans.next(None)
        scans._silent_ms = 0
        process.report(10, Scanned(8))  # came while the program was held up
        assert await scans.next(None) == TimedScan(10, Scanned(8))
        assert process.wanted_ms() == []
        scans._silent_ms = 0
        waiting = asyncio.ensure_future(scans.next(None))
        await soon()
        assert process.wanted_ms()
        assert process.ended is None
        scans._silent_ms = 0
        scans._news.set()
        assert "the sampling process does not answer" in str((await waiting).found)
        assert process.ended == -9

    run(play)


def test_an_end_leaves_nobody_waiting() -> None:
    """Neither the loop nor an order."""

    async def play(process: ScriptedProcess, scans: ProcessScans) -> None:
        process.report(5, Scanned(7))
        await scans.next(None)
        waiting = asyncio.ensure_future(scans.next(None))
        ordered = asyncio.ensure_future(scans.caught_up())
        await asyncio.sleep(0)
        scans.end()
        assert await waiting == TimedScan(5, None)
        assert await ordered == 5
        assert await scans.caught_up() == 5

    run(play)
