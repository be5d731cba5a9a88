"""The chess clock: which side runs and since when, the time left, and whose flag fell first.

Nothing ticks. A clock stores the accounts of both sides at its last change, and the instant of that change.
The rest is arithmetic, exact in whole ms. This file refuses to know the moves, the levers and the rules: the
arbiter knows who may press, how many moves were made, and what a flag fall means.

Every change has the instant at which it happened. That may lie before the moment at which it is judged (a
press is judged up to 200 ms later), but never before the last change. Two laws hold for every change:

- A period that begins by itself begins at its own instant, whenever the clock is read. That is the next
  period, when a period without a move count is used up, or a byo-yomi period.
- If all of the running side's time is used up at the instant of the change, the change is its flag fall and
  nothing else.
"""

from dataclasses import dataclass, field, replace
from typing import Self

import chess

from jadoube.core.clock import account
from jadoube.core.clock.account import Account
from jadoube.core.clock.clock_reading import ClockReading, SideReading
from jadoube.core.clock.time_control import Kind, Period, TimeControl


@dataclass(frozen=True, slots=True)
class ChessClock:
    """A clock at its last change; made by `new`. All instants and durations are whole ms.

    `accounts` are the sides' accounts at `since_ms`, the instant of the last change: [black, white], as
    `chess.BLACK` is 0. `spent_ms` is the time spent on the ply under way until then. `resumes` is the side
    that ran when the clock was stopped. `fallen` is the side whose flag fell first; it stays for good.
    """

    control: TimeControl
    accounts: tuple[Account, Account]
    since_ms: int = 0
    running: chess.Color | None = None
    started: bool = False
    resumes: chess.Color | None = None
    spent_ms: int = 0
    fallen: chess.Color | None = None
    _zero_at_ms: int | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Cached: it is read at every scan that shows something, and changes only with the clock.
        object.__setattr__(self, "_zero_at_ms", self._used_up_at_ms())

    @classmethod
    def new(cls, control: TimeControl) -> Self:
        """Return a clock that has not started; each side has its first period."""
        return cls(
            control, (account.open_account(control.period(False)), account.open_account(control.period(True)))
        )

    def period(self, side: chess.Color) -> Period:
        """Return the current period of `side`."""
        return self.control.period(side, self.accounts[side].period)

    def period_number(self, side: chess.Color) -> int:
        """Return the number of that period, from 0; each repetition of a last period has a new number."""
        return self.accounts[side].period

    def counts_up(self, side: chess.Color) -> bool:
        """Whether the face of `side` counts up the time used."""
        return self.period(side).kind is Kind.COUNT_UP

    def at(self, now_ms: int) -> ClockReading:
        """Read both sides at this instant. ValueError if a clock runs and `now_ms` is before its last change.

        Every period that has begun by itself by then has begun in the reading.
        """
        clock = self.passed(now_ms)
        if clock is not self:
            return clock.at(now_ms)
        running, zero_ms, passed_ms = self.running, self._zero_at_ms, self._ran_ms(now_ms)
        black, white = self._charged(passed_ms)
        return ClockReading(
            control=self.control,
            sides=(
                self._side_reading(chess.BLACK, black, passed_ms),
                self._side_reading(chess.WHITE, white, passed_ms),
            ),
            running=running,
            resumes=self.resumes,
            fallen=self.fallen,
            since_ms=self.since_ms,
            used_up=zero_ms is not None and zero_ms <= now_ms,
            hourglass=running is not None and self.period(running).kind is Kind.HOURGLASS,
        )

    def read(self, side: chess.Color, now_ms: int) -> SideReading:
        """Read one side at this instant. ValueError as in `at`."""
        clock = self.passed(now_ms)
        if clock is not self:
            return clock.read(side, now_ms)
        passed_ms = self._ran_ms(now_ms)
        return self._side_reading(side, self._charged(passed_ms)[side], passed_ms)

    def _side_reading(self, side: chess.Color, having: Account, passed_ms: int) -> SideReading:
        """Read a side that has this account `passed_ms` after the last change."""
        period, spent_ms = self.period(side), 0
        if on_move := side in (self.running, self.resumes):
            spent_ms = self.spent_ms + passed_ms
        waits = on_move and period.kind is Kind.DELAY
        return SideReading(
            ms=account.shown_ms(having, period, spent_ms),
            delay_ms=account.delay_left_ms(having, period, spent_ms) if waits else 0,
            periods=having.byo_yomi if having.in_byo_yomi else None,
            rises=period.kind is Kind.COUNT_UP,
            used_ms=having.used_ms,
            number=having.period,
        )

    def remaining_ms(self, side: chess.Color, now_ms: int) -> int:
        """Return the time on the face of `side` at this instant, in ms. ValueError as in `at`."""
        return self.read(side, now_ms).ms

    def zero_at_ms(self) -> int | None:
        """Return the instant at which the running side's present time is used up; None if it never will be.

        At that instant the next period or byo-yomi period begins, or the flag falls. A side without any time
        left may be started again if the rule set lets the game go on. It stays at 0, and its flag does not
        fall again.
        """
        return self._zero_at_ms

    def flag_at_ms(self) -> int | None:
        """Return the instant of the running side's flag fall if nothing happens before; None: never."""
        following = self.begun_next()
        return self.zero_at_ms() if following is None else following.flag_at_ms()

    def used_up(self, at_ms: int) -> bool:
        """Whether the running side's flag must have fallen by this instant."""
        clock = self.passed(at_ms)
        zero_at_ms = clock.zero_at_ms()
        return zero_at_ms is not None and zero_at_ms <= at_ms

    def begun_next(self, moves: int = 0) -> Self | None:
        """Return the clock with the period that begins by itself at `zero_at_ms()`; None at a flag fall.

        `moves` is how many moves the running side has completed by then: they may end a period with a move
        count. If both sides have the same periods without one and are in the same, it ends for both at once
        (as on DGT clocks).
        """
        side, zero_at_ms = self.running, self.zero_at_ms()
        if side is None or zero_at_ms is None:
            return None
        byo_yomi = account.enter_next_byo_yomi(self._counted(zero_at_ms).accounts[side], self.period(side))
        if byo_yomi:
            return self._counted(zero_at_ms).with_account(side, byo_yomi)
        number = self.accounts[side].period
        if self.is_due(side, moves):
            return self._counted(zero_at_ms).enter(side)
        if self.period(side).moves or self.control.is_last(side, number):
            return None
        clock = self._counted(zero_at_ms).enter(side)
        alike = self.control.white == self.control.black and self.accounts[not side].period == number
        return clock.enter(not side) if alike else clock

    def passed(self, at_ms: int) -> Self:
        """Return the clock with every period that has begun by itself up to this instant."""
        clock = self
        while (zero_at_ms := clock.zero_at_ms()) is not None and zero_at_ms <= at_ms:
            following = clock.begun_next()
            if following is None:
                break
            clock = following
        return clock

    def start(self, side: chess.Color, at_ms: int) -> Self:
        """Start the clock of `side` at `at_ms` for a new ply, without an increment, whichever side ran."""
        if self.used_up(at_ms):
            return self.fall()
        return replace(self.advance(at_ms), running=side, started=True, resumes=None, spent_ms=0)

    def press(self, side: chess.Color, at_ms: int, moves: int = 0, *, earns: bool = True) -> Self:
        """Complete a ply of `side`: stop its clock, add the increment, start the opponent's clock.

        `moves` is how many moves `side` has made, including this one. When they complete the move count of a
        period, the next begins. The increment is that of the period of the next ply; `earns` is False where
        the side has had it. ValueError if the clock of `side` does not run.
        """
        if side != self.running:
            raise ValueError(f"found a press by {_name(side)}, expected one by {_name(self.running)}")
        if self.used_up(at_ms):
            return self.fall()
        clock = self.advance(at_ms)
        accounts = clock.accounts_with(side, clock.account_after_ply(side, moves, earns=earns))
        return replace(clock, accounts=accounts, running=not side, spent_ms=0)

    def count(self, side: chess.Color, moves: int, at_ms: int) -> Self:
        """Begin the periods that are due once `side` has completed so many moves; a lower count undoes none.

        The moves are counted by presses, or by the arbiter. A side without time left begins none.
        """
        if self.used_up(at_ms):
            return self.fall()
        clock = self
        while clock.accounts[side].left_ms and clock.is_due(side, moves):
            clock = clock.advance(at_ms).enter(side)
        return clock

    def takes(self, side: chess.Color, more_ms: int, at_ms: int) -> bool:
        """Whether `give` can add `more_ms` (or take, if negative): `side` counts down, and some is left."""
        left_ms = (self if self.running is None else self.advance(at_ms)).accounts[side].left_ms
        return not self.counts_up(side) and left_ms + more_ms > 0

    def give(self, side: chess.Color, more_ms: int, at_ms: int) -> Self:
        """Give `side` more time, or take some if `more_ms` is negative; a side that counts up is unchanged.

        ValueError if no time would be left.
        """
        if self.used_up(at_ms):
            return self.fall()
        clock = self.advance(at_ms)
        if clock.counts_up(side):
            return clock
        having = clock.accounts[side]
        left_ms = having.left_ms + more_ms
        if left_ms <= 0:
            raise ValueError(f"found {left_ms} ms left for {_name(side)}, expected some")
        return clock.with_account(side, having._replace(left_ms=left_ms))

    def agree(self, left_ms: tuple[int, int], running: chess.Color | None, at_ms: int) -> Self:
        """Show what another clock shows: the time left of [black, white], and the side that runs.

        Both sides stay in their periods. No flag has fallen that the other clock does not know of.
        """
        black, white = (
            having._replace(left_ms=max(ms, 0)) for having, ms in zip(self.accounts, left_ms, strict=True)
        )
        started = self.started or running is not None
        return replace(
            self,
            accounts=(black, white),
            since_ms=max(at_ms, self.since_ms),
            running=running,
            started=started,
            resumes=None,
            spent_ms=0,
            fallen=None,
        )

    def set_period(self, side: chess.Color, number: int, at_ms: int) -> Self:
        """Put `side` into the period with this number, from 0; it keeps its time and gets that of no period.

        Byo-yomi periods of the period are all there again, and its main time counts first.
        """
        if self.used_up(at_ms):
            return self.fall()
        clock = self.advance(at_ms)
        byo_yomi = self.control.period(side, number).byo_yomi
        having = clock.accounts[side]._replace(period=number, byo_yomi=byo_yomi, in_byo_yomi=False)
        return clock.with_account(side, having)

    def uses_byo_yomi(self, side: chess.Color, at_ms: int) -> bool:
        """Whether the main time of the side's period is over, or byo-yomi periods of it are used up."""
        clock = self.passed(at_ms)
        having, whole = clock.accounts[side], clock.period(side).byo_yomi
        return having.in_byo_yomi or having.byo_yomi < whole

    def turn(self, side: chess.Color, at_ms: int) -> Self:
        """Give the turn to `side` after a takeback: if a clock runs or is paused, it is now that of `side`.

        Both sides keep their time. A delay begins anew, as for every ply.
        """
        if side in (self.running, self.resumes) or (self.running is None and self.resumes is None):
            return self
        return replace(self, resumes=side, spent_ms=0) if self.running is None else self.start(side, at_ms)

    def stop(self, at_ms: int) -> Self:
        """Stop the clock, for a pause or at the game's end; a stopped clock is unchanged."""
        if self.running is None:
            return self
        if self.used_up(at_ms):
            return self.fall()
        return replace(self.advance(at_ms), running=None, resumes=self.running)

    def resume(self, at_ms: int) -> Self:
        """Resume the ply of the side that ran when the clock was stopped; nothing if none ran."""
        if self.resumes is None:
            return self
        return replace(self.advance(at_ms), running=self.resumes, resumes=None)

    def reopen(self) -> Self:
        """Take back the flag with which a game ended: its side resumes, with the 0 that it has left.

        A clock that stood without a flag at the end of the game is unchanged. In byo-yomi the side is in its
        last period again.
        """
        side = self.fallen
        if side is None or self.running is not None or self.resumes is not None:
            return self
        having = self.accounts[side]
        clock = self.with_account(side, having._replace(byo_yomi=int(having.in_byo_yomi)))
        return replace(clock, resumes=side, fallen=None)

    def used_up_side(self) -> chess.Color | None:
        """Return the side that has no time left although its time counts down; None if both have some."""
        empty = (side for side in chess.COLORS if not self.accounts[side].left_ms)
        return next((side for side in empty if not self.counts_up(side)), None)

    def fall(self) -> Self:
        """Let the running side's flag fall at `flag_at_ms()`: it has 0 left, and no clock runs.

        `fallen` keeps the side whose flag fell first. ValueError if no flag can fall.
        """
        side, at_ms = self.running, self.flag_at_ms()
        if side is None or at_ms is None:
            raise ValueError(f"found {_name(self.running)} running, expected a side with time left")
        clock = self.advance(at_ms)
        clock = clock.with_account(side, clock.accounts[side]._replace(byo_yomi=0))
        stood = replace(clock, running=None, spent_ms=0)
        return stood if self.fallen is not None else replace(stood, fallen=side)

    def advance(self, at_ms: int) -> Self:
        """Return this clock brought up to an instant."""
        clock = self.passed(at_ms)
        return self._counted(at_ms) if clock is self else clock.advance(at_ms)

    def _counted(self, at_ms: int) -> Self:
        """Return this clock with the time up to `at_ms` charged to the running side."""
        passed_ms = self._passed_ms(at_ms)
        if not passed_ms:
            return self
        if self.running is None:
            return replace(self, since_ms=at_ms)
        accounts = self._charged(passed_ms)
        return replace(self, accounts=accounts, since_ms=at_ms, spent_ms=self.spent_ms + passed_ms)

    def _charged(self, passed_ms: int) -> tuple[Account, Account]:
        """Return both accounts after the running side has run on for so long, within its period."""
        side = self.running
        if side is None or not passed_ms:
            return self.accounts
        before, other, period = self.accounts[side], self.accounts[not side], self.period(side)
        having = account.spend_time(before, period, self.spent_ms, passed_ms)
        if period.kind is Kind.HOURGLASS and other.left_ms:
            other = other._replace(left_ms=other.left_ms + before.left_ms - having.left_ms)
        return (other, having) if side == chess.WHITE else (having, other)

    def account_after_ply(self, side: chess.Color, moves: int, *, earns: bool = True) -> Account:
        """Return the account of `side` after a ply with which it has made so many moves."""
        having = self.accounts[side]
        if not having.left_ms:
            return having  # nothing is granted after the flag
        while self._ends_period(having.period, side, moves):
            having = account.enter_period(having, self.control.period(side, having.period + 1))
        return account.complete_ply(having, self.control.period(side, having.period), earns=earns)

    def _used_up_at_ms(self) -> int | None:
        if self.running is None:
            return None
        lasts_ms = account.time_to_zero_ms(
            self.accounts[self.running], self.period(self.running), self.spent_ms
        )
        return None if lasts_ms is None else self.since_ms + lasts_ms

    def _ran_ms(self, now_ms: int) -> int:
        """Return for how long a side has run since the last change, in ms; ValueError as in `_passed_ms`."""
        return 0 if self.running is None else self._passed_ms(now_ms)

    def _passed_ms(self, at_ms: int) -> int:
        """Return the time since the last change, in ms; ValueError if `at_ms` lies before it."""
        if self.started and at_ms < self.since_ms:
            raise ValueError(
                f"found {at_ms} ms, expected no instant before the last change, {self.since_ms} ms"
            )
        return at_ms - self.since_ms

    def enter(self, side: chess.Color) -> Self:
        """Return this clock with `side` in its next period, entered without completing a ply."""
        period, following = self.period(side), self.next_period(side)
        return self.with_account(side, account.enter_period_mid_ply(self.accounts[side], period, following))

    def next_period(self, side: chess.Color) -> Period:
        """Return the period after the current one of `side`; the last period if none follows."""
        return self.control.period(side, self.accounts[side].period + 1)

    def is_due(self, side: chess.Color, moves: int) -> bool:
        """Whether so many moves complete the current period of `side`, and another follows."""
        return self._ends_period(self.accounts[side].period, side, moves)

    def _ends_period(self, number: int, side: chess.Color, moves: int) -> bool:
        due = self.control.due(side, number)
        return due is not None and moves >= due and not self.control.is_last(side, number)

    def with_account(self, side: chess.Color, having: Account) -> Self:
        """Return this clock with another account for `side`."""
        return replace(self, accounts=self.accounts_with(side, having))

    def accounts_with(self, side: chess.Color, having: Account) -> tuple[Account, Account]:
        """Return both accounts, with another one for `side`."""
        black, white = self.accounts
        return (black, having) if side == chess.WHITE else (having, white)


def _name(side: chess.Color | None) -> str:
    return "nobody" if side is None else chess.COLOR_NAMES[side]
