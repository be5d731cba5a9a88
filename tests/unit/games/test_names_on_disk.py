"""Names on the disk: a correction is in the PGN, also after the end; only the journal has who is hidden."""

from pathlib import Path

from jadoube.games.journal.fold import fold
from jadoube.games.journal.text import read_journal
from shared.disk.lived_games import PLAYED, SET_UP, live


def tags(folder: Path, number: int) -> dict[str, str]:
    """The tags of a game's PGN."""
    lines = (folder / f"{number:06}.pgn").read_text("utf-8").splitlines()
    found = (line[1:-2].partition(' "') for line in lines if line.startswith("["))
    return {name: value for name, _, value in found}


def test_a_name_corrected_after_the_end_is_in_the_pgn(tmp_path: Path) -> None:
    """It was written without the name; the order writes it again."""
    ordered = {2: "name white Ada", 5: "resign white"}
    live(tmp_path / "before", 0, 7, PLAYED, ordered)
    live(tmp_path / "after", 0, 7, PLAYED, {**ordered, 6: "name white Zoë | GM | 2400"})
    assert tags(tmp_path / "before", 1)["White"] == "Ada"
    found = tags(tmp_path / "after", 1)
    assert (found["White"], found["WhiteTitle"], found["WhiteElo"]) == ("Zoë", "GM", "2400")
    assert found["Result"] == "0-1"


def test_who_is_not_to_be_shown_stands_only_in_the_journal(tmp_path: Path) -> None:
    """Neither name nor rating is in the PGN on the disk."""
    live(tmp_path, 0, 7, PLAYED, {2: "name black Smith, John | - | 1840 | private", 5: "resign white"})
    assert tags(tmp_path, 1)["Black"] == "N. N."
    assert not {"BlackElo", "BlackTitle"} & set(tags(tmp_path, 1))
    assert fold(read_journal(tmp_path / "000001.journal")).table.names.black.name == "Smith, John"


def test_names_before_a_game_make_no_pgn(tmp_path: Path) -> None:
    """A game counts once it has begun; its journal is used again."""
    live(tmp_path, 0, 5, (), {2: "name white Ada", 3: "round 3"})
    assert not list(tmp_path.glob("*.pgn"))


def test_the_next_game_keeps_the_players_and_has_its_own_identity(tmp_path: Path) -> None:
    """The round was for one game; a restart finds the players again, and who is remembered."""
    ordered = {2: "name white Ada", 3: "round 3", 5: "resign white"}
    table = live(tmp_path, 0, 12, (*PLAYED, *SET_UP), ordered)
    assert (table.names.white.name, table.names.round) == ("Ada", "")
    first, second = (read_journal(tmp_path / f"00000{number}.journal").header for number in (1, 2))
    assert second.names == table.names
    assert len({first.tags["GameId"], second.tags["GameId"]}) == 2
    assert tags(tmp_path, 1)["GameId"] == first.tags["GameId"]
    assert tags(tmp_path, 1)["Round"] == "3"
    assert [each.name for each in second.comfort.players] == ["Ada"]
