"""The time account of one side: the arithmetic of each kind of period.

This file computes what running takes from a side, when its time is used up, what follows then, and what a
completed ply earns. It refuses to know instants, which side runs, and the other side (`chess_clock.py`).

`spent_ms` is the time spent on the ply under way, since the side's clock began to run. In each ply the main
time runs only after the delay. A Bronstein clock does the same arithmetic, and shows the main time plus the
rest of the delay. So the time given back after a ply, at most the delay, is simply the delay of the next ply.
"""

from typing import NamedTuple

from jadoube.core.clock.time_control import Kind, Period
from jadoube.core.named_tuples import quick_replace


@quick_replace
class Account(NamedTuple):
    """The time that one side has left and has used, at an instant."""

    left_ms: int
    """What is left of the main time, or of the current byo-yomi period; 0: all is used up, for good."""
    used_ms: int = 0
    """How long its clock has run in all."""
    period: int = 0
    """The number of the current period, from 0."""
    byo_yomi: int = 0
    """How many byo-yomi periods are left, including the current one."""
    in_byo_yomi: bool = False
    """Whether the main time is over and a byo-yomi period is under way."""


def open_account(first: Period) -> Account:
    """Give a side its first period and the increment of its first ply (FIDE; DGT clocks also preload it)."""
    return enter_period(Account(first.increment_ms, period=-1), first)


def enter_period(account: Account, following: Period) -> Account:
    """Enter the next period: the time left is kept, and the new main time is added."""
    account = account._replace(
        left_ms=account.left_ms + following.main_ms,
        period=account.period + 1,
        byo_yomi=following.byo_yomi,
    )
    return account if account.left_ms or not following.byo_yomi else _fill_byo_yomi(account, following)


def enter_period_mid_ply(account: Account, before: Period, following: Period) -> Account:
    """Enter the next period without completing a ply: the ply under way gets the new period's increment.

    The increment that the ply has already is not given twice.
    """
    more_ms = max(0, following.increment_ms - before.increment_ms)
    return enter_period(account._replace(left_ms=account.left_ms + more_ms), following)


def delay_left_ms(account: Account, period: Period, spent_ms: int) -> int:
    """Return what is left of the delay, in ms; 0 if no time is left."""
    return max(0, period.delay_ms - spent_ms) if account.left_ms else 0


def time_to_zero_ms(account: Account, period: Period, spent_ms: int) -> int | None:
    """Return how long the side can run until its time is used up, in ms; None if it is, or never will be."""
    if period.kind is Kind.COUNT_UP or not account.left_ms:
        return None
    return account.left_ms + delay_left_ms(account, period, spent_ms)


def spend_time(account: Account, period: Period, spent_ms: int, passed_ms: int) -> Account:
    """Return the account after the side has run for `passed_ms`."""
    taken_ms = max(0, passed_ms - delay_left_ms(account, period, spent_ms))
    return account._replace(left_ms=max(0, account.left_ms - taken_ms), used_ms=account.used_ms + passed_ms)


def enter_next_byo_yomi(account: Account, period: Period) -> Account | None:
    """Return the account in its next byo-yomi period; None if none is left."""
    if account.byo_yomi <= account.in_byo_yomi:
        return None
    return _fill_byo_yomi(account._replace(byo_yomi=account.byo_yomi - account.in_byo_yomi), period)


def complete_ply(account: Account, period: Period, *, earns: bool = True) -> Account:
    """Return the account after a completed ply: the increment is added, a byo-yomi period is full again.

    A ply that does not earn its increment has had it.
    """
    if account.in_byo_yomi:
        return _fill_byo_yomi(account, period)
    return account._replace(left_ms=account.left_ms + period.increment_ms) if earns else account


def shown_ms(account: Account, period: Period, spent_ms: int) -> int:
    """Return the time that a face shows, in ms: the time left, or, counting up, the time used."""
    if period.kind is Kind.COUNT_UP:
        return account.used_ms
    rest_ms = delay_left_ms(account, period, spent_ms) if period.kind is Kind.BRONSTEIN else 0
    return account.left_ms + rest_ms


def _fill_byo_yomi(account: Account, period: Period) -> Account:
    return account._replace(left_ms=period.byo_yomi_ms, in_byo_yomi=True)
