"""What is to be retained of a board, what the broker was told of it, and what has come back.

The law: a state is wanted, and then published until the broker has been told exactly that on this
connection. What was published has to come back, as brokers refuse in silence: what does not is named. It
refuses to know what the states say, and is told the time.
"""

from collections.abc import Mapping
from typing import Final

from jadoube.mqtt.topics import Kind

ECHO_MS: Final = 10_000
"""So long may what was published take to come back."""

SENT_MOST: Final = 64
"""So many of a topic's messages may be under way at once (a bound, and no measure)."""


class Outgoing:
    """The wanted states of a board by their kinds, each as bytes; empty: nothing is to be retained."""

    def __init__(self) -> None:
        self._wanted: dict[Kind, bytes] = {}
        self._told: dict[Kind, bytes] = {}
        self._under_way: dict[Kind, list[bytes]] = {}
        self._since_ms: dict[Kind, int] = {}

    def want(self, kind: Kind, payload: bytes) -> None:
        """Say what is to be retained."""
        self._wanted[kind] = payload

    def wanted(self, kind: Kind) -> bytes | None:
        """What is to be retained; None: nothing is known yet."""
        return self._wanted.get(kind)

    def forget_told(self) -> None:
        """Begin anew, as the connection is another one."""
        self._told.clear()
        self._under_way.clear()
        self._since_ms.clear()

    def is_due(self, kind: Kind) -> bool:
        """Whether the broker is to be told this state, once more or for the first time."""
        return kind in self._wanted and self._told.get(kind) != self._wanted[kind]

    def due(self) -> Mapping[Kind, bytes]:
        """What the broker is to be told now."""
        return {kind: payload for kind, payload in self._wanted.items() if self.is_due(kind)}

    def tell(self, kind: Kind, payload: bytes) -> None:
        """Note that this is being published."""
        self._told[kind] = payload
        self._under_way.setdefault(kind, []).append(payload)
        del self._under_way[kind][:-SENT_MOST]

    def took(self, kind: Kind, now_ms: int) -> None:
        """Note that the broker has said that it has the last one, which it says of what it refuses, too."""
        if self._under_way.get(kind):
            self._since_ms.setdefault(kind, now_ms)

    def was_lost(self, kind: Kind) -> None:
        """Note that the broker has not taken the last one."""
        self._told.pop(kind, None)

    def hear(self, kind: Kind, payload: bytes, now_ms: int) -> None:
        """Take what this publisher's own message has come back as."""
        sent = self._under_way.get(kind, [])
        if payload in sent:
            del sent[: sent.index(payload) + 1]
        self._since_ms.pop(kind, None)
        if sent:
            self._since_ms[kind] = now_ms

    def overwritten(self, kind: Kind) -> None:
        """Note that somebody else has published there."""
        self._told.pop(kind, None)

    def missing(self, now_ms: int) -> tuple[Kind, ...]:
        """What was published, if some of it has not come back in time: all that is half as late."""
        late = {kind: now_ms - since for kind, since in self._since_ms.items()}
        if max(late.values(), default=0) < ECHO_MS:
            return ()
        return tuple([kind for kind, by_ms in late.items() if by_ms >= ECHO_MS // 2])
