"""The whole round at Lichess and in the live folder, in the order of the boards."""

import asyncio
import io
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from jadoube.cli.main import main
from jadoube.formats.pairings import read_pairings
from jadoube.hall.boards import Boards
from jadoube.hall.elsewhere.broadcast import SECRETS, Sending
from jadoube.hall.elsewhere.broadcast_state import how_it_stands
from jadoube.hall.elsewhere.relay import Live, Relay
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.lichess_targets import FILE, Target, end_target, keep_target
from jadoube.hall.rounds.lists.questions import Choice
from jadoube.hall.rounds.pairings import pairing_id
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.hall.troubles import Kind as Trouble
from jadoube.local.desk_lines import DeskError
from jadoube.mqtt.payloads import About, Lease, PairedBoard, PlayedGame, Round
from jadoube.mqtt.topics import Kind
from jadoube.online.game_state import GameState
from jadoube.online.lichess.broadcaster import Broadcaster, Times
from jadoube.online.lichess.client import LichessClient
from jadoube.online.outgoing.delay import Delay
from jadoube.online.outgoing.outbox import Outbox
from jadoube.online.secrets import TOKEN_NAME, Secret, Secrets
from shared.hall.in_one_loop import played, until
from shared.hall.rounds import take_anyway, take_list
from shared.lichess.hasty_clock import HastyClock
from shared.lichess.round import LichessRound
from shared.lichess.server import LichessServer, serving

TOKEN = "lip_5ecretOfTheClub42"  # noqa: S105 - made up
ROUND = "RoUnD001"
NEXT = "RoUnD002"
PAIRS = 12
LIST = "".join(
    f"{number},{board},W{number}x{board},B{number}x{board}\n"
    for number in (1, 2)
    for board in range(1, PAIRS + 1)
)


class Hall:
    """Boards, rounds and the relay, without a broker."""

    def __init__(self, folder: Path, client: LichessClient | None) -> None:
        self.folder, self._said_s = folder, 0
        self.unix_s = 0
        self.boards = Boards(lambda: 0, lambda: 1000 * self.unix_s, lambda _: None)
        self.store = Store(folder / "hall.db", lambda _: None)
        self.clock = HastyClock()
        times = Times(self.clock.now_ms, lambda: 1_790_000_000)
        sending = Sending(folder, times, lambda: 0.5, client)
        live = Live(folder / "live", Delay())
        self.relay = Relay(self.boards, self.store, live, sending, lambda _: None)
        self.rounds = RoundKeeper(self.boards, self.store, self.relay.mark)
        self.relay.follow(RoundGames(self.store, self.rounds, times.unix_s))
        for number in range(1, PAIRS + 1):
            self.boards.take(f"b{number}", Kind.ABOUT, About("", "1", "m"), retained=False)
        self.rounds.lists.take(read_pairings(f"round,board,white,black\n{LIST}".encode(), "list.csv"))
        self.rounds.choose("1")
        self.boards.set_lease(Lease("a", 1), holds=True)

    def said(self) -> list[str]:
        """What is said of Lichess."""
        return [each.said["en"] for each in self.boards.troubles if each.kind == Trouble.LICHESS]

    def stands(self) -> dict[str, Any]:
        """How it stands with Lichess, as arbiters are told."""
        return how_it_stands(self.relay.broadcast, self.boards.round)

    def give_token(self) -> None:
        """A person stores the token."""
        Secrets(self.folder / SECRETS).put(TOKEN_NAME, Secret(TOKEN))

    def send_to(self, lichess: str, minutes: int = 0, plies: int = 0) -> None:
        """A person has the round that is played sent there, and the hall heeds it at once."""
        self._said_s += 1
        keep_target(self.folder, self.boards.round.round, Target(lichess, minutes, plies, self._said_s))
        self.relay.broadcast.heed_files()

    def pass_minutes(self, minutes: int) -> None:
        """So many minutes pass for what waits."""
        self.clock.ms += minutes * 60_000

    async def look(self) -> None:
        """Do what the relay does every two seconds."""
        await self.relay.look()

    def play(self, number: int, game: PlayedGame) -> None:
        """A board publishes a state of its game."""
        self.boards.take(f"b{number}", Kind.GAME, game, retained=False)
        self.rounds.games.take(f"b{number}", "m", game)


