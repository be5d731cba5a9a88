"""The View: words, lamps and faces as functions of the table and the instant."""

from dataclasses import replace

import chess
import pytest

from jadoube.core.arbiter import step
from jadoube.core.clock.clock_reading import SideReading
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.face_text import Going, clock_face, words_face
from jadoube.core.display.status_line import words
from jadoube.core.display.view import View, view
from jadoube.core.messages.events import Button, Scanned
from jadoube.core.messages.lamps import Lamp
from jadoube.core.reading.agreed_plies import Agreed
from jadoube.core.signals.debounce import PRESS_HOLD_MS, settled_contacts
from jadoube.core.state.table import Table, Terms, new_table

CHECKED = "4k3/8/8/8/8/8/4q3/7K b - - 0 1"
PROMOTES = "8/P5k1/8/8/8/8/8/K6R w - - 0 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"
Shown = tuple[int, str, str]
"""An instant, the squares that changed by then, and the buttons held."""


def after(*shown: Shown, start: str = chess.STARTING_FEN, control: str = "-", closed: str = "") -> Table:
    """The table after scans in which these squares have changed since the one before."""
    reeds = chess.Board(start).occupied ^ squares_of(closed)
    table = new_table(Terms(start, parse_time_control(control)), settled_contacts(reeds))
    for now_ms, changed, held in shown:
        reeds ^= squares_of(changed)
        buttons = sum(Button[name.upper()] for name in held.split())
        table, _ = step(table, Scanned(reeds, buttons), now_ms)
        if buttons:
            table, _ = step(table, Scanned(reeds, buttons), now_ms + PRESS_HOLD_MS)
    return table


def squares_of(text: str) -> int:
    """The set of the squares named."""
    return int(chess.SquareSet(map(chess.parse_square, text.split())))


def lamps(table: Table) -> dict[str, Lamp]:
    """The lamps that are lit."""
    lit = view(table, 10_000).lamps
    return {chess.SQUARE_NAMES[square]: lamp for square, lamp in enumerate(lit) if lamp}


MATE = ((100, "e1 e8", ""), (120, "", ""), (1120, "", ""))
E4 = ((100, "e2", ""), (120, "", ""), (200, "e4", ""), (220, "", ""))
QE1 = ((100, "e2", ""), (120, "", ""), (200, "e1", ""), (220, "", ""))
A8 = ((100, "a7", ""), (120, "", ""), (200, "a8", ""), (220, "", ""))
WRONG = ((100, "e2", ""), (120, "", ""), (200, "e5", ""), (220, "", ""))

WORDS = {
    "before the game": (after(), "White to move"),
    "before a game with a clock": (after(control="300"), "White to move; Black's lever starts the clock"),
    "while the pieces are set up": (
        after(closed="e2 d7"),
        "set up the pieces: 2 squares differ from the start position",
    ),
    "after a ply": (after(*E4), "1. e4; Black to move"),
    "in check": (after(*QE1, start=CHECKED), "1... Qe1+; White to move, in check"),
    "a promotion": (
        after(*A8, start=PROMOTES),
        "a8=Q: plus and minus choose the piece, the lever or ok accepts it",
    ),
    "an illegal move": (after(*WRONG), "no legal move: take away e5, put back e2"),
    "a refused press": (
        after((100, "", "black"), (200, "", "white"), control="300"),
        "White's press is refused: no legal ply on the board",
    ),
    "a pause": (
        after(
            (100, "", "play"),
            (200, "", ""),
            (220, "", ""),
            (300, "", "play"),
            (400, "", ""),
            (420, "", ""),
            control="300",
        ),
        "paused: play resumes",
    ),
    "a fallen flag": (after((100, "", "black"), (3100, "", "black"), control="3"), "0-1: White's flag fell"),
    "a mate": (
        after(*MATE, start=BACK_RANK),
        "1-0: Black is checkmated",
    ),
}


PINNED = after(
    *((100, "e2", ""), (120, "", ""), (200, "c3", ""), (220, "", ""), (1200, "", "")),
    start="k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1",
)
WORDS["an illegal move and why"] = (
    PINNED,
    "the knight on e2 is pinned to the king by the rook on e8; take away c3, put back e2",
)
WORDS["why, in French"] = (
    PINNED._replace(terms=replace(PINNED.terms, language="fr")),
    "le cavalier en e2 est cloué sur le roi par la tour en e8 ; libérez c3, remettez ce qui manque en e2",
)


@pytest.mark.parametrize(("table", "said"), WORDS.values(), ids=WORDS)
def test_words(table: Table, said: str) -> None:
    """One line says the most pressing thing."""
    assert words(table) == said


def hands(table: Table, *squares: str) -> Table:
    """The table when the reeds of these squares have changed, one after the other."""
    reeds, now_ms = table.board.reeds.settled, 10_000
    for square in squares:
        reeds ^= squares_of(square)
        for later_ms in (0, 20):
            table, _ = step(table, Scanned(reeds), now_ms + later_ms)
        now_ms += 100
    return table


