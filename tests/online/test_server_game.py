"""A game as Lichess tells it: what its messages mean, and that a bad one is refused in one way."""

import json
from contextlib import suppress
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.online.lichess.play.server_game import (
    NO_CLOCK_MS,
    ChatLine,
    Control,
    Expiration,
    Gone,
    Opponent,
    ServerGame,
    ServerGameError,
    chat_line,
    finish_from,
    finished,
    game_from,
    heard,
)

CASTLING = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5"


def state(moves: str = "", **more: Any) -> dict[str, Any]:
    """A `gameState`."""
    times = {"wtime": 600_000, "btime": 590_000, "winc": 5000, "binc": 5000}
    return {"type": "gameState", "moves": moves, **times, "status": "started", **more}


def full(moves: str = "", **more: Any) -> dict[str, Any]:
    """A `gameFull` of Ada, who has White at the board, against Bert."""
    said = {
        "type": "gameFull",
        "id": "AbCdEfGh",
        "variant": {"key": "standard", "name": "Standard"},
        "clock": {"initial": 600_000, "increment": 5000},
        "rated": True,
        "white": {"id": "ada", "name": "Ada", "title": None, "rating": 1500},
        "black": {"id": "bert", "name": "Bert", "title": "FM", "rating": 2301.0},
        "initialFen": "startpos",
        "state": state(moves),
    }
    return {**said, **more}


def game(moves: str = "") -> ServerGame:
    """The game that it tells."""
    return game_from(full(moves), chess.WHITE, 1000)


def test_the_first_message_has_all() -> None:
    """Who, at what speed, from where, and how it stands."""
    assert game("e2e4") == ServerGame(
        "AbCdEfGh",
        chess.WHITE,
        Opponent("Bert", "FM", 2301),
        control=Control(600_000, 5000),
        rated=True,
        moves=("e2e4",),
        white_ms=600_000,
        black_ms=590_000,
        heard_ms=1000,
    )
    assert game().playable


@pytest.mark.parametrize("castles", ["e1g1", "e1h1"])
def test_both_ways_to_write_castling_are_one(castles: str) -> None:
    """Lichess has written both."""
    assert game(f"{CASTLING} {castles}").moves[-1] == "e1g1"


def test_a_state_is_whole() -> None:
    """A shorter list is a shorter game; offers that are not named any more are gone."""
    offered = heard(game("e2e4 e7e5"), state("e2e4 e7e5 g1f3", bdraw=True, wtakeback=True), 2000)
    assert offered.offers_draw == {chess.BLACK}
    assert offered.asks_back == {chess.WHITE}
    back = heard(offered, state("e2e4", expiration={"idleMillis": 10, "millisToMove": 20_000}), 3000)
    assert back.moves == ("e2e4",)
    assert not back.offers_draw
    assert not back.asks_back
    assert back.expiration == Expiration(10, 20_000)
    assert back.heard_ms == 3000


def test_a_game_without_clock_shows_none() -> None:
    """Lichess sends the largest number then."""
    quiet = heard(game(), state(wtime=NO_CLOCK_MS, btime=NO_CLOCK_MS), 0)
    assert (quiet.white_ms, quiet.black_ms) == (None, None)
    assert game_from({**full(), "clock": None}, chess.WHITE, 0).control is None


def test_an_opponent_who_has_left() -> None:
    """He comes back, or a new connection does not know it; without seconds nothing can be claimed."""
    gone = heard(game(), {"type": "opponentGone", "gone": True, "claimWinInSeconds": 30}, 5000)
    assert gone.gone == Gone(30, 5000)
    assert heard(gone, {"type": "opponentGone", "gone": False}, 6000).gone is None
    assert heard(gone, {"type": "opponentGone", "gone": True}, 6000).gone is None
    assert heard(gone, full(), 6000).gone is None
    assert heard(gone, state("e2e4"), 6000).gone == Gone(30, 5000)