@pytest.fixture
def server() -> LichessServer:
    """A server with a round that the token may write to."""
    server = LichessServer(tokens={TOKEN: frozenset({"study:read", "study:write"})})
    server.with_round(ROUND)
    return server


@asynccontextmanager
async def _hall(folder: Path, server: LichessServer) -> AsyncIterator[Hall]:
    """A hall whose relay runs at a server that listens."""
    async with serving(server) as there:
        hall = Hall(folder, LichessClient(there.url, there.trusting))
        running = asyncio.create_task(hall.relay.run())
        try:
            yield hall
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


def test_lichess_has_the_boards_in_order_whoever_moves_first(tmp_path: Path, server: LichessServer) -> None:
    """Each push has all games of the round; a board that is exchanged stays the same one there."""

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            hall.give_token()
            hall.send_to(ROUND)
            there = server.tours[0].rounds[0]
            for number in (11, 2, 7):
                hall.play(number, played(f"g{number}", 1, "e4", board="99"))
            await hall.relay.show()
            await until(lambda: len(there.chapters) == PAIRS)
            for number in range(1, PAIRS + 1):
                hall.play(number, played(f"g{number}", 2, "e4", "e5"))
            await hall.relay.show()
            await until(lambda: all(each.plies == ["e2e4", "e7e5"] for each in there.chapters))
            named = [each.tags["Round"] for each in there.chapters]
            assert named == [f"1.{number}" for number in range(1, PAIRS + 1)]
            assert all(push.count("[Event ") in (0, PAIRS) for push in server.pushed[1:])
            hall.play(3, played("other", 3, "e4", "e5", "Nf3"))
            await hall.relay.show()
            await until(lambda: there.chapters[2].plies[-1:] == ["g1f3"])
            assert len(there.chapters) == PAIRS

    asyncio.run(run())


def test_what_is_said_on_the_page_is_sent_and_shown(tmp_path: Path, server: LichessServer) -> None:
    """The same file as the command's; of the token nothing is told but that it is there."""

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            there = server.tours[0].rounds[0]
            assert hall.stands() == {
                "token": False,
                "targets": [],
                "round": "",
                "state": "off",
                "sent_s_ago": None,
                "problem": None,
            }
            Secrets(tmp_path / SECRETS).put(TOKEN_NAME, Secret(TOKEN))
            assert hall.stands()["token"]
            keep_target(tmp_path, "1", Target(ROUND, 0, 0, 1))
            keep_target(tmp_path, "2", Target(NEXT, 15, 0, 1))
            with pytest.raises(DeskError):
                keep_target(tmp_path, "3", Target("x", 0, 0, 1))
            hall.play(2, played("g2", 1, "e4"))
            await hall.look()
            await until(lambda: len(there.chapters) == PAIRS)
            await until(lambda: hall.stands()["state"] == "up to date")  # once the answer is here, too
            stands = hall.stands()
            assert (stands["round"], stands["problem"]) == (ROUND, None)
            assert [each["round"] for each in stands["targets"]] == ["1", "2"]
            assert stands["sent_s_ago"] is not None
            assert TOKEN not in json.dumps(stands)
            (tmp_path / FILE).write_text("{", encoding="ascii")
            assert FILE in hall.stands()["problem"]["en"]

    asyncio.run(run())


@asynccontextmanager
async def _with_next_round(
    folder: Path, server: LichessServer, delay_plies: int = 0
) -> AsyncIterator[tuple[Hall, LichessRound, LichessRound]]:
    """A hall whose round is sent to the first round of Lichess, and a second one that is there, too."""
    server.with_round(NEXT)
    async with _hall(folder, server) as hall:
        hall.give_token()
        hall.send_to(ROUND, plies=delay_plies)
        first, second = (each.rounds[0] for each in server.tours)
        yield hall, first, second


def test_the_next_round_does_not_get_into_that_of_this_one(tmp_path: Path, server: LichessServer) -> None:
    """Until another round of Lichess is chosen."""

    async def run() -> None:
        async with _with_next_round(tmp_path, server) as (hall, first, second):
            hall.play(1, played("g1", 1, "e4"))
            await hall.relay.show()
            await until(lambda: len(first.chapters) == PAIRS)
            hall.rounds.choose("2")
            hall.play(1, played("h1", 2, "d4"))
            await hall.relay.show()
            hall.send_to(NEXT)
            await hall.relay.show()
            await until(lambda: len(second.chapters) == PAIRS)
            assert {each.tags["Round"].partition(".")[0] for each in second.chapters} == {"2"}
            assert {each.tags["Round"].partition(".")[0] for each in first.chapters} == {"1"}

    asyncio.run(run())


