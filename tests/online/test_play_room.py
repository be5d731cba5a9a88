"""A game over Lichess at a whole board: daemon, sockets, player, and a model of the server over TLS.

Time at the board is virtual; it passes while a test waits for what it claims.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import chess
import pytest

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import OrderRefused
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.opponents import Sought, Unfound, Whom
from jadoube.core.messages.orders import Choose, Hint, Resign, SeekOpponent, TakeUp
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.messages.settings import Entry
from jadoube.core.permissions.menu_entries import entries
from jadoube.core.state.others.seek import Seek
from jadoube.formats.pgn import write_pgn
from jadoube.formats.sensorlog import Edge
from jadoube.local.desk_lines import DeskError
from jadoube.online.lichess.client import LichessClient
from jadoube.online.playing import room as play_room
from jadoube.online.playing.board_line import BoardLine
from jadoube.online.playing.room import PlayRoom
from jadoube.online.secrets import TOKEN_NAME, Secret, Secrets
from shared.board.split import Split, split_board
from shared.lichess.games import ServedGame
from shared.lichess.play_server import PlayServer
from shared.lichess.server import serving

TOKEN = Secret("lip_boardToken7")
STEP_MS = 10
PATIENCE_S = 30


@dataclass(slots=True)
class Evening:
    """A board, the room in which it plays, and the server."""

    split: Split
    server: PlayServer
    room: PlayRoom
    secrets: Secrets
    made: Callable[[], PlayRoom]
    """Makes another room for the same board."""
    running: asyncio.Task[None]

    async def restart(self) -> None:
        """End the room, and let a new one run that knows nothing of it."""
        self.running.cancel()
        await asyncio.wait({self.running})
        self.room = self.made()
        self.running = asyncio.create_task(self.room.run())

    async def is_so(self, claim: Callable[[], object]) -> None:
        """Let time pass at the board until it is."""
        desk = self.split.desk
        async with asyncio.timeout(PATIENCE_S):
            while not claim():
                await desk.run_to(desk.pace.now_ms() + STEP_MS)
                await asyncio.sleep(0.002)

    async def make(self, uci: str) -> None:
        """Make a move by hand, now, and press."""
        hand = self.split.hand
        hand.now_us = max(hand.now_us, self.split.desk.pace.now_ms() * 1000 + 200_000)
        await self.split.play(hand.board.san(chess.Move.from_uci(uci)))

    async def play(self, game: ServedGame, moves: str, side: chess.Color) -> None:
        """Play these moves: the player's at the board, the other's at the server and then by hand."""
        for uci in moves.split():
            plies = len(game.moves())
            if self.split.hand.board.turn != side:
                assert game.move(not side, uci) is None
                await self.is_so(lambda: told(self.split))
                await self.make(uci)
                await self.is_so(lambda: not told(self.split))
            else:
                await self.make(uci)
                await self.is_so(lambda: len(game.moves()) > plies)  # noqa: B023 - it is asked at once


def told(split: Split) -> chess.Move | None:
    """The opponent's move that the board waits for."""
    agreed = split.desk.table.seen.agreed
    return agreed.told if agreed else None


@asynccontextmanager
async def evening(folder: Path, *, idle: bool = False) -> AsyncIterator[Evening]:
    """A board at which somebody plays over the server; an idle one, where no hand starts the clock."""
    loop, server = asyncio.get_running_loop(), PlayServer(tokens={TOKEN.reveal(): frozenset({"board:play"})})
    server.keep_alive_s = 0.1
    server.now_ms = now_ms = lambda: int(loop.time() * 1000)
    secrets = Secrets(folder / "secrets.json")
    secrets.put(TOKEN_NAME, TOKEN)
    async with split_board(folder, starts_clock=not idle) as split, serving(server) as served:

        def made() -> PlayRoom:
            client = LichessClient(served.url, served.trusting)
            return PlayRoom(split.control, secrets, now_ms, lambda: 0.5, client)

        room = made()
        there = Evening(split, server, room, secrets, made, asyncio.create_task(room.run()))
        try:
            yield there
        finally:
            there.running.cancel()
            await asyncio.wait({there.running})


def live(folder: Path, story: Callable[[Evening], Awaitable[None]], *, idle: bool = False) -> None:
    """Tell a story of an evening."""

    async def run() -> None:
        async with evening(folder, idle=idle) as there:
            await story(there)

    asyncio.run(run())


async def joined(there: Evening, side: chess.Color = chess.WHITE) -> ServedGame:
    """Look for somebody, be found, and have the game on the board."""
    await there.room.do("seek", {"minutes": 15, "increment": 10})
    await there.is_so(lambda: there.server.held)
    game = there.server.begin(side, initial_ms=900_000, increment_ms=10_000)
    await there.is_so(lambda: there.split.desk.table.terms.server_game)
    return game


