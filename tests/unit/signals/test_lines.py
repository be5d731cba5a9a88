"""Lines of the matrix: a wire that comes off is told from hands by what its contacts do."""

import chess
import pytest

from jadoube.core.signals.debounce import Change, Contacts, settled_contacts
from jadoube.core.signals.lines import (
    BACK_MS,
    BUTTONS_LINE,
    SOUND,
    SURE_MS,
    LineFault,
    Open,
    Shown,
    Suspect,
    Wires,
    grounded_squares,
    line_missing,
    powered_lines,
    take_in_scan,
)

START = chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8
FILE_E, RANK_2, RANK_7 = 4, 9, 14


def after(wires: Wires, reeds: int, now_ms: int, contacts: Contacts | None = None) -> Wires:
    """The lines after a scan of a board whose start position had settled."""
    return take_in_scan(wires, contacts or settled_contacts(START), Shown(reeds), now_ms)


@pytest.mark.parametrize(("line", "contacts"), [(FILE_E, chess.BB_FILE_E), (RANK_2, chess.BB_RANK_2)])
def test_a_line_whose_contacts_all_open_in_one_scan_is_suspected(line: int, contacts: int) -> None:
    """Its contacts are hidden at once, before any of them settles."""
    wires = after(SOUND, START & ~contacts, 1000)
    assert wires.suspect == Suspect(line, 1000, START & ~contacts)
    assert (wires.hidden, wires.blind, wires.faults) == (contacts, 0, ())
    assert wires.due_ms == 1000 + SURE_MS


def test_a_wire_may_come_off_during_a_scan() -> None:
    """The rows that were read before it came off follow in the next scan."""
    half = START & ~(chess.BB_E1 | chess.BB_E2)
    assert after(SOUND, half, 1000) is SOUND
    changing = Contacts(half, START, (Change(chess.BB_E1 | chess.BB_E2, 1000),))
    assert after(SOUND, START & ~chess.BB_FILE_E, 1005, changing).suspect == Suspect(
        FILE_E, 1005, START & ~chess.BB_FILE_E
    )
    assert after(SOUND, START & ~chess.BB_FILE_E, 1015, changing) is SOUND


HANDS = {
    "two pieces at once": START & ~(chess.BB_E1 | chess.BB_E2),
    "three of the four pieces of a file": START & ~(chess.BB_E1 | chess.BB_E2 | chess.BB_E7),
    "a whole file, and one piece more": START & ~(chess.BB_FILE_E | chess.BB_A1),
    "a whole file, while a piece lands elsewhere": (START & ~chess.BB_FILE_E) | chess.BB_A4,
    "two files": START & ~(chess.BB_FILE_E | chess.BB_FILE_D),
    "all pieces, as when the matrix is unplugged": 0,
}


@pytest.mark.parametrize("reeds", HANDS.values(), ids=HANDS)
def test_what_hands_do_is_no_wire(reeds: int) -> None:
    """Nothing but exactly one whole line is suspected."""
    assert after(SOUND, reeds, 1000) is SOUND


@pytest.mark.parametrize(
    "reeds",
    [START & ~(chess.BB_FILE_E | chess.BB_A1 | chess.BB_B1), (START & ~chess.BB_FILE_E) | chess.BB_E2],
    ids=["two other pieces are lifted", "one of its contacts closes again"],
)
def test_a_suspicion_ends_when_something_contradicts(reeds: int) -> None:
    """It was hands, or a wire that came back: the contacts are believed again."""
    assert after(Wires(suspect=Suspect(FILE_E, 1000, START & ~chess.BB_FILE_E)), reeds, 1100) is SOUND


def test_a_wire_may_come_off_while_a_hand_plays() -> None:
    """A piece lifted or set down just before or after the wire came off is no contradiction."""
    lifted = START & ~chess.BB_B1
    changing = Contacts(lifted, START, (Change(chess.BB_B1, 985),))
    suspected = after(SOUND, lifted & ~chess.BB_FILE_E, 1000, changing)
    assert suspected.suspect == Suspect(FILE_E, 1000, lifted & ~chess.BB_FILE_E)
    landed = lifted & ~chess.BB_FILE_E | chess.BB_C3
    assert after(suspected, landed, 1000 + SURE_MS).faults == ((FILE_E, LineFault.OPEN),)


def test_a_suspected_line_is_open_after_a_while() -> None:
    """Nothing else has changed for as long as it takes to be sure."""
    off = START & ~chess.BB_FILE_E
    suspected = after(SOUND, off, 1000)
    assert after(suspected, off, 1000 + SURE_MS - 1).suspect
    found = after(suspected, off, 1000 + SURE_MS)
    assert found.faults == ((FILE_E, LineFault.OPEN),)
    assert (found.suspect, found.blind) == (None, chess.BB_FILE_E)


def test_a_wire_is_back_when_a_contact_of_its_line_stays_closed() -> None:
    """A loose wire that comes and goes is not back."""
    wires = after(Wires(open=(Open(FILE_E),)), START, 1000)
    assert wires.open == (Open(FILE_E, 1000),)
    assert after(wires, START & ~chess.BB_FILE_E, 1100).open == (Open(FILE_E),)
    assert after(wires, START, 1000 + BACK_MS - 1).blind == chess.BB_FILE_E
    assert after(wires, START, 1000 + BACK_MS) is SOUND


