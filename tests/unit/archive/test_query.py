"""What is typed into a search, and what it finds."""

from pathlib import Path

import pytest

from jadoube.archive.query import Query, parse_query
from jadoube.config.problems import BadInput
from jadoube.formats.plain_text import plain, player_key
from shared.disk.archived_games import archive_in, pgn_of

GAMES = {
    "game-1": pgn_of(
        "Müller, Jörg", "Łuczak, Ż.", GameId="game-1", ECO="B90", Opening="Sicilian", Date="2025.03.01"
    ),
    "game-2": pgn_of(
        "Smith, J", "Muller, Anna", GameId="game-2", ECO="C42", Event="Tata Steel", Date="2026.01.31"
    ),
    "game-3": pgn_of(
        "O'Neil", "Åström", GameId="game-3", Result="1/2-1/2", Date="????.??.??", Event="Steel City"
    ),
}


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", "game-2 game-1 game-3"),
        ("muller", "game-2 game-1"),
        ("MÜLL jor", "game-1"),
        ("luczak z", "game-1"),
        ("astrom", "game-3"),
        ("o'neil", "game-3"),
        ("steel", "game-2 game-3"),
        ("eel", ""),
        ('event:"tata steel"', "game-2"),
        ("event:steel", "game-2 game-3"),
        ("event:muller", ""),
        ("player:steel", ""),
        ("player:muller player:anna", "game-2"),
        ("opening:sic", "game-1"),
        ("eco:B", "game-1"),
        ("eco:c42", "game-2"),
        ("result:1/2-1/2", "game-3"),
        ("since:2026", "game-2"),
        ("until:2025-03", "game-1"),
        ("since:2025.03.02 until:2026-01-30", ""),
        ("since:2025 until:2026 muller", "game-2 game-1"),
        ("2026", "game-2"),
        ("' OR 1=1 --", ""),
        ("nobody:x", ""),
    ],
)
def test_search_finds(search: str, found: str, tmp_path: Path) -> None:
    """Every word begins a word of the game; a word with a colon asks for one thing."""
    with archive_in(tmp_path) as archive:
        for number, pgn in enumerate(GAMES.values(), 1):
            archive.add(pgn, number)
        rows = archive.search(parse_query(search)).rows
        assert " ".join(row.entry.game_id for row in rows) == found
        assert archive.count(parse_query(search)) == len(rows)


@pytest.mark.parametrize(
    ("search", "refusal"),
    [
        ("result:2-0", "result: '2-0' found, expected one of: 1-0, 0-1, 1/2-1/2, \\*"),
        ("eco:sicilian", "eco: 'sicilian' found, expected a code as B90, or its beginning"),
        ("since:yesterday", "since: 'yesterday' found, expected a date as 2026, 2026-11 or 2026-11-23"),
    ],
)
def test_what_cannot_be_searched_is_refused(search: str, refusal: str, tmp_path: Path) -> None:
    """The line says what was found and what was expected."""
    with archive_in(tmp_path) as archive, pytest.raises(BadInput, match=refusal):
        archive.search(parse_query(search))


def test_a_line_is_taken_apart() -> None:
    """Words, keys, quotes; a key that is not known is a word."""
    asked = parse_query('carlsen event:"tata steel" eco:B90 foo:bar "two words" until:2026')
    assert asked == Query("carlsen foo:bar two words", event="tata steel", eco="B90", until="2026")


@pytest.mark.parametrize("name", ["Carlsen, Magnus", "Magnus Carlsen", "carlsen magnus", "CARLSEN,MAGNUS"])
def test_a_name_is_the_same_however_it_is_written(name: str) -> None:
    """`Last, First` and `First Last` are one."""
    assert player_key(name) == "carlsen magnus"


def test_plain_text_has_no_accents() -> None:
    """Letters that Unicode does not take apart have their plain letter, too."""
    assert plain("Łódź Ørsted-Þór, Strauß (ÆØ)") == "lodz orsted thor strauss aeo"
