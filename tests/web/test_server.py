"""What the server answers: pages, the view, the game, orders; and what it refuses, each in one line."""

from typing import Any

import aiohttp
import pytest

from jadoube.core.messages.phrases import LANGUAGES
from shared.board.served import PIN, Served, on_served_board

API = "/api/v1"


async def _asked(served: Served, method: str, path: str, **more: Any) -> tuple[int, dict[str, Any]]:
    async with served.client.request(method, path, **more) as answer:
        assert answer.content_type == "application/json"
        return answer.status, dict(await answer.json())


async def _ordered(served: Served, order: str, token: str | None = None) -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": f"Bearer {token or await served.token()}"}
    return await _asked(served, "POST", f"{API}/orders", json={"order": order}, headers=headers)


def test_the_view_is_the_boards() -> None:
    """A move that is made on the board stands in the next view, with what it changes and both clocks."""

    async def act(served: Served) -> None:
        assert (await served.view())["phase"] == "setting up"
        await served.play("e4", "e5")
        view = await served.view()
        assert [ply["san"] for ply in view["game"]["plies"]] == ["e4", "e5"]
        assert view["game"]["plies"][0]["squares"] == {"e2": "", "e4": "P"}
        assert view["clock"]["running"] == "white"
        assert view["game"]["tags"] == {"White": "Vera"}
        assert view["at_ms"] == served.desk.pace.now_ms()

    on_served_board(act)


def test_the_game_is_a_pgn() -> None:
    """The one that is played now, as a file."""

    async def act(served: Served) -> None:
        await served.play("d4")
        async with served.client.get(f"{API}/game.pgn") as answer:
            assert answer.content_type == "application/x-chess-pgn"
            assert 'filename="game.pgn"' in answer.headers["Content-Disposition"]
            text = await answer.text()
        assert '[White "Vera"]' in text
        assert "1. d4" in text

    on_served_board(act)


def test_who_asks_again_and_again_keeps_nobody_busy() -> None:
    """The same view, and the same game, is worked out once; another when something has changed."""

    async def act(served: Served) -> None:
        for san in ("d4", "d5"):
            await served.play(san)
            for _ in range(10):
                await served.view()
                async with served.client.get(f"{API}/game.pgn") as answer:
                    assert san in await answer.text()
        assert (served.maker.made, len(served.written)) == (2, 2)

    on_served_board(act)


def test_an_order_is_carried_out() -> None:
    """For who has said the PIN; what came of it is said, and the view shows it."""

    async def act(served: Served) -> None:
        await served.play("e4")
        status, said = await _ordered(served, "resign white")
        assert status == 200
        assert "White resigns" in said["done"]["en"]
        assert "Blancs" in said["done"]["fr"]
        assert [effect["kind"] for effect in said["effects"]] == ["game-over"]
        assert (await served.view())["game"]["result"] == "0-1"

    on_served_board(act)


def test_a_mark_is_answered_in_each_language() -> None:
    """With the ply and the time at which it was noted; the game is as it was."""

    async def act(served: Served) -> None:
        await served.play("e4")
        status, said = await _ordered(served, "by black wrong")
        assert status == 200
        assert said["done"]["en"].startswith("that was wrong: noted at ply 1, 0:0")
        assert said["done"]["fr"].startswith("c'était faux : noté au demi-coup 1, 0:0")
        assert (await served.view())["game"]["result"] == "*"

    on_served_board(act)


def test_what_the_board_refuses_is_told() -> None:
    """409 and why; what is no order is 400 and what was expected."""

    async def act(served: Served) -> None:
        token = await served.token()
        status, said = await _ordered(served, "pause", token)
        assert (status, list(said["error"])) == (409, list(LANGUAGES))
        assert said["error"]["en"] == "no clock runs"
        status, said = await _ordered(served, "dance", token)
        assert status == 400
        assert said["error"]["en"].startswith("'dance' found, expected one of: resign")

    on_served_board(act)


def test_nobody_acts_without_the_pin() -> None:
    """No token, another scheme, a token that is none: 401, and the board is as it was."""

    async def act(served: Served) -> None:
        await served.play("e4")
        for said in ("", "Bearer ", "Bearer x", f"Basic {PIN}", f"bearer {await served.token()}"):
            headers = {"Authorization": said} if said else {}
            status, why = await _asked(
                served, "POST", f"{API}/orders", json={"order": "resign white"}, headers=headers
            )
            assert (status, why["error"]["en"]) == (401, "the PIN has to be said first")
        assert served.desk.table.play.outcome is None

    on_served_board(act)


def test_wrong_pins_are_slowed_down() -> None:
    """403 three times, then 429 with the time to wait; later the right one is heard."""

    async def act(served: Served) -> None:
        statuses = []
        for pin in ("0000", "", "04270", PIN):
            async with served.client.post(f"{API}/unlock", json={"pin": pin}) as answer:
                statuses.append(answer.status)
        assert statuses == [403, 403, 403, 429]
        assert answer.headers["Retry-After"] == "1"
        served.now_ms[0] += 1000
        assert await served.token()

    on_served_board(act)


