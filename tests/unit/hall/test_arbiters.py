"""What arbiters do, without boards that answer."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from jadoube.core.messages.phrases import UnfitText
from jadoube.hall.arbiters import Arbiters
from jadoube.hall.boards import Boards
from jadoube.hall.elsewhere.broadcast import Broadcast
from jadoube.hall.exchange.outgoing import Outgoing
from jadoube.hall.exchange.requests import Requests
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.lists.lists import NOTHING
from jadoube.hall.rounds.lists.questions import Choice, QuestionError
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.mqtt.payloads import About, Answer
from jadoube.mqtt.topics import Kind
from shared.hall.rounds import Hall, evening_hall, named_game, read_again


class _Outgoing:
    """Sends nothing."""

    def __init__(self) -> None:
        self.meanwhile: Callable[[], object] = str
        """What happens while somebody waits."""
        self.seated: list[str] = []

    def want_lease(self) -> None:
        """Somebody is to act."""

    is_published = True

    def acted(self, what: str) -> None:
        """Something was done."""

    async def publish_due(self) -> None:
        """Somebody waits."""
        self.meanwhile()

    def seat_moved(self, *_: object) -> None:
        """A pairing has another board."""

    def seat(self, numbers: Iterable[str], *_: str) -> tuple[str, ...]:
        """Pairings are seated."""
        self.seated += numbers
        return ()

    def is_seated(self, board: str) -> bool:
        """Whether it has been sent."""
        return bool(board)


class _Requests:
    """Every board does what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def ask(self, board: str, *_: object) -> Answer:
        """It is done."""
        self.asked.append(board)
        return Answer("", ok=True)


async def _written() -> None:
    """Nothing is written."""


def _arbiters(outgoing: _Outgoing | None = None, boards: Boards | None = None) -> Arbiters:
    boards = boards or Boards(lambda: 0, lambda: 0, lambda _: None)
    store = Store(Path("none"), lambda _: None)
    games = RoundGames(store, RoundKeeper(boards, store, lambda _: None), lambda: 0)
    sends = cast("Outgoing", outgoing or _Outgoing())
    return Arbiters(boards, games, sends, cast("Requests", None), cast("Broadcast", None), _written)


async def take_pairings(arbiters: Arbiters, data: bytes, *answers: Choice) -> None:
    """Read a list, and answer what is asked about it: with the first answer at first, and so on."""
    meant, answered = NOTHING, iter(answers)
    while True:
        try:
            await arbiters.take_pairings(data, "list.csv", meant=meant)
        except QuestionError as asked:
            meant = asked.answers[next(answered)]
        else:
            break


def test_a_round_of_another_event_is_another_round() -> None:
    """Also where both are called 1: who chose it is noted. A list without an event is of the last one."""
    arbiters = _arbiters()
    lists = [
        (b"event,round,board,white,black\nOld,1,1,Berg,Tal\n", "Old"),
        (b"event,round,board,white,black\nNew,1,1,Xa,Ya\n", "New"),
        (b"round,board,white,black\n1,1,Xa,Yaa\n", "New"),
    ]
    for data, event in lists:
        asyncio.run(take_pairings(arbiters, data, Choice.YES))
        assert arbiters.round("1").event == event
        arbiters.choose_round("1", "Anna")
    assert [each.who for each in arbiters.acts() if each.what == "round 1"] == ["Anna", "Anna"]


def test_a_round_begins_anew_on_another_day() -> None:
    """The list is of the event of that day, and the act says so."""
    unix_s = [1_779_235_200]
    arbiters = _arbiters(boards=Boards(lambda: 0, lambda: 1000 * unix_s[0], lambda _: None))
    data = b"event,round,board,white,black\nClub,1,1,Berg,Tal\n"
    asyncio.run(arbiters.take_pairings(data, "list.csv"))
    arbiters.choose_round("1")
    arbiters.record("1", "1-0", "")
    unix_s[0] += 12 * 3600
    asyncio.run(take_pairings(arbiters, data, Choice.ANEW))
    assert arbiters.round("1").event == arbiters.pairings().event == "Club 2026-05-20"
    acts = [each.what for each in arbiters.acts() if each.what.startswith("pairings")]
    assert acts == ["pairings list.csv", "pairings list.csv as of Club 2026-05-20"]


@pytest.mark.parametrize("is_another", [False, True])
def test_seatings_are_those_of_the_round_for_which_they_were_asked(*, is_another: bool) -> None:
    """The lease takes its time: where another round is played by then, nobody is seated."""
    boards, outgoing = Boards(lambda: 0, lambda: 0, lambda _: None), _Outgoing()
    arbiters = _arbiters(outgoing, boards)
    data = b"round,board,white,black\n1,1,Berg,Tal\n2,1,Tal,Xa\n"
    asyncio.run(arbiters.take_pairings(data, "list.csv"))
    arbiters.choose_round("1")

    def meanwhile() -> None:
        boards.set_lease(None, holds=True)
        if is_another:
            arbiters.choose_round("2")

    outgoing.meanwhile = meanwhile
    if is_another:
        with pytest.raises(UnfitText, match=r"Nothing was done: round 1 of - is not played now"):
            asyncio.run(arbiters.seat("Anna"))
    else:
        asyncio.run(arbiters.seat("Anna"))
    assert outgoing.seated == ([] if is_another else ["1"])


