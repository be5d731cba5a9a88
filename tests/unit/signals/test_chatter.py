"""Contacts that chatter: when one is held, as what, and when it is believed again."""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.signals import chatter
from jadoube.core.signals.chatter import (
    BUTTONS,
    FORGIVEN_MS,
    MOST_DOUBLINGS,
    QUIET_MS,
    REEDS,
    Chatter,
    Limit,
)

ONE, OTHER = 1 << 28, 1 << 3
FAST_MS = 15


def scanned(
    state: Chatter, flips: Iterator[tuple[int, int]] | list[tuple[int, int]], limit: Limit = REEDS
) -> Iterator[tuple[int, Chatter]]:
    """The state after each scan in which contacts flip, and after each at which one is due."""
    raw = state.raw
    for at_ms, flipped in flips:
        while state.due_ms is not None and state.due_ms < at_ms:
            due_ms = state.due_ms
            state = chatter.take_in(state, raw, due_ms, limit)
            yield due_ms, state
        raw ^= flipped
        state = chatter.take_in(state, raw, at_ms, limit)
        yield at_ms, state


def every(gap_ms: int, times: int, begin_ms: int = 1000, contact: int = ONE) -> list[tuple[int, int]]:
    """One contact that flips so often."""
    return [(begin_ms + number * gap_ms, contact) for number in range(times)]


def after(flips: list[tuple[int, int]], raw: int = 0, limit: Limit = REEDS) -> Chatter:
    """The state after these flips."""
    *_, (_, state) = scanned(chatter.first_scan(raw, 0), flips, limit)
    return state


@pytest.mark.parametrize("gap_ms", [5, 10, 15, 50, 90])
@pytest.mark.parametrize("closed", [0, ONE])
def test_a_reed_that_changes_too_often_is_held_as_it_rested(gap_ms: int, closed: int) -> None:
    """Within three seconds, whatever it shows at that moment; 64 alike are held alike."""
    for number in range(30, 40):
        state = after(every(gap_ms, number), closed | OTHER)
        assert (state.held, state.believed) == (ONE, closed | OTHER)
    assert after(every(gap_ms, 40, contact=(1 << 64) - 1), closed).believed == closed


def test_the_faster_it_chatters_the_sooner_it_is_held() -> None:
    """After 0.4 s if it changes every 15 ms, after 3 s if it changes every 100 ms."""
    for gap_ms, after_ms in ((15, 400), (100, 3000)):
        held = (at_ms for at_ms, state in scanned(Chatter(0, 0), every(gap_ms, 60)) if state.held)
        assert next(held) - 1000 <= after_ms


@pytest.mark.parametrize("gap_ms", [500, 700, 2000])
def test_a_reed_that_lies_now_and_then_is_left_to_the_core(gap_ms: int) -> None:
    """Twice a second or less often, for hours."""
    assert not any(state.held for _, state in scanned(Chatter(0, 0), every(gap_ms, 20_000)))


@pytest.mark.parametrize("bounces", [1, 5])
def test_a_bounce_counts_once_however_often_it_is_scanned(bounces: int) -> None:
    """A reed that bounces for 4 ms on each of six changes in three seconds, scanned every millisecond."""
    flips = [(1000 + 500 * number + bounce, ONE) for number in range(6) for bounce in range(bounces)]
    assert max(each.filled for each in after(flips).busy) < 6 * 1000


@given(
    st.lists(st.tuples(st.integers(0, 400), st.integers(1, 0xFF)), max_size=80),
    st.integers(0, 0xFF),
)
def test_what_stays_below_the_limit_passes_unchanged(flips: list[tuple[int, int]], raw: int) -> None:
    """Event for event: each scan is believed as it is while no contact has changed more than 24 times."""
    at_ms = accumulate(gap for gap, _ in flips)
    state, changes = chatter.first_scan(raw, 0), [0] * 8
    for now_ms, (_, flipped) in zip(at_ms, flips, strict=True):
        raw ^= flipped
        for bit in range(8):
            changes[bit] += flipped >> bit & 1
        state = chatter.take_in(state, raw, now_ms, REEDS)
        if max(changes) <= REEDS.most:
            assert state.believed == raw
        assert not state.held & ~sum(1 << bit for bit in range(8) if changes[bit] > REEDS.most)


