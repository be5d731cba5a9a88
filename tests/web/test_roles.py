"""Roles over the page: what a token may order, and how a phone is let in."""

from pathlib import Path
from typing import Any

import pytest

from jadoube.core.messages.events import Ordered
from shared.board.served import Served, on_served_board
from shared.pages.read_codes import drawn, read_code

API = "/api/v1"
ROLES = ("owner", "white", "black", "arbiter")


async def asked(served: Served, method: str, path: str, token: str = "", **more: Any) -> tuple[int, Any]:
    """The status and what was said."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with served.client.request(method, f"{API}/{path}", headers=headers, **more) as answer:
        return answer.status, await answer.json()


async def ordered(served: Served, token: str, order: str) -> tuple[int, str]:
    """The status and the English words of an order."""
    status, said = await asked(served, "POST", "orders", token, json={"order": order})
    return status, (said.get("done") or said["error"])["en"]


async def invited(served: Served, token: str, role: str) -> tuple[int, Any]:
    """What is shown to who is let in with this role."""
    return await asked(served, "POST", "codes", token, json={"role": role})


async def joined(served: Served, role: str) -> str:
    """The token of a phone that was let in with this role."""
    _, shown = await invited(served, await served.token(), role)
    code = shown["address"].partition("#")[2]
    status, told = await asked(served, "POST", "join", json={"code": code})
    assert (status, told["role"]) == (200, role)
    return str(told["token"])


async def plays(served: Served) -> list[Ordered]:
    """Play a ply, and keep each order that the board gets from then on."""
    await served.play("e4")
    heard: list[Ordered] = []
    feed = served.desk.daemon.feed

    def keep(event: Any, now_ms: int) -> Any:
        if isinstance(event, Ordered):
            heard.append(event)
        return feed(event, now_ms)

    served.desk.daemon.feed = keep  # type: ignore[method-assign]
    return heard


@pytest.mark.parametrize("role", ["white", "black"])
def test_a_players_order_is_signed_with_his_role(role: str) -> None:
    """Without that he says it: so the journal has it, and the other's order is refused by the core."""

    async def act(served: Served) -> None:
        heard = await plays(served)
        token, other = await joined(served, role), "black" if role == "white" else "white"
        status, why = await ordered(served, token, f"resign {other}")
        assert (status, why.split(";")[0]) == (409, f"{role.capitalize()} may not order this")
        status, done = await ordered(served, token, f"by {role} resign {role}")
        assert (status, "resign" in done) == (200, True), done
        assert [each.text for each in heard] == [f"by {role} resign {other}", f"by {role} resign {role}"]

    on_served_board(act)


@pytest.mark.parametrize("role", ["white", "black", "arbiter"])
def test_no_client_is_more_than_its_token(role: str) -> None:
    """Another's name before an order is refused before the board hears of it, the programs' too."""

    async def act(served: Served) -> None:
        heard = await plays(served)
        token = await joined(served, role)
        for name in {"white", "black", "arbiter", "owner", "opponent", "adviser", "program"} - {role}:
            status, why = await ordered(served, token, f"by {name} resign white")
            assert (status, "another role's" in why) == (403, True)
        assert heard == []

    on_served_board(act)


@pytest.mark.parametrize(
    ("role", "order"),
    [
        ("white", "result 1-0"),
        ("black", "time black +60"),
        ("white", "verdict none"),
        ("black", "brightness 4"),
        ("white", "forget Vera"),
        ("arbiter", "forget Vera"),
        ("arbiter", "resign white"),
        ("arbiter", "sound off"),
    ],
)
def test_what_is_anothers_is_refused_by_the_board(role: str, order: str) -> None:
    """409, and who may order it."""

    async def act(served: Served) -> None:
        await served.play("e4")
        status, why = await ordered(served, await joined(served, role), order)
        assert status == 409
        assert "may not order this; who may: " in why

    on_served_board(act)


def test_who_has_the_pin_may_speak_in_any_role() -> None:
    """Without a name he is the owner."""

    async def act(served: Served) -> None:
        heard = await plays(served)
        token = await served.token()
        for order in ("by arbiter pause", "by black draw offer black", "by owner wrong", "play"):
            await ordered(served, token, order)
        texts = ["by arbiter pause", "by black draw offer black", "wrong", "play"]
        assert [each.text for each in heard] == texts

    on_served_board(act)


def test_who_is_let_in_is_told_what_he_may_order() -> None:
    """The roles that his token covers, each with the names of `can`."""

    async def act(served: Served) -> None:
        _, told = await asked(served, "POST", "unlock", json={"pin": "0427"})
        assert (told["role"], tuple(told["roles"])) == ("owner", ROLES)
        assert told["roles"]["owner"].keys() == (await served.view())["can"].keys()
        assert told["roles"]["white"]["resign"] == ["white"]
        _, shown = await invited(served, told["token"], "black")
        code = shown["address"].partition("#")[2]
        _, told = await asked(served, "POST", "join", json={"code": code})
        assert (told["role"], list(told["roles"])) == ("black", ["black"])

    on_served_board(act)


def test_nobody_hands_on_more_than_he_has() -> None:
    """White's phone lets White's phones in, the owner's all; who has no token shows where to look."""

    async def act(served: Served) -> None:
        for role in ROLES:
            token = await joined(served, role)
            may = {other for other in ROLES if (await invited(served, token, other))[0] == 200}
            assert may == (set(ROLES) if role == "owner" else {role})
        assert [(await invited(served, "", role))[0] for role in ROLES] == [401] * 4
        assert (await invited(served, "", "spectator"))[0] == 200
        status, said = await invited(served, "", "judge")
        assert (status, said["error"]["en"]) == (
            400,
            "'judge' found, expected one of: spectator, owner, white, black, arbiter",
        )

    on_served_board(act)


