"""The board page of Lichess with this board: whole games, takebacks, lost connections, wrong moves."""

from collections.abc import Iterable

import chess

from jadoube.core.pages.link_view import LinkView
from jadoube.links.livechess.link import LiveChess, begin
from shared.lichess.board_page import BoardPage
from shared.links.shown_views import lifted, view_after


class Player:
    """A page, and the session that it has with the board."""

    def __init__(self, page: BoardPage, view: LinkView) -> None:
        self.page = page
        self.link: LiveChess = begin()
        self.view = view
        self._talk()

    def show(self, view: LinkView) -> None:
        """The board changes."""
        self.view = view
        self.link, said = self.link.show(view)
        self._hear(said.to_program)
        self._talk()

    def choose_game(self) -> None:
        """The page looks which game stands on the board."""
        self.page.choose_game()
        self._talk()

    def _talk(self) -> None:
        while self.page.outgoing:
            self.link, said = self.link.hear(self.page.outgoing.pop(0).encode(), self.view)
            self._hear(said.to_program)

    def _hear(self, messages: Iterable[bytes]) -> None:
        for each in messages:
            self.page.take(each.decode(), self.view.at_ms)


def test_the_player_moves_and_the_opponent_is_moved() -> None:
    """The player's move goes to Lichess once; the opponent's, made on the board, is an adjustment."""
    player = Player(BoardPage(chess.WHITE), view_after())
    player.choose_game()
    player.show(lifted(view_after(), "e2"))
    player.show(view_after("e2e4"))
    assert player.page.sent == ["e2e4"]
    player.page.moves.append("c7c5")
    player.show(lifted(view_after("e2e4"), "c7"))
    player.show(view_after("e2e4", "c7c5"))
    player.show(lifted(view_after("e2e4", "c7c5"), "g1"))
    player.show(view_after("e2e4", "c7c5", "g1f3"))
    assert player.page.sent == ["e2e4", "g1f3"]
    assert player.page.illegal == []


def test_a_game_waits_until_its_position_stands() -> None:
    """With another position on the board nothing is sent."""
    player = Player(BoardPage(chess.WHITE), view_after("d2d4"))
    player.choose_game()
    assert not player.page.attached
    player.show(view_after())
    player.choose_game()
    player.show(view_after("e2e4"))
    assert player.page.sent == ["e2e4"]


def test_a_wrong_move_of_the_opponent_is_announced_and_put_right() -> None:
    """The page calls it illegal once; taken back and made right, the game goes on."""
    player = Player(BoardPage(chess.WHITE), view_after())
    player.choose_game()
    player.show(view_after("e2e4"))
    player.page.moves.append("c7c5")
    player.show(view_after("e2e4", "e7e5"))
    assert player.page.illegal == ["e5"]
    player.show(view_after("e2e4"))
    player.show(view_after("e2e4", "c7c5"))
    player.show(view_after("e2e4", "c7c5", "g1f3"))
    assert player.page.sent == ["e2e4", "g1f3"]


def test_a_takeback_on_lichess() -> None:
    """What was taken back is not sent again, whether the hand follows at once or late."""
    player = Player(BoardPage(chess.WHITE), view_after())
    player.choose_game()
    player.show(view_after("e2e4"))
    player.page.moves.clear()
    player.page.send_set_up()
    player.show(view_after("e2e4"))
    assert player.page.sent == ["e2e4"]
    player.show(lifted(view_after("e2e4"), "e4"))
    player.show(view_after())
    player.show(view_after("d2d4"))
    assert player.page.sent == ["e2e4", "d2d4"]
    assert player.page.illegal == []


def test_a_move_made_while_the_page_was_away() -> None:
    """It connects again, sets up what Lichess knows, and hears of the move."""
    page = BoardPage(chess.BLACK)
    page.moves = ["e2e4"]
    page.attached = True
    player = Player(page, view_after("e2e4", "e7e5"))
    page.send_set_up()
    player.show(view_after("e2e4", "e7e5"))
    assert page.sent == ["e7e5"]


def test_two_moves_at_once_are_believed_after_a_while() -> None:
    """A page in quarantine sends the player's move when nothing else came for 2.5 s."""
    player = Player(BoardPage(chess.WHITE), view_after())
    player.choose_game()
    player.show(view_after("e2e4", "e7e5", at_ms=1000))
    assert player.page.sent == []
    player.page.moves = []
    player.page.wait_until(4000)
    assert player.page.sent == ["e2e4"]
