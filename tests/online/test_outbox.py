"""The outbox: what it keeps, and what a power cut or a damaged file leaves."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from jadoube.online.lichess.broadcast_pgn import Board
from jadoube.online.outgoing.outbox import DAY_S, KEEPS_DAYS, Outbox

WHY = {"en": "no", "fr": "non"}


def board(text: str = "1", board_id: str = "a", *, over: bool = False, place: str = "0001.0001.001") -> Board:
    """A board whose text is its state."""
    return Board(board_id, place, "Ada", "Bert", text, over, text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the outbox lies."""
    return tmp_path / "outbox.db"


def test_the_newest_state_replaces_the_older(path: Path) -> None:
    """It has a higher number; the same state is nothing new."""
    with Outbox(path, print) as outbox:
        assert outbox.put("r", "a", [board("1")], 0)
        assert not outbox.put("r", "a", [board("1")], 5)
        (first,) = outbox.entries("r")
        assert outbox.put("r", "a", [board("2", over=True)], 9)
        (second,) = outbox.entries("r")
    assert (first.text, second.text, second.over) == ("1", "2", True)
    assert second.number > first.number
    assert second.waits


def test_an_answer_to_an_older_state_hides_no_newer_one(path: Path) -> None:
    """Neither an acknowledgement nor a refusal."""
    with Outbox(path, print) as outbox:
        outbox.put("r", "a", [board("1")], 0)
        (old,) = outbox.entries("r")
        outbox.put("r", "a", [board("2")], 0)
        outbox.acknowledge("r", "a", old.number, "1", settled=True)
        outbox.refuse("r", "a", old.number, WHY)
        (entry,) = outbox.entries("r")
        assert entry.waits
        outbox.refuse("r", "a", entry.number, WHY)
        (entry,) = outbox.entries("r")
        assert not entry.waits
        assert entry.why == WHY
        outbox.put("r", "a", [board("3")], 0)
        assert outbox.entries("r")[0].waits


def test_everything_is_there_after_a_power_cut(path: Path) -> None:
    """A second program reads what the first has written and never closed."""
    first = Outbox(path, print)
    first.open("r")
    first.put("r", "a", [board("1"), board("1", "a-2")], 0)
    first.tried("r", {"a": 1})
    with Outbox(path, print) as second:
        assert [entry.board_id for entry in second.entries("r")] == ["a", "a-2"]
        assert [entry.tried for entry in second.entries("r")] == [1, 0]
        assert second.destinations()[0].open
    first.close()


def test_only_its_owner_reads_it(path: Path) -> None:
    """Names of players are in it."""
    Outbox(path, print).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_boards_stand_in_their_order(path: Path) -> None:
    """By round and board, not by arrival."""
    with Outbox(path, print) as outbox:
        outbox.put("r", "b", [board(board_id="b", place="0001.0010.001")], 0)
        outbox.put("r", "a", [board(board_id="a", place="0001.0009.001")], 0)
        assert [entry.board_id for entry in outbox.entries("r")] == ["a", "b"]


def test_a_part_that_is_taken_back_is_gone(path: Path) -> None:
    """It stays as gone if it may stand at the other side, and is back with its next state."""
    with Outbox(path, print) as outbox:
        outbox.put("r", "a", [board("1"), board("1", "a-2"), board("1", "a-3")], 0)
        outbox.acknowledge("r", "a-2", 2, "1", settled=True)
        assert outbox.put("r", "a", [board("1")], 0)
        assert [(each.board_id, each.gone, each.waits) for each in outbox.entries("r")] == [
            ("a", False, True),
            ("a-2", True, False),
        ]
        assert not outbox.put("r", "a", [board("1")], 0)
        assert outbox.put("r", "a", [board("1"), board("1", "a-2")], 0)
        assert [each.waits for each in outbox.entries("r")] == [True, True]


def test_what_has_not_arrived_is_never_dropped(path: Path) -> None:
    """A result waits for years; what is over and has arrived goes after days."""
    later = KEEPS_DAYS * DAY_S + 1
    with Outbox(path, print) as outbox:
        for name in ("arrived", "waits", "running"):
            outbox.put("r", name, [board(board_id=name, over=name != "running")], 0)
        for name in ("arrived", "running"):
            (entry,) = [each for each in outbox.entries("r") if each.board_id == name]
            outbox.acknowledge("r", name, entry.number, "1", settled=True)
        outbox.tidy(later - 2)
        assert len(outbox.entries("r")) == 3
        outbox.tidy(later)
        assert [each.board_id for each in outbox.entries("r")] == ["waits", "running"]


def test_a_destination_is_stopped_until_it_is_opened_again(path: Path) -> None:
    """Opening it tries again what was refused."""
    with Outbox(path, print) as outbox:
        outbox.open("r")
        outbox.put("r", "a", [board()], 0)
        outbox.refuse("r", "a", 1, WHY)
        outbox.stop("r", WHY)
        assert outbox.destinations()[0].problem == WHY
        outbox.open("r")
        assert outbox.destinations()[0].problem is None
        assert outbox.entries("r")[0].waits
        outbox.close_all()
        assert not outbox.destinations()[0].open


