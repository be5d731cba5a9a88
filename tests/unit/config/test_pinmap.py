"""The pin map of revision A, what a pin map is refused for, and how the line of a key is found."""

from itertools import pairwise
from pathlib import Path

import chess
import pytest
from gpiozero.pins.pi import PiBoardInfo  # type: ignore[import-untyped]  # gpiozero has no types
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.lines import line_of
from jadoube.config.pinmap import HEADER_PINS, REV_A, load_pinmap
from jadoube.config.problems import BadInput
from jadoube.core.messages.events import BUTTONS, Button, Scanned

TEXT = REV_A.read_text()


def refused(tmp_path: Path, was: str, becomes: str) -> str:
    """Load revision A with one place changed; give the refusal, without the folder's name."""
    assert TEXT.count(was) == 1
    path = tmp_path / "rev.toml"
    path.write_text(TEXT.replace(was, becomes))
    with pytest.raises(BadInput) as refusal:
        load_pinmap(path)
    return str(refusal.value).removeprefix(f"{tmp_path}/")


def line_with(words: str) -> int:
    """Count the lines up to the one that has these words in revision A."""
    return next(number for number, line in enumerate(TEXT.splitlines(), start=1) if words in line)


def test_revision_a_is_the_file_of_the_hardware_folder() -> None:
    """The map in the package is the hardware folder's file, to the letter."""
    hardware = Path(__file__).parents[3] / "hardware" / "rev_a" / "pinmap.toml"
    assert REV_A.read_bytes() == hardware.read_bytes()


def test_revision_a_leaves_the_uart_and_two_pins_free() -> None:
    """At most 22 pins are used, GPIO14 and 15 are not among them."""
    used = [signal.bcm for signal in load_pinmap().signals]
    assert len(used) == len(set(used)) <= 22
    assert not {0, 1, 14, 15} & set(used)


def test_header_pins_are_those_of_a_raspberry_pi() -> None:
    """The table of header pins agrees with what gpiozero knows of a Zero 2 W and of a Pi 5."""
    for revision in (0x902120, 0xC04170):
        header = PiBoardInfo.from_revision(revision).headers["J8"]
        known = {
            int(pin.name.removeprefix("GPIO")): number
            for number, pin in header.pins.items()
            if "GPIO" in pin.name
        }
        assert {bcm: pin for bcm, pin in known.items() if bcm in HEADER_PINS} == HEADER_PINS


def test_rows_are_ranks_and_columns_are_files() -> None:
    """The reed of a square lies on its rank's row and its file's column; the ninth column has the buttons."""
    matrix = load_pinmap().matrix
    for square in chess.SQUARES:
        row = [line.name for line in matrix.rows].index(f"row_{chess.square_rank(square) + 1}")
        column = [line.name for line in matrix.columns].index(f"column_{chess.square_name(square)[0]}")
        assert matrix.crossings[row][column] == Scanned(chess.BB_SQUARES[square])
    ninth = [crossings[8].buttons for crossings in matrix.crossings]
    assert sorted(ninth) == [0, *sorted(BUTTONS.values())]
    assert ninth[0] == Button.BLACK
    assert ninth[7] == Button.WHITE


def test_the_lamp_chain_runs_there_and_back() -> None:
    """The chain begins at a1, and each lamp's square touches the next one's."""
    chain = load_pinmap().lamps.chain
    assert chain[0] == chess.A1
    assert sorted(chain) == list(chess.SQUARES)
    assert {chess.square_distance(one, other) for one, other in pairwise(chain)} == {1}


def test_every_supply_comes_from_pins_that_give_it() -> None:
    """The Pi gets its 5 V and all its grounds from the board; the plug and the lamps touch no pin of it."""
    supplies = {supply.name: supply for supply in load_pinmap().supplies}
    assert {name: supply.header_pins for name, supply in supplies.items() if supply.header_pins} == {
        "five_volt": (2, 4),
        "three_volt": (1,),
        "ground": (6, 9, 14, 20, 25, 30, 34, 39),
    }


def test_faces_have_their_addresses() -> None:
    """White's face answers at 0x70, Black's at 0x71."""
    pinmap = load_pinmap()
    assert [pinmap.face(side).address for side in (chess.WHITE, chess.BLACK)] == [0x70, 0x71]


SPARE = 'spare = { bcm = 8, header_pin = 24, connector = "J9.1", wire = "pink" }'
INPUT = "input      = { header_pins = []"
BUZZER = 'signal = "buzzer" #'


