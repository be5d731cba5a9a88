"""Time controls of every kind, drawn by lot, and the answers by which each is set by hand."""

from collections.abc import Iterator
from itertools import chain

from hypothesis import strategies as st

from jadoube.core.clock.time_control import (
    BYO_YOMI_PERIODS,
    DELAY_S,
    INCREMENT_S,
    MAIN_S,
    MOVES,
    PERIODS,
    Kind,
    Period,
    Side,
    TimeControl,
)
from jadoube.core.state.panel.menu import Answer


def within(limits: range) -> st.SearchStrategy[int]:
    """Draw one of the limits' numbers."""
    return st.integers(limits.start, limits.stop - 1)


def _ordinary(moves: st.SearchStrategy[int]) -> st.SearchStrategy[Period]:
    delays = st.sampled_from((Kind.DELAY, Kind.BRONSTEIN))
    return st.one_of(
        st.builds(Period, within(MAIN_S), within(INCREMENT_S), moves=moves),
        st.builds(Period, within(MAIN_S), within(DELAY_S), delays, moves),
    )


_BYO_YOMI = st.builds(
    Period,
    st.integers(0, MAIN_S.stop - 1),
    within(DELAY_S),
    st.just(Kind.BYO_YOMI),
    byo_yomi=within(BYO_YOMI_PERIODS),
)
_COUNTED = st.lists(_ordinary(within(MOVES)), max_size=4)
_FREE = st.lists(_ordinary(st.just(0)), max_size=4)
_PLAYED = st.builds(
    lambda *parts: tuple(chain(*parts)), _COUNTED, _FREE, st.lists(_BYO_YOMI, max_size=1)
).filter(bool)
_SIDES = st.one_of(_PLAYED, st.just((Period(0, kind=Kind.COUNT_UP),)))
_HOURGLASS = st.builds(lambda main_s: (Period(main_s, kind=Kind.HOURGLASS),), within(MAIN_S))
_PAIRS = st.one_of(st.tuples(_SIDES, _SIDES), st.tuples(_HOURGLASS, _HOURGLASS))

CONTROLS = st.one_of(
    _PAIRS.map(lambda pair: TimeControl(*pair)), _PAIRS.map(lambda pair: TimeControl.both(*pair[0]))
)


def answers(control: TimeControl) -> Iterator[Answer]:
    """Give what has to be answered, question after question."""
    yield from _side(control.white)
    yield "both" if control.white == control.black else "different"
    if control.white != control.black:
        yield from _side(control.black)


def _side(periods: Side) -> Iterator[Answer]:
    counted = True
    for number, period in enumerate(periods, start=1):
        plain = period.kind is Kind.FISCHER and not period.extra_s
        yield "" if plain else str(period.kind)
        followed = period.kind in (Kind.FISCHER, Kind.DELAY, Kind.BRONSTEIN)
        if followed and counted:
            yield period.moves
        counted = counted and period.moves > 0
        if period.kind is not Kind.COUNT_UP:
            yield from divmod(period.main_s, 60)
        yield from (number for number in (period.byo_yomi, period.extra_s) if number)
        if followed and number < PERIODS.stop - 1:
            yield "more" if number < len(periods) else "last"
