"""The board on the desk: what `jadoube run` does, over the twin, in virtual time.

A `Desk` has the board's electronics (the twin), the real drivers on them, the real daemon, and a pace that
is virtual. Hands act on it by raw edges; what it shows is read from the wire to the lamps and the RAM of the
display chips, never from the View. It decides nothing of chess, and knows no face: a terminal or a page look
at it, and act on it, from outside.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self, TypeVar

import chess

from jadoube.config.settings import Settings
from jadoube.core.arbiter import step
from jadoube.core.clock.time_control import time_control_text
from jadoube.core.display.scoresheet import Scoresheet, scoresheet
from jadoube.core.display.seven_segment import Segments
from jadoube.core.messages.effects import Effect, GameBegun
from jadoube.core.messages.events import BUTTONS, Button, Ended, Ordered
from jadoube.core.messages.names import NO_NAMES, Names
from jadoube.core.signals.debounce import Contacts, settled_contacts
from jadoube.core.squares import Occupancy, squares, turn_squares
from jadoube.core.state.others.opponent_question import MoveAnswer
from jadoube.core.state.play_parts import Adjudication
from jadoube.core.state.table import Table, Terms, new_table, set_names
from jadoube.daemon.asked.adjudicator import BeginAnswer, answer_now
from jadoube.daemon.asked.opponents import BeginMove, Question, nobody_plays
from jadoube.daemon.displays import outlets_for
from jadoube.daemon.loop import Daemon, Keeper
from jadoube.daemon.sampling.source import PacedScans
from jadoube.daemon.service import names_of_settings, terms_of_settings
from jadoube.daemon.watched.line_names import LineNames
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube.drivers.interfaces import Colour, Part
from jadoube.drivers.reeds.reopening import LateScanner
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.journal.fold import Folded
from jadoube_sim.twin import Twin
from jadoube_sim.virtual import InlineExecutor, VirtualPace

_T = TypeVar("_T")

MOST_EDGES = 1_000_000
"""So many edges a log has at most, some 25 MB of text: days of play, or hours of a loose joint."""

HOLD_MS = 100
"""For how long a button that is pressed is held down."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What eyes see on the board."""

    lamps: tuple[Colour, ...]
    """What is lit, a1 first."""
    white: Segments
    black: Segments
    bright: tuple[bool, bool]
    """Whether Black's and White's face shine brightly: indexed by side."""
    blinks: tuple[bool, bool] = (False, False)
    """Whether they blink."""

    def face(self, side: chess.Color) -> Segments:
        """Give what a side's face shows."""
        return self.white if side else self.black


@dataclass(frozen=True, slots=True)
class Beside:
    """Who works beside the loop."""

    keeper: Keeper | None = None
    answering: BeginAnswer = answer_now
    """Works out who can still mate: here and now, as virtual time waits for nobody, or in its own time."""
    playing: BeginMove = nobody_plays
    """Plays a side from elsewhere."""
    first_table: Callable[[Terms, Contacts], Table] = new_table
    names: Names | None = None
    """The names of a new game; None: the first table's, or those of the settings."""
    """Makes the table of a new game on these terms and reeds."""


@dataclass(slots=True)
class Ears:
    """Whom the desk tells what it has to say."""

    say: Callable[[str], None] = print
    """Is told in one line when a part fails or answers again."""
    tell: Callable[[int, Table, tuple[Effect, ...]], None] = field(default=lambda *_: None)
    """Is told every step that had effects: its instant, the table after it, the effects."""


