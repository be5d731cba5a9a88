"""Which ways to plug in the matrix explain what buttons and pieces read as."""

import random
from typing import NamedTuple

import chess
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.core.messages.events import BUTTONS
from jadoube.selftest.diodes import LAYOUTS
from jadoube.selftest.findings import union
from jadoube.selftest.misplaced import Evidence, misplacements
from jadoube.selftest.wiring import ALL_REEDS, NAMES, REEDS, members, set_of, wiring_of

WIRING = wiring_of(load_pinmap().matrix)
ROWS, COLUMNS = len(WIRING.rows), len(WIRING.columns)
TURNED = "is plugged in the wrong way round"


class How(NamedTuple):
    """How the plugs sit: so many pins beside their places, or turned."""

    rows_by: int = 0
    columns_by: int = 0
    turned: tuple[str, ...] = ()


def reads(contact: int, how: How) -> int:
    """As which contact, as a set, one reads whose plugs sit like this; 0 for none."""
    row, column = WIRING.places[contact]
    row = ROWS - 1 - row if "J2" in how.turned else row + how.rows_by
    column = COLUMNS - 1 - column if "J1" in how.turned else column + how.columns_by
    if row not in range(ROWS) or column not in range(COLUMNS):
        return 0
    at = WIRING.grid[row][column]
    return 0 if at is None else 1 << at


def evidence(how: How, *, buttons: int = len(BUTTONS), halves: int = 2) -> Evidence:
    """What a tester sees who tries so many buttons and sets so many halves."""
    replies = tuple((REEDS + bit, reads(REEDS + bit, how)) for bit in range(buttons))
    closed = [union(reads(square, how) for square in members(layout)) & ALL_REEDS for layout in LAYOUTS]
    return Evidence(replies, tuple(zip(LAYOUTS, closed, strict=True))[:halves])


def named_ways(seen: Evidence) -> list[list[str]]:
    """The ways that explain it, in words."""
    return [[way.words for way in ways] for ways in misplacements(seen, WIRING)]


@pytest.mark.parametrize("halves", [1, 2])
@pytest.mark.parametrize("buttons", [0, len(BUTTONS)])
@pytest.mark.parametrize(
    ("how", "words"),
    [
        (How(turned=("J1",)), f"J1 {TURNED}"),
        (How(turned=("J2",)), f"J2 {TURNED}"),
        (How(columns_by=1), "J1 sits one pin beside its place, towards the last"),
        (How(columns_by=-1), "J1 sits one pin beside its place, towards the first"),
        (How(rows_by=1), "J2 sits one pin beside its place, towards the last"),
        (How(rows_by=-1), "J2 sits one pin beside its place, towards the first"),
    ],
)
def test_a_plug_that_sits_wrong_is_named(how: How, words: str, buttons: int, halves: int) -> None:
    """By the pieces alone, also by one half of them, and by pieces and buttons."""
    assert named_ways(evidence(how, buttons=buttons, halves=halves)) == [[words]]


@pytest.mark.parametrize(("buttons", "halves"), [(0, 2), (7, 1), (7, 2)])
def test_two_plugs_that_are_turned_are_named(buttons: int, halves: int) -> None:
    """As J2 and J1; one half of the pieces alone is not enough."""
    both = How(turned=("J1", "J2"))
    named = [[f"J2 {TURNED}", f"J1 {TURNED}"]]
    assert named_ways(evidence(both, buttons=buttons, halves=halves)) == named
    assert named_ways(evidence(both, buttons=0, halves=1)) == []


def test_buttons_alone_do_not_choose_between_ways_that_look_alike() -> None:
    """Whether J1 is turned, or the first and the last wire of it are exchanged, only pieces show."""
    swapped = "column_a and column_buttons (J1.1, J1.9)"
    assert named_ways(evidence(How(turned=("J1",)), halves=0)) == [[swapped], [f"J1 {TURNED}"]]
    assert named_ways(evidence(How(turned=("J2",)), halves=0)) == [[f"J2 {TURNED}"]]
    assert named_ways(evidence(How(turned=("J1",)), buttons=2, halves=0)) == []


def test_two_buttons_that_are_crossed_move_no_line() -> None:
    """The pieces are where they should be, or nobody set any."""
    white, black, *_ = (REEDS + bit for bit in range(len(BUTTONS)))
    replies = ((white, 1 << black), (black, 1 << white))
    assert named_ways(Evidence(replies, ())) == []
    assert named_ways(Evidence(replies, tuple((layout, layout) for layout in LAYOUTS))) == []


def test_a_bridged_diode_moves_no_line_though_pieces_are_missing() -> None:
    """Of any square, with up to half of the pieces, by lot: no way to plug in makes these ghosts."""
    lot = random.Random(75)
    for bridged in chess.SQUARES:
        halves = []
        for layout in LAYOUTS:
            pieces = set_of(square for square in members(layout) if lot.random() < lot.choice((0.5, 0.97)))
            halves.append((layout, pieces | ghosts_of(bridged, pieces)))
        assert named_ways(Evidence((), tuple(halves))) == [], NAMES[bridged]


def ghosts_of(bridged: int, pieces: int) -> int:
    """The fourth corners of all rectangles with a bridged diode, if a piece stands on it."""
    if not pieces >> bridged & 1:
        return 0
    file, rank = chess.square_file(bridged), chess.square_rank(bridged)
    along = [square for square in members(pieces & chess.BB_RANKS[rank]) if square != bridged]
    across = [square for square in members(pieces & chess.BB_FILES[file]) if square != bridged]
    return set_of(
        {chess.square(chess.square_file(one), chess.square_rank(other)) for one in along for other in across}
    )


def test_pieces_on_wrong_squares_move_no_line() -> None:
    """One piece a square too far: a ghost and a square that stays open."""
    for layout in LAYOUTS:
        closed = layout & ~chess.BB_E4 & ~chess.BB_E8 | chess.BB_E5 | chess.BB_D3
        assert named_ways(Evidence((), ((layout, closed),))) == []
