"""The library's paths: who may ask, what the desk is asked, what comes back, what is said when it is away."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from jadoube.local.desk_lines import Progress, Refused
from jadoube.web.desk import CLOSED, Desk
from jadoube.web.guard.peer import is_loopback
from jadoube.web.library.bodies import TEXT_MOST
from jadoube.web.library.handlers import BOARD_FORGETS
from jadoube.web.library.replayed import replayed
from jadoube.web.listener import ANY, listen, reachable_address
from jadoube.web.responses import Refused as Refusal
from shared.board.served import Served, on_served_board, served_board, until
from shared.board.told_desk import ANALYSIS, GAME, IMPORTED, PGN, ROUND, ToldDesk, told_desk
from shared.messages.json_schema import faults

API = "/api/v1"
OPENAPI: dict[str, Any] = json.loads(
    files("jadoube.web").joinpath("openapi.json").read_text(encoding="utf-8")
)
NO = {"en": "the archive is full", "fr": "l'archive est pleine"}

SPEED = {"minutes": 15, "increment": 10}
BROADCAST = {"round": ROUND["id"], "delay_min": 15, "delay_plies": 0, "parts": "legal"}
CORRECTION = {"plies": {"4": "d6"}, "save": False}
ASKS: list[tuple[str, str, Any, str, dict[str, Any]]] = [
    ("get", "/games?search=vera&before=ab12&limit=20", None, "games", {"before": "ab12", "limit": 20}),
    ("get", "/games.pgn?search=vera", None, "export", {"search": "vera"}),
    ("post", "/games", PGN.encode(), "import", {"pgn": PGN}),
    ("post", f"/games/{GAME['id']}/correction", CORRECTION, "correct", CORRECTION | {"by": "the owner"}),
    ("delete", f"/games/{GAME['id']}", None, "delete", {"id": GAME["id"]}),
    ("post", f"/games/{GAME['id']}/analysis", None, "analyse", {"id": GAME["id"]}),
    ("delete", f"/games/{GAME['id']}/analysis", None, "analyse-stop", {"id": GAME["id"]}),
    ("get", "/players?prefix=Men", None, "players", {"prefix": "Men"}),
    ("post", "/players/forget", {"name": "Menchik, Vera"}, "forget", {"name": "Menchik, Vera"}),
    ("get", "/pairings", None, "pairings", {}),
    ("post", "/pairings", b"White;Black\n", "pairings-set", {"text": "White;Black\n"}),
    ("delete", "/pairings", None, "pairings-clear", {}),
    ("get", "/online", None, "status", {}),
    ("post", "/online/token", {"token": "lip_abc"}, "token", {"token": "lip_abc"}),
    ("delete", "/online/token", None, "token-forget", {}),
    ("get", "/online/rounds", None, "rounds", {}),
    ("post", "/online/broadcast", BROADCAST, "broadcast", BROADCAST),
    ("get", "/online/play", None, "play", {}),
    ("post", "/online/play", {"do": "seek", "with": SPEED}, "play-do", {"do": "seek", "given": SPEED}),
]
"""Each path for who has the PIN: what the desk is asked."""


def on_library(folder: Path, act: Callable[[Served, ToldDesk], Awaitable[None]], **says: Any) -> None:
    """Act on a board whose library answers."""
    at = folder / "desk"

    async def with_desk(served: Served) -> None:
        async with told_desk(at, ToldDesk(says=says)) as desk:
            await act(served, desk)

    on_served_board(with_desk, at)


async def _asked(
    served: Served, method: str, path: str, body: Any = None, token: str | None = None
) -> tuple[int, str]:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    sent = {"data": BytesIO(body)} if isinstance(body, bytes) else {"json": body}
    async with served.client.request(method, API + path, headers=headers, **sent) as answer:
        return answer.status, await answer.text()


@pytest.mark.parametrize(("method", "path", "body", "ask", "fields"), ASKS)
def test_who_has_the_pin_asks_the_desk(
    tmp_path: Path, method: str, path: str, body: Any, ask: str, fields: dict[str, Any]
) -> None:
    """With the token the question reaches the desk, and the answer is as described; without it, 401."""

    async def act(served: Served, desk: ToldDesk) -> None:
        status, text = await _asked(served, method, path, body)
        assert (status, desk.asked) == (401, [])
        status, text = await _asked(served, method, path, body, await served.token())
        assert status == 200, text
        (question,) = desk.asked
        assert question.ask == ask
        assert fields.items() <= question.fields.items()
        described = OPENAPI["paths"][API + path.partition("?")[0].replace(GAME["id"], "{id}")][method]
        content = described["responses"]["200"]["content"]
        if "application/json" in content:
            assert faults(json.loads(text), content["application/json"]["schema"], OPENAPI) == []
        else:
            assert text == PGN

    on_library(tmp_path, act)


def test_a_stored_game_is_shared_without_the_lines_of_others(tmp_path: Path) -> None:
    """Whoever has its address gets the code of its moves, and what Lichess takes of it."""
    lines = PGN.replace("Nf3 {[%clk 0:14:31]}", "Nf3 $1 {good (so)} (2. d4 exd4)")

    async def act(served: Served, desk: ToldDesk) -> None:
        for text, clocks in ((PGN, True), (lines, False)):
            desk.says["game"] = GAME | {"pgn": text}
            status, said = await _asked(served, "get", f"/games/{GAME['id']}/share")
            shared = json.loads(said)
            assert status == 200
            assert shared["text"].endswith("/e4_e5_Nf3_Nc6_Bb5_a6_Bxc6_dxc6_O-O")
            assert ("%clk" in shared["lichess"]["pgn"]) is clocks
            described = OPENAPI["paths"][f"{API}/games/{{id}}/share"]["get"]["responses"]["200"]["content"]
            assert faults(shared, described["application/json"]["schema"], OPENAPI) == []
        desk.says["game"] = Refused(NO)
        assert (await _asked(served, "get", f"/games/{GAME['id']}/share"))[0] == 404

    on_library(tmp_path, act)


def test_remembered_players_are_offered_first(tmp_path: Path) -> None:
    """Once each, hidden ones as such; also where the library is away. No message for everybody has them."""
    there: list[Any] = []

    async def act(served: Served, _desk: ToldDesk) -> None:
        token = await served.token()
        for player in ("Menčík, Věra | WGM", "Menchik, Vera | - | 2300 | - | - | private"):
            status, text = await _asked(served, "post", "/orders", {"order": f"remember {player}"}, token)
            assert status == 200, text
        status, text = await _asked(served, "get", "/players?prefix=ver%20men", None, token)
        there.append(json.loads(text))
        described = OPENAPI["paths"][f"{API}/players"]["get"]["responses"]["200"]["content"]
        assert faults(there[-1], described["application/json"]["schema"], OPENAPI) == []
        assert json.loads((await _asked(served, "get", "/players?prefix=smy", None, token))[1])
        _, view = await _asked(served, "get", "/view")
        assert "Menchik" not in view

    on_library(tmp_path, act)
    names = [(each["name"], each.get("private", False), "games" in each) for each in there[0]]
    assert names[:2] == [("Menchik, Vera", True, False), ("Menčík, Věra", False, False)]
    assert [name for name, _, _ in names].count("Menchik, Vera") == 1

    async def alone(served: Served, desk: ToldDesk) -> None:
        desk.says["players"] = Refused(NO)
        token = await served.token()
        assert (await _asked(served, "get", "/players", None, token))[0] == 409
        await _asked(served, "post", "/orders", {"order": "remember Ada"}, token)
        status, text = await _asked(served, "get", "/players", None, token)
        assert (status, [each["name"] for each in json.loads(text)]) == (200, ["Ada"])

    on_library(tmp_path, alone)


def test_one_game_is_open_to_who_has_its_address(tmp_path: Path) -> None:
    """Without the PIN: its plies with squares and clocks, its PGN, its page; another id is 404 in words."""

    async def act(served: Served, _desk: ToldDesk) -> None:
        status, text = await _asked(served, "get", f"/games/{GAME['id']}")
        found = json.loads(text)
        schema = OPENAPI["paths"][f"{API}/games/{{id}}"]["get"]["responses"]["200"]
        assert status == 200
        assert faults(found, schema["content"]["application/json"]["schema"], OPENAPI) == []
        assert found["game"]["plies"][8]["squares"] == {"e1": "", "f1": "R", "g1": "K", "h1": ""}
        assert found["game"]["plies"][0]["left_ms"] == 898_000
        assert await _asked(served, "get", f"/games/{GAME['id']}.pgn") == (200, PGN)
        for other in ("000000000000", "0001", GAME["id"][:4]):
            status, text = await _asked(served, "get", f"/games/{other}")
            assert (status, json.loads(text)["error"]["en"]) == (404, "there is no game at this address")
            assert (await _asked(served, "get", f"/games/{other}.pgn"))[0] == 404
        async with served.client.get(f"/game/{GAME['id']}") as page:
            assert "games.js" in await page.text()

    on_library(tmp_path, act)


def test_an_analysis_is_open_to_who_has_the_games_address(tmp_path: Path) -> None:
    """Without the PIN: how it stands and what it has found, and its PGN once there is one; else 404."""

    async def act(served: Served, desk: ToldDesk) -> None:
        path = f"/games/{GAME['id']}/analysis"
        status, text = await _asked(served, "get", path)
        schema = OPENAPI["paths"][f"{API}/games/{{id}}/analysis"]["get"]["responses"]["200"]
        assert status == 200
        assert faults(json.loads(text), schema["content"]["application/json"]["schema"], OPENAPI) == []
        assert await _asked(served, "get", f"{path}.pgn") == (200, ANALYSIS["pgn"])
        for other in ("000000000000", "0001", GAME["id"][:4]):
            assert (await _asked(served, "get", f"/games/{other}/analysis"))[0] == 404
        desk.says["analysis"] = ANALYSIS | {"state": "stopped", "pgn": ""}
        status, text = await _asked(served, "get", f"{path}.pgn")
        assert (status, json.loads(text)["error"]["en"]) == (404, "this game is not analysed yet")
        for refused in ("analyse", "analyse-stop"):
            desk.says[refused] = Refused(NO)
        for method in ("post", "delete"):
            status, text = await _asked(served, method, path, token=await served.token())
            assert (status, json.loads(text)["error"]) == (409, NO)

    on_library(tmp_path, act)


def test_a_game_in_parts_is_one_game() -> None:
    """Where the second part begins stands one irregular ply, and its squares lead there."""
    position = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"
    second = f'[Event "?"]\n[Result "0-1"]\n[SetUp "1"]\n[FEN "{position}"]\n[Continues "x"]\n\n2. d4 0-1\n'
    game = replayed('[Event "?"]\n[Result "*"]\n\n1. e4 e5 *\n\n' + second)
    assert [ply["san"] for ply in game["plies"]] == ["e4", "e5", "--", "d4"]
    assert game["plies"][2] | {"irregular": True, "squares": {"e2": "P", "e4": ""}} == game["plies"][2]
    assert game["result"] == "0-1"


def test_a_token_is_taken_only_where_nobody_else_can_read_it(tmp_path: Path) -> None:
    """Over loopback; the answer does not have it, and the state says that it may come here."""

    async def act(served: Served, desk: ToldDesk) -> None:
        token = await served.token()
        status, text = await _asked(served, "post", "/online/token", {"token": "lip_abc"}, token)
        assert (status, desk.asked[0].fields) == (200, {"token": "lip_abc"})
        assert "lip_abc" not in text
        _, text = await _asked(served, "get", "/online", token=token)
        assert json.loads(text)["token_here"] is True

    on_library(tmp_path, act)


def test_over_a_network_no_token_is_taken(tmp_path: Path) -> None:
    """At an address of this machine's network: 403, words that name both ways, and the desk hears nothing.

    No header changes that. On a machine without a network there is nobody to refuse.
    """
    with listen(ANY, 0) as listening:
        address = reachable_address(listening)
    if address is None:
        return

    async def act() -> None:
        at, desk = tmp_path / "desk", ToldDesk()
        async with told_desk(at, desk), served_board(at, address.rpartition(":")[0].strip("[]")) as served:
            token = await served.token()
            for forged in ({}, {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"}):
                headers = {"Authorization": f"Bearer {token}", **forged}
                body = {"token": "lip_abc"}
                answer = await served.client.post(f"{API}/online/token", json=body, headers=headers)
                words = (await answer.json())["error"]["en"]
                state = await (await served.client.get(f"{API}/online", headers=headers)).json()
                assert (answer.status, state["token_here"]) == (403, False)
                assert "jadoube token set" in words
                assert "ssh -L" in words
            assert {each.ask for each in desk.asked} == {"status"}

    asyncio.run(act())


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.7", False),
        ("::ffff:192.168.1.7", False),
        ("fe80::1%eth0", False),
        ("", False),
        ("localhost", False),
    ],
)
def test_only_loopback_is_this_machine(address: str, own: bool) -> None:
    """By the address alone, also where IPv6 carries IPv4."""
    assert is_loopback(address) is own


def test_a_token_is_in_no_refusal(tmp_path: Path) -> None:
    """What the desk refuses is said in its words; a wrong body is not repeated."""

    async def act(served: Served, _desk: ToldDesk) -> None:
        token = await served.token()
        for body in ({"token": "lip_secret"}, {"token": "lip_secret", "x": 1}, {"token": ["lip_secret"]}):
            status, text = await _asked(served, "post", "/online/token", body, token)
            assert status in (400, 409)
            assert "lip_secret" not in text
        assert not any("lip_secret" in said for said in served.said)

    on_library(tmp_path, act, token=Refused(NO))


def test_a_long_import_goes_through_the_gate_for_who_has_the_pin(tmp_path: Path) -> None:
    """Over a megabyte at once; without a token the connection ends at the gate, or the answer is 401."""
    long = (PGN * (1_500_000 // len(PGN))).encode()

    async def act(served: Served, desk: ToldDesk) -> None:
        status, text = await _asked(served, "post", "/games", long, await served.token())
        assert (status, json.loads(text)) == (200, IMPORTED)
        assert desk.asked[0].fields["pgn"] == long.decode()
        try:
            status, _ = await _asked(served, "post", "/games", long, "no token")
        except OSError:
            status = 401
        assert (status, len(desk.asked)) == (401, 1)

    on_library(tmp_path, act)


def test_what_is_too_long_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """By its length alone: 413, and the desk hears nothing."""

    async def act(served: Served, desk: ToldDesk) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        head = f"POST {API}/games HTTP/1.1\r\nHost: localhost\r\n"
        head += f"Authorization: Bearer {await served.token()}\r\n"
        writer.write(f"{head}Content-Length: {TEXT_MOST + 1}\r\n\r\n".encode())
        async with asyncio.timeout(30):
            assert b" 413 " in await reader.readline()
        writer.close()
        assert desk.asked == []

    on_library(tmp_path, act)


def test_progress_is_passed_on(tmp_path: Path) -> None:
    """Each line of the desk as it comes, the last one with the value."""

    async def act(served: Served, _desk: ToldDesk) -> None:
        status, text = await _asked(served, "post", "/games?progress=1", PGN.encode(), await served.token())
        lines = [json.loads(line) for line in text.splitlines()]
        assert status == 200
        assert lines == [{"progress": {"done": 1, "of": 2}}, {"ok": IMPORTED}]

    on_library(tmp_path, act)


def test_what_the_desk_refuses_is_said_in_its_words(tmp_path: Path) -> None:
    """409, in both languages."""

    async def act(served: Served, _desk: ToldDesk) -> None:
        token = await served.token()
        for method, path in (("get", "/games"), ("get", "/games.pgn"), ("delete", f"/games/{GAME['id']}")):
            status, text = await _asked(served, method, path, token=token)
            assert (status, json.loads(text)) == (409, {"error": NO})

    on_library(tmp_path, act, games=Refused(NO), export=Refused(NO), delete=Refused(NO))


def test_a_library_that_is_away_is_said_in_words(tmp_path: Path) -> None:
    """503 and why; the board's own view goes on."""

    async def act(served: Served) -> None:
        token = await served.token()
        for method, path in (("get", "/games"), ("get", "/games.pgn"), ("get", f"/games/{GAME['id']}")):
            status, text = await _asked(served, method, path, token=token)
            assert (status, json.loads(text)["error"]) == (503, CLOSED.words)
        await served.view()

    on_served_board(act, tmp_path / "nobody")
    on_served_board(act)


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"{}\n", b'{"ok": 1, "x": 2}\n', b"[" * 9000 + b"\n", b"x" * 70_000]
)
def test_nonsense_from_the_desk_is_a_desk_that_is_away(tmp_path: Path, line: bytes) -> None:
    """Whatever it says, or if it hangs up, or never ends a line."""

    async def act() -> None:
        ended = asyncio.Event()

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readline()
            writer.write(line)
            if line and not line.endswith(b"\n"):
                await reader.read()  # it says nothing more until the other side hangs up
            writer.close()
            ended.set()

        async with await asyncio.start_unix_server(talk, tmp_path / "desk"):
            with pytest.raises(Refusal) as refused:
                await Desk(tmp_path / "desk", patience_s=0.2).ask("status")
            assert refused.value is CLOSED
            await ended.wait()

    asyncio.run(act())


