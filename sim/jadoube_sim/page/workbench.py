"""The bench: one board with its pieces, its faults and its power, which runs as long as the program does.

The law: pieces and faults are things, and outlive the board's lives; a life begins with what its journal has
and ends in order or by a cut. Whatever moves a piece ends in `feel`: the reeds then show what stands on them.
It decides what has to be told to whom when power comes and goes, and which game is set up. It knows neither
HTTP nor pages: who has hands here is a name.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import chess

from jadoube.config.settings import Settings
from jadoube.core.display.effect_text import answer_text, seconds
from jadoube.core.display.scoresheet import Scoresheet
from jadoube.core.language.render import unfit
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.effects import Effect, Lifted, Placed
from jadoube.core.messages.events import BUTTONS, Ordered
from jadoube.core.messages.names import NO_NAMES
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table, Terms
from jadoube.daemon.asked.adjudicator import BeginAnswer
from jadoube.daemon.asked.opponents import BeginMove, nobody_plays
from jadoube.daemon.service import tags_of
from jadoube.formats.pgn import write_pgn
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.glances.glance import Answer, answer
from jadoube_sim.desk import Desk, Ears
from jadoube_sim.page.faults import Faults
from jadoube_sim.page.latency import Latency
from jadoube_sim.page.performing.performer import Performer
from jadoube_sim.page.performing.playing import Playing
from jadoube_sim.page.pieces import arranged, new_set, strangers
from jadoube_sim.page.power_cycle import Begin, Life
from jadoube_sim.page.reeds import Reeds
from jadoube_sim.page.world import REACH

NOTES: Final = 30


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for when the program began."""

    settings: Settings
    terms: Terms
    directory: Path
    """Where the games are kept."""
    seed: int = 0
    speed: float = 1.0
    """How fast time runs while nothing is performed."""
    manner: str = "tidy"