def test_a_round_that_begins_anew_does_not_go_where_last_weeks_went(
    tmp_path: Path, server: LichessServer
) -> None:
    """Nor where a round of last week was to go that was never played; both are told until they are named."""

    async def run() -> None:
        async with _with_next_round(tmp_path, server) as (hall, first, second):
            keep_target(tmp_path, "2", Target(NEXT, 0, 0, 1))
            hall.unix_s = 1_790_000_000
            hall.play(1, played("g1", 1, "e4"))
            await hall.relay.show()
            await until(lambda: len(first.chapters) == PAIRS)
            found = read_pairings(f"round,board,white,black\n{LIST}".encode(), "list.csv")
            hall.unix_s += 7 * 24 * 3600
            take_list(hall.rounds, found, Choice.ANEW)
            for name in ("1", "2"):
                hall.rounds.choose(name)
                await hall.look()
                hall.play(1, played(f"h{name}", 1, "d4", round=name))
                await hall.look()
                assert [each[:31] for each in hall.said()] == [f"Round {name} is not sent to Lichess:"]
            keep_target(tmp_path, "2", Target(NEXT, 0, 0, hall.unix_s + 1))
            await hall.look()
            await until(lambda: len(second.chapters) == PAIRS)
            assert second.chapters[0].plies == ["d2d4"]
            assert hall.said() == []
            assert first.chapters[0].plies == ["e2e4"]

    asyncio.run(run())


def test_a_side_event_between_two_rounds_stops_no_round(tmp_path: Path, server: LichessServer) -> None:
    """All rounds of an event may be named before its first."""

    async def run() -> None:
        async with _with_next_round(tmp_path, server) as (hall, _, second):
            hall.unix_s = 1_790_000_000
            keep_target(tmp_path, "2", Target(NEXT, 0, 0, hall.unix_s))
            for at, (event, name) in enumerate((("Open", "1"), ("Blitz", "1"), ("Open", "2"))):
                hall.unix_s += 3600
                rows = "".join(f"{event},{line}\n" for line in LIST.splitlines())
                found = read_pairings(f"event,round,board,white,black\n{rows}".encode(), "list.csv")
                take_anyway(hall.rounds, found)
                hall.rounds.choose(name)
                hall.play(1, played(f"g{at}", 1, "e4", event=event, round=name))
                await hall.look()
            await until(lambda: len(second.chapters) == PAIRS)
            assert hall.said() == []

    asyncio.run(run())


def test_late_results_of_an_earlier_round_reach_its_round(tmp_path: Path, server: LichessServer) -> None:
    """Also once another round is chosen, here and at Lichess."""

    async def run() -> None:
        async with _with_next_round(tmp_path, server) as (hall, first, second):
            hall.play(1, played("g1", 1, "e4"))
            hall.play(2, played("g2", 1, "e4"))
            await hall.relay.show()
            await until(lambda: len(first.chapters) == PAIRS)
            hall.rounds.choose("2")
            hall.send_to(NEXT)
            await hall.relay.show()
            await until(lambda: len(second.chapters) == PAIRS)
            hall.play(2, played("g2", 2, "e4", "e5", result="1-0", over=True))
            await hall.relay.show()
            await until(lambda: first.chapters[1].result == "1-0")
            hall.send_to(NEXT, plies=1)  # a choice moves no game of another round
            hall.play(1, played("g1", 2, "e4", "e5", result="0-1", over=True))
            await hall.relay.show()
            await until(lambda: first.chapters[0].result == "0-1")
            assert {each.tags["Round"].partition(".")[0] for each in second.chapters} == {"2"}
            assert len(first.chapters) == len(second.chapters) == PAIRS

    asyncio.run(run())


