"""The chess clock: whose time runs, since when, what is left, and whose flag fell first.

Decides by arithmetic alone, exact in whole ms: a clock keeps what was left at its last change and the
instant of that change. Nothing ticks. Refuses to know the moves, the levers and the rules: who may press,
and what a fallen flag means, is the arbiter's.

Every change bears the instant at which it happened, which may lie before the moment it is judged (a press
is judged up to 200 ms later) but never before the last change. One law stands over all of them: if the
running side's time was used up at that instant, the change is the fall of its flag and nothing else.
"""

from dataclasses import dataclass, replace
from typing import Self

import chess

from jadoube.core.timecontrol import TimeControl


@dataclass(frozen=True, slots=True)
class ChessClock:
    """A clock at its last change; made by `new`. All instants and durations are whole ms.

    `left_ms` is what the sides had left at `since_ms`, the instant of the last change, by side: [black,
    white], as `chess.BLACK` is 0. `resumes` is the side that ran when the clock was stopped. `fallen` is
    the side whose flag fell first, at `fallen_at_ms`; it is never forgotten.
    """

    control: TimeControl
    left_ms: tuple[int, int]
    since_ms: int = 0
    running: chess.Color | None = None
    started: bool = False
    resumes: chess.Color | None = None
    fallen: chess.Color | None = None
    fallen_at_ms: int | None = None

    @classmethod
    def new(cls, control: TimeControl) -> Self:
        """Return a clock that was never started: each side has its main time and the first ply's increment.

        The increment belongs to the first ply too (FIDE; DGT clocks preload it likewise).
        """
        black_ms, white_ms = (control.main_ms(side) + control.increment_ms(side) for side in (False, True))
        return cls(control, (black_ms, white_ms))

    @property
    def paused(self) -> bool:
        """Whether the clock was stopped while a side ran, so that `resume` has something to run."""
        return self.resumes is not None

    def remaining_ms(self, side: chess.Color, now_ms: int) -> int:
        """Return what `side` has left at `now_ms`, never below 0. ValueError before the last change."""
        if side != self.running:
            return self.left_ms[side]
        return max(0, self.left_ms[side] - self._passed_ms(now_ms))

    def flag_at_ms(self) -> int | None:
        """Return the instant at which the running side's time is used up; None if no flag is to fall.

        A side that has already lost all its time may be started again, where a rule set lets the game go
        on: it stays at 0, and its flag falls no second time.
        """
        if self.running is None or self.left_ms[self.running] == 0:
            return None
        return self.since_ms + self.left_ms[self.running]

    def used_up(self, at_ms: int) -> bool:
        """Whether the running side's flag has to fall at this instant, if it has not fallen before."""
        flag_at_ms = self.flag_at_ms()
        return flag_at_ms is not None and flag_at_ms <= at_ms

    def start(self, side: chess.Color, at_ms: int) -> Self:
        """Run the clock of `side` from `at_ms`, whichever ran before. No increment."""
        if self.used_up(at_ms):
            return self.fall()
        return replace(self._counted(at_ms), running=side, started=True, resumes=None)

    def press(self, side: chess.Color, at_ms: int) -> Self:
        """Complete a ply of `side`: stop its clock, add its increment, start the opponent's.

        ValueError if it is not the clock of `side` that runs.
        """
        if side != self.running:
            raise ValueError(f"found a press by {_name(side)}, expected one by {_name(self.running)}")
        if self.used_up(at_ms):
            return self.fall()
        left_ms = self.remaining_ms(side, at_ms)
        earned_ms = self.control.increment_ms(side) if left_ms else 0  # nothing is granted after the flag
        return replace(self, left_ms=self._but(side, left_ms + earned_ms), since_ms=at_ms, running=not side)

    def give(self, side: chess.Color, more_ms: int, at_ms: int) -> Self:
        """Give `side` more time, or take some away. ValueError where none would be left."""
        if self.used_up(at_ms):
            return self.fall()
        left_ms = self.remaining_ms(side, at_ms) + more_ms
        if left_ms <= 0:
            raise ValueError(f"found {left_ms} ms left for {_name(side)}, expected some")
        other_ms = self.remaining_ms(not side, at_ms)
        both = (other_ms, left_ms) if side == chess.WHITE else (left_ms, other_ms)
        return replace(self._counted(at_ms), left_ms=both)

    def turn(self, side: chess.Color, at_ms: int) -> Self:
        """Let it be the time of `side`, after a takeback: if a clock runs, or is paused, it is that one."""
        if self.running is None:
            return self if self.resumes is None else replace(self, resumes=side)
        return self if self.running == side else self.start(side, at_ms)

    def stop(self, at_ms: int) -> Self:
        """Stop whatever runs: a pause, or the game's end. A clock that stands stays as it is."""
        if self.running is None:
            return self
        if self.used_up(at_ms):
            return self.fall()
        return replace(self._counted(at_ms), running=None, resumes=self.running)

    def resume(self, at_ms: int) -> Self:
        """Run on with the side that ran when the clock was stopped. Any other clock stays as it is."""
        return self if self.resumes is None else self.start(self.resumes, at_ms)

    def fall(self) -> Self:
        """Let the running side's flag fall at `flag_at_ms()`: it has 0 left, and nothing runs.

        `fallen` stays with the side that fell first. ValueError if no flag is to fall.
        """
        at_ms = self.flag_at_ms()
        if self.running is None or at_ms is None:
            raise ValueError(f"found {_name(self.running)} running, expected a side with time left")
        stood = replace(self, left_ms=self._but(self.running, 0), since_ms=at_ms, running=None)
        return stood if self.fallen is not None else replace(stood, fallen=self.running, fallen_at_ms=at_ms)

    def _counted(self, at_ms: int) -> Self:
        """Return this clock with the time up to `at_ms` taken from the side that ran."""
        passed_ms = self._passed_ms(at_ms)
        if self.running is None:
            return replace(self, since_ms=at_ms)
        left_ms = max(0, self.left_ms[self.running] - passed_ms)
        return replace(self, left_ms=self._but(self.running, left_ms), since_ms=at_ms)

    def _passed_ms(self, at_ms: int) -> int:
        """Return how long ago the last change was. ValueError where the instant lies before it."""
        if self.started and at_ms < self.since_ms:
            raise ValueError(
                f"found {at_ms} ms, expected no instant before the last change, {self.since_ms} ms"
            )
        return at_ms - self.since_ms

    def _but(self, side: chess.Color, left_ms: int) -> tuple[int, int]:
        """Return what the sides have left, but with `left_ms` for `side`."""
        black_ms, white_ms = self.left_ms
        return (black_ms, left_ms) if side == chess.WHITE else (left_ms, white_ms)


def _name(side: chess.Color | None) -> str:
    return "nobody" if side is None else chess.COLOR_NAMES[side]
