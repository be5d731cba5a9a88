"""What board and server are told, so that they have one game: case by case."""

import chess
import pytest

from jadoube.online.lichess.answers import Answer, Answered, NotSent, Unknown
from jadoube.online.lichess.play import words
from jadoube.online.lichess.play.reconcile import CUT_OFF_MS, SHOWS_MS, BoardGame, Command, Reconciler
from jadoube.online.lichess.play.server_game import Control, Gone, Opponent, ServerGame

NAME = "lichess:AbCdEfGh"
OPENING = ("e2e4", "e7e5", "g1f3", "b8c6")
OK = Answered(200, b'{"ok":true}')

BOARD = BoardGame(NAME)
"""The player has White; who plays Black sits at the server."""


def server(plies: int = 0, **more: object) -> ServerGame:
    """The game at the server, after so many plies of the opening."""
    game = ServerGame("AbCdEfGh", chess.WHITE, Opponent("Bert"), moves=OPENING[:plies])
    return game._replace(**more)  # type: ignore[arg-type]


def board(plies: int = 0, **more: object) -> BoardGame:
    """The game on the board."""
    return BOARD._replace(moves=OPENING[:plies], **more)  # type: ignore[arg-type]


def between(on_board: BoardGame, at_server: ServerGame) -> Reconciler:
    """Both, as they are first seen."""
    both = Reconciler()
    both.board_is(on_board)
    both.server_is(at_server)
    return both


def orders(both: Reconciler, now_ms: int = 0) -> list[str]:
    """The texts for the board."""
    return [each.text for each in both.plan(now_ms).orders]


def commands(both: Reconciler) -> list[str]:
    """The commands for Lichess."""
    return [f"{each.kind} {each.move}".strip() for each in both.plan(0).commands]


def end(both: Reconciler, answer: Answer = OK) -> Command:
    """The first command is sent and ends thus."""
    command = both.plan(0).commands[0]
    both.sent(command)
    assert not both.plan(0).commands
    both.answered(command, answer, 0)
    return command


def obey(both: Reconciler) -> list[str]:
    """The board carries out all orders."""
    given = []
    while plan := both.plan(0).orders:
        given.append(plan[0].text)
        both.obeyed(plan[0])
    return given


def test_a_game_begins_on_the_board() -> None:
    """With the opponent's side and the time control as PGN writes it; nothing is sent before."""
    game = server(control=Control(600_000, 5000), white_ms=600_000, black_ms=600_000)
    both = between(BoardGame(), game)
    assert orders(both) == [f"join {NAME} black 600+5"]
    assert commands(both) == []
    assert obey(both) == [f"join {NAME} black 600+5"]
    both.board_is(board())
    assert orders(both) == ["clocks 600000 600000 none"]
    assert orders(between(BoardGame(), server())) == [f"join {NAME} black -"]
    without = server(control=Control(0, 10_000))
    assert orders(between(BoardGame(), without)) == [f"join {NAME} black 10+10"]


def test_a_game_that_is_over_does_not_begin_on_the_board() -> None:
    """Nor one with other rules, which is said."""
    assert orders(between(BoardGame(), server(status="aborted"))) == []
    odd = between(BoardGame(), server(variant="crazyhouse"))
    assert orders(odd) == []
    assert odd.trouble == words.NOT_PLAYABLE


def test_the_players_ply_is_sent_once() -> None:
    """Not again while its answer, or the game with it, is on its way."""
    both = between(board(1), server())
    assert commands(both) == ["move e2e4"]
    assert end(both) == Command("move", "e2e4", 1)
    assert commands(both) == []
    both.board_is(board(1))
    assert commands(both) == []
    both.server_is(server(1))
    assert commands(both) == []
    assert orders(both) == []


def test_the_opponents_ply_is_told_and_waits_for_the_hand() -> None:
    """Also while the board has not said yet that it knows it."""
    both = between(board(1), server(2))
    assert obey(both) == ["told 2 e7e5"]
    both.board_is(board(1, told="e7e5"))
    assert orders(both) == []
    both.board_is(board(2))
    assert orders(both) == []


def test_a_jump_is_told_ply_by_ply() -> None:
    """After a lost connection, also plies that the player has made elsewhere."""
    both = between(board(1), server(4))
    assert obey(both) == ["told 2 e7e5"]
    both.board_is(board(1, told="e7e5"))
    both.board_is(board(2))
    assert obey(both) == ["told 3 g1f3"]
    both.board_is(board(3))
    assert obey(both) == ["told 4 b8c6"]