@pytest.mark.parametrize(
    ("status", "winner", "result"),
    [
        ("started", None, ""),
        ("mate", "black", "0-1"),
        ("timeout", "white", "1-0"),
        ("outoftime", None, "1/2-1/2"),
        ("stalemate", None, "1/2-1/2"),
        ("aborted", None, "*"),
        ("noStart", "white", "1-0"),
        ("somethingNew", None, "1/2-1/2"),
    ],
)
def test_results(status: str, winner: str | None, result: str) -> None:
    """A winner decides; without one it is a draw, unless the game counts for nothing."""
    assert heard(game(), state(status=status, winner=winner), 0).result == result


def test_a_finish_that_its_stream_has_not_told() -> None:
    """Its last ply is taken if it leads to the position of the finish."""
    running = game("f2f3 e7e5 g2g4")
    board = chess.Board()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        board.push_uci(move)
    info = {"status": {"id": 30, "name": "mate"}, "winner": "black", "fen": board.fen(), "lastMove": "d8h4"}
    ended = finished(running, finish_from(info))
    assert (ended.moves[-1], ended.result, ended.status) == ("d8h4", "0-1", "mate")
    strange = finished(running, finish_from({**info, "fen": chess.STARTING_FEN}))
    assert (strange.moves, strange.result) == (running.moves, "0-1")
    assert finished(ended, finish_from({"status": {"id": 25, "name": "aborted"}})) == ended


def test_an_opponent_of_lichess_itself_has_a_level() -> None:
    """And a name for people."""
    found = game_from(full(black={"aiLevel": 3}), chess.WHITE, 0)
    assert found.opponent == Opponent("Stockfish 3", ai_level=3)


def test_other_starts_and_rules_are_told_apart() -> None:
    """They are read, but the board cannot play them."""
    odd = full(initialFen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", variant={"key": "fromPosition"})
    odd["state"] = state("e2e4")
    assert not game_from(odd, chess.WHITE, 0).playable
    drops = full(variant={"key": "crazyhouse"})
    drops["state"] = state("P@e4")
    assert not game_from(drops, chess.WHITE, 0).playable


def test_chat_of_the_players_alone() -> None:
    """In one line, without what could move a terminal."""
    said = {"type": "chatLine", "room": "player", "username": "Bert", "text": "Hi\n\x1b[2Jthere"}
    assert chat_line(said) == ChatLine("Bert", "Hi [2Jthere")
    assert chat_line({**said, "room": "spectator"}) is None
    assert chat_line(state()) is None


@pytest.mark.parametrize(
    "bad",
    [
        full("e2e5"),
        full("hello"),
        full(id="../../etc"),
        full(initialFen="nowhere"),
        full(state=None),
        full(clock=5),
        full(clock={"initial": -1, "increment": 0}),
        full(white=None, black=None),
        full(black={"name": 5}),
        {"type": "gameState"},
        {},
    ],
)
def test_a_bad_message_is_refused(bad: dict[str, Any]) -> None:
    """By the one exception."""
    with pytest.raises(ServerGameError):
        game_from(bad, chess.WHITE, 0)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=5), below, max_size=3),
    max_leaves=5,
)
places = st.sampled_from(sorted({*full(), *state(), "wdraw", "rematch", "winner", "expiration", "gone"}))


@given(st.dictionaries(places, json_values, max_size=4), st.booleans())
def test_whatever_a_message_has_it_is_read_or_refused(odd: dict[str, Any], deep: bool) -> None:
    """No other error, so that no message ends the process."""
    said = json.loads(json.dumps({**full(), "state": {**state(), **odd}} if deep else {**full(), **odd}))
    for kind in ("gameFull", "gameState", "opponentGone"):
        with suppress(ServerGameError):
            heard(game(), {"gone": True, **said, "type": kind}, 0)
        with suppress(ServerGameError):
            game_from({**said, "type": kind}, chess.BLACK, 0)
