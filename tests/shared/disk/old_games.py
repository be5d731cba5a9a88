"""Games of the past in a folder: their journals, written at once."""

from collections.abc import Iterable
from pathlib import Path

from jadoube.core.messages.events import Ended, Event, Ordered, Scanned
from jadoube.core.messages.order_text import parse_order
from jadoube.games.journal.header import encode_text
from jadoube.games.journal.text import format_event, format_start
from shared.disk.kept_games import E4_MADE, HEADER

Events = Iterable[tuple[int, Event]]

#: A game under way; the same one left, and won; a board on which nothing was played.
UNFINISHED: Events = E4_MADE
LEFT: Events = [*E4_MADE, (3000, Ended())]
WON: Events = [*E4_MADE, (3000, Ordered(parse_order("result 1-0")))]
UNPLAYED: Events = E4_MADE[:1]


def journal_bytes(events: Events) -> bytes:
    """The journal of a game with these events."""
    lines = (format_event(event, at_ms) for at_ms, event in events)
    return encode_text(format_start(HEADER) + "".join(lines))


def long_game(scans: int) -> Events:
    """A game that was left, with so many scans more: some fifty bytes each."""
    return [*E4_MADE, *((3000 + at_ms, Scanned(at_ms)) for at_ms in range(scans)), (3000 + scans, Ended())]


def put(folder: Path, number: int, events: Events = LEFT, pgn: str = "") -> Path:
    """Put a game into a folder, its PGN, too, if there is one; the path of its journal."""
    folder.mkdir(exist_ok=True)
    journal = folder / f"{number:06d}.journal"
    journal.write_bytes(journal_bytes(events))
    if pgn:
        journal.with_suffix(".pgn").write_text(pgn, encoding="utf-8")
    return journal


def names(folder: Path) -> list[str]:
    """What is in the folder, without the lock."""
    return sorted(path.name for path in folder.iterdir() if path.name != "lock")
