"""What hands do, as data, and when they do it.

A gesture is a list of steps. It says what is lifted, placed and pressed and in which order, and knows no
time but its own waits; `timed` adds a pace and the reeds' bounce and makes raw edges. Neither knows chess.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass

import chess

from jadoube.core.messages.events import Button
from jadoube.formats.sensorlog import Edge
from jadoube_sim.twin.bounce import bounce_edges


@dataclass(frozen=True, slots=True)
class Lift:
    """A piece leaves the square: its reed opens."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class Place:
    """A piece comes to the square: its reed closes."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class Key:
    """A clock lever or a panel key is pressed and let go."""

    button: Button


@dataclass(frozen=True, slots=True)
class Together:
    """What two hands do at one moment, a few milliseconds apart, either first."""

    steps: tuple[Lift | Place, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """It says how long until the next step, where else the pace does: to the millisecond. Waits add up."""

    ms: int


Step = Lift | Place | Key | Together | Wait


@dataclass(frozen=True, slots=True)
class AtOnce:
    """What no scan sees happen: all of it at one instant, without bounce. No square twice."""

    steps: tuple[Lift | Place, ...]


@dataclass(frozen=True, slots=True)
class Down:
    """A clock lever goes down and stays there, while hands do other things."""

    button: Button


@dataclass(frozen=True, slots=True)
class Up:
    """A lever that is down comes up."""

    button: Button


#: All that hands can do; the tidy hand does with `Step`.
Motion = Step | AtOnce | Down | Up
#: Those of one instant, or nearly.
Act = Lift | Place | Key | Together | AtOnce | Down | Up

#: From the shortest to the longest, in milliseconds, both possible.
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast hands are. Each duration is drawn anew from its span.

    The spans here are those of a club player who takes his time. The shortest of them lasts a debounce
    of 20 ms and two scans of 30 ms, so that no step is lost between scans.
    """

    think_ms: Span = (400, 2500)
    """From the end of one gesture to the beginning of the next."""
    reach_ms: Span = (150, 600)
    """Before a piece is lifted, within a gesture."""
    flight_ms: Span = (250, 900)
    """Before a piece is placed: it is in the air."""
    button_ms: Span = (150, 500)
    """Before a lever or key is pressed."""
    hold_ms: Span = (80, 160)
    """While a lever or key is down; a panel key held for a second would mean something else."""
    apart_ms: Span = (0, 4)
    """Between what two hands do at one moment."""


def timed(steps: Iterable[Motion], pace: Pace, rng: random.Random, at_us: int = 0) -> tuple[list[Edge], int]:
    """Make raw edges of steps, bounce included: the edges in order of time, and the instant when all is done.

    The first step happens at `at_us`, or after the waits before it. Never two edges of one reed or button
    at one instant. Same steps, pace and generator state: same edges.
    """
    edges: list[Edge] = []
    paced = False  # whether the pace, and no wait, says how long until the next step
    for step in steps:
        if isinstance(step, Wait):
            at_us, paced = at_us + step.ms * 1000, False
            continue
        if paced:
            at_us += draw_us(_before(step, pace), rng)
        edges += _edges(step, at_us, pace, rng)
        at_us, paced = edges[-1].at_us, True
    return edges, at_us


def draw_us(span: Span, rng: random.Random) -> int:
    """Draw a duration from a span, in microseconds."""
    return int(rng.uniform(*span) * 1000)


def _before(step: Act, pace: Pace) -> Span:
    match step:
        case Lift():
            return pace.reach_ms
        case Place():
            return pace.flight_ms
        case Key() | Down() | Up():
            return pace.button_ms
        case Together(steps) | AtOnce(steps):
            return _before(steps[0], pace)


def _edges(step: Act, at_us: int, pace: Pace, rng: random.Random) -> list[Edge]:
    match step:
        case Lift(square):
            return _reed(square, at_us, rng, closes=False)
        case Place(square):
            return _reed(square, at_us, rng, closes=True)
        case Key(button):
            return _button(button, at_us, draw_us(pace.hold_ms, rng))
        case Down(button) | Up(button):
            return [Edge(at_us, _WORD[type(step)], _name(button))]
        case Together(steps):
            each = [_edges(one, at_us + draw_us(pace.apart_ms, rng), pace, rng) for one in steps]
            return sorted(edge for edges in each for edge in edges)
        case AtOnce(steps):
            return [Edge(at_us, _WORD[type(one)], chess.SQUARE_NAMES[one.square]) for one in steps]


_WORD: dict[type[Act], str] = {Lift: "open", Place: "close", Down: "press", Up: "release"}


def _reed(square: chess.Square, at_us: int, rng: random.Random, *, closes: bool) -> list[Edge]:
    name = chess.SQUARE_NAMES[square]
    return [
        Edge(instant_us, "close" if closed else "open", name)
        for instant_us, closed in bounce_edges(rng, at_us, closes=closes)
    ]


def _button(button: Button, at_us: int, hold_us: int) -> list[Edge]:
    return [Edge(at_us, "press", _name(button)), Edge(at_us + hold_us, "release", _name(button))]


def _name(button: Button) -> str:
    return str(button.name).lower()
