"""`jadoube hall` and its further commands, as an arbiter gives them."""

import asyncio
import csv
import io
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from jadoube.cli.main import main
from jadoube.config.problems import CANNOT_SERVE
from jadoube.formats.pairings import read_pairings
from jadoube.hall.boards import Boards
from jadoube.hall.file.schema import Act
from jadoube.hall.file.store import Store
from jadoube.hall.page.pin import kept_pin
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.lists.questions import Choice
from jadoube.local.own_process import start_own, words_of
from jadoube.mqtt.payload_json import write_payload
from jadoube.mqtt.payloads import About, Presence
from jadoube.mqtt.topics import Kind, state_topic
from jadoube_sim.hall.broker import LocalBroker
from shared.hall.broker import client, kept_now
from shared.hall.in_one_loop import played
from shared.hall.rounds import take_list

LIST = b"round,board,white,black\n1,1,Berg,Tal\n1,2,Lund,Wolf\n"


def _config(folder: Path, port: int) -> str:
    file = folder / "hall.toml"
    file.write_text(
        f'[broker]\nhost = "127.0.0.1"\nport = {port}\ntls = false\nhall = "club"\n'
        f'[hall]\ndirectory = "{folder / "kept"}"\naddress = "127.0.0.1"\nport = 0\n',
        encoding="utf-8",
    )
    return str(file)


def _played_round(folder: Path, pairings: bytes = LIST, who: str = "Anna") -> None:
    """A hall's folder with a round."""
    store = Store(folder / "kept" / "hall.db", lambda _: None)
    store.open()
    boards = Boards(lambda: 0, lambda: 0, lambda _: None)
    rounds = RoundKeeper(boards, store, lambda _: None)
    boards.take("b1", Kind.ABOUT, About("", "1", "m"), retained=False)
    boards.take("b1", Kind.ONLINE, Presence("on", 1), retained=False)
    rounds.lists.take(read_pairings(pairings, "list.csv"))
    rounds.choose("1")
    game = played("g1", 1, "e4", "e5")
    rounds.games.take("b1", "m", game)
    store.note(Act(1_790_000_000, who, "pause", "b1 b2", "no answer: b2"))
    store.write(store.begin())
    store.close()


