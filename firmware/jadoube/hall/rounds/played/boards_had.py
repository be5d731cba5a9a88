"""Which boards have had which pairing while its round was played.

The law: a fact that was true stays true, whatever lists say later: a board that was cut off while its pairing
went to another one may still bring the game that was played there. What the file has comes to what has become
known before it was open. It refuses to know games.
"""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Final

from jadoube.hall.file.store import Store
from jadoube.mqtt.payloads import PairedBoard

HAD: Final = "boards had"


class BoardsHad:
    """Remembers them, by the ids of pairings."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._had: dict[str, tuple[str, ...]] = {}

    def load(self) -> None:
        """Take what the file has."""
        with suppress(AttributeError, TypeError, ValueError, RecursionError):
            for pairing, boards in json.loads(self._store.found(HAD)).items():
                self._note(pairing, tuple(map(str, boards)))

    def note(self, ids: Mapping[str, str], boards: Collection[PairedBoard], placed: Collection[str]) -> None:
        """Pairings have these boards now; `ids` are theirs by number, `placed` all that a round has."""
        before = dict(self._had)
        for each in boards:
            if each.board:
                self._note(ids[each.number], (each.board,))
        if self._had != before:
            self._had = {pairing: had for pairing, had in self._had.items() if pairing in placed}
            now = dict(self._had)
            self._store.put_made(HAD, lambda: json.dumps(now))

    def has_had(self, board: str, pairing: str) -> bool:
        """Return whether a board has had a pairing, by its id."""
        return board in self._had.get(pairing, ())

    def _note(self, pairing: str, boards: tuple[str, ...]) -> None:
        had = self._had.get(pairing, ())
        if new := tuple([each for each in boards if each not in had]):
            self._had[pairing] = (*had, *new)
