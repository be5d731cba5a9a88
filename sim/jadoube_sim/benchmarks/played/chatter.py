"""Contacts that chatter: how near hands come to the limit, and what chatter costs the journal.

The limits stand in `core/signals/chatter.py`. How full hands make a contact's bucket is measured over all
rows of `jadoube bench hands`, plain and hard, as they would be scanned. The journal's bytes are those of the
whole board in virtual time: the twin's circuit, the drivers, the loop.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import chess

from jadoube.config.settings import default_settings
from jadoube.core.messages.events import Event
from jadoube.core.signals import chatter
from jadoube.core.signals.chatter import BUTTONS, REEDS, Limit
from jadoube.core.state.table import Table
from jadoube.daemon.loop import NoKeeper
from jadoube.formats.log_contacts import LogContacts
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.journal.header import encode_text
from jadoube.games.journal.text import format_event
from jadoube_sim.benchmarks.hard.rows import HardJob, hard_rows
from jadoube_sim.benchmarks.played import reading
from jadoube_sim.desk import Beside, Desk, Ears
from jadoube_sim.hands.games import Game

_ENDLESS = 1_000_000
"""A bucket that never overflows: what fills it is what is measured."""

FIRST_S = 10
"""What the journal grows in so many seconds is its growth at first."""

LASTS_S = 60
"""So long reeds chatter when it is measured."""


class Fullest(NamedTuple):
    """How full the bucket of one contact was at the most, in changes, and in which row."""

    filled: float
    row: str


def fullest(games: Sequence[Game], seed: int, period_ms: int = 5) -> tuple[Fullest, Fullest]:
    """How full hands make the bucket of a reed, and that of a button, at the most."""
    reeds, buttons = Fullest(0, "none"), Fullest(0, "none")
    for row, log in _logs(games, seed):
        by_reeds, by_buttons = filled_by(log, period_ms)
        reeds, buttons = max(reeds, Fullest(by_reeds, row)), max(buttons, Fullest(by_buttons, row))
    return reeds, buttons


def filled_by(log: SensorLog, period_ms: int) -> tuple[float, float]:
    """How full this log makes the bucket of a reed, and that of a button, at the most."""
    contacts = LogContacts(log.reeds)
    reeds, buttons = chatter.first_scan(contacts.scanned.reeds, 0), chatter.first_scan(0, 0)
    by_reeds = by_buttons = 0
    for slot, edges in groupby(log.edges, lambda edge: -(-edge.at_us // (period_ms * 1000))):
        scanned = contacts.apply(edges)
        reeds = chatter.take_in(reeds, scanned.reeds, slot * period_ms, Limit(_ENDLESS, REEDS.per_s))
        buttons = chatter.take_in(buttons, scanned.buttons, slot * period_ms, Limit(_ENDLESS, BUTTONS.per_s))
        by_reeds = max([by_reeds, *(each.filled for each in reeds.busy)])
        by_buttons = max([by_buttons, *(each.filled for each in buttons.busy)])
    return by_reeds / 1000, by_buttons / 1000


def _logs(games: Sequence[Game], seed: int) -> Iterator[tuple[str, SensorLog]]:
    """Yield what all manners and faults of `jadoube bench hands` make of these games."""
    for game in games:
        for row in reading.rows():
            yield row.name, reading.log_of(reading.Job(game, row, seed))
        for name, levers in hard_rows((), ()):
            if played := HardJob(game, name, levers, seed).played():
                yield name, played.log


class Counting(NoKeeper):
    """A keeper that counts the bytes of the journal's events."""

    def __init__(self) -> None:
        self.size = 0

    def append(self, event: Event, now_ms: int, table: Table) -> None:  # noqa: ARG002 - only counted
        """Count the bytes of this event's line."""
        self.size += len(encode_text(format_event(event, now_ms)))


class Grown(NamedTuple):
    """What chatter cost: the journal's bytes in the first seconds and afterwards, and what was said."""

    first: int
    afterwards: int
    said: tuple[str, ...]
    table: Table

    def an_hour(self, lasts_s: int) -> float:
        """Bytes an hour after the first seconds, of chatter that lasted so long."""
        return self.afterwards * 3600 / (lasts_s - FIRST_S)


def grown(squares: Sequence[chess.Square], changes_ms: int, lasts_s: int) -> Grown:
    """Let these reeds change every so many milliseconds on a board on which nobody plays."""
    return asyncio.run(_grown(squares, changes_ms, lasts_s))


async def _grown(squares: Sequence[chess.Square], changes_ms: int, lasts_s: int) -> Grown:
    said: list[str] = []
    keeper = Counting()
    desk = Desk(default_settings(), beside=Beside(keeper=keeper), ears=Ears(say=said.append))
    for number, square in enumerate(squares):
        desk.pace.schedule(
            1_000_000 + 700 * number, _flip(desk, square, 1_000_000 + 700 * number, changes_ms)
        )
    async with desk:
        await desk.run_to(FIRST_S * 1000)
        first = keeper.size
        await desk.run_to(lasts_s * 1000)
        return Grown(first, keeper.size - first, tuple(said), desk.table)


def _flip(desk: Desk, square: chess.Square, at_us: int, changes_ms: int) -> Callable[[], None]:
    """Flip a reed, now and for ever."""
    closed = False

    def flip() -> None:
        nonlocal at_us, closed
        closed = not closed
        desk.twin.set_reed(square, closed)
        at_us += changes_ms * 1000
        desk.pace.schedule(at_us, flip)

    return flip


def report(games: Sequence[Game], seed: int) -> Iterator[str]:
    """Yield what is measured, line by line."""
    for kind, full, limit in zip(("reed", "button"), fullest(games, seed), (REEDS, BUTTONS), strict=True):
        yield f"chatter  {full.filled:8.1f} of {limit.most} fill the bucket of a {kind} ({full.row})"
    for number, changes_ms in ((1, 5), (1, 10), (1, 15), (8, 10), (8, 15)):
        cost = grown(range(chess.A4, chess.A4 + number), changes_ms, LASTS_S)
        yield (
            f"chatter  {cost.first / 1000:8.1f} kB of journal in the first {FIRST_S} s, then "
            f"{cost.an_hour(LASTS_S) / 1e6:.2f} MB an hour; reeds that change every {changes_ms} ms: {number}"
        )
