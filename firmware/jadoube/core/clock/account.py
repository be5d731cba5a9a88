"""What one side has of its time: the arithmetic of a period, of each kind.

Decides what running takes from a side, when what it has is used up, what comes then, and what a completed
ply earns. Refuses to know instants, which side runs, and the other side: that is `chess_clock.py`'s.

`spent_ms` is what has passed of the ply under way: since the side's clock began to run. For each ply the main
time runs only when the delay is over. A Bronstein clock keeps the same time and shows the rest of the delay
with it: what is given back after a ply, the delay at the most, is then nothing else than that of the next.
"""

from typing import NamedTuple

from jadoube.core.clock.time_control import Kind, Period


class Account(NamedTuple):
    """What one side has, and has used, at an instant."""

    left_ms: int
    """Of the main time, or of the byo-yomi period under way; 0: all is used up, for good."""
    used_ms: int = 0
    """For how long its clock has run."""
    period: int = 0
    """The number of the period under way, from 0."""
    byo_yomi: int = 0
    """How many byo-yomi periods are left, the one under way among them."""
    in_byo_yomi: bool = False
    """Whether the main time is over and such a period is under way."""


def open_account(first: Period) -> Account:
    """Give a side its first period, and the increment of its first ply (FIDE; DGT clocks preload it too)."""
    return enter_period(Account(first.increment_ms, period=-1), first)


def enter_period(account: Account, following: Period) -> Account:
    """Go on to the period that follows: what is left is kept, its main time is added."""
    account = account._replace(
        left_ms=account.left_ms + following.main_ms,
        period=account.period + 1,
        byo_yomi=following.byo_yomi,
    )
    return account if account.left_ms or not following.byo_yomi else _fill_byo_yomi(account, following)


def enter_period_mid_ply(account: Account, before: Period, following: Period) -> Account:
    """Go on to the next period, not by completing a ply: the ply under way has that period's increment.

    What it has been given already is not given twice.
    """
    more_ms = max(0, following.increment_ms - before.increment_ms)
    return enter_period(account._replace(left_ms=account.left_ms + more_ms), following)


def delay_left_ms(account: Account, period: Period, spent_ms: int) -> int:
    """Return what is left of the delay; with no time left there is no delay either."""
    return max(0, period.delay_ms - spent_ms) if account.left_ms else 0


def time_to_zero_ms(account: Account, period: Period, spent_ms: int) -> int | None:
    """Return how long the side can run until what it has now is used up; None if nothing is, or ever will."""
    if period.kind is Kind.COUNT_UP or not account.left_ms:
        return None
    return account.left_ms + delay_left_ms(account, period, spent_ms)


def spend_time(account: Account, period: Period, spent_ms: int, passed_ms: int) -> Account:
    """Return what the side has when it has run for so long."""
    taken_ms = max(0, passed_ms - delay_left_ms(account, period, spent_ms))
    return account._replace(left_ms=max(0, account.left_ms - taken_ms), used_ms=account.used_ms + passed_ms)


def enter_next_byo_yomi(account: Account, period: Period) -> Account | None:
    """Return the account in its next byo-yomi period; None if no other is left."""
    if account.byo_yomi <= account.in_byo_yomi:
        return None
    return _fill_byo_yomi(account._replace(byo_yomi=account.byo_yomi - account.in_byo_yomi), period)


def complete_ply(account: Account, period: Period) -> Account:
    """Return what the side has for its next ply: the increment is earned, the byo-yomi full."""
    if account.in_byo_yomi:
        return _fill_byo_yomi(account, period)
    return account._replace(left_ms=account.left_ms + period.increment_ms)


def shown_ms(account: Account, period: Period, spent_ms: int) -> int:
    """Return the time that a face counts: what is left, or, counting up, what is used."""
    if period.kind is Kind.COUNT_UP:
        return account.used_ms
    rest_ms = delay_left_ms(account, period, spent_ms) if period.kind is Kind.BRONSTEIN else 0
    return account.left_ms + rest_ms


def _fill_byo_yomi(account: Account, period: Period) -> Account:
    return account._replace(left_ms=period.byo_yomi_ms, in_byo_yomi=True)
