"""Faults of reeds: what a worn board adds to the edges that hands make, or takes from them.

A fault is a filter over a whole sensor log. It decides what a reed shows of what stands on its square, and
knows no chess: nothing of moves, pieces or hands. Levers never fail here.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import accumulate, pairwise

import chess

from jadoube.core import squares
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.hands.turning import turned_edges

Fault = Callable[[SensorLog, random.Random], SensorLog]
"""Give the log as this fault leaves it; same log and lots, same log."""

Pulse = tuple[int, int]
"""From and until when a fault disturbs a reed, in microseconds."""

_Rule = Callable[[bool, bool], bool]
"""What a reed shows, closed or not, by what stands there and by whether a pulse disturbs it."""


def bad_square(log: SensorLog, rng: random.Random) -> chess.Square:
    """Draw the square whose reed is bad, one that hands touch: the first that a fault of `ONE_REED` draws."""
    return rng.choice(used_squares(log))


def stuck_open(log: SensorLog, rng: random.Random) -> SensorLog:
    """A broken wire: one square, one that hands touch, reads empty all game long."""
    return as_shown(log, bad_square(log, rng), [], lambda _stands, _pulse: False)


def stuck_closed(log: SensorLog, rng: random.Random) -> SensorLog:
    """A welded reed: one square, one that hands touch, reads taken all game long."""
    return as_shown(log, bad_square(log, rng), [], lambda _stands, _pulse: True)


def flickering(log: SensorLog, rng: random.Random) -> SensorLog:
    """A loose joint: one square that hands touch shows the contrary for 5 to 200 ms, ten times a minute."""
    square = bad_square(log, rng)
    return as_shown(log, square, _pulses(log, rng, 6_000, (5, 200)), lambda stands, pulse: stands != pulse)


def ghosts(log: SensorLog, rng: random.Random) -> SensorLog:
    """A magnet passes by in a sleeve: twice a minute an empty square reads taken for 10 to 100 ms."""
    return _scattered(log, rng, (10, 100), lambda stands, pulse: stands or pulse)


def weak_magnets(log: SensorLog, rng: random.Random) -> SensorLog:
    """A piece stands off centre on a weak magnet: twice a minute a taken square drops out for 3 to 60 ms."""
    return _scattered(log, rng, (3, 60), lambda stands, pulse: stands and not pulse)


def long_bounce(log: SensorLog, rng: random.Random) -> SensorLog:
    """Worn contacts: every reed chatters for 2 to 8 ms each time it changes, where it then rests so long."""
    edges = list(log.edges)
    last: dict[str, Edge] = {}
    for edge in log.edges:
        before = last.get(edge.name)
        if before and edge.at_us - before.at_us > _LONGEST_CHATTER_US:
            edges += _chatter(before, rng)
        last[edge.name] = edge
    return replace(log, edges=in_order(edges))


def turned(log: SensorLog, _rng: random.Random) -> SensorLog:
    """The board lies the other way round: White sits where Black's ranks and lever are."""
    return replace(log, edges=turned_edges(log.edges), closed=squares.turn_squares(log.reeds))


FAULTS: Mapping[str, Fault] = {
    "stuck-open": stuck_open,
    "stuck-closed": stuck_closed,
    "flickering": flickering,
    "ghosts": ghosts,
    "weak-magnets": weak_magnets,
    "long-bounce": long_bounce,
    "turned": turned,
}

ONE_REED = frozenset({"stuck-open", "stuck-closed", "flickering"})
"""The faults of one reed all game long, which is then to be named."""

_LONGEST_CHATTER_US = 9_000
_MEAN_GAP_MS = 30_000


def until_the_end(log: SensorLog) -> SensorLog:
    """The log without edges after its end."""
    return replace(log, edges=tuple(edge for edge in log.edges if edge.at_us <= log.lasts_us))


def used_squares(log: SensorLog) -> list[chess.Square]:
    """The squares that have an edge; all of them if none has."""
    names = sorted({edge.name for edge in log.edges} & set(chess.SQUARE_NAMES))
    return [chess.SQUARE_NAMES.index(name) for name in names] or list(chess.SQUARES)


def stands_at(log: SensorLog, square: chess.Square, at_us: int) -> bool:
    """Whether a piece stands there at this instant, as a sound reed shows it."""
    name = chess.SQUARE_NAMES[square]
    words = [edge.word for edge in log.edges if edge.name == name and edge.at_us <= at_us]
    return words[-1] == "close" if words else bool(log.reeds >> square & 1)


def _pulses(log: SensorLog, rng: random.Random, mean_gap_ms: int, lasts_ms: Pulse) -> list[Pulse]:
    """Draw when a reed is disturbed; the pulses do not overlap."""
    pulses: list[Pulse] = []
    at_us = 0
    while (at_us := at_us + 1000 + int(rng.expovariate(1 / mean_gap_ms) * 1000)) < log.lasts_us:
        until_us = at_us + int(rng.uniform(*lasts_ms) * 1000)
        pulses.append((at_us, until_us))
        at_us = until_us
    return pulses


def _scattered(log: SensorLog, rng: random.Random, lasts_ms: Pulse, rule: _Rule) -> SensorLog:
    """Disturb squares by lot, one after the other; what the rule does not care for shows nothing."""
    hit: dict[chess.Square, list[Pulse]] = {}
    for pulse in _pulses(
        log, rng, _MEAN_GAP_MS // 2, lasts_ms
    ):  # about half of them fall where nothing shows
        hit.setdefault(rng.randrange(64), []).append(pulse)
    for square, pulses in hit.items():
        log = as_shown(log, square, pulses, rule)
    return log


def as_shown(log: SensorLog, square: chess.Square, pulses: list[Pulse], rule: _Rule) -> SensorLog:
    """The log, with this square's reed as the rule has it."""
    name = chess.SQUARE_NAMES[square]
    stood = bool(log.reeds >> square & 1)
    stands = {edge.at_us: edge.word == "close" for edge in log.edges if edge.name == name}
    pulsed = {at_us: begins for pulse in pulses for at_us, begins in zip(pulse, (True, False), strict=True)}
    instants = sorted(stands.keys() | pulsed.keys())
    shows = [
        rule(standing, disturbed)
        for standing, disturbed in zip(
            accumulate(instants, lambda was, at_us: stands.get(at_us, was), initial=stood),
            accumulate(instants, lambda was, at_us: pulsed.get(at_us, was), initial=False),
            strict=True,
        )
    ]
    changes = zip(instants, pairwise(shows), strict=True)
    reed = [Edge(at_us, "close" if now else "open", name) for at_us, (was, now) in changes if was != now]
    others = [edge for edge in log.edges if edge.name != name]
    closed = log.reeds | 1 << square if shows[0] else log.reeds & ~(1 << square)
    return replace(log, edges=in_order(others + reed), closed=closed)


def _chatter(edge: Edge, rng: random.Random) -> list[Edge]:
    """What follows an edge of a reed that bounces long: an even number of edges, which undo each other."""
    if edge.word not in _OTHER:
        return []
    lasts_us = rng.randint(2_000, 8_000)
    instants = sorted(rng.sample(range(1, lasts_us), 2 * rng.randint(1, 4)))
    words = (_OTHER[edge.word], edge.word) * (len(instants) // 2)
    return [
        Edge(edge.at_us + after_us, word, edge.name) for after_us, word in zip(instants, words, strict=True)
    ]


_OTHER = {"open": "close", "close": "open"}


def in_order(edges: list[Edge]) -> tuple[Edge, ...]:
    """Sort edges by time."""
    return tuple(sorted(edges))
