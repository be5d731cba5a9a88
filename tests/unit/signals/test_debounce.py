"""Debounce: what settles, when it settles, and what is only a glitch."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.signals.debounce import Change, Contacts, scan, settle_now, settled_contacts

HOLD_MS = 20
Report = tuple[int, str, int, int]
"""The instant of a scan, `settled` or `glitched`, the contacts, and since when."""


def reports(start: int, scans: Iterable[tuple[int, int]], closing_ms: int | None = None) -> list[Report]:
    """The reports of a sequence of scans, each an instant and the set of closed contacts."""
    contacts, told = settled_contacts(start), list[Report]()
    for now_ms, raw in scans:
        contacts, settled, glitched = scan(contacts, raw, now_ms, HOLD_MS, closing_ms=closing_ms)
        told += [(now_ms, "settled", each.contacts, each.since_ms) for each in settled]
        told += [(now_ms, "glitched", glitched, now_ms)] if glitched else []
    return told


SEQUENCES: dict[str, tuple[int, list[tuple[int, int]], list[Report]]] = {
    "a contact that holds settles after 20 ms, since its first scan": (
        0b1,
        [(5, 0b0), (24, 0b0), (25, 0b0)],
        [(25, "settled", 0b1, 5)],
    ),
    "nothing is reported of contacts that stand": (0b1, [(5, 0b1), (50, 0b1)], []),
    "what falls back sooner is a glitch and never settles": (
        0b1,
        [(5, 0b0), (20, 0b1), (25, 0b1), (60, 0b1)],
        [(20, "glitched", 0b1, 20)],
    ),
    "bounce starts the 20 ms anew": (
        0b1,
        [(5, 0b0), (6, 0b1), (7, 0b0), (25, 0b0), (27, 0b0)],
        [(6, "glitched", 0b1, 6), (27, "settled", 0b1, 7)],
    ),
    "contacts that change together settle together": (
        0b11,
        [(5, 0b00), (25, 0b00)],
        [(25, "settled", 0b11, 5)],
    ),
    "contacts of different scans settle one by one, the oldest first": (
        0b11,
        [(5, 0b10), (10, 0b00), (40, 0b00)],
        [(40, "settled", 0b01, 5), (40, "settled", 0b10, 10)],
    ),
    "one of two falls back, the other settles": (
        0b11,
        [(5, 0b00), (10, 0b01), (25, 0b01)],
        [(10, "glitched", 0b01, 10), (25, "settled", 0b10, 5)],
    ),
    "the 64th contact is like any other": (
        1 << 63,
        [(5, 0), (25, 0)],
        [(25, "settled", 1 << 63, 5)],
    ),
}


@pytest.mark.parametrize(("start", "scans", "told"), SEQUENCES.values(), ids=SEQUENCES)
def test_settling(start: int, scans: list[tuple[int, int]], told: list[Report]) -> None:
    """Each sequence of scans gives the reports that its name says."""
    assert reports(start, scans) == told


def test_a_closing_may_have_to_hold_for_less_and_counts_from_its_first_sample() -> None:
    """A press settles after 5 ms, from its first sample; its release must hold for the whole 20 ms."""
    scans = [(5, 0b1), (10, 0b1), (50, 0b0), (51, 0b1), (60, 0b0), (79, 0b0), (80, 0b0)]
    assert reports(0b0, scans, closing_ms=5) == [
        (10, "settled", 0b1, 5),
        (51, "glitched", 0b1, 51),
        (80, "settled", 0b1, 60),
    ]


def test_a_closing_that_one_sample_shows_is_a_glitch() -> None:
    """A spike on a lever is no press, and a later press counts from its own first sample."""
    scans = [(5, 0b1), (10, 0b0), (55, 0b1), (60, 0b1)]
    assert reports(0b0, scans, closing_ms=5) == [(10, "glitched", 0b1, 10), (60, "settled", 0b1, 55)]


def test_a_closing_that_bounces_counts_from_its_first_sample() -> None:
    """A lever that bounces for up to 20 ms counts from its first contact; later it is another press."""
    chatter = [(5, 0b1), (10, 0b0), (15, 0b1), (20, 0b0), (24, 0b1), (29, 0b1)]
    assert reports(0b0, chatter, closing_ms=5)[-1] == (29, "settled", 0b1, 5)
    later = [(5, 0b1), (10, 0b0), (26, 0b1), (31, 0b1)]
    assert reports(0b0, later, closing_ms=5)[-1] == (31, "settled", 0b1, 26)


def test_contacts_that_bounce_in_one_scan_keep_their_own_first_samples() -> None:
    """Two levers bounce at the same time, and each press counts from that lever's first contact."""
    scans = [(5, 0b01), (8, 0b10), (10, 0b00), (12, 0b11), (17, 0b11)]
    assert reports(0b00, scans, closing_ms=5)[-2:] == [(17, "settled", 0b01, 5), (17, "settled", 0b10, 8)]


def test_contacts_that_open_and_close_in_one_scan_part() -> None:
    """One lever closes while the other opens: the closing settles sooner than the opening."""
    scans = [(5, 0b01), (10, 0b01), (40, 0b10), (45, 0b10), (60, 0b10)]
    assert reports(0b00, scans, closing_ms=5) == [
        (10, "settled", 0b01, 5),
        (45, "settled", 0b10, 40),
        (60, "settled", 0b01, 40),
    ]


def test_it_says_when_the_next_change_settles() -> None:
    """The oldest change decides; without a change there is no instant."""
    contacts = scan(settled_contacts(0b11), 0b10, 5, HOLD_MS).contacts
    contacts = scan(contacts, 0b00, 9, HOLD_MS).contacts
    assert contacts.settles_ms(HOLD_MS) == 25
    assert settled_contacts(0b11).settles_ms(HOLD_MS) is None


def test_it_says_when_a_closing_settles_that_has_to_hold_for_less() -> None:
    """A closing may be due before an opening that is older."""
    contacts = scan(settled_contacts(0b10), 0b00, 5, HOLD_MS, closing_ms=5).contacts
    contacts = scan(contacts, 0b01, 9, HOLD_MS, closing_ms=5).contacts
    assert contacts.settles_ms(HOLD_MS, 5) == 14
    assert contacts.settles_ms(HOLD_MS) == 25


def test_at_the_end_what_was_shown_last_is_believed() -> None:
    """No further scan follows, so open changes settle as they are."""
    contacts = scan(settled_contacts(0b1), 0b0, 5, HOLD_MS).contacts
    assert settle_now(contacts) == (Contacts(0, 0), (Change(0b1, 5),), 0)


@given(
    st.integers(0, 15),
    st.lists(st.tuples(st.integers(1, 30), st.integers(0, 15)), max_size=30),
    st.none() | st.integers(0, HOLD_MS),
)
def test_what_settles_adds_up(start: int, scans: list[tuple[int, int]], closing_ms: int | None) -> None:
    """Settled is the start plus every reported change; what waits is where raw differs from it."""
    contacts, settled, now_ms = settled_contacts(start), start, 0
    for after_ms, raw in scans:
        now_ms += after_ms
        contacts, changes, _ = scan(contacts, raw, now_ms, HOLD_MS, closing_ms=closing_ms)
        for change in changes:
            settled ^= change.contacts
        assert contacts.settled == settled
        assert sum(change.contacts for change in contacts.changing) == raw ^ settled
        assert all(now_ms - HOLD_MS < change.since_ms <= now_ms for change in contacts.changing)
