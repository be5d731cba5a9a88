"""The arbiter: one step at a time, what it asks for, and its three events."""

import chess
import pytest

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.effects import (
    BoardReady,
    Effect,
    FlagFell,
    GameOver,
    Glitched,
    Lifted,
    MoveCompleted,
    MoveMade,
    Placed,
)
from jadoube.core.messages.events import Button, Ended, Restarted, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.signals.debounce import PRESS_HOLD_MS, settled_contacts
from jadoube.core.state.board import RESTS_MS
from jadoube.core.state.panel.buttons import Candidate
from jadoube.core.state.table import Table, Terms, new_table

START = chess.Board().occupied
E2, E4 = chess.BB_E2, chess.BB_E4
LIFTED, MOVED = START & ~E2, START & ~E2 | E4


def table(control: str = "-", reeds: int = START, debounce_ms: int = 20) -> Table:
    """A table at which a game from the initial position is expected."""
    terms = Terms(control=parse_time_control(control), debounce_ms=debounce_ms)
    return new_table(terms, settled_contacts(reeds))


def scans(at: Table, *shown: tuple[int, int]) -> tuple[Table, list[tuple[int, Effect]]]:
    """Show scans, each an instant and the reeds, and give what was decided when."""
    told: list[tuple[int, Effect]] = []
    for now_ms, reeds in shown:
        at, effects = step(at, Scanned(reeds), now_ms)
        told += [(now_ms, effect) for effect in effects]
    return at, told


def pressed(at: Table, buttons: Button, at_ms: int) -> Table:
    """The table when levers are held from this instant on, and believed to be."""
    for now_ms in (at_ms, at_ms + PRESS_HOLD_MS):
        at, _ = step(at, Scanned(START, buttons), now_ms)
    return at


def test_a_scan_that_shows_nothing_new_changes_nothing() -> None:
    """Even the table's identity stays, so the daemon sees at once that there is nothing to do."""
    before = table()
    after, effects = step(before, Scanned(START), 5)
    assert (after is before, effects, deadline_ms(after)) == (True, (), None)


def test_a_ply_is_told_when_its_last_reed_has_settled() -> None:
    """Lifts and places are told after 20 ms of quiet; the ply is told with the place."""
    _, told = scans(table(), (100, LIFTED), (119, LIFTED), (120, LIFTED), (400, MOVED), (420, MOVED))
    assert told == [(120, Lifted(chess.E2)), (420, Placed(chess.E4)), (420, MoveMade(1, "e4"))]


def test_it_asks_for_the_scan_at_which_a_reed_settles() -> None:
    """Then it asks for the scan at which the board comes to rest, and for no other."""
    lifted, _ = scans(table(), (100, LIFTED))
    assert deadline_ms(lifted) == 120
    settled, _ = scans(lifted, (120, LIFTED))
    assert deadline_ms(settled) == 100 + RESTS_MS
    rested, told = scans(settled, (100 + RESTS_MS, LIFTED))
    assert (deadline_ms(rested), told) == (None, [])


def test_a_rest_is_counted_from_the_last_change_of_a_reed() -> None:
    """A glitch counts as a change, too. A board at rest asks for no scan until a reed changes."""
    glitched, _ = scans(table(), (100, LIFTED), (120, LIFTED), (600, MOVED), (605, LIFTED))
    assert deadline_ms(glitched) == 605 + RESTS_MS
    rested, _ = scans(glitched, (605 + RESTS_MS, LIFTED))
    again, _ = scans(rested, (5000, MOVED), (5020, MOVED))
    assert deadline_ms(again) == 5000 + RESTS_MS


def test_the_debounce_is_what_the_terms_say() -> None:
    """A board with worse reeds takes longer."""
    lifted, _ = scans(table(debounce_ms=35), (100, LIFTED))
    assert deadline_ms(lifted) == 135


def test_what_is_too_short_is_told_as_a_glitch() -> None:
    """A change shorter than the debounce is evidence, but no lift."""
    _, told = scans(table(), (100, LIFTED), (110, START), (200, START))
    assert told == [(110, Glitched(E2))]


def test_it_asks_for_the_scan_at_which_the_flag_falls() -> None:
    """A running clock has one deadline, however far away."""
    started = pressed(table("300"), Button.BLACK, 1000)
    assert deadline_ms(started) == 301_000


def test_a_lever_that_one_scan_shows_is_no_press() -> None:
    """A contact spike, as from a blow to the table, starts no clock."""
    spiked, _ = step(table("300"), Scanned(START, Button.BLACK), 1000)
    assert deadline_ms(spiked) == 1000 + PRESS_HOLD_MS
    open_again, effects = step(spiked, Scanned(START), 1005)
    assert (open_again.play.clock, effects) == (table("300").play.clock, ())


def test_a_flag_waits_for_a_press_that_is_not_believed_yet() -> None:
    """The lever went down before the flag fell and settled after it: the ply counts."""
    at = pressed(table("3"), Button.BLACK, 1000)
    for now_ms, reeds, lever in (
        (2000, MOVED, Button(0)),
        (2020, MOVED, Button(0)),
        (3998, MOVED, Button.WHITE),
    ):
        at, _ = step(at, Scanned(reeds, lever), now_ms)
    at, effects = step(at, Scanned(MOVED, Button.WHITE), 4000)
    assert effects == ()
    _, effects = step(at, Scanned(MOVED, Button.WHITE), 4001)
    assert effects == (MoveCompleted(1, 3998),)
    at, effects = step(at, Scanned(MOVED), 4002)
    assert effects == ()  # it may bounce
    at, effects = step(at, Scanned(MOVED), 3998 + 20 + 1)
    assert effects == (FlagFell(chess.WHITE, 4000), GameOver(Outcome(Termination.FLAG_FELL, chess.BLACK)))