@pytest.mark.parametrize("told", ["", "e7e5"])
def test_a_takeback_shortens_the_board_and_nothing_is_sent_back(told: str) -> None:
    """Although the board still has plies that the server lacks."""
    plies = 1 if told else 2
    both = between(board(plies, told=told), server(2))
    both.server_is(server())
    assert commands(both) == []
    assert orders(both) == ["shorten 0"]
    both.board_is(board(plies, told=told))
    assert (commands(both), orders(both)) == ([], ["shorten 0"])
    both.board_is(board())
    assert (commands(both), orders(both), both.trouble) == ([], [], None)
    both.board_is(board(1))
    assert commands(both) == ["move e2e4"]


def test_where_both_differ_the_server_is_right() -> None:
    """It is said, and the board goes back to what is common."""
    both = between(BOARD._replace(moves=("d2d4",)), server(2))
    assert obey(both) == ["shorten 0", "told 1 e2e4"]
    assert both.trouble == words.CONTRADICTION
    other = between(BOARD._replace(moves=("e2e4", "c7c5")), server(1))
    assert orders(other) == ["shorten 1"]
    assert commands(other) == []


@pytest.mark.parametrize("answer", [Unknown(words.SILENT), Answered(502, b""), Answered(400, b"{}")])
def test_after_an_unknown_end_the_game_is_read_first(answer: Answer) -> None:
    """Only a look that began after it counts; then the ply is sent again if it is not there."""
    both = between(board(1), server())
    earlier = both.begin_look()
    end(both, answer)
    assert both.in_doubt
    assert commands(both) == []
    both.server_is(server(), earlier)
    both.server_is(server())
    assert commands(both) == []
    both.server_is(server(), both.begin_look())
    assert commands(both) == ["move e2e4"]
    end(both, Unknown(words.SILENT))
    both.server_is(server(1), both.begin_look())
    assert commands(both) == []


def test_what_was_not_sent_is_sent_again() -> None:
    """Without a look at the game; too many requests are not sent either."""
    both = between(board(1), server())
    end(both, NotSent(words.NO_NETWORK))
    assert commands(both) == ["move e2e4"]
    end(both, Answered(429, b""))
    assert (commands(both), both.failures) == (["move e2e4"], 2)
    assert both.trouble == words.TOO_MANY


def test_a_ply_that_was_taken_and_does_not_show_is_looked_for() -> None:
    """A stream may have lost a message."""
    both = between(board(1), server())
    end(both)
    assert both.look_due_ms() == SHOWS_MS
    both.look_again()
    assert both.look_due_ms() is None
    both.server_is(server(1), both.begin_look())
    assert (both.look_due_ms(), commands(both)) == (None, [])


def test_a_ply_that_was_taken_and_never_showed_was_taken_back() -> None:
    """It is not sent again; only a look that began after its answer can tell."""
    both = between(board(1), server())
    earlier = both.begin_look()
    end(both)
    both.server_is(server(), earlier)
    assert (commands(both), orders(both)) == ([], [])
    both.server_is(server(), both.begin_look())
    assert (commands(both), orders(both)) == ([], ["shorten 0"])


def test_clocks_are_told_after_each_state_as_they_are_now() -> None:
    """The one that runs has run on since it was heard; before two plies none runs."""
    control = Control(600_000, 0)
    game = server(2, control=control, white_ms=500_000, black_ms=400_000, heard_ms=1000)
    both = between(board(2), game)
    assert orders(both, 3500) == ["clocks 497500 400000 white"]
    obey(both)
    assert orders(both) == []
    both.server_is(game._replace(heard_ms=9000, white_ms=480_000))
    assert orders(both, 9000) == ["clocks 480000 400000 white"]
    early = between(board(1), server(1, control=control, white_ms=5, black_ms=6))
    assert orders(early, 60_000) == ["clocks 5 6 none"]


def test_the_opponents_draw_offer() -> None:
    """Shown once; what the player does about it is sent once."""
    offered = server(2, offers_draw=frozenset({chess.BLACK}))
    both = between(board(2), offered)
    assert obey(both) == ["draw offer black"]
    assert commands(both) == []
    both.board_is(board(2, offer=chess.BLACK))
    assert (orders(both), commands(both)) == ([], [])
    both.board_is(board(2))
    assert (orders(both), commands(both)) == ([], ["draw/no"])
    end(both)
    assert commands(both) == []
    both.board_is(board(2, accepts_draw=True, result="1/2-1/2"))
    assert commands(both) == ["draw/yes"]


