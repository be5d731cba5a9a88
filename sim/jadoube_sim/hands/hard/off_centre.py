"""Pieces that stand off the centre of their squares: a reed stays open, or the one beside it closes, too.

Each is a filter over a whole sensor log, as in `jadoube_sim.hands.faults`, and knows no chess.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import chess

from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.hands.faults import Pulse, as_shown, stands_at, until_the_end
from jadoube_sim.hands.hard.played import BadReed, Faulty

STANDS_US = 150_000
"""A piece that stands for less is passing over its square, or is tried there."""

APART_US = (-15_000, 30_000)
"""The reed beside it changes so long after the one of the square (a judgement: millimetres of a way)."""


class Stand(NamedTuple):
    """A piece that was set down: its square, from when until when, in microseconds."""

    square: chess.Square
    from_us: int
    until_us: int


def off_centre(
    log: SensorLog, rng: random.Random, share: float, right_after_s: tuple[float, float]
) -> Faulty:
    """This share of the pieces that are set down close no reed until they are put right, or lifted."""
    wrong = [
        stand._replace(until_us=min(stand.until_us, stand.from_us + int(1e6 * rng.uniform(*right_after_s))))
        for stand in _stands(log)
        if rng.random() < share
    ]
    return _shown(log, wrong, closed=False)


def between(log: SensorLog, rng: random.Random, share: float) -> Faulty:
    """This share of the pieces that are set down close the reed of an empty square beside theirs, too."""
    wrong = list[Stand]()
    for stand in _stands(log):
        if rng.random() >= share:
            continue
        free = [each for each in _beside(stand.square) if not stands_at(log, each, stand.from_us)]
        if free:
            from_us, until_us = (each + rng.randint(*APART_US) for each in stand[1:])
            wrong.append(Stand(rng.choice(free), from_us, until_us))
    return _shown(log, wrong, closed=True)


def _stands(log: SensorLog) -> Iterator[Stand]:
    """Yield each piece that is set down, and stands there for a while."""
    since: dict[str, int] = {}
    for at_us, word, name in log.edges:
        if word == "close":
            since[name] = at_us
        elif word == "open" and name in since:
            yield from _stood(name, since.pop(name), at_us)
    for name, at_us in since.items():
        yield from _stood(name, at_us, log.lasts_us + 1)


def _stood(name: str, from_us: int, until_us: int) -> Iterator[Stand]:
    if _is_square(name) and until_us - from_us >= STANDS_US:
        yield Stand(chess.parse_square(name), from_us, until_us)


def _is_square(name: str) -> bool:
    return name in chess.SQUARE_NAMES


def _beside(square: chess.Square) -> list[chess.Square]:
    """The squares that share an edge with this one."""
    return [each for each in chess.SQUARES if chess.square_manhattan_distance(square, each) == 1]


def _shown(log: SensorLog, wrong: list[Stand], *, closed: bool) -> Faulty:
    """The log, with these reeds closed or open for these times."""
    pulses: dict[chess.Square, list[Pulse]] = {}
    for square, from_us, until_us in sorted(wrong):
        before = pulses.setdefault(square, [])
        joins = before and from_us <= before[-1][1]
        begun_us, ended_us = before.pop() if joins else (from_us, until_us)
        before.append((begun_us, max(ended_us, until_us)))
    for square, times in pulses.items():
        log = as_shown(log, square, times, lambda stands, pulse: closed if pulse else stands)
    return until_the_end(log), tuple(BadReed(square, times[0][0]) for square, times in pulses.items())
