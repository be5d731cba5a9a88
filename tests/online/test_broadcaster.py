"""The broadcaster against a server over TLS: what is chosen, what goes where, what it says."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from jadoube.config.problems import BadInput
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.local.desk_lines import DeskError
from jadoube.online.game_state import GameState
from jadoube.online.lichess import broadcaster, words
from jadoube.online.lichess.broadcaster import Broadcaster, Times
from jadoube.online.lichess.client import LichessClient
from jadoube.online.secrets import Secrets
from shared.lichess.hasty_clock import HastyClock
from shared.lichess.server import LichessServer, serving

TOKEN = "lip_5ecretOfTheClub42"  # noqa: S105 - made up
ROUND = "RoUnD001"
NEXT = "RoUnD002"
GAME = "0123456789ab"


def state(moves: str = "1. e4", result: str = "*", game_id: str = GAME, more: str = "") -> GameState:
    """A game as the board offers it."""
    known = {
        "Event": "Club",
        "Round": "1",
        "White": "Ada",
        "Black": "Bert",
        "Result": result,
        "GameId": game_id,
    }
    tags = "".join(f'[{name} "{value}"]\n' for name, value in known.items())
    return GameState(game_id, f"{tags}{more}\n{moves} {result}\n\n", result != "*")


class Desk:
    """A broadcaster with its server."""

    def __init__(self, folder: Path, server: LichessServer) -> None:
        self.folder, self.server = folder, server
        self.said: list[str] = []
        self.caster: Broadcaster

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Broadcaster]:
        """Run a broadcaster at a server that listens."""
        async with serving(self.server) as there:
            client = LichessClient(there.url, there.trusting)
            secrets = Secrets(self.folder / "secrets.json")
            times = Times(HastyClock().now_ms, lambda: 1_763_900_000)
            self.caster = Broadcaster(self.folder, secrets, times, self.said.append, lambda: 0.5, client)
            running = asyncio.create_task(self.caster.run())
            try:
                yield self.caster
            finally:
                running.cancel()
                with suppress(asyncio.CancelledError):
                    await running
                self.caster.close()

    async def until(self, state: str, *, sent: Callable[[], bool] = lambda: True) -> dict[str, Any]:
        """Wait for a state of the broadcast; return it."""
        async with asyncio.timeout(30):
            while True:
                found: dict[str, Any] = self.caster.status()["broadcast"]
                if found["state"] == state and sent():
                    return found
                await asyncio.sleep(0.005)


@pytest.fixture
def server() -> LichessServer:
    """A server with two rounds that the token may write to, and one that it may not."""
    server = LichessServer(tokens={TOKEN: frozenset({"study:read", "study:write"})})
    server.with_round(ROUND)
    server.with_round(NEXT)
    server.with_round("RoUnD003", writeable=False)
    return server


@pytest.fixture
def desk(tmp_path: Path, server: LichessServer) -> Desk:
    """A desk in a folder of its own."""
    return Desk(tmp_path, server)


def test_nothing_is_sent_before_token_and_round_are_chosen(desk: Desk) -> None:
    """No connection is made; then the running game is sent."""

    async def evening() -> None:
        async with desk.open() as caster:
            caster.offer([state()])
            assert caster.status()["broadcast"]["state"] == "off"
            caster.set_token(TOKEN)
            await asyncio.sleep(0.05)
            assert desk.server.seen == []
            caster.choose(ROUND)
            found = await desk.until("up to date")
            assert found["games"] == [
                {"game_id": GAME, "white": "Ada", "black": "Bert", "moves": 1, "problem": None}
            ]
            assert found["sent_s_ago"] is not None

    asyncio.run(evening())
    assert desk.server.tours[0].rounds[0].board(GAME).plies == ["e2e4"]


def test_a_round_without_a_token_says_so(desk: Desk) -> None:
    """And sends as soon as there is one; without it, it stops again."""

    async def evening() -> None:
        async with desk.open() as caster:
            caster.choose(ROUND, 15, 2, "legal")
            caster.offer([state()])
            found = await desk.until("stopped")
            assert found["problem"] == words.NO_TOKEN
            assert (found["delay_min"], found["delay_plies"], found["parts"]) == (15, 2, "legal")
            caster.set_token(f" {TOKEN}\n")
            await desk.until("up to date", sent=lambda: bool(desk.server.pushed))
            assert caster.forget_token()
            assert (await desk.until("stopped"))["problem"] == words.NO_TOKEN

    asyncio.run(evening())


def test_only_writeable_rounds_are_offered(desk: Desk) -> None:
    """With names and address; the one that is chosen bears them, also after a restart."""

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            rounds = await caster.rounds()
            assert [each["id"] for each in rounds] == [ROUND, NEXT]
            caster.choose(NEXT)
        async with desk.open() as caster:
            assert caster.status()["broadcast"]["round"] == {
                "id": NEXT,
                "name": "Round 1",
                "tour": "Club evening",
                "url": f"https://lichess.org/broadcast/club-evening/round-1/{NEXT}",
            }

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("token", "scopes", "problem"),
    [
        ("other", ("study:read", "study:write"), words.WRONG_TOKEN),
        (TOKEN, ("board:play",), words.WRONG_SCOPE),
    ],
)
def test_a_wrong_token_is_said_and_not_tried_again(
    desk: Desk, token: str, scopes: tuple[str, ...], problem: object
) -> None:
    """For a list of rounds and for a push alike; a right one is used at once."""
    desk.server.tokens = {TOKEN: frozenset(scopes)}

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(token)
            with pytest.raises(DeskError) as refusal:
                await caster.rounds()
            assert refusal.value.words == problem
            caster.choose(ROUND)
            caster.offer([state()])
            await desk.until("stopped")
            assert caster.status()["token"]["problem"] == problem
            caster.offer([state("1. e4 e5")])
            await asyncio.sleep(0.05)
            assert len([path for _, path in desk.server.seen if path.endswith("push")]) == 1
            desk.server.tokens = {"good": frozenset({"study:write"})}
            caster.set_token("good")
            await desk.until("up to date")
            assert caster.status()["token"]["problem"] is None

    asyncio.run(evening())


def test_the_next_round_gets_only_what_is_played_in_it(desk: Desk) -> None:
    """The game that was over stays where it was; its corrected result goes there, too."""
    first, second = (tour.rounds[0] for tour in desk.server.tours[:2])

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            caster.choose(ROUND)
            caster.offer([state(result="1-0")])
            caster.offer([state(), state(result="1-0")])
            await desk.until("up to date", sent=lambda: bool(first.chapters))
            caster.choose(NEXT)
            caster.offer([state(result="1-0"), state("1. d4", game_id="b" * 12)])
            await desk.until("up to date", sent=lambda: bool(second.chapters))
            caster.offer([state(result="0-1")])
            await desk.until("up to date", sent=lambda: first.board(GAME).result == "0-1")

    asyncio.run(evening())
    assert [chapter.tags["GameId"] for chapter in second.chapters] == ["b" * 12]


def test_old_games_are_not_sent(desk: Desk) -> None:
    """What was over when it was first seen, unless its PGN says that it began after the choice."""
    before, after = (f'[UTCDate "2025.11.23"]\n[UTCTime "{time}"]\n' for time in ("10:00:00", "12:30:00"))

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            caster.choose(ROUND)  # at 12:13:20
            caster.offer([state(result="1-0", game_id="a" * 12)])
            caster.offer([state(result="1-0", game_id="b" * 12, more=before)])
            caster.offer([state(result="1-0", game_id="c" * 12, more=after)])
            await desk.until("up to date", sent=lambda: bool(desk.server.pushed))

    asyncio.run(evening())
    assert [each.tags["GameId"] for each in desk.server.tours[0].rounds[0].chapters] == ["c" * 12]


def test_a_running_game_moves_with_the_choice(desk: Desk) -> None:
    """Somebody had chosen the wrong round."""

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            caster.choose(ROUND)
            caster.offer([state()])
            await desk.until("up to date", sent=lambda: bool(desk.server.pushed))
            caster.choose(NEXT)
            second = desk.server.tours[1].rounds[0]
            await desk.until("up to date", sent=lambda: bool(second.chapters))
            caster.choose(None)
            caster.offer([state("1. e4 e5")])
            await asyncio.sleep(0.05)
            assert caster.status()["broadcast"]["state"] == "off"
            assert second.board(GAME).plies == ["e2e4"]

    asyncio.run(evening())


def test_a_restart_sends_what_was_not_sent(desk: Desk) -> None:
    """Nothing was offered since: the outbox has it."""
    first = desk.server.tours[0].rounds[0]

    async def evening() -> None:
        async with desk.open() as caster:
            caster.choose(ROUND)
            caster.offer([state(result="1-0"), state()])
            caster.offer([state("1. e4 e5", "1-0")])
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            await desk.until("up to date", sent=lambda: bool(first.chapters))
            assert first.board(GAME).result == "1-0"

    asyncio.run(evening())


@pytest.mark.parametrize("trouble", ["source", "gone", "forbidden"])
def test_a_round_that_takes_nothing_says_why(desk: Desk, trouble: str) -> None:
    """And stops, until it is chosen again."""
    expected = {"source": words.SOURCE_URL, "gone": words.NO_ROUND, "forbidden": words.NO_ROUND}[trouble]
    tour = desk.server.tours[0]
    tour.rounds[0].source_url = trouble == "source"
    tour.writeable = trouble != "forbidden"

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            chosen = ROUND if trouble != "gone" else "nowhere1"
            caster.choose(chosen)
            caster.offer([state()])
            assert (await desk.until("stopped"))["problem"] == expected
            pushes = len(desk.server.seen)
            caster.offer([state("1. e4 e5")])
            await asyncio.sleep(0.05)
            assert len(desk.server.seen) == pushes
            tour.rounds[0].source_url, tour.writeable = False, True
            caster.choose(ROUND)
            await desk.until("up to date")

    asyncio.run(evening())


def test_too_many_requests_are_said(desk: Desk) -> None:
    """For a list, for a push; nothing is asked before the minute is over."""
    desk.server.limited = 1

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            for _ in range(2):
                with pytest.raises(DeskError) as refusal:
                    await caster.rounds()
                assert refusal.value.words == words.TOO_MANY
            assert len(desk.server.seen) == 1

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("round_id", "delay_min", "delay_plies", "parts"),
    [
        ("x", 0, 0, "boards"),
        ("../../..", 0, 0, "boards"),
        (ROUND, 999, 0, "boards"),
        (ROUND, 0, -1, "boards"),
        (ROUND, 0, 0, "half"),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    desk: Desk, round_id: str, delay_min: int, delay_plies: int, parts: str
) -> None:
    """In words of both languages; nothing changes."""

    async def evening() -> None:
        async with desk.open() as caster:
            with pytest.raises(DeskError) as refusal:
                caster.choose(round_id, delay_min, delay_plies, parts)
            assert set(refusal.value.words) == set(LANGUAGES)
            assert caster.status()["broadcast"]["state"] == "off"

    asyncio.run(evening())


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"round": 3}', '{"round": {"id": "x"}}', "null"])
def test_a_damaged_choice_is_none(desk: Desk, text: str) -> None:
    """It is said in a line; nothing is sent."""
    (desk.folder / "broadcast.json").write_text(text, encoding="utf-8")

    async def evening() -> None:
        async with desk.open() as caster:
            assert caster.status()["broadcast"]["state"] == "off"

    asyncio.run(evening())
    assert len(desk.said) == 1
    assert "damaged, expected a chosen round" in desk.said[0]


def test_the_token_is_nowhere_but_in_its_header(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    """Not in status, log, refusals, outbox, choice, nor in what is pushed."""
    caplog.set_level(logging.DEBUG)
    shown: list[str] = []

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            await caster.rounds()
            caster.choose(ROUND)
            caster.offer([state()])
            await desk.until("up to date", sent=lambda: bool(desk.server.pushed))
            shown.append(json.dumps(caster.status()))
            (desk.folder / "secrets.json").chmod(0o644)
            shown.append(json.dumps(caster.status()))
            with pytest.raises(BadInput) as refusal:
                caster.set_token(f"{TOKEN}!")
            shown.append(str(refusal.value))

    asyncio.run(evening())
    shown += [caplog.text, *desk.said, *desk.server.pushed, *(path for _, path in desk.server.seen)]
    for file in desk.folder.iterdir():
        if file.name != "secrets.json":
            shown.append(file.read_bytes().decode("latin-1"))
    assert "mode 0644 found" in shown[1]
    assert all(TOKEN not in text for text in shown)
    others = [
        value for headers in desk.server.headers for name, value in headers.items() if name != "Authorization"
    ]
    assert all(TOKEN not in value for value in others)


def test_a_round_is_sent_to_after_the_outbox_was_damaged(desk: Desk) -> None:
    """The choice is kept elsewhere, and nobody has to choose anew."""
    first = desk.server.tours[0].rounds[0]

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            caster.choose(ROUND)
        (desk.folder / "outbox.db").write_bytes(b"no database at all" * 100)
        async with desk.open() as caster:
            caster.offer([state()])
            await desk.until("up to date", sent=lambda: bool(first.chapters))

    asyncio.run(evening())


def test_a_state_that_could_not_be_kept_is_tried_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last state of a game is offered once: a locked outbox or a full disk must not lose it."""
    monkeypatch.setattr(broadcaster, "LOCKED_S", 0.05)
    first = desk.server.tours[0].rounds[0]

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            caster.choose(ROUND)
            caster.offer([state()])
            await desk.until("up to date", sent=lambda: bool(first.chapters))
            with closing(sqlite3.connect(desk.folder / "outbox.db")) as other:
                other.execute("BEGIN IMMEDIATE")
                caster.offer([state("1. e4 e5", "1-0")])
                other.execute("ROLLBACK")
            await desk.until("up to date", sent=lambda: first.board(GAME).result == "1-0")

    asyncio.run(evening())


