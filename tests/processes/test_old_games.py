"""A board that runs packs its old games at leisure, and leaves the others alone."""

from pathlib import Path

from jadoube.games.journal.text import read_journal
from shared.board.daemon import config, daemon, order, ordered_config, wait_for
from shared.disk.old_games import LEFT, UNFINISHED, long_game, names, put


def test_a_running_board_packs_its_old_games(tmp_path: Path) -> None:
    """Once it is up; the unfinished game is taken up and written on."""
    file = config(tmp_path)
    games = tmp_path / "games"
    for number, events in enumerate([LEFT, UNFINISHED, long_game(200), LEFT, UNFINISHED], start=1):
        put(games, number, events)
    read = read_journal(games / "000001.journal")
    with daemon(file) as process:
        wait_for(process, "000001.journal: packed, ")
        wait_for(process, "000003.journal: packed, ")
        process.terminate()
        assert process.wait(30) == 0
    assert read_journal(games / "000001.journal.gz") == read
    assert [name for name in names(games) if not name.endswith("pgn")] == [
        *("000001.journal.gz", "000002.journal", "000003.journal.gz", "000004.journal", "000005.journal")
    ]


def test_a_board_that_stops_does_not_wait_for_it(tmp_path: Path) -> None:
    """It ends between two pieces: the plain journals stay, and nothing half made."""
    file = ordered_config(tmp_path)
    games = tmp_path / "games"
    for number in range(1, 6):
        put(games, number, long_game(20_000))
    with daemon(file) as process:
        assert order(process, tmp_path, "sound off").startswith("ok")  # the board is up
        process.terminate()
        assert process.wait(30) == 0
    assert [name for name in names(games) if name.endswith(("gz", "tmp"))] == []
