"""The week: game after game on one board, whatever goes wrong, and what became of each."""

import asyncio
import gc
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import chess

from jadoube.config.settings import default_settings
from jadoube.core.clock.time_control import time_control_text
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.phases import Phase
from jadoube.daemon.garbage import stop_looking
from jadoube.games.game_names import Kind, game_path
from jadoube_sim.benchmarks.soak import disk, plan, sizes
from jadoube_sim.benchmarks.soak.life import Deeds, Life, Outlasting, soak_settings
from jadoube_sim.benchmarks.soak.plan import Plan, Trouble
from jadoube_sim.benchmarks.soak.verdicts import (
    Verdict,
    bad_journals,
    folded_journal,
    kept_plies,
    left_verdict,
    newest_number,
    verdict,
)
from jadoube_sim.hands.games import Game

DAY_MS: Final = 24 * 3600 * 1000
EVENING_MS: Final = 4 * 3600 * 1000
"""So long of each day the board is played on."""
MEAN_REST_S: Final = 150
"""Between two games, on the average."""
SETTLES_MS: Final = 15_000
"""So long after the pieces are set up the next game has begun."""
UNREADABLE_MS: Final = 60_000
SHORT_MS: Final = 2_000


@dataclass(slots=True)
class Counts:
    """What is counted."""

    games: int = 0
    plies: int = 0
    cuts: int = 0
    stops: int = 0
    disk_faults: int = 0
    marks: int = 0
    orders: int = 0
    """Games that an order had to end, because clearing up did not."""
    verdicts: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """What must not be, in lines."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a soak is over: after so many games or so many days of virtual time, whichever is first."""

    games: int | None
    days: float | None

    def done(self, games: int, now_ms: int) -> float:
        """Which share of it is done."""
        by_games = games / self.games if self.games else 0.0
        by_days = now_ms / (self.days * DAY_MS) if self.days else 0.0
        return max(by_games, by_days)


@dataclass(frozen=True, slots=True)
class Soaked:
    """What a soak has found."""

    counts: Counts
    sizes: tuple[sizes.Sizes, ...]
    virtual_ms: int
    scans: int
    messages: int
    packed: int
    removed: int


Progress = Callable[[int], None]


def soak(
    games: Sequence[Game], limits: Limits, seed: int, progress: Progress = lambda _games: None
) -> Soaked:
    """Let a board be played on up to a limit."""
    stop_looking()
    try:
        with TemporaryDirectory(prefix="jadoube-soak-") as folder:
            return asyncio.run(_Week(games, seed, Path(folder)).pass_by(limits, progress))
    finally:
        gc.enable()  # as it was for other benches