def test_a_round_that_cannot_be_opened_is_not_chosen(desk: Desk) -> None:
    """What is shown as chosen is sent to: nobody is told that all is well while nothing can arrive."""
    first, second = (each.rounds[0] for each in desk.server.tours[:2])

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            caster.choose(ROUND)
            with closing(sqlite3.connect(desk.folder / "outbox.db")) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    caster.choose(NEXT)
                other.execute("ROLLBACK")
            assert caster.status()["broadcast"]["round"]["id"] == ROUND
            caster.offer([state()])
            await desk.until("up to date", sent=lambda: bool(first.chapters))

    asyncio.run(evening())
    assert not second.chapters


def test_a_locked_outbox_holds_up_nothing_else(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other questions are answered meanwhile; it is said once, and what waits is sent when it is free."""
    monkeypatch.setattr(broadcaster, "LOCKED_S", 0.01)
    first = desk.server.tours[0].rounds[0]

    async def evening() -> None:
        async with desk.open() as caster:
            caster.set_token(TOKEN)
            caster.choose(ROUND)
            with closing(sqlite3.connect(desk.folder / "outbox.db")) as other:
                other.execute("BEGIN IMMEDIATE")
                loop = asyncio.get_running_loop()
                begun_s = loop.time()
                caster.offer([state("1. e4 e5")])
                caster.offer([state("1. e4 e5 2. Nf3")])
                for _ in range(3):
                    await asyncio.sleep(0.02)
                assert loop.time() - begun_s < LONGEST_S
                other.execute("ROLLBACK")
            await desk.until("up to date", sent=lambda: bool(first.chapters))

    asyncio.run(evening())
    place = desk.folder / "outbox.db"
    assert desk.said == [
        f"broadcast: {place}: in use by another program; it is tried again",
        "broadcast: it works again",
    ]


LONGEST_S = 4.0
"""Of five waits for a lock; one alone took five seconds once."""