@pytest.mark.parametrize(
    ("host", "reached", "there", "here_only"),
    [
        ("192.168.1.7:8064", None, "192.168.1.7:8064", False),
        ("localhost:8064", "192.168.1.7:8064", "192.168.1.7:8064", False),
        ("localhost:8064", None, "localhost:8064", True),
        ("127.0.0.1:8064", "127.0.0.1:8064", "127.0.0.1:8064", True),
    ],
)
def test_a_phone_reads_the_address_with_the_code(
    host: str, reached: str | None, there: str, here_only: bool, tmp_path: Path
) -> None:
    """It is the one at which others find the board; the code is in the fragment, which no browser sends."""

    async def act(served: Served) -> None:
        served.site.sharing.reached = reached
        headers = {"Host": host, "Authorization": f"Bearer {await served.token()}"}
        for role, path in (("white", "/join#"), ("spectator", "/")):
            async with served.client.post(f"{API}/codes", headers=headers, json={"role": role}) as answer:
                shown = await answer.json()
            assert shown["address"].startswith(f"http://{there}{path}")
            assert (shown["role"], shown["here_only"]) == (role, here_only)
            assert shown["lasts_s"] == (600 if role == "white" else None)
            assert read_code(drawn(shown["qr_svg"], 4, tmp_path / "code.pgm")) == shown["address"]
        async with served.client.get("/join") as page, served.client.get("/") as home:
            assert await page.read() == await home.read()

    on_served_board(act)


def test_a_code_is_used_once_over_the_page_too() -> None:
    """A second phone, a code that is none, and ten minutes: 403 in words; too many: 429."""

    async def act(served: Served) -> None:
        _, shown = await invited(served, await served.token(), "white")
        _, late = await invited(served, await served.token(), "white")
        code = {"code": shown["address"].partition("#")[2]}
        assert (await asked(served, "POST", "join", json=code))[0] == 200
        status, said = await asked(served, "POST", "join", json=code)
        assert (status, said["error"]["en"]) == (403, "this code is used or too old: have another one shown")
        served.now_ms[0] += 10 * 60_000
        codes = [late["address"].partition("#")[2], "x", "x", "x"]
        statuses = [(await asked(served, "POST", "join", json={"code": code}))[0] for code in codes]
        assert statuses == [403, 403, 403, 429]

    on_served_board(act)


def test_who_leaves_orders_no_more() -> None:
    """The token is void at once."""

    async def act(served: Served) -> None:
        token = await joined(served, "black")
        assert await asked(served, "DELETE", "token", token) == (200, {"done": True})
        assert (await ordered(served, token, "wrong"))[0] == 401
        assert (await asked(served, "DELETE", "token", token))[0] == 401

    on_served_board(act)


def test_the_owner_sees_who_may_act_and_ends_the_right_of_one() -> None:
    """Its next order is refused, the others' are not; no answer has a token."""

    async def act(served: Served) -> None:
        await served.play("e4")
        white, black, owner = (
            await joined(served, "white"),
            await joined(served, "black"),
            await served.token(),
        )
        served.now_ms[0] += 61_500
        _, told = await asked(served, "GET", "phones", owner)
        by_role = {each["role"]: each for each in told["phones"]}
        assert [each["number"] for each in told["phones"]] == [1, 2, 3, 4, 5]
        assert by_role["white"] == {
            "number": 2,
            "role": "white",
            "kind": "",
            "joined_s": 61,
            "is_this": False,
        }
        assert [each["number"] for each in told["phones"] if each["is_this"]] == [5]
        assert not any(token in str(told) for token in (white, black, owner))
        assert await asked(served, "DELETE", "phones/2", owner) == (200, {"done": True})
        assert (await ordered(served, white, "wrong"))[0] == 401
        assert (await ordered(served, black, "wrong"))[0] == 200
        status, said = await asked(served, "DELETE", "phones/2", owner)
        assert (status, said["error"]["en"]) == (
            404,
            "no device with this number may act: its right has ended already",
        )

    on_served_board(act)


@pytest.mark.parametrize("role", ["white", "black", "arbiter"])
def test_nobody_but_the_owner_ends_anothers_right(role: str) -> None:
    """Nor sees who has one."""

    async def act(served: Served) -> None:
        token = await joined(served, role)
        statuses = [
            (await asked(served, method, path, own))[0]
            for own in (token, "")
            for method, path in (("GET", "phones"), ("DELETE", "phones/1"))
        ]
        assert statuses == [403, 403, 401, 401]

    on_served_board(act)


@pytest.mark.parametrize("role", ["white", "black", "arbiter"])
def test_the_library_is_the_owners(role: str) -> None:
    """The arbiter has players and pairings for the names; what leaves the board is the owner's, too."""

    async def act(served: Served) -> None:
        token = await joined(served, role)
        owners = ("games", "games.pgn", "online", "online/rounds", "online/play")
        statuses = {path: (await asked(served, "GET", path, token))[0] for path in owners}
        assert statuses == dict.fromkeys(owners, 403)
        assert (await asked(served, "DELETE", "games/0123456789ab", token))[0] == 403
        assert (await asked(served, "POST", "players/forget", token, json={"name": "Vera"}))[0] == 403
        names = {(await asked(served, "GET", path, token))[0] for path in ("players", "pairings")}
        assert names == {503 if role == "arbiter" else 403}  # there is no library here

    on_served_board(act)
