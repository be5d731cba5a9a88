"""A program is shown every position, also one that came only with the reply; nothing else waits."""

import dataclasses

import pytest

from jadoube.core.pages.link_view import LinkView
from jadoube.links.paced import RESTS_MS, Paced
from jadoube.links.translation import Said
from shared.links.shown_views import lifted, view_after


@dataclasses.dataclass(frozen=True)
class Mirror:
    """A link that says what it is shown: the pieces; heard bytes are answered by the FEN."""

    due: int | None = None

    def hear(self, _data: bytes, view: LinkView) -> tuple["Mirror", Said]:
        """Answer by the position."""
        return self, Said((view.fen.encode(),))

    def show(self, view: LinkView) -> tuple["Mirror", Said]:
        """Tell the pieces."""
        return self, Said((view.pieces.encode(),))

    def due_ms(self) -> int | None:
        """As it was made."""
        return self.due


def shown(paced: Paced, view: LinkView) -> tuple[Paced, str]:
    """What the link is shown."""
    paced, said = paced.show(view)
    return paced, said.to_program[0].decode()


def begun(*moves: str) -> Paced:
    """A game whose position was shown."""
    return shown(Paced(Mirror()), view_after(*moves))[0]


E4, E4_E5 = view_after("e2e4"), view_after("e2e4", "e7e5")


def test_what_was_shown_in_full_does_not_wait() -> None:
    """A ply, and the reply's lift a moment later."""
    paced, pieces = shown(begun(), view_after("e2e4", at_ms=100))
    assert (pieces, paced.due_ms()) == (E4.pieces, None)
    reply = lifted(view_after("e2e4"), "e7", at_ms=110)
    assert shown(paced, reply)[1] == reply.pieces


def test_a_ply_that_was_known_before_it_is_shown_stands_for_its_while() -> None:
    """A promotion while its piece is chosen: the reply may begin a moment after the choice."""
    paced, _ = shown(begun(), lifted(view_after("e2e4"), "e4", at_ms=50))
    paced, pieces = shown(paced, view_after("e2e4", at_ms=100))
    assert (pieces, paced.due_ms()) == (E4.pieces, 100 + RESTS_MS)
    reply = lifted(view_after("e2e4"), "e7", at_ms=110)
    paced, pieces = shown(paced, reply)
    assert pieces == E4.pieces
    reply = dataclasses.replace(reply, at_ms=100 + RESTS_MS)
    paced, pieces = shown(paced, reply)
    assert (pieces, paced.due_ms()) == (reply.pieces, None)


def test_a_ply_that_is_known_with_the_reply_stands_first() -> None:
    """The reply's piece is in the hand already; it is shown when the position has stood."""
    reply = lifted(view_after("e2e4"), "e7", at_ms=100)
    paced, pieces = shown(begun(), reply)
    assert (pieces, paced.due_ms()) == (E4.pieces, 100 + RESTS_MS)
    paced, pieces = shown(paced, view_after("e2e4", "e7e5", at_ms=200))
    assert pieces == E4.pieces
    paced, pieces = shown(paced, view_after("e2e4", "e7e5", at_ms=100 + RESTS_MS))
    assert (pieces, paced.due_ms()) == (E4_E5.pieces, 100 + 2 * RESTS_MS)


def test_what_is_asked_meanwhile_is_that_position() -> None:
    """With its side to move, so that a move that is shown is one of it."""
    paced, _ = shown(begun(), lifted(view_after("e2e4"), "e7", at_ms=100))
    _, said = paced.hear(b"?", view_after("e2e4", "e7e5", at_ms=200))
    assert said.to_program == (E4.fen.encode(),)


def test_plies_in_one_scan_stand_one_after_the_other() -> None:
    """Each for its while, the last one too."""
    late = view_after("e2e4", "e7e5", "g1f3")
    paced, pieces = shown(begun(), dataclasses.replace(late, at_ms=100))
    assert pieces == E4.pieces
    paced, pieces = shown(paced, dataclasses.replace(late, at_ms=100 + RESTS_MS))
    assert (pieces, paced.due_ms()) == (E4_E5.pieces, 100 + 2 * RESTS_MS)
    paced, pieces = shown(paced, dataclasses.replace(late, at_ms=100 + 2 * RESTS_MS))
    assert (pieces, paced.due_ms()) == (late.pieces, 100 + 3 * RESTS_MS)


@pytest.mark.parametrize("square", ["e4", "d2"])
def test_a_piece_of_who_has_moved_is_no_reply(square: str) -> None:
    """It may go on to another square: the ply is shown when it stands."""
    again = lifted(view_after("e2e4"), square, at_ms=100)
    assert shown(begun(), again)[1] == again.pieces


def test_a_piece_that_moved_and_is_in_a_hand_with_another_has_not_stood() -> None:
    """It will move otherwise; the other piece is its victim. Unless that one is about to capture it."""
    otherwise = lifted(lifted(view_after("e2e4"), "e4"), "e7", at_ms=100)
    assert shown(begun(), otherwise)[1] == otherwise.pieces
    plies = ("e2e4", "d7d5", "e4d5")
    captured = lifted(lifted(view_after(*plies), "d5"), "d8", at_ms=100)
    assert shown(begun("e2e4", "d7d5"), captured)[1] == view_after(*plies).pieces


def test_a_move_that_is_taken_back_or_read_otherwise_is_shown_at_once() -> None:
    """What was shown is no part of the game any more."""
    paced = begun("e2e4", "e7e5")
    assert shown(paced, view_after("e2e4"))[1] == E4.pieces
    other = view_after("d2d4", "d7d5", "c2c4")
    assert shown(paced, other)[1] == other.pieces


def test_another_start_is_another_game() -> None:
    """So is the position after an irregular ply."""
    start = "7k/8/8/8/8/8/8/K7 w - - 0 1"
    other = view_after("a1a2", "h8h7", start=start)
    assert shown(begun(), other)[1] == other.pieces


def test_the_link_may_be_due_sooner() -> None:
    """The earlier of both counts."""
    assert Paced(Mirror(due=50)).due_ms() == 50
    paced = shown(Paced(Mirror(due=50)), view_after())[0]
    assert shown(paced, lifted(view_after("e2e4"), "e7", at_ms=10))[0].due_ms() == 50
