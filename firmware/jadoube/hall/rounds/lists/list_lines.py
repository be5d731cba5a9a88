"""What is told of a list: which of its lines stand, and until when.

The law: each line stands by itself, be it one of several of a list. What a list has, or has changed, stands
until the next list of the round. That it took games and results away stands as long as one of those pairings
is in no list, and names those. All end with their event, and each after a while. It refuses to know what a
list changes.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.rounds.known import Place
from jadoube.hall.rounds.lists.questions import listed
from jadoube.hall.troubles import Kind
from jadoube.local.desk_lines import Words


class _Line(NamedTuple):
    """A line that stands."""

    place: Place
    said: Words
    phrase: EdgePhrase | None = None
    away: Mapping[str, str] = {}
    """The numbers of the pairings that were taken away, by their ids; empty: it tells of no such."""

    @property
    def key(self) -> str:
        """Says which line it is: there is one of a text."""
        return self.said["en"]


class ListLines:
    """Holds them."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._lines: tuple[_Line, ...] = ()
        self._of_list_before: set[str] = set()

    def begin(self, places: Collection[Place]) -> None:
        """A list of these rounds comes."""
        found = (each for each in self._standing() if each.place in places and not each.away)
        self._of_list_before = {each.key for each in found}

    def complete(self) -> None:
        """All is told of it: what was told of the list before alone is over."""
        self._end(lambda each: each.key in self._of_list_before)

    def tell(self, place: Place, said: Words) -> None:
        """Tell what a list of a round has, or has changed."""
        self._put(_Line(place, said))

    def tell_away(self, place: Place, phrase: EdgePhrase, away: Mapping[str, str]) -> None:
        """Tell that a round has pairings no more: their numbers, by their ids."""
        numbers = listed(list(dict.fromkeys(away.values())))
        self._put(_Line(place, worded(phrase, round=place[1], numbers=numbers), phrase, away))

    def look(self, place: Place, away: Collection[str]) -> None:
        """These pairings, by their ids, are away from a round: nothing stands of those that are back."""
        for each in self._end(lambda each: each.place == place and not each.away.keys() <= set(away)):
            still = {own: number for own, number in each.away.items() if own in away}
            if each.phrase and still:
                self.tell_away(place, each.phrase, still)

    def leave(self, event: str) -> None:
        """This event is played now: what was told of others is over."""
        self._end(lambda each: each.place[0] != event)

    def _put(self, line: _Line) -> None:
        same = [each for each in self._standing() if each.key == line.key]
        away = {own: number for each in (*same, line) for own, number in each.away.items()}
        self._lines = (*(each for each in self._lines if each not in same), line._replace(away=away))
        self._of_list_before.discard(line.key)
        self._boards.happened(HALL, Kind.LIST, line.said, key=line.key)

    def _end(self, is_over: Callable[[_Line], bool]) -> tuple[_Line, ...]:
        """End lines; those that have ended, but for those that have passed before."""
        ended = tuple(each for each in self._standing() if is_over(each))
        self._lines = tuple(each for each in self._lines if each not in ended)
        for each in ended:
            self._boards.end_trouble(HALL, Kind.LIST, key=each.key)
        return ended

    def _standing(self) -> tuple[_Line, ...]:
        keys = {each.key for each in self._boards.troubles if each.kind == Kind.LIST}
        self._lines = tuple(each for each in self._lines if each.key in keys)
        return self._lines
