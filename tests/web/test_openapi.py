"""The description of what programs may ask is true: every path, every answer, every message."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Any

from jadoube.core.messages.effects import Fault
from jadoube.core.messages.events import Ordered
from jadoube.core.pages.kebab import kebab_name
from jadoube.core.state.announced.health import Trouble, Wrong
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Glance
from jadoube.glances.maker import Maker
from jadoube.glances.messages import message
from jadoube.glances.near_board import NearBoard
from jadoube.web.guard.auth import Guard
from jadoube.web.handlers.live import LiveFiles
from jadoube.web.server import build
from shared.board.served import Served, on_served_board
from shared.messages.json_schema import faults, references

OPENAPI: dict[str, Any] = json.loads(
    files("jadoube.web").joinpath("openapi.json").read_text(encoding="utf-8")
)
VIEW = OPENAPI["components"]["schemas"]["View"]


def test_troubles_are_as_described() -> None:
    """Each that there is."""

    async def act(served: Served) -> None:
        wrong = tuple(Wrong(trouble, 0) for trouble in Trouble)
        shown = json.loads(message(Glance(served.desk.table, 0, wrong)).text)
        assert faults(shown, VIEW, OPENAPI) == []
        assert [each["id"] for each in shown["health"]["troubles"]][:2] == ["voltage", "heat"]

    on_served_board(act)


def _routes() -> Iterator[tuple[str, str]]:
    """The methods and paths of the app that are for programs."""
    with ThreadPoolExecutor(1) as executor:
        guard = Guard((), lambda: 0)
        maker = Maker(_unasked, executor, Faults(print, lambda: 0))
        site = build(NearBoard(maker, _unasked, _unasked, _unasked, executor), guard, executor, print)
    site.app.add_routes(LiveFiles(None).routes())
    for route in site.app.router.routes():
        resource = route.resource
        if (
            resource is not None
            and resource.canonical.startswith(("/api/", "/live/"))
            and route.method != "HEAD"
        ):
            yield resource.canonical, route.method.lower()


def _unasked(*_: Glance | Ordered) -> Any:
    raise AssertionError("nobody asks")


def test_faults_of_reeds_are_as_described() -> None:
    """Each that there is, and no other."""
    reeds = OPENAPI["components"]["schemas"]["Health"]["properties"]["reeds"]["items"]["properties"]
    assert reeds["fault"]["enum"] == [kebab_name(fault.name) for fault in Fault]


def test_every_path_is_described_and_every_description_has_its_path() -> None:
    """Of the app and of the file alike."""
    described = {(path, method) for path, item in OPENAPI["paths"].items() for method in item}
    assert set(_routes()) == described


def test_all_that_is_referred_to_is_there_and_used() -> None:
    """No reference leads nowhere, and no schema stands there for nothing."""
    there = {f"#/components/schemas/{name}" for name in OPENAPI["components"]["schemas"]}
    assert set(references(OPENAPI)) == there


def _described(path: str) -> str:
    """The path under which one that is asked is described: without a query, and with the name of a number."""
    return re.sub(r"/[0-9]+$", "/{number}", path.partition("?")[0])


def test_answers_are_as_described() -> None:
    """What is asked as described is answered as described, with the statuses that stand there."""

    async def act(served: Served) -> None:
        asked = [
            ("get", "/api/v1/view", None, 200),
            ("get", "/api/v1/openapi.json", None, 200),
            ("get", "/api/v1/socket", None, 426),
            ("get", "/api/v1/control?text=3%2B2", None, 200),
            ("get", "/api/v1/control?text=soon", None, 200),
            ("get", "/api/v1/control", None, 400),
            ("get", "/api/v1/share", None, 200),
            ("post", "/api/v1/unlock", {"pin": "0427"}, 200),
            ("post", "/api/v1/unlock", {"pin": "0000"}, 403),
            ("post", "/api/v1/unlock", {}, 400),
            ("post", "/api/v1/join", {"code": "x"}, 403),
            ("post", "/api/v1/codes", {"role": "white"}, 200),
            ("post", "/api/v1/codes", {"role": "spectator"}, 200),
            ("post", "/api/v1/codes", {"role": "judge"}, 400),
            ("post", "/api/v1/orders", {"order": "pause"}, 409),
            ("post", "/api/v1/orders", {"order": "result *"}, 200),
            ("post", "/api/v1/orders", {"order": "x"}, 400),
            ("get", "/api/v1/phones", None, 200),
            ("delete", "/api/v1/phones/9", None, 404),
            ("delete", "/api/v1/token", None, 200),
            ("delete", "/api/v1/token", None, 401),
        ]
        headers = {"Authorization": f"Bearer {await served.token()}"}
        for method, path, body, status in asked:
            answer = OPENAPI["paths"][_described(path)][method]["responses"][str(status)]
            schema = answer["content"]["application/json"]["schema"]
            async with served.client.request(method, path, json=body, headers=headers) as got:
                assert (path, got.status) == (path, status)
                assert faults(await got.json(), schema, OPENAPI) == []

    on_served_board(act)


def test_what_is_not_as_described_is_seen() -> None:
    """The judge is not blind: a wrong type, a missing name, a strange name, a strange word."""

    async def act(served: Served) -> None:
        view = await served.view()
        assert faults(view, VIEW, OPENAPI) == []
        for wrong in (
            {"version": 2},
            {"at_ms": "1"},
            {"at_ms": True},
            {"phase": "asleep"},
            {"lamps": view["lamps"][1:]},
            {"game": None},
            {"new": 1},
            {"clock": {**view["clock"], "white": {}}},
            {"doubt": {**view["doubt"], "plies": ["1"]}},
        ):
            assert faults(view | wrong, VIEW, OPENAPI) != []
        assert faults({name: view[name] for name in view if name != "can"}, VIEW, OPENAPI) != []

    on_served_board(act)
