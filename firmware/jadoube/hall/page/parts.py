"""Named parts of what a page shows, and which of them are new.

The law: a part is JSON, and replaces the one of its name. Whoever has seen the parts up to a number gets
those that are newer, each once and as it is now: who is late gets the newest, and no queue. It refuses to
know what a part says.
"""

from typing import Final

from jadoube.glances.messages import encode_json

GONE: Final = b"null"
"""In place of a part that is there no more."""


class Parts:
    """The parts by their names, each with the number of the change that made it."""

    def __init__(self) -> None:
        self.number = 0
        self._parts: dict[str, tuple[int, bytes]] = {}
        self._deltas: dict[tuple[int, int], bytes] = {}

    def put(self, changed: dict[str, bytes]) -> bool:
        """Take parts; return whether any is another than before. Those of one call have one number."""
        new = {name: text for name, text in changed.items() if self._text(name) != text}
        self._deltas.clear()
        if new:
            self.number += 1
            self._parts.update({name: (self.number, text) for name, text in new.items()})
        return bool(new)

    def since(self, number: int, at_ms: int) -> bytes:
        """Return what is newer than this number, as one message; 0: all that there is.

        Those who have seen the same get the same bytes.
        """
        asked = (number, at_ms)
        if asked not in self._deltas:
            self._deltas[asked] = self._message(number, at_ms)
        return self._deltas[asked]

    def _message(self, number: int, at_ms: int) -> bytes:
        found = b",".join(
            encode_json(name) + b":" + text
            for name, (changed, text) in self._parts.items()
            if changed > number and (number or text != GONE)
        )
        whole = b"false" if number else b"true"
        return b'{"at_ms":%d,"whole":%b,"parts":{%b}}' % (at_ms, whole, found)

    def _text(self, name: str) -> bytes:
        return self._parts.get(name, (0, GONE))[1]
