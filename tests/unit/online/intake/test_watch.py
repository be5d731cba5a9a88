"""The watch: what is new is seen once, and which game runs."""

import os
from pathlib import Path

import pytest

from jadoube.online.game_state import GameState
from jadoube.online.intake.watch import GamesFolder, RunningGame


def pgn(game_id: str, moves: str = "1. e4", result: str = "*") -> str:
    """A game; without an id it is of an earlier version."""
    named = f'[GameId "{game_id}"]\n' if game_id else ""
    return f'[Event "?"]\n[Result "{result}"]\n{named}\n{moves} {result}\n\n'


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder of games."""
    folder = tmp_path / "games"
    folder.mkdir()
    return folder


@pytest.fixture
def keeps(tmp_path: Path) -> Path:
    """A folder of our own."""
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def put(path: Path, text: str) -> None:
    """Write a file as the daemon does: beside, and renamed."""
    draft = path.with_name(f"{path.name}.tmp")
    draft.write_text(text)
    draft.replace(path)


def seen(folder: GamesFolder, running: GameState | None = None) -> list[tuple[int, str, bool]]:
    """What a look through the folder brings."""
    return [(each.number, each.state.game_id, each.fresh) for each in folder.changed(running)]


def test_a_finished_game_is_seen_once(games: Path, keeps: Path) -> None:
    """Also by the next process; and again when it has changed."""
    watched = GamesFolder(games, keeps)
    assert seen(watched) == []
    put(games / "000001.pgn", pgn("a", result="1-0"))
    assert watched.has_changed(None)
    assert seen(watched) == [(1, "a", True)]
    assert not watched.has_changed(None)
    again = GamesFolder(games, keeps)
    assert again.has_changed(None)
    assert seen(again) == []
    put(games / "000001.pgn", pgn("a", result="0-1"))
    assert seen(again) == [(1, "a", True)]


def test_games_of_before_are_seen_and_are_not_fresh(games: Path, keeps: Path) -> None:
    """They belong into the archive, and nowhere else."""
    for number in (2, 1):
        put(games / f"{number:06d}.pgn", pgn(f"g{number}", result="1-0"))
    assert seen(GamesFolder(games, keeps)) == [(1, "g1", False), (2, "g2", False)]


def test_a_game_without_a_result_is_over_when_another_runs(games: Path, keeps: Path) -> None:
    """Until then it may be taken up again, as after a power cut."""
    watched = GamesFolder(games, keeps)
    assert seen(watched) == []
    put(games / "000001.pgn", pgn("a"))
    assert seen(watched) == []
    assert seen(watched, GameState("a", pgn("a"), over=False)) == []
    running = GameState("b", pgn("b"), over=False)
    assert watched.has_changed(running)
    assert seen(watched, running) == [(1, "a", True)]
    assert seen(watched, running) == []


def test_a_list_that_is_damaged_costs_a_look_at_everything(games: Path, keeps: Path) -> None:
    """Nothing is lost by it."""
    put(games / "000001.pgn", pgn("a", result="1-0"))
    assert seen(GamesFolder(games, keeps)) == [(1, "a", False)]
    (keeps / "seen").write_bytes(b"\xff\x00")
    assert seen(GamesFolder(games, keeps)) == [(1, "a", False)]


def test_what_is_no_game_is_passed_over(games: Path, keeps: Path) -> None:
    """Other files, and a PGN without one."""
    (games / "notes.pgn").write_text(pgn("a", result="1-0"))
    (games / "000001.pgn").write_text("nothing\n")
    (games / "000002.journal").write_text("")
    assert seen(GamesFolder(games, keeps)) == []


def test_a_folder_that_is_not_there_has_not_changed(tmp_path: Path) -> None:
    """The board makes it."""
    assert not GamesFolder(tmp_path / "games", tmp_path).has_changed(None)


def test_the_running_game_is_seen_at_each_ply(games: Path, tmp_path: Path) -> None:
    """By the name that the daemon gives it, with or without a unit; and it stays when the board goes."""
    status = games.stat()
    for name in ("game.pgn", f"games-{status.st_dev}-{status.st_ino}.pgn"):
        running = RunningGame([tmp_path / "run"], games)
        assert running.look() is None
        (tmp_path / "run").mkdir(exist_ok=True)
        for moves in ("1. e4", "1. e4 e5"):
            put(tmp_path / "run" / name, pgn("a", moves))
            assert running.look() == GameState("a", pgn("a", moves), over=False)
        (tmp_path / "run" / name).unlink()
        assert running.look() == GameState("a", pgn("a", "1. e4 e5"), over=False)


def test_a_game_without_an_id_gets_one_that_stays(games: Path, keeps: Path, tmp_path: Path) -> None:
    """Whether it is seen running or in its file."""
    (games / "000007.journal").write_text("")
    put(tmp_path / "game.pgn", pgn("", "1. d4"))
    running = RunningGame([tmp_path], games).look()
    assert running is not None
    put(games / "000007.pgn", pgn("", "1. d4 d5", "1-0"))
    ((_, game_id, _),) = seen(GamesFolder(games, keeps))
    assert game_id == running.game_id
    assert len(game_id) == 12


def test_nothing_is_read_while_nothing_changes(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look a second must cost next to nothing."""
    put(tmp_path / "game.pgn", pgn("a"))
    running = RunningGame([tmp_path], games)
    first = running.look()
    opened: list[object] = []
    monkeypatch.setattr(Path, "open", lambda path, *_: opened.append(path))
    monkeypatch.setattr(os, "scandir", opened.append)
    assert running.look() is first
    assert opened == []
