"""What arbiters do, without boards that answer."""

import asyncio
from pathlib import Path
from typing import cast

from jadoube.hall.arbiters import Arbiters
from jadoube.hall.boards import Boards
from jadoube.hall.broadcast import Broadcast
from jadoube.hall.outgoing import Outgoing
from jadoube.hall.requests import Requests
from jadoube.hall.rounds.games import RoundGames
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.lists import Meant
from jadoube.hall.store import Store


class _Outgoing:
    """Sends nothing."""

    def act(self) -> None:
        """Something was done."""


async def _written() -> None:
    """Nothing is written."""


def _arbiters() -> Arbiters:
    boards, store = Boards(lambda: 0, lambda: 0, lambda _: None), Store(Path("none"), lambda _: None)
    games = RoundGames(store, RoundKeeper(boards, store, lambda _: None), lambda: 0)
    outgoing = cast("Outgoing", _Outgoing())
    return Arbiters(boards, games, outgoing, cast("Requests", None), cast("Broadcast", None), _written)


def test_a_round_of_another_event_is_another_round() -> None:
    """Also where both are called 1: who chose it is noted. A list without an event is of the last one."""
    arbiters = _arbiters()
    lists = [
        (b"event,round,board,white,black\nOld,1,1,Berg,Tal\n", "Old"),
        (b"event,round,board,white,black\nNew,1,1,Xa,Ya\n", "New"),
        (b"round,board,white,black\n1,1,Xa,Yaa\n", "New"),
    ]
    for data, event in lists:
        asyncio.run(arbiters.take_pairings(data, "list.csv", meant={Meant.YES}))
        assert arbiters.round("1").event == event
        arbiters.choose_round("1", "Anna")
    assert [each.who for each in arbiters.acts() if each.what == "round 1"] == ["Anna", "Anna"]


def test_a_round_begins_anew_on_another_day() -> None:
    """The list is of the event of that day, and the act says so."""
    arbiters = _arbiters()
    data = b"event,round,board,white,black\nClub,1,1,Berg,Tal\n"
    asyncio.run(arbiters.take_pairings(data, "list.csv"))
    asyncio.run(arbiters.take_pairings(data, "list.csv", meant={Meant.ANEW}))
    assert arbiters.round("1").event == arbiters.pairings().event == "Club 1970-01-01"
    assert [each.what for each in arbiters.acts()] == ["pairings list.csv", "pairings list.csv anew"]
