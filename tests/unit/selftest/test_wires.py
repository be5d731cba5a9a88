"""What the look at the wires says of lines, as a pure function of what they read."""

from itertools import combinations

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.selftest.advice import Kind
from jadoube.selftest.wires import Round, WireFault, wire_faults
from jadoube.selftest.wiring import members, set_of, wiring_of

WIRING = wiring_of(load_pinmap().matrix)
ROWS = range(len(WIRING.rows))
LINES = range(len(WIRING.lines))
EVERY = set_of(LINES)
#: Each line is low while it is driven, and nothing with it.
ALONE = tuple(1 << line for line in LINES)
GOOD = Round(pulled_down=EVERY, idle=0, charged=None, along=ALONE)


def seen(*rounds: Round) -> list[tuple[Kind, int]]:
    """What is found in these rounds."""
    return [(it.kind, it.lines) for it in wire_faults(rounds, WIRING)]


def line(name: str) -> int:
    """A line of this name, as a set."""
    return set_of(at for at, it in enumerate(WIRING.lines) if it.signal.name == name)


def test_good_wires_have_no_fault() -> None:
    """Low with a pull-down, high with the scanner's settings: no line is named, nor without any round."""
    assert seen(GOOD, GOOD, GOOD) == seen() == []


@pytest.mark.parametrize("at", LINES)
def test_what_keeps_its_charge_has_no_pull_and_what_loses_it_touches_ground(at: int) -> None:
    """A low line is named by what becomes of its charge."""
    low = GOOD._replace(idle=1 << at)
    kept, lost = low._replace(charged=0), low._replace(charged=1 << at)
    assert seen(kept, kept) == [(Kind.PULL_MISSING, 1 << at)]
    assert seen(lost, lost) == [(Kind.LINE_LOW, 1 << at)]


@pytest.mark.parametrize("at", LINES)
def test_a_line_that_no_pull_down_moves_touches_the_supply(at: int) -> None:
    """It is high whatever its pin does."""
    high = GOOD._replace(pulled_down=EVERY & ~(1 << at))
    assert seen(high, high) == [(Kind.LINE_HIGH, 1 << at)]


def test_a_round_that_drives_nothing_says_nothing_of_touching_lines() -> None:
    """Once high with a pull-down is a disturbance; two lines that touch are seen in the other rounds."""
    high = GOOD._replace(pulled_down=EVERY & ~1, along=())
    touching = GOOD._replace(along=(0b11, 0b11, *ALONE[2:]))
    assert seen(GOOD, high) == []
    assert seen(high, touching, touching) == [(Kind.LINES_SHORTED, 0b11)]


def test_one_disturbance_is_no_fault() -> None:
    """What one round of five shows is not named; what two show is."""
    bad = GOOD._replace(idle=1, charged=1)
    assert seen(GOOD, bad, GOOD, GOOD, GOOD) == []
    assert seen(GOOD, bad, GOOD, bad, GOOD) == [(Kind.LINE_LOW, 1)]


@pytest.mark.parametrize("sides", [("row",), ("column",), ("row", "column")])
def test_the_pattern_of_the_reset_is_named_as_such(sides: tuple[str, ...]) -> None:
    """GPIO 0 to 8 high and 9 to 27 low on the rows, the columns or both, whatever is asked for: no wire."""
    left = set_of(at for at, it in enumerate(WIRING.lines) if it.signal.name.startswith(sides))
    up = set_of(at for at in members(left) if WIRING.lines[at].signal.bcm <= 8)
    reset = GOOD._replace(pulled_down=EVERY & ~up, idle=left & ~up)
    assert seen(reset, reset) == [(Kind.BOOT_PULLS, left)]


def test_one_line_more_or_less_is_not_the_pattern_of_the_reset() -> None:
    """A reset that spares a line is none: each low line is named."""
    down = set_of(at for at in ROWS if WIRING.lines[at].signal.bcm > 8)
    for spared in members(down):
        low = GOOD._replace(idle=down & ~(1 << spared))
        assert {it.kind for it in wire_faults((low, low), WIRING)} == {Kind.LINE_LOW}


def test_many_low_lines_are_not_charged_and_named_as_low() -> None:
    """Without a charge a low line may touch ground or have no pull-up: it is called low."""
    low = GOOD._replace(idle=0b1111)
    assert seen(low, low) == [(Kind.LINE_LOW, 1 << at) for at in range(4)]


def test_with_pieces_on_the_board_only_the_cause_is_named() -> None:
    """A row at ground draws columns low through closed reeds, a column at 3.3 V lifts rows."""
    row, column = line("row_2"), line("column_e")
    low = GOOD._replace(idle=row | column, charged=row | column)
    high = GOOD._replace(pulled_down=EVERY & ~row & ~column)
    assert seen(low, low) == [(Kind.LINE_LOW, row)]
    assert seen(high, high) == [(Kind.LINE_HIGH, column)]


@pytest.mark.parametrize(("one", "other"), list(combinations(LINES, 2)))
def test_two_lines_that_go_low_together_touch(one: int, other: int) -> None:
    """Each with the other; if only one follows, that is a diode under a piece, or a piece."""
    pair = 1 << one | 1 << other
    both = tuple(pair if line in (one, other) else low for line, low in enumerate(ALONE))
    single = tuple(pair if line == one else low for line, low in enumerate(ALONE))
    touching, diode = GOOD._replace(along=both), GOOD._replace(along=single)
    assert wire_faults((touching, touching), WIRING) == (WireFault(Kind.LINES_SHORTED, pair),)
    assert seen(diode, diode) == []