def test_the_players_draw_offer() -> None:
    """Sent once; when it shows no more, the opponent has declined it."""
    both = between(board(2, offer=chess.WHITE), server(2))
    assert commands(both) == ["draw/yes"]
    end(both)
    assert commands(both) == []
    both.server_is(server(2, offers_draw=frozenset({chess.WHITE})))
    assert (commands(both), orders(both)) == ([], [])
    both.server_is(server(2))
    assert (commands(both), obey(both)) == ([], ["draw decline black"])


def test_the_opponent_asks_for_a_takeback() -> None:
    """The player agrees, or does not, or the opponent thinks better of it."""
    asked = server(2, asks_back=frozenset({chess.BLACK}))
    both = between(board(2), asked)
    assert obey(both) == ["asks back yes"]
    assert commands(both) == []
    both.board_is(board(2, opponent_asks_back=True))
    assert (orders(both), commands(both)) == ([], [])
    both.board_is(board(2, opponent_asks_back=True, asks_back=True))
    assert commands(both) == ["takeback/yes"]
    both.board_is(board(2))
    assert commands(both) == ["takeback/no"]
    both.board_is(board(2, opponent_asks_back=True))
    both.server_is(server(2))
    assert orders(both) == ["asks back no"]


def test_an_agreed_takeback_is_not_asked_for_again() -> None:
    """Although the board still asks until it has followed, and whatever became of the answer."""
    both = between(board(2, asks_back=True), server(2))
    end(both, Unknown(words.SILENT))
    both.server_is(server(1), both.begin_look())
    assert (commands(both), orders(both)) == ([], ["shorten 1"])
    both.board_is(board(1, asks_back=True))
    assert commands(both) == []
    both.board_is(board(1))
    both.board_is(board(1, asks_back=True))
    assert commands(both) == ["takeback/yes"]


def test_who_has_left_and_comes_back() -> None:
    """The seconds run."""
    both = between(board(2), server(2, gone=Gone(30, 1000)))
    assert orders(both, 6000) == ["gone 25"]
    obey(both)
    assert orders(both, 20_000) == []
    both.server_is(server(2))
    assert orders(both) == ["here"]


def test_claims_of_a_draw() -> None:
    """By the position, or since the opponent has left."""
    assert commands(between(board(2, claims="draw"), server(2))) == ["draw/yes"]
    assert commands(between(board(2, claims="draw"), server(2, gone=Gone(0, 0)))) == ["claim-draw"]


def test_resigning_comes_first() -> None:
    """Before a ply that was made with it."""
    assert commands(between(board(1, resigned=True, result="0-1"), server())) == ["resign", "move e2e4"]


def test_an_end_at_the_server_ends_it_on_the_board() -> None:
    """After the last ply is told; whatever the board has thought of it."""
    mated = server(2, status="mate", winner=chess.BLACK)
    both = between(board(1), mated)
    assert obey(both) == ["told 2 e7e5", "ended 0-1 mate"]
    both.board_is(board(1, told="e7e5", result="0-1"))
    assert (orders(both), commands(both)) == ([], [])
    assert orders(between(board(2, result="1-0"), mated)) == ["ended 0-1 mate"]
    late = between(board(3), server(2, status="outoftime", winner=chess.BLACK))
    assert (orders(late), late.trouble, commands(late)) == (["shorten 2", "ended 0-1 outoftime"], None, [])


CLOCKED = server(2, control=Control(600_000, 0), white_ms=500_000, black_ms=400_000)


def test_no_clocks_are_told_after_the_boards_end() -> None:
    """Nor who has left: the board refuses both. The end is compared all the same."""
    both = between(board(3), CLOCKED._replace(status="resign", winner=chess.BLACK))
    assert obey(both) == ["shorten 2", "clocks 500000 400000 none", "ended 0-1 resign"]
    both.board_is(board(2, result="0-1"))
    both.server_is(both.server._replace(white_ms=499_000, heard_ms=9))  # type: ignore[union-attr]
    assert orders(both) == []
    early = between(board(2, result="0-1"), CLOCKED._replace(gone=Gone(30, 0)))
    assert orders(early) == []
    early.server_is(CLOCKED._replace(status="draw"))
    assert orders(early) == ["ended 1/2-1/2 draw"]