@given(st.lists(st.sampled_from([5, 5, 10, 40, 300, 1200, 5000, 60_000]), min_size=50, max_size=600))
def test_what_is_passed_on_is_limited(gaps: list[int]) -> None:
    """Of one contact: a full bucket at once, two changes a second, and one at each end of a hold."""
    flips = [(at_ms, ONE) for at_ms in accumulate(gaps)]
    shown = [(at_ms, state.believed) for at_ms, state in scanned(chatter.first_scan(0, 0), flips)]
    passed = sum(1 for (_, one), (_, two) in pairwise(shown) if one != two)
    assert passed <= 2 * (REEDS.most + REEDS.per_s * shown[-1][0] / 1000) + 2


@given(st.lists(st.tuples(st.integers(1, 900), st.integers(1, 7)), max_size=120), st.integers(1, 50))
def test_scans_that_show_nothing_new_decide_nothing(flips: list[tuple[int, int]], every_ms: int) -> None:
    """The same states at the same instants, with every scan in between and without."""
    at_ms = list(accumulate(gap for gap, _ in flips))
    raws = list(accumulate((flipped for _, flipped in flips), xor))
    raw_at = dict(zip(at_ms, raws, strict=True))
    sparse = chatter.first_scan(0, 0)
    dense = sparse
    for now_ms in range(0, at_ms[-1] if at_ms else 0, 1):
        raw = raw_at.get(now_ms, dense.raw)
        if now_ms in raw_at or now_ms == sparse.due_ms or not now_ms % every_ms:
            sparse = chatter.take_in(sparse, raw, now_ms, REEDS)
        dense = chatter.take_in(dense, raw, now_ms, REEDS)
        assert sparse == dense


def test_a_contact_that_is_quiet_is_believed_again() -> None:
    """After a second without a change, as it then is."""
    state = after(every(FAST_MS, 101))
    last_ms = 1000 + 100 * FAST_MS
    assert state.due_ms == last_ms + QUIET_MS
    assert chatter.take_in(state, state.raw, state.due_ms - 1, REEDS) is state
    state = chatter.take_in(state, state.raw, state.due_ms, REEDS)
    assert (state.held, state.believed, state.due_ms) == (0, ONE, None)


def test_a_contact_that_chatters_again_and_again_must_be_quiet_for_longer() -> None:
    """Each time twice as long, up to four minutes; after ten minutes without it begins anew."""
    state, now_ms, waits = chatter.first_scan(0, 0), 1000, []
    for _ in range(MOST_DOUBLINGS + 3):
        while state.due_ms is None:
            now_ms += FAST_MS
            state = chatter.take_in(state, state.raw ^ ONE, now_ms, REEDS)
        waits.append(state.due_ms - now_ms)
        now_ms = state.due_ms
        state = chatter.take_in(state, state.raw, now_ms, REEDS)
    assert waits == [QUIET_MS << min(times, MOST_DOUBLINGS) for times in range(MOST_DOUBLINGS + 3)]
    *_, (last_ms, state) = scanned(state, every(FAST_MS, 40, now_ms + FORGIVEN_MS))
    assert state.due_ms == last_ms + QUIET_MS


def test_fast_fingers_are_no_chatter() -> None:
    """Seven presses a second for seven seconds; a lever that changes every 15 ms is held within 2 s."""
    assert not after(every(71, 98), limit=BUTTONS).held
    assert after(every(FAST_MS, 2000 // FAST_MS), limit=BUTTONS).held


def test_a_contact_that_chatters_from_the_start_counts_as_open() -> None:
    """It has never rested: nobody knows what it should show."""
    assert after(every(FAST_MS, 41, begin_ms=FAST_MS), ONE).believed == 0
