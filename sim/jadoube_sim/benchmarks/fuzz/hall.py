"""What a board says to a hall, on its whole way: boards, file, card, pairing, the round's text, live folder.

The law: each input meets a hall of its own, whose file alone stays the same. What can be read may make no
error anywhere behind it.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from jadoube.formats.pairings import read_pairings
from jadoube.hall.boards import Boards
from jadoube.hall.exchange.intake import PAYLOADS
from jadoube.hall.file.schema import opened, write_batch
from jadoube.hall.file.store import Store
from jadoube.hall.page.calls import Calls
from jadoube.hall.page.cards import card
from jadoube.hall.page.sheets import Sheets
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.pairings import pairing_id
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import PlayedGame
from jadoube.online.lichess.broadcast_pgn import boards_of
from jadoube.online.live.showing import LiveShow
from jadoube.online.outgoing.delay import Delay

_LIST: Final = b"round,board,white,black\n1,1,Berg,Tal\n1,2,Lund,Wolf\n"
BOARD: Final = "b1"


@contextmanager
def hall_message(folder: Path) -> Iterator[Callable[[bytes], object]]:
    """Give what takes the payload of a board, as each kind that it may be."""
    base = opened(folder / "hall.db")

    def take(data: bytes) -> object:
        refusals: list[ValueError] = []
        for kind, payload in PAYLOADS.items():
            try:
                value = read_payload(payload, data)
            except ValueError as problem:
                refusals.append(problem)
            else:
                return _taken(base, folder / "live", kind, value)
        raise min(refusals, key=lambda refusal: str(refusal).isprintable())

    try:
        yield take
    finally:
        base.close()


def _taken(base: sqlite3.Connection, live: Path, kind: Any, value: Any) -> object:
    """What a hall makes of a value."""
    boards, store = Boards(lambda: 0, lambda: 0, lambda _: None), Store(Path("none"), lambda _: None)
    rounds = RoundKeeper(boards, store, lambda _: None)
    rounds.lists.take(read_pairings(_LIST, "list.csv"))
    rounds.choose("1")
    boards.take(BOARD, kind, value, retained=False)
    if isinstance(value, PlayedGame):
        rounds.games.take(BOARD, "m", value)
        rounds.assign("2", BOARD)
        store.bind(value.game_id, pairing_id(boards.round, "2"))
        Sheets().of(value)
    rounds.look()
    write_batch(base, store.begin())
    _show(boards, store, rounds, live)
    return write_payload(rounds.results.present())


def _show(boards: Boards, store: Store, rounds: RoundKeeper, live: Path) -> None:
    """The card of the board, and the round in the live folder and as a broadcast has it."""
    calls, shown = Calls(), LiveShow(live, Delay())
    for each in boards.all():
        card(each, None, calls.follow(each, 0))
    games = RoundGames(store, rounds, lambda: 0)
    for pairing in boards.round.boards:
        state = games.state(boards.round, pairing)
        boards_of(state)
        shown.take(state, 0, running=True)
    shown.show(0)
