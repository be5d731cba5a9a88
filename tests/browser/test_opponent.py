"""An engine is played against on the simulator's page: it is chosen there, and hands make its moves."""

import os
import re
from collections.abc import Callable

import chess
import pytest
from playwright.sync_api import Page, expect

from jadoube.config.problems import BadInput
from jadoube.engines.known_engines import find_engine
from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage

TELLS_WITHIN_MS = 60_000
"""It starts in a second or two, and on a machine that does ten things at once in some more."""


def test_two_moves_against_an_engine(start: Callable[..., Simulator], visit: Callable[..., Page]) -> None:
    """The page names its move, a hand makes it, and it is the player's turn; the PGN says who played."""
    try:
        find_engine("stockfish")
    except BadInput:
        if "JADOUBE_NO_SKIPS" in os.environ:
            raise
        pytest.skip("stockfish is missing (package stockfish): no real engine plays")
    running = start("--time-control", "-")
    desk = DeskPage.opened(running, visit(running.url))
    desk.part("tab-game").click()
    expect(desk.part("opponent").locator("option")).to_have_text(["nobody", "White", "Black"])
    desk.part("opponent").select_option("black")
    desk.part("level").select_option("600")
    board = chess.Board()
    for san in ("e4", "d3"):
        mine = board.parse_san(san)
        desk.drag(mine.uci()[:2], mine.uci()[2:])
        board.push(mine)
        expect(desk.words).to_contain_text("make this move", timeout=TELLS_WITHIN_MS)
        told = re.search(r"\.\.\. (\S+): make", desk.words.inner_text())
        assert told is not None
        his = board.parse_san(told[1])
        desk.drag(his.uci()[:2], his.uci()[2:4])
        board.push(his)
        expect(desk.ply(board.ply())).to_be_visible()
        desk.reads("White to move")
    pgn = desk.leave()
    assert '[Black "Chess engine (600)"]' in pgn
    assert board.ply() == 4