START = after()
TO_PLAY = START._replace(
    seen=START.seen._replace(agreed=Agreed(chess.WHITE, START.line, chess.Move.from_uci("g1f3")))
)

LAMPS = {
    "nothing": (after(), {}),
    "the last move": (after(*E4), {"e2": Lamp.LAST_MOVE, "e4": Lamp.LAST_MOVE}),
    "a piece in the air": (after(*E4[:2]), {"e2": Lamp.LIFTED}),
    "the king in check": (
        after(*QE1, start=CHECKED),
        {"e2": Lamp.LAST_MOVE, "e1": Lamp.GIVES_CHECK, "h1": Lamp.CHECK},
    ),
    "a promotion": (after(*A8, start=PROMOTES), {"a7": Lamp.LAST_MOVE, "a8": Lamp.PROMOTION}),
    "what is missing and what is too much": (after(*WRONG), {"e2": Lamp.MISSING, "e5": Lamp.TOO_MUCH}),
    "the reason": (PINNED, {"e2": Lamp.MISSING, "c3": Lamp.TOO_MUCH, "e8": Lamp.REASON}),
    "a won game": (
        after(*MATE, start=BACK_RANK),
        {"e1": Lamp.LAST_MOVE, "e8": Lamp.GIVES_CHECK, "g8": Lamp.CHECK, "a1": Lamp.RESULT},
    ),
    "the move to make": (TO_PLAY, {"g1": Lamp.TO_LIFT, "f3": Lamp.TO_PLACE}),
    "the move to make, begun": (hands(TO_PLAY, "g1"), {"g1": Lamp.LIFTED, "f3": Lamp.TO_PLACE}),
    "the move to make, made": (
        hands(TO_PLAY, "g1", "f3"),
        {"g1": Lamp.LAST_MOVE, "f3": Lamp.LAST_MOVE},
    ),
    "another piece than the one to move": (
        hands(TO_PLAY, "g1", "e5"),
        {"g1": Lamp.MISSING, "e5": Lamp.TOO_MUCH},
    ),
    "what is missing at the start": (after(closed="e2 e5"), {"e2": Lamp.MISSING, "e5": Lamp.TOO_MUCH}),
}


@pytest.mark.parametrize(("table", "lit"), LAMPS.values(), ids=LAMPS)
def test_lamps(table: Table, lit: dict[str, Lamp]) -> None:
    """Each square bears the most pressing of its meanings."""
    assert lamps(table) == lit


def test_after_the_result_pieces_that_are_put_away_light_nothing() -> None:
    """The board is no longer wrong, whatever is taken off it."""
    mated = after(*MATE, start=BACK_RANK)
    before = lamps(mated)
    swept, _ = step(mated, Scanned(0), 2000)
    swept, _ = step(swept, Scanned(0), 2020)
    assert lamps(swept) == before


def faces(shown: View) -> tuple[object, object]:
    """White's and Black's face."""
    return shown.white, shown.black


def test_faces_without_a_clock() -> None:
    """They say that there is none."""
    assert faces(view(after(), 0)) == (words_face("----"), words_face("----"))


def test_faces_while_a_clock_runs() -> None:
    """The running side is bright and counts; the view says when the next digit falls."""
    shown = view(after((1000, "", "black"), control="300"), 3500)
    running = clock_face(SideReading(297_500), Going.RUNS, 20)
    standing = clock_face(SideReading(300_000), Going.STANDS, 20)
    assert faces(shown) == (running, standing)
    assert shown.changes_at_ms == 4000


def test_no_face_changes_while_no_clock_runs() -> None:
    """Nothing has to be shown again by itself."""
    assert view(after(control="300"), 500).changes_at_ms is None


def test_the_result_stands_on_the_faces() -> None:
    """Each side sees its own score, and the flag stays on the side that fell."""
    fallen = after((100, "", "black"), (3100, "", "black"), control="3")
    assert faces(view(fallen, 99_000)) == (words_face("FLAG"), words_face(" 1  "))
    mated = after(*MATE, start=BACK_RANK)
    assert faces(view(mated, 99_000)) == (words_face(" 1  "), words_face(" 0  "))


def test_a_promotion_is_offered_on_its_sides_face() -> None:
    """With the letter of the piece."""
    shown = view(after(*A8, start=PROMOTES), 500)
    assert faces(shown) == (words_face("Pr-q"), words_face("----"))


def test_a_refused_press_is_shown_for_a_while() -> None:
    """On the face of who pressed; then his time is there again."""
    refused = after((100, "", "black"), (200, "", "white"), control="300")
    assert view(refused, 300).white == words_face(" no ")
    later, _ = step(refused, Scanned(chess.Board().occupied, Button.WHITE), 5000)
    assert view(later, 5000).white == clock_face(SideReading(295_100), Going.RUNS, 20)
