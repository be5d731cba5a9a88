"""States: what a board shows, as it is published."""

import json
from typing import Any

import chess

from jadoube.core.messages.names import Player
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.announced.health import Trouble, Wrong
from jadoube.core.state.table import Terms, new_table, set_names
from jadoube.glances.glance import Glance
from jadoube.glances.messages import message
from jadoube.mqtt.payloads import ClockState, Need, Person
from jadoube.online.publishing.states import BoardNow, calls, clock_state, follows, played_game
from shared.hands.panel import at_start

WORDS = {"en": "said", "fr": "dit", "de": "gesagt"}
PLY = {"san": "e4", "number": 1, "side": "white", "move": "e2e4", "left_ms": 5, "doubts": []}


def shown(**changes: Any) -> dict[str, Any]:
    """A message of a board, as its daemon makes it, with changes."""
    table = new_table(Terms(), settled_contacts(chess.Board().occupied))
    found = json.loads(message(Glance(table, 0, (), {"GameId": "aBcDeFgHiJkL"})).text)
    return {**found, "words": WORDS, **changes}


def now(**changes: Any) -> BoardNow:
    """A board that shows this."""
    return BoardNow(shown(**changes), "pgn")


def played(*plies: dict[str, Any], result: str = "*") -> dict[str, Any]:
    """A game of a message."""
    return {**shown()["game"], "plies": list(plies), "result": result}


def needs(**changes: Any) -> list[str]:
    """Why a board calls that shows this."""
    return [call.need for call in calls(now(**changes))]


def test_a_game_as_its_board_shows_it() -> None:
    """Names, plies with their clocks, doubts, and the PGN; what is unknown is empty."""
    player = {
        "name": "Ada",
        "title": "",
        "rating": 1900,
        "fide_id": "12",
        "federation": "FRA",
        "private": False,
    }
    names = {**shown()["names"], "white": player, "round": "3", "event": "?"}
    doubt = {"plies": [1], "offered": None, "candidates": []}
    game = played({**PLY, "doubts": ["e3"]})
    state = played_game(now(game=game, names=names, doubt=doubt, phase="playing"), 7, 8)
    assert (state.seq, state.at, state.game_id, state.pgn) == (7, 8, "aBcDeFgHiJkL", "pgn")
    assert state.white == Person("Ada", "", 1900, "12", "FRA")
    assert state.black == Person()
    assert (state.event, state.round) == ("", "3")
    assert (state.san, state.clk, state.move) == (("e4",), (5,), "e2e4")
    assert [(each.ply, each.others) for each in state.doubt] == [(1, ("e3",))]
    assert not state.over
    assert played_game(now(phase="over")).over


def test_who_is_private_is_nobody() -> None:
    """The board's message has no other name of him."""
    table = new_table(Terms(), settled_contacts(chess.Board().occupied))
    table = set_names(table, table.names.seat(chess.WHITE, Player("Menchik, Vera", private=True)))
    found = json.loads(message(Glance(table, 0)).text)
    assert played_game(BoardNow(found, "")).white == Person("N. N.")


def test_a_board_that_calls_for_nothing() -> None:
    """Set up, playing, or over."""
    assert needs() == []
    assert needs(game=played(PLY), phase="playing") == []
    assert needs(game=played(PLY, result="1-0"), phase="over") == []


def test_why_a_board_calls() -> None:
    """Each reason by itself, and the most urgent first."""
    reason = {"en": "the king is in check", "squares": []}
    clock = {"fallen": "white"}
    can = {**shown()["can"], "verdict": True}
    assert needs(reason=reason) == [Need.ILLEGAL]
    assert calls(now(reason=reason))[0].said == {"en": "the king is in check"}
    assert needs(can=can, game=played(PLY), phase="paused") == [Need.ILLEGAL]
    assert needs(clock=clock) == [Need.FLAG]
    assert needs(clock=clock, phase="over") == [Need.FLAG]
    assert needs(clock=clock, phase="over", game=played(PLY, result="0-1")) == []
    assert needs(game=played(PLY), phase="paused", paused_by_hand=True) == [Need.HELP]
    assert needs(game=played(PLY), phase="paused") == []  # after a restart
    assert needs(phase="paused") == []
    assert needs(offer="black") == [Need.CLAIM]
    assert needs(offer="black", clock=clock, game=played(PLY), phase="paused", paused_by_hand=True) == [
        Need.FLAG,
        Need.HELP,
        Need.CLAIM,
    ]


def test_the_arbiters_own_pause_is_no_call() -> None:
    """He knows of it."""
    assert calls(now(game=played(PLY), phase="paused", paused_by_hand=True), arbiter_paused=True) == ()


def test_a_doubt_says_what_it_is_about() -> None:
    """The ply, and what else it may have been."""
    doubt = {"plies": [1], "offered": None, "candidates": []}
    call = calls(now(game=played({**PLY, "doubts": ["e3", "d4"]}), doubt=doubt))[0]
    assert (call.need, call.ply, call.said["de"]) == (Need.DOUBT, 1, "1. e4 / e3 / d4")


def test_a_trouble_of_the_machine_is_a_call() -> None:
    """Each, with its words, as the daemon says it."""
    hands = at_start("-")
    hands.table = hands.table._replace(board=hands.table.board._replace(named=chess.BB_H8))
    wrong = (Wrong(Trouble.VOLTAGE, 0),)
    text = message(Glance(hands.table, hands.now_ms, wrong, {"GameId": "aBcDeFgHiJkL"})).text
    found = calls(BoardNow(json.loads(text), "pgn"))
    assert [call.need for call in found] == [Need.MACHINE, Need.MACHINE]
    assert all({"en", "fr", "de"} == call.said.keys() for call in found)
    assert found[1].said["en"] == "h8: does not open"


def test_an_illegal_move_is_a_call_with_its_reason() -> None:
    """In the words of the daemon's message."""
    hands = at_start("-")
    hands.touch("e2 e5")
    hands.wait(2000)
    shown_now = json.loads(message(Glance(hands.table, hands.now_ms, (), {"GameId": "aBcDeFgHiJkL"})).text)
    assert shown_now["reason"]
    (call,) = calls(BoardNow(shown_now, "pgn"))
    assert call.need == Need.ILLEGAL
    assert call.said["en"] == shown_now["reason"]["en"]


def test_a_clock_that_counts_as_it_was_told_follows() -> None:
    """A press, another control or a fallen flag does not."""
    told = ClockState(60_000, 60_000, "white", 0, white_rate=-1, control="1")
    assert follows(ClockState(58_000, 60_000, "white", 0, white_rate=-1, control="1"), told, 2_000)
    assert not follows(ClockState(58_000, 60_000, "white", 0, white_rate=-1, control="1"), told, 9_000)
    assert not follows(ClockState(58_000, 60_000, "black", 0, black_rate=-1, control="1"), told, 2_000)
    assert not follows(ClockState(58_000, 60_000, "white", 0, white_rate=-1, control="2"), told, 2_000)


def test_without_a_clock_there_is_none() -> None:
    """The topic is empty then."""
    assert clock_state(now(clock=None)) is None
