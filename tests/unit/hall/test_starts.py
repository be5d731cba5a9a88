"""Which boards of a round are not started, and what an arbiter is advised to do."""

import asyncio
from typing import cast

import pytest

from jadoube.hall.arbiters import Arbiters
from jadoube.hall.elsewhere.broadcast import Broadcast
from jadoube.hall.exchange.outgoing import Outgoing
from jadoube.hall.exchange.requests import Requests
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.mqtt.payloads import Answer, ClockState, Seating
from jadoube.mqtt.topics import Kind
from shared.hall.rounds import Hall, named_game, read_again


class _Outgoing:
    """Boards are seated as soon as they are told."""

    is_anothers = False
    is_published = True

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def want_lease(self) -> None:
        """It is had."""
        self._hall.boards.set_lease(None, holds=True)

    async def publish_due(self) -> None:
        """Nothing is published."""

    def seat(self, _numbers: object, _by: str, control: str) -> list[str]:
        """All of them."""
        boards = [each.board for each in self._hall.boards.round.boards if each.board]
        for board in boards:
            _seat(self._hall, board, control)
        return boards

    def is_seated(self, board: str) -> bool:
        """Whether it was told."""
        return bool(board)


class _Requests:
    """Every board does what it is asked for."""

    async def ask(self, board: str, *_: object) -> Answer:
        """It is done."""
        return Answer(board, ok=True)


async def _written() -> None:
    """Nothing is written."""


def _arbiters(hall: Hall) -> Arbiters:
    games = RoundGames(hall.store, hall.rounds, lambda: 0)
    outgoing, requests = cast("Outgoing", _Outgoing(hall)), cast("Requests", _Requests())
    return Arbiters(hall.boards, games, outgoing, requests, cast("Broadcast", None), _written)


def _seat(hall: Hall, board: str, control: str = "5+3") -> None:
    """The broker has the seating of a board."""
    found = hall.boards.round
    pairing = next(each for each in found.boards if each.board == board)
    where = (found.event, found.site, found.round, pairing.number)
    seating = Seating(f"{board} {control}", pairing.white, pairing.black, *where, control)
    hall.rounds.tables.put(board, seating)
    hall.boards.take(board, Kind.TABLE, seating, retained=False)


def _shows(hall: Hall, board: str, control: str) -> None:
    clock = ClockState(1, 1, "", 0, control=control)
    hall.boards.take(board, Kind.CLOCK, clock, retained=False)


def _round() -> Hall:
    hall = Hall("b1", "b2", "b3")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk 3,Emil,Fritz")
    hall.rounds.choose("1")
    hall.rounds.tables.send(hall.boards.round, "Vera", "5+3")
    for board in ("b1", "b2", "b3"):
        _seat(hall, board)
        _shows(hall, board, "5+3")
    return hall


def _start(hall: Hall) -> dict[str, str]:
    """What is said of each board, in order; empty: it was started."""
    answers = asyncio.run(_arbiters(hall).start("Vera"))
    return {board: answer.why.get("en", "") for board, answer in answers.items() if answer}


def test_the_result_that_counts_is_named() -> None:
    """Not the one that was given before the game had ended otherwise; games that are over say the same."""
    hall = _round()
    for board, number in (("b1", "1"), ("b2", "2")):
        hall.rounds.record(number, "1-0")
        pairing = hall.rounds.pairing(number)
        names = (pairing.white.name, pairing.black.name)
        hall.play(board, named_game(f"g{number}", 1, *names, "e4", board=number, result="0-1", over=True))
    assert list(_start(hall).items()) == [
        ("b1", "The game is over."),
        ("b2", "The game is over."),
        ("b3", ""),
    ]
    assert _arbiters(hall).acts()[-1].answer == "b1, b2: The game is over."
    hall.play("b1", named_game("g9", 2, "Anna", "Bert", board="1"))
    assert _start(hall)["b1"] == "Not started: pairing 1 has a result already, 0-1."


def test_a_board_that_still_plays_another_round_takes_its_seating_later() -> None:
    """To send the seatings again does not help; where none was sent, it does."""
    hall = _round()
    before = {"round": "0", "board": "7", "phase": "playing"}
    hall.play("b2", named_game("g2", 1, "Xa", "Ya", "e4", **before))
    later = (
        "Not started: the board still plays round 0, table 7. It takes its seating when that game is over."
    )
    assert _start(hall)["b2"] == later
    hall.boards.take("b2", Kind.TABLE, None, retained=False)
    unsent = "Not started: the board shows a game of round 0, table 7. Send the seatings."
    assert _start(hall)["b2"] == unsent


def test_a_game_that_says_no_round_is_told_in_words() -> None:
    """An analysis is over once the pieces are set up; a number alone names no round."""
    hall = _round()
    analysis = named_game("g2", 1, "Xa", "Ya", "e4", round="", board="7", phase="playing")
    hall.play("b2", analysis)
    assert "a game that says no round, such as an analysis. Have the pieces set up" in _start(hall)["b2"]
    hall.boards.take("b2", Kind.TABLE, None, retained=False)
    unsent = "Not started: the board shows a game that says no round. Send the seatings."
    assert _start(hall)["b2"] == unsent
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", board="1", result="1-0", over=True))
    _start(hall)
    acts = f"b1: The game is over; b2: {unsent}"
    assert _arbiters(hall).acts()[-1].answer == acts


@pytest.mark.parametrize(
    ("phase", "advice"), [("setting up", "Send the seatings."), ("paused", "start its clocks alone.")]
)
def test_a_clock_that_has_begun_keeps_its_control(phase: str, advice: str) -> None:
    """Seatings change nothing there, so they are not advised."""
    hall = _round()
    hall.play("b2", named_game("g2", 1, "Cleo", "Dirk", board="2", phase=phase))
    _shows(hall, "b2", "15+10")
    said = _start(hall)["b2"]
    assert "15+10" in said
    assert said.endswith(advice)


def test_boards_that_keep_another_control_are_named_where_seatings_are_sent() -> None:
    """The control of the round is the one that was sent last."""
    hall = _round()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", board="1", phase="setting up"))
    hall.play("b2", named_game("g2", 2, "Cleo", "Dirk", "e4", board="2", phase="playing"))
    _shows(hall, "b3", "300+3")
    hall.play("b3", named_game("g3", 3, "Emil", "Fritz", "e4", board="3", phase="playing"))
    arbiters = _arbiters(hall)
    assert arbiters.sent_control() == "5+3"
    answers = asyncio.run(arbiters.seat("Vera", "15+10"))
    kept = "Its clock has begun with the time control 5+3 and keeps it; 15+10 was sent."
    said = {board: (answer.ok, answer.why.get("en", "")) for board, answer in answers.items() if answer}
    assert said["b1"] == (True, "")
    assert said["b2"] == (True, kept)
    assert arbiters.sent_control() == "15+10"
