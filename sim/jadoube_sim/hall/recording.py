"""What a board shows while hands play a game, recorded once in virtual time, as its publisher reads it.

The law: each message and PGN is what the real board has made, at its instant. It refuses to know who reads
it.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.config.settings import default_settings
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.effects import Effect, Lifted, Placed
from jadoube.core.messages.names import Names
from jadoube.core.state.table import Table
from jadoube.formats.pgn import write_pgn
from jadoube.formats.pgn_tags import GAME_ID, tags_with_names
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import terms_of_log
from jadoube.glances.glance import Glance
from jadoube.glances.messages import message
from jadoube.online.publishing.states import BoardNow
from jadoube_sim.desk import Beside, Desk, Ears
from jadoube_sim.hands.games import Game, playable_games
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.player import play_habit

GAMES: Final = Path(str(files("jadoube_sim.hall").joinpath("games.pgn")))
"""Sixteen games that Stockfish 15.1 played at 1350 to 1850 Elo; some end by mate, some by resignation."""

BLITZ: Final = "180+2"
THINKS_MS: Final = (600, 4400)
"""A ply takes three seconds with what the hands do, as in a game of 3+2 with some forty moves."""

PLAYERS: Final = replace(
    HABITS["blitz"], clears_up=False, pace=replace(HABITS["blitz"].pace, think_ms=THINKS_MS)
)
WRITES_DOWN_MS: Final = 500

ID: Final = "RECORDED"
"""Stands for the game's identity."""


class Instant(NamedTuple):
    """What a board shows at an instant of its game."""

    at_ms: int
    plies: int
    text: bytes
    """The message, as it comes over the board's socket."""
    pgn: str

    def now(self, game_id: str) -> BoardNow:
        """Return how the board stands, in a game of this identity; read as a publisher reads it."""
        message = {**json.loads(self.text), "game_id": game_id}
        return BoardNow(message, self.pgn.replace(f'"{ID}"', f'"{game_id}"', 1))


class Recording(NamedTuple):
    """A game of a board, from its first ply to its end."""

    instants: tuple[Instant, ...]
    san: tuple[str, ...]
    """The game as the board has read it."""

    @property
    def end_ms(self) -> int:
        """When the last thing happened."""
        return self.instants[-1].at_ms


def games() -> list[Game]:
    """Return the games of the hall on the desk."""
    return playable_games(GAMES)


def record(game: Game, *, seed: int = 0, control: str = BLITZ, names: Names | None = None) -> Recording:
    """Let hands play a game in virtual time, and return what the board showed."""
    log = play_habit(game, PLAYERS, seed=seed, time_control=control)
    return asyncio.run(_recorded(log, game.result, names))


async def _recorded(log: SensorLog, result: str, names: Names | None) -> Recording:
    """Play it, and end it as the players tell the arbiter, if the board has not seen that it is over."""
    seen: list[tuple[int, Table]] = []

    def tell(now_ms: int, table: Table, effects: tuple[Effect, ...]) -> None:
        if any(not isinstance(effect, Lifted | Placed) for effect in effects):
            seen.append((now_ms, table))

    beside = Beside(names=names)
    desk = Desk(default_settings(), terms_of_log(log), beside=beside, ears=Ears(_nothing, tell))
    async with desk:
        desk.act(log.edges)
        end_ms = (log.end_us or 0) // 1000
        await desk.run_to(end_ms)
        if desk.table.play.outcome is None:
            desk.order(read_ordered(f"result {result}"))
        await desk.run_to(end_ms + WRITES_DOWN_MS)
    made = [_instant(now_ms, table) for now_ms, table in seen]
    return Recording(tuple(_one_each(made)), tuple(ply.san for ply in scoresheet(desk.table).plies))


def _instant(now_ms: int, table: Table) -> Instant:
    tags = tags_with_names({GAME_ID: ID}, table.names)
    glance = Glance(table, now_ms, tags=tags)
    sheet = scoresheet(table)
    return Instant(now_ms, len(sheet.plies), message(glance).text, write_pgn(sheet, tags))


def _one_each(made: list[Instant]) -> Iterator[Instant]:
    """Of those of one instant the last; a reader gets no more (`glances/maker.py`)."""
    for each, following in zip(made, [*made[1:], None], strict=True):
        if following is None or following.at_ms > each.at_ms:
            yield each


def write_recordings(recordings: Sequence[Recording], path: Path) -> None:
    """Write them for other processes."""
    with path.open("w", encoding="ascii") as file:
        for each in recordings:
            plain = [(at_ms, plies, text.decode(), pgn) for at_ms, plies, text, pgn in each.instants]
            file.write(json.dumps([plain, each.san]) + "\n")


def read_recordings(path: Path) -> list[Recording]:
    """Read what `write_recordings` has written."""
    read = []
    with path.open(encoding="ascii") as file:
        for line in file:
            plain, san = json.loads(line)
            instants = tuple(Instant(at_ms, plies, text.encode(), pgn) for at_ms, plies, text, pgn in plain)
            read.append(Recording(instants, tuple(san)))
    return read


def _nothing(_line: str) -> None:
    """Nobody listens."""
