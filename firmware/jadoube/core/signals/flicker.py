"""Flickering reeds: they change and change back by themselves, all game long.

The law: a flick is a change that is undone sooner than a hand undoes it. Flicks are counted by square. A reed
flickers when it has flicked often, and far more often than any other. (Hands that slide or brush pieces cause
flicks, too, but on many squares.) A bounce before a settled state is no flick.

This file knows no chess and weighs no evidence. The players are told of a flickering reed, so that it gets
repaired.
"""

from typing import NamedTuple

from jadoube.core.named_tuples import quick_replace
from jadoube.core.signals.debounce import Change
from jadoube.core.squares import Occupancy, turn_squares
from jadoube.core.squares import squares as squares_of

UNDONE_WITHIN_MS = 200
"""A settled change that is undone in less than this is a flick."""

ALONE_MS = 100
"""A glitch with no other change on its square for so long afterwards is a flick and no bounce."""

OFTEN = 8
"""The least number of flicks of a flickering reed; no other reed may have a third as many."""


@quick_replace
class Flicks(NamedTuple):
    """The number of flicks of each reed; time and memory do not grow with the game."""

    counts: tuple[int, ...] = (0,) * 64
    """By square, a1 first."""
    settled: tuple[Change, ...] = ()
    """Recent settled changes; they may still be undone."""
    glitched: tuple[Change, ...] = ()
    """Recent glitches; they may still be bounces."""
    flickering: Occupancy = 0
    """The reeds that flicker; a reed never leaves this set."""


def turn_flicks(flicks: Flicks) -> Flicks:
    """The same flicks on the board turned by 180 degrees."""
    return Flicks(
        counts=flicks.counts[::-1],
        settled=_turn_changes(flicks.settled),
        glitched=_turn_changes(flicks.glitched),
        flickering=turn_squares(flicks.flickering),
    )


def take_in_glitch(flicks: Flicks, squares: Occupancy, at_ms: int) -> Flicks:
    """Note a glitch of these reeds: they changed for less than the debounce time."""
    flicks = _count_lone_glitches(flicks, at_ms)
    return flicks._replace(glitched=(*_remove_squares(flicks.glitched, squares), Change(squares, at_ms)))


def settle(flicks: Flicks, squares: Occupancy, at_ms: int) -> Flicks:
    """Count the flicks after these reeds have flipped and settled."""
    if flicks.glitched:
        flicks = _count_lone_glitches(flicks, at_ms)
        flicks = flicks._replace(glitched=_remove_squares(flicks.glitched, squares))
    settled = tuple(each for each in flicks.settled if at_ms - each.since_ms < UNDONE_WITHIN_MS)
    if settled:
        for each in settled:
            flicks = _count_flicks(flicks, each.contacts & squares)
        settled = _remove_squares(settled, squares)
    return flicks._replace(settled=(*settled, Change(squares, at_ms)))


def _count_lone_glitches(flicks: Flicks, at_ms: int) -> Flicks:
    """Count the glitches older than `ALONE_MS`: no other change on their squares followed."""
    waiting = tuple(each for each in flicks.glitched if at_ms - each.since_ms <= ALONE_MS)
    for each in flicks.glitched[: len(flicks.glitched) - len(waiting)]:
        flicks = _count_flicks(flicks, each.contacts)
    return flicks._replace(glitched=waiting)


def _remove_squares(changes: tuple[Change, ...], squares: Occupancy) -> tuple[Change, ...]:
    """Remove these squares from the changes."""
    left = (Change(each.contacts & ~squares, each.since_ms) for each in changes)
    return tuple(each for each in left if each.contacts)


def _turn_changes(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    return tuple(Change(turn_squares(each.contacts), each.since_ms) for each in changes)


def _count_flicks(flicks: Flicks, flicked: Occupancy) -> Flicks:
    if not flicked:
        return flicks
    counts = list(flicks.counts)
    for square in squares_of(flicked):
        counts[square] += 1
    return flicks._replace(counts=tuple(counts), flickering=flicks.flickering | _outlier_reed(counts))


def _outlier_reed(counts: list[int]) -> Occupancy:
    *_, second, most = sorted(counts)
    return 1 << counts.index(most) if most >= OFTEN and most > 3 * second else 0
