"""The sensor log: what is read, what is refused and where, what is written."""

from pathlib import Path

import chess
import pytest

from jadoube.config.files import LARGEST_BYTES
from jadoube.config.problems import BadInput
from jadoube.formats.sensorlog import (
    Edge,
    SensorLog,
    format_sensor_log,
    parse_sensor_log,
    parse_start_fen,
    read_sensor_log,
    seconds,
)

FIRST = "jadoube-sensor-log 1\n"

EXAMPLE = """\
jadoube-sensor-log 1
start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
time-control 300+3
rules club

1.0000 press black
1.0800 release black
4.2130 open e2
4.2139 close e2
4.2142 open e2
4.6480 close e4
5.1010 press white
5.1800 release white
30.0000 end
"""

EDGES = (
    Edge(1_000_000, "press", "black"),
    Edge(1_080_000, "release", "black"),
    Edge(4_213_000, "open", "e2"),
    Edge(4_213_900, "close", "e2"),
    Edge(4_214_200, "open", "e2"),
    Edge(4_648_000, "close", "e4"),
    Edge(5_101_000, "press", "white"),
    Edge(5_180_000, "release", "white"),
)


def test_reads_every_part_of_a_log() -> None:
    """Header, edges and end are read as they stand."""
    log = parse_sensor_log(EXAMPLE, "a.log")
    assert log == SensorLog(chess.STARTING_FEN, "300+3", "club", None, EDGES, 30_000_000)
    assert log.lasts_us == 30_000_000


def test_writes_what_it_reads() -> None:
    """A log in canonical form is written back letter by letter."""
    assert format_sensor_log(parse_sensor_log(EXAMPLE, "a.log")) == EXAMPLE


@pytest.mark.parametrize("text", [FIRST, FIRST.strip(), FIRST + "\n", FIRST + "\n\n# nothing\n\n"])
def test_all_but_the_first_line_is_optional(text: str) -> None:
    """A log may have no header and no event: the initial position, no clock, rule set club."""
    log = parse_sensor_log(text, "a.log")
    assert log == SensorLog(chess.STARTING_FEN, "-", "club", None, (), None)
    assert log.reeds == chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8
    assert log.lasts_us == 0


def test_without_an_end_the_log_lasts_to_its_last_event() -> None:
    """Time does not run on when nothing says so."""
    log = parse_sensor_log(FIRST + "\n1.5 open e2\n2.25 close e4\n", "a.log")
    assert log.end_us is None
    assert log.lasts_us == 2_250_000


def test_closed_reeds_take_the_place_of_the_starts_occupancy() -> None:
    """The 16 digits are a 64-bit set with a1 as the lowest bit."""
    log = parse_sensor_log(FIRST + "closed FFFF00000000fffd\n\n", "a.log")
    assert log.reeds == log.closed == 0xFFFF_0000_0000_FFFD
    assert format_sensor_log(log).splitlines()[4] == "closed ffff00000000fffd"


def test_comments_and_blanks_say_nothing() -> None:
    """A comment may stand anywhere, also alone in the header, which only a blank line ends."""
    spaced = EXAMPLE.replace("\n", "   # so it was\n").replace("rules", "# alone\n  rules")
    spaced = spaced.replace("club   # so it was\n   # so it was\n", "club #\n\n\n# events\n").replace(
        " e2", "\te2 "
    )
    assert parse_sensor_log(spaced, "a.log") == parse_sensor_log(EXAMPLE, "a.log")


def test_marks_are_comments_of_their_own() -> None:
    """They are read back; behind an event, or in other words, a comment stays a comment."""
    text = (
        "jadoube-sensor-log 1\n\n# wrong at 0.5\n1.0000 open e2\n# wrong at 1.0\n"
        "2.0000 close e4 # wrong at 2.0\n"
        "# wrong at noon\n#wrong at 3.25\r\n4.0000 end\n# the end\n"
    )
    log = parse_sensor_log(text, "log")
    assert log.marks == (500_000, 1_000_000, 3_250_000)
    again = format_sensor_log(log)
    assert (
        "# wrong at 0.5000\n1.0000 open e2\n# wrong at 1.0000\n2.0000 close e4\n# wrong at 3.2500\n4" in again
    )
    assert parse_sensor_log(again, "log") == log


def test_a_log_from_another_system_is_read() -> None:
    """Carriage returns before the ends of lines are nothing."""
    assert parse_sensor_log(EXAMPLE.replace("\n", "\r\n"), "a.log") == parse_sensor_log(EXAMPLE, "a.log")


def test_an_edge_to_the_state_a_reed_already_has_is_legal() -> None:
    """It is for the reader of the edges to ignore."""
    text = FIRST + "\n1.0 close e2\n1.1 close e2\n1.2 release ok\n"
    assert [edge.name for edge in parse_sensor_log(text, "a.log").edges] == ["e2", "e2", "ok"]


