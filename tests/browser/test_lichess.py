"""Play on Lichess as a person finds it on the page; the room, its sockets and a model of Lichess are real."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from watched_pages import Watch

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def board(tmp_path: Path, watch: Watch) -> Iterator[tuple[str, str]]:
    """A board that plays on Lichess: its page and its PIN."""
    program = Path(__file__).parents[1] / "shared" / "play_process.py"
    words = [sys.executable, str(program), str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            url, pin = process.stdout.readline().split()
            watch.servers.add(url.removeprefix("http://").strip("/"))
            yield url, pin
        finally:
            process.terminate()
            process.wait()


def test_three_clicks_find_an_opponent_and_his_move_is_shown(
    board: tuple[str, str], visit: Callable[..., Page]
) -> None:
    """More, Lichess, and the button that seeks. He is named, he writes, and the board asks for his move."""
    url, pin = board
    page = visit(f"{url}companion", **PHONE)
    part = page.get_by_test_id
    part("more").click()
    part("lichess").click()
    part("pin").fill(pin)
    part("unlock").click()
    part("lichess-seek").click()
    expect(part("lichess-state")).to_contain_text("You play FM Bert (1600).", timeout=10_000)
    expect(part("lichess-chat")).to_contain_text("Bert Good luck!")
    part("lichess-text").fill("You too")
    page.keyboard.press("Enter")
    expect(part("lichess-chat")).to_contain_text("Ada You too")
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_contain_text("White plays 1. e4: make this move")
    expect(page.locator("body")).to_contain_text("Bert")