class _Week:
    def __init__(self, games: Sequence[Game], seed: int, folder: Path) -> None:
        self._games = games
        self._lots = random.Random(f"{seed} week")
        self._seed = seed
        self._folder = folder / "games"
        self._counts = Counts()
        self._unfinished: set[int] = set()
        """The numbers of games that nobody can have finished."""
        self._completed: list[chess.Move | None] = []
        """The completed plies of the last of them."""
        self._deeds = Deeds(self._allows)
        settings = soak_settings(default_settings(), self._folder)
        self._all = Outlasting(settings, self._folder, folder / "runtime", self._deeds)
        self._sizes: list[sizes.Sizes] = []

    async def pass_by(self, limits: Limits, progress: Progress) -> Soaked:
        """Play until a limit is reached."""
        self._life = Life(self._all)
        done = 0.0
        while done < 1:
            await self._play(self._next_plan())
            progress(self._counts.games)
            done = limits.done(self._counts.games, self._all.now_ms)
            if done < 1:
                await self._rest()
                done = limits.done(self._counts.games, self._all.now_ms)
            while len(self._sizes) < min(sizes.TENTHS, int(done * sizes.TENTHS)):
                self._sizes.append(sizes.measured(self._counts.games, self._folder))
        await self._life.leave()
        self._look_at_the_folder()
        out = self._all
        deeds = self._deeds
        return Soaked(
            self._counts, tuple(self._sizes), out.now_ms, out.scans, out.messages, deeds.packed, deeds.removed
        )

    # A game

    def _next_plan(self) -> Plan:
        number = self._counts.games
        control = time_control_text(self._life.table.terms.control)
        if self._lots.random() < 0.3:
            control = self._lots.choice(plan.CONTROLS)
        return plan.drawn(self._games, control, number, random.Random(f"{self._seed} game {number}"))

    async def _play(self, game: Plan) -> None:
        """Play a game, end it, set up the pieces, and judge what was read."""
        counts = self._counts
        await self._agree(game.control)
        self._life.show(game.log.reeds)
        await self._pass(500)
        begin_us = self._all.now_ms * 1000
        self._let_fail(game, begin_us)
        if game.cut_at:
            begin_us = await self._play_up_to_cut(game, begin_us)
        else:
            self._mark(game, begin_us, game.log.lasts_us)
            self._life.act(game.log.edges, begin_us)
        if game.trouble is not Trouble.UNREADABLE:
            await self._life.run_to((begin_us + game.log.lasts_us) // 1000)
        unfit = self._life.table.notices.illegal
        await self._end(game)
        counts.games += 1
        counts.plies += len(game.game.moves)
        counts.troubles[game.trouble] += 1
        counts.endings[game.ending] += 1
        self._judge(game, unfit=unfit)

    async def _agree(self, control: str) -> None:
        """Agree on a time control, if it is another one."""
        if control != time_control_text(self._life.table.terms.control):
            words = "none" if control == "-" else f"pgn:{control}"
            await self._order(f"control {words}")

    def _let_fail(self, game: Plan, begin_us: int) -> None:
        if game.fails:
            self._counts.disk_faults += 1
            for at_us, fails in zip(game.fails_us, (game.fails, {}), strict=True):
                self._life.at(begin_us + at_us, partial(setattr, self._all.disk, "fails", fails))

    def _mark(self, game: Plan, begin_us: int, until_us: int) -> None:
        for at_us in game.marks_us:
            if at_us < until_us:
                self._counts.marks += 1
                self._life.order("wrong", begin_us + at_us)

    async def _play_up_to_cut(self, game: Plan, begin_us: int) -> int:
        """Play until the power goes; it comes back, and hands go on. Give when the game would have begun."""
        edges = game.log.edges
        cut_us = edges[game.cut_at].at_us - plan.REST_US // 3
        self._mark(game, begin_us, cut_us)
        self._life.act(edges[: game.cut_at], begin_us)
        await self._life.run_to((begin_us + cut_us) // 1000)
        await self._life.cut()
        self._counts.cuts += 1
        if game.trouble is Trouble.UNREADABLE:
            self._unfinished.add(newest_number(self._folder))
            table = self._life.table
            self._completed = [ply.move for ply in scoresheet(table).plies[: table.play.completed]]
            self._all.disk.fails = disk.UNREADABLE
        self._begin_life()
        self._all.disk.fails = {} if game.trouble is Trouble.CUT else self._all.disk.fails
        await self._pass(SHORT_MS)
        if game.trouble is Trouble.CUT:
            if game.control != "-":
                await self._order("play")
            begin_us = self._all.now_ms * 1000 - cut_us
            self._life.act(edges[game.cut_at :], begin_us)
        return begin_us

    async def _end(self, game: Plan) -> None:
        """End the game, mend the reeds, clear up; wait until the next game can begin and the disk works."""
        await self._pass(SHORT_MS)  # nobody gives an order in the millisecond in which a piece lands
        if game.trouble is not Trouble.UNREADABLE:
            for order in game.orders:
                await self._order(order)
            await self._pause()
        if game.trouble is Trouble.STICKS and self._life.table.play.phase is not Phase.OVER:
            await self._pause()  # a reed that is mended beside an open game would be one more trouble
            await self._order("new game")
        self._life.show(game.final.occupied)
        await self._pass(SHORT_MS)
        edges = plan.clearing_up(game, 0, self._lots)
        self._life.act(edges, self._all.now_ms * 1000)
        await self._pass(edges[-1].at_us // 1000 + SETTLES_MS)
        if game.trouble is Trouble.UNREADABLE:
            await self._pass(UNREADABLE_MS)
            self._all.disk.fails = {}
        while self._all.disk.fails:
            await self._pass(SETTLES_MS)
        await self._pass(SHORT_MS)
        if self._life.table.play.phase is not Phase.SETTING_UP:
            self._counts.orders += 1
            await self._pause()
            await self._order("new game")
            await self._pass(SETTLES_MS)

    async def _order(self, text: str) -> None:
        self._life.order(text, self._all.now_ms * 1000)
        await self._pass(500)

    async def _pause(self) -> None:
        """Stop the clock if one runs: nobody clears up beside it, whatever the board has read."""
        if self._life.table.play.phase is Phase.PLAYING:
            await self._order("pause")

    def _judge(self, game: Plan, *, unfit: bool) -> None:
        closed = self._life.desk.closed_games
        if game.trouble is Trouble.UNREADABLE:
            journal = game_path(self._folder, max(self._unfinished), Kind.JOURNAL)
            found = left_verdict(journal, self._completed)
        elif closed:
            read = closed[0].plies
            kept_now = kept_plies(self._folder, [ply.move for ply in read])
            found = verdict(game, read, kept_now, unfit=unfit)
        else:
            found = Verdict.LOST
        closed.clear()
        self._counts.verdicts[found] += 1
        if found in (Verdict.SILENT, Verdict.LOST):
            self._counts.wrong.append(
                f"game {game.number + 1} ({game.trouble}, {game.ending}, {game.control}): {found}"
            )

    # Between games

    async def _rest(self) -> None:
        """Let the board stand until somebody plays again; at night it is switched off, or not."""
        await self._pass(int(self._lots.expovariate(1 / MEAN_REST_S) * 1000))
        hour_ms = self._all.now_ms % DAY_MS
        if hour_ms < EVENING_MS:
            return
        if self._lots.random() < 0.5:
            await self._pass(DAY_MS - hour_ms)
            return
        await self._life.leave()
        self._counts.stops += 1
        self._all.now_ms += DAY_MS - hour_ms
        self._begin_life()
        await self._pass(SHORT_MS)

    def _begin_life(self) -> None:
        """Let the power come on. What the process before it had is gone; only here it would go later."""
        gc.collect()
        self._life = Life(self._all)

    async def _pass(self, for_ms: int) -> None:
        await self._life.run_to(self._all.now_ms + for_ms)

    # The folder

    def _allows(self, path: Path) -> None:
        """Note it if retention takes a game that is not finished."""
        if path.suffix == ".pgn":
            return
        folded = folded_journal(path)
        if folded is None or folded.unfinished or not folded.begun:
            self._counts.wrong.append(f"{path.name}: not finished, and packed or removed")

    def _look_at_the_folder(self) -> None:
        self._counts.wrong += bad_journals(self._folder)
        for number in sorted(self._unfinished):
            if not game_path(self._folder, number, Kind.JOURNAL).exists():
                self._counts.wrong.append(f"{number:06}.journal: its game is not finished, and it is gone")


def report(soaked: Soaked, seed: int, cpu_s: float) -> Iterator[str]:
    """Say in lines what a soak has found."""
    counts = soaked.counts
    yield (
        f"soak     seed {seed}: {soaked.virtual_ms / DAY_MS:.2f} days, {counts.games} games, "
        f"{counts.plies} plies, {soaked.scans} scans, {soaked.messages} messages; "
        f"{cpu_s / max(1, counts.games):.2f} s of CPU time a game"
    )
    yield (
        f"soak     {counts.cuts} power cuts, {counts.stops} ends in order, {counts.disk_faults} disk faults, "
        f"{counts.marks} marks; journals packed: {soaked.packed}, files removed: {soaked.removed}"
    )
    for counted in (counts.verdicts, counts.troubles, counts.endings):
        yield "soak     " + ", ".join(f"{name} {number}" for name, number in sorted(counted.items()))
    yield f"soak     games that an order had to end, as clearing up did not: {counts.orders}"
    for line in (*sizes.table(soaked.sizes), *wrong(soaked)):
        yield f"soak     {line}"


def wrong(soaked: Soaked) -> list[str]:
    """What must not be, in lines; empty if all is well."""
    return [*soaked.counts.wrong, *sizes.grown(soaked.sizes)]