def test_a_server_that_is_not_reached_is_said_after_a_while() -> None:
    """With the ply that it lacks, and the player's clock, which runs there; once, and when it is over."""
    both = between(board(3), CLOCKED)
    both.reached = False
    assert orders(both, 1000) == []
    due_ms = 1000 + CUT_OFF_MS
    assert both.cut_off_due_ms() == due_ms
    assert orders(both, due_ms - 1) == []
    left_ms = 500_000 - due_ms
    assert orders(both, due_ms) == ["cut off 3", f"clocks {left_ms} 400000 white"]
    for each in both.plan(due_ms).orders:
        both.obeyed(each)
    both.board_is(board(3, cut_off=3))
    assert orders(both, due_ms + 1) == []
    both.reached = True
    both.server_is(CLOCKED._replace(moves=OPENING[:3], white_ms=490_000, heard_ms=9000))
    assert orders(both, 9000) == ["reached", "clocks 490000 400000 black"]
    assert both.cut_off_due_ms() is None


def test_what_is_said_of_the_server_is_compared_with_the_board() -> None:
    """Also a ply that is not taken; and before the game is read, after a restart."""
    slow = between(board(3), server(2))
    assert orders(slow, 0) == []
    assert orders(slow, CUT_OFF_MS) == ["cut off 3"]
    again = Reconciler()
    again.reached = False
    again.board_is(board(3))
    assert orders(again, 0) == []
    assert orders(again, CUT_OFF_MS) == ["cut off"]
    again.board_is(board(3, cut_off=0))
    assert orders(again, CUT_OFF_MS) == []
    again.board_is(board(3, cut_off=0, result="1-0"))
    again.reached = True
    assert orders(again, CUT_OFF_MS) == []
    again.board_is(board(3, cut_off=0))
    assert orders(again, CUT_OFF_MS) == ["reached"]


def test_the_end_waits_for_the_whole_game() -> None:
    """Where another stream has told it: the clocks are not the last ones."""
    both = between(board(2), CLOCKED)
    obey(both)
    ended = CLOCKED._replace(status="resign", winner=chess.BLACK)
    both.server_is(ended)
    both.look_again()
    assert orders(both) == []
    both.server_is(ended._replace(white_ms=490_000), both.begin_look())
    assert orders(both) == ["clocks 490000 400000 none", "ended 0-1 resign"]


def test_another_game_forgets_the_one_before() -> None:
    """Such as a rematch."""
    both = between(board(2, result="0-1"), server(2, status="resign", winner=chess.BLACK))
    both.server_is(server()._replace(game_id="IjKlMnOp", side=chess.BLACK))
    assert obey(both) == ["join lichess:IjKlMnOp white -"]


@pytest.mark.parametrize("status", [401, 403])
def test_what_a_token_may_not_is_asked_again(status: int) -> None:
    """With another token it will be carried out: plies and all else."""
    both = between(board(2, resigned=True), server(2))
    end(both, Answered(status, b'{"error":"Missing scope"}'))
    assert commands(both) == ["resign"]
    moves = between(board(1), server())
    end(moves, Answered(status, b"{}"))
    assert (commands(moves), moves.in_doubt) == (["move e2e4"], False)


def test_a_takeback_that_is_declined() -> None:
    """The board is told, and asks no more; then it can agree to the opponent's."""
    both = between(board(2, asks_back=True), server(2))
    end(both)
    assert orders(both) == []
    both.server_is(server(2, asks_back=frozenset({chess.WHITE})))
    assert orders(both) == []
    both.server_is(server(2))
    assert obey(both) == ["declined"]
    both.board_is(board(2))
    assert (orders(both), commands(both)) == ([], [])
    both.server_is(server(2, asks_back=frozenset({chess.BLACK})))
    assert obey(both) == ["asks back yes"]
    both.board_is(board(2, asks_back=True, opponent_asks_back=True))
    assert (orders(both), commands(both)) == ([], ["takeback/yes"])


@pytest.mark.parametrize(
    ("wish", "gone", "kind"),
    [
        ({"accepts_draw": True}, None, "draw/yes"),
        ({"claims": "draw"}, None, "draw/yes"),
        ({"claims": "draw"}, Gone(0, 0), "claim-draw"),
        ({"resigned": True}, None, "resign"),
    ],
)
def test_a_wish_that_lichess_refuses(wish: dict[str, object], gone: Gone | None, kind: str) -> None:
    """It is sent once; the board is told, and may wish again."""
    both = between(board(2, **wish), server(2, gone=gone))
    obey(both)
    assert end(both, Answered(400, b'{"error":"too early"}')).kind == kind
    assert both.trouble == words.refused("too early")
    assert (obey(both), commands(both)) == (["declined"], [])
    both.board_is(board(2))
    assert orders(both) == []
    both.board_is(board(2, **wish))
    assert (orders(both), commands(both)) == ([], [kind])
