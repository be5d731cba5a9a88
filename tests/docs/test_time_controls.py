"""docs/time-controls.md says what the clocks do: its examples are transcripts, its tables are read.

`make tests ARGS="-k time_controls_doc --accept"` rewrites examples and presets.
"""

import io
import re
from pathlib import Path

import chess.pgn
import pytest

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.presets import PRESETS
from jadoube.core.clock.time_control import Kind, parse_time_control
from jadoube.core.display.scoresheet import Scoresheet
from jadoube.core.language.control_read import read_control
from jadoube.core.language.control_words import control_meaning
from jadoube.core.language.render import put_in_words
from jadoube.core.rules.rule_sets import CLUB
from jadoube.formats.pgn import write_pgn
from jadoube_sim.transcripts import parse_transcript

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs" / "time-controls.md"
SCENARIOS = ROOT / "tests" / "scenarios" / "time-control"
TEXT = DOC.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"<!-- example: ([a-z0-9-]+) -->", TEXT)


def _rows(heading: str) -> list[list[str]]:
    """The rows of the first table behind a heading, without its head."""
    after = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in after.split("\n") if line.startswith("|")][2:]
    return [[cell.strip(" `") for cell in line.strip("|").split(" | ")] for line in lines]


def _presets() -> str:
    rows = [
        f"| `{name}` | `{control_text(control)}` | `{control.text}` |" for name, control in PRESETS.items()
    ]
    return "\n".join(["| name | is | in seconds |", "|---|---|---|", *rows, ""])


def _example(name: str) -> str:
    transcript = (SCENARIOS / f"{name}.txt").read_text(encoding="utf-8")
    return f"```text\n{transcript}```\n"


def _redrawn(text: str) -> str:
    """The document with what is drawn from the program drawn anew."""
    text = re.sub(
        r"(<!-- presets -->\n).*?(<!-- /presets -->)", rf"\g<1>{_presets()}\g<2>", text, flags=re.DOTALL
    )
    return re.sub(
        r"(<!-- example: ([a-z0-9-]+) -->\n).*?(?=<!-- /example -->)",
        lambda found: found[1] + _example(found[2]),
        text,
        flags=re.DOTALL,
    )


def test_the_examples_are_transcripts(request: pytest.FixtureRequest) -> None:
    """Each is, to the character, one that the tests play; and the presets are those of the code."""
    if request.config.getoption("--accept"):
        DOC.write_text(_redrawn(TEXT), encoding="utf-8")
    else:
        assert _redrawn(TEXT) == TEXT


def test_every_kind_has_an_example() -> None:
    """Every sign of the grammar, both ways in which a period ends, and different times."""
    controls = [
        parse_transcript(_example(name).split("\n", 1)[1].removesuffix("```\n"), name).header.time_control
        for name in EXAMPLES
    ]
    agreed = [control for control in map(parse_time_control, controls) if control is not None]
    periods = [period for control in agreed for period in (*control.white, *control.black)]
    assert {period.kind for period in periods} == set(Kind)
    assert any(control.white[0].moves for control in agreed)
    assert any(len(control.white) > 1 and not control.white[0].moves for control in agreed)
    assert any(control.white != control.black for control in agreed)


def test_every_form_is_read() -> None:
    """The first table's forms are canonical, written as they are read; a clock begins with so much."""
    *forms, none = _rows("In seconds")
    assert len(forms) == 11
    for written, _, seconds in forms:
        control = parse_time_control(written)
        assert control is not None
        assert control.text == written
        begun = [ChessClock.new(control).remaining_ms(side, 0) // 1000 for side in chess.COLORS]
        assert ", ".join(map(str, dict.fromkeys(begun))) == seconds
    assert parse_time_control(none[0]) is None


def test_what_people_write_means_what_stands_beside_it() -> None:
    """Each form is read, and said in the words that a page shows below it."""
    rows = _rows("How people write it")
    assert len(rows) == 18
    for typed, means, seconds in rows:
        control = read_control(typed.replace("\\|", "|"))
        assert control == parse_time_control(seconds)
        assert put_in_words(control_meaning(control)) == means


def test_the_presets_are_taken_by_name() -> None:
    """In the table's order, by its names, and by the text that stands beside each."""
    assert [(row[0], row[2]) for row in _rows("Presets")] == [
        (name, control.text) for name, control in PRESETS.items()
    ]
    for name, written, seconds in _rows("Presets"):
        assert read_control(name) == read_control(written) == parse_time_control(seconds)


@pytest.mark.parametrize("row", _rows("What goes into the PGN"), ids=lambda row: row[0])
def test_the_pgn_says_so(row: list[str]) -> None:
    """Both tags, as python-chess reads them; the second only where PGN has no words."""
    written = write_pgn(Scoresheet(chess.STARTING_FEN, (), None, CLUB, parse_time_control(row[0])))
    game = chess.pgn.read_game(io.StringIO(written))
    assert game is not None
    assert [game.headers.get("TimeControl"), game.headers.get("ClockControl", "")] == row[1:]
