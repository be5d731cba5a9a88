"""Diagnosis as a pure function: what can be wrong beside what the twin's circuit can have."""

import chess
import pytest

from jadoube.cli.selftest import Scans
from jadoube.config.pinmap import load_pinmap
from jadoube.core.messages.events import Button
from jadoube.daemon.watched.lateness import Scan
from jadoube.selftest.advice import Finding, Kind
from jadoube.selftest.diodes import LAYOUTS
from jadoube.selftest.findings import Tried, diagnose, slow_scans
from jadoube.selftest.report import Outcome, verdict
from jadoube.selftest.stages import Terms, begin
from jadoube.selftest.watching import Change, Watch, after_gap, watch_from, watched
from jadoube.selftest.wiring import ALL_REEDS, REEDS, members, named, wiring_of

WIRING = wiring_of(load_pinmap().matrix)
DEBOUNCE_MS = 20
GONE_OVER = Tried(contacts=ALL_REEDS)
OK, PLUS = (int(button) << REEDS for button in (Button.OK, Button.PLUS))


def walked(*groups: int, closed: int = 0) -> Watch:
    """Watch these sets of contacts close and open again, one set after the other."""
    watch, now_ms = watch_from(closed), 0
    for group in groups:
        for raw in (closed | group, closed):
            for _ in range(2):
                now_ms += 50
                watch = watched(watch, raw, now_ms, DEBOUNCE_MS, WIRING)
    return watch


def singly(contacts: int) -> list[int]:
    """Each of these contacts as a set of its own."""
    return [1 << contact for contact in members(contacts)]


def found(watch: Watch, tried: Tried) -> list[tuple[Kind, str]]:
    """What is found, and about which contacts."""
    return [(it.kind, named(it.contacts)) for it in diagnose(watch, tried, WIRING, DEBOUNCE_MS)]


def test_nothing_tried_is_nothing_found() -> None:
    """Silence of what was not tried means nothing."""
    assert found(watch_from(0), Tried()) == []


@pytest.mark.parametrize("square", [chess.A1, chess.D5, chess.H8])
def test_one_silent_reed_is_dead(square: int) -> None:
    """All others have closed alone: it is this one, and no line."""
    bit = 1 << square
    tried = GONE_OVER._replace(silent=bit)
    assert found(walked(*singly(ALL_REEDS & ~bit)), tried) == [(Kind.REED_DEAD, chess.square_name(square))]


@pytest.mark.parametrize(("gap_ms", "kind"), [(50, Kind.REED_DEAD), (51, Kind.NEVER_ALONE)])
def test_what_closed_with_another_in_a_late_scan_is_not_called_dead(gap_ms: int, kind: Kind) -> None:
    """It may have closed alone between two scans; that they come late is said first."""
    pair = chess.BB_E2 | chess.BB_G4
    watch = watched(after_gap(walked(*singly(ALL_REEDS & ~pair)), gap_ms), pair, 10_000, DEBOUNCE_MS, WIRING)
    watch = watched(after_gap(watch, 1), pair, 10_050, DEBOUNCE_MS, WIRING)
    late = [(Kind.SCANS_LATE, "")] if kind is Kind.NEVER_ALONE else []
    assert found(watch, GONE_OVER._replace(silent=chess.BB_E2)) == [*late, (kind, "e2")]


