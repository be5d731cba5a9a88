"""How quick a game may be that a board plays on Lichess.

The law: Lichess takes whole minutes and seconds a move, and lets a board play only what leaves time for a
hand. What it would refuse is not offered here, and not sent. This file refuses to know who plays.
"""

from typing import Final, NamedTuple

from jadoube.core.clock.time_control import Kind, TimeControl

SEEK_LEAST_S: Final = 480
CHALLENGE_LEAST_S: Final = 180
"""How long a game is at least, by `Speed.estimate_s`: against strangers, and against friends and the computer
(lila, modules/game isBoardCompatible a927e0a1)."""

MINUTES_MOST: Final = 180
INCREMENT_MOST_S: Final = 60


class Speed(NamedTuple):
    """A time control in whole minutes, with an increment in seconds."""

    minutes: int
    increment_s: int

    @property
    def estimate_s(self) -> int:
        """How long Lichess thinks that a player has, in seconds."""
        return 60 * self.minutes + 40 * self.increment_s

    @property
    def in_limits(self) -> bool:
        """Whether both numbers are such as Lichess takes."""
        return 0 < self.minutes <= MINUTES_MOST and 0 <= self.increment_s <= INCREMENT_MOST_S


def speed_of(control: TimeControl) -> Speed | None:
    """The same control as Lichess has it; None if it has no such one."""
    period = control.white[0]
    alike = control.white == control.black and len(control.white) == 1
    plain = period.kind is Kind.FISCHER and not period.moves and not period.main_s % 60
    speed = Speed(period.main_s // 60, period.extra_s)
    return speed if alike and plain and speed.in_limits else None


def suits_strangers(control: TimeControl | None) -> bool:
    """Whether a board may look for somebody at this speed."""
    speed = speed_of(control) if control else None
    return speed is not None and speed.estimate_s >= SEEK_LEAST_S


def suits_computer(control: TimeControl | None) -> bool:
    """Whether a board may play Lichess' computer at this speed; it also plays without a clock."""
    if control is None:
        return True
    speed = speed_of(control)
    return speed is not None and speed.estimate_s >= CHALLENGE_LEAST_S
