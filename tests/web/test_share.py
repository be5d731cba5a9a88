"""The game to take home: what the page is told, and that its code is read by others."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from jadoube.core.messages.phrases import LANGUAGES
from jadoube.formats.shared_game import ANALYSIS, CODE_MOST
from jadoube.web.handlers.share import Sharing, code_svg
from shared.board.served import Served, on_served_board
from shared.messages.json_schema import faults
from shared.pages.read_codes import drawn, read_code

OPENAPI: dict[str, Any] = json.loads(
    files("jadoube.web").joinpath("openapi.json").read_text(encoding="utf-8")
)
SHARE = OPENAPI["components"]["schemas"]["Share"]


async def shared(served: Served, host: str = "board.local:8064") -> dict[str, Any]:
    """What is shared of the game of now, asked under this name of the board."""
    async with served.client.get("/api/v1/share", headers={"Host": host}) as answer:
        assert answer.status == 200
        return dict(await answer.json())


def test_the_game_of_now_is_shared() -> None:
    """Before a move nothing; then a code that opens it, and what Lichess takes."""

    async def act(served: Served) -> None:
        before = await shared(served, "localhost")
        assert (before["kind"], before["text"], before["qr_svg"]) == ("none", "", None)
        assert before["lichess"] == {"open": None, "import": None, "pgn": None}
        assert before["notes"][0].keys() == set(LANGUAGES)
        await served.play("d4", "d5")
        after = await shared(served, "localhost")
        assert (after["kind"], after["text"]) == ("moves", f"{ANALYSIS}d4_d5")
        assert after["lichess"]["open"] == after["text"]
        assert after["lichess"]["import"] == "https://lichess.org/api/import"
        assert '[White "Vera"]' in after["lichess"]["pgn"]
        assert after["qr_svg"].startswith("<svg ")
        assert after["notes"] == []
        assert [*faults(before, SHARE, OPENAPI), *faults(after, SHARE, OPENAPI)] == []

    on_served_board(act)


def test_a_code_is_drawn_once_for_each_state_of_the_game() -> None:
    """However many visitors ask."""

    async def act(served: Served) -> None:
        await served.play("d4")
        await shared(served, "localhost")
        first = served.site.sharing._last
        await shared(served, "localhost")
        assert served.site.sharing._last is first
        await served.play("d5")
        await shared(served, "localhost")
        assert served.site.sharing._last is not first

    on_served_board(act)


@pytest.mark.parametrize(
    ("host", "reached", "page"),
    [
        ("192.168.1.7:8064", None, "http://192.168.1.7:8064/game/0123456789ab"),
        ("board.local:8064", "192.168.1.7:8064", "http://board.local:8064/game/0123456789ab"),
        ("[fe80::1]:8064", None, "http://[fe80::1]:8064/game/0123456789ab"),
        ("localhost:8064", "192.168.1.7:8064", "http://192.168.1.7:8064/game/0123456789ab"),
        ("127.0.0.1:8064", None, None),
        ("[::1]:8064", "board.local:8064", "http://board.local:8064/game/0123456789ab"),
    ],
)
def test_a_page_has_the_address_at_which_others_find_it(
    host: str, reached: str | None, page: str | None
) -> None:
    """The visitor's own, if he does not sit at the board's machine."""

    class Nobody:
        """No board is asked."""

    sharing = Sharing(Nobody())  # type: ignore[arg-type]
    sharing.reached = reached
    assert sharing._page(host, '[Event "?"]\n[GameId "0123456789ab"]\n\n*\n') == page


@pytest.mark.parametrize("scale", [3, 5])
@pytest.mark.parametrize("size", [40, 399, 400, 401, CODE_MOST])
def test_a_code_says_what_it_should(size: int, scale: int, tmp_path: Path) -> None:
    """Read by another program, from small modules and larger ones."""
    text = (ANALYSIS + "e4_e5_Nf3_Nc6_O-O_e8=Q_" * 50)[:size]
    svg = code_svg(text)
    assert read_code(drawn(svg, scale, tmp_path / "code.pgm")) == text


def test_a_code_has_its_quiet_zone_and_a_ground_of_its_own() -> None:
    """White, four modules wide: it is read on a dark page and on paper."""
    svg = code_svg("http://board.local:8064/game/0123456789ab")
    assert '<path fill="#fff" d="M0 0h' in svg
    assert "M3 " not in svg
    assert "M4 4h1" in svg
    assert len(code_svg(ANALYSIS + "Nf3_" * 240)) < 150_000
