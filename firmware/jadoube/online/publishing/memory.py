"""What a publisher remembers over restarts: counters that only rise, what was carried out, a secret.

The law: one small file, whole or not at all. It is written in a thread: what changes here is sure when `kept`
returns, and nobody shows a number or obeys an id before. Numbers of states are reserved in blocks, so that a
game of hundreds of plies costs few writes; a restart leaves numbers out, and never uses one twice. Where the
file cannot be written, all goes on from memory. It refuses to know what a number or an id means.
"""

import asyncio
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.local.whole_file import write_whole
from jadoube.mqtt.payload_json import MOST_WHOLE

NAME: Final = "publisher.json"

BLOCK: Final = 1000
"""So many numbers are reserved with one write: those of three long games."""

COUNTED_MOST: Final = MOST_WHOLE // 2
"""No board has counted so far: who published that is not believed, as nobody could read what follows it."""

IDS_MOST: Final = 64
"""So many ids of what was carried out are remembered: the broker keeps a command for 5 s."""


STAMPS_MOST: Final = 16
"""So many stamps of seatings: a broker that was killed restores one of some rounds ago at most."""


SECRET_BYTES: Final = 8
"""Of what nobody can guess in the client id: a broker that is tried a thousand times a second outlives it."""


class Seated(NamedTuple):
    """The seating that was carried out last."""

    stamp: str = ""
    game_id: str = ""
    """The game that was shown then; empty: nobody knows."""
    is_played: bool = False
    """Whether a ply or a result of it was seen."""


class _Found(NamedTuple):
    """What the file has."""

    start: int = 0
    seq: int = 0
    stamps: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    secret: str = ""
    is_arbiters_pause: bool = False
    last: Seated = Seated()


class Memory:
    """The memory in this folder. `failed` gets the OSError of a file that cannot be written; None: it was."""

    def __init__(self, folder: Path, failed: Callable[[OSError | None], None]) -> None:
        self._path = folder / NAME
        self._failed = failed
        found = _read(self._path)
        self._started = found.start + 1
        self._seq = self._reserved = found.seq
        self._stamps = found.stamps
        self._ids = found.ids
        self.secret: Final = found.secret or secrets.token_hex(SECRET_BYTES)
        """Nobody else knows it; the same at each start."""
        self._is_arbiters_pause = found.is_arbiters_pause
        self._last = found.last
        self._is_changed = True
        self._one = asyncio.Lock()

    @property
    def start(self) -> int:
        """How often a publisher has started here."""
        return self._started

    def start_above(self, start: int) -> bool:
        """Count on from a start that was published by somebody who knew more; return whether that is new."""
        if not self._started <= start < COUNTED_MOST:
            return False
        self._started = start + 1
        self._is_changed = True
        return True

    def next_seq(self) -> int:
        """Return a number that is higher than all before it."""
        self._seq += 1
        if self._seq > self._reserved:
            self._reserved = self._seq + BLOCK
            self._is_changed = True
        return self._seq

    def seq_above(self, seq: int) -> bool:
        """Go on above a number that somebody else has used; return whether ours is not above it."""
        if not self._seq <= seq < COUNTED_MOST:
            return False
        self._seq = seq
        return True

    def was_seated(self, stamp: str) -> bool:
        """Whether this seating was carried out, the last or an earlier one."""
        return stamp in self._stamps

    def seated(self, stamp: str, game_id: str = "") -> None:
        """Remember a seating, and at which game."""
        before = [each for each in self._stamps if each != stamp]
        self._stamps = (*before, stamp)[-STAMPS_MOST:]
        self._last = Seated(stamp, game_id)
        self._is_changed = True

    @property
    def last_seated(self) -> Seated:
        """The seating that was carried out last."""
        return self._last

    def played(self, stamp: str) -> None:
        """Remember that the game of this seating was played, if it is the last."""
        if stamp == self._last.stamp and not self._last.is_played:
            self._last = self._last._replace(is_played=True)
            self._is_changed = True

    @property
    def is_arbiters_pause(self) -> bool:
        """Whether the hall's arbiter has stopped the clocks, as far as is known."""
        return self._is_arbiters_pause

    @is_arbiters_pause.setter
    def is_arbiters_pause(self, it_is: bool) -> None:
        self._is_changed |= it_is != self._is_arbiters_pause
        self._is_arbiters_pause = it_is

    def is_new(self, name: str) -> bool:
        """Whether this id was never here; it has been from now on."""
        if name in self._ids:
            return False
        self._ids = (*self._ids, name)[-IDS_MOST:]
        self._is_changed = True
        return True

    async def kept(self) -> None:
        """Return once all that has changed is on the medium, or that has failed and was told."""
        async with self._one:
            while self._is_changed:
                self._is_changed = False
                values = {
                    "start": self._started,
                    "seq": self._reserved,
                    "stamps": self._stamps,
                    "ids": self._ids,
                    "secret": self.secret,
                    "arbiters_pause": self._is_arbiters_pause,
                    "seated": self._last,
                }
                loop = asyncio.get_running_loop()
                self._failed(await loop.run_in_executor(None, _write, self._path, json.dumps(values)))


def _write(path: Path, text: str) -> OSError | None:
    """Write the file, and wait for the medium; return what has failed."""
    try:
        write_whole(path, text.encode(), mode=0o600)
    except OSError as problem:
        return problem
    return None


def _read(path: Path) -> _Found:
    """Return what was remembered; nothing if the file is missing or damaged."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return _Found()
    match found:
        case {"start": int(start), "seq": int(seq), "stamps": [*stamps], "ids": [*ids]}:
            secret, paused = found.get("secret"), found.get("arbiters_pause")
            known = secret if isinstance(secret, str) else ""
            last = _seated(found.get("seated"))
            return _Found(start, seq, _texts(stamps), _texts(ids), known, paused is True, last)
    return _Found()


def _seated(found: object) -> Seated:
    match found:
        case [str(stamp), str(game_id), bool(is_played)]:
            return Seated(stamp, game_id, is_played)
    return Seated()


def _texts(found: list[object]) -> tuple[str, ...]:
    return tuple([each for each in found if isinstance(each, str)])