@pytest.mark.parametrize("samples", ["1111", "10111", "100111", "01111"])
def test_a_lever_that_bounces_as_the_flag_falls_has_pressed_in_time(samples: str) -> None:
    """The lever first touched 5 ms before the flag, and holds within 20 ms: the ply is completed in time."""
    at = pressed(table("3"), Button.BLACK, 1000)
    for now_ms, lever in ((2000, 0), (2020, 0)):
        at, _ = step(at, Scanned(MOVED, lever), now_ms)
    told: list[Effect] = []
    first_ms = 3995 if samples[0] == "1" else 3990
    for number, sample in enumerate(samples):
        at, effects = step(at, Scanned(MOVED, Button.WHITE * int(sample)), first_ms + 5 * number)
        told += effects
    assert told == [MoveCompleted(1, 3995)]


def test_a_spike_before_the_flag_delays_only_what_is_said_of_it() -> None:
    """The lever closes for one sample: the flag falls at its instant, and is told 21 ms after the spike."""
    at = pressed(table("3"), Button.BLACK, 1000)
    for now_ms, lever in ((2000, 0), (2020, 0), (3995, Button.WHITE), (4000, 0)):
        at, effects = step(at, Scanned(MOVED, lever), now_ms)
    assert (effects, deadline_ms(at)) == ((), 3995 + 20 + 1)
    _, effects = step(at, Scanned(MOVED), 4016)
    assert effects[0] == FlagFell(chess.WHITE, 4000)


def test_a_press_at_the_end_of_a_log_is_believed() -> None:
    """No further scan will show it again."""
    moved, _ = scans(table("300"), (100, MOVED), (120, MOVED))
    moved, _ = step(moved, Scanned(MOVED, Button.WHITE), 900)
    _, effects = step(moved, Ended(), 900)
    assert MoveCompleted(1, 900) in effects


def test_a_deadline_lies_after_the_instant() -> None:
    """A refused press is shown for a while; the arbiter then asks for a scan to hide it."""
    started = pressed(table("300"), Button.BLACK, 1000)
    refused = pressed(started, Button.BLACK | Button.WHITE, 2000)
    assert refused.notices.refused is not None
    assert deadline_ms(refused) == refused.notices.refused.until_ms
    later, _ = step(refused, Scanned(START, Button.BLACK | Button.WHITE), refused.notices.refused.until_ms)
    assert (later.notices.refused, deadline_ms(later)) == (None, 301_000)


def test_the_board_is_ready_when_the_start_position_stands() -> None:
    """Before that, moved pieces are no plies."""
    at, told = scans(table(reeds=MOVED), (100, LIFTED), (120, LIFTED), (200, START), (220, START))
    assert told == [(120, Lifted(chess.E4)), (220, Placed(chess.E2)), (220, BoardReady())]
    assert (at.line.ply, at.seen.ready) == (0, True)


def test_a_restart_lets_go_of_what_was_held_and_pauses() -> None:
    """Nobody loses time to a power cut, and the levers' contacts are unknown again."""
    started = pressed(table("300"), Button.BLACK, 1000)
    again, _ = step(started, Restarted(), 4000)
    assert again.play.phase is Phase.PAUSED
    assert again.play.clock is not None
    assert (again.play.clock.running, again.play.clock.remaining_ms(chess.WHITE, 9000)) == (None, 297_000)
    assert (again.panel.buttons, deadline_ms(again)) == (settled_contacts(0), 4000)


def test_a_restart_without_a_clock_goes_on() -> None:
    """There is nothing to pause."""
    moved, _ = scans(table(), (100, MOVED), (120, MOVED))
    again, effects = step(moved, Restarted(), 4000)
    assert (again.play.phase, again.line.ply, effects) == (Phase.PLAYING, 1, ())


def test_a_restart_forgets_which_reading_was_offered() -> None:
    """`back` counts as released, and `ok` confirms the last ply again."""
    before = table()
    offered = before._replace(panel=before.panel._replace(candidate=Candidate(before.line)))
    assert step(offered, Restarted(), 4000)[0].panel.candidate is None


def test_at_the_end_what_still_changes_is_believed() -> None:
    """A log may end with its last edge."""
    at, _ = scans(table(), (100, LIFTED), (120, LIFTED), (400, MOVED))
    after, effects = step(at, Ended(), 400)
    assert effects == (Placed(chess.E4), MoveMade(1, "e4"))
    assert deadline_ms(after) is None


@pytest.mark.parametrize("event", [Scanned(START), Restarted(), Ended()])
def test_the_old_table_stays_as_it_was(event: Scanned | Restarted | Ended) -> None:
    """A table is a value: two equal steps from it give the same result."""
    lifted, _ = scans(table("300"), (100, LIFTED))
    reading = lifted.seen
    assert step(lifted, event, 140) == step(lifted, event, 140)
    assert lifted.seen is reading
    assert lifted.board.reeds.raw == LIFTED
