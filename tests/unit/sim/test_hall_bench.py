"""`jadoube bench hall`: what is recorded, how it is shown, what counts as late, lost or out of order."""

import asyncio
import json
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.config.problems import BadInput
from jadoube.mqtt.payload_json import read_payload
from jadoube.mqtt.payloads import PlayedGame
from jadoube.mqtt.topics import Kind
from jadoube.online.publishing.states import BoardNow, played_game
from jadoube.web.listener import listen
from jadoube_sim.benchmarks.hall.command import main
from jadoube_sim.benchmarks.hall.measure import Measured, Used, catch_up, differing_games
from jadoube_sim.benchmarks.hall.prepared import AT_MS, GAME, Payload, prepare
from jadoube_sim.benchmarks.hall.publishers import Plan
from jadoube_sim.benchmarks.hall.report import is_right, limit, line, saturated
from jadoube_sim.benchmarks.hall.watching import Watching
from jadoube_sim.hall.lean_client import UNDER_WAY, LeanClient, sender_of, topic_of
from jadoube_sim.hall.recorded_board import RecordedBoard, Shown
from jadoube_sim.hall.recording import Recording, games, read_recordings, record, write_recordings
from jadoube_sim.hands.games import Game, games_of


@pytest.fixture(scope="module")
def mate() -> Recording:
    """A short game, recorded."""
    (game,) = [each for each in games_of("1. f3 e5 2. g4 Qh4# 0-1", "here") if isinstance(each, Game)]
    return record(game)


def test_a_game_is_recorded_whole(mate: Recording) -> None:
    """The recording goes from the start to the end, and what it shows can be published."""
    assert mate.san == ("f3", "e5", "g4", "Qh4#")
    states = [played_game(each.now("g1")) for each in mate.instants]
    assert [len(each.san) for each in states] == sorted(len(each.san) for each in states)
    last = states[-1]
    assert (last.game_id, last.result, last.over, last.san) == ("g1", "0-1", True, mate.san)
    assert '[GameId "g1"]' in last.pgn


def test_recordings_are_handed_on(mate: Recording, tmp_path: Path) -> None:
    """Another process reads what was written."""
    write_recordings([mate, mate], tmp_path / "recordings")
    assert read_recordings(tmp_path / "recordings") == [mate, mate]


def test_games_of_the_hall() -> None:
    """There are sixteen, of a usual length; they end in each of the three ways."""
    found = games()
    assert len(found) == 16
    assert all(59 <= len(game.moves) <= 110 for game in found)
    assert {game.result for game in found} == {"1-0", "0-1", "1/2-1/2"}


def test_a_recorded_board_shows_each_ply_once(mate: Recording) -> None:
    """It begins where it is told to, notes each ply that is new, and stands still when it is held."""
    noted: list[Shown] = []
    told: list[BoardNow | None] = []
    begins_ms = next(each.at_ms for each in mate.instants if each.plies == 2)

    async def run() -> None:
        board = RecordedBoard("b001", mate, begins_ms, lambda shown, _late: noted.append(shown))
        showing = asyncio.create_task(board.run(told.append))
        await asyncio.sleep(0)
        assert board.san == ["f3", "e5"]
        board.begin(-1e6)  # all is due
        while len(board.san) < 4:  # noqa: ASYNC110 - nothing tells it
            await asyncio.sleep(0)
        showing.cancel()

    asyncio.run(run())
    assert [each.ply for each in noted] == [3, 4]
    assert len(told) >= 3


def _card(ply: int, seq: int) -> dict[str, object]:
    return {"parts": {"board/b001": {"ply": ply, "seq": seq}, "round": {}}}


