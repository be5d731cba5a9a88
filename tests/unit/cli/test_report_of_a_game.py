"""`jadoube report GAME`: the game in a bug report decides what it decided on the board, and names nobody."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from jadoube.cli.main import main
from jadoube.core.display.effect_text import clock_text, game_text
from jadoube.formats.sensorlog import parse_sensor_log
from jadoube.games.journal.export import export_losses
from jadoube.games.journal.fold import fold
from jadoube.games.journal.text import Journal, format_start, parse_journal, read_journal
from jadoube.games.replay import replay
from jadoube.report.game import without_names
from shared.disk.kept_corpus import KEPT, kept

MARKED = KEPT / "journals" / "15-wrong.journal"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the games, below the one in which the command runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.toml").write_text('[archive]\ndirectory = "games"\n', encoding="utf-8")
    (tmp_path / "games").mkdir()
    return tmp_path / "games"


def packed(*words: str) -> dict[str, bytes]:
    """The files of a report, by name; the report itself is removed."""
    assert main(["report", "--config", "board.toml", *words]) == 0
    with ZipFile("jadoube-report.zip") as file:
        found = {name: file.read(name) for name in file.namelist()}
    Path("jadoube-report.zip").unlink()
    return found


def decided(journal: Journal) -> tuple[str, str]:
    """What the fold of a journal gives: moves, doubts and result, and the clock."""
    folded = fold(journal)
    return game_text(folded.table), clock_text(folded.table, folded.last_ms)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("path", kept("journals", "journal"), ids=lambda path: path.stem)
def test_the_packed_journal_folds_to_the_same_game(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every event is in it; only who played and where is not, and the checksums are right."""
    found = packed(str(path))
    before, after = read_journal(path), parse_journal(found["game.journal"], "packed")
    assert after.events == without_names(before).events
    assert len(after.events) == len(before.events)
    assert after.header == replace(without_names(before).header, tags=after.header.tags)
    assert decided(after) == decided(before)
    assert set(after.header.tags) == set(before.header.tags)
    assert not {"Zoë", "B", "club", "hall"} & set(after.header.tags.values())
    for name in ("Zoë", "Menchik", "Ada", "Berg", "12345", "Lyon", "championship", "0123456789ab"):
        assert not any(name.encode() in each for item, each in found.items() if item.startswith("game."))
    capsys.readouterr()
    Path("game.journal").write_bytes(found["game.journal"])
    assert main(["replay", "game.journal"]) == 0
    assert capsys.readouterr().out == found["game.pgn"].decode()


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("path", kept("journals", "journal"), ids=lambda path: path.stem)
def test_the_packed_log_replays_to_the_same_game(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where orders decided the game, a sensor log has no word for them: the report names each."""
    found = packed(str(path))
    said, lost = capsys.readouterr().out, tuple(export_losses(without_names(read_journal(path))))
    assert all(each in said for each in lost)
    if not lost:
        replayed = replay(parse_sensor_log(found["game.log"].decode(), "packed")).table
        assert game_text(replayed) == game_text(fold(read_journal(path)).table)


def test_marks_are_told_on_a_replay_as_in_the_report(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same lines from the journal; from the log the same positions at the same plies."""
    shutil.copy(MARKED, games / "000007.journal")
    found = packed("7")
    for name in ("game.journal", "game.log"):
        Path(name).write_bytes(found[name])
    capsys.readouterr()
    assert main(["replay", "--marks", "game.journal"]) == 0
    assert capsys.readouterr().err == found["marks.txt"].decode()
    assert main(["replay", "--marks", "game.log"]) == 0
    of_log, of_journal = capsys.readouterr().err.splitlines(), found["marks.txt"].decode().splitlines()
    assert len(of_log) == len(of_journal) > 9
    for ours, theirs in zip(of_log, of_journal, strict=True):
        assert ours == theirs or "that was wrong: noted at ply" in ours


def test_without_a_game_the_last_one_played_is_packed(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The newest journal may be that of the next game, in which nothing was played yet."""
    shutil.copy(KEPT / "journals" / "1-first.journal", games / "000008.journal")
    shutil.copy(MARKED, games / "000009.journal")
    header = read_journal(MARKED).header
    (games / "000010.journal").write_text(format_start(header), encoding="utf-8")
    assert parse_journal(packed()["game.journal"], "packed").events == read_journal(MARKED).events
    assert f"the journal {games / '000009.journal'}\n" in capsys.readouterr().out.replace(
        "games/", f"{games}/"
    )


def test_no_name_is_in_it_unless_it_is_wanted(games: Path) -> None:
    """Neither in the journal, nor in what follows from it, nor in paths."""
    home = "/home/ada"
    config = f'[game]\nwhite = "Zoë"\nevent = "Ada\'s cup"\n[archive]\ndirectory = "{home}/games"\n'
    (games.parent / "board.toml").write_text(config, encoding="utf-8")
    found = packed(str(MARKED))
    assert not [name for name, data in found.items() if "Zoë" in data.decode() or home in data.decode()]
    assert 'directory = "~/games"' in found["config.toml"].decode()
    wanted = packed("--names", str(MARKED))
    assert {name for name, data in wanted.items() if "Zoë" in data.decode()} == {
        "config.toml",
        "game.journal",
        "game.pgn",
    }
    assert wanted["game.journal"] == MARKED.read_bytes()


def test_the_manifest_has_the_checksum_of_each_file(games: Path, tmp_path: Path) -> None:
    """As `sha256sum` reads it; nothing else is in the report."""
    shutil.copy(MARKED, games / "000001.journal")
    found = packed()
    for name, data in found.items():
        (tmp_path / name).write_bytes(data)
    checked = subprocess.run(
        ["/usr/bin/sha256sum", "--check", "--strict", "manifest.sha256"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert {line.partition(": ")[0] for line in checked.stdout.splitlines()} == found.keys() - {
        "manifest.sha256"
    }


def test_a_torn_journal_is_packed_up_to_its_last_whole_line(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after a power cut; it is said."""
    (games / "000001.journal").write_bytes(MARKED.read_bytes()[:-5])
    events = parse_journal(packed()["game.journal"], "packed").events
    assert events == read_journal(MARKED).events[:-1]
    assert "its last line was not written whole, and is left out\n" in capsys.readouterr().out


def test_of_a_damaged_journal_what_is_sound_is_packed(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said how many lines are missing. Where nothing is sound, names cannot be left out."""
    damaged = MARKED.read_bytes().replace(b" scan ", b" scam ", 1)
    (games / "000001.journal").write_bytes(damaged)
    journal = parse_journal(packed()["game.journal"], "packed")
    assert len(journal.events) == len(read_journal(MARKED).events) - 1
    assert "; 1 damaged lines are left out" in capsys.readouterr().out
    garbage = b"garbage\n" * 9
    (games / "000001.journal").write_bytes(garbage)
    assert "game.journal" not in packed()
    assert "only --names packs it\n" in capsys.readouterr().out
    assert packed("--names")["game.journal"] == garbage


@pytest.mark.usefixtures("games")
def test_a_game_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, and no report is left behind; without one that is named, there is a report."""
    assert main(["report", "--config", "board.toml", "42"]) == 2
    line = capsys.readouterr().err
    assert line.endswith("games/000042.journal: no such file or directory, expected a journal\n")
    assert line.count("\n") == 1
    assert not Path("jadoube-report.zip").exists()
    assert "game.journal" not in packed()
    assert "game.journal     missing: no game in " in capsys.readouterr().out