def test_a_game_is_found_and_played_to_mate(tmp_path: Path) -> None:
    """Every ply is on both sides, once, and the names are in the PGN; the clocks are the server's."""

    async def story(there: Evening) -> None:
        game = await joined(there)
        await there.play(game, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", chess.WHITE)
        table = there.split.desk.table
        assert [line.san for line in table.line.plies()][-1] == "Qxf7#"
        await there.is_so(lambda: there.split.desk.table.play.phase is Phase.OVER)
        assert len(game.moves()) == 7
        assert table.names.black.name == "Bert"
        pgn = write_pgn(scoresheet(there.split.desk.table))
        assert f'[Site "https://lichess.org/{game.game_id}"]' in pgn
        assert '[Mode "ICS"]' in pgn
        assert '[Opening "' in pgn
        await there.is_so(lambda: there.room.status()["game"]["result"] == "1-0")

    live(tmp_path, story)


def test_black_at_the_board_resigns(tmp_path: Path) -> None:
    """The board's word goes to the server, and the server's ends the game."""

    async def story(there: Evening) -> None:
        game = await joined(there, chess.BLACK)
        await there.play(game, "e2e4 e7e5 g1f3", chess.BLACK)
        assert '[Opening "' not in write_pgn(scoresheet(there.split.desk.table)), "a name would be help"
        await there.split.desk.daemon.obey(Ordered(Resign(chess.BLACK)))
        await there.is_so(lambda: there.split.desk.table.play.phase is Phase.OVER)
        outcome = there.split.desk.table.play.outcome
        assert outcome is not None
        assert (game.status, outcome.result) == ("resign", "1-0")

    live(tmp_path, story)


def test_what_is_asked_wrongly_is_said(tmp_path: Path) -> None:
    """In each language, and nothing is sent."""

    async def story(there: Evening) -> None:
        for asked, given in (("seak", {}), ("seek", {"minutes": "15"}), ("seek", {"minutes": 3})):
            with pytest.raises(DeskError) as refused:
                await there.room.do(asked, given)
            assert set(refused.value.words) == set(LANGUAGES)
        assert there.server.seen == []

    live(tmp_path, story)


def test_a_game_is_never_left_and_goes_on_with_a_new_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a token nothing is sent, however long; what was played meanwhile is sent with the new one."""
    monkeypatch.setattr(play_room, "LEAVES_MS", 10)
    monkeypatch.setattr(play_room, "LOOKS_S", 0.01)

    async def story(there: Evening) -> None:
        game = await joined(there)
        await there.play(game, "e2e4", chess.WHITE)
        there.server.tokens.clear()
        there.server.cut()
        await there.is_so(lambda: there.room.status()["state"] == "refused")
        now_ms = there.split.desk.pace.now_ms
        later_ms = now_ms() + 50 * STEP_MS
        await there.is_so(lambda: now_ms() >= later_ms)
        assert game.move(chess.BLACK, "e7e5") is None
        there.server.tokens["lip_other"] = frozenset({"board:play"})
        there.secrets.put(TOKEN_NAME, Secret("lip_other"))
        there.room.token_changed()
        await there.is_so(lambda: told(there.split))

    live(tmp_path, story)


def test_another_versions_board_is_away(tmp_path: Path) -> None:
    """What it says is not understood; the room goes on, and says how it stands."""

    async def story(there: Evening) -> None:
        there.room.take_up()
        there.room.hear({"phase": "play"})
        there.room.hear({"server": "odd"})
        await joined(there)

    live(tmp_path, story)


def test_the_board_is_watched_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever has ended the watching."""
    monkeypatch.setattr(play_room, "LOOKS_S", 0.01)
    watched: list[BoardLine] = []
    run = BoardLine.run

    async def fails_once(line: BoardLine) -> None:
        watched.append(line)
        if len(watched) == 1:
            raise RuntimeError("it has ended")
        await run(line)

    monkeypatch.setattr(BoardLine, "run", fails_once)

    async def story(there: Evening) -> None:
        await joined(there)
        assert len(watched) == 2

    live(tmp_path, story)


# What is wished at the board


async def tap(there: Evening, keys: str) -> None:
    """Press keys of the panel, one after the other."""
    desk = there.split.desk
    for key in keys.split():
        at_us = (desk.pace.now_ms() + 10) * 1000
        desk.act([Edge(at_us, "press", key), Edge(at_us + 40_000, "release", key)])
        await desk.run_to(at_us // 1000 + 80)


def wished(there: Evening) -> Seek:
    """Who is looked for at the board."""
    seek = there.split.desk.table.seek
    assert seek
    return seek


async def served(there: Evening) -> None:
    """Wait until the board knows of the account, and agree on 15+10."""
    await there.is_so(lambda: there.split.desk.table.serves)
    await there.split.desk.daemon.obey(Ordered(Choose("control", "900+10")))


def test_somebody_is_found_by_keys(tmp_path: Path) -> None:
    """Five presses and a lamp: who is found plays at the board, and the wish is fulfilled."""

    async def story(there: Evening) -> None:
        await served(there)
        await tap(there, "ok plus ok ok ok")
        assert wished(there).sought == Sought(Whom.SOMEBODY)
        await there.is_so(lambda: there.server.held)
        await there.is_so(lambda: wished(there).taken_up)
        assert there.server.seen[-1] == ("POST", "/api/board/seek")
        game = there.server.begin(chess.WHITE, initial_ms=900_000, increment_ms=10_000)
        await there.is_so(lambda: there.split.desk.table.terms.server_game)
        assert there.split.desk.table.seek is None
        await there.play(game, "e2e4 e7e5", chess.WHITE)

    live(tmp_path, story, idle=True)


def test_back_withdraws_it_at_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seek is closed; wished once more, it is asked for once more."""
    monkeypatch.setattr(play_room, "LOOKS_S", 0.01)

    async def story(there: Evening) -> None:
        await served(there)
        await there.split.desk.daemon.obey(Ordered(SeekOpponent(Sought(Whom.SOMEBODY))))
        await there.is_so(lambda: there.server.held)
        await tap(there, "back")
        await there.is_so(lambda: not there.server.held)
        await there.split.desk.daemon.obey(Ordered(SeekOpponent(Sought(Whom.SOMEBODY))))
        await there.is_so(lambda: there.server.held)
        await there.is_so(lambda: wished(there).taken_up)

    live(tmp_path, story, idle=True)


def test_who_ends_it_on_the_page_ends_it_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both see one search: nobody is told that it has failed."""
    monkeypatch.setattr(play_room, "LOOKS_S", 0.01)

    async def story(there: Evening) -> None:
        await served(there)
        await there.split.desk.daemon.obey(Ordered(SeekOpponent(Sought(Whom.SOMEBODY))))
        await there.is_so(lambda: there.server.held)
        assert there.room.status()["state"] == "seeking"
        await there.room.do("cancel", {})
        await there.is_so(lambda: there.split.desk.table.seek is None)

    live(tmp_path, story, idle=True)


def test_the_computer_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At its level and at the time that is chosen; its game is joined, and the next one is a rematch."""
    monkeypatch.setattr(play_room, "LOOKS_S", 0.01)

    async def story(there: Evening) -> None:
        await served(there)
        await there.split.desk.daemon.obey(Ordered(SeekOpponent(Sought(Whom.COMPUTER, 3))))
        await there.is_so(lambda: there.split.desk.table.terms.server_game)
        asked = [each for each in there.server.seen if each[1].startswith("/api/challenge")]
        assert asked == [("POST", "/api/challenge/ai")]
        helped = await there.split.desk.daemon.obey(Ordered(Hint()))
        assert isinstance(helped[-1], OrderRefused)
        await there.make("e2e4")
        await there.is_so(lambda: told(there.split))
        await there.split.desk.daemon.obey(Ordered(Resign(chess.WHITE)))
        await there.is_so(lambda: there.split.desk.table.play.phase is Phase.OVER)
        await tap(there, "ok plus ok ok")
        await there.is_so(lambda: len(there.server.games) > 1)
        await there.is_so(lambda: there.split.desk.table.terms.server_game)
        assert [each for each in there.server.seen if each[1].startswith("/api/challenge")] == asked * 2

    live(tmp_path, story, idle=True)


def test_without_the_network_the_board_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And looks for nobody any more."""
    monkeypatch.setattr(play_room, "LOOKS_S", 0.01)

    async def story(there: Evening) -> None:
        await served(there)
        there.server.down = True
        await there.split.desk.daemon.obey(Ordered(SeekOpponent(Sought(Whom.SOMEBODY))))
        await there.is_so(lambda: wished(there).why)
        assert wished(there).why is Unfound.NO_NETWORK

    live(tmp_path, story, idle=True)


def test_without_a_token_nobody_can_be_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry of the menu is there while a token is."""
    monkeypatch.setattr(play_room, "LOOKS_S", 0.01)

    async def story(there: Evening) -> None:
        await served(there)
        assert Entry.LICHESS in entries(there.split.desk.table)
        there.secrets.forget(TOKEN_NAME)
        there.room.token_changed()
        await there.is_so(lambda: not there.split.desk.table.serves)
        assert Entry.LICHESS not in entries(there.split.desk.table)

    live(tmp_path, story, idle=True)


def test_after_a_restart_somebody_is_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board still wishes him; the seek of before has ended with its connection."""
    monkeypatch.setattr(play_room, "LOOKS_S", 0.01)

    async def story(there: Evening) -> None:
        await served(there)
        await there.split.desk.daemon.obey(Ordered(SeekOpponent(Sought(Whom.SOMEBODY))))
        await there.is_so(lambda: there.server.held)
        await there.restart()
        await there.is_so(lambda: there.server.seen.count(("POST", "/api/board/seek")) == 2)

    live(tmp_path, story, idle=True)


def test_after_a_restart_the_computer_is_not_asked_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its game may have begun: the board says that the connection was lost."""
    monkeypatch.setattr(play_room, "LOOKS_S", 0.01)

    async def story(there: Evening) -> None:
        await served(there)
        there.running.cancel()
        await there.split.desk.daemon.obey(Ordered(SeekOpponent(Sought(Whom.COMPUTER, 1))))
        await there.split.desk.daemon.obey(Ordered(TakeUp()))
        await there.restart()
        await there.is_so(lambda: wished(there).why)
        assert wished(there).why is Unfound.LOST
        assert there.server.seen == []

    live(tmp_path, story, idle=True)