def test_several_edges_of_different_names_share_an_instant() -> None:
    """Only a second edge of the same reed or button is refused."""
    text = FIRST + "\n0 open e1\n0.000 open h1\n0.0000 press plus\n0 end\n"
    assert [edge.at_us for edge in parse_sensor_log(text, "a.log").edges] == [0, 0, 0]


@pytest.mark.parametrize(
    ("written", "at_us"),
    [
        ("0", 0),
        ("007.5", 7_500_000),
        ("1.000001", 1_000_001),
        ("4.2129999999", 4_213_000),
        ("999999999.999999", 999_999_999_999_999),
    ],
)
def test_times_are_exact_to_the_microsecond(written: str, at_us: int) -> None:
    """Finer ones are rounded."""
    assert parse_sensor_log(f"{FIRST}\n{written} open e2\n", "a.log").edges[0].at_us == at_us


@pytest.mark.parametrize(
    ("at_us", "written"),
    [
        (0, "0.0000"),
        (4_213_900, "4.2139"),
        (1, "0.000001"),
        (60_000_010, "60.00001"),
        (10**15 - 1, "999999999.999999"),
    ],
)
def test_times_are_written_with_four_to_six_decimals(at_us: int, written: str) -> None:
    """As few as say it exactly, four at least."""
    assert seconds(at_us) == written


def test_the_fen_is_written_whole() -> None:
    """A start without counters gets them, and its en passant square stays even where no pawn can take."""
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"
    assert parse_sensor_log(f"{FIRST}start  {fen}\n", "a.log").start == f"{fen} 0 1"


HEADERS = [
    ("", 1, "'' found, expected the line 'jadoube-sensor-log 1'"),
    ("jadoube-sensor-log 2\n", 1, "'jadoube-sensor-log 2' found, expected the line 'jadoube-sensor-log 1'"),
    ("# mine\njadoube-sensor-log 1\n", 1, "'# mine' found, expected the line"),
    ('[Event "?"]\n', 1, "found, expected the line 'jadoube-sensor-log 1'"),
    (
        FIRST + "colour green\n",
        2,
        "header key 'colour' found, expected one of: start, time-control, rules, illegal-verdict, closed",
    ),
    (FIRST + "rules club\n1.0 open e2\n", 3, "time '1.0' found in the header, expected a blank line"),
    (FIRST + "rules club\nrules club\n", 3, "a second rules found, expected one at most"),
    (FIRST + "rules # club\n", 2, "rules: nothing found, expected a value after it"),
    (FIRST + "rules chaos\n", 2, "rules: 'chaos' found, expected one of: club"),
    (FIRST + "closed ff\n", 2, "closed: 'ff' found, expected 16 hex digits, a1 the lowest bit"),
    (FIRST + "closed 0x00000000000000\n", 2, "closed: '0x00000000000000' found, expected 16 hex digits"),
    (FIRST + "time-control soon\n", 2, "time-control: "),
    (FIRST + "start startpos\n", 2, "start: 1 fields in the FEN found, expected 6"),
    (FIRST + "start 8/8/8/8/8/8/8 w - - 0 1\n", 2, "start: expected 8 rows in position part of fen"),
    (
        FIRST + "start 4k3/8/8/8/8/8/8/4K2R w H - 0 1\n",
        2,
        "start: castling 'H' found, expected letters of KQkq",
    ),
    (FIRST + "start 8/8/8/8/8/8/8/8 w - - 0 1\n", 2, "start: no pieces, no white king, no black king found"),
    (
        FIRST + "start bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1\n",
        2,
        "start: a castling right without king and rook on their squares found, expected a position of",
    ),
    (
        FIRST + "start 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1\n",
        2,
        "start: a check against the side that has just moved",
    ),
]

