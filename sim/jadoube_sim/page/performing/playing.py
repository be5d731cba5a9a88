"""What plays by itself on the board: a hand with a game, or a sensor log. It can be paused and stepped.

The law: it knows what is done next and when, counted from its own beginning, and not how it is done. A step
goes to the end of a stretch: of a hand's, in which it makes a ply, or to the next edge of a log.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, NamedTuple

import chess

from jadoube.config.problems import BadInput
from jadoube.core.language.render import unfit
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.names import NO_NAMES, Names
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.hands import HABITS, MANNERS
from jadoube_sim.hands.games import Game, games_of
from jadoube_sim.hands.habits import Habit
from jadoube_sim.hands.player import play_in_stretches
from jadoube_sim.page.performing.follow import without_bounce

NAMES = (*MANNERS, *(name for name in HABITS if not name.startswith("manner-")))
"""The manners of a hand and the habits of two players, by the names that one chooses them by."""


class Stop(NamedTuple):
    """Where a stretch ends: how many edges are made by then, which ply stands, and the position."""

    edges: int
    ply: int
    board: chess.Board | None


@dataclass(slots=True)
class Playing:
    """A performance, and how far it has come. Its edges count from its own beginning."""

    kind: str
    """`hands` or `log`."""
    name: str
    edges: tuple[Edge, ...]
    stops: tuple[Stop, ...]
    of: int
    """How many plies a hand makes, or edges a log has."""
    begins: SensorLog
    """What the board is set up for: its start, its terms, its reeds."""
    manner: str | None = None
    names: Names = NO_NAMES
    """Who plays in the game of a hand."""
    speed: float = 1.0
    done: int = 0
    """How many edges are made."""
    paused: bool = False
    pauses_at: int | None = None
    """When so many edges are made it pauses, because only a step was asked for."""
    followed: frozenset[Edge] | None = None
    """The edges that are no bounce; None: all of them."""

    @property
    def over(self) -> bool:
        """Whether all is done."""
        return self.done >= len(self.edges)

    @property
    def stop(self) -> Stop:
        """Where the stretch ends that is under way, or comes next."""
        return next((each for each in self.stops if each.edges > self.done), self.stops[-1])

    @property
    def ply(self) -> int:
        """The ply that stands, or the edge that is made."""
        if self.kind == "log":
            return self.done
        return max((stop.ply for stop in self.stops if stop.edges <= self.done), default=0)

    def steps_to(self) -> int:
        """Say how many edges are made after the next step: one ply more stands, if there is one."""
        if self.kind == "log":
            return self.done + 1
        ply = self.ply
        return next((stop.edges for stop in self.stops if stop.ply > ply), len(self.edges))

    def message(self) -> dict[str, Any]:
        """Say it as the page reads it."""
        return {
            "kind": self.kind,
            "name": self.name,
            "ply": self.ply,
            "of": self.of,
            "paused": self.paused,
            "manner": self.manner,
            "speed": self.speed,
            "done": self.over,
        }


def nth_game(pgn: str, number: int) -> Game:
    """Give one game of a PGN's text, counted from 1. UnfitText where it cannot be played."""
    try:
        games = list(islice(games_of(pgn, "pgn"), max(number, 1)))
    except BadInput as problem:
        raise unfit(EdgePhrase.PGN_NO_GAME) from problem
    if not 0 < number <= len(games):
        raise unfit(EdgePhrase.PGN_NO_SUCH_GAME, number=number, count=len(games))
    game = games[number - 1]
    if isinstance(game, BadInput):
        move = _NO_MOVE.search(str(game))
        if move:
            raise unfit(EdgePhrase.PGN_NOT_LEGAL, number=number, found=move[1])
        raise unfit(EdgePhrase.PGN_CANNOT_BE_PLAYED, problem=str(game))
    return game


_NO_MOVE: Final = re.compile(r"(?:illegal|invalid|ambiguous) san: '([^']{1,20})'")
"""What python-chess says of a move that cannot be."""


def hand_with(game: Game, manner: str, begins: SensorLog, *, seed: int, presses: bool) -> Playing:
    """Let a hand play a game in a manner, or two players by a habit; after the last ply it rests."""
    log, stretches = play_in_stretches(
        game, _habit(manner), seed=seed, presses=presses, time_control=begins.time_control
    )
    boards = list(_positions(game))
    edges: list[Edge] = []
    stops: list[Stop] = [Stop(0, 0, boards[0])]
    begin = 0
    for until_us, ply in stretches:
        end = bisect_right(log.edges, until_us, key=lambda edge: edge.at_us)
        edges += without_bounce(log.edges[begin:end])
        stops.append(Stop(len(edges), ply, boards[ply]))
        begin = end
    return Playing(
        "hands", _name(game), tuple(edges), tuple(stops), len(game.moves), begins, manner, game.names
    )


def _name(game: Game) -> str:
    """What a game is called: by its players, or its event, or its number."""
    if (game.white, game.black) != ("?", "?"):
        return f"{game.white} – {game.black}"  # noqa: RUF001 - as in a table of results
    return f"game {game.number}" if game.event == "?" else f"game {game.number}: {game.event}"


def replay_of(log: SensorLog, name: str) -> Playing:
    """Let a sensor log happen again."""
    stops = (Stop(len(log.edges), len(log.edges), None),)
    whole = Playing("log", name, log.edges, stops, len(log.edges), log)
    whole.followed = frozenset(without_bounce(log.edges))
    return whole


def _habit(name: str) -> Habit:
    habit = HABITS[f"manner-{name}" if name in MANNERS else name]
    return replace(habit, clears_up=False, sets_kings=False)


def _positions(game: Game) -> Iterator[chess.Board]:
    board = chess.Board(game.start_fen)
    yield board.copy(stack=False)
    for move in game.moves:
        board.push(move)
        yield board.copy(stack=False)
