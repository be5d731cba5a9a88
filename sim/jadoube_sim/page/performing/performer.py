"""Does what a performance does next: a hand's gestures or a log's edges, at their instants, on the bench.

The law: everything happens in the board's own time, one edge after the other; a pause holds it where it is,
and what was in the air stays there. It decides when; what it means for the pieces is `follow`'s.
"""

from typing import Final, Protocol

import chess

from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import Edge
from jadoube_sim.desk import Desk
from jadoube_sim.page.performing.follow import LOOKS_AHEAD, Following, follow
from jadoube_sim.page.performing.playing import Playing
from jadoube_sim.page.pieces import arranged
from jadoube_sim.page.world import World

STEP_WAITS_US: Final = 200_000
"""Before a step that is asked for nobody thinks for longer than this."""


class Stage(Protocol):
    """Where it performs."""

    world: World

    @property
    def desk(self) -> Desk | None:
        """The board; None without power."""

    def feel(self, at_us: int, *, bounce: bool = True) -> None:
        """Let the reeds show what stands on them."""

    def button(self, word: str, name: str, at_us: int) -> None:
        """Press or release a button."""

    def performed(self) -> None:
        """All is done."""

    def keep_pace(self) -> None:
        """Let time run as fast as it is to."""


class Performer:
    """Performs. `stands` is what closes reeds while it does."""

    def __init__(self, stage: Stage) -> None:
        self.playing: Playing | None = None
        self.stands: Occupancy = 0
        self._stage = stage
        self._held: Following | None = None
        self._at_us = 0
        self._turn = 0  # what was scheduled in another turn does nothing any more

    @property
    def at_work(self) -> bool:
        """Whether something is being performed: under way or paused."""
        return self.playing is not None and not self.playing.over

    @property
    def runs(self) -> bool:
        """Whether it is under way."""
        return self.at_work and self.playing is not None and not self.playing.paused

    def begin(self, playing: Playing) -> None:
        """Have this performed from its beginning, once `go_on` is called."""
        self.playing, self._at_us = playing, 0
        self.stands = playing.begins.reeds
        self._held = None

    def go_on(self) -> None:
        """Go on where it is, if it is not paused and the board has power."""
        self._turn += 1
        desk, playing = self._stage.desk, self.playing
        if desk is None or playing is None or playing.paused:
            return
        if playing.over:
            self._stage.performed()
            return
        at_us = desk.now_us + max(0, playing.edges[playing.done].at_us - self._at_us)
        turn = self._turn
        desk.pace.schedule(at_us, lambda: self._next(turn, at_us))

    def pause(self) -> None:
        """Hold it where it is."""
        if self.playing:
            self.playing.paused = True
        self.go_on()

    def step(self) -> None:
        """Go on for one step, and pause again."""
        playing = self.playing
        if playing is None or playing.over:
            return
        playing.pauses_at, playing.paused = playing.steps_to(), False
        self._at_us = max(self._at_us, playing.edges[playing.done].at_us - STEP_WAITS_US)
        self.go_on()

    def go(self) -> None:
        """Go on to the end."""
        if self.playing:
            self.playing.paused, self.playing.pauses_at = False, None
        self.go_on()

    def stop(self) -> None:
        """Do no more of it."""
        self.playing = None
        self.go_on()

    def read(self, table: Table) -> None:
        """While a log is played, name the pieces by the reading where the board fits it."""
        playing = self.playing
        if playing and playing.kind == "log" and self.at_work and table.best.fits and table.seen.ready:
            self._stage.world = arranged(self._stage.world, table.line.board, turned=table.turned)
            self._held = None

    def _next(self, turn: int, at_us: int) -> None:
        """Do what is next, and whatever else is due at once."""
        playing = self.playing
        if turn != self._turn or playing is None:
            return
        edge = playing.edges[playing.done]
        self._at_us = edge.at_us
        self._do(playing, edge, at_us)
        playing.done += 1
        self._at_a_stop(playing)
        if playing.pauses_at is not None and playing.done >= playing.pauses_at:
            playing.paused, playing.pauses_at = True, None
            self._stage.keep_pace()
        if playing.over:
            self.go_on()
        elif not playing.paused:
            next_us = at_us + playing.edges[playing.done].at_us - edge.at_us
            desk = self._stage.desk
            if desk:
                desk.pace.schedule(next_us, lambda: self._next(turn, next_us))

    def _do(self, playing: Playing, edge: Edge, at_us: int) -> None:
        if edge.word in ("press", "release"):
            self._stage.button(edge.word, edge.name, at_us)
            return
        self.stands = _changed(self.stands, edge)
        self._stage.feel(at_us, bounce=playing.kind == "hands")
        if playing.followed is None or edge in playing.followed:
            now = self._held or Following(self._stage.world)
            self._held = follow(now, _coming(playing), playing.stop.board)
            self._stage.world = self._held.world

    def _at_a_stop(self, playing: Playing) -> None:
        """At the end of a hand's stretch the pieces stand as its game has them."""
        for stop in playing.stops:
            if stop.edges == playing.done and stop.board is not None:
                self._stage.world = arranged(self._stage.world, stop.board)
                self._held = None
                desk = self._stage.desk
                if desk and desk.table.play.outcome and not playing.over:  # the flag, or an agreement
                    playing.pauses_at = playing.done


def _coming(playing: Playing) -> tuple[Edge, ...]:
    if playing.followed is None:
        return playing.edges[playing.done : playing.stop.edges]
    rest = playing.edges[playing.done : playing.done + 4 * LOOKS_AHEAD]
    return tuple(edge for edge in rest if edge in playing.followed)


def _changed(stands: Occupancy, edge: Edge) -> Occupancy:
    bit = chess.BB_SQUARES[chess.parse_square(edge.name)]
    return stands | bit if edge.word == "close" else stands & ~bit
