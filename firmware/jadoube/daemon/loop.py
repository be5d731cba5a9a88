"""The loop: it takes in scans, feeds the arbiter, keeps the journal and shows the view. One asyncio task.

The law: this module decides nothing about chess. It feeds scans in order, each with the instant at which it
was made; who makes them is another matter (`sampling/`). An event that is no scan comes after all scans that
were made before it. Slow work goes to an outlet or to the keeper.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from typing import Any, Protocol

from jadoube.core.arbiter import begin_step, deadline_ms, step, think
from jadoube.core.display.view import View, off_view, view
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.effects import Effect, GameBegun, GameReopened, SwitchOff
from jadoube.core.messages.events import Adjudicated, Event, Ordered, Restarted
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.scans import Scanned
from jadoube.core.signals.lines import SOUND
from jadoube.core.state.announced.health import FaultyLine
from jadoube.core.state.play_parts import Adjudication
from jadoube.core.state.table import Table
from jadoube.daemon.asked.adjudicator import BeginAnswer, answer_now
from jadoube.daemon.asked.opponents import BeginMove, OpponentDesk, nobody_plays
from jadoube.daemon.asked.refused_again import RefusedAgain
from jadoube.daemon.outlets import Outlet
from jadoube.daemon.sampling.source import ScanSource, TimedScan
from jadoube.daemon.watched.chattering import Chatterers
from jadoube.daemon.watched.health_watch import Troubled
from jadoube.daemon.watched.line_names import LineNames
from jadoube.drivers.interfaces import NotYet, Part, PartFailed
from jadoube.games.save_status import NOTHING_WAITS, SaveStatus

HEARTBEAT_MS = 5000
"""While a clock runs, a scan is journalled at least this often; a power cut costs no more time than this."""

Watcher = Callable[[int, Table, tuple[Effect, ...]], None]
"""Gets every step with effects: its instant, the table after it, the effects."""


class Keeper(Protocol):
    """Keeps the journal and the scoresheet of the running game."""

    def begin(self, table: Table, now_ms: int) -> None:
        """Open the journal of a game that begins with this table."""

    def append(self, event: Event, now_ms: int, table: Table) -> None:
        """Journal one event, which led to this table; never blocks."""

    def look(self, table: Table, now_ms: int) -> SaveStatus:
        """Take in the table after a scan; return what is not saved now, at this instant. Never blocks."""

    def wake_ms(self) -> int | None:
        """When `look` is wanted next, even if nothing happens; None if not at all."""

    def go_back(self) -> None:
        """Go on with the game before; the one that was begun since is void."""

    def write_down(self, table: Table) -> None:
        """Write the current scoresheet; never blocks."""


class NoKeeper:
    """Keeps nothing."""

    def begin(self, table: Table, now_ms: int) -> None:
        """Keep nothing."""

    def append(self, event: Event, now_ms: int, table: Table) -> None:
        """Keep nothing."""

    def look(self, _table: Table, _now_ms: int) -> SaveStatus:
        """Miss nothing."""
        return NOTHING_WAITS

    def wake_ms(self) -> int | None:
        """Want nothing."""
        return None

    def go_back(self) -> None:
        """Keep nothing."""

    def write_down(self, table: Table) -> None:
        """Keep nothing."""


class Daemon:
    """One running board. `table` is the current table, `shown` the last view.

    `switched_off` is true once the players have switched the board off; it then stops by itself. `troubled`
    collects the machine's troubles; `line_names` names the lines of the reeds in them. `scan_watchers` get
    the instant of every scan that returned, whether it read the reeds or failed. `at_leisure` get the table
    when nothing is left to do until the next scan.
    """

    def __init__(
        self,
        table: Table,
        scans: ScanSource,
        outlets: Sequence[Outlet] = (),
        *,
        keeper: Keeper | None = None,
        answering: BeginAnswer = answer_now,
        playing: BeginMove = nobody_plays,
        say: Callable[[str], None] = print,
    ) -> None:
        self.table = table
        self.shown: View | None = None
        self.watchers: list[Watcher] = []
        self.switched_off = False
        self.troubled = Troubled()
        self.line_names = LineNames()
        self.scan_watchers: list[Callable[[int], None]] = []
        self.at_leisure: list[Callable[[Table], None]] = []
        self._scans = scans
        self._outlets = outlets
        for outlet in outlets:
            outlet.answered = scans.hurry
        self._keeper = keeper or NoKeeper()
        self._answering = answering
        self._asked: Adjudication | None = None
        self._answer: Future[bool | None] = Future()
        self._opponent = OpponentDesk(playing, say, self._hurry_with)
        self._refused = RefusedAgain()
        self._say = say
        self._chatterers = Chatterers(say)
        self._last = table.last_scan
        self._journalled_ms = 0
        self._fed_ms = 0
        self._show_ms: int | None = 0
        self._blind = False
        self._stopping = False
        self._looked = asyncio.Event()

    @property
    def fed_ms(self) -> int:
        """The instant of the last event."""
        return self._fed_ms

    def stop(self) -> None:
        """End `run` after the current scan."""
        self._stopping = True
        self._scans.end()

    async def run(self) -> None:
        """Scan until stopped; then go dark."""
        await self.scan()
        await asyncio.gather(*self.finishing().values())

    async def scan(self) -> None:
        """Take in scans until stopped."""
        try:
            while not self._stopping:
                scan = await self._scans.next(self._wake_ms(), self._frame_ms())
                self._take_in(scan)
                await self._think()
                self._adjudicate(self._fed_ms)  # an order may have come after the scan
                self._hear_opponent(self._fed_ms)
                self.troubled.unsaved = not self._keeper.look(self.table, self._scans.now_ms()).saving
                self._show(self._fed_ms)
                self._looked.set()
                for act in self.at_leisure:
                    act(self.table)
        finally:
            self._scans.end()

    def finishing(self) -> dict[str, Coroutine[Any, Any, None]]:
        """Return, by part, what finishes it and makes it dark; a board that was switched off shows that."""
        last = None
        if self.shown and self.switched_off:
            last = off_view(self.shown, self.table.terms.language)
        return {str(outlet.part): outlet.finish(last) for outlet in self._outlets}

    async def up(self, patience_s: float) -> None:
        """Wait until the first scan is shown; for each part `patience_s` seconds at most."""
        await self._looked.wait()
        for outlet in self._outlets:
            await outlet.rest(patience_s)

    def resume(self, last_ms: int) -> None:
        """Resume a game that the journal left unfinished at this instant."""
        self.feed(Restarted(), last_ms)

    async def obey(self, ordered: Ordered) -> tuple[Effect, ...]:
        """Carry out an order after all scans made before now; return its effects."""
        return await self.tell(ordered)

    async def tell(self, event: Event) -> tuple[Effect, ...]:
        """Feed an event that is no scan after all scans made before now; return the effects."""
        now_ms = await self._scans.caught_up()
        if again := self._refused.answer(self.table, event, now_ms):
            return again
        effects = self.feed(event, now_ms)
        self._refused.note(event, effects)
        self._scans.hurry()
        return effects

    def feed(self, event: Event, now_ms: int) -> tuple[Effect, ...]:
        """Feed one event to the arbiter, journal it, tell the watchers; return the effects.

        Pending work is finished first, and what it decides is told with its own instant. A scan may leave
        work pending (`_think`); any other event is decided at once.
        """
        while self.table.thinking:
            self._think_once(self.table.thinking.at_ms)
        before, self._fed_ms = self.table, now_ms
        take_in = begin_step if isinstance(event, Scanned) else step
        self.table, effects = take_in(before, event, now_ms)
        if effects and any(isinstance(effect, GameReopened) and effect.earlier for effect in effects):
            self._keeper.go_back()
        if self.table is not before or self._heart_beats(now_ms):
            self._keeper.append(event, now_ms, self.table)
            self._journalled_ms = now_ms
            self._show_ms = now_ms
        if effects:
            self._tell(before, effects, now_ms)
        return effects

    async def _think(self) -> None:
        """Go on with the work that a scan left pending, slice by slice; others get their turn in between."""
        while self.table.thinking:
            await asyncio.sleep(0)
            if self.table.thinking:  # else an order has finished the work
                self._think_once(self.table.thinking.at_ms)

    def _think_once(self, at_ms: int) -> None:
        """Go on with the pending work for one slice; tell what it decides, with the instant of its event."""
        before = self.table
        self.table, effects = think(before)
        if effects:
            self._tell(before, effects, at_ms)

    def _adjudicate(self, now_ms: int) -> None:
        """Start computing an answer to the table's question, and feed the answer once it is there."""
        asked = self.table.play.adjudication
        if asked is None:
            return
        try:
            if asked != self._asked:
                self._answer.cancel()  # an old question
                self._asked, self._answer = asked, self._answering(asked)
                self._hurry_with(self._answer)
            if not self._answer.done():
                return
            can_mate = self._answer.result()
        except (OSError, MemoryError, BrokenExecutor) as problem:
            self._say(f"adjudication: {str(problem) or 'its process was ended'}; it stays undecided")
            can_mate = None
        self._asked = None
        self.feed(Adjudicated(asked.fen, can_mate), now_ms)

    def _hear_opponent(self, now_ms: int) -> None:
        """Ask the opponent from elsewhere, and feed what he has answered."""
        for ordered in self._opponent.orders(self.table, now_ms):
            self.feed(ordered, now_ms)
        self.troubled.no_opponent = self._opponent.trouble

    def _hurry_with(self, answer: "Future[Any]") -> None:
        """Let a scan come when an answer is there, which another thread brings."""
        if answer.done():
            return
        loop = asyncio.get_running_loop()

        def hurry(_: "Future[Any]") -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._scans.hurry)

        answer.add_done_callback(hurry)

    def _tell(self, before: Table, effects: tuple[Effect, ...], now_ms: int) -> None:
        if any(isinstance(effect, GameBegun) for effect in effects):
            self._keeper.write_down(before)
            self._keeper.begin(self.table, now_ms)
        elif any(effect.on_scoresheet for effect in effects) or _is_renamed(before, self.table):
            self._keeper.write_down(self.table)
        if any(isinstance(effect, SwitchOff) for effect in effects):
            self.switched_off = self._stopping = True
        for watcher in self.watchers:
            watcher(now_ms, self.table, effects)

    def _take_in(self, scan: TimedScan) -> None:
        """Feed a scan; while the board cannot be read, the last reading stands."""
        match scan.found:
            case NotYet() | None:
                pass
            case PartFailed():
                if not self._blind:
                    self._say(f"{scan.found}; the board is blind until it answers")
                self._blind = True
            case read:
                if self._blind:
                    self._say("reeds answer again")
                self._blind = False
                self._last = read
                self._chatterers.take_in(scan.held, turned=self.table.turned)
        if scan.found is not None:
            for watcher in self.scan_watchers:
                watcher(scan.at_ms)
        self.feed(self._last, scan.at_ms)

    def _show(self, now_ms: int) -> None:
        """Offer the view to every outlet if it has changed, else only to those that want it again."""
        changed = self._look(now_ms)
        for outlet in self._outlets:
            wanted_ms = outlet.wanted_ms()
            if self.shown and (changed or (wanted_ms is not None and now_ms >= wanted_ms)):
                outlet.offer(self.shown, now_ms)

    def _look(self, now_ms: int) -> bool:
        """Compute the view if it may have changed; return whether it has."""
        troubled = self._note_troubles(now_ms)
        if not troubled and (self._show_ms is None or now_ms < self._show_ms):
            return False
        before, self.shown = self.shown, view(self.table, now_ms, self.troubled.wrong)
        self._show_ms = self.shown.changes_at_ms
        return self.shown != before

    def _note_troubles(self, now_ms: int) -> bool:
        """Note the machine's troubles, and log the lines lost and found; return whether any changed."""
        before = self.troubled.wrong
        wires = self.table.board.wires
        faulty = () if wires is SOUND else self.line_names.faulty(wires)
        chattering = self._chatterers.trouble(self.table)
        if not self.troubled.note(self._silent_parts(), now_ms, faulty, chattering):
            return False
        were = {each.what for each in before if isinstance(each.what, FaultyLine)}
        for line in faulty:
            if line not in were:
                self._say(put_in_words(line.said))
        bad = {line.name for line in faulty}
        for line in sorted(were):
            if line.name not in bad:  # else it only has another fault now
                self._say(f"{line.name} reads again")
        return True

    def _silent_parts(self) -> list[Part]:
        """The parts that do not answer now."""
        blind = [Part.REEDS] if self._blind else []
        return blind + [outlet.part for outlet in self._outlets if outlet.failed]

    def _frame_ms(self) -> int | None:
        """When an outlet next wants the same view again."""
        wanted = (outlet.wanted_ms() for outlet in self._outlets)
        return min((at_ms for at_ms in wanted if at_ms is not None), default=None)

    def _wake_ms(self) -> int | None:
        """When a scan is wanted even if nothing changes."""
        heart_ms = self._journalled_ms + HEARTBEAT_MS if self._clock_runs() else None
        wakes = (
            *(deadline_ms(self.table), self._show_ms, heart_ms),
            *(self._keeper.wake_ms(), self._opponent.wake_ms()),
        )
        return min((wake for wake in wakes if wake is not None), default=None)

    def _heart_beats(self, now_ms: int) -> bool:
        return self._clock_runs() and now_ms - self._journalled_ms >= HEARTBEAT_MS

    def _clock_runs(self) -> bool:
        return self.table.play.clock is not None and self.table.play.clock.running is not None


def _is_renamed(before: Table, table: Table) -> bool:
    """Whether a game that has begun has other names, which its PGN is to have."""
    return table.names is not before.names and table.play.phase is not Phase.SETTING_UP