class Desk:
    """One board on the desk. While it is used as an async context it runs.

    `terms` are what was agreed, by default what the settings say. `left` is a game to be taken up. `closed`
    are the reeds that are closed at first, by default those of the start position, or of the board as it was
    left. `pace` is virtual; by default time stands still until `run_to` lets it run.
    """

    def __init__(
        self,
        settings: Settings,
        terms: Terms | None = None,
        *,
        closed: Occupancy | None = None,
        left: Folded | None = None,
        pace: VirtualPace | None = None,
        beside: Beside | None = None,
        ears: Ears | None = None,
    ) -> None:
        self.terms = left.table.terms if left else terms or terms_of_settings(settings)
        self.period_ms = settings.board.scan_period_ms
        self.pace = pace or VirtualPace(self.period_ms, until_ms=0)
        self.twin = Twin(settings.pins)
        self.unplugged: set[Part] = set()
        self.closed_games: list[Scoresheet] = []
        self._edges: list[Edge] = []
        self._full_us: int | None = None
        """When the log was full; None as long as it is not."""
        self._ears = ears or Ears()
        self._beside = beside or Beside()
        self._closed = _closed_at_first(self.terms, closed, left)
        for square in squares(self._closed):
            self.twin.set_reed(square, True)
        self.daemon = self._daemon(settings, left)
        self._latest = self.daemon.table
        self._task: asyncio.Task[None] | None = None

    @property
    def table(self) -> Table:
        """How things stand, as the daemon sees them."""
        return self.daemon.table

    @property
    def now_us(self) -> int:
        """The instant, in microseconds."""
        return self.pace.now_ms() * 1000

    @property
    def last_us(self) -> int:
        """The instant of the last edge that hands have been told to make."""
        return max((edge.at_us for edge in self._edges), default=0)

    def shown(self) -> Shown:
        """Look at the board: at the lamps as the wire's bytes left them, at the faces' chips."""
        twin = self.twin
        bright = (twin.chip(chess.BLACK).brightness > 8, twin.chip(chess.WHITE).brightness > 8)
        blinks = (twin.chip(chess.BLACK).blink_hz > 0, twin.chip(chess.WHITE).blink_hz > 0)
        return Shown(twin.lamps(), twin.face(chess.WHITE), twin.face(chess.BLACK), bright, blinks)

    # What hands do

    def act(self, edges: Iterable[Edge]) -> None:
        """Let reeds and buttons do this; their instants count from when the desk began."""
        for edge in edges:
            self._log(edge)
            self.pace.schedule(edge.at_us, self._stimulus(edge))

    def _log(self, edge: Edge) -> None:
        """Keep an edge, as long as there is room; a log that is full ends there, and it is said once."""
        if self._full_us is not None:
            return
        if len(self._edges) < MOST_EDGES:
            self._edges.append(edge)
            return
        self._full_us = edge.at_us
        self._say(f"the sensor log is full (edges: {MOST_EDGES}); it ends here")

    def press(self, button: Button, at_us: int | None = None) -> None:
        """Press a button at an instant, or now, and let it go."""
        name, begin_us = str(button.name).lower(), self.now_us if at_us is None else at_us
        self.act([Edge(begin_us, "press", name), Edge(begin_us + HOLD_MS * 1000, "release", name)])

    def plug(self, part: Part, *, plugged: bool) -> None:
        """Pull a part's plug now, or put it in again."""
        if plugged:
            self.unplugged.discard(part)
            self.meddle(lambda: self.twin.plug(part))
        else:
            self.unplugged.add(part)
            self.meddle(lambda: self.twin.unplug(part))

    def order(self, ordered: Ordered) -> None:
        """Give an order now: what players and arbiter say in words."""
        self.meddle(lambda: self.daemon.feed(ordered, self.pace.now_ms()))

    def meddle(self, change: Callable[[], object]) -> None:
        """Change something in the electronics now, before the next scan, which will come and see it."""
        self.pace.schedule(self.now_us, change)

    # Its life

    async def __aenter__(self) -> Self:
        self.begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.leave()

    def begin(self) -> "asyncio.Task[None]":
        """Let the board run, and give the task that it runs in."""
        self._task = asyncio.create_task(self.daemon.run())
        return self._task

    async def leave(self) -> None:
        """Let the board finish what it does and go dark."""
        self.daemon.stop()
        self.pace.close()
        if self._task:
            await self._task

    async def cut(self) -> None:
        """Cut the power: the board finishes nothing."""
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def run_to(self, at_ms: int) -> None:
        """Wait until virtual time has come to an instant; an exception of the daemon's comes out here."""
        if self._task is None:
            raise RuntimeError("the desk does not run, expected it to be used as an async context")
        running = asyncio.ensure_future(self.pace.run_to(at_ms))
        await asyncio.wait({running, self._task}, return_when=asyncio.FIRST_COMPLETED)
        if self._task.done():
            running.cancel()
            self._task.result()

    async def run_out(self) -> None:
        """Wait until all that was scheduled has happened and nothing more is awaited; then the desk stops."""
        self.pace.end_with(self.daemon.stop)
        if self._task:
            await asyncio.shield(self._task)

    # What becomes of it

    def end(self) -> None:
        """Say that nothing more will come: what the reeds show now is final, and the game is closed."""
        self.daemon.feed(Ended(), self.pace.now_ms())

    def games(self) -> list[Scoresheet]:
        """Give the games so far, as they would be written down if it all ended now."""
        last, _ = step(self.table, Ended(), self.pace.now_ms())
        sheet = scoresheet(last)
        return [*self.closed_games, *([sheet] if sheet.plies or not self.closed_games else [])]

    def log(self) -> SensorLog:
        """Give all that hands did so far as a sensor log, until now."""
        now_us = self.now_us if self._full_us is None else min(self.now_us, self._full_us)
        edges = sorted(_one_per_instant(edge for edge in self._edges if edge.at_us <= now_us))
        return SensorLog(
            start=self.terms.start_fen,
            time_control=time_control_text(self.terms.control),
            rules=self.terms.rules.name,
            closed=self._closed,
            edges=tuple(edges),
            end_us=now_us,
        )

    def _daemon(self, settings: Settings, left: Folded | None) -> Daemon:
        electronics = self.twin.electronics
        scanner = LateScanner(lambda: assemble_scanner(settings.pins, electronics, settings.reeds, wary=True))
        table = left.table if left else self._first_table(settings)
        outlets = outlets_for(settings, electronics, InlineExecutor(), self._say)
        daemon = Daemon(
            table,
            PacedScans(scanner, self.pace),
            outlets,
            keeper=self._beside.keeper,
            answering=self._answer,
            playing=self._play,
            say=self._say,
        )
        if settings.reeds.scanner != "serial":
            daemon.line_names = LineNames(settings.pins.matrix)
        daemon.watchers.append(self._watch)
        return daemon

    def _first_table(self, settings: Settings) -> Table:
        table = self._beside.first_table(self.terms, settled_contacts(self._closed))
        names = self._beside.names
        if names is None:
            names = names_of_settings(settings.game) if table.names == NO_NAMES else table.names
        return set_names(table, names)

    def _answer(self, asked: Adjudication) -> "Future[bool | None]":
        """Have it worked out; if that takes long, a scan comes when it is done, whatever else happens."""
        return self._looking_again(self._beside.answering(asked))

    def _play(self, asked: Question) -> "Future[MoveAnswer]":
        """Have a move thought about; a scan comes when it is there, whatever else happens."""
        return self._looking_again(self._beside.playing(asked))

    def _looking_again(self, answer: "Future[_T]") -> "Future[_T]":
        """The answer, after which a scan comes, unless it is there already."""
        if not answer.done():
            loop = asyncio.get_running_loop()
            answer.add_done_callback(lambda _: self._look_again(loop))
        return answer

    def _look_again(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop has ended: nobody asks any more
            loop.call_soon_threadsafe(self.meddle, _nothing)

    def _say(self, line: str) -> None:
        self._ears.say(line)

    def _watch(self, now_ms: int, table: Table, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case GameBegun(outcome) if self._latest.line.ply:
                    self.closed_games.append(replace(scoresheet(self._latest), outcome=outcome))
        self._latest = table
        self._ears.tell(now_ms, table, effects)

    def _stimulus(self, edge: Edge) -> Callable[[], None]:
        _, word, name = edge
        if name in BUTTONS:
            return lambda: self.twin.set_button(BUTTONS[name], word == "press")
        return lambda: self.twin.set_reed(chess.parse_square(name), word == "close")


def _nothing() -> None:
    """What is changed where only a scan is wanted."""


def _closed_at_first(terms: Terms, closed: Occupancy | None, left: Folded | None) -> Occupancy:
    if closed is not None:
        return closed
    if left:
        return left.table.last_scan.reeds
    home = chess.Board(terms.start_fen).occupied
    return turn_squares(home) if terms.turned else home


def _one_per_instant(edges: Iterable[Edge]) -> list[Edge]:
    """Keep the last edge of each reed or button at each instant: a log holds one."""
    return list({(edge.at_us, edge.name): edge for edge in edges}.values())
