"""The rounds that are known: those of the event that is played, by name, and those of events before it.

The law: two events may have rounds of one name, and neither takes the other's place. Which event is played is
said from outside. It refuses to know what is in a round.
"""

from collections.abc import Callable, Iterable

from jadoube.mqtt.payloads import Round

Place = tuple[str, str]
"""Event and name of a round."""


def place_of(found: Round) -> Place:
    """Return which round this is: two events may have rounds of one name."""
    return found.event, found.round


class KnownRounds:
    """Holds them, in the order in which they came; those of the event that is played are the last of all."""

    def __init__(self, rounds: Iterable[Round] = ()) -> None:
        self._rounds = {place_of(each): each for each in rounds}
        self.event = next(reversed(self._rounds), ("", ""))[0]
        """The event that is played."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rounds of the event that is played."""
        return self.names_of(self.event)

    def names_of(self, event: str) -> tuple[str, ...]:
        """Return the names of the rounds of an event."""
        return tuple(name for of, name in self._rounds if of == event)

    @property
    def events(self) -> tuple[str, ...]:
        """All events of which there are rounds."""
        return tuple(dict.fromkeys(event for event, _ in self._rounds))

    def all(self) -> tuple[Round, ...]:
        """Return all rounds, those of the event that is played last."""
        return tuple(sorted(self._rounds.values(), key=lambda each: each.event == self.event))

    def get(self, name: str, event: str | None = None) -> Round | None:
        """Return the round of a name, of the event that is played if none is said; None if there is none."""
        return self._rounds.get((self.event if event is None else event, name))

    def put(self, found: Round) -> None:
        """Keep a round in the place of the one of its name and event."""
        self._rounds[place_of(found)] = found

    def drop_others(self, stays: Callable[[Round], bool]) -> None:
        """Forget the rounds of other events that do not stay."""
        self._rounds = {
            place: each for place, each in self._rounds.items() if place[0] == self.event or stays(each)
        }