@pytest.mark.parametrize(
    ("was", "becomes", "line", "problem"),
    [
        (
            "bcm = 23, header_pin = 16",
            "bcm = 4, header_pin = 7",
            "row_8 ",
            "GPIO4 is used twice, by column_a and row_8",
        ),
        ("bcm = 18,", "bcm = 14,", "buzzer  ", "buzzer: GPIO14 is reserved for the UART, expected 2 to 27"),
        ("bcm = 18,", "bcm = 1,", "buzzer  ", "buzzer: GPIO1 is reserved for the HAT's EEPROM, "),
        ("bcm = 18,", "bcm = 28,", "buzzer  ", "bcm 28 found, expected 2 to 27"),
        ("bcm = 18,", 'bcm = "18",', "buzzer  ", 'bcm "18" found, expected a whole number, 2 to 27'),
        ("header_pin = 12,", "header_pin = 11,", "buzzer  ", "buzzer: GPIO18 is header pin 12, not 11"),
        ('"J5.1"', '"J4.1"', "buzzer  ", "connector J4.1 is used twice, by lamp_data and buzzer"),
        ("[2, 4]", "[2, 6]", "five_volt", "header pin 6 found, expected 2 or 4, each once"),
        ("[2, 4]", "[2, 2]", "five_volt", "header pin 2 found, expected 2 or 4, each once"),
        (INPUT, INPUT.replace("[]", "[2]"), "input  ", "header pin 2 found, expected none, each once"),
        ('["J3.3"]', '["J3.2"]', "five_volt", "connector J3.2 is used twice, by i2c_scl and five_volt"),
        ('["J3.3"]', '["J6.1"]', "five_volt", "connector J6.1 is used twice, by input and five_volt"),
        ('["J3.3"]', "[3]", "five_volt", "connectors 3 found, expected a word in quotes"),
        (
            "lamps      = {",
            "lights     = {",
            "lamps      = {",
            "unknown key lights, expected input, five_volt, ",
        ),
        ('"d4", ', '"d5", ', "row_4 = [", "d5 is on two places, in row_5 and row_4"),
        ('"d4", ', '"-", ', "[matrix.rows]", "d4 missing, expected a1 to ok once each"),
        ('"play"]', '"plus"]', "row_5 = [", "plus is on two places, in row_6 and row_5"),
        ('"play"]', '"-"]', "[matrix.rows]", "play missing, expected a1 to ok once each"),
        ('"play"]', '"i9"]', "row_5 = [", '"i9" found, expected a square, '),
        ('"d4", ', "", "row_4 = [", "row_4 has 8 crossings, expected 9, one for each column"),
        ("[31, 30,", "[31, 31,", "rank_4", "31 is on two places, in rank_4 and rank_4"),
        ("[31, 30,", "[31, 64,", "rank_4", "rank_4 64 found, expected 0 to 63"),
        ("[31, 30,", "[30,", "rank_4", "rank_4 has 7 lamps, expected 8"),
        (
            "columns = [",
            "wait_us = 30\ncolumns = [",
            "columns = [",
            "unknown key wait_us, expected columns or rows",
        ),
        ("address = 0x71", "address = 0x70", "[faces.black]", "address 0x70 is used twice, by both faces"),
        ("address = 0x71", "address = 0x20", "address = 0x71", "address 0x20 found, expected 0x70 to 0x77"),
        ('order = "GRB"', 'order = "GRBW"', "order = ", '"GRBW" found, expected RGB, '),
        (BUZZER, 'signal = "bell" #', BUZZER, '"bell" found, expected a signal of [signals]'),
        (BUZZER, 'signal = "row_1" #', BUZZER, "signal row_1 is used twice"),
        ("[signals]\n", f"[signals]\n{SPARE}\n", "column_a  ", "signal spare is used by nothing"),
        ('name = "rev_a"', 'name = ""', "name = ", 'name "" found, expected a word in quotes'),
        ('name = "rev_a"', "name = ", "name = ", "not TOML: "),
    ],
)
def test_what_cannot_be_a_board_is_refused(
    tmp_path: Path, was: str, becomes: str, line: str, problem: str
) -> None:
    """Each mistake is refused with its line, what was found and what was expected."""
    assert refused(tmp_path, was, becomes).startswith(f"rev.toml:{line_with(line)}: {problem}")


def test_a_whole_table_missing_is_refused(tmp_path: Path) -> None:
    """A file that has no lamps is no board."""
    assert refused(tmp_path, "[lamps]", "[limps]") == (
        f"rev.toml:{line_with('[lamps]')}: unknown key limps, "
        "expected board, signals, power, matrix, lamps, faces or buzzer"
    )  # fmt: skip


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    """A path where no file is names itself."""
    with pytest.raises(BadInput, match=r"gone\.toml: no such file or directory"):
        load_pinmap(tmp_path / "gone.toml")


@given(st.integers(0, len(TEXT) - 1), st.sampled_from(["", "#", "]", "}", '"', "0", "-", "\n", "[x]\n"]))
def test_any_damage_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, at: int, damage: str
) -> None:
    """Whatever one character becomes, the map is read or refused in one line; nothing else is raised."""
    path = tmp_path_factory.getbasetemp() / "damaged.toml"
    path.write_text(TEXT[:at] + damage + TEXT[at + 1 :])
    refusal = _refusal(path)
    assert "\n" not in refusal
    assert refusal.startswith((str(path), "read"))


def _refusal(path: Path) -> str:
    try:
        load_pinmap(path)
    except BadInput as problem:
        return str(problem)
    return "read"


SAMPLE = """\
top = 1
[table]   # a comment
key = [
  "[fake]",
  ["other = 2"]
]
other = { inner = 3 }
dotted.name = 4
'quoted key' = 5
["quoted.table"]
key = 6
[[many]]
key = 7
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("top",), 1),
        (("table",), 2),
        (("table", "key"), 3),
        (("table", "other"), 7),
        (("table", "other", "inner"), 7),
        (("table", "dotted", "name"), 8),
        (("table", "quoted key"), 9),
        (("quoted.table", "key"), 11),
        (("many", "key"), 13),
        (("table", "absent"), 2),
        (("absent",), 1),
        (("fake",), 1),
    ],
)
def test_the_line_of_a_key(path: tuple[str, ...], line: int) -> None:
    """A key's line is found; what is missing is answered with the nearest table above, or line 1."""
    assert line_of(SAMPLE, *path) == line
