"""Somebody who does anything at all with the page: neither page nor board stumbles, and no piece is lost."""

import io
import random
from collections.abc import Callable

import chess
import chess.pgn
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage

DEEDS = 20
PIECES = 34
BUTTONS = ("lever-white", "lever-black", "key-ok", "key-back", "key-plus", "key-minus", "key-play")


def drag(board: DeskPage, rng: random.Random) -> None:
    """Take what stands somewhere to somewhere else, through the air or along the board."""
    start, end = rng.sample(chess.SQUARE_NAMES, 2)
    rng.choice((board.drag, board.slide))(start, end)


def park(board: DeskPage, rng: random.Random) -> None:
    """Leave what stands somewhere in the air."""
    board.take(rng.choice(chess.SQUARE_NAMES))
    board.carry(rng.choice(chess.SQUARE_NAMES))
    board.park()


def press(board: DeskPage, rng: random.Random) -> None:
    """Press a lever or a key."""
    board.press(rng.choice(BUTTONS))


def test_no_deed_is_too_much(start: Callable[..., Simulator], visit: Callable[..., Page]) -> None:
    """Twenty deeds drawn by lot: all pieces are still there, the page answers, and leaving prints a game."""
    running = start("--time-control", "5+3")
    board = DeskPage.opened(running, visit(running.url))
    rng = random.Random(6)
    for _ in range(DEEDS):
        rng.choice((drag, drag, drag, park, press))(board, rng)
    expect(board.part("link")).to_have_attribute("data-state", "connected")
    expect(board.page.locator("[data-testid^=piece-]")).to_have_count(PIECES)
    expect(board.words).not_to_be_empty()
    assert chess.pgn.read_game(io.StringIO(board.leave())) is not None