def test_a_result_is_not_ordered_for_the_game_that_a_board_has_begun_by_itself() -> None:
    """The pieces are put back, and the pairing's game has ended: it is refused with words that say where."""
    hall, requests = evening_hall(), _Requests()
    games = RoundGames(hall.store, hall.rounds, lambda: 0)
    arbiters = Arbiters(
        hall.boards,
        games,
        cast("Outgoing", _Outgoing()),
        cast("Requests", requests),
        cast("Broadcast", None),
        _written,
    )

    def refused(order: str) -> list[str]:
        answers = asyncio.run(arbiters.order(["b1", "b2"], order, "Vera"))
        return [board for board, answer in answers.items() if answer and not answer.ok]

    assert refused("result 0-1") == []
    hall.play("b1", named_game("g3", 3, "Anna", "Bert"))
    assert refused("pause") == []
    requests.asked.clear()
    assert refused("result 0-1") == ["b1"]
    assert requests.asked == ["b2"]
    assert "Choose its result under Round" in arbiters.acts()[-1].answer
    hall.play("b1", named_game("g3", 4, "Anna", "Bert", "d4"))
    assert refused("result 0-1") == []


def _named_hall() -> tuple[Hall, Arbiters]:
    """Boards whose labels are 1, 2 and 31, and one whose name is Stage."""
    hall = evening_hall()
    for board, name in (("board-031", ""), ("b4", "Stage"), ("b04", "")):
        hall.boards.take(board, Kind.ABOUT, About(name, "1", f"m-{board}"), retained=False)
    games = RoundGames(hall.store, hall.rounds, lambda: 0)
    outgoing, requests = cast("Outgoing", _Outgoing()), cast("Requests", _Requests())
    return hall, Arbiters(hall.boards, games, outgoing, requests, cast("Broadcast", None), _written)


def test_a_board_is_named_by_its_label() -> None:
    """Its id, its name, or its number; not one that several have."""
    hall, arbiters = _named_hall()
    for text, board in (("31", "board-031"), ("Stage", "b4"), ("b1", "b1"), ("002", "b2"), ("", "")):
        arbiters.assign("1", text, "Vera")
        assert hall.at()["1"] == board
    for text in ("4", "9"):
        with pytest.raises(UnfitText, match=f"No board {text} is known here"):
            arbiters.assign("1", text, "Vera")


def test_an_order_is_noted_with_the_pairing_where_the_label_says_another_number() -> None:
    """Two boards may have one number: the table is told, and the board."""
    _, arbiters = _named_hall()
    arbiters.assign("2", "board-031", "Vera")
    for board in ("b1", "board-031"):
        asyncio.run(arbiters.order([board], "pause", "Vera"))
    asyncio.run(arbiters.order(["b1", "board-031"], "pause", "Vera"))
    acts = [each.what for each in arbiters.acts()[-3:]]
    assert acts == ["pause", "pause (pairing 2)", "pause"]


@pytest.mark.parametrize(
    ("shown", "asks"),
    [
        ({"san": ("e4",)}, True),
        ({"phase": "playing"}, True),
        ({}, False),
        ({"san": ("e4",), "over": True, "result": "1-0"}, False),
        ({"phase": "playing", "round": "7"}, False),
    ],
)
def test_a_board_is_taken_from_a_game_that_runs_only_once_that_is_meant(
    *, shown: dict[str, object], asks: bool
) -> None:
    """A wrong digit is one: both pairings are named. Who has said yes has said it of these two alone."""
    hall, arbiters = _named_hall()
    arbiters.assign("2", "board-031", "Vera")
    read_again(hall, "1,Anna,Bert 2,Emil,Fritz")
    hall.play("board-031", replace(named_game("g3", 3, "Emil", "Fritz"), **shown))  # type: ignore[arg-type]
    if asks:
        with pytest.raises(
            QuestionError, match=r"pairing 2, Emil - Fritz, .* for pairing 1, Anna - Bert\?"
        ) as asked:
            arbiters.assign("1", "31", "Vera")
        assert hall.at()["2"] == "board-031"
        arbiters.assign("2", "031", "Vera")
        arbiters.assign("1", "31", "Vera", asked.value.answers[Choice.YES].agreed)
    else:
        arbiters.assign("1", "31", "Vera")
    assert hall.at() == {"1": "board-031", "2": ""}


def test_acts_are_noted_in_words_and_boards_in_the_order_of_the_tables() -> None:
    """What is taken back is said so; a board without a pairing comes last."""
    hall, arbiters = _named_hall()
    arbiters.assign("2", "", "Vera")
    arbiters.assign("1", "board-031", "Vera")
    arbiters.assign("2", "b1", "Vera")
    for result in ("1-0", ""):
        arbiters.record("2", result, "Vera")
    asyncio.run(arbiters.order(["b04", "b1", "b2", "board-031"], "pause", "Vera"))
    asyncio.run(arbiters.say(["b1", "board-031"], "2 MIN", by="Vera"))
    acts = [(each.what, each.boards) for each in arbiters.acts()]
    assert acts[-7] == ("pairing 2 at no board", "")
    assert acts[-4:] == [
        ("result 1-0 of pairing 2", ""),
        ("result of pairing 2 taken back", ""),
        ("pause", "board-031 b1 b2 b04"),
        ("say 2 MIN", "board-031 b1"),
    ]
    assert hall.at() == {"1": "board-031", "2": "b1"}
