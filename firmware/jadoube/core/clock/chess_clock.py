"""The chess clock: whose time runs, since when, what is left, and whose flag fell first.

Decides by arithmetic alone, exact in whole ms: a clock keeps what the sides had at its last change and the
instant of that change. Nothing ticks. Refuses to know the moves, the levers and the rules: who may press,
how many moves were made, and what a fallen flag means, is the arbiter's.

Every change bears the instant at which it happened, which may lie before the moment it is judged (a press
is judged up to 200 ms later) but never before the last change. Two laws stand over all of them. What begins
by itself, the next period when the time of one without a move count is used up, or a byo-yomi period, has
begun at its own instant, whenever it is looked at. And if all of the running side's time was used up at that
instant, the change is the fall of its flag and nothing else.
"""

from dataclasses import dataclass, field, replace
from typing import Self

import chess

from jadoube.core.clock import account
from jadoube.core.clock.account import Account
from jadoube.core.clock.time_control import Kind, Period, TimeControl


@dataclass(frozen=True, slots=True)
class ChessClock:
    """A clock at its last change; made by `new`. All instants and durations are whole ms.

    `accounts` is what the sides had at `since_ms`, the instant of the last change, by side: [black, white],
    as `chess.BLACK` is 0. `spent_ms` is what had passed of the ply under way. `resumes` is the side
    that ran when the clock was stopped. `fallen` is the side whose flag fell first, at `fallen_at_ms`; it is
    never forgotten.
    """

    control: TimeControl
    accounts: tuple[Account, Account]
    since_ms: int = 0
    running: chess.Color | None = None
    started: bool = False
    resumes: chess.Color | None = None
    spent_ms: int = 0
    fallen: chess.Color | None = None
    fallen_at_ms: int | None = None
    _zero_at_ms: int | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Asked for at every scan that shows something, and changed only when the clock is.
        object.__setattr__(self, "_zero_at_ms", self._used_up_at_ms())

    @classmethod
    def new(cls, control: TimeControl) -> Self:
        """Return a clock that was never started: each side has its first period."""
        return cls(
            control, (account.open_account(control.period(False)), account.open_account(control.period(True)))
        )

    @property
    def paused(self) -> bool:
        """Whether the clock was stopped while a side ran, so that `resume` has something to run."""
        return self.resumes is not None

    def period(self, side: chess.Color) -> Period:
        """Return the period in which `side` is."""
        return self.control.period(side, self.accounts[side].period)

    def period_number(self, side: chess.Color) -> int:
        """Return the number of that period, from 0; a last one that repeats is counted anew each time."""
        return self.accounts[side].period

    def byo_periods_left(self, side: chess.Color) -> int:
        """Return how many byo-yomi periods `side` has left, the one under way among them."""
        return self.accounts[side].byo_yomi

    def in_byo_yomi(self, side: chess.Color) -> bool:
        """Whether the main time of `side` is over and a byo-yomi period is under way."""
        return self.accounts[side].in_byo_yomi

    def counts_up(self, side: chess.Color) -> bool:
        """Whether the face of `side` counts the time used, going up."""
        return self.period(side).kind is Kind.COUNT_UP

    def remaining_ms(self, side: chess.Color, now_ms: int) -> int:
        """Return what the face of `side` counts at `now_ms`, never below 0: what it has left.

        With a US delay that is the main time alone, in Bronstein's way the two together; in byo-yomi the main
        time, and when that is over, the period; counting up, the time used. ValueError before the last
        change of a clock that runs.
        """
        return self.read(side, now_ms)[0]

    def read(self, side: chess.Color, now_ms: int) -> tuple[int, int]:
        """Return both: what the face of `side` counts, and for how long its clock has run."""
        clock = self._read(now_ms)
        having = clock.accounts[side]
        return account.shown_ms(having, clock.period(side), clock.spent_by(side)), having.used_ms

    def used_ms(self, side: chess.Color, now_ms: int) -> int:
        """Return for how long the clock of `side` has run."""
        return self._read(now_ms).accounts[side].used_ms

    def delay_left_ms(self, side: chess.Color, now_ms: int) -> int:
        """Return what is left of the US delay of the ply under way; 0 if that is not one of `side`."""
        clock = self._read(now_ms)
        if side not in (clock.running, clock.resumes) or clock.period(side).kind is not Kind.DELAY:
            return 0
        return account.delay_left_ms(clock.accounts[side], clock.period(side), clock.spent_ms)

    def zero_at_ms(self) -> int | None:
        """Return the instant at which what the running side has now is used up; None if it never will be.

        Then the next period begins, or another byo-yomi period, or the flag falls. A side that has already
        lost all its time may be started again, where a rule set lets the game go on: it stays at 0, and its
        flag falls no second time.
        """
        return self._zero_at_ms

    def flag_at_ms(self) -> int | None:
        """Return the instant at which the running side's flag falls if nothing happens; None: never."""
        following = self.begun_next()
        return self.zero_at_ms() if following is None else following.flag_at_ms()

    def used_up(self, at_ms: int) -> bool:
        """Whether the running side's flag has to fall at this instant, if it has not fallen before."""
        clock = self.passed(at_ms)
        zero_at_ms = clock.zero_at_ms()
        return zero_at_ms is not None and zero_at_ms <= at_ms

    def begun_next(self) -> Self | None:
        """Return the clock with what begins by itself at `zero_at_ms()`; None if that is the flag's fall.

        A period that ends so ends for both sides at once, where they have the same periods and are in the
        same one (as DGT clocks do it).
        """
        side, zero_at_ms = self.running, self.zero_at_ms()
        if side is None or zero_at_ms is None:
            return None
        byo_yomi = account.enter_next_byo_yomi(self._counted(zero_at_ms).accounts[side], self.period(side))
        if byo_yomi:
            return self._counted(zero_at_ms).with_account(side, byo_yomi)
        number = self.accounts[side].period
        if self.period(side).moves or self.control.is_last(side, number):
            return None
        clock = self._counted(zero_at_ms).enter(side)
        alike = self.control.white == self.control.black and self.accounts[not side].period == number
        return clock.enter(not side) if alike else clock

    def passed(self, at_ms: int) -> Self:
        """Return the clock with all that has begun by itself up to this instant."""
        clock = self
        while (zero_at_ms := clock.zero_at_ms()) is not None and zero_at_ms <= at_ms:
            following = clock.begun_next()
            if following is None:
                break
            clock = following
        return clock

    def start(self, side: chess.Color, at_ms: int) -> Self:
        """Run the clock of `side` from `at_ms`, whichever ran before: a new ply. No increment."""
        if self.used_up(at_ms):
            return self.fall()
        return replace(self.at(at_ms), running=side, started=True, resumes=None, spent_ms=0)

    def press(self, side: chess.Color, at_ms: int, moves: int = 0) -> Self:
        """Complete a ply of `side`: stop its clock, add what it earns, start the opponent's.

        `moves` is how many moves `side` has made with this one. When they are all that a period asks for, the
        next begins; the increment is that of the period in which the next ply will be played. ValueError if
        it is not the clock of `side` that runs.
        """
        if side != self.running:
            raise ValueError(f"found a press by {_name(side)}, expected one by {_name(self.running)}")
        if self.used_up(at_ms):
            return self.fall()
        clock = replace(self.at(at_ms), running=not side, spent_ms=0)
        if not clock.accounts[side].left_ms:
            return clock  # nothing is granted after the flag
        while clock.is_due(side, moves):
            clock = clock.with_account(
                side, account.enter_period(clock.accounts[side], clock.next_period(side))
            )
        return clock.with_account(side, account.complete_ply(clock.accounts[side], clock.period(side)))

    def count(self, side: chess.Color, moves: int, at_ms: int) -> Self:
        """Let `side` have made so many moves, by the arbiter's count; nothing is taken back by fewer."""
        if self.used_up(at_ms):
            return self.fall()
        clock = self
        while clock.accounts[side].left_ms and clock.is_due(side, moves):
            clock = clock.at(at_ms).enter(side)
        return clock

    def takes(self, side: chess.Color, more_ms: int, at_ms: int) -> bool:
        """Whether `side` can be given so much time, or less: it counts down, and some is left."""
        left_ms = self._read(at_ms).accounts[side].left_ms
        return not self.counts_up(side) and left_ms + more_ms > 0

    def give(self, side: chess.Color, more_ms: int, at_ms: int) -> Self:
        """Give `side` more time, or take some away; one that counts up stays as it is.

        ValueError where none would be left.
        """
        if self.used_up(at_ms):
            return self.fall()
        clock = self.at(at_ms)
        if clock.counts_up(side):
            return clock
        having = clock.accounts[side]
        left_ms = having.left_ms + more_ms
        if left_ms <= 0:
            raise ValueError(f"found {left_ms} ms left for {_name(side)}, expected some")
        return clock.with_account(side, having._replace(left_ms=left_ms))

    def turn(self, side: chess.Color, at_ms: int) -> Self:
        """Let it be the time of `side`, after a takeback: if a clock runs, or is paused, it is that one.

        Both keep what they have; a delay begins anew, as for every ply.
        """
        if side in (self.running, self.resumes) or (self.running is None and self.resumes is None):
            return self
        return replace(self, resumes=side, spent_ms=0) if self.running is None else self.start(side, at_ms)

    def stop(self, at_ms: int) -> Self:
        """Stop whatever runs: a pause, or the game's end. A clock that stands stays as it is."""
        if self.running is None:
            return self
        if self.used_up(at_ms):
            return self.fall()
        return replace(self.at(at_ms), running=None, resumes=self.running)

    def resume(self, at_ms: int) -> Self:
        """Run on, with the same ply, with the side that ran when the clock was stopped; else do nothing."""
        if self.resumes is None:
            return self
        return replace(self.at(at_ms), running=self.resumes, resumes=None)

    def fall(self) -> Self:
        """Let the running side's flag fall at `flag_at_ms()`: it has 0 left, and nothing runs.

        `fallen` stays with the side that fell first. ValueError if no flag is to fall.
        """
        side, at_ms = self.running, self.flag_at_ms()
        if side is None or at_ms is None:
            raise ValueError(f"found {_name(self.running)} running, expected a side with time left")
        clock = self.at(at_ms)
        clock = clock.with_account(side, clock.accounts[side]._replace(byo_yomi=0))
        stood = replace(clock, running=None, spent_ms=0)
        return stood if self.fallen is not None else replace(stood, fallen=side, fallen_at_ms=at_ms)

    def at(self, at_ms: int) -> Self:
        """Return this clock as it stands at an instant."""
        clock = self.passed(at_ms)
        return self._counted(at_ms) if clock is self else clock.at(at_ms)

    def _read(self, now_ms: int) -> Self:
        """Return this clock as it stands at an instant; one that stands still does so at any."""
        return self if self.running is None else self.at(now_ms)

    def _counted(self, at_ms: int) -> Self:
        """Return this clock with the time up to `at_ms` taken from the side that ran."""
        side, passed_ms = self.running, self._passed_ms(at_ms)
        if not passed_ms:
            return self
        if side is None:
            return replace(self, since_ms=at_ms)
        before, other, period = self.accounts[side], self.accounts[not side], self.period(side)
        having = account.spend_time(before, period, self.spent_ms, passed_ms)
        if period.kind is Kind.HOURGLASS and other.left_ms:
            other = other._replace(left_ms=other.left_ms + before.left_ms - having.left_ms)
        accounts = (other, having) if side == chess.WHITE else (having, other)
        return replace(self, accounts=accounts, since_ms=at_ms, spent_ms=self.spent_ms + passed_ms)

    def _used_up_at_ms(self) -> int | None:
        if self.running is None:
            return None
        lasts_ms = account.time_to_zero_ms(
            self.accounts[self.running], self.period(self.running), self.spent_ms
        )
        return None if lasts_ms is None else self.since_ms + lasts_ms

    def _passed_ms(self, at_ms: int) -> int:
        """Return how long ago the last change was. ValueError where the instant lies before it."""
        if self.started and at_ms < self.since_ms:
            raise ValueError(
                f"found {at_ms} ms, expected no instant before the last change, {self.since_ms} ms"
            )
        return at_ms - self.since_ms

    def enter(self, side: chess.Color) -> Self:
        """Return this clock with `side` in its next period, other than by a completed ply."""
        period, following = self.period(side), self.next_period(side)
        return self.with_account(side, account.enter_period_mid_ply(self.accounts[side], period, following))

    def next_period(self, side: chess.Color) -> Period:
        """Return the period that follows the one in which `side` is; the last, where none does."""
        return self.control.period(side, self.accounts[side].period + 1)

    def is_due(self, side: chess.Color, moves: int) -> bool:
        """Whether so many moves end the period in which `side` is, and another follows."""
        number = self.accounts[side].period
        due = self.control.due(side, number)
        return due is not None and moves >= due and not self.control.is_last(side, number)

    def spent_by(self, side: chess.Color) -> int:
        """Return what has passed of the ply under way, if it is one of `side`."""
        return self.spent_ms if side in (self.running, self.resumes) else 0

    def with_account(self, side: chess.Color, having: Account) -> Self:
        """Return this clock with another account for `side`."""
        black, white = self.accounts
        return replace(self, accounts=(black, having) if side == chess.WHITE else (having, white))


def _name(side: chess.Color | None) -> str:
    return "nobody" if side is None else chess.COLOR_NAMES[side]