def test_who_looks_on_counts_what_comes() -> None:
    """A card with several new plies brings all of them; an older state after a newer one is out of order."""
    watching = Watching()
    watching.take(_card(2, 5), 10)
    watching.take(_card(4, 7), 20)
    watching.take(_card(3, 8), 30)  # a ply was taken back
    watching.take(_card(4, 9), 40)
    assert watching.came_ns == {("b001", 1): 10, ("b001", 2): 10, ("b001", 3): 20, ("b001", 4): 20}
    assert watching.fell_back == 0
    watching.take(_card(4, 8), 50)
    assert watching.fell_back == 1
    watching.take({"parts": {"board/b001": None}}, 60)


def _measured(latency_ms: float, boards: int = 200, lost: int = 0, *, hall_s: float = 20.0) -> Measured:
    used = {
        "broker": Used(0.5, 10),
        "hall": Used(hall_s, 60),
        "prepared boards": Used(5.0, 200),
        "page": Used(1.0, 80),
    }
    return Measured(boards, 30.0, 1000, [latency_ms] * 1000, lost, 0, 0, 0, [1.0, 2.0], used, cores=2)


def test_what_is_right() -> None:
    """Nothing may be lost, and 200 boards have 300 ms; more may take longer."""
    assert is_right(_measured(100))
    assert not is_right(_measured(100, lost=1))
    assert not is_right(_measured(400))
    assert is_right(_measured(400, boards=400))
    assert "CPU s per 1,000 plies: broker 0.50, hall 20.00" in line(_measured(100))
    prepared = replace(_measured(100), is_prepared=True)
    assert line(prepared).startswith("hall      200 prepared boards: a ply")


def test_what_is_saturated() -> None:
    """A program that fills a core; else the bench, if it is late; else the machine, and by whom."""
    found = _measured(400, hall_s=26.0)
    assert limit(found) == "the hall fills a core"
    assert saturated(found).endswith("hall 87%, prepared boards 17%, page 3%, other work 0%; 2 cores")
    page = {**found.used, "hall": Used(20.0, 60), "page": Used(29.0, 80)}
    assert limit(replace(found, used=page)) == "the bench's own page fills a core"
    assert limit(replace(_measured(400), late_ms=[150.0] * 9)) == "the bench itself is 150 ms late"
    assert limit(_measured(400)) == "nothing is full"
    assert limit(replace(_measured(400), others_cpu_s=29.0)) == "the machine is full, most by other work"
    assert limit(replace(_measured(400, hall_s=18.0), cores=1)) == "nothing is full"
    assert limit(replace(_measured(400), cores=1, others_cpu_s=5.0)) == "the machine is full, most by hall"


async def _no_pause(_seconds: float) -> None:
    await asyncio.sleep(0)


class _BehindHall:
    """A hall that has taken in one board more at each round of questions, but one that it never has."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def board(self, board: str, /) -> dict[str, list[str]]:
        """Return its game."""
        self.asked.append(board)
        behind = {"b1": 0, "b2": 1, "b3": 99}[board]
        return {"san": ["e4"] if self.asked.count(board) <= behind else ["e4", "e5"]}


def test_a_hall_that_is_behind_is_late_and_does_not_differ() -> None:
    """It is asked again while it gets on; what it never has differs."""
    hall, games = _BehindHall(), {name: ["e4", "e5"] for name in ("b1", "b2", "b3")}
    assert asyncio.run(differing_games(hall, games, _no_pause)) == {"b3"}
    assert hall.asked == ["b1", "b2", "b3", "b2", "b3", "b3"]
    late = replace(_measured(100), came_late=7)
    assert "0 lost, 7 more than 5 s late, 0 out of order, 0 games differ" in line(late)


def test_what_still_comes_is_waited_for() -> None:
    """However long it takes altogether; what has stopped to come is lost."""
    coming = [9] * 40 + [8] * 40 + [7] * 40 + [0]
    lacking = iter([*coming, 0])
    asyncio.run(catch_up(lambda: next(lacking), _no_pause))
    assert list(lacking) == [0]
    lacking = iter([3] * 60)
    asyncio.run(catch_up(lambda: next(lacking), _no_pause))
    assert len(list(lacking)) == 9


def test_prepared_payloads_are_those_of_a_publisher(mate: Recording) -> None:
    """Each ply comes in its order, under a higher number, and the end is there."""
    made = prepare(mate)
    games = [read_payload(PlayedGame, each.payload) for each in made if each.kind is Kind.GAME]
    assert [each.seq for each in games] == list(range(1, len(games) + 1))
    assert (games[-1].san, games[-1].over, games[-1].game_id, games[-1].at) == (mate.san, True, GAME, AT_MS)
    first: dict[int, Payload] = {}
    for each in made:
        first.setdefault(each.plies, each)
    assert [plies for plies, each in first.items() if each.kind is Kind.GAME] == [0, 1, 2, 3, 4]
    assert any(each.kind is Kind.CLOCK for each in made)


class _Wire(asyncio.WriteTransport):
    """Notes what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self.written.append(data)


