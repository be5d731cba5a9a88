"""The player against the model of Lichess, over real sockets and TLS: a game, and each thing that goes wrong.

The time of the model and of the player is the loop's; what waits for so long that a test would stand still is
set shorter, and nothing waits for a time by itself: each step waits for what it claims.
"""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import chess
import pytest

from jadoube.local.desk_lines import DeskError
from jadoube.online.lichess import client as client_module
from jadoube.online.lichess.play import player as player_module
from jadoube.online.lichess.play import reconcile, words
from jadoube.online.lichess.play.chat import Chat
from jadoube.online.lichess.play.reconcile import BoardGame
from jadoube.online.lichess.play.server_game import ChatLine
from jadoube.online.secrets import TOKEN_NAME, Secret
from shared.lichess.games import Seat, ServedGame
from shared.lichess.table import TOKEN, Table, table

Play = Callable[[Callable[[Table], Coroutine[Any, Any, None]]], None]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Run a test's coroutine at a table."""

    def run(act: Callable[[Table], Coroutine[Any, Any, None]]) -> None:
        async def whole() -> None:
            async with table(tmp_path) as here:
                await act(here)

        asyncio.run(whole())

    return run


async def begun(here: Table, *moves: str, **more: Any) -> ServedGame:
    """A game in which the board's player has White, after these plies, the board's with it."""
    game = await here.begun(**more)
    for number, uci in enumerate(moves):
        if number % 2 == 0:
            here.hand(uci)
        else:
            game.move(chess.BLACK, uci)
            await here.is_so(lambda: here.board.told)
            here.hand()
        await here.at_server(game, *moves[: number + 1])
    return game


def commands(here: Table) -> list[str]:
    """What was asked of the server in a game, by the ends of the paths."""
    start = "/api/board/game/Game0001/"
    asked = (path for method, path in here.server.seen if method == "POST")
    return [path.removeprefix(start) for path in asked if path.startswith(start)]


def test_a_game_from_the_first_ply_to_the_mate(play: Play) -> None:
    """One request at a time; each ply once, with the token in its header alone."""

    async def act(here: Table) -> None:
        game = await begun(here, "f2f3", "e7e5", "g2g4")
        game.move(chess.BLACK, "d8h4")
        await here.is_so(lambda: here.board.result == "0-1")
        assert here.board.told == "d8h4"
        assert commands(here) == ["move/f2f3", "move/g2g4"]
        assert [each for each in here.orders if not each.startswith("clocks")] == [
            f"join lichess:{game.game_id} black 600+0",
            "told 2 e7e5",
            "told 4 d8h4",
            "ended 0-1 mate",
        ]
        assert here.server.most_at_once == 1
        assert all(TOKEN.reveal() not in path for _, path in here.server.seen)
        assert here.player.status()["state"] == "idle"

    play(act)


@pytest.mark.parametrize("loss", ["request", "answer", "502"])
def test_a_ply_whose_answer_is_lost_is_made_once(play: Play, loss: str) -> None:
    """The game is read again before it is sent once more, or not."""

    async def act(here: Table) -> None:
        game = await begun(here)
        here.server.losses = [loss]
        here.hand("e2e4")
        await here.at_server(game, "e2e4")
        game.move(chess.BLACK, "e7e5")
        await here.is_so(lambda: here.board.told == "e7e5")
        assert commands(here).count("move/e2e4") == (1 if loss == "answer" else 2)
        assert game.by == [(chess.WHITE, "e2e4"), (chess.BLACK, "e7e5")]

    play(act)


def test_a_network_that_goes_and_comes_back(play: Play) -> None:
    """It is said; what happened meanwhile on both sides arrives, each ply once."""

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4")
        here.server.down = True
        here.server.cut()
        await here.is_so(lambda: here.player.status()["state"] == "no-network")
        assert here.player.status()["problem"] in (words.SILENT, words.NO_NETWORK)
        game.move(chess.BLACK, "e7e5")
        here.server.down = False
        await here.is_so(lambda: here.board.told == "e7e5")
        here.hand()
        here.hand("g1f3")
        await here.at_server(game, "e2e4", "e7e5", "g1f3")
        await here.problem(None)
        assert commands(here) == ["move/e2e4", "move/g1f3"]

    play(act)


