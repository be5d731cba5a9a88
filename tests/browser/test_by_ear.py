"""A whole game without a pointer, and one without eyes."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.by_ear import BOARD, ByEar
from shared.pages.desk import DeskPage

GAME = "e2e4 e7e5 f1c4 a7a6 g1f3 a6a5 e1g1 a5a4 f3g5 a4a3 d1f3 a3b2 f3f7"
"""Castling, two captures, and mate: 1. e4 e5 2. Bc4 a6 3. Nf3 a5 4. O-O a4 5. Ng5 a3 6. Qf3 axb2 7. Qxf7#."""

MOVING = "document.getAnimations().length"

ROOK = {"e1g1": ("h1", "f1")}

HEARD = (
    ("white pawn", "e2", "e4", "White: pawn e4. Black to move"),
    ("black pawn", "e7", "e5", "Black: pawn e5. White to move"),
    ("white bishop", "f1", "c4", "White: bishop c4. Black to move"),
    ("black knight", "b8", "c6", "Black: knight c6. White to move"),
    ("white queen", "d1", "h5", "White: queen h5. Black to move"),
    ("black knight", "g8", "f6", "Black: knight f6. White to move"),
    ("white queen", "h5", "f7", "White: queen takes f7, checkmate"),
)


def by_keys(page: Page, start: str, end: str, cursor: str) -> str:
    """Walk from the cursor's square to a piece, lift it, and set it down; give where the cursor is then."""
    for here, there in ((cursor, start), (start, end)):
        across, up = ord(there[0]) - ord(here[0]), int(there[1]) - int(here[1])
        for key, times in (("Right", across), ("Left", -across), ("Up", up), ("Down", -up)):
            for _ in range(times):
                page.keyboard.press(f"Arrow{key}")
        page.keyboard.press("Enter")
    return end


def test_a_whole_game_by_keys(start: Callable[..., Simulator], visit: Callable[..., Page]) -> None:
    """From the first lever to the mate and the next game's sheet; no pointer is there, and nothing moves."""
    running = start("--time-control", "5+3")
    page = visit(running.url, reduced_motion="reduce")
    companion = visit(f"{running.url}/companion", reduced_motion="reduce")
    desk = DeskPage.opened(running, page)
    expect(desk.part("lever-black")).to_be_visible()
    while not desk.part("board").evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("2")
    desk.reads("White to move")
    cursor = "e4"
    for number, ply in enumerate(GAME.split()):
        cursor = by_keys(page, ply[:2], ply[2:], cursor)
        if ply in ROOK:
            cursor = by_keys(page, *ROOK[ply], cursor)
        expect(desk.ply(number + 1)).to_be_visible()
        assert [each.evaluate(MOVING) for each in (page, companion)] == [0, 0]
        page.keyboard.press("12"[number % 2])
        if number < 12:
            desk.reads("to move")
    expect(desk.ply(7)).to_have_text("O-O")
    expect(desk.ply(13)).to_have_text("Qxf7#")
    expect(desk.part("result")).to_contain_text("1-0")
    again = desk.part("next-game")
    while not again.evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_whole_game_by_ear(start: Callable[..., Simulator], visit: Callable[..., Page]) -> None:
    """Pieces are found, levers pressed, clocks read by what a screen reader says; plies are heard."""
    page = visit(start("--time-control", "5+3").url)
    player = ByEar(page)
    player.tab_to("application", BOARD)
    player.finds("img", "Black's face: 05:03")
    player.finds("img", "White's face: 05:03")
    levers = [player.finds("button", f"{side}'s lever") for side in ("White", "Black")]
    levers[1].press("Enter")
    player.hears("White to move")
    board = player.finds("application", BOARD)
    for number, (piece, begin, end, said) in enumerate(HEARD):
        board.focus()
        since = len(player.heard())
        player.move(piece, begin, end)
        player.hears(said, since)
        levers[number % 2].press("Enter")
    player.hears("Black is checkmated")
    expect(page.get_by_role("main")).to_contain_text("Black: king e8, queen d8")
    expect(player.finds("region", "scoresheet")).to_contain_text("1-0")
    player.finds("button", "Rematch").press("Enter")
    expect(player.finds("dialog", "New game")).to_be_visible()
