"""What a DGT board stores: the last changes of pieces and clock, as a stream of tags, for who asks later.

The oldest are forgotten. Each tag is one, two or three bytes, and its first byte says which. Source:
dgtbrd13.h.
"""

from typing import Final, NamedTuple

import chess

from jadoube.core.pages.link_view import LinkView
from jadoube.links.dgt.clock import stored_time
from jadoube.links.dgt.codes import BOARD_START, field_changes

CAPACITY: Final = 0x1F00
"""How many bytes a board stores, and always sends when it is asked for all of it."""

_BLANK, _POWER_UP, _END, _EMPTY_BOARD = 0x7F, 0x6A, 0x6B, 0x6D
_START_POSITION, _GAME_BEGINS = 0x6F, 0x7B
_PIECE, _SOON = 0x40, 0x10
_SOON_MS: Final = 250
_NOBODY: Final = "." * 64


class Storage(NamedTuple):
    """The stored stream, and what a bus has been sent of it."""

    stream: bytes = bytes((_BLANK, _BLANK, _BLANK, _POWER_UP))
    pieces: str = _NOBODY
    """The board as the stream has it."""
    running: str = ""
    """The side whose clock ran last; empty: none yet."""
    changed_ms: int | None = None
    """When a piece was stored last."""
    unsent: int = 0
    """How many bytes at the end were not sent as changes."""
    last_sent: bytes = b""
    """The changes that were sent last."""
    from_beginning: int = 0
    """How many bytes there are since the game began; 0: no beginning is stored."""

    def seen(self, view: LinkView) -> "Storage":
        """Store what has changed."""
        if view.pieces == self.pieces and _running(view) in ("", self.running):
            return self
        stored = _store(self, self._tags(view))
        return stored._replace(
            pieces=view.pieces,
            running=_running(view) or self.running,
            changed_ms=self.changed_ms if view.pieces == self.pieces else view.at_ms,
        )

    def begun(self) -> "Storage":
        """A game begins with the pieces that stand now."""
        tags = bytes((_GAME_BEGINS,)) + _pieces(_NOBODY, self.pieces, soon=False)
        return _store(self, tags)._replace(from_beginning=len(tags))

    def sent(self) -> "Storage":
        """The changes that were not sent yet are sent now: `last_sent`."""
        return self._replace(unsent=0, last_sent=self.stream[len(self.stream) - self.unsent :])

    def since_beginning(self) -> bytes:
        """All since the game began, without the changes that are not sent; empty: no beginning is stored."""
        first = len(self.stream) - self.from_beginning
        return self.stream[first : max(first, len(self.stream) - self.unsent)]

    def whole(self) -> bytes:
        """All that is stored, as the board sends it: always the same length, with blanks before it."""
        kept = self.stream[-(CAPACITY - 1) :]
        return kept.rjust(CAPACITY - 1, bytes((_BLANK,))) + bytes((_END,))

    def _tags(self, view: LinkView) -> bytes:
        tags = b""
        if view.pieces != self.pieces:
            soon = self.changed_ms is not None and view.at_ms - self.changed_ms < _SOON_MS
            tags = _pieces(self.pieces, view.pieces, soon=soon)
        running = _running(view)
        if self.running and running not in ("", self.running):
            tags += stored_time(view, self.running == chess.COLOR_NAMES[chess.WHITE])
        return tags


def _store(storage: Storage, tags: bytes) -> Storage:
    stream = (storage.stream + tags)[-CAPACITY:]
    more = storage.from_beginning + len(tags)
    return storage._replace(
        stream=stream,
        unsent=min(storage.unsent + len(tags), CAPACITY),
        from_beginning=more if storage.from_beginning and more <= CAPACITY else 0,
    )


def _running(view: LinkView) -> str:
    return view.clock.running if view.clock else ""


def _pieces(before: str, after: str, *, soon: bool) -> bytes:
    """A tag for each field that has changed, and one for a position that boards know."""
    tags, mark = bytearray(), _SOON if soon else 0
    for field, code in field_changes(before, after):
        tags += bytes((_PIECE | mark | code, field))
        mark = _SOON
    if after == BOARD_START:
        tags.append(_START_POSITION)
    if after == _NOBODY != before:
        tags.append(_EMPTY_BOARD)
    return bytes(tags)