def test_late_scans_do_not_tell_what_closes_together() -> None:
    """Two squares that are seen to close at once, twice, in late scans only, are no pair."""
    pair = chess.BB_B2 | chess.BB_C3
    watch = watch_from(0)
    for now_ms in range(0, 800, 100):
        watch = watched(after_gap(watch, 100), pair * (now_ms // 200 % 2), now_ms, DEBOUNCE_MS, WIRING)
    assert watch.changes
    assert found(watch, GONE_OVER) == []


def test_two_that_always_close_at_once_are_told_as_a_pair() -> None:
    """Two squares of different lines, twice: no line explains them."""
    pair = chess.BB_B2 | chess.BB_C3
    watch = walked(pair, *singly(ALL_REEDS & ~pair), pair)
    assert found(watch, GONE_OVER) == [(Kind.CLOSE_TOGETHER, "b2, c3")]


def test_two_set_at_once_by_two_hands_are_no_fault() -> None:
    """Together once and alone once: they can close alone."""
    pair = chess.BB_B2 | chess.BB_B3
    assert found(walked(pair, *singly(ALL_REEDS)), GONE_OVER) == []


def test_two_lines_that_meet_at_one_square_only_are_not_called_shorted() -> None:
    """One pair of two rows says nothing of the rows."""
    pair = chess.BB_B2 | chess.BB_B3
    watch = walked(pair, *singly(ALL_REEDS & ~pair), pair)
    assert found(watch, GONE_OVER) == [(Kind.CLOSE_TOGETHER, "b2, b3")]


def test_a_button_that_is_always_held_is_stuck() -> None:
    """It was closed from the start, and asked for it did not open."""
    tried = Tried(contacts=OK, silent=OK, left_closed=OK)
    assert found(watch_from(OK), tried) == [(Kind.BUTTON_STUCK, "ok")]


def test_buttons_that_answer_for_each_other_are_crossed() -> None:
    """Each is told once, and neither is called dead."""
    ok, plus = members(OK)[0], members(PLUS)[0]
    tried = Tried(contacts=OK | PLUS, replies=((plus, OK), (ok, PLUS)))
    assert found(walked(OK, PLUS), tried) == [(Kind.BUTTON_CROSSED, "plus"), (Kind.BUTTON_CROSSED, "ok")]


def test_a_piece_on_another_square_is_no_diode() -> None:
    """One square beside the layout that no single diode explains is a ghost, or a piece."""
    closed = LAYOUTS[0] | chess.BB_E1
    tried = GONE_OVER._replace(layouts=((LAYOUTS[0], closed, ()),))
    assert found(walked(*singly(ALL_REEDS)), tried) == [(Kind.GHOSTS, "e1")]


@pytest.mark.parametrize(
    ("contact", "chatter_ms", "bounces"),
    [(chess.E4, 10, False), (chess.E4, 11, True), (64, 20, False), (64, 21, True)],
)
def test_more_than_half_the_debounce_is_too_long_for_a_reed(
    contact: int, chatter_ms: int, bounces: bool
) -> None:
    """A reed may chatter for half the debounce, a button for all of it."""
    change = Change(contact, closed=True, since_ms=100, edges=5, chatter_ms=chatter_ms)
    watch = watch_from(0)._replace(changes=(change,))
    assert bool(found(watch, Tried())) is bounces


def test_a_part_words_its_own_advice() -> None:
    """What a driver says to do stands in the place of the kind's advice."""
    finding = Finding(Kind.PART_FAILED, "lamps: cannot be opened", todo="check the plug")
    assert finding.advice.todo == "check the plug"


@pytest.mark.parametrize(("every_ms", "slow"), [(1.0, False), (5.5, False), (5.6, True), (8.1, True)])
def test_a_board_that_is_scanned_too_slowly_is_not_good(every_ms: float, slow: bool) -> None:
    """Where fewer than 90 of 100 scans of its period can be made; the finding has both figures."""
    finding = slow_scans(every_ms, period_ms=5)
    assert (finding is not None) == slow
    if finding:
        assert finding.seen == f"a scan every {every_ms} ms, 5 ms are asked for"
        outcome = Outcome(begin(Terms(WIRING, DEBOUNCE_MS), 0, 0), {}, finding)
        assert outcome.findings == (finding,)
        assert verdict(outcome) == "FAILED, 1 finding"


@pytest.mark.parametrize(("until_ms", "slow"), [(9_000, False), (11_000, True)])
def test_the_rate_is_that_of_the_scans_that_were_made(until_ms: int, slow: bool) -> None:
    """From the first to the last; a test that was ended at once says nothing of the board's speed."""
    scans = Scans()
    for now_ms in range(500, 500 + until_ms, 8):
        scans.note(Scan(now_ms, now_ms % 7, 7, 8000))
    assert (scans.every_ms, scans.worst_ms) == (8, 6)
    assert (scans.slow(5) is not None) == slow