def test_a_game_keeps_the_delay_of_its_own_round(tmp_path: Path, server: LichessServer) -> None:
    """Also once a later round is sent at once."""

    async def run() -> None:
        async with _with_next_round(tmp_path, server, delay_plies=2) as (hall, first, second):
            hall.play(1, played("g1", 1, "e4", "e5", "Nf3"))
            await hall.relay.show()
            await until(lambda: len(first.chapters) == PAIRS and first.chapters[0].plies == ["e2e4"])
            hall.rounds.choose("2")
            hall.send_to(NEXT)
            hall.play(1, played("g1", 2, "e4", "e5", "Nf3", "Nc6"))
            await hall.relay.show()
            await until(lambda: len(second.chapters) == PAIRS)
            await until(lambda: len(first.chapters[0].plies) > 1)
            assert first.chapters[0].plies == ["e2e4", "e7e5"]

    asyncio.run(run())


def test_a_game_that_waits_does_not_get_into_the_next_round(tmp_path: Path, server: LichessServer) -> None:
    """Also one of which nothing has left yet when another round is chosen."""

    async def run() -> None:
        async with _with_next_round(tmp_path, server) as (hall, first, second):
            hall.send_to(ROUND, minutes=15)
            hall.play(1, played("g1", 1, "e4"))
            await hall.relay.show()
            hall.rounds.choose("2")
            hall.send_to(NEXT)
            await hall.relay.show()
            await until(lambda: len(second.chapters) == PAIRS)
            hall.pass_minutes(15)
            await until(lambda: len(first.chapters) == PAIRS)
            assert {each.tags["Round"].partition(".")[0] for each in first.chapters} == {"1"}
            assert {each.tags["Round"].partition(".")[0] for each in second.chapters} == {"2"}

    asyncio.run(run())


def _says(folder: Path, *words: str) -> None:
    """Give `jadoube hall lichess` these words."""
    config = folder / "hall.toml"
    config.write_text(f'[hall]\ndirectory = "{folder}"\n', encoding="utf-8")
    assert main(["hall", "lichess", *words, "--config", str(config)]) == 0


