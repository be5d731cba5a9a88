"""Two players at a board of the hall: they play game after game at human speed, each in their own manner.

The law: they do what people do: they wait for the names of the round, start the clock, stop while the
arbiter has the clocks stopped, tell him a result that the board cannot see, and set the pieces up again. It
refuses to know the hall: all that reaches them is what the board shows.
"""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import chess

from jadoube.core.clock.time_control import time_control_text
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.names import NO_NAMES
from jadoube.core.messages.phases import Phase
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.hands.games import Game
from jadoube_sim.page.performing.playing import Playing, hand_with
from jadoube_sim.page.workbench import Bench

KINDS: Final = (
    *("club", "tidy", "mover-first", "any-order", "rook-first", "two-hands", "victim-first", "adjusting"),
    *("rook-up-first", "second-thoughts", "bumped", "rook-down-first"),
)
"""How the players of a board play, by its number; all think for 0.4 to 2.5 s (`hands/steps.py`)."""

LOOKS_S: Final = 0.25
BEGINS_AFTER_S: Final = (4.0, 20.0)
"""They sit down, shake hands, and one of them presses; or the arbiter starts the clocks before."""

SHAKES_HANDS_MS: Final = 3000
"""By the board's own time, in which it reads the last ply: on a busy machine that is behind."""

PATIENCE_S: Final = 90.0
"""So long they wait for the arbiter while the clocks stand; then they go on without him."""


class Players:
    """The players at this board. `games` are theirs, in this order, and from the first again."""

    def __init__(self, bench: Bench, games: Sequence[Game], seed: int) -> None:
        self._bench = bench
        self._games = games
        self._rng = random.Random(f"{seed} players")
        self._manner = KINDS[seed % len(KINDS)]
        self._seed = seed
        self.played = 0
        """How many games are over."""

    async def sit_and_play(self) -> None:
        """Sit down, wait until the clock runs or one presses, and play the next game."""
        await self._wait_for_start()
        await self.play(self._games[self.played % len(self._games)])

    async def play(self, game: Game, speed: float = 1.0) -> None:
        """Play a game, and tell its result if the board cannot see it."""
        playing = await asyncio.to_thread(self._hands, replace(game, names=NO_NAMES))
        playing.speed = speed
        self._bench.performer.begin(playing)
        self._bench.performer.go_on()
        self._bench.keep_pace()
        await self._watch()
        await self._shake_hands()
        self._tell_result(game)
        self.played += 1

    async def set_up(self) -> None:
        """Set the pieces up for another game."""
        await self._bench.set_up(replace(self._bench.terms, start_fen=chess.STARTING_FEN))

    async def _wait_for_start(self) -> None:
        """Sit down until the clock runs, or until one has waited long enough."""
        waits_s = self._rng.uniform(*BEGINS_AFTER_S)
        for _ in range(int(waits_s / LOOKS_S)):
            if self._table and self._table.play.phase != Phase.SETTING_UP:
                break
            await asyncio.sleep(LOOKS_S)

    def _hands(self, game: Game) -> Playing:
        control = time_control_text(self._bench.terms.control)
        begins = SensorLog(game.start_fen, control, self._bench.terms.rules.name)
        return hand_with(game, self._manner, begins, seed=self._seed + self.played, presses=True)

    async def _watch(self) -> None:
        """Wait until it is played, and let hands rest while the arbiter has stopped the clocks."""
        performer = self._bench.performer
        waited_s = 0.0
        while performer.at_work:
            phase = self._table.play.phase if self._table else None
            if phase == Phase.OVER:
                performer.stop()
                self._bench.performed()
            elif phase == Phase.PAUSED and waited_s < PATIENCE_S:
                waited_s += LOOKS_S
                performer.pause()
            elif waited_s:
                waited_s = 0.0
                with suppress(ValueError):  # refused: the clock runs, or the arbiter has to judge
                    self._bench.obey(read_ordered("play"))
                performer.go()
            await asyncio.sleep(LOOKS_S)

    async def _shake_hands(self) -> None:
        """Wait until the board has seen what they have done; a board that stands still is not waited for."""
        if self._bench.desk:
            pace = self._bench.desk.pace
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_S):
                    await pace.run_to(pace.now_ms() + SHAKES_HANDS_MS)

    def _tell_result(self, game: Game) -> None:
        """What they have agreed on, or that one resigns, if the board has not seen how it ended."""
        table = self._table
        if table and table.play.phase in (Phase.PLAYING, Phase.PAUSED):
            self._bench.obey(read_ordered(f"result {game.result}"))

    @property
    def _table(self) -> Table | None:
        return self._bench.desk.table if self._bench.desk else None
