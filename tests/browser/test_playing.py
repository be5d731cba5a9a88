"""The simulator's page is played on as a board is: by hands, with real reeds, lamps and faces under it."""

import io
from collections.abc import Callable

import chess.pgn
import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.fingers import Fingers

READY_TO_CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
READY_TO_PROMOTE = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1"
OPEN_FILE = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"

Open = Callable[..., DeskPage]


@pytest.fixture
def desk(start: Callable[..., Simulator], visit: Callable[..., Page]) -> Open:
    """Start a simulator with these options, and open its page."""

    def opened(*options: str, **person: object) -> DeskPage:
        running = start("--time-control", "-", *options)
        return DeskPage.opened(running, visit(running.url, **person))

    return opened


def moves(pgn: str) -> list[str]:
    """The plies of a PGN, in UCI."""
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    return [move.uci() for move in game.mainline_moves()]


def test_a_scholars_mate_by_dragging(desk: Open) -> None:
    """Seven drags of the mouse; the sheet has them all, the result stands, and leaving prints the game."""
    board = desk()
    plies = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]
    for number, ply in enumerate(plies, 1):
        board.drag(ply[:2], ply[2:])
        expect(board.ply(number)).to_be_visible()
    expect(board.ply(7)).to_have_text("Qxf7#")
    expect(board.part("result")).to_contain_text("1-0")
    pgn = board.leave()
    assert moves(pgn) == plies
    assert '[Result "1-0"]' in pgn


def test_castling_with_two_fingers(desk: Open) -> None:
    """King and rook are both in the air before either stands."""
    board = desk("--fen", READY_TO_CASTLE, has_touch=True)
    fingers = Fingers(board.page)
    fingers.touch(1, board.spot("e1"))
    fingers.carry(1, board.spot("g1"))
    fingers.touch(2, board.spot("h1"))
    fingers.carry(2, board.spot("f1"))
    board.in_the_air(2)
    fingers.lift(2)
    fingers.lift(1)
    expect(board.ply(1)).to_have_text("O-O")


def test_castling_with_one_mouse(desk: Open) -> None:
    """The king is left hanging by the right button while the rook goes round it."""
    board = desk("--fen", READY_TO_CASTLE)
    board.take("e1")
    board.carry("c2")
    board.park()
    board.in_the_air(1)
    board.drag("a1", "d1")
    board.hangs_over("c2")  # not where the desk still has it, on a busy machine
    board.drag("c2", "c1")
    expect(board.ply(1)).to_have_text("O-O-O")


def test_a_capture_by_swap(desk: Open) -> None:
    """A piece that is set down on another pushes it aside; the other goes into the box."""
    board = desk()
    board.plays("e2e4", "d7d5")
    board.drag("e4", "d5")
    expect(board.ply(3)).to_have_text("exd5")
    board.in_the_air(0)


def test_a_slide(desk: Open) -> None:
    """A rook pushed along the file closes reeds on its way; one ply is written, and no doubt."""
    board = desk("--fen", OPEN_FILE)
    board.slide("a1", "a4", "a7")
    expect(board.ply(1)).to_have_text("Ra7")
    board.drag("e8", "d8")
    expect(board.ply(2)).to_have_text("Kd8")
    expect(board.sheet.locator(".doubted")).to_have_count(0)


def test_an_illegal_move_shows_its_reason_and_is_put_right(desk: Open) -> None:
    """It is said why, in words and by a lamp; put back, the board is content and the game goes on."""
    board = desk()
    board.drag("e2", "e5")
    board.reads("a pawn does not move so; take away e5, put back e2")
    board.drag("e5", "e2")
    board.reads("White to move")
    board.plays("e2e4")
    expect(board.ply(1)).to_have_text("e4")


#: Two drags of one piece within one task of the page: nothing that the desk says comes in between.
TWO_DRAGS = """(squares) => {
    const middle = (name) => {
        const box = document.querySelector(`[data-testid=sq-${name}]`).getBoundingClientRect();
        return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    };
    const say = (type, square, buttons) => {
        const at = middle(square);
        const init = { ...at, bubbles: true, cancelable: true, pointerId: 1, pointerType: "mouse", buttons };
        document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new PointerEvent(type, init));
    };
    for (const [from, to] of squares) {
        say("pointerdown", from, 1);
        say("pointermove", to, 1);
        say("pointerup", to, 0);
    }
}"""


def test_a_piece_that_is_taken_again_at_once_lands_where_it_is_put(desk: Open) -> None:
    """It is taken from where it is shown, also if the desk has not said yet that it stands there."""
    board = desk()
    board.page.evaluate(TWO_DRAGS, [["e2", "e3"], ["e3", "e4"]])
    expect(board.ply(1)).to_have_text("e4")


def test_promotion_to_a_knight_by_panel(desk: Open) -> None:
    """The pawn stands on the last rank; the panel's keys choose the knight."""
    board = desk("--fen", READY_TO_PROMOTE)
    board.drag("e7", "e8")
    board.reads("e8=Q")
    for piece in "RBN":
        board.press("key-plus")
        board.reads(f"e8={piece}")
    board.press("key-ok")
    expect(board.ply(1)).to_have_text("e8=N")


def test_a_flag_falls(desk: Open) -> None:
    """Black's lever starts White's clock, which runs to zero on its face: Black has won."""
    board = desk("--time-control", "4s")
    board.press("lever-black")
    board.faces("white", r"^[0-3]\.\d")
    board.reads("White's flag fell")
    expect(board.part("result")).to_contain_text("0-1")
