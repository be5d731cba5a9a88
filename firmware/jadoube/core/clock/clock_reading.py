"""The clock read once: what both sides' clocks show at one instant, as plain values.

`ChessClock.at` makes a reading. Who shows a time takes the reading and asks the clock nothing more. This file
computes nothing, and refuses to know how a time is written.
"""

from typing import NamedTuple

import chess

from jadoube.core.clock.time_control import TimeControl


class SideReading(NamedTuple):
    """One side's clock at one instant; durations are whole ms."""

    ms: int
    """The time on its face, never below 0: the time left; on a clock that counts up, the time used.

    With a US delay it is the main time alone, with a Bronstein delay the main time plus the rest of the
    delay, in byo-yomi the main time and after that the period.
    """
    delay_ms: int = 0
    """What is left of the US delay of the ply under way; 0 if there is none."""
    periods: int | None = None
    """The byo-yomi periods left, with the current one; None before byo-yomi and without it."""
    rises: bool = False
    """True if the clock counts up, whether it runs or not."""
    used_ms: int = 0
    """How long it has run in all."""
    number: int = 0
    """The number of the current period, from 0."""


class ClockReading(NamedTuple):
    """The clock at one instant."""

    control: TimeControl
    sides: tuple[SideReading, SideReading]
    """[black, white], as `chess.BLACK` is 0."""
    running: chess.Color | None
    """The side whose clock runs."""
    resumes: chess.Color | None
    """The side that runs after the pause."""
    fallen: chess.Color | None
    """The side whose flag fell first."""
    since_ms: int
    """The instant of the last change of the clock."""
    used_up: bool
    """True if the running side's time is all used up: its flag must have fallen."""
    hourglass: bool
    """True if what the running side uses is added to the other side's time."""
