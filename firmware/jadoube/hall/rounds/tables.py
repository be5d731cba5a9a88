"""The tables: who was told to sit at which board, kept so that a broker which has lost it is told again.

The law: a seating keeps its stamp, so that a board which has carried it out does nothing. Only those of the
pairings that are played now are told again. It refuses to know the broker, and when anything is published.
"""

from collections.abc import Mapping
from typing import Final

from jadoube.hall.rounds.pairings import table_of
from jadoube.hall.store import Store
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import Round, Seating

TABLES: Final = "tables"


class Tables:
    """Keeps the last seating of each board."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seatings: dict[str, Seating] = {}

    def load(self) -> None:
        """Take what is kept."""
        for line in self._store.found(TABLES).split("\n"):
            board, _, payload = line.partition(" ")
            try:
                self._seatings.setdefault(board, read_payload(Seating, payload.encode()))
            except ValueError:
                continue

    def put(self, board: str, seating: Seating | None) -> None:
        """Keep who was told to sit at a board; None: nobody."""
        if self._seatings.get(board) == seating:
            return
        if seating:
            self._seatings[board] = seating
        else:
            self._seatings.pop(board, None)
        lines = [f"{name} {write_payload(each).decode()}" for name, each in self._seatings.items()]
        self._store.put(TABLES, "\n".join(lines))

    def of_round(self, found: Round) -> Mapping[str, Seating]:
        """Return the seatings of a round's pairings at the boards that play them."""
        numbers = {each.board: table_of(each) for each in found.boards if each.board}
        return {
            board: each
            for board, each in self._seatings.items()
            if (each.event, each.round, each.board) == (found.event, found.round, numbers.get(board))
        }