def test_who_goes_away_leaves_no_question_behind(tmp_path: Path) -> None:
    """A client that hangs up ends the question at the desk, too."""

    async def act(served: Served, desk: ToldDesk) -> None:
        asking = asyncio.create_task(_asked(served, "get", "/games", token=await served.token()))
        await until(lambda: desk.callers == 1)
        asking.cancel()
        await until(lambda: desk.callers == 0)

    on_library(tmp_path, act, games=[Progress(0, 0)])


@pytest.mark.parametrize("limit", ["0", "-1", "201", "x", "1e9", "9" * 5000, "²"])
def test_a_limit_is_a_number(tmp_path: Path, limit: str) -> None:
    """Anything else is refused in one line."""

    async def act(served: Served, desk: ToldDesk) -> None:
        status, text = await _asked(served, "get", f"/games?limit={limit}", token=await served.token())
        assert (status, desk.asked) == (400, [])
        assert "expected ?limit=200 at most" in json.loads(text)["error"]["en"]

    on_library(tmp_path, act)


def test_windows_text_is_read(tmp_path: Path) -> None:
    """A list that a Windows program wrote in its own encoding keeps its letters."""

    async def act(served: Served, desk: ToldDesk) -> None:
        await _asked(served, "post", "/pairings", "Müller;Škoda".encode("cp1252"), await served.token())
        assert desk.asked[0].fields["text"] == "Müller;Škoda"

    on_library(tmp_path, act)


def test_who_is_forgotten_is_forgotten_by_the_board_too(tmp_path: Path) -> None:
    """One request: the desk is asked, and the board obeys the order, though it remembers nobody so."""

    async def act(served: Served, _desk: ToldDesk) -> None:
        token = await served.token()
        status, text = await _asked(served, "post", "/players/forget", {"name": "Menchik, Vera"}, token)
        assert (status, json.loads(text)["board"]) == (200, BOARD_FORGETS)

    on_library(tmp_path, act)
