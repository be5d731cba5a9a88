"""A time control over the page's API: what it means is said before it is taken, in both languages."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.cli.order import main
from jadoube.config.problems import BadInput
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.daemon.sockets.order_socket import make_order_handler, open_control
from shared.board.served import Served, on_served_board

BOTH_READINGS = "found 180 minutes or 180 seconds, expected '180 min + 2' or '180s+2' (3+2)"


def test_what_a_control_means_is_said() -> None:
    """In seconds, as people write it, and in words of both languages; no clock is a control, too."""

    async def act(served: Served) -> None:
        async with served.client.get("/api/v1/control", params={"text": "3 min + 2"}) as answer:
            assert (answer.status, await answer.json()) == (
                200,
                {
                    "control": "180+2",
                    "control_text": "3+2",
                    "means": {
                        "en": "each side has 3:00, and 2 s a move",
                        "fr": "chaque camp a 3:00, et 2 s par coup",
                        "de": "jede Seite hat 3:00, dazu 2 s je Zug",
                    },
                },
            )
        async with served.client.get("/api/v1/control", params={"text": "none"}) as answer:
            assert (await answer.json())["control"] == "-"

    on_served_board(act)


def test_what_is_no_control_is_said_in_the_readers_language() -> None:
    """That is an answer, and no fault of the page's: half of what is typed is none yet."""

    async def act(served: Served) -> None:
        async with served.client.get("/api/v1/control", params={"text": "180+2"}) as answer:
            told = await answer.json()
        assert (answer.status, told["control"], told["control_text"]) == (200, None, None)
        assert BOTH_READINGS in told["means"]["en"]
        assert "180 minutes ou 180 secondes, attendu « 180 min + 2 »" in told["means"]["fr"]

    on_served_board(act)


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=60) | st.text(alphabet="0123456789+:/ ;.dbxs", max_size=700))
def test_any_text_is_answered(text: str) -> None:
    """With words in both languages, whatever is asked."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        return

    async def act(served: Served) -> None:
        async with served.client.get("/api/v1/control", params={"text": text}) as answer:
            assert answer.status == 200
            told = await answer.json()
        assert set(told["means"]) == set(LANGUAGES)
        assert (told["control"] is None) == (told["control_text"] is None)

    on_served_board(act)


def test_an_order_over_the_page_is_in_minutes() -> None:
    """It is taken as it was shown, and answered as people write it; seconds are refused in both languages."""

    async def act(served: Served) -> None:
        headers = {"Authorization": f"Bearer {await served.token()}"}
        async with served.client.post(
            "/api/v1/orders", json={"order": "control 3+2"}, headers=headers
        ) as done:
            assert (await done.json())["done"]["en"] == "time control: 3+2"
        view = await served.view()
        assert (view["settings"]["control"], view["settings"]["control_text"]) == ("180+2", "3+2")
        assert (view["clock"]["control"], view["clock"]["control_text"]) == ("180+2", "3+2")
        assert view["clock"]["white"]["ms"] == 182_000
        async with served.client.post(
            "/api/v1/orders", json={"order": "control 180+2"}, headers=headers
        ) as refused:
            assert refused.status == 400
            error = (await refused.json())["error"]
        assert BOTH_READINGS in error["en"]
        assert "180 minutes ou 180 secondes" in error["fr"]

    on_served_board(act)


def test_the_command_line_says_what_it_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the order is sent; the board has three minutes then, not three seconds."""
    (tmp_path / "jadoube.toml").write_text('[control]\nsocket = "control"\n')

    async def act(served: Served) -> None:
        words = ["--config", str(tmp_path / "jadoube.toml"), "control"]
        async with await open_control(tmp_path / "control", make_order_handler(served.desk.daemon)):
            assert await asyncio.to_thread(main, [*words, "3+2"]) == 0
            with pytest.raises(BadInput, match="expected '180 min"):
                await asyncio.to_thread(main, [*words, "180+2"])
        control = served.desk.table.terms.control
        assert control is not None
        assert control.text == "180+2"

    on_served_board(act)
    assert capsys.readouterr().out == "3+2: each side has 3:00, and 2 s a move\ntime control: 3+2\n"


def test_a_program_may_say_seconds(tmp_path: Path) -> None:
    """With the sign before them, over the socket; a line without it is a person's."""

    async def act(served: Served) -> None:
        async with await open_control(tmp_path / "control", make_order_handler(served.desk.daemon)):
            reader, writer = await asyncio.open_unix_connection(tmp_path / "control")
            writer.write(b"control pgn:300+3\ncontrol 300+3\ncontrol 90 min + 30 s\n")
            answers = [(await reader.readline()).decode().strip() for _ in range(3)]
            writer.close()
        assert answers == [
            "ok time control: 5+3",
            "refused 300+3: found 300 minutes or 300 seconds, expected '300 min + 3' or '300s+3' (5+3)",
            "ok time control: 90+30",
        ]

    on_served_board(act)