def test_a_lean_client_sends_no_more_than_the_broker_takes() -> None:
    """Twenty are under way; of what waits the newest of each topic follows."""
    client, wire = LeanClient("lean"), _Wire()
    client.connection_made(wire)
    for number in range(UNDER_WAY):
        client.publish(topic_of(f"t{number}"), b"\x00first")
    client.publish(topic_of("a"), b"\x00old")
    client.publish(topic_of("b"), b"\x00one")
    client.publish(topic_of("a"), b"\x00new")
    assert len(wire.written) == 1 + UNDER_WAY
    client.data_received(b"\x20\x03\x00\x00\x00\x40")
    client.data_received(b"\x02\x00\x01\x30\x80")  # half of a packet is waited for
    assert wire.written[-1] == b"\x33\x09\x00\x01a\x00\x15\x00new"
    client.data_received(b"\x01" + bytes(128) + b"\x40\x02\x00\x02")
    assert wire.written[-1].endswith(b"\x00one")
    client.data_received(b"\x40\x02\x00\x03" * (UNDER_WAY - 1))
    client.data_received(b"\x40\x02\x00\x03")
    asyncio.run(client.arrived(1))
    assert sender_of("m") == b"\x0a\x26\x00\x04from\x00\x01m"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"\x20\x03\x00\x97\x00", "refused for reason 0x97"),
        (b"\x20\x01\x00", "refused for reason 0x81"),
        (b"", "the broker has ended the connection"),
        (b"\x20\x03\x00\x00\x00", "the broker has ended the connection"),
    ],
    ids=["no-quota", "no-reason", "gone-at-once", "gone-later"],
)
def test_a_lean_client_that_is_not_taken_says_so(answer: bytes, said: str) -> None:
    """In one line, and does not wait for ever; also where the broker goes while it publishes."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(answer)
        await writer.drain()
        writer.close()

    async def run() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as there:
            port = there.sockets[0].getsockname()[1]
            client = LeanClient("lean")
            await client.come(port)
            client.publish(topic_of("a"), b"\x00one")
            await client.arrived(port)

    with pytest.raises(BadInput, match=f"127.0.0.1:[0-9]+: {said}, expected a broker that takes lean"):
        asyncio.run(asyncio.wait_for(run(), 5))


def test_boards_that_do_not_come_end_the_bench_in_one_line(tmp_path: Path, mate: Recording) -> None:
    """What publishes says why; nobody waits for it."""
    write_recordings([mate], tmp_path / "recordings")
    with closing(listen("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    plan = Plan(port, "bench", [0], str(tmp_path / "recordings"), 1, str(tmp_path))
    words = [sys.executable, "-m", "jadoube_sim.benchmarks.hall.prepared", plan.text()]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1
    assert f"127.0.0.1:{port}: " in ended.stderr


def test_words_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Too many boards are refused with what is expected."""
    with pytest.raises(SystemExit):
        main(["--boards", "99999"])
    assert json.dumps("99999").replace('"', "'") in capsys.readouterr().err