@pytest.mark.parametrize("data", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_file_is_set_aside(path: Path, data: bytes) -> None:
    """With one line; a new outbox begins, and the old bytes are kept."""
    path.write_bytes(data)
    said: list[str] = []
    with Outbox(path, said.append) as outbox:
        outbox.put("r", "a", [board()], 0)
        assert len(outbox.entries("r")) == 1
    assert len(said) == 1
    assert "set aside as outbox.db.damaged-1," in said[0]
    assert path.with_name("outbox.db.damaged-1").read_bytes() == data


def test_a_damaged_letter_keeps_no_board_back(path: Path) -> None:
    """Neither in a board's text, nor in what was said of it; the next state of the board is whole again."""
    with Outbox(path, pytest.fail) as outbox:
        outbox.put("r", "a", [board("Carlsen")], 0)
        outbox.refuse("r", "a", 1, WHY)
    data = path.read_bytes().replace(b"Carlsen", b"Carls\xccn").replace(b'{"en"', b'{\xccen"')
    path.write_bytes(data)
    with Outbox(path, pytest.fail) as outbox:
        (entry,) = outbox.entries("r")
        assert "\ufffd" in entry.text + entry.white
        assert entry.why is None
        outbox.put("r", "a", [board("Carlsen")], 0)
        assert "\ufffd" not in outbox.entries("r")[0].text
        outbox.forget("Carlsen, Magnus")


def test_a_damaged_schema_is_set_aside(path: Path) -> None:
    """Also where Python cannot decode what SQLite says of it; what it says is in no line."""
    Outbox(path, pytest.fail).close()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE boards", b"CREA\xccE TABLE boards"))
    said: list[str] = []
    Outbox(path, said.append).close()
    assert said == [
        f"{path}: damaged, expected an outbox; set aside as outbox.db.damaged-1, a new one begins"
    ]


def test_damaged_files_that_were_set_aside_are_forgotten(path: Path) -> None:
    """All of them: they have names, too."""
    for number in (1, 2):
        path.write_bytes(b"no database at all" * 100)
        with Outbox(path, lambda _: None) as outbox:
            assert path.with_name(f"outbox.db.damaged-{number}").exists()
            if number == 2:
                outbox.forget("Carlsen, Magnus")
    assert [each.name for each in path.parent.glob("*damaged*")] == []


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """It is not the file that is bad."""
    with pytest.raises(sqlite3.OperationalError):
        Outbox(tmp_path / "nowhere" / "outbox.db", print)


def test_a_file_that_another_program_holds_is_not_set_aside(path: Path) -> None:
    """It is sound: what waits in it must not be lost because it is locked or the disk is full."""
    with Outbox(path, print) as outbox:
        outbox.put("r", "a", [board()], 0)
    said: list[str] = []
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError):
            Outbox(path, said.append)
    with Outbox(path, said.append) as outbox:
        assert [entry.board_id for entry in outbox.entries("r")] == ["a"]
    assert said == []


def test_a_file_of_an_earlier_version_keeps_what_it_said(path: Path) -> None:
    """English and French had a column each; the file stays one that such a version can use."""
    with closing(sqlite3.connect(path)) as base:
        base.executescript(f"{BEFORE} PRAGMA user_version = 1;")
        base.execute("INSERT INTO destinations (id, open, en, fr) VALUES ('r', 1, 'stop', 'stop !')")
        base.execute(
            "INSERT INTO boards (destination, board_id, game_id, place, white, black, moves, over, text,"
            " number, changed_s, refused, en, fr)"
            " VALUES ('r', 'a', 'g', '1', 'Ada', 'Bert', '', 0, '1', 1, 0, 1, 'no', 'non')"
        )
        base.commit()
    for _ in range(2):
        with Outbox(path, print) as outbox:
            (entry,), (destination,) = outbox.entries("r"), outbox.destinations()
            assert entry.why == WHY
            assert destination.problem == {"en": "stop", "fr": "stop !"}
    with Outbox(path, print) as outbox:
        outbox.refuse("r", "a", 1, WHY | {"de": "nein"})
        assert outbox.entries("r")[0].why == WHY | {"de": "nein"}
    with closing(sqlite3.connect(path)) as base:  # as an earlier version asks
        rows = base.execute("SELECT number, en, fr, tried FROM boards").fetchall()
        assert rows == [(1, None, None, 0)]
        assert base.execute("PRAGMA user_version").fetchone() == (1,)


BEFORE = """
CREATE TABLE destinations (
    id TEXT PRIMARY KEY, open INTEGER NOT NULL, en TEXT, fr TEXT
) WITHOUT ROWID;
CREATE TABLE boards (
    destination TEXT NOT NULL, board_id TEXT NOT NULL, game_id TEXT NOT NULL, place TEXT NOT NULL,
    white TEXT NOT NULL, black TEXT NOT NULL, moves TEXT NOT NULL, over INTEGER NOT NULL, text TEXT NOT NULL,
    number INTEGER NOT NULL, changed_s INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0,
    acknowledged INTEGER NOT NULL DEFAULT 0, refused INTEGER NOT NULL DEFAULT 0, en TEXT, fr TEXT,
    tried INTEGER NOT NULL DEFAULT 0, shown TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (destination, board_id)
);
CREATE INDEX boards_of_games ON boards (game_id);
CREATE TABLE counter (number INTEGER NOT NULL);
INSERT INTO counter VALUES (0);
"""
"""The tables as version 0.2 made them."""
