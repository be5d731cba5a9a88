"""The process: what it has read of a file a while ago does not replace what it has seen since."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from jadoube.config.settings import Settings, default_settings
from jadoube.daemon.real_time import Slots
from jadoube.online import office
from jadoube.online.game_state import GameState
from jadoube.online.intake.filing import Filing
from jadoube.online.intake.watch import Changed, GamesFolder
from jadoube.online.library import ArchiveLibrary
from jadoube.online.lichess.play.standing import standing
from jadoube.online.office import Office, Tells
from jadoube.online.process import Online
from jadoube.online.publishing.publisher import Publisher
from jadoube.online.secrets import TOKEN_NAME, Secret, Secrets
from jadoube.online.troubles import Troubles
from shared.board.served import until


def pgn(game_id: str, moves: str, result: str) -> str:
    """A game."""
    return f'[Event "?"]\n[Result "{result}"]\n[GameId "{game_id}"]\n\n{moves} {result}\n\n'


def settings_in(folder: Path) -> Settings:
    """Settings whose files are all in this folder."""
    settings = default_settings()
    return replace(
        settings,
        archive=replace(settings.archive, directory=folder / "games"),
        control=replace(settings.control, socket=folder / "run" / "control"),
        online=replace(settings.online, directory=folder / "own", socket=folder / "desk"),
    )


def test_two_processes_do_not_share_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second waits, says so once, and takes over when the first has ended."""

    async def evening() -> None:
        settings = settings_in(tmp_path)
        other = replace(settings, online=replace(settings.online, socket=tmp_path / "other"))
        tells = Tells(Slots(1, 0).now_ms, lambda: 0, lambda: 0.5)
        first, second = Online(settings, tells, print), Online(other, tells, print)
        one, two = asyncio.create_task(first.run()), asyncio.create_task(second.run())
        async with asyncio.timeout(30):
            await until(settings.online.socket.exists)
            assert not other.online.socket.exists()
            one.cancel()
            with suppress(asyncio.CancelledError):
                await one
            first.close()
            await until(other.online.socket.exists)
            _, writer = await asyncio.open_unix_connection(other.online.socket)
            writer.close()
            await writer.wait_closed()
            two.cancel()
            with suppress(asyncio.CancelledError):
                await two
        second.close()

    asyncio.run(evening())
    said = capsys.readouterr().out
    assert said.count("is in use by another jadoube") == 1
    assert "it works again" in said


def test_an_older_file_does_not_replace_the_running_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game ends, its file is read, and it is reopened before that is handed on: the end is not offered."""
    games, runtime = tmp_path / "games", tmp_path / "run"
    games.mkdir()
    runtime.mkdir()
    settings = settings_in(tmp_path)
    offered: list[GameState] = []
    reopened = Event()

    def offer(_office: Office, states: Sequence[GameState], *, running: bool = False) -> None:
        del running
        offered.extend(states)

    def changed(_folder: GamesFolder, _running: GameState | None) -> Iterator[Changed]:
        reopened.wait(10)
        yield Changed(1, GameState("other", pgn("other", "1. d4", "1-0"), over=True), fresh=True)
        yield Changed(2, GameState("game", pgn("game", "1. e4", "1-0"), over=True), fresh=True)

    monkeypatch.setattr(Office, "offer", offer)
    monkeypatch.setattr(GamesFolder, "changed", changed)
    (runtime / "game.pgn").write_text(pgn("game", "1. e4", "1-0"))

    async def evening() -> None:
        tells = Tells(Slots(1, 0).now_ms, lambda: 0, lambda: 0.5)
        online = Online(settings, tells, print)
        running = asyncio.create_task(online.run())
        try:
            async with asyncio.timeout(30):
                await until(lambda: bool(offered))
                (runtime / "game.pgn").write_text(pgn("game", "1. e4 e5", "*"))
                await until(lambda: len(offered) > 1)
                reopened.set()
                await until(lambda: any(each.game_id == "other" for each in offered))
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
            online.close()

    asyncio.run(evening())
    assert [each.over for each in offered if each.game_id == "game"] == [True, False]


def test_a_fault_in_filing_is_a_trouble_that_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder counts as being gone through until the wait is over: no look begins it again before."""

    def changed(_folder: GamesFolder, _running: GameState | None) -> Iterator[Changed]:
        raise ZeroDivisionError("of a private game")
        yield

    monkeypatch.setattr(GamesFolder, "changed", changed)
    said: list[str] = []

    async def file() -> None:
        troubles = Troubles(said.append)
        filing = Filing(ArchiveLibrary(settings_in(tmp_path), said.append), said.append, troubles)
        folder = GamesFolder(tmp_path, tmp_path)
        filed = asyncio.create_task(filing.file(folder, None, lambda _: None))
        async with asyncio.timeout(30):
            await until(lambda: troubles.of("archive") is not None or filed.done())
        assert filing.is_busy
        assert not filed.done()
        filed.cancel()
        with suppress(asyncio.CancelledError):
            await filed
        filing.close()

    asyncio.run(file())
    (line,) = said
    assert line.startswith("archive: ZeroDivisionError (test_process.py:")


def test_who_opens_the_panel_hears_of_challenges(tmp_path: Path) -> None:
    """With a token the room is made, and play is on; without one nothing is."""
    settings = settings_in(tmp_path)
    tells = Tells(Slots(1, 0).now_ms, lambda: 0, lambda: 0.5)
    secrets = Secrets(settings.online.directory / "secrets.json")
    settings.online.directory.mkdir()

    async def forget(_name: str) -> None:
        """Nobody is shown."""

    async def look() -> None:
        play = Office(settings, tells, print, Troubles(print), forget).handlers()["play"]
        assert await play({}, lambda *_: None) == standing("no-token")
        secrets.put(TOKEN_NAME, Secret("lip_boardToken7"))
        told = await play({}, lambda *_: None)
        assert isinstance(told, dict)
        assert (told["state"], told["problem"]) == ("idle", None)

    asyncio.run(look())


def test_a_fault_of_the_publisher_ends_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said once, without what it was about, and the publisher begins anew."""
    settings = settings_in(tmp_path)
    settings.online.directory.mkdir()
    settings = replace(settings, broker=replace(settings.broker, host="127.0.0.1", tls=False))
    said: list[str] = []
    begun: list[Publisher] = []

    async def run(publisher: Publisher) -> None:
        begun.append(publisher)
        if len(begun) > 2:
            await asyncio.Event().wait()
        raise ExceptionGroup("together", [KeyError("Menchik, Vera")])

    async def forget(_name: str) -> None:
        """Nobody is shown."""

    monkeypatch.setattr(office, "RETRY_S", 0.01)
    monkeypatch.setattr(Publisher, "run", run)

    async def evening() -> None:
        tells = Tells(Slots(1, 0).now_ms, lambda: 0, lambda: 0.5)
        rooms = Office(settings, tells, said.append, Troubles(said.append), forget)
        running = asyncio.create_task(rooms.run())
        async with asyncio.timeout(30):
            await until(lambda: len(begun) > 2 or running.done())
        assert not running.done()
        running.cancel()
        await asyncio.wait({running})
        rooms.close()

    asyncio.run(evening())
    assert len(set(map(id, begun))) == 3
    assert len(said) == 1
    assert said[0].startswith("publisher: ")
    assert "KeyError" in said[0]
    assert "Menchik" not in said[0]