def test_rounds_go_where_the_command_line_says(
    tmp_path: Path, server: LichessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round is named while the one before is still played; none gets into that of another."""
    server.with_round(NEXT)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{TOKEN}\n"))
    _says(tmp_path, "token")
    _says(tmp_path, "round", ROUND, "--of", "1")

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            first, second = (each.rounds[0] for each in server.tours)
            await hall.look()
            await until(lambda: len(first.chapters) == PAIRS)
            _says(tmp_path, "round", NEXT, "--of", "2")
            hall.play(1, played("g1", 1, "e4"))
            await hall.look()
            await until(lambda: first.chapters[0].plies == ["e2e4"])
            assert second.chapters == []
            assert hall.boards.troubles == ()
            hall.rounds.choose("2")
            hall.play(1, played("h1", 2, "d4"))
            await hall.look()
            await until(lambda: len(second.chapters) == PAIRS and second.chapters[0].plies == ["d2d4"])
            assert {each.tags["Round"].partition(".")[0] for each in second.chapters} == {"2"}
            assert first.chapters[0].plies == ["e2e4"]
            _says(tmp_path, "off", "--all")
            await hall.look()
            assert hall.relay.broadcast.status()["broadcast"]["state"] == "off"

    asyncio.run(run())


@asynccontextmanager
async def _in_second_round(
    folder: Path, server: LichessServer
) -> AsyncIterator[tuple[Hall, LichessRound, LichessRound]]:
    """A hall in its second round, whose two rounds are sent to two of Lichess as the command line says."""
    server.with_round(NEXT)
    Secrets(folder / SECRETS).put(TOKEN_NAME, Secret(TOKEN))
    _says(folder, "round", ROUND, "--of", "1")
    _says(folder, "round", NEXT, "--of", "2")
    async with _hall(folder, server) as hall:
        first, second = (each.rounds[0] for each in server.tours)
        for number in (1, 2):
            hall.play(number, played(f"g{number}", 1, "e4"))
        await hall.look()
        await until(lambda: len(first.chapters) == PAIRS and first.chapters[1].plies == ["e2e4"])
        hall.rounds.choose("2")
        hall.play(1, played("h1", 1, "d4"))
        await hall.look()
        await until(lambda: len(second.chapters) == PAIRS and second.chapters[0].plies == ["d2d4"])
        yield hall, first, second


def test_the_sending_of_one_round_ends(tmp_path: Path, server: LichessServer) -> None:
    """The one that is played: late results of the one before still go out. It may be sent anew."""

    async def run() -> None:
        async with _in_second_round(tmp_path, server) as (hall, first, second):
            _says(tmp_path, "off", "--of", "2")
            await hall.look()
            hall.play(1, played("h1", 2, "d4", "d5"))
            hall.play(2, played("g2", 2, "e4", "e5", result="1-0", over=True))
            await hall.look()
            await until(lambda: first.chapters[1].result == "1-0")
            stands = hall.stands()
            assert (stands["round"], [each["round"] for each in stands["targets"]]) == ("", ["1"])
            assert (hall.said(), second.chapters[0].plies) == ([], ["d2d4"])
            _says(tmp_path, "round", NEXT, "--of", "2")
            await hall.look()
            await until(lambda: second.chapters[0].plies == ["d2d4", "d7d5"])

    asyncio.run(run())


def test_the_sending_of_an_earlier_round_ends(tmp_path: Path, server: LichessServer) -> None:
    """What comes late of it stays here; the round that is played goes on."""

    async def run() -> None:
        async with _in_second_round(tmp_path, server) as (hall, first, second):
            _says(tmp_path, "off", "--of", "1")
            await hall.look()
            hall.play(2, played("g2", 2, "e4", "e5", result="1-0", over=True))
            await hall.look()
            hall.play(1, played("h1", 2, "d4", "d5"))
            await hall.look()
            await until(lambda: second.chapters[0].plies == ["d2d4", "d7d5"])
            assert first.chapters[1].result == "*"

    asyncio.run(run())


def test_an_earlier_round_is_sent_elsewhere(tmp_path: Path, server: LichessServer) -> None:
    """Its late results go to the round that is said while a later one is played."""
    third = "RoUnD003"

    async def run() -> None:
        async with _in_second_round(tmp_path, server) as (hall, first, second):
            server.with_round(third)
            _says(tmp_path, "round", third, "--of", "1")
            await hall.look()
            hall.play(2, played("g2", 2, "e4", "e5", result="1-0", over=True))
            await hall.look()
            there = server.tours[2].rounds[0]
            await until(lambda: len(there.chapters) == PAIRS and there.chapters[1].result == "1-0")
            assert (first.chapters[1].result, len(second.chapters)) == ("*", PAIRS)

    asyncio.run(run())


def test_a_round_of_lichess_is_not_said_of_two(tmp_path: Path, server: LichessServer) -> None:
    """An earlier round sent by mistake where the present one goes is refused, until that one is ended."""

    async def run() -> None:
        async with _in_second_round(tmp_path, server) as (hall, first, second):
            with pytest.raises(DeskError, match="Round 2 is sent to RoUnD002 on Lichess"):
                keep_target(tmp_path, "1", Target(NEXT, 0, 0, 5))
            hall.play(2, played("g2", 2, "e4", "e5", result="1-0", over=True))
            await hall.look()
            await until(lambda: first.chapters[1].result == "1-0")
            assert {each.tags["Round"].partition(".")[0] for each in second.chapters} == {"2"}
            end_target(tmp_path, "2", 6)
            keep_target(tmp_path, "1", Target(NEXT, 0, 0, 7))
            await hall.look()
            hall.play(1, played("g1", 2, "e4", "e5", result="0-1", over=True))
            await hall.look()
            await until(lambda: "0-1" in [each.result for each in second.chapters])

    asyncio.run(run())


def test_two_rounds_that_a_file_sends_to_one_are_not_mixed(tmp_path: Path, server: LichessServer) -> None:
    """As an earlier version has kept them: the one that is played goes there."""

    async def run() -> None:
        async with _in_second_round(tmp_path, server) as (hall, _, second):
            targets = {"1": Target(NEXT, 0, 0, 9), "2": Target(NEXT, 0, 0, 8)}
            (tmp_path / FILE).write_text(json.dumps(targets), encoding="ascii")
            await hall.look()
            hall.play(2, played("g2", 2, "e4", "e5"))
            hall.play(1, played("h1", 2, "d4", "d5"))
            await hall.look()
            await until(lambda: second.chapters[0].plies == ["d2d4", "d7d5"])
            assert {each.tags["Round"].partition(".")[0] for each in second.chapters} == {"2"}

    asyncio.run(run())


def test_an_earlier_round_that_was_ended_is_sent_again(tmp_path: Path, server: LichessServer) -> None:
    """While a later one is played; one that is named before it is played still waits for that."""
    late = "RoUnD003"

    async def run() -> None:
        async with _in_second_round(tmp_path, server) as (hall, first, second):
            end_target(tmp_path, "1", 3)
            await hall.look()
            keep_target(tmp_path, "1", Target(ROUND, 0, 0, 4))
            await hall.look()
            hall.play(2, played("g2", 2, "e4", "e5", result="1-0", over=True))
            await hall.look()
            await until(lambda: first.chapters[1].result == "1-0")
            assert len(second.chapters) == PAIRS

    async def early() -> None:
        async with _hall(tmp_path / "early", server) as hall:
            keep_target(hall.folder, "2", Target(late, 0, 0, 1))
            hall.play(1, played("g1", 1, "e4"))
            await hall.look()
            assert hall.relay.broadcast.goes_to(Round(hall.boards.round.event, "", "2")) is None

    asyncio.run(run())
    (tmp_path / "early").mkdir()
    asyncio.run(early())


@contextmanager
def _outbox_locked() -> Iterator[None]:
    """As while another program writes it."""

    def locked(*_: object) -> None:
        raise sqlite3.OperationalError("database is locked")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Outbox, "move", locked)
        yield


def test_a_round_is_chosen_though_the_outbox_was_locked(tmp_path: Path, server: LichessServer) -> None:
    """What has failed is done at the next look."""

    async def run() -> None:
        async with _in_second_round(tmp_path, server) as (hall, _, second):
            end_target(tmp_path, "2", 3)
            await hall.look()
            keep_target(tmp_path, "2", Target(NEXT, 0, 0, 4))
            with _outbox_locked():
                await hall.look()
            assert hall.said() == ["Lichess does not get all games: database is locked"]
            await hall.look()
            hall.play(1, played("h1", 2, "d4", "d5"))
            await hall.look()
            await until(lambda: second.chapters[0].plies == ["d2d4", "d7d5"])
            assert hall.said() == []

    asyncio.run(run())


def test_an_earlier_round_moves_though_the_outbox_was_locked(tmp_path: Path, server: LichessServer) -> None:
    """What has failed is done at the next look."""
    third = "RoUnD003"

    async def run() -> None:
        async with _in_second_round(tmp_path, server) as (hall, _, _second):
            server.with_round(third)
            keep_target(tmp_path, "1", Target(third, 0, 0, 5))
            with _outbox_locked():
                await hall.look()
            await hall.look()
            await until(lambda: len(server.tours[2].rounds[0].chapters) == PAIRS)

    asyncio.run(run())


def test_a_round_without_one_at_lichess_is_told(tmp_path: Path, server: LichessServer) -> None:
    """Where another round has one; it is over once it is named, and in the next tournament it is no more."""
    Secrets(tmp_path / SECRETS).put(TOKEN_NAME, Secret(TOKEN))
    _says(tmp_path, "round", ROUND, "--of", "1")

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            await hall.look()
            assert hall.said() == []
            hall.rounds.choose("2")
            await hall.look()
            assert [each[:31] for each in hall.said()] == ["Round 2 is not sent to Lichess:"]
            hall.rounds.choose("1")
            await hall.look()
            assert hall.said() == []
            hall.boards.set_round(replace(hall.boards.round, event="The next one"))
            await hall.look()
            assert [each[:31] for each in hall.said()] == ["Round 1 is not sent to Lichess:"]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("token", "round_id", "said"),
    [
        ("lip_anotherOne1234", ROUND, "token"),
        (TOKEN, "NoSuch01", "round"),
        (TOKEN, "RoUnD003", "round"),
    ],
    ids=["wrong-token", "no-round", "not-ours"],
)
def test_what_lichess_refuses_is_told(
    tmp_path: Path, server: LichessServer, token: str, round_id: str, said: str
) -> None:
    """To arbiters, at the page; it is over when it is right."""
    server.with_round("RoUnD003", writeable=False)
    Secrets(tmp_path / SECRETS).put(TOKEN_NAME, Secret(token))
    _says(tmp_path, "round", round_id, "--of", "1")

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            await hall.look()
            await until(lambda: hall.relay.broadcast.status()["broadcast"]["state"] == "stopped")
            hall.relay.look_at_lichess()
            assert [said in each for each in hall.said()] == [True]
            hall.give_token()
            _says(tmp_path, "round", ROUND, "--of", "1")
            await hall.look()
            await until(lambda: len(server.tours[0].rounds[0].chapters) == PAIRS)
            await hall.look()
            assert hall.said() == []

    asyncio.run(run())


def test_more_boards_than_lichess_takes_are_told(tmp_path: Path) -> None:
    """A round of Lichess has a hundred at most: it says nothing of the others."""
    Secrets(tmp_path / SECRETS).put(TOKEN_NAME, Secret(TOKEN))
    _says(tmp_path, "round", ROUND, "--of", "1")
    hall = Hall(tmp_path, None)
    pairs = "".join(f"1,{board},W{board},B{board}\n" for board in range(1, 103))
    hall.rounds.lists.take(read_pairings(f"round,board,white,black\n{pairs}".encode(), "list.csv"))
    hall.relay.broadcast.heed_files()
    hall.relay.look_at_lichess()
    hall.relay.close()
    assert [each[:47] for each in hall.said()] == ["The round has 102 boards. Lichess takes 100 in "]


@asynccontextmanager
async def _without_lease(folder: Path, server: LichessServer) -> AsyncIterator[tuple[Hall, LichessRound]]:
    """A hall that has sent its round to one of Lichess, and then lost the lease to another one."""
    async with _hall(folder, server) as hall:
        hall.give_token()
        hall.send_to(ROUND)
        there = server.tours[0].rounds[0]
        hall.play(1, played("g1", 1, "e4"))
        await hall.look()
        await until(lambda: len(there.chapters) == PAIRS)
        hall.boards.set_lease(Lease("b", 2), holds=False)
        yield hall, there


def test_who_does_not_hold_the_lease_sends_nothing(tmp_path: Path, server: LichessServer) -> None:
    """He keeps the newest state; who gets the lease pushes all, over what another has pushed."""

    async def run() -> None:
        async with _without_lease(tmp_path, server) as (hall, there):
            pushed = len(server.pushed)
            hall.play(1, played("g1", 2, "e4", "e5"))
            await hall.look()
            hall.play(1, played("g1", 3, "e4", "e5", result="1-0", over=True))
            await hall.look()
            await asyncio.sleep(0.1)
            assert len(server.pushed) == pushed
            there.reset()
            hall.boards.set_lease(Lease("a", 3), holds=True)
            await hall.look()
            await until(lambda: len(there.chapters) == PAIRS)
            assert there.chapters[0].result == "1-0"

    asyncio.run(run())


def test_a_take_over_that_fails_is_told_until_it_is_done(tmp_path: Path, server: LichessServer) -> None:
    """It is tried again at each look."""

    def locked(*_: object) -> None:
        raise sqlite3.OperationalError("database is locked")

    async def run() -> None:
        async with _without_lease(tmp_path, server) as (hall, _):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Broadcaster, "take_over", locked)
                hall.boards.set_lease(Lease("a", 3), holds=True)
                await hall.look()
                assert hall.said() == ["Lichess does not get all games: database is locked"]
            await hall.look()
            assert hall.said() == []

    asyncio.run(run())


def test_the_live_folder_has_the_round(tmp_path: Path, server: LichessServer) -> None:
    """A file for each pairing, and the pairings in order."""

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            hall.play(2, played("g2", 1, "e4"))
            await hall.relay.show()
            folder = tmp_path / "live" / "round-1"
            assert len(list(folder.glob("game-*.pgn"))) == PAIRS
            pairings = json.loads((folder / "index.json").read_text())["pairings"]
            assert [each["white"]["lname"] for each in pairings] == [f"W1x{n}" for n in range(1, PAIRS + 1)]
            assert "1. e4" in (folder / "game-2.pgn").read_text()

    asyncio.run(run())


def test_a_game_that_goes_on_in_the_next_round_is_shown(tmp_path: Path, server: LichessServer) -> None:
    """In its own round: in the live folder, at Lichess, and among the results."""

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            hall.give_token()
            hall.send_to(ROUND)
            there = server.tours[0].rounds[0]
            hall.play(2, played("g2", 1, "e4"))
            await hall.relay.show()
            await until(lambda: len(there.chapters) == PAIRS)
            hall.rounds.choose("2")
            hall.play(2, played("g2", 2, "e4", "e5", result="1-0", over=True))
            await hall.relay.show()
            assert "e5 1-0" in (tmp_path / "live" / "round-1" / "game-2.pgn").read_text()
            await until(lambda: there.chapters[1].plies == ["e2e4", "e7e5"])
            assert len(there.chapters) == PAIRS
            assert hall.rounds.results.of("1")[1].result == "1-0"

    asyncio.run(run())


def test_a_live_folder_that_cannot_be_written_is_told(tmp_path: Path, server: LichessServer) -> None:
    """And written when it can be."""
    (tmp_path / "live").write_text("in the way")

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            await hall.relay.show()
            assert {each.kind for each in hall.boards.troubles} == {Trouble.LIVE}
            (tmp_path / "live").unlink()
            await hall.relay.show()
            assert hall.boards.troubles == ()
            assert (tmp_path / "live" / "round-1" / "games.pgn").exists()

    asyncio.run(run())


def test_a_game_that_cannot_be_shown_is_one_line(
    tmp_path: Path, server: LichessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are shown, and the hall goes on."""

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            made, said, odd = RoundGames.state, list[str](), pairing_id(hall.boards.round, "3")

            def state(games: RoundGames, found: Round, pairing: PairedBoard) -> GameState:
                if pairing.number == "3" and found.round == "1":
                    raise IndexError("odd")
                return made(games, found, pairing)

            monkeypatch.setattr(RoundGames, "state", state)
            monkeypatch.setattr(hall.relay._faults, "_say", said.append)
            await hall.relay.show()
            assert len(list((tmp_path / "live" / "round-1").glob("game-*.pgn"))) == PAIRS - 1
            assert said == [f"relay: IndexError('odd') in game {odd}; it is left out"]

    asyncio.run(run())


def test_files_of_lichess_that_cannot_be_used_are_told(tmp_path: Path, server: LichessServer) -> None:
    """Once, while the live folder is shown; and tried again until they can be."""
    (tmp_path / "outbox.db").mkdir()
    _says(tmp_path, "round", ROUND, "--of", "1")

    async def run() -> None:
        async with _hall(tmp_path, server) as hall:
            await hall.look()
            await hall.look()
            assert {each.kind for each in hall.boards.troubles} == {Trouble.LICHESS}
            assert len(hall.boards.notices) == 1
            (tmp_path / "outbox.db").rmdir()
            await hall.look()
            assert hall.relay.broadcast.status()["broadcast"]["round"]["id"] == ROUND
            hall.give_token()
            await hall.look()
            assert hall.said() == []

    asyncio.run(run())


def test_the_live_folder_has_the_pairings_of_one_list(tmp_path: Path) -> None:
    """Neither games of an event before, nor those of last week; rounds of before stay."""
    hall = Hall(tmp_path, None)
    hall.store.open()
    games = tmp_path / "live" / "round-1" / "games.pgn"

    async def shown(names: str, event: str, name: str = "1") -> str:
        heads = "event,round,board,white,black"
        lines = "".join(f"{event},{name},{at},{who}\n" for at, who in enumerate(names.split(), start=1))
        found = read_pairings(f"{heads}\n{lines}".encode(), "list.csv")
        take_anyway(hall.rounds, found)
        hall.rounds.choose(name)
        await hall.relay.show()
        return games.read_text()

    async def run() -> None:
        first = await shown("Anna,Bert Cleo,Dirk", "Club")
        assert first.count("[Event ") == 2
        game = played("w1", 1, "e4", result="1-0", over=True, round="1", event="Club")
        hall.rounds.games.take("b1", "m", game)
        await hall.relay.show()
        assert await shown("Anna,Dirk", "Club", "2") != first
        text = await shown("Dirk,Anna Emil,Cleo", "Club")
        assert text.count("[Event ") == 2
        assert "e4" not in text
        assert (tmp_path / "live" / "round-2" / "games.pgn").exists()
        other = await shown("Anna,Bert", "Open")
        assert other.count("[Event ") == other.count('[Event "Open"]') == 1
        assert not (tmp_path / "live" / "round-2" / "games.pgn").exists()

    asyncio.run(run())
    hall.store.close()