@pytest.mark.parametrize(
    "path", ["/", "/static/pieces.svg", f"{API}/view", f"{API}/socket", f"{API}/nothing"]
)
@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Host": "evil.example:8064"}, {"Host": "board.evil.example"}],
)
def test_a_page_elsewhere_gets_nothing(path: str, headers: dict[str, str]) -> None:
    """403, whatever it asks for, whether it says where it is from or has had its own name lead here."""

    async def act(served: Served) -> None:
        async with served.client.get(path, headers=headers) as answer:
            assert answer.status == 403
            assert "elsewhere" in await answer.text()
        assert served.glances == []

    on_served_board(act)


def test_a_page_elsewhere_drives_nothing() -> None:
    """Not even with a token, by a form, or by a socket."""

    async def act(served: Served) -> None:
        await served.play("e4")
        token = {"Authorization": f"Bearer {await served.token()}"}
        evil = {"Origin": "http://evil.example"}
        assert (await _asked(served, "POST", f"{API}/unlock", json={"pin": PIN}, headers=evil))[0] == 403
        order = {"order": "resign white"}
        assert (await _asked(served, "POST", f"{API}/orders", json=order, headers=evil | token))[0] == 403
        for form in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            headers = {**token, "Content-Type": form}
            status, _ = await _asked(
                served, "POST", f"{API}/orders", data=b'{"order":"pause"}', headers=headers
            )
            assert status == 415
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await served.client.ws_connect(f"{API}/socket", origin="http://evil.example")
        assert refused.value.status == 403
        assert served.desk.table.play.outcome is None

    on_served_board(act)


@pytest.mark.parametrize(
    ("status", "method", "path", "more"),
    [
        (404, "GET", f"{API}/", {}),
        (404, "GET", "/api/v2/view", {}),
        (405, "POST", f"{API}/view", {}),
        (405, "GET", f"{API}/orders", {}),
        (405, "DELETE", f"{API}/unlock", {}),
        (400, "POST", f"{API}/unlock", {"json": {"pin": 427}}),
        (400, "POST", f"{API}/unlock", {"json": {"pin": "0427", "order": "pause"}}),
        (400, "POST", f"{API}/unlock", {"json": ["pin"]}),
        (400, "POST", f"{API}/unlock", {"data": b"{", "headers": {"Content-Type": "application/json"}}),
        (
            400,
            "POST",
            f"{API}/unlock",
            {"data": b"[" * 4000, "headers": {"Content-Type": "application/json"}},
        ),
        (400, "POST", f"{API}/unlock", {"data": b"\xff", "headers": {"Content-Type": "application/json"}}),
        (413, "POST", f"{API}/unlock", {"json": {"pin": "0" * 4096}}),
        (415, "POST", f"{API}/unlock", {"data": b"pin=0427"}),
        (415, "POST", f"{API}/unlock", {}),
        (426, "GET", f"{API}/socket", {}),
    ],
)
def test_wrong_input_gets_one_line(status: int, method: str, path: str, more: dict[str, Any]) -> None:
    """In both languages, with the status that says what it is."""

    async def act(served: Served) -> None:
        found, said = await _asked(served, method, path, **more)
        assert found == status
        assert list(said["error"]) == list(LANGUAGES)
        assert all(line and "\n" not in line for line in said["error"].values())

    on_served_board(act)


def test_every_answer_is_shut_in() -> None:
    """Pages, messages, refusals: none may load from elsewhere, be framed, or be taken for something else."""

    async def act(served: Served) -> None:
        for path in ("/", "/static/pieces.svg", f"{API}/view", f"{API}/nothing", "/nothing"):
            async with served.client.get(path) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
                assert "frame-ancestors 'none'" in policy
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                assert answer.headers["Server"] == "jadoube"
        async with served.client.ws_connect(f"{API}/socket") as live:
            assert "Content-Security-Policy" in live._response.headers

    on_served_board(act)


def test_files_are_asked_for_once() -> None:
    """A browser that has the file already is told so; no path leads out of the shelf."""

    async def act(served: Served) -> None:
        async with served.client.get("/static/pieces.svg") as first:
            etag = first.headers["ETag"]
            body = await first.text()
        async with served.client.get("/static/pieces.svg", headers={"If-None-Match": etag}) as again:
            assert again.status == 304
        assert all(f'<symbol id="{letter}"' in body for letter in "PNBRQKpnbrqk")
        assert "style=" not in body
        for path in ("/static/", "/static/server.py", "/static/..%2fserver.py", "/static/%2e%2e/guard.py"):
            async with served.client.get(path) as answer:
                assert answer.status == 404

    on_served_board(act)


def test_the_page_names_its_files() -> None:
    """The companion's page is at the root, as a page."""

    async def act(served: Served) -> None:
        async with served.client.get("/") as answer:
            assert answer.content_type == "text/html"
            assert "<!doctype html>" in (await answer.text()).lower()

    on_served_board(act)
