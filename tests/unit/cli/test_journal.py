"""`jadoube journal`: packing by hand, and the export of packed journals."""

import socket
from pathlib import Path

import pytest

from jadoube.cli import journal, replay
from jadoube.config.files import LARGEST_BYTES
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings
from jadoube.games.game_files import GameFiles
from jadoube.games.packing import pack
from jadoube.report.game import find_game
from shared.disk.kept_games import AtOnce, keeping
from shared.disk.old_games import LEFT, UNFINISHED, names, put


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The configuration of a board with four games, of which the oldest is not finished."""
    for number, events in enumerate([UNFINISHED, LEFT, LEFT, LEFT], start=1):
        put(tmp_path / "games", number, events)
    file = tmp_path / "board.toml"
    file.write_text('[archive]\ndirectory = "games"\nsize_mb = 2\n', encoding="utf-8")
    return file


def test_packing_by_hand_says_what_it_did(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was packed, what was not and why, and what the games take now."""
    games = tmp_path / "games"
    assert journal.main(["pack", "--config", str(config)]) == 0
    stays, packed, sums = capsys.readouterr().out.splitlines()
    assert stays == f"{games}/000001.journal: stays as it is, its game is not finished"
    assert packed.startswith(f"{games}/000002.journal: packed, ")
    assert sums.startswith(f"{games}: the games take 0.0 MB of 2 MB; the disk is ")
    assert names(games) == ["000001.journal", "000002.journal.gz", "000003.journal", "000004.journal"]


def test_a_dry_run_changes_nothing(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also while the board runs, as it only reads."""
    games = tmp_path / "games"
    before = names(games)
    with keeping(games):
        assert journal.main(["pack", "--dry-run", "--config", str(config)]) == 0
    assert f"{games}/000002.journal: would be packed, " in capsys.readouterr().out
    assert names(games) == before


def test_beside_the_running_board_it_is_refused(config: Path, tmp_path: Path) -> None:
    """The board packs its games by itself; afterwards it may be done by hand."""
    with keeping(tmp_path / "games"), pytest.raises(BadInput, match="in use by another jadoube"):
        journal.main(["pack", "--config", str(config)])
    assert journal.main(["pack", "--config", str(config)]) == 0


def test_a_board_that_takes_orders_is_enough(config: Path, tmp_path: Path) -> None:
    """Its unit has a runtime folder of its own, whose lock is not seen here; its socket is."""
    with config.open("a", encoding="utf-8") as file:
        file.write(f'[control]\nsocket = "{tmp_path}/control"\n')
    with socket.socket(socket.AF_UNIX) as board:
        board.bind(str(tmp_path / "control"))
        board.listen()
        with pytest.raises(BadInput, match="jadoube journal pack: the daemon is running"):
            journal.main(["pack", "--config", str(config)])


def test_the_board_is_kept_out_meanwhile(config: Path, tmp_path: Path) -> None:
    """A board that starts while games are packed by hand is refused, and systemd starts it again."""
    with journal._locked(load_settings(config)), pytest.raises(BadInput, match="in use by another jadoube"):
        GameFiles(tmp_path / "games", AtOnce(), print)


def test_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    """As every refusal."""
    file = tmp_path / "board.toml"
    file.write_text('[archive]\ndirectory = "nowhere"\n', encoding="utf-8")
    with pytest.raises(BadInput, match="nowhere: no such file or directory, expected a folder of games that"):
        journal.main(["pack", "--config", str(file)])


def test_a_packed_journal_is_exported_as_the_plain_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Word for word."""
    plain = put(tmp_path, 1, LEFT)
    assert journal.main(["export", str(plain)]) == 0
    exported = capsys.readouterr().out
    packed = plain.with_suffix(".journal.gz")
    pack(plain, packed, list)
    assert journal.main(["export", str(packed)]) == 0
    assert capsys.readouterr().out == exported != ""


def test_replay_and_report_read_packed_journals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first by its name, the second by its number."""
    plain = put(tmp_path, 1, LEFT)
    assert replay.main([str(plain)]) == 0
    replayed = capsys.readouterr().out
    found = find_game("1", tmp_path)
    packed = plain.with_suffix(".journal.gz")
    pack(plain, packed, list)
    assert replay.main([str(packed)]) == 0
    assert capsys.readouterr().out == replayed != ""
    again = find_game("1", tmp_path)
    assert found
    assert again
    assert (again.path, again.data) == (packed, found.data)


def test_a_packed_journal_that_is_cut_off_is_refused_in_one_line(tmp_path: Path) -> None:
    """With its place; so is one that unpacks to more than is read."""
    plain = put(tmp_path, 1, LEFT)
    packed = plain.with_suffix(".journal.gz")
    pack(plain, packed, list)
    packed.write_bytes(packed.read_bytes()[:-4])
    with pytest.raises(BadInput, match=f"^{packed}: gzip data that is cut off found, expected a journal$"):
        journal.main(["export", str(packed)])
    plain.write_bytes(bytes(LARGEST_BYTES + 1))
    pack(plain, packed, list)
    with pytest.raises(
        BadInput, match=f"^{packed}: over 64 MiB unpacked, expected a journal of at most that$"
    ):
        journal.main(["export", str(packed)])
