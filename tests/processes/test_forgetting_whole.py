"""Forgetting a person is whole: no file has the name, of the board and of what leaves it."""

import gzip
import subprocess
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from jadoube.cli.main import main
from jadoube.config.settings import ArchiveSettings
from jadoube.core.messages.events import Ended, Event, Ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.games.game_names import Kind, game_path
from jadoube.games.journal.header import encode_text
from jadoube.games.journal.text import format_event, format_start
from jadoube.games.retention import Retention
from jadoube.local.desk_call import ask_desk
from jadoube.online.game_state import GameState
from jadoube.online.lichess.broadcast_pgn import boards_of
from jadoube.online.outgoing.outbox import Outbox
from shared.board.online_process import comes, config, lives, online, put
from shared.disk.kept_games import E4_MADE, HEADER

NAME = "Menchik, Vera"
TRACES = (b"menchik", b"1234567")


def pgn(number: int, white: str = NAME) -> str:
    """A game of this person, or of another."""
    tags = {"Event": "Club", "Round": f"{number}", "White": white, "Black": "Ada", "Result": "1-0"}
    if white == NAME:
        tags |= {"WhiteFideId": "1234567"}
    text = "".join(f'[{key} "{value}"]\n' for key, value in {**tags, "GameId": f"{number:012x}"}.items())
    return f"{text}\n1. e4 {{{white} moves}} 1-0\n\n"


def fill(folder: Path) -> None:
    """Files of two games of the past, an outbox with the first one, and a pairing list."""
    games, own = folder / "games", folder / "own"
    games.mkdir()
    own.mkdir()
    orders: list[tuple[int, Event]] = [(3000, Ordered(parse_order(f"remember {NAME}"))), (9000, Ended())]
    for number in (1, 2):
        tags = {"White": NAME, "WhiteFideId": "1234567", "GameId": f"{number:012x}"}
        text = format_start(replace(HEADER, tags=tags))
        text += "".join(format_event(event, at_ms) for at_ms, event in [*E4_MADE, *orders])
        game_path(games, number, Kind.PACKED).write_bytes(gzip.compress(encode_text(text)))
        put(game_path(games, number, Kind.PGN), pgn(number))
    with Outbox(own / "outbox.db", print) as outbox:
        state = GameState(f"{1:012x}", pgn(1), over=True)
        outbox.put("round", state.game_id, boards_of(state, "boards"), 0)


def traces(folder: Path) -> list[str]:
    """The files that have something of the person."""
    return [
        str(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        for data in [path.read_bytes()]
        if any(trace in (gzip.decompress(data) if path.suffix == ".gz" else data).lower() for trace in TRACES)
    ]


def ask(process: subprocess.Popen[Any], folder: Path, question: str, **fields: Any) -> Any:
    """Ask as soon as the desk is there."""
    while True:
        lives(process)
        with suppress(FileNotFoundError, ConnectionRefusedError):
            return ask_desk(folder / "desk", question, **fields)


def shown_and_left(process: subprocess.Popen[Any], folder: Path) -> None:
    """A game of this person is shown and left, a list is read, and all is in the archive."""
    put(folder / "game.pgn", pgn(3))
    comes(process, folder / "own" / "live" / "round-3" / "games.pgn", NAME)
    put(game_path(folder / "games", 3, Kind.PGN), pgn(3))
    put(folder / "game.pgn", pgn(4, "Zoë"))
    comes(process, folder / "own" / "live" / "round-4" / "games.pgn", "Zoë")
    ask(process, folder, "pairings-set", text=f"Round;Board;White;Black\n1;1;{NAME};Ada\n")
    while len(ask(process, folder, "games", search="", before=None, limit=None)["games"]) < 3:
        assert process.poll() is None


def test_after_forgetting_no_file_has_the_name(tmp_path: Path) -> None:
    """While the process runs: archive, live folder, outbox, pairing list, and then the board's own files."""
    file = config(tmp_path)
    fill(tmp_path)
    with online(file) as process:
        shown_and_left(process, tmp_path)
        assert len(traces(tmp_path)) > 8
        done = ask(process, tmp_path, "forget", name="vera menchik")
        assert done == {"games": 3, "pairings": True}
        assert traces(tmp_path / "own") == []
        board = Retention(ArchiveSettings(directory=tmp_path / "games"), print)
        board.forget("vera menchik")
        board.look()
        assert traces(tmp_path) == []
        ask(process, tmp_path, "rebuild")
        assert traces(tmp_path) == []
    with Outbox(tmp_path / "own" / "outbox.db", print) as outbox:
        (entry,) = outbox.entries("round")
        assert (entry.white, entry.black, entry.waits) == ("N. N.", "Ada", True)


def test_one_command_does_it_where_nothing_runs(tmp_path: Path) -> None:
    """As `jadoube games forget` finds the files after the club has gone home."""
    file = config(tmp_path)
    fill(tmp_path)
    with online(file) as process:
        shown_and_left(process, tmp_path)
    for path in (tmp_path / "desk", tmp_path / "game.pgn"):
        path.unlink(missing_ok=True)
    assert main(["games", "forget", "--config", str(file), NAME]) == 0
    assert traces(tmp_path) == []
