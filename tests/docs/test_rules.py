"""docs/rules.md says what the rule sets are, and every sentence of it that names a transcript has one."""

import re
from dataclasses import fields
from pathlib import Path

import chess
import pytest

from jadoube.core.rules.rule_sets import RULE_SETS, RuleSet, parse_rules
from jadoube_sim.transcripts import parse_transcript

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")] for line in TEXT.splitlines() if line[:2] == "| "
]
LONGEST_QUOTE = 16
"""Words of the customer's text in one row."""

CHOICES = [row for row in ROWS if len(row) == 2 + len(RULE_SETS) and row[0] != "choice"]
SHOWN = [row for row in ROWS if len(row) == 2 and row[0] != "choice"]
SENTENCES = [row for row in ROWS if len(row) == 4 and row[0].isdigit()]


REFERENCES = dict(re.findall(r"^\[(\d+)\]: (\S+)$", TEXT, re.MULTILINE))
"""The transcripts by their numbers, as the cells have them."""
LISTED = re.findall(r"^- \[(\d+)\] (\S+)$", TEXT, re.MULTILINE)
"""The list that is read on paper: number and name."""
CITED = re.findall(r"\[(\d+)\](?!:)", re.sub(r"^- \[\d+\] \S+$", "", TEXT, flags=re.MULTILINE))


def _linked(cell: str) -> list[Path]:
    """The transcripts that a cell links to."""
    return [(ROOT / "docs" / REFERENCES[number]).resolve() for number in re.findall(r"\[(\d+)\]", cell)]


def test_every_choice_of_a_rule_set_has_its_row() -> None:
    """Both tables name all choices, in the order of the code."""
    names = [f"`{each.name}`" for each in fields(RuleSet) if each.name != "name"]
    assert [row[0] for row in CHOICES] == names
    assert [row[0] for row in SHOWN] == names


@pytest.mark.parametrize("row", CHOICES, ids=lambda row: row[0])
def test_a_row_says_what_the_presets_are(row: list[str]) -> None:
    """Each cell is the preset's choice, as it is written."""
    for rules, cell in zip(RULE_SETS.values(), row[2:], strict=True):
        said = parse_rules(f"{rules.name} {row[0].strip('`')}={cell}")
        assert said == rules


@pytest.mark.parametrize("row", SHOWN, ids=lambda row: row[0])
def test_a_choice_is_shown_under_every_preset(row: list[str]) -> None:
    """Its transcripts are played under the rule sets by whose names they are linked."""
    played = [parse_transcript(path.read_text(encoding="utf-8"), path.name) for path in _linked(row[1])]
    assert [each.header.rules for each in played] == re.findall(r"\[([a-z-]+)\]", row[1]) == list(RULE_SETS)


def test_the_sentences_are_numbered() -> None:
    """From 1, without a gap."""
    assert len(SENTENCES) > 40
    assert [int(row[0]) for row in SENTENCES] == list(range(1, len(SENTENCES) + 1))


@pytest.mark.parametrize("row", SENTENCES, ids=lambda row: row[0])
def test_a_sentence_is_quoted_and_shown(row: list[str]) -> None:
    """A few words of the text, what the board does, and at least one transcript under the text's rule set."""
    quote, does, shown = row[1:]
    assert quote.startswith("*")
    assert 1 < len(quote.split()) <= LONGEST_QUOTE
    assert does
    assert _linked(shown)
    for path in _linked(shown):
        assert parse_transcript(path.read_text(encoding="utf-8"), path.name).header.rules == "club"


def test_transcripts_are_numbered_as_they_are_cited() -> None:
    """From 1, in the order of the text; the list has the same numbers, and names each file."""
    numbers = [str(number) for number in range(1, len(REFERENCES) + 1)]
    assert list(dict.fromkeys(CITED)) == list(REFERENCES) == [number for number, _ in LISTED] == numbers
    assert [f"../tests/scenarios/{name}.txt" for _, name in LISTED] == list(REFERENCES.values())
    assert len(set(REFERENCES.values())) == len(REFERENCES)


def test_no_cell_has_a_file_name() -> None:
    """The tables can be read on paper."""
    assert not [row for row in ROWS if any(".txt" in cell for cell in row)]


@pytest.mark.parametrize("row", SENTENCES, ids=lambda row: row[0])
def test_a_sentence_is_true_from_the_start(row: list[str]) -> None:
    """Each is shown in a game that begins in the start position, too."""
    starts = [parse_transcript(path.read_text("utf-8"), path.name).header.start for path in _linked(row[3])]
    assert chess.STARTING_FEN in starts


@pytest.mark.parametrize("link", sorted({*re.findall(r"\]\(([^)#]+)\)", TEXT), *REFERENCES.values()}))
def test_every_link_leads_somewhere(link: str) -> None:
    """What is linked is there."""
    assert (ROOT / "docs" / link).is_file()
