"""`jadoube journal`: packing by hand, and the export of packed journals."""

from pathlib import Path

import pytest

from jadoube.cli import journal
from jadoube.config.files import LARGEST_BYTES
from jadoube.config.problems import BadInput
from jadoube.daemon.games.game_files import GameFiles
from jadoube.daemon.games.packing import pack
from kept_games import AtOnce, keeping
from old_games import LEFT, UNFINISHED, names, put


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
    games = tmp_path / "games"
    refusal = (
        f"^{games}: in use by the running board, which packs its games by itself; expected --dry-run, or"
    )
    with keeping(games), pytest.raises(BadInput, match=refusal):
        journal.main(["pack", "--config", str(config)])
    assert journal.main(["pack", "--config", str(config)]) == 0


def test_the_board_is_kept_out_meanwhile(tmp_path: Path) -> None:
    """A board that starts while games are packed by hand is refused, and systemd starts it again."""
    with keeping(tmp_path):
        pass
    with journal._locked(tmp_path), pytest.raises(BadInput, match="in use by another jadoube"):
        GameFiles(tmp_path, AtOnce(), print)


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