def test_the_board_is_told_that_lichess_lacks_a_ply(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing can be sent, also in the minute after too many requests; and when it is over."""
    monkeypatch.setattr(reconcile, "CUT_OFF_MS", 50)
    monkeypatch.setattr("jadoube.online.backoff.TOO_MANY_MS", 300)

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4", "e7e5")
        here.server.losses = ["429"]
        here.hand("g1f3")
        await here.is_so(lambda: here.board.cut_off == 3)
        assert here.orders[-1].startswith("clocks ")
        assert here.orders[-1].endswith(" white")
        await here.at_server(game, "e2e4", "e7e5", "g1f3")
        await here.is_so(lambda: here.board.cut_off is None and here.orders[-1].endswith(" black"))
        here.server.down = True
        here.server.cut()
        await here.is_so(lambda: here.board.cut_off == 0)
        here.server.down = False
        await here.is_so(lambda: here.board.cut_off is None)

    play(act)


def test_a_stream_that_says_nothing_is_dead(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even that it lives: it is opened anew."""
    monkeypatch.setattr(client_module, "SILENCE_S", 0.5)

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4")
        here.server.silent = True
        game.move(chess.BLACK, "e7e5")
        await here.is_so(lambda: here.player.status()["problem"] == words.SILENT)
        here.server.silent = False
        await here.is_so(lambda: here.board.told == "e7e5")

    play(act)


def test_a_lost_message_is_looked_for(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ply that was taken and does not show: the game is read again, the ply not sent."""
    monkeypatch.setattr(reconcile, "SHOWS_MS", 50)

    async def act(here: Table) -> None:
        game = await begun(here)
        tell = game.tell.pop()
        here.hand("e2e4")
        await here.at_server(game, "e2e4")
        looks = here.server.seen.count(("GET", f"/api/board/game/stream/{game.game_id}"))
        game.tell.append(tell)
        await here.is_so(
            lambda: here.server.seen.count(("GET", f"/api/board/game/stream/{game.game_id}")) > looks
        )
        game.move(chess.BLACK, "e7e5")
        await here.is_so(lambda: here.board.told == "e7e5")
        assert commands(here) == ["move/e2e4"]

    play(act)


def test_an_end_that_the_games_stream_does_not_tell(play: Play) -> None:
    """The stream of events does; the clocks of the end are read before it is told."""

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4", "e7e5")
        game.silent_end = True
        await here.is_so(lambda: game.times_ms()[chess.WHITE] < game.left_ms[chess.WHITE] - 20)
        game.resign(chess.BLACK)
        await here.is_so(lambda: here.board.result == "1-0")
        left_ms = game.left_ms
        last = f"clocks {left_ms[chess.WHITE]} {left_ms[chess.BLACK]} none"
        assert here.orders[-2:] == [last, "ended 1-0 resign"]

    play(act)


def test_takebacks_both_ways(play: Play) -> None:
    """Asked for at the board, and agreed to there; nothing that was taken back comes back."""

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4", "e7e5")
        here.show(asks_back=True)
        await here.is_so(lambda: chess.WHITE in game.asks)
        game.takeback(chess.BLACK, yes=True)
        await here.is_so(lambda: here.board.moves == ())
        here.hand("d2d4")
        await here.at_server(game, "d2d4")
        game.takeback(chess.BLACK, yes=True)
        game.move(chess.BLACK, "d7d5")
        await here.is_so(lambda: here.board.told)
        here.hand()
        game.takeback(chess.BLACK, yes=True)
        await here.is_so(lambda: here.board.opponent_asks_back)
        here.show(asks_back=True, opponent_asks_back=False)
        await here.is_so(lambda: here.board.moves == ("d2d4",))
        await here.at_server(game, "d2d4")
        assert commands(here) == [
            *("move/e2e4", "takeback/yes", "move/d2d4", "takeback/yes"),
        ]

    play(act)


def test_a_draw_offered_and_accepted(play: Play) -> None:
    """The opponent's offer appears on the board; the player's answer ends the game."""

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4", "e7e5")
        game.draw(chess.BLACK, yes=True)
        await here.is_so(lambda: here.board.offer == chess.BLACK)
        here.show(offer=None, accepts_draw=True, result="1/2-1/2")
        await here.is_so(lambda: game.status == "draw")

    play(act)


def test_an_opponent_who_leaves(play: Play) -> None:
    """He is away, and his game can be claimed; too early it is refused in words."""

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4", "e7e5")
        with pytest.raises(DeskError, match="has not left"):
            await here.player.claim()
        game.leaves(chess.BLACK, 0)
        await here.is_so(lambda: "gone 0" in here.orders)
        assert here.player.status()["game"]["gone_s"] == 0
        await here.player.claim()
        await here.is_so(lambda: here.board.result == "1-0")
        assert "ended 1-0 timeout" in here.orders

    play(act)


def test_too_many_requests(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said, and nothing is asked until the minute is over; the ply is then made."""
    monkeypatch.setattr("jadoube.online.backoff.TOO_MANY_MS", 100)

    async def act(here: Table) -> None:
        game = await begun(here)
        here.server.losses = ["429"]
        here.hand("e2e4")
        await here.problem(words.TOO_MANY)
        await here.at_server(game, "e2e4")
        await here.problem(None)

    play(act)


def test_castling_as_lichess_writes_it(play: Play) -> None:
    """The board sends e1g1, the server tells e1h1: one and the same."""

    async def act(here: Table) -> None:
        line = ("e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1")
        game = await begun(here, *line)
        assert game.moves()[-1] == "e1h1"
        game.move(chess.BLACK, "e8g8")
        await here.is_so(lambda: here.board.told == "e8g8")
        assert here.player.status()["problem"] is None

    play(act)


def test_a_token_that_is_refused(play: Play) -> None:
    """It is said, and another one is tried at once."""

    async def act(here: Table) -> None:
        game = await begun(here)
        here.server.tokens.clear()
        here.server.cut()
        await here.problem(words.WRONG_TOKEN)
        assert here.player.status()["state"] == "refused"
        asked = len(here.server.seen)
        here.server.tokens["lip_other"] = frozenset({"board:play"})
        here.secrets.put(TOKEN_NAME, Secret("lip_other"))
        here.player.start()
        await here.is_so(lambda: game.game_id in here.server.present)
        assert len(here.server.seen) <= asked + 3

    play(act)


def test_without_a_token_nothing_is_asked(tmp_path: Path) -> None:
    """And it is said."""

    async def act() -> None:
        async with table(tmp_path) as here:
            here.secrets.forget(TOKEN_NAME)
            with pytest.raises(DeskError, match="No Lichess token"):
                await here.player.seek(10, 0)
            assert here.player.status()["state"] == "no-token"

    asyncio.run(act())


def test_a_seek_is_held_until_somebody_comes(play: Play) -> None:
    """Cancelling closes it; too fast ones are refused before anything is sent."""

    async def act(here: Table) -> None:
        with pytest.raises(DeskError, match="at least 8 minutes"):
            await here.player.seek(5, 3)
        await here.player.seek(5, 5)
        await here.is_so(lambda: here.server.held)
        assert here.player.status()["state"] == "seeking"
        asked = {"time": "5", "increment": "5", "rated": "false", "variant": "standard"}
        assert here.server.forms[-1] == asked
        await here.player.cancel()
        await here.is_so(lambda: not here.server.held)
        await here.player.seek(10, 0)
        await here.is_so(lambda: here.server.held)
        await here.joined(here.server.begin())
        with pytest.raises(DeskError, match="being played"):
            await here.player.seek(10, 0)

    play(act)


def test_challenges_both_ways(play: Play) -> None:
    """One that is declined is said so; one that comes can be accepted."""

    async def act(here: Table) -> None:
        await here.player.challenge("Cleo", 3, 0, color="white")
        await here.is_so(lambda: here.server.held)
        assert here.player.status()["state"] == "challenging"
        here.server.end_held("declined")
        await here.problem(words.NOT_ACCEPTED)
        challenge_id = here.server.challenged()
        await here.is_so(lambda: here.player.status()["challenges"])
        assert here.player.status()["challenges"][0]["who"] == "Cleo"
        await here.player.accept(challenge_id)
        await here.is_so(lambda: here.board.game)
        assert here.player.status()["game"]["side"] == "black"
        assert here.player.status()["challenges"] == []

    play(act)


def test_a_game_against_the_computer_and_another_one(play: Play) -> None:
    """Without clock; the rematch has the other colour."""

    async def act(here: Table) -> None:
        await here.player.ai(3)
        await here.is_so(lambda: here.board.game)
        assert here.orders[0].endswith(" -")
        assert here.player.status()["game"]["opponent"]["ai_level"] == 3
        here.hand("e2e4")
        await here.is_so(lambda: here.board.told)
        here.hand()
        here.show(resigned=True, result="0-1")
        await here.is_so(lambda: here.player.status()["state"] == "idle")
        await here.player.rematch()
        await here.is_so(lambda: here.player.status()["game"]["side"] == "black")

    play(act)


def test_a_game_is_aborted_and_the_next_one_begins(play: Play) -> None:
    """The board is told, and then plays the other one."""

    async def act(here: Table) -> None:
        await begun(here)
        await here.player.abort()
        await here.is_so(lambda: here.board.result == "*")
        await here.joined(here.server.begin(chess.BLACK, Seat("Dan")))
        assert here.player.status()["game"]["opponent"]["name"] == "Dan"

    play(act)


def test_an_order_that_the_board_refuses_is_tried_again(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said why."""
    monkeypatch.setattr(player_module, "AGAIN_MS", 20)

    async def act(here: Table) -> None:
        here.refuses = "a game is being played"
        await here.is_so(lambda: here.player.listens)
        game = here.server.begin()
        await here.problem(words.board_refuses("a game is being played"))
        here.refuses = None
        await here.joined(game)
        await here.problem(None)

    play(act)


def test_an_order_that_the_board_refuses_waits(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although the board shows the refusal, which wakes the player each time."""
    monkeypatch.setattr(player_module, "AGAIN_MS", 200)

    async def act(here: Table) -> None:
        loop = asyncio.get_running_loop()
        here.refuses = "a game is being played"
        await here.is_so(lambda: here.player.listens)
        since_s = loop.time()
        here.server.begin()
        await here.is_so(lambda: len(here.orders) >= 4)
        assert loop.time() - since_s > 3 * 0.190

    play(act)


def test_a_game_that_the_board_does_not_join_can_be_resigned(play: Play) -> None:
    """From the page: its clock runs."""

    async def act(here: Table) -> None:
        here.refuses = "a game is being played"
        await here.is_so(lambda: here.player.listens)
        game = here.server.begin(chess.BLACK)
        await here.is_so(lambda: here.player.status()["game"])
        assert here.player.status()["game"]["first_move_s"] in range(10, 21)
        await here.is_so(lambda: game.game_id in here.server.present and here.orders)
        await here.player.resign()
        await here.is_so(lambda: game.over and here.player.status()["state"] == "idle")

    play(act)


def test_what_is_not_understood_is_look_again(play: Play) -> None:
    """A bad message ends nothing."""

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4")
        game.tell[0]({"type": "gameState", "moves": "e2e5", "status": "started", "wtime": 1, "btime": 1})
        game.move(chess.BLACK, "e7e5")
        await here.is_so(lambda: here.board.told == "e7e5")

    play(act)


def test_a_lost_answer_is_no_lost_network_for_long(play: Play) -> None:
    """The next keep-alive shows that Lichess is there."""

    async def act(here: Table) -> None:
        await begun(here)
        here.server.losses = ["answer"]
        with pytest.raises(DeskError, match="silent"):
            await here.player.chat("Hello")
        await here.problem(None)
        assert here.server.chats == ["Hello"]

    play(act)


def test_chat(play: Play) -> None:
    """Both see it; what is too long is not sent."""

    async def act(here: Table) -> None:
        game = await begun(here)
        await here.player.chat("Hello")
        game.chat("Bert", "Hi")
        await here.is_so(lambda: len(here.player.status()["chat"]) == 2)
        assert here.player.status()["chat"][1] == {"who": "Bert", "text": "Hi"}
        with pytest.raises(DeskError, match="1 to 140"):
            await here.player.chat("x" * 141)

    play(act)


def test_what_was_written_before_the_board_joined(play: Play) -> None:
    """It is shown, each line once, also after the stream was cut."""

    async def act(here: Table) -> None:
        await here.is_so(lambda: here.player.listens)
        game = here.server.begin()
        game.chat("Bert", "Good luck!")
        assert not here.server.present
        await here.joined(game)
        await here.is_so(lambda: len(here.player.status()["chat"]) == 1)
        game.chat("Bert", "Hello?")
        await here.is_so(lambda: len(here.player.status()["chat"]) == 2)
        here.server.cut()
        game.chat("Bert", "Are you there?")
        await here.is_so(lambda: len(here.player.status()["chat"]) == 3)
        texts = ["Good luck!", "Hello?", "Are you there?"]
        assert here.player.status()["chat"] == [{"who": "Bert", "text": text} for text in texts]

    play(act)


@pytest.mark.parametrize(("whole", "shown"), [("", "bc"), ("a", "abc"), ("ab", "abc"), ("abc", "abc")])
def test_the_whole_chat_and_what_is_heard_meanwhile(whole: str, shown: str) -> None:
    """The answer may have some of the lines that the stream tells, too: each is there once."""
    chat = Chat()
    chat.opens()
    for text in "bc":
        chat.hear(ChatLine("Bert", text))
    chat.take_whole([ChatLine("bert", text) for text in whole])
    assert "".join(each.text for each in chat.lines) == shown


async def met_by_a_board(here: Table, *, other: bool, ended: bool) -> ServedGame:
    """The board has a game when the player comes; perhaps another one runs, or it has ended meanwhile."""
    await here.player.stop()
    if other:
        here.server.begin(chess.BLACK, Seat("Dan"))
    game = here.server.begin()
    game.move(chess.WHITE, "e2e4")
    here.board = BoardGame(f"lichess:{game.game_id}", chess.BLACK, ("e2e4",))
    game.move(chess.BLACK, "e7e5")
    if ended:
        game.resign(chess.BLACK)
    here.player.start()
    return game


@pytest.mark.parametrize("other", [True, False])
@pytest.mark.parametrize("ended", [True, False])
def test_the_boards_game_is_the_one_that_is_followed(play: Play, *, other: bool, ended: bool) -> None:
    """After a restart, whatever else runs; also one that has ended meanwhile, to its end."""

    async def act(here: Table) -> None:
        await met_by_a_board(here, other=other, ended=ended)
        await here.is_so(lambda: here.player.status()["state"] == "idle")
        here.player.take(here.board)
        await here.is_so(lambda: here.board.told == "e7e5")
        await here.is_so(lambda: here.board.result == "1-0" or not ended)
        assert not [each for each in here.orders if each.startswith("join")]

    play(act)


def test_a_game_that_ends_while_the_board_is_away(play: Play) -> None:
    """The board has its end before another one is joined."""

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4", "e7e5")
        here.refuses = "away"
        game.resign(chess.BLACK)
        other = here.server.begin(chess.BLACK)
        await here.is_so(lambda: "ended 1-0 resign" in here.orders)
        here.refuses = None
        await here.joined(other)
        assert here.orders.index("ended 1-0 resign") < here.orders.index(
            f"join lichess:{other.game_id} white 600+0"
        )

    play(act)


def test_older_games_are_not_played_unasked(play: Play) -> None:
    """One that ran before the stream was opened; a search goes on beside it, and finds another one."""

    async def act(here: Table) -> None:
        await here.player.stop()
        older = here.server.begin(chess.BLACK, Seat("Dan"))
        here.player.take(here.board)
        await here.player.seek(10, 0)
        await here.is_so(lambda: here.server.held)
        assert here.player.status()["state"] == "seeking"
        await here.joined(here.server.begin())
        assert here.player.status()["game"]["opponent"]["name"] == "Bert"
        assert older.game_id not in here.server.present

    play(act)


def test_a_game_that_a_lost_connection_hid_is_played(play: Play) -> None:
    """It began after the search for it, while nothing was heard."""

    async def act(here: Table) -> None:
        await here.player.seek(10, 0)
        await here.is_so(lambda: here.server.held)
        here.server.down = True
        here.server.cut()
        await here.is_so(lambda: not here.player.listens)
        game = here.server.begin()
        here.server.down = False
        await here.joined(game)

    play(act)


def test_days_for_a_move_are_not_played_here(play: Play) -> None:
    """It is said."""

    async def act(here: Table) -> None:
        await here.is_so(lambda: here.player.listens)
        here.server.begin(speed="correspondence", initial_ms=None)
        await here.problem(words.NOT_PLAYABLE)
        here.server.games["Game0001"].resign(chess.WHITE)
        await here.problem(None)

    play(act)


@pytest.mark.parametrize(
    "odd",
    [
        '{"type":"gameStart","game":{"gameId":"\u00e9\u00e9","color":"white"}}',
        '{"type":"gameStart","game":{"gameId":"AbCdEfGhAbCdEfGhA","color":"white"}}',
        '{"type":"challenge","challenge":{"id":"\u00e9","challenger":{"name":"Cleo"}}}',
        '{"type":"gameFinish","game":{"gameId":[],"status":[]}}',
    ],
)
def test_an_odd_event_ends_nothing(play: Play, odd: str) -> None:
    """Nobody is offered to play it, and the next game is played."""

    async def act(here: Table) -> None:
        await here.is_so(lambda: here.player.listens)
        here.server.odd_event(odd)
        await here.joined(here.server.begin())
        assert here.player.status()["challenges"] == []

    play(act)


def test_a_game_of_the_board_that_lichess_cannot_have_is_passed_over(play: Play) -> None:
    """Its name would lead to another path."""

    async def act(here: Table) -> None:
        here.show(game="lichess:../account")
        assert not here.player.board_plays
        here.show(game="")
        await here.begun()

    play(act)


def test_a_game_without_clock_against_a_person_is_not_repeated(play: Play) -> None:
    """It is said, and the page leaves the button out."""

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4", "e7e5", initial_ms=None)
        game.resign(chess.BLACK)
        await here.is_so(lambda: here.board.result == "1-0")
        assert here.player.status()["game"]["repeatable"] is False
        with pytest.raises(DeskError, match="whole minutes"):
            await here.player.rematch()

    play(act)


def test_nobody_is_looked_for_before_the_board_has_told_its_game(play: Play) -> None:
    """It may have one: then that is followed, and the search ends."""

    async def act(here: Table) -> None:
        game = await begun(here, "e2e4")
        await here.player.stop()
        await here.is_so(lambda: game.game_id not in here.server.present)
        with pytest.raises(DeskError, match="being played"):
            await here.player.seek(10, 0)
        here.player.start()
        here.player.take(here.board)
        await here.is_so(lambda: game.game_id in here.server.present)
        assert ("POST", "/api/board/seek") not in here.server.seen

    play(act)


def test_challenges_that_the_board_cannot_play(play: Play) -> None:
    """Without time at the start, or with days for a move: they are shown, to be declined."""

    async def act(here: Table) -> None:
        await here.is_so(lambda: here.player.listens)
        here.server.challenged("Cleo", {"type": "clock", "limit": 0, "increment": 10, "show": "0+10"})
        here.server.challenged("Dan", {"type": "correspondence", "daysPerTurn": 3})
        here.server.challenged("Eve")
        await here.is_so(lambda: len(here.player.status()["challenges"]) == 3)
        shown = {each["who"]: each["playable"] for each in here.player.status()["challenges"]}
        assert shown == {"Cleo": False, "Dan": False, "Eve": True}

    play(act)


def test_a_game_of_another_account_waits_for_its_token(play: Play) -> None:
    """It is said, and nothing else is played meanwhile."""

    async def act(here: Table) -> None:
        await here.is_so(lambda: here.player.listens)
        here.show(game="lichess:Game0001", side=chess.BLACK)
        await here.problem(words.UNKNOWN_GAME)
        game = here.server.begin()
        await here.is_so(lambda: game.game_id in here.server.present)
        await here.problem(None)

    play(act)
