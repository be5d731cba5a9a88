"""The rounds that are known, the one that is played, and where each pairing is in them.

The law: a pairing's id says its round and its place there. What is known is kept, and survives a restart. It
refuses to know games and results, and who changes a round.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Final

from jadoube.core.language.render import unfit
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.boards import Boards
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.kept_text import KeptText
from jadoube.hall.rounds.known import KnownRounds, Place, place_of
from jadoube.hall.rounds.pairings import own_id, pairing_of, with_result
from jadoube.hall.rounds.played.boards_had import BoardsHad
from jadoube.mqtt.payloads import PairedBoard, Round

ROUNDS: Final = "rounds"
CHOSEN: Final = "chosen"
CHOSEN_EVENT: Final = "chosen event"

Places = Mapping[str, tuple[Place, int]]
"""Of pairings, by their ids: the round, and which of it."""


class PlacedRounds:
    """Holds them. `changed` is told the ids of pairings of any round that have changed."""

    def __init__(self, boards: Boards, store: Store, changed: Callable[[Iterable[str]], None]) -> None:
        self.boards, self.store, self.changed = boards, store, changed
        self.known = KnownRounds()
        """All of them."""
        self.ids: Mapping[str, str] = {}
        """The ids of the pairings that are played now, by their numbers."""
        self.left: dict[Place, tuple[PairedBoard, ...]] = {}
        """Pairings that are in no list now, with what was said of them, by their rounds."""
        self.had = BoardsHad(store)
        """Which boards have had which pairing."""
        self._places: Places = {}  # of all pairings
        self._placed: dict[Place, tuple[Round, Places]] = {}  # each round with its part of `_places`
        self._text = KeptText()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rounds that are known, in the order of the list."""
        return self.known.names

    @property
    def now(self) -> Round:
        """The round that is played; without a name none is chosen."""
        return self.boards.round

    def round(self, name: str) -> Round:
        """Return a round; UnfitText if there is none of this name."""
        found = self.known.get(name)
        if found is None:
            known = ", ".join(self.names) or "-"
            raise unfit(EdgePhrase.HALL_NO_ROUND, round=name, rounds=known)
        return found

    def turn_to(self, event: str) -> None:
        """Have the rounds of another event be those that are asked for. UnfitText: there are none of it."""
        if event not in self.known.events:
            known = ", ".join(map(shown_event, self.known.events)) or "-"
            raise unfit(EdgePhrase.HALL_NO_EVENT, event=event, events=known)
        self.known.event = event
        if self.now.event != event:
            self.boards.set_round(Round())

    def chosen(self) -> Round:
        """Return the round that is played; UnfitText if none is chosen."""
        if not self.now.round:
            raise unfit(EdgePhrase.HALL_NO_ROUND_CHOSEN)
        return self.now

    def pairing(self, number: str) -> PairedBoard:
        """Return a pairing of the round that is played. UnfitText: there is none, or no round is chosen."""
        return self.pairing_in(self.chosen(), number)

    def pairing_in(self, found: Round, number: str) -> PairedBoard:
        """Return the pairing of a round with this number. UnfitText: there is none."""
        pairing = pairing_of(found, number)
        if pairing is None:
            raise unfit(EdgePhrase.HALL_NO_NUMBER, number=number)
        return pairing

    def place(self, pairing: str) -> tuple[Round, PairedBoard] | None:
        """Return the round and the pairing of this id; None if there is none."""
        (event, name), at = self._places.get(pairing, (("", ""), 0))
        found = self.known.get(name, event)
        return (found, found.boards[at]) if found and at < len(found.boards) else None

    def is_placed(self, pairing: str) -> bool:
        """Return whether a round has a pairing of this id."""
        return pairing in self._places

    def of_event(self, event: str) -> tuple[Collection[str], Collection[str]]:
        """Return the ids of the pairings of an event, and the names of its rounds."""
        of_it = {pairing: place[1] for pairing, (place, _) in self._places.items() if place[0] == event}
        return of_it.keys(), set(of_it.values())

    def in_order(self, pairings: Collection[str]) -> list[str]:
        """Return ids of pairings in the order of rounds and boards."""
        return [each for each in self._places if each in pairings]

    def begin(self, pairing: str, unix_s: int) -> None:
        """Something was played in the round of a pairing at an instant, be it that it was before, too."""
        place = self._places[pairing][0]
        found = self.known.get(place[1], place[0])
        if found and not found.begun_s:
            self._put(replace(found, begun_s=max(1, min(unix_s, self.boards.unix_s()))))

    def end_correction(self, pairing: str, was: str) -> None:
        """The game of a pairing had this result, and says another: what was said instead of it is over."""
        found, each = self.place(pairing) or (None, None)
        if found and each and was and each.instead_of == was:
            self._put(with_result(found, each.number, ""))

    def _put(self, found: Round) -> None:
        """A round has changed, and nobody's place in it."""
        self.known.put(found)
        if place_of(found) == place_of(self.now):
            self.boards.set_round(found)
        self.keep()

    def place_all(self, now: Round) -> None:
        """Note where each pairing is, those that are played now apart; what has not changed stays."""
        self.ids = {each.number: own_id(now, each) for each in now.boards}
        placed = {}
        for found in self.known.all():
            before = self._placed.get(place_of(found))
            is_same = before is not None and before[0] is found
            placed[place_of(found)] = before if before and is_same else (found, _places_of(found))
        self._placed = placed
        self._places = {pairing: place for _, places in placed.values() for pairing, place in places.items()}
        self.had.note(self.ids, now.boards, self._places.keys())

    def keep(self) -> None:
        """Have what is known kept."""
        rounds = self.known.all()
        self.store.put_made(ROUNDS, lambda: self._text.of(rounds))
        self.store.put(CHOSEN, self.now.round)
        self.store.put(CHOSEN_EVENT, self.now.event)


def _places_of(found: Round) -> Places:
    place = place_of(found)
    return {own_id(found, each): (place, at) for at, each in enumerate(found.boards)}


def shown_event(event: str) -> str:
    """Return an event as people are told of it."""
    return event or "-"