EVENTS = [
    ("1.0 open e2\n0.9999 close e4\n", 4, "time 0.9999 found, expected 1.0000 or later"),
    ("1.0 open e2\n0.5 end\n", 4, "time 0.5 found, expected 1.0000 or later"),
    ("1.0 open e2\n\n1.00 close e2\n", 5, "second edge of e2 at 1.00 found, expected one"),
    ("1.0 open e1\n1.0 open h1\n1.0 close e1\n", 5, "second edge of e1 at 1.0 found, expected one"),
    ("1.0 press ok\n1.0 release ok\n", 4, "second edge of ok at 1.0 found, expected one"),
    ("1.0 end\n# said\n2.0 open e2\n", 5, "'2.0 open e2' after the end found, expected nothing"),
    ("1.0 end\n1.0 end\n", 4, "'1.0 end' after the end found, expected nothing"),
    ("1.0 end now\n", 3, "'now' after end found, expected nothing"),
    ("end\n", 3, "time 'end' found, expected seconds such as 12.3456"),
    ("-1 open e2\n", 3, "time '-1' found, expected seconds"),
    ("1e3 open e2\n", 3, "time '1e3' found, expected seconds"),
    ("nan open e2\n", 3, "time 'nan' found, expected seconds"),
    ("1_0 open e2\n", 3, "time '1_0' found, expected seconds"),
    ("\u0661.0 open e2\n", 3, "time '\u0661.0' found, expected seconds"),
    (".5 open e2\n", 3, "time '.5' found, expected seconds"),
    (
        "1000000000 open e2\n",
        3,
        "time '1000000000' found, expected seconds such as 12.3456, under 1000000000",
    ),
    (
        "1.0 lift e2\n",
        3,
        "'lift' found, expected one of: open, close, press, release, cut, ground, power, mend, "
        "chatter, rest, end",
    ),
    ("1.0 Open e2\n", 3, "'Open' found, expected one of"),
    (
        "1.0\n",
        3,
        "'' found, expected one of: open, close, press, release, cut, ground, power, mend, "
        "chatter, rest, end",
    ),
    ("1.0 open\n", 3, "open '' found, expected a square, a1 to h8"),
    ("1.0 open e9\n", 3, "open 'e9' found, expected a square, a1 to h8"),
    ("1.0 close white\n", 3, "close 'white' found, expected a square, a1 to h8"),
    (
        "1.0 press e2\n",
        3,
        "press 'e2' found, expected a button, one of: white, black, back, minus, play, plus, ok",
    ),
    ("1.0 open e2 e4\n", 3, "'e4' after e2 found, expected nothing"),
    (f"1.0 {'x' * 99}\n", 3, f"'{'x' * 37}...' found, expected one of"),
]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [*HEADERS, *((f"{FIRST}\n{events}", line, words) for events, line, words in EVENTS)],
)
def test_what_is_wrong_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    """The place is FILE:LINE; the problem says what was found and what was expected, on one line."""
    with pytest.raises(BadInput) as refused:
        parse_sensor_log(text, "a.log")
    assert refused.value.place == f"a.log:{line}"
    assert refused.value.problem.startswith(words) or words in refused.value.problem
    assert "\n" not in str(refused.value)


def test_a_start_must_be_a_position() -> None:
    """A ValueError in words, for those who read a FEN from elsewhere."""
    with pytest.raises(ValueError, match=r"^too many kings found, expected a position of standard chess$"):
        parse_start_fen("4k3/8/8/8/8/8/8/K3K3 w - - 0 1")


def test_reads_a_file(tmp_path: Path) -> None:
    """A byte order mark in front is nothing."""
    path = tmp_path / "a.log"
    path.write_text(EXAMPLE, encoding="utf-8-sig")
    assert read_sensor_log(path).edges == EDGES


def test_refuses_a_file_that_is_not_there(tmp_path: Path) -> None:
    """Missing files and folders are named with what was expected."""
    with pytest.raises(BadInput, match=r"none\.log: no such file or directory, expected a sensor log$"):
        read_sensor_log(tmp_path / "none.log")
    with pytest.raises(BadInput, match=r"is a directory, expected a sensor log$"):
        read_sensor_log(tmp_path)


def test_refuses_an_empty_file(tmp_path: Path) -> None:
    """Nothing is no log."""
    path = tmp_path / "a.log"
    path.touch()
    with pytest.raises(BadInput, match=r"a\.log: empty, expected a sensor log$"):
        read_sensor_log(path)


def test_refuses_what_is_not_text(tmp_path: Path) -> None:
    """The line and the byte are named."""
    path = tmp_path / "a.log"
    path.write_bytes(FIRST.encode() + b"\n1.0 open e2 # caf\xe9\n")
    with pytest.raises(BadInput, match=r"a\.log:3: byte 0xe9 found, expected UTF-8 text$"):
        read_sensor_log(path)


def test_refuses_a_file_beyond_all_measure(tmp_path: Path) -> None:
    """It is not taken into memory to find out."""
    path = tmp_path / "a.log"
    with path.open("wb") as file:
        file.truncate(LARGEST_BYTES + 1)
    with pytest.raises(BadInput, match=r"a\.log: over 64 MiB, expected a sensor log of at most that$"):
        read_sensor_log(path)


def test_the_documents_example_is_a_log() -> None:
    """What users read in docs/sensor-log.md can be replayed."""
    document = Path(__file__).parents[3] / "docs" / "sensor-log.md"
    begins = document.read_text(encoding="utf-8").partition("    jadoube-sensor-log 1\n")[2]
    block = begins.partition("\n\n- ")[0].partition("\n\nThe ")[0]
    text = FIRST + "\n".join(line.removeprefix("    ") for line in block.split("\n"))
    log = parse_sensor_log(text, "docs")
    assert log.time_control == "300+3"
    assert {edge.word for edge in log.edges} == {"open", "close", "press", "release"}