class Bench:
    """A board on the bench. Beside the loop, `answering` works out who can mate and `playing` plays a side.

    `on_power` is called each time when the board has got its power or lost it; `on_line` gets its log.
    """

    def __init__(self, plan: Plan, answering: BeginAnswer, playing: BeginMove = nobody_plays) -> None:
        self.plan = plan
        self._answering = answering
        self._playing = playing
        self.terms = plan.terms
        self.world = new_set(chess.Board(plan.terms.start_fen), turned=bool(plan.terms.turned))
        self.reach = REACH
        self.reeds = Reeds(self.world.closed(), plan.seed)
        self.faults = Faults(self.reeds, plan.settings.pins.matrix)
        self.held: dict[str, str | None] = {}
        """The buttons that are down, and whose hand holds each."""
        self.performer = Performer(self)
        self.notes: deque[str] = deque(maxlen=NOTES)
        self.latency = Latency()
        self.changes = 0
        """Counts what has happened, so that whoever looks knows that something has."""
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.on_power: Callable[[], None] = lambda: None
        self.on_line: Callable[[str], None] = lambda _: None
        self.has_power = False
        """Whether its power is on: also for the moment in which one game is closed and the next begun."""
        self._life: Life | None = None
        self._at_ms = 0
        self._speed = plan.speed
        self._earlier: SensorLog | None = None
        self._closed_games: list[Scoresheet] = []
        self._names = NO_NAMES  # of the life before
        self._left_games: list[Scoresheet] = []  # of a life that was cut: the next may go on with it
        self._lock = asyncio.Lock()
        self._ending: set[asyncio.Task[None]] = set()

    # What there is to see

    @property
    def desk(self) -> Desk | None:
        """The board; None without power."""
        return self._life.desk if self._life else None

    @property
    def mode(self) -> str:
        """Who moves the pieces: whoever likes, a hand with a game, or a log."""
        playing = self.performer.playing
        if playing is None or not self.performer.at_work:
            return "free"
        return "hands" if playing.kind == "hands" else "replay"

    @property
    def stands(self) -> Occupancy:
        """Where something stands that closes a reed."""
        return self.world.closed(self.reach) if self.mode == "free" else self.performer.stands

    @property
    def now_ms(self) -> int:
        """The board's instant; without power that of the cut."""
        return self.desk.pace.now_ms() if self.desk else self._at_ms

    @property
    def now_us(self) -> int:
        """The same in microseconds."""
        return self.now_ms * 1000

    @property
    def speed(self) -> float:
        """How many times as fast as real time the board's time runs."""
        playing = self.performer.playing
        return playing.speed if playing and self.performer.runs else self._speed

    def log(self) -> SensorLog:
        """Give what reeds and buttons did since this game was set up, through all lives since then."""
        now = self.desk.log() if self.desk else None
        earlier = self._earlier
        if earlier is None or now is None:
            return now or earlier or SensorLog()
        return replace(earlier, edges=(*earlier.edges, *now.edges), end_us=now.end_us)

    @property
    def tags(self) -> dict[str, str]:
        """The PGN's tags of the game of now; empty without power."""
        return self._life.tags() if self._life else {}

    def games(self) -> list[Scoresheet]:
        """Give all games so far, that of now last."""
        return [*self._closed_games, *(self.desk.games() if self.desk else self._left_games)]

    def pgn(self) -> str:
        """Write all games down."""
        date = tags_of(self.plan.settings.game, trusted=True)
        return "".join(write_pgn(sheet, date) for sheet in self.games())

    # What happens

    def happened(self) -> None:
        """Note that something did."""
        self.changes += 1

    def feel(self, at_us: int, *, bounce: bool = True) -> None:
        """Let the reeds show what stands on them."""
        self.changes += 1
        self.act(self.reeds.edges(self.stands, at_us, bounce=bounce))

    def act(self, edges: list[Edge]) -> None:
        """Let reeds and buttons do this; without power nothing takes notice."""
        self.changes += 1
        if self.desk:
            self.desk.act(edges)
            for edge in edges[:1]:
                if edge.name not in BUTTONS:
                    self.latency.edge(edge.at_us)

    def button(self, word: str, name: str, at_us: int, by: str | None = None) -> None:
        """Press or release a button."""
        if word == "press":
            self.held[name] = by
        else:
            self.held.pop(name, None)
        self.act([Edge(at_us, word, name)])

    def say(self, line: str) -> None:
        """Take a note."""
        self.notes.append(line)
        self.changes += 1

    def _hear_board(self, line: str) -> None:
        """Take a note of what a board has in its log, and log it."""
        self.on_line(line)
        self.say(line)

    def flicker(self, square: chess.Square) -> None:
        """Let a loose reed show the contrary now and then, as long as it is loose."""
        if self.desk is None or square not in self.reeds.flickering:
            return
        desk, (waits_us, lasts_us) = self.desk, self.reeds.pulse_us()
        at_us = desk.now_us + waits_us

        def disturb(until_us: int | None, at_us: int) -> None:
            if square not in self.reeds.flickering or desk is not self.desk:
                return
            self.reeds.disturbed ^= chess.BB_SQUARES[square]
            self.feel(at_us, bounce=False)
            if until_us is None:
                self.flicker(square)
            else:
                desk.pace.schedule(until_us, lambda: disturb(None, until_us))

        desk.pace.schedule(at_us, lambda: disturb(at_us + lasts_us, at_us))

    def keep_pace(self) -> None:
        """Let time run as fast as it is to now."""
        self.changes += 1
        if self.desk:
            self.desk.pace.set_speed(self.speed)

    def performed(self) -> None:
        """A performance is over: the pieces are everybody's again."""
        self._speed = self.plan.speed
        self.keep_pace()
        self.feel(self.now_us)

    def obey(self, ordered: Ordered) -> Answer:
        """Say to the board what no reed can see, and give what came of it; ValueError where it refuses."""
        if self.desk is None:
            raise unfit(EdgePhrase.NO_POWER)
        if self.desk.daemon.switched_off:
            raise unfit(EdgePhrase.IS_SWITCHED_OFF)
        self.desk.meddle(self.happened)  # a scan comes and shows it
        daemon = self.desk.daemon
        return answer(ordered.order, daemon.feed(ordered, self.desk.pace.now_ms()), daemon.table)

    def break_(self, kind: str, where: str, *, on: bool) -> None:
        """Break something, or mend it."""
        self.faults.set(kind, where, on=on, twin=self.desk.twin if self.desk else None)
        self.feel(self.now_us)
        if self.desk:
            self.desk.meddle(self.happened)  # a scan comes and sees it
        if kind == "flicker" and on:
            self.flicker(chess.parse_square(where))

    def set_speed(self, speed: float) -> None:
        """Let the performance, if there is one, or else time itself run so fast."""
        playing = self.performer.playing
        if playing and self.performer.at_work:
            playing.speed = speed
        else:
            self._speed = speed
        self.keep_pace()

    # Power, and games set up anew

    async def begin(self, *, resumes: bool) -> None:
        """Switch the board on for the first time, with the game that was left if it is to be taken up."""
        life = self._new_life(resumes=resumes)
        if life.left:
            table = life.left.table
            self._at_ms = life.left.last_ms
            self.world = new_set(table.line.board, turned=table.turned)
        self._live(life)

    async def end(self) -> None:
        """Switch it off in order."""
        async with self._lock:
            self._forget_life()
            life, self._life = self._life, None
            if life:
                await life.leave()
                self.on_power()

    async def power(self, *, on: bool) -> None:
        """Cut the power, or give it back: then the board begins with what its journal has."""
        async with self._lock:
            if on and self._life is None:
                life = self._new_life(resumes=True)
                self._bridge()
                self._live(life)
            elif not on and self._life:
                self._forget_life()
                life, self._life = self._life, None
                self.has_power = False
                await life.cut()
                self.on_power()
                self.say("the power is cut")

    async def set_up(self, terms: Terms, playing: Playing | None = None) -> None:
        """Close the game, set the pieces up for another and begin it, with a performance if there is one."""
        async with self._lock:
            self.performer.stop()
            if self._life:
                if self.desk and not self.desk.daemon.switched_off:
                    self.desk.end()
                self._forget_life()
                life, self._life = self._life, None
                await life.leave()
            self.terms, self._earlier, self._at_ms = terms, None, 0
            self._set_pieces(playing)
            self._live(self._new_life(resumes=False))

    def _set_pieces(self, playing: Playing | None) -> None:
        board = chess.Board(self.terms.start_fen)
        if playing and playing.kind == "log" and playing.begins.reeds != board.occupied:
            self.world = strangers(playing.begins.reeds)
        else:
            known = "?" not in {piece.kind for piece in self.world.pieces}
            world = self.world if known else new_set(board)
            self.world = arranged(world, board, turned=bool(self.terms.turned))
        if playing:
            self.performer.begin(playing)

    def _new_life(self, *, resumes: bool) -> Life:
        plan = self.plan
        life = Life(plan.settings, self.terms, plan.directory, self.say, resumes=resumes)
        if life.left:
            self.say(f"an unfinished game is taken up again (plies: {life.left.table.line.ply})")
        elif self._left_games:
            self._closed_games += [sheet for sheet in self._left_games if sheet.plies]
        self._left_games = []
        return life

    def _live(self, life: Life) -> None:
        """Let a life begin, on the pieces and with the faults that there are."""
        closed = self.reeds.begin(self.stands)
        ears = Ears(self._hear_board, self._hear)
        playing = self.performer.playing
        hands = playing.names if playing else NO_NAMES
        names = next((each for each in (hands, self._names) if playing and each != NO_NAMES), None)
        begin = Begin(
            closed, self._at_ms, self.speed, ears, self._after_scan, self._answering, self._playing, names
        )
        task = life.begin(begin)
        self._life, self.has_power = life, True
        task.add_done_callback(lambda done: self._ended(done, life))
        if desk := life.desk:
            self.faults.break_all(desk.twin)
            for name in self.held:
                desk.twin.set_button(BUTTONS[name], True)
        for square in list(self.reeds.flickering):
            self.flicker(square)
        self.performer.go_on()
        self.on_power()
        self.changes += 1

    def _forget_life(self) -> None:
        """Keep of a life that ends what outlives it."""
        if self.desk:
            self._at_ms = self.now_ms
            self._names = self.desk.table.names
            *closed, last = self.desk.games()
            self._closed_games += closed
            self._left_games = [last]
            self._earlier = self.log()

    def _bridge(self) -> None:
        """What the reeds did without power, they do in the log at the instant when it comes back."""
        earlier = self._earlier
        if earlier is None:
            return
        was = earlier.reeds
        for edge in earlier.edges:
            if edge.name not in BUTTONS:
                bit = chess.BB_SQUARES[chess.parse_square(edge.name)]
                was = was | bit if edge.word == "close" else was & ~bit
        self._at_ms += 2
        at_us = self._at_ms * 1000 - 1
        changed = was ^ self.reeds.begin(self.stands)
        edges = [
            Edge(at_us, "open" if was >> square & 1 else "close", chess.SQUARE_NAMES[square])
            for square in chess.scan_forward(changed)
        ]
        self._earlier = replace(earlier, edges=(*earlier.edges, *edges), end_us=at_us)

    def _after_scan(self) -> None:
        desk = self.desk
        if desk and desk.daemon.shown:
            self.changes += 1
            self.latency.scan(desk.pace.scanned_ms, desk.daemon.shown.lamps, desk.twin.wire.last_frame)

    def _hear(self, now_ms: int, table: Table, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if not isinstance(effect, Lifted | Placed):
                self.say(f"{seconds(now_ms)}  {answer_text(effect, table)}")
        self.performer.read(table)

    def _ended(self, task: "asyncio.Task[None]", life: Life) -> None:
        """The daemon has ended: it was told to, the players have switched it off, or it failed."""
        if task.cancelled() or self.failed.done():
            return
        if problem := task.exception():
            self.failed.set_exception(problem)
        elif life is self._life and life.desk and life.desk.daemon.switched_off:
            self.say("the board is switched off; its power may be cut now")
            off = asyncio.ensure_future(life.leave())  # its faces say so until then
            self._ending.add(off)
            off.add_done_callback(self._ending.discard)
