"""`jadoube games`, as an owner uses it."""

import io
import json
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from jadoube.archive.store import Archive
from jadoube.cli.games.table import game_lines, printable
from jadoube.cli.main import main
from shared.disk.archived_games import pgn_of
from shared.disk.old_games import LEFT, put

ID = "0123456789ab"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """An archive with three games: two of the board, one of others."""
    path = tmp_path / "archive.db"
    with Archive(path) as archive:
        archive.add(pgn_of(GameId=ID, WhiteTitle="GM", WhiteElo="2839"), 41)
        archive.add(pgn_of("Zoë", "Müller", GameId="ffff0000aaaa", Date="2026.11.24", Result="0-1"), 42)
        archive.add(pgn_of("A\x1b[2J", "漢字" * 12, GameId="import-1", Date="1999.??.??"))
    return path


def run(capsys: pytest.CaptureFixture[str], db: Path, action: str, *words: object) -> tuple[int, str, str]:
    """The exit status, and what is printed on standard output and error."""
    status = main(["games", action, "--archive", str(db), *map(str, words)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_list_shows_the_newest_games(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each; how to see more is said where it spoils no table."""
    status, out, err = run(capsys, db, "list", "--limit", 2)
    heading, first, second = out.splitlines()
    assert (status, heading.split()[:4]) == (0, ["game", "date", "white", "black"])
    assert first.split()[:5] == ["42", "2026.11.24", "Zoë", "Müller", "0-1"]
    assert second.startswith(f"{'41':12}  2026.11.23  GM Carlsen, Magnus 2839")
    assert err == f"2 of 3 games; --limit shows more, --before {ID} the next ones\n"
    assert run(capsys, db, "list", "--before", ID)[1].splitlines()[1].startswith("import-1")


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_a_table_fits_the_terminal(db: Path, width: int) -> None:
    """No line is wider, also with letters that take two columns; nothing moves the cursor."""
    with Archive(db) as archive:
        lines = [*game_lines(archive.search().rows, width)]
    assert all(len(line) + sum(letter in "漢字" for letter in line) <= width for line in lines)
    assert "".join(lines).isprintable()
    assert printable("A\x1b[2J\nB") == "A?[2J?B"


def test_search_and_json(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The words are joined; a program gets one object a line, with every name that is promised."""
    status, out, _ = run(capsys, db, "search", "--json", "muller", "result:0-1")
    (found,) = map(json.loads, out.splitlines())
    assert status == 0
    assert (found["id"], found["number"], found["black"]["name"]) == ("ffff0000aaaa", 42, "Müller")
    assert found["white"] == {"name": "Zoë", "title": "", "rating": None, "fide_id": "", "federation": ""}


def test_show_writes_the_pgn(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By number, by id, by its beginning; as JSON with the PGN in it."""
    pgn = pgn_of(GameId=ID, WhiteTitle="GM", WhiteElo="2839")
    for name in ("41", ID, ID[:5]):
        assert run(capsys, db, "show", name) == (0, pgn, "")
    assert json.loads(run(capsys, db, "show", "41", "--json")[1])["pgn"] == pgn


def test_export_and_import_carry_everything(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is exported, the oldest first, is taken by another archive, and exported from there the same."""
    _, exported, _ = run(capsys, db, "export")
    file = tmp_path / "all.pgn"
    file.write_text(exported)
    other = tmp_path / "other.db"
    assert run(capsys, other, "import", file) == (0, f"{file}: 3 games taken\n", "")
    assert run(capsys, other, "import", file)[1] == f"{file}: 0 games taken, 3 there already\n"
    assert run(capsys, other, "export")[1] == exported
    newer = run(capsys, db, "export", "since:2026")[1]
    assert exported.endswith(newer)
    assert newer.count("[Event ") == 2


def test_a_bad_game_of_a_file_is_said(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its line on standard error, status 2; the other game is taken."""
    file = tmp_path / "some.pgn"
    file.write_text(pgn_of(moves="1. e5") + pgn_of(Round="7"))
    status, out, err = run(capsys, db, "import", file)
    assert (status, out) == (2, f"{file}: 1 games taken, 1 refused\n")
    assert err.startswith(f"{file}:1: 'e5' at ply 1 found, expected a legal move")


def test_import_takes_standard_input(
    db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`-` is standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(pgn_of(Round="8").encode())))
    assert run(capsys, db, "import", "-")[1] == "standard input: 1 games taken\n"


def test_players_are_listed(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who plays most first, with what is known of them."""
    lines = run(capsys, db, "players")[1].splitlines()
    assert lines[1].split() == ["Zoë", "2"]
    assert run(capsys, db, "players", "carl")[1].splitlines()[1].split() == [
        "Carlsen,",
        "Magnus",
        "GM",
        "2839",
        "1",
    ]


def test_delete_removes_one_game(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says which; afterwards it is not there."""
    told = "game 41 GM Carlsen, Magnus 2839 - Zoë, 2026.11.23, 1-0: deleted\n"
    assert run(capsys, db, "delete", 41) == (0, told, "")
    assert run(capsys, db, "show", 41)[0] == 2


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["show", "99"], "game '99': no such game found, expected the number, the id, or"),
        (["search", "result:7"], "result: '7' found, expected one of:"),
        (["import", "missing.pgn"], "missing.pgn: no such file or directory, expected a file with games"),
        (
            ["list", "--limit", "0"],
            "jadoube games list: argument --limit: invalid number from 1 to 1000000 value",
        ),
    ],
)
def test_bad_input_is_one_line(
    db: Path, capsys: pytest.CaptureFixture[str], words: list[str], line: str
) -> None:
    """Status 2, and what was found and expected."""
    try:
        status, out, err = run(capsys, db, *words)
    except SystemExit as end:
        status, (out, err) = int(str(end.code)), capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(line)


def test_no_archive_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file is not made by reading it."""
    missing = tmp_path / "no.db"
    status, _, err = run(capsys, missing, "list")
    assert (status, err.count("\n")) == (2, 1)
    assert "no such file found, expected an archive" in err
    assert not missing.exists()
    status, _, err = run(capsys, tmp_path, "list")
    assert (status, err) == (2, f"{tmp_path}: a folder found, expected an archive\n")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A configuration of a board with three games in its folder, and its archive."""
    games = tmp_path / "games"
    for number, black in ((1, "Zoë"), (2, "Müller, Jörg"), (3, "Zoë")):
        put(games, number, LEFT, pgn_of("Carlsen, Magnus", black, GameId=f"game-{number}")).unlink()
    file = tmp_path / "board.toml"
    directories = f'[archive]\ndirectory = "{games}"\n[online]\ndirectory = "{tmp_path}"\n'
    file.write_text(f'{directories}[control]\nsocket = "{tmp_path}/control"\n')
    return file


def do(capsys: pytest.CaptureFixture[str], board: Path, action: str, *words: object) -> tuple[int, str, str]:
    """The exit status, and what is printed, of an action on the board's own archive."""
    status = main(["games", action, "--config", str(board), *map(str, words)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_rebuild_makes_the_archive_of_the_board(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From nothing, and again; how many games there are is said."""
    folder = board.parent
    status, out, err = do(capsys, board, "rebuild")
    assert (status, out) == (0, f"{folder}/archive.db: 3 games from {folder}/games\n")
    assert err == f"{folder}/archive.db: no archive found; it is built from the games of the board: 3 games\n"
    assert do(capsys, board, "rebuild") == (0, out, "")


def test_delete_takes_the_files_along(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The journal and the PGN of the game go; a rebuild does not bring it back."""
    do(capsys, board, "rebuild")
    _, out, _ = do(capsys, board, "delete", 2)
    assert out.endswith(f"1-0: deleted, and 000002.pgn in {board.parent}/games\n")
    assert sorted(path.name for path in (board.parent / "games").iterdir()) == ["000001.pgn", "000003.pgn"]
    assert do(capsys, board, "rebuild")[1].startswith(f"{board.parent}/archive.db: 2 games")


def test_the_files_of_another_game_stay(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The folder was emptied and its numbers began again: that number is another game's now."""
    do(capsys, board, "rebuild")
    other = board.parent / "games" / "000002.pgn"
    other.write_text(pgn_of(GameId="another"))
    assert do(capsys, board, "delete", "game-2")[1].endswith("1-0: deleted\n")
    assert other.exists()


def test_forget_rewrites_archive_and_files(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """However the name is written; a second time nobody is found."""
    do(capsys, board, "rebuild")
    folder = board.parent / "games"
    told = f"forgotten in 3 games of the archive\n{folder}: forgotten in 3 files\n"
    assert do(capsys, board, "forget", "magnus", "carlsen") == (0, told, "")
    assert not any(b"Carlsen" in path.read_bytes() for path in folder.iterdir())
    assert b"Carlsen" not in (board.parent / "archive.db").read_bytes()
    status, _, err = do(capsys, board, "forget", "magnus", "carlsen")
    assert status == 2
    assert err.startswith("player 'magnus carlsen': no game of this player found, expected a name as")


def answer(daemon: socket.socket) -> None:
    """Take orders as the daemon does."""
    with suppress(OSError):
        while True:
            caller, _ = daemon.accept()
            with caller, suppress(OSError):
                if caller.recv(100):
                    caller.sendall(b"ok forgotten\n")


def test_beside_the_running_board(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its last two games are not deleted; a name is noted for the board, which forgets it in its files."""
    do(capsys, board, "rebuild")
    folder = board.parent / "games"
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind(str(board.parent / "control"))
        daemon.listen()
        threading.Thread(target=answer, args=(daemon,), daemon=True).start()
        status, _, err = do(capsys, board, "delete", 2)
        assert (status, err.partition(",")[0]) == (2, "game 2: the board may still write it")
        assert do(capsys, board, "delete", 1)[0] == 0
        _, out, _ = do(capsys, board, "forget", "Carlsen, Magnus")
        assert out.splitlines()[1].startswith(f"{folder}: the board forgets the name in its files")
        assert (folder / "to-forget").read_text() == "3 Carlsen, Magnus\n"
        assert b"Carlsen" in (folder / "000002.pgn").read_bytes()
    assert "Carlsen" not in do(capsys, board, "export")[1]
    assert do(capsys, board, "rebuild")[0] == 0
    assert "Carlsen" not in do(capsys, board, "export")[1]


def test_a_damaged_archive_is_built_anew_and_the_work_goes_on(
    board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who reads it is told; who changes it has a new one."""
    (board.parent / "archive.db").write_bytes(b"\0" * 9000)
    status, _, err = do(capsys, board, "list")
    assert (status, err.count("\n")) == (2, 1)
    status, _, err = do(capsys, board, "delete", 1)
    assert status == 0
    assert "it is set aside as archive.db.damaged-1" in err
    assert len(do(capsys, board, "list")[1].splitlines()) == 3


@pytest.mark.parametrize("head", [b"SQLite format 3\0", b"SQL\xff\xff\xff formZt 3\0"])
def test_a_rebuild_mends_an_archive_that_is_named(
    board: Path, capsys: pytest.CaptureFixture[str], head: bytes
) -> None:
    """It does what the line on the damaged file recommends."""
    other = board.parent / "other.db"
    other.write_bytes(head + b"\0" * 9000)
    status, _, err = do(capsys, board, "list", "--archive", other)
    assert (status, "`jadoube games rebuild` makes it anew" in err) == (2, True)
    status, out, err = do(capsys, board, "rebuild", "--archive", other)
    assert (status, out) == (0, f"{other}: 3 games from {board.parent}/games\n")
    assert "it is set aside as other.db.damaged-1" in err
    assert not (board.parent / "archive.db").exists()


@pytest.mark.parametrize("data", [pgn_of().encode(), b"\0" * 9000, b"x", b"SQLite is a data base\n"])
def test_a_rebuild_replaces_no_file_that_never_was_an_archive(
    board: Path, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    """Whoever names the wrong file is told in one line, and it stays; an empty one becomes an archive."""
    named = board.parent / "mine.pgn"
    named.write_bytes(data)
    status, out, err = do(capsys, board, "rebuild", "--archive", named)
    expected = "no archive found, expected an archive, or a file that is not there yet"
    assert (status, out, err) == (2, "", f"{named}: {expected}\n")
    assert named.read_bytes() == data
    assert not [*board.parent.glob("mine.pgn?*")]
    named.write_bytes(b"")
    assert do(capsys, board, "rebuild", "--archive", named)[0] == 0


def test_a_reader_that_leaves_is_no_trouble(db: Path) -> None:
    """`jadoube games export | head -1`: nothing is said, whatever is left to write."""
    with Archive(db) as archive, archive.changing():
        for number in range(2000):
            archive.add(pgn_of(GameId=f"many-{number}", Annotator="x" * 200), number + 100)
    command = f"set -o pipefail; {sys.executable} -m jadoube games export --archive {db} | head -1"
    done = subprocess.run(["/bin/bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")
