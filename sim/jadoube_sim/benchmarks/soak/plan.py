"""What is played next, and what goes wrong in it: drawn by lot, so that the same seed gives the same week.

A plan has the edges of a whole game by blitz hands, a reed's fault already in them, and says when the power
goes or the disk fails. It decides nothing of how a board is run (`life.py`, `week.py`).
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import chess

from jadoube.core.rules.rule_sets import position_outcome
from jadoube.core.squares import Occupancy
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.benchmarks.played.reading import up_to_the_end
from jadoube_sim.benchmarks.soak import disk
from jadoube_sim.hands.between import clears_up
from jadoube_sim.hands.faults import FAULTS, as_shown, used_squares
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.player import play_habit
from jadoube_sim.hands.steps import timed

CONTROLS: Final = ("-", "7200+30", "3600+10", "5400d10")
"""With enough time for every game: hands never look at the clock."""

SHORTEST: Final = 16
"""The fewest plies of a game that is broken off. Where fewer were played, setting the pieces up again takes
them back under the club's rules, and no game is left to judge."""

REST_US: Final = 300_000
"""The power goes where hands have rested so long: else nobody could say what they do without it."""

CHATTERS_US: Final = 20_000_000
"""So long a reed chatters, and changes every 10 ms."""


class Trouble(StrEnum):
    """What goes wrong in a game; one thing at a time, so that it is known what is to be expected of it."""

    NONE = "none"
    CUT = "power cut"
    DISK = "disk fails"
    CHATTER = "reed chatters"
    STICKS = "reed sticks"
    LOOSE = "reed is loose"
    WORN = "reeds bounce long"
    UNREADABLE = "power cut, disk unreadable"


OFTEN: Final = {
    Trouble.NONE: 40,
    Trouble.CUT: 15,
    Trouble.DISK: 15,
    Trouble.CHATTER: 8,
    Trouble.STICKS: 8,
    Trouble.LOOSE: 6,
    Trouble.WORN: 5,
    Trouble.UNREADABLE: 3,
}
"""How often each comes, in a hundred games: far more often than on a board."""

_REED_FAULTS: Final = {
    Trouble.STICKS: ("stuck-open", "stuck-closed"),
    Trouble.LOOSE: ("flickering", "ghosts", "weak-magnets"),
    Trouble.WORN: ("long-bounce",),
}


class Ending(StrEnum):
    """How a game ends."""

    PLAYED = "played to its end"
    RESIGNED = "resigned"
    DRAWN = "drawn by agreement"
    BROKEN_OFF = "broken off"


@dataclass(frozen=True, slots=True)
class Plan:
    """One game: instants count from its begin."""

    number: int
    game: Game
    """With the moves that are to be played, and no more."""
    log: SensorLog
    """What reeds and levers show up to the last move."""
    control: str
    trouble: Trouble
    ending: Ending
    orders: tuple[str, ...] = ()
    """What ends it, when the last move is made."""
    cut_at: int = 0
    """The power goes before the edge with this index."""
    fails: Mapping[str, int] | None = None
    """What of the disk fails, and from and until when it does."""
    fails_us: tuple[int, int] = (0, 0)
    marks_us: tuple[int, ...] = ()
    """When somebody says `wrong`."""

    @property
    def final(self) -> chess.Board:
        """The position in which it ends."""
        board = chess.Board(self.game.start_fen)
        for move in self.game.moves:
            board.push(move)
        return board


def drawn(games: Sequence[Game], control: str, number: int, rng: random.Random) -> Plan:
    """Draw the plan of a game from the file's games in turn, under this time control."""
    game = games[number % len(games)]
    trouble = rng.choices(list(OFTEN), list(OFTEN.values()))[0]
    moves = up_to_the_end(game)
    ending = rng.choices(list(Ending), (60, 20, 10, 10))[0]
    if trouble is Trouble.UNREADABLE:
        ending = Ending.BROKEN_OFF
    if ending is not Ending.PLAYED:
        moves = moves[: rng.randint(min(SHORTEST, len(moves)), len(moves))]
    game = replace(game, moves=moves, clocks_ms=game.clocks_ms[: len(moves)])
    habit = replace(HABITS["blitz"], clears_up=False)
    log = play_habit(game, habit, seed=rng.randrange(2**32), presses=True, time_control=control)
    log = _with_reed_fault(log, trouble, rng)
    plan = Plan(number, game, log, control, trouble, ending)
    return _with_board_fault(replace(plan, orders=_orders(plan, rng), marks_us=_marks(log, rng)), rng)


def clearing_up(plan: Plan, at_us: int, rng: random.Random) -> list[Edge]:
    """What the reeds show when the pieces are cleared away and set up again, from an instant on."""
    edges, _ = timed(clears_up(plan.final, rng), HABITS["blitz"].pace, rng, at_us)
    return edges


def changed(edges: Sequence[Edge], reeds: Occupancy) -> Occupancy:
    """The reeds that are closed after these edges."""
    for edge in edges:
        if edge.word in ("open", "close"):
            reed = chess.BB_SQUARES[chess.parse_square(edge.name)]
            reeds = reeds | reed if edge.word == "close" else reeds & ~reed
    return reeds


def _orders(plan: Plan, rng: random.Random) -> tuple[str, ...]:
    if position_outcome(plan.final):
        return ()
    match plan.ending:
        case Ending.PLAYED if plan.game.result != "*":
            return (f"result {plan.game.result}",)
        case Ending.RESIGNED:
            return (f"resign {rng.choice(chess.COLOR_NAMES)}",)
        case Ending.DRAWN:
            return ("draw offer white", "draw accept black")
    return ("pause",)


def _marks(log: SensorLog, rng: random.Random) -> tuple[int, ...]:
    return (rng.randrange(log.lasts_us),) if rng.random() < 0.2 else ()


def _with_reed_fault(log: SensorLog, trouble: Trouble, rng: random.Random) -> SensorLog:
    if trouble is Trouble.CHATTER:
        square = rng.choice(used_squares(log))
        begin_us = rng.randrange(log.lasts_us)
        until_us = min(begin_us + CHATTERS_US, log.lasts_us - 1_000_000)
        pulses = [(at_us, at_us + 10_000) for at_us in range(begin_us, until_us, 20_000)]
        return as_shown(log, square, pulses, lambda stands, pulse: stands != pulse)
    faults = _REED_FAULTS.get(trouble)
    return FAULTS[rng.choice(faults)](log, rng) if faults else log


def _with_board_fault(plan: Plan, rng: random.Random) -> Plan:
    edges = plan.log.edges
    match plan.trouble:
        case Trouble.CUT | Trouble.UNREADABLE:
            rests = [
                index
                for index in range(len(edges) // 4, len(edges))
                if edges[index].at_us - edges[index - 1].at_us >= REST_US
            ]
            return replace(plan, cut_at=rng.choice(rests))
        case Trouble.DISK:
            begin_us = rng.randrange(plan.log.lasts_us)
            lasts_us = rng.randint(1_000_000, 180_000_000)
            return replace(plan, fails=rng.choice(disk.FAULTS), fails_us=(begin_us, begin_us + lasts_us))
    return plan
