"""Faults that begin in the middle of a game, or that lie for seconds: one reed, two reeds, a line.

Each is a filter over a whole sensor log, as in `jadoube_sim.hands.faults`, and knows no chess. It also tells
whose reeds it made bad: those are to be named. What begins in mid-game takes a reed that changes later.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise

import chess

from jadoube.core.signals import chatter
from jadoube.core.signals.chatter import REEDS
from jadoube.core.signals.lines import LINES, NAMES
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.hands.faults import Pulse, as_shown, in_order, stands_at, until_the_end, used_squares
from jadoube_sim.hands.hard.off_centre import between, off_centre
from jadoube_sim.hands.hard.played import BadReed, Faulty

OPEN, CLOSED = False, True

_PERIOD_MS = 5
"""The usual scan period."""

HardFault = Callable[[SensorLog, random.Random], Faulty]
"""Give the log as this fault leaves it; same log and lots, same log."""


def sticks(
    log: SensorLog,
    rng: random.Random,
    shows: bool | None = None,
    at_us: int | None = None,
    lasts_ms: int | None = None,
) -> Faulty:
    """From an instant in the middle half of the log on (`at_us`, or drawn), a reed reads the same.

    `shows`: closed or open, whatever stands there at that instant; None: as it was then. `lasts_ms`: how
    long; None: for good.
    """
    at_us = _in_the_middle(log, rng) if at_us is None else at_us
    square = _changed_later(log, rng, at_us)
    closed = stands_at(log, square, at_us) if shows is None else shows
    until_us = None if lasts_ms is None else at_us + 1000 * lasts_ms
    return _stuck(log, square, at_us, closed=closed, until_us=until_us), (BadReed(square, at_us),)


def dead(log: SensorLog, rng: random.Random, reeds: int) -> Faulty:
    """So many reeds are stuck all game long, each open or closed."""
    bad = rng.sample(used_squares(log), reeds)
    for square in bad:
        log = _stuck(log, square, 0, closed=rng.random() < 0.5)
    return log, tuple(BadReed(square, 0) for square in bad)


def two_stick(log: SensorLog, rng: random.Random) -> Faulty:
    """Two reeds stick in the middle of the log, each at its own instant, open or closed."""
    first_us, then_us = sorted(_in_the_middle(log, rng) for _ in range(2))
    log, one = sticks(log, rng, rng.random() < 0.5, first_us)
    log, other = sticks(log, rng, rng.random() < 0.5, then_us + 1)  # another: the first one changes no more
    return log, one + other


def sticks_a_while(log: SensorLog, rng: random.Random, times: int, lasts_ms: int) -> Faulty:
    """So many times a reed sticks in the middle half of the log, for so long, open or closed."""
    bad: tuple[BadReed, ...] = ()
    for _ in range(times):
        at_us = _in_the_middle(log, rng)
        log, one = sticks(log, rng, rng.random() < 0.5, at_us, lasts_ms)
        bad += one
    return log, bad


def lies(log: SensorLog, rng: random.Random, mean_gap_ms: int, share: float = 1.0) -> Faulty:
    """A reed flips by itself, and stays so until it flips again: in between it reads the contrary.

    `mean_gap_ms` is the mean time from flip to flip, `share` the part of the log in which it flips.
    """
    from_us = 0 if share == 1.0 else _in_the_middle(log, rng)
    square = _changed_later(log, rng, from_us)
    until_us = min(log.lasts_us, from_us + int(share * log.lasts_us))
    flips: list[int] = []
    at_us = from_us
    while (at_us := at_us + 1000 + int(rng.expovariate(1 / mean_gap_ms) * 1000)) < until_us:
        flips.append(at_us)
    if len(flips) % 2:
        flips.append(until_us if share < 1.0 else log.lasts_us + 1)
    inverted: list[Pulse] = list(zip(flips[::2], flips[1::2], strict=True))
    shown = as_shown(log, square, inverted, lambda stands, flipped: stands != flipped)
    return until_the_end(shown), (BadReed(square, from_us),)


def chatters(log: SensorLog, rng: random.Random, share: float = 1.0) -> Faulty:
    """A reed chatters from the middle half of the log on: it changes every 5 to 15 ms, whatever stands there.

    The log is what the program is shown of it (`daemon/sampling/steady.py`), so the reading need not name it.
    `share` is the part of the log in which it chatters; 1: until the end.
    """
    from_us = _in_the_middle(log, rng)
    square = _changed_later(log, rng, from_us)
    until_us = min(log.lasts_us, from_us + int(share * log.lasts_us))
    flips: list[int] = []
    at_us = from_us
    while (at_us := at_us + rng.randint(5_000, 15_000)) < until_us:
        flips.append(at_us)
    inverted: list[Pulse] = list(pairwise(flips))[::2]
    shown = as_shown(log, square, inverted, lambda stands, flipped: stands != flipped)
    return _held(until_the_end(shown), square), ()


def line_off(
    log: SensorLog, rng: random.Random, lines: range = range(16), off_ms: tuple[int, int] | None = None
) -> Faulty:
    """The wire of a row or column comes off in the middle half of the log: its squares read open.

    `off_ms`: until it is put on again, the shortest and the longest time; None: it stays off.
    """
    name, at_us = NAMES[rng.choice(lines)], _in_the_middle(log, rng)
    wire = [Edge(at_us, "cut", name)]
    if off_ms is not None:
        wire.append(Edge(at_us + int(rng.uniform(*off_ms) * 1000), "mend", name))
    wire = [each for each in wire if each.at_us < log.lasts_us]
    return replace(log, edges=in_order([*log.edges, *wire])), ()


FILES, RANKS = range(8), range(8, len(LINES))

HARD_FAULTS: Mapping[str, HardFault] = {
    "sticks-open": partial(sticks, shows=OPEN),
    "sticks-closed": partial(sticks, shows=CLOSED),
    "sticks-frozen": sticks,
    "lies-1s": partial(lies, mean_gap_ms=1_000),
    "lies-3s": partial(lies, mean_gap_ms=3_000),
    "lies-10s": partial(lies, mean_gap_ms=10_000),
    "lies-30s": partial(lies, mean_gap_ms=30_000),
    "lies-a-while": partial(lies, mean_gap_ms=3_000, share=0.25),
    "chatters": chatters,
    "chatters-a-while": partial(chatters, share=0.1),
    "two-dead": partial(dead, reeds=2),
    "three-dead": partial(dead, reeds=3),
    "two-stick": two_stick,
    "sticks-a-while": partial(sticks_a_while, times=5, lasts_ms=10_000),
    "off-centre-ten-seconds": partial(off_centre, share=1 / 40, right_after_s=(1, 10)),
    "off-centre-a-minute": partial(off_centre, share=1 / 40, right_after_s=(10, 60)),
    "between-two-squares": partial(between, share=1 / 15),
    "file-off": partial(line_off, lines=FILES),
    "rank-off": partial(line_off, lines=RANKS),
    "line-comes-back": partial(line_off, off_ms=(30_000, 120_000)),
}


def _stuck(
    log: SensorLog, square: chess.Square, from_us: int, *, closed: bool, until_us: int | None = None
) -> SensorLog:
    """The log, with this square's reed stuck from an instant on, until another one or the end."""
    until_us = log.lasts_us + 1 if until_us is None else until_us
    stuck = [(from_us, until_us)] if from_us else []
    shown = as_shown(log, square, stuck, lambda stands, pulse: closed if pulse or not from_us else stands)
    return until_the_end(shown)