def test_it_runs_until_it_is_told_to_stop(
    broker: LocalBroker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says where its page is, that the broker is there, and ends with status 0."""
    config = _config(tmp_path, broker.port)
    hall = start_own(words_of("jadoube.cli.main", "hall", "--config", config), None, subprocess.PIPE)
    assert hall.stdout
    said = [hall.stdout.readline().decode(), hall.stdout.readline().decode()]
    assert {line.partition(" ")[0] for line in said} == {"page:", "the"}
    assert main(["hall", "--config", config]) == 2
    assert "in use by another jadoube" in capsys.readouterr().err
    hall.send_signal(signal.SIGTERM)
    assert hall.wait(10) == 0
    hall.stdout.close()


def test_the_pin_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Six digits, which the hall has drawn; before that none is made, as the hall could not read it."""
    config = _config(tmp_path, 1)
    assert main(["hall", "pin", "--config", config]) == 2
    assert "started once" in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()
    pin = kept_pin(tmp_path / "kept")
    assert main(["hall", "pin", "--config", config]) == 0
    assert capsys.readouterr().out == f"{pin}\n"
    assert len(pin) == 6


def test_a_round_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its games in the order of the boards, or its results."""
    _played_round(tmp_path)
    config = _config(tmp_path, 1)
    assert main(["hall", "export", "--config", config]) == 0
    text = capsys.readouterr().out
    assert text.index('[White "Berg"]') < text.index("1. e4") < text.index('[White "Lund"]')
    assert main(["hall", "export", "--results", "--round", "1", "--config", config]) == 0
    table = capsys.readouterr().out
    assert table.splitlines() == [
        "Round,Board,White,WhiteFideId,Result,Black,BlackFideId",
        "1,1,Berg,,,Tal,",
        "1,2,Lund,,,Wolf,",
    ]
    again = read_pairings(table.encode(), "results.csv").pairings
    assert [(each.round, each.board, each.white.name, each.black.name) for each in again] == [
        ("1", "1", "Berg", "Tal"),
        ("1", "2", "Lund", "Wolf"),
    ]
    assert main(["hall", "export", "--round", "2", "--config", config]) == 2
    assert capsys.readouterr().err == "jadoube hall export: There is no round 2 here, expected one of 1.\n"


def test_an_event_before_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A list of another event takes its place, and its games stay."""
    _played_round(tmp_path)
    store = Store(tmp_path / "kept" / "hall.db", lambda _: None)
    store.open()
    rounds = RoundKeeper(Boards(lambda: 0, lambda: 0, lambda _: None), store, lambda _: None)
    rounds.load()
    found = read_pairings(b"event,round,board,white,black\nOpen,1,1,A,B\n", "o.csv")
    take_list(rounds, found, Choice.YES)
    rounds.choose("1")
    store.write(store.begin())
    store.close()
    config = _config(tmp_path, 1)
    assert main(["hall", "export", "--results", "--config", config]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["1,1,A,,,B,"]
    assert main(["hall", "export", "--results", "--event", "", "--round", "1", "--config", config]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["1,1,Berg,,,Tal,", "1,2,Lund,,,Wolf,"]
    assert main(["hall", "export", "--event", "Walk", "--round", "1", "--config", config]) == 2
    assert "There is no event Walk here, expected one of -, Open." in capsys.readouterr().err


def test_what_was_done_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When, by whom, what, at which boards, and what became of it."""
    _played_round(tmp_path)
    assert main(["hall", "export", "--acts", "--config", _config(tmp_path, 1)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "at,who,what,boards,answer",
        "2026-09-21T14:13:20Z,Anna,pause,b1 b2,no answer: b2",
    ]


def test_acts_are_of_no_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are all that was done: who asks for those of one event is told so, and gets no others."""
    _played_round(tmp_path)
    with pytest.raises(SystemExit, match="2"):
        main(["hall", "export", "--acts", "--event", "Open", "--config", _config(tmp_path, 1)])
    said = (
        "jadoube hall export: argument --event: not allowed with argument --acts; jadoube hall export --help"
    )
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"{said} explains\n")


def test_what_is_exported_runs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a spreadsheet would take for a formula is a text, as in the page's file."""
    formula = '=HYPERLINK(""http://x"")'
    pairings = f'round,board,white,black\n1,1,"{formula}",Tal\n'.encode()
    _played_round(tmp_path, pairings, who="@SUM(1)")
    for what, at, found in (("--results", 2, "'=HYPERLINK"), ("--acts", 1, "'@SUM(1)")):
        assert main(["hall", "export", what, "--config", _config(tmp_path, 1)]) == 0
        (row,) = list(csv.reader(io.StringIO(capsys.readouterr().out)))[1:]
        assert row[at].startswith(found)


def test_a_file_of_another_version_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An older program, and an export, move no running hall's file away."""
    _played_round(tmp_path)
    path = tmp_path / "kept" / "hall.db"
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA user_version = 9")
    assert main(["hall", "export", "--config", _config(tmp_path, 1)]) == 2
    assert "version 9 found, expected 3" in capsys.readouterr().err
    with pytest.raises(sqlite3.NotSupportedError):
        Store(path, lambda _: None).open()
    assert [each.name for each in path.parent.glob("*damaged*")] == []


def test_an_export_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged file is refused, and not set aside."""
    path = tmp_path / "kept" / "hall.db"
    path.parent.mkdir()
    path.write_bytes(b"no database at all" * 100)
    assert main(["hall", "export", "--config", _config(tmp_path, 1)]) == 2
    assert "not a database" in capsys.readouterr().err
    assert [each.name for each in path.parent.iterdir()] == ["hall.db"]


def test_without_a_hall_nothing_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And none is made."""
    assert main(["hall", "export", "--config", _config(tmp_path, 1)]) == 2
    assert "no such file, expected the games of a hall" in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()


def test_a_board_that_has_left_is_forgotten(
    broker: LocalBroker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All that the broker has retained of it goes, and nothing of another one."""
    for board in ("b1", "b2"):
        _retain(broker, state_topic("club", board, Kind.GAME), write_payload(played("g1", 1)))
        _retain(broker, state_topic("club", board, Kind.ONLINE), write_payload(Presence("lost", 1)))
    config = _config(tmp_path, broker.port)
    assert main(["hall", "forget", "b1", "--config", config]) == 0
    assert {topic.split("/")[4] for topic in kept_now(broker)} == {"b2"}
    broker.stop()
    assert main(["hall", "forget", "b1", "--config", config]) == 2
    assert main(["hall", "forget", "B 1", "--config", config]) == 2
    refused, unfit = capsys.readouterr().err.splitlines()
    assert refused.startswith("jadoube hall forget: broker 127.0.0.1:")
    assert unfit == "jadoube hall forget: 'B 1' found, expected 1 to 32 of a-z, 0-9 and -"


def _retain(broker: LocalBroker, topic: str, payload: bytes) -> None:
    async def put() -> None:
        async with client(broker, "puts") as puts:
            await puts.publish(topic, payload, qos=1, retain=True)

    asyncio.run(put())


def test_a_token_is_stored_and_a_round_of_lichess_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token from standard input, and never shown."""
    config = _config(tmp_path, 1)
    (tmp_path / "kept").mkdir()
    monkeypatch.setattr("sys.stdin", io.StringIO("lip_5ecret\n"))
    assert main(["hall", "lichess", "token", "--config", config]) == 0
    assert main(["hall", "lichess", "round", "RoUnD001", "--of", "1", "--config", config]) == 0
    assert main(["hall", "lichess", "off", "--of", "1", "--config", config]) == 0
    assert main(["hall", "lichess", "off", "--all", "--config", config]) == 0
    with pytest.raises(SystemExit):
        main(["hall", "lichess", "off", "--config", config])
    assert main(["hall", "lichess", "round", "x", "--of", "1", "--config", config]) == 2
    found = capsys.readouterr()
    assert "5ecret" not in found.out + found.err
    assert found.out.splitlines()[1].startswith("round 1 is sent to RoUnD001 ")
    assert found.out.splitlines()[2].startswith("round 1 is sent to none; ")
    assert "one of the arguments --of --all is required" in found.err
    assert (tmp_path / "kept" / "secrets.json").stat().st_mode & 0o777 == 0o600


def test_a_round_that_the_hall_has_not_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is kept all the same: the list may come later."""
    config, folder = _config(tmp_path, 1), tmp_path / "kept"
    folder.mkdir()
    store = Store(folder / "hall.db", lambda _: None)
    store.open()
    rounds = RoundKeeper(Boards(lambda: 0, lambda: 0, lambda _: None), store, lambda _: None)
    rounds.lists.take(read_pairings(b"round,board,white,black\n1,1,A,B\n", "list.csv"))
    batch = store.begin()
    store.write(batch)
    store.written(batch)
    store.close()
    for name in ("1", "9"):
        assert main(["hall", "lichess", "round", f"RoUnD00{name}", "--of", name, "--config", config]) == 0
        assert main(["hall", "lichess", "off", "--of", name, "--config", config]) == 0
    told = ["the hall has no round 9 yet" in line for line in capsys.readouterr().out.splitlines()]
    assert told == [False, False, True, True]


def test_without_a_broker_it_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line."""
    assert main(["hall", "--config", str(_empty(tmp_path))]) == CANNOT_SERVE
    assert capsys.readouterr().err == (
        "broker.host: nothing found, expected the name or address of the MQTT broker\n"
    )


def _empty(folder: Path) -> Path:
    file = folder / "hall.toml"
    file.write_text(f'[hall]\ndirectory = "{folder / "kept"}"\n', encoding="utf-8")
    return file
