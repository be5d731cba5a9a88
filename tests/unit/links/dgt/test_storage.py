"""The board stores what has changed, for those who ask later."""

import dataclasses

from jadoube.core.pages.link_view import LinkClock
from jadoube.links.dgt.storage import CAPACITY, Storage
from shared.links.shown_views import lifted, view_after

WHITE, BLACK = (LinkClock(300_000, 300_000, side, started=True) for side in ("white", "black"))


def test_power_up_the_pieces_and_the_start_position() -> None:
    """Three blanks, the mark, a tag for each piece; the last mark says that a game can begin."""
    stream = Storage().seen(view_after()).stream
    assert stream[:8].hex(" ") == "7f 7f 7f 6a 48 00 59 01"
    assert stream[-3:].hex(" ") == "52 3f 6f"
    assert len(stream) == 4 + 32 * 2 + 1


def test_a_ply_is_stored_with_its_time() -> None:
    """Fields that change soon after each other are marked; the halted clock's time is stored."""
    before = Storage().seen(view_after(clock=WHITE))
    taken = before.seen(lifted(view_after(clock=WHITE), "e2", at_ms=1000))
    put = taken.seen(view_after("e2e4", clock=WHITE, at_ms=1200))
    pressed = put.seen(view_after("e2e4", clock=BLACK, at_ms=2000))
    assert pressed.stream[len(before.stream) :].hex(" ") == "40 34 51 24 70 05 00"
    assert pressed.seen(view_after("e2e4", clock=BLACK, at_ms=3000)) is pressed


def test_changes_are_sent_once_and_again() -> None:
    """What a bus has been sent is kept until the next time."""
    stored = Storage().seen(view_after()).sent()
    assert len(stored.last_sent) == 4 + 32 * 2 + 1 - 4
    moved = stored.seen(view_after("e2e4", at_ms=1000))
    sent = moved.sent()
    assert sent.last_sent.hex(" ") == "40 34 51 24"
    assert sent.sent().last_sent == b""


def test_a_game_is_sent_from_its_beginning() -> None:
    """The mark, all pieces, and the changes that were sent already."""
    stored = Storage().seen(view_after())
    assert stored.since_beginning() == b""
    begun = stored.begun().sent().seen(view_after("e2e4", at_ms=1000))
    assert begun.since_beginning()[:3].hex(" ") == "7b 48 00"
    assert begun.since_beginning()[-1:].hex() == "6f"
    assert begun.sent().since_beginning()[-5:].hex(" ") == "6f 40 34 51 24"


def test_an_empty_board_is_a_mark() -> None:
    """As when the pieces are put away."""
    empty = dataclasses.replace(view_after(), pieces="." * 64)
    assert Storage().seen(view_after()).seen(empty).stream[-1] == 0x6D


def test_all_of_it_has_always_the_same_length() -> None:
    """The oldest is forgotten; what a bus may ask for is forgotten with it."""
    stored = Storage().seen(view_after()).begun()
    assert (len(stored.whole()), stored.whole()[:1], stored.whole()[-1:]) == (CAPACITY, b"\x7f", b"\x6b")
    for count in range(1, 2001):
        view = view_after("e2e4") if count % 2 else view_after()
        stored = stored.seen(dataclasses.replace(view, at_ms=count * 1000))
    assert len(stored.stream) == CAPACITY == len(stored.whole())
    assert stored.since_beginning() == b""
    assert stored.unsent <= CAPACITY
    assert len(stored.sent().last_sent) <= CAPACITY
