"""The games of a round, as the world gets them: one for each pairing, in the order of the boards.

The law: what a pairing's game consists of is decided in `hall/file/kept_game.py`, how it is written in
`text.py`; the two come together here, and what has not changed is not written again. It refuses to know who
asks.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from jadoube.hall.file.store import Store
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.pairings import own_id
from jadoube.hall.rounds.played.results import result_of
from jadoube.hall.rounds.played.text import GameText, pairing_text
from jadoube.mqtt.payloads import PairedBoard, Round
from jadoube.online.game_state import GameState
from jadoube.online.game_text import RUNS


class _Made(NamedTuple):
    """The text of a pairing's game, and what it was made of."""

    event: str
    of: Hashable
    state: GameState


class RoundGames:
    """Writes games of rounds. `unix_s` is the time of the day, for the date of a game that has none."""

    def __init__(self, store: Store, rounds: RoundKeeper, unix_s: Callable[[], int]) -> None:
        self.store, self.rounds, self.unix_s = store, rounds, unix_s
        self._made: dict[str, _Made] = {}  # of the events that are read and played
        self._events = set[str]()

    def state(self, found: Round, pairing: PairedBoard) -> GameState:
        """Return the game of a pairing; one without plies if nothing was played."""
        own = own_id(found, pairing)
        pairing = self.rounds.results.shown(found, pairing)
        game = self.store.game_of(own)
        lacking = [self.store.lacks_text(row.game_id) for row in game.rows]
        made_of = (game.rows, *lacking, pairing, found.event, found.site, found.round)
        self._forget_others()
        before = self._made.get(own)
        if before and before.of == made_of:
            return before.state
        texts = [GameText(self.store.text(row.game_id), row.left, row.skip, row.start) for row in game.rows]
        date = datetime.fromtimestamp(self.unix_s(), UTC).strftime("%Y.%m.%d")
        result = result_of(pairing, game)
        text = pairing_text(found, replace(pairing, result=result), own, texts, date)
        state = GameState(own, text, game.over or result != RUNS)
        self._made[own] = _Made(found.event, made_of, state)
        return state

    def _forget_others(self) -> None:
        """Forget the texts of other events than those that are read and played now: each has some kB."""
        events = {self.rounds.known.event, self.rounds.now.event}
        if events != self._events:
            self._events = events
            self._made = {own: made for own, made in self._made.items() if made.event in events}

    def pgn(self, name: str = "") -> str:
        """Return a round as PGN, without a name the present one. UnfitText: there is none."""
        found = self.rounds.round(name) if name else self.rounds.chosen()
        return "".join(self.state(found, each).pgn for each in found.boards)
