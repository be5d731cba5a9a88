"""An evening of many rounds in one hall, in fast time: from a pairing list to the PGN of each round.

The law: the boards are the twin's, with their daemons, sockets and publishers; an arbiter at the hall's
page loads the list, seats, starts, and takes the PGN home. Every game of it has to be the one that was
played. Time at a board runs as fast as the machine can make it; nothing else is quicker than on a real
evening.
"""

import asyncio
import io
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import chess.pgn

from jadoube.config.settings import BrokerSettings
from jadoube_sim.benchmarks.hall.crowds import Crowds
from jadoube_sim.hall.broker import LocalBroker
from jadoube_sim.hall.desk_arbiter import DeskArbiter
from jadoube_sim.hall.hall_process import HallPlan, hall_process, player_name
from jadoube_sim.hall.page_client import PageClient, at_page
from jadoube_sim.hall.recording import games
from jadoube_sim.hall.swiss import Pair, next_pairs
from jadoube_sim.hands.games import Game

EVENT: Final = "Evening on the desk"
COMES_WITHIN_S: Final = 60.0
"""The hall has all results by then."""

LOOKS_S: Final = 0.25

Clocks = tuple[int | None, ...]


@dataclass(slots=True)
class Evening:
    """What became of an evening."""

    rounds: int = 0
    games: int = 0
    plies: int = 0
    wrong: list[str] = field(default_factory=list)
    """What was another in a round's PGN than at the boards."""
    said: list[str] = field(default_factory=list)
    """What boards and hall have said meanwhile."""
    took_s: float = 0.0

    @property
    def troubles(self) -> list[str]:
        """What was said, but what belongs to every evening."""
        return [line for line in self.said if not _BELONGS.fullmatch(line)]


_BELONGS: Final = re.compile(r"the broker is there|Board b[0-9]+ was switched off\.")
"""The boards go at the end."""


def evening(boards: int, rounds: int, played: Sequence[Game] = (), jobs: int = 1) -> Evening:
    """Have an evening of so many rounds; `played` are the games that are played, one after the other.

    The boards share so many processes.
    """
    return asyncio.run(_evening(boards, rounds, played or games(), jobs))


async def _evening(boards: int, rounds: int, played: Sequence[Game], jobs: int) -> Evening:
    found, begin_s = Evening(), time.monotonic()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="jadoube-hall-")))
        broker = stack.enter_context(LocalBroker(folder / "broker"))
        place = BrokerSettings(host="127.0.0.1", port=broker.port, tls=False, hall="evening")
        hall = await stack.enter_async_context(
            hall_process(HallPlan(folder / "hall", place, 0, found.said.append))
        )
        crowds = await stack.enter_async_context(Crowds(boards, jobs, folder, place, played))
        page = await stack.enter_async_context(at_page(hall.url, hall.pin))
        arbiter = DeskArbiter(page, crowds.seated, EVENT)
        history: list[tuple[Pair, str]] = []
        for number in range(1, rounds + 1):
            pairs = next_pairs(2 * boards, history)
            theirs = [played[(number + 3 * at) % len(played)] for at in range(boards)]
            await arbiter.seat(number, pairs)
            await arbiter.start()
            kept = [_clocks(*_pgn(each)) for each in await crowds.play(theirs)]
            await _decided(page)
            await crowds.set_up()
            found.wrong += await _differing(page, number, pairs, list(zip(theirs, kept, strict=True)))
            history += [(pair, game.result) for pair, game in zip(pairs, theirs, strict=True)]
            found.rounds, found.games = number, found.games + len(theirs)
            found.plies += sum(len(game.moves) for game in theirs)
    found.said += crowds.said
    found.took_s = time.monotonic() - begin_s
    return found


async def _decided(page: PageClient) -> None:
    """Wait until the hall has all results."""
    async with asyncio.timeout(COMES_WITHIN_S):
        while "*" in _pgn_results(await page.text("round.pgn")):  # noqa: ASYNC110 - nothing tells it
            await asyncio.sleep(LOOKS_S)


async def _differing(
    page: PageClient, number: int, pairs: Sequence[Pair], theirs: Sequence[tuple[Game, Clocks]]
) -> list[str]:
    """What of the round's PGN is another than was played, and than the boards have kept of the clocks."""
    written = {
        (game.headers["White"], game.headers["Black"]): game for game in _pgn(await page.text("round.pgn"))
    }
    wrong = []
    for at, (pair, (game, clocks)) in enumerate(zip(pairs, theirs, strict=True), start=1):
        names = player_name(pair[0]), player_name(pair[1])
        found = written.pop(names, None)
        if found is None:
            wrong.append(f"round {number}, board {at}: no game of {names[0]} and {names[1]}")
            continue
        wrong += [f"round {number}, board {at}: {each}" for each in faults(found, game, clocks, number)]
    return [*wrong, *(f"round {number}: nobody played {names}" for names in written)]


def faults(found: chess.pgn.Game, game: Game, clocks: Clocks, number: int) -> Iterator[str]:
    """What is wrong with a game of the round's PGN; `clocks` are the times that its board has kept."""
    if (shown := _clocks(found)) != clocks:
        yield f"clocks {shown}, expected {clocks}"
    moves = tuple(found.mainline_moves())
    if moves != game.moves:
        yield f"{len(moves)} plies that are not those {len(game.moves)} that were played"
    expected: Mapping[str, str] = {"Result": game.result, "Event": EVENT}
    for tag, value in expected.items():
        if found.headers.get(tag) != value:
            yield f"{tag} {found.headers.get(tag)!r}, expected {value!r}"
    if found.headers.get("Round", "").split(".")[0] != str(number):
        yield f"Round {found.headers.get('Round')!r}, expected {number}"


def _clocks(*games: chess.pgn.Game) -> Clocks:
    """The time that is left after each ply of the last of these games; None: it is not said.

    In whole s, as what leaves the hall has no others.
    """
    clocks = (node.clock() for node in games[-1].mainline()) if games else ()
    return tuple(None if clock is None else int(clock) for clock in clocks)


def _pgn(text: str) -> Iterator[chess.pgn.Game]:
    file = io.StringIO(text)
    while game := chess.pgn.read_game(file):
        yield game


def _pgn_results(text: str) -> Iterator[str]:
    for game in _pgn(text):
        yield game.headers["Result"]
