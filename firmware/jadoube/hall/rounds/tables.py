"""The tables: who was told to sit at which board, kept so that a broker which has lost it is told again.

The law: a seating keeps its stamp, so that a board which has carried it out does nothing. Only those of the
pairings that are played now are told again. That the seatings of a round were sent holds for boards that come
later, too. It refuses to know the broker, and when anything is published.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from jadoube.hall.file.store import Store
from jadoube.hall.rounds.pairings import table_of
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import Round, Seating

TABLES: Final = "tables"
SENT: Final = "sent"
"""The name of what is kept of the round whose seatings were sent last."""


class Sent(NamedTuple):
    """That the seatings of a round were sent."""

    event: str
    round: str
    by: str
    """The arbiter's name."""
    control: str
    """The time control, as it was typed; empty: each board's own."""


class Tables:
    """Keeps the last seating of each board."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seatings: dict[str, Seating] = {}
        self._sent: Sent | None = None

    def load(self) -> None:
        """Take what is kept."""
        for line in self._store.found(TABLES).split("\n"):
            board, _, payload = line.partition(" ")
            try:
                self._seatings.setdefault(board, read_payload(Seating, payload.encode()))
            except ValueError:
                continue
        with suppress(TypeError, ValueError, RecursionError):
            self._sent = self._sent or Sent(*json.loads(self._store.found(SENT)))

    def put(self, board: str, seating: Seating | None) -> None:
        """Keep who was told to sit at a board; None: nobody."""
        if self._seatings.get(board) == seating:
            return
        if seating:
            self._seatings[board] = seating
        else:
            self._seatings.pop(board, None)
        now = tuple(self._seatings.items())
        self._store.put_made(TABLES, lambda: _text_of(now))

    def send(self, found: Round, by: str, control: str) -> None:
        """The seatings of a round are sent."""
        self._keep_sent(Sent(found.event, found.round, by, control))

    def hear(self, board: str, seating: Seating | None, now: Round) -> None:
        """Another hall program has said who sits at a board: so it has sent the round that is played now."""
        self.put(board, seating)
        if seating and (seating.event, seating.round) == (now.event, now.round):
            self._keep_sent(Sent(seating.event, seating.round, seating.by, seating.control))

    def _keep_sent(self, sent: Sent) -> None:
        self._sent = sent
        self._store.put(SENT, json.dumps(sent))

    def sent(self, found: Round) -> Sent | None:
        """Return how a round's seatings were sent, be it by another hall program; None: they were not."""
        place = found.event, found.round
        if self._sent:
            return self._sent if self._sent[:2] == place else None
        seatings = (each for each in self._seatings.values() if (each.event, each.round) == place)
        return next((Sent(*place, each.by, each.control) for each in seatings), None)

    def at(self, board: str) -> Seating | None:
        """Return who was told to sit at a board; None: nobody."""
        return self._seatings.get(board)

    def is_of_round(self, board: str, found: Round) -> bool:
        """Return whether somebody was told to sit at a board in a round."""
        seating = self._seatings.get(board)
        return seating is not None and (seating.event, seating.round) == (found.event, found.round)

    def of_round(self, found: Round) -> Mapping[str, Seating]:
        """Return the seatings of a round's pairings at the boards that play them."""
        numbers = {each.board: table_of(each) for each in found.boards if each.board}
        return {
            board: each
            for board, each in self._seatings.items()
            if (each.event, each.round, each.board) == (found.event, found.round, numbers.get(board))
        }


def _text_of(seatings: Iterable[tuple[str, Seating]]) -> str:
    """Seatings as they are kept: made where they are written, as of a large hall that takes a while."""
    return "\n".join([f"{board} {write_payload(each).decode()}" for board, each in seatings])
