"""What a page does at the bench: its hands on the pieces and buttons, and all that it can ask for.

The law: one thing after the other. A hand needs its time for each thing that it does; what a program asks
for faster than hands are, happens at a hand's pace, in its order. What cannot be done is refused with a
ValueError in one line, and nothing is changed by it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

import chess

from jadoube.config.problems import BadInput
from jadoube.core.clock.time_control import time_control_text
from jadoube.core.language.control_read import read_control
from jadoube.core.language.render import unfit
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Misread
from jadoube.core.messages.phrases import UnfitText
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.formats.sensorlog import SensorLog, parse_sensor_log, parse_start_fen
from jadoube.games.replay import terms_of_log
from jadoube.glances.glance import Unable
from jadoube_sim.page.performing.playing import Playing, hand_with, nth_game, replay_of
from jadoube_sim.page.pieces import arranged, boxed
from jadoube_sim.page.workbench import Bench
from jadoube_sim.page.world import World, snapped

DEED_US: Final = 40_000
"""Hands in a hurry do nothing that is shorter than this (as in `hands.habits`)."""

SLIDE_US: Final = 25_000
"""So long a piece needs for the length of a square where a page says only where it has got to."""

LAG_US: Final = 3_000_000
"""A hand is never further behind than this: what is asked for then happens at once."""

EMPTY: Final = "/".join("8" * 8)
"""The board of a FEN on which nothing stands: no game begins from it, but it may be what one wants."""


class Hand:
    """What one page can do. `name` is who it is."""

    def __init__(self, name: str, bench: Bench) -> None:
        self.name = name
        self._bench = bench
        self._free_us = 0
        self._verbs: dict[str, Callable[..., Any]] = {
            "lift": self.lift,
            "carry": self.carry,
            "hang": self.hang,
            "put": self.put,
            "slide": self.slide,
            "press": self.press,
            "release": self.release,
            "order": self.order,
            "fault": self.fault,
            "set": self.set,
            "power": self._power,
            "setup": self.setup,
            "new": self.new,
            "arrange": self.arrange,
            "hands": self.hands,
            "replay": self.replay,
            "pause": self.pause,
            "go": self.go,
            "step": self.step,
            "takeover": self.takeover,
        }

    async def do(self, verb: str, values: dict[str, Any]) -> None:
        """Do what was asked for; ValueError, worded, where that cannot be."""
        try:
            waited = self._verbs[verb](**values)
            if isinstance(waited, Awaitable):
                await waited
        except (Unable, Misread):
            raise  # its words say all
        except UnfitText as problem:
            raise UnfitText(f"{verb}: {problem}", problem.why) from problem
        except (ValueError, BadInput) as problem:
            raise ValueError(f"{verb}: {problem}") from problem
        finally:
            self._bench.happened()

    def let_go(self) -> None:
        """The page has gone: its pieces hang in the air, its buttons come up."""
        bench = self._bench
        bench.world = bench.world.let_go(self.name)
        for button in [button for button, by in bench.held.items() if by == self.name]:
            self.release(button)
        bench.happened()

    # Pieces

    def lift(self, piece: int) -> None:
        """Take a piece up."""
        self._move(self._free().lift(piece, self.name))

    def carry(self, piece: int, x: float, y: float) -> None:
        """Carry a piece through the air."""
        self._bench.world = self._free().carry(piece, x, y, self.name)

    def hang(self, piece: int, x: float, y: float) -> None:
        """Leave a piece hanging in the air, for whoever takes it next."""
        self._bench.world = self._free().hang(piece, x, y, self.name)

    def put(self, piece: int, x: float, y: float, *, exact: bool = False) -> None:
        """Set a piece down; one that stands is pushed there."""
        world = self._free()
        if not world.piece(piece).up:
            self.slide(piece, *((x, y) if exact else snapped(x, y)))
            return
        self._move(world.put(piece, x, y, self.name, exact=exact))

    def slide(self, piece: int, x: float, y: float) -> None:
        """Push a piece over the board."""
        way = self._free().slide(piece, x, y, self.name)
        was = self._bench.world.piece(piece)
        lasts_us = round(was.distance(x, y) * SLIDE_US)
        at_us = self._turn(lasts_us)
        for part, world in enumerate(way, start=1):
            self._bench.world = world
            self._bench.feel(at_us + lasts_us * part // len(way))

    def _move(self, world: World) -> None:
        self._bench.world = world
        self._bench.feel(self._turn())

    def _free(self) -> World:
        """The pieces, if hands may touch them."""
        if self._bench.mode != "free":
            raise unfit(EdgePhrase.DESK_NOT_FREE)
        return self._bench.world

    def _turn(self, lasts_us: int = DEED_US) -> int:
        """When this hand's next deed happens: now, or when it has done what it is at."""
        now_us = self._bench.now_us
        at_us = max(now_us, self._free_us) if self._free_us <= now_us + LAG_US else now_us
        self._free_us = at_us + lasts_us
        return at_us

    # Buttons and orders

    def press(self, button: str) -> None:
        """Push a lever or key down."""
        if button in self._bench.held:
            raise unfit(EdgePhrase.DESK_HELD_ALREADY, button=button)
        self._bench.button("press", button, self._turn(), self.name)

    def release(self, button: str) -> None:
        """Let a lever or key come up."""
        if button not in self._bench.held:
            raise unfit(EdgePhrase.DESK_NOT_HELD, button=button)
        self._bench.button("release", button, self._turn())

    def order(self, order: str) -> None:
        """Say to the board what no reed can see."""
        self._bench.obey(read_ordered(order))

    # The things

    def fault(self, kind: str, where: str, *, on: bool) -> None:
        """Break something, or mend it."""
        bench = self._bench
        bench.break_(kind, where, on=on)

    def set(
        self, bounce_ms: float | None = None, reach: float | None = None, speed: float | None = None
    ) -> None:
        """Change how reeds and magnets are, or how fast time runs."""
        bench = self._bench
        if bounce_ms is not None:
            bench.reeds.bounce_ms = bounce_ms
        if reach is not None:
            bench.reach = reach
            bench.feel(bench.now_us)
        if speed is not None:
            bench.set_speed(speed)

    def _power(self, *, on: bool) -> Awaitable[None]:
        return self._bench.power(on=on)

    # Games

    def setup(self, fen: str) -> Awaitable[None] | None:
        """Set up any position, and begin a game from it; or sweep all pieces off the board."""
        if fen.split(maxsplit=1)[:1] == [EMPTY]:
            world = self._free()
            self._move(boxed(world, set(range(len(world.pieces)))))
            return None
        start = parse_start_fen(fen).fen(en_passant="fen")
        return self._bench.set_up(replace(self._bench.terms, start_fen=start))

    def new(self, control: str | None = None, rules: str | None = None) -> Awaitable[None]:
        """Set the pieces up for a new game, on the same terms or others."""
        terms = replace(self._bench.terms, start_fen=chess.STARTING_FEN)
        if control is not None:
            terms = replace(terms, control=read_control(control))
        if rules is not None:
            if rules not in RULE_SETS:
                raise unfit(EdgePhrase.DESK_ONE_OF, found=rules[:40], choices=", ".join(RULE_SETS))
            terms = replace(terms, rules=RULE_SETS[rules])
        return self._bench.set_up(terms)

    def arrange(self) -> None:
        """Put all pieces where the reading says that they are."""
        bench = self._bench
        self._free()
        if bench.desk is None:
            raise unfit(EdgePhrase.NO_POWER)
        table = bench.desk.table
        self._move(arranged(bench.world, table.line.board, turned=table.turned))

    async def hands(
        self,
        pgn: str,
        game: int = 1,
        manner: str | None = None,
        speed: float = 1.0,
        presses: bool | None = None,
    ) -> None:
        """Let a hand play a game of a PGN."""
        plan, terms = self._bench.plan, self._bench.terms
        control = time_control_text(terms.control)

        def made() -> Playing:
            chosen = nth_game(pgn, game)
            begins = SensorLog(chosen.start_fen, control, terms.rules.name)
            with_levers = control != "-" if presses is None else presses
            return hand_with(
                chosen, manner or plan.manner, begins, seed=plan.seed + game, presses=with_levers
            )

        playing = await asyncio.get_running_loop().run_in_executor(None, made)
        await self._perform(playing, speed)

    async def replay(self, log: str, speed: float = 1.0) -> None:
        """Let a sensor log happen again."""
        parsed = await asyncio.get_running_loop().run_in_executor(None, parse_sensor_log, log, "log")
        await self._perform(replay_of(parsed, "log"), speed)

    async def _perform(self, playing: Playing, speed: float) -> None:
        playing.speed = speed
        agreed = terms_of_log(playing.begins)
        terms = replace(
            self._bench.plan.terms, start_fen=agreed.start_fen, control=agreed.control, rules=agreed.rules
        )
        await self._bench.set_up(terms, playing)

    def pause(self) -> None:
        """Hold what is being played."""
        self._performer().pause()
        self._bench.keep_pace()

    def go(self) -> None:
        """Go on with it."""
        self._performer().go()
        self._bench.keep_pace()

    def step(self) -> None:
        """Go on by one step."""
        self._performer().step()
        self._bench.keep_pace()

    def takeover(self) -> None:
        """Let go of what is being played: what is in the air stays there."""
        self._performer().stop()
        self._bench.performed()

    def _performer(self) -> Any:
        if not self._bench.performer.at_work:
            raise unfit(EdgePhrase.DESK_NOTHING_PLAYED)
        return self._bench.performer
