"""Which round of Lichess gets which round of the hall, and after how long, as it is kept in the hall's file.

The law: a round of Lichess has one round of the hall, of one event, and a round of the hall has one there at
most: what is bound later ends what was bound before. Each has its own delay. It is read once; what was bound
before the file was open counts more than what the file has. It refuses to know what is sent.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from jadoube.hall.file.schema import RELAYED
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.lichess_targets import Target
from jadoube.mqtt.payloads import Round
from jadoube.online.outgoing.delay import Delay


class Bound(NamedTuple):
    """The round of the hall that a round of Lichess gets."""

    event: str
    round: str
    said_s: int
    """When a person said so, in seconds since 1970."""
    minutes: int
    plies: int

    @property
    def delay(self) -> Delay:
        """How long its games wait."""
        return Delay(self.minutes, self.plies)

    def is_as(self, target: Target) -> bool:
        """Whether this was made of a target."""
        return self[2:] == (target.said_s, target.minutes, target.plies)

    def is_for(self, found: Round) -> bool:
        """Whether it is bound to this round."""
        return (self.event, self.round) == (found.event, found.round)


def bound_to(found: Round, target: Target) -> Bound:
    """Return what a target binds to a round."""
    return Bound(found.event, found.round, target.said_s, target.minutes, target.plies)


class Bindings:
    """Keeps them. By rounds of Lichess."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Bound] = {}
        self._is_joined = False

    def all(self) -> Mapping[str, Bound]:
        """Return all of them."""
        if self._store.is_open and not self._is_joined:
            self._is_joined, own = True, self._known
            self._known = _read(self._store.found(RELAYED))
            for lichess, bound in own.items():
                self._bind(lichess, bound)
            if own:
                self._keep()
        return self._known

    def of(self, found: Round) -> tuple[str, Bound] | None:
        """Return the round of Lichess that gets a round, and how it is bound; None: none does."""
        return next(((each, bound) for each, bound in self.all().items() if bound.is_for(found)), None)

    def bind(self, lichess: str, bound: Bound) -> None:
        """A round of Lichess gets this one from now on."""
        self.all()
        self._bind(lichess, bound)
        self._keep()

    def _bind(self, lichess: str, bound: Bound) -> None:
        place = bound[:2]
        others = {name: each for name, each in self._known.items() if each[:2] != place}
        self._known = {**others, lichess: bound}

    def end(self, lichess: str) -> None:
        """A round of Lichess gets none any more."""
        self._known = {name: each for name, each in self.all().items() if name != lichess}
        self._keep()

    def end_all(self) -> None:
        """No round of Lichess gets any."""
        self._is_joined, self._known = True, {}
        self._keep()

    def _keep(self) -> None:
        self._store.put(RELAYED, json.dumps(self._known))


def _read(text: str) -> dict[str, Bound]:
    with suppress(AttributeError, TypeError, ValueError, RecursionError):
        return {str(lichess): Bound(*each) for lichess, each in json.loads(text).items()}
    return {}