def _held(log: SensorLog, square: chess.Square) -> SensorLog:
    """The log with those edges of this reed that are passed on, at the usual scan period."""
    name, passed = chess.SQUARE_NAMES[square], list[Edge]()
    held = now_ms = 0
    shown = log.reeds >> square & 1
    reed = chatter.first_scan(shown, 0)
    edges = {_slot_ms(each.at_us): int(each.word == "close") for each in log.edges if each.name == name}
    for at_ms in (*edges, _slot_ms(log.lasts_us)):
        while now_ms < at_ms:
            due_ms = at_ms if reed.due_ms is None else min(at_ms, _slot_ms(reed.due_ms * 1000))
            raw = edges.get(due_ms, reed.raw)
            now_ms, reed = due_ms, chatter.take_in(reed, raw, due_ms, REEDS)
            if reed.held != held:
                held = reed.held
                passed.append(Edge(now_ms * 1000, "chatter" if held else "rest", name))
            if reed.believed != shown:
                shown = reed.believed
                passed.append(Edge(now_ms * 1000, "close" if shown else "open", name))
    others = [each for each in log.edges if each.name != name]
    return replace(log, edges=in_order([*others, *passed]))


def _slot_ms(at_us: int) -> int:
    """The instant of the first scan at this instant or later."""
    return -(-at_us // (_PERIOD_MS * 1000)) * _PERIOD_MS


def _in_the_middle(log: SensorLog, rng: random.Random) -> int:
    """An instant in the middle half of the log, in microseconds."""
    return rng.randint(log.lasts_us // 4, 3 * log.lasts_us // 4)


def _changed_later(log: SensorLog, rng: random.Random, from_us: int) -> chess.Square:
    """Draw a square that has an edge from this instant on; if none has, any."""
    return rng.choice(
        used_squares(replace(log, edges=tuple(each for each in log.edges if each.at_us >= from_us)))
    )