def test_a_short_is_no_sign_that_a_wire_is_back() -> None:
    """A row at ground draws a column low, also where that column crosses a row that is off."""
    contacts, off = settled_contacts(START), Wires(open=(Open(RANK_2),))
    reeds = chess.BB_E7 | chess.BB_FILE_E
    assert take_in_scan(off, contacts, Shown(reeds, 1 << RANK_7), 1000).open == (Open(RANK_2),)
    assert take_in_scan(off, contacts, Shown(reeds), 1000).open == (Open(RANK_2, 1000),)


def test_a_second_line_is_found_beside_the_first() -> None:
    """Its squares on the first line do not count: nobody can read them."""
    off = START & ~(chess.BB_FILE_E | chess.BB_FILE_A)
    wires = after(Wires(open=(Open(FILE_E),)), off, 1000, settled_contacts(START))
    assert wires.suspect == Suspect(0, 1000, off)
    assert [line for line, _ in after(wires, off, 1000 + SURE_MS).faults] == [0, FILE_E]


def test_what_a_line_at_ground_hides() -> None:
    """A column hides its squares; a row the other squares of the columns of its closed reeds."""
    assert grounded_squares(1 << FILE_E, START) == chess.BB_FILE_E
    assert grounded_squares(1 << RANK_2, chess.BB_C2 | chess.BB_C7) == chess.BB_FILE_C & ~chess.BB_C2
    assert grounded_squares(1 << RANK_2, chess.BB_C7) == 0
    assert grounded_squares(1 << BUTTONS_LINE, START) == 0


def test_what_a_line_at_the_supply_hides() -> None:
    """A row hides its squares; a column also those of the rows that it feeds. Only the column is named."""
    row = Wires(powered=powered_lines(1 << RANK_2, START))
    assert (row.blind, row.faults) == (chess.BB_RANK_2, ((RANK_2, LineFault.POWERED),))
    column = Wires(powered=powered_lines(1 << FILE_E, chess.BB_E2 | chess.BB_D4))
    assert column.blind == chess.BB_FILE_E | chess.BB_RANK_2
    assert column.faults == ((FILE_E, LineFault.POWERED),)


def test_a_short_that_comes_and_goes_stays_hidden() -> None:
    """The line is believed again once it has been sound for a while; nothing is told before."""
    contacts = settled_contacts(START)
    short, sound = Shown(START | chess.BB_FILE_E, 1 << FILE_E), Shown(START)
    wires = take_in_scan(SOUND, contacts, short, 1000)
    for now_ms, shown in ((1100, sound), (1300, short), (1400, sound), (1400 + BACK_MS - 1, sound)):
        wires = take_in_scan(wires, contacts, shown, now_ms)
        assert (wires.faults, wires.blind) == (((FILE_E, LineFault.GROUNDED),), chess.BB_FILE_E)
    assert wires.due_ms == 1400 + BACK_MS
    assert take_in_scan(wires, contacts, sound, 1400 + BACK_MS) is SOUND


def test_a_line_that_touches_the_supply_is_not_off() -> None:
    """A suspicion, and an open line, give way to what the scanner has measured."""
    shown = Shown(START & ~chess.BB_RANK_2, powered=1 << RANK_2)
    for before in (Wires(suspect=Suspect(RANK_2, 1000, START)), Wires(open=(Open(RANK_2),))):
        found = take_in_scan(before, settled_contacts(START), shown, 1100)
        assert found.faults == ((RANK_2, LineFault.POWERED),)


def test_the_pieces_of_a_line_are_missing() -> None:
    """All of them and no others, and at least as many as asked for."""
    assert line_missing(START & chess.BB_FILE_E, START, 3) == FILE_E
    assert line_missing(chess.BB_RANK_2, START, 3) == RANK_2
    assert line_missing(chess.BB_E1 | chess.BB_E2, START, 2) is None
    assert line_missing(chess.BB_E1 | chess.BB_E8, chess.BB_E1 | chess.BB_E8 | chess.BB_A2, 3) is None
    assert line_missing(chess.BB_E1 | chess.BB_E8, chess.BB_E1 | chess.BB_E8 | chess.BB_A2, 2) == FILE_E


def test_a_reed_that_chatters_is_blind_until_it_has_rested_for_half_a_second() -> None:
    """So it stays blind while the program starts again, and has yet to find out what chatters."""
    contacts = settled_contacts(START)
    wires = take_in_scan(SOUND, contacts, Shown(START, chattering=chess.BB_E4), 1000)
    assert (wires.blind, wires.hidden, wires.faults) == (chess.BB_E4, chess.BB_E4, ())
    wires = take_in_scan(wires, contacts, Shown(START), 2000)
    assert (wires.blind, wires.due_ms) == (chess.BB_E4, 2000 + BACK_MS)
    assert take_in_scan(wires, contacts, Shown(START), 2000 + BACK_MS) is SOUND
    again = take_in_scan(wires, contacts, Shown(START, chattering=chess.BB_E4), 2400)
    assert (again.blind, again.due_ms) == (chess.BB_E4, None)
