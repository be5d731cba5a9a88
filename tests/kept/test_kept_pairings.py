"""Kept pairing lists: what is read in each, and which lines are named, stays as it was."""

from pathlib import Path

import pytest

from jadoube.core.messages.names import player_text
from jadoube.formats.pairings import Pairings, read_pairings
from shared.disk.kept_corpus import KEPT, expected

LISTS = sorted(path for path in (KEPT / "pairings").iterdir() if path.suffix != ".toml")
EXPECTED = expected("pairings")


def told(found: Pairings) -> dict[str, object]:
    """What was read, as text."""
    return {
        "event": found.event,
        "site": found.site,
        "boards": "proposed" if found.boards_proposed else "of the list",
        "pairings": [
            f"{each.round or '?'}.{each.board or '?'}: {player_text(each.white)} - {player_text(each.black)}"
            f" {each.result or '*'}"
            for each in found.pairings
        ],
        "players": [player_text(each) for each in found.players],
        "problems": [f"{each.line}: {each.text}" for each in found.problems],
    }


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_a_kept_list_is_read_as_before(path: Path) -> None:
    """Every pairing, player and problem."""
    assert told(read_pairings(path.read_bytes(), path.name)) == EXPECTED[path.name]


def test_there_is_a_list_of_each_format() -> None:
    """PGN, tables with each separator and language, TRF16; and no file is missing."""
    assert set(EXPECTED) == {path.name for path in LISTS}
    assert {path.suffix for path in LISTS} == {".pgn", ".csv", ".tsv", ".trf"}
