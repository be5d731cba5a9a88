"""Which wires of the matrix are at other pins than their own, from what buttons and pieces read as.

Two wires that are exchanged, and a plug that is turned or sits a pin too far, let every contact close alone,
at another place. So neither a look at the wires nor a piece that is moved over the board shows them. The
buttons do, which are asked for by name, and the two halves of pieces (`LAYOUTS`), in each of which no two
ranks and no two files have the same squares.

It decides which ways to plug in the matrix explain everything that was seen. It refuses to name one that
leaves a ghost unexplained, and to choose between ways that explain the same.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from jadoube.selftest.advice import Kind
from jadoube.selftest.wiring import ALL_REEDS, Line, Wiring, members

#: Without a ghost so many buttons must have answered elsewhere: two may be crossed by themselves. A guess.
_REPLIES: Final = 3
#: A plug with fewer lines is no plug of its own here.
_PLUG_FROM: Final = 3
#: With more ways to explain it, nothing is known. A guess.
_WAYS: Final = 3

_Places = tuple[int | None, ...]


class Evidence(NamedTuple):
    """What was seen of the places of contacts."""

    replies: tuple[tuple[int, int], ...]
    """The button that was asked for, and the set of contacts that answered."""
    halves: tuple[tuple[int, int], ...]
    """The squares of the requested pieces, and the contacts that were closed when they stood."""
    doubtful: int = 0
    """The contacts that are dead or stuck."""


class Way(NamedTuple):
    """One way in which the wires of the rows, or of the columns, are not at their own pins."""

    kind: Kind
    words: str
    contacts: int
    """The contacts on the lines concerned."""
    is_rows: bool
    places: _Places
    """For each line of that side the line at whose pin its wire is; None: at no pin."""


@lru_cache(maxsize=1)
def misplacements(seen: Evidence, wiring: Wiring) -> tuple[tuple[Way, ...], ...]:
    """Return the simplest ways that explain all that was seen, each of one side or of both; none if too many.

    None, too, if nothing but single diodes, reeds or buttons is strange. Both sides at once are not told from
    bridged diodes by one half of the pieces alone.
    """
    if not _is_strange(seen):
        return ()
    is_enough = len(seen.halves) > 1 or _elsewhere(seen) >= _REPLIES
    rows, columns = _ways(wiring.rows, is_rows=True), _ways(wiring.columns, is_rows=False)
    one_side: list[tuple[Way, ...]] = [(way,) for way in (*rows, *columns)]
    both_sides: list[tuple[Way, ...]] = list(product(rows, columns)) if is_enough else []
    for ways in (one_side, both_sides):
        if found := [each for each in ways if _explains(each, seen, wiring)]:
            return tuple(found) if len(found) <= _WAYS else ()
    return ()


def _is_strange(seen: Evidence) -> bool:
    """Whether pieces or buttons read elsewhere: a ghost alone, with all pieces read, is that of a diode."""
    missing = any(layout & ~closed & ~seen.doubtful for layout, closed in seen.halves)
    if missing and any(closed & ~layout & ~seen.doubtful for layout, closed in seen.halves):
        return True
    return _elsewhere(seen) >= _REPLIES


def _elsewhere(seen: Evidence) -> int:
    """How many buttons did not answer, but something else did."""
    return sum(1 for asked, reply in seen.replies if reply and not reply >> asked & 1)


def _ways(lines: tuple[Line, ...], *, is_rows: bool) -> list[Way]:
    """All ways that are looked for on one side."""
    own = tuple(range(len(lines)))
    ways = []
    for one, other in combinations(own, 2):
        places: list[int | None] = [{one: other, other: one}.get(line, line) for line in own]
        signals = lines[one].signal, lines[other].signal
        words = f"{signals[0].name} and {signals[1].name} ({signals[0].connector}, {signals[1].connector})"
        contacts = lines[one].mask | lines[other].mask
        ways.append(Way(Kind.LINES_EXCHANGED, words, contacts, is_rows, tuple(places)))
    for plug, at in _plugs(lines).items():
        contacts = sum(lines[line].mask for line in at)
        for words, moved in _moved(at):
            places = [moved.get(line, line) for line in own]
            ways.append(Way(Kind.PLUG_MISPLACED, f"{plug} {words}", contacts, is_rows, tuple(places)))
    return ways


def _plugs(lines: tuple[Line, ...]) -> dict[str, list[int]]:
    """The lines of each plug in the order of its pins: where they are all that it has, as far as is known."""
    pins: dict[str, dict[int, int]] = {}
    for index, line in enumerate(lines):
        plug, _, pin = line.signal.connector.partition(".")
        if pin.isdecimal():
            pins.setdefault(plug, {})[int(pin)] = index
    return {
        plug: [at[pin] for pin in sorted(at)]
        for plug, at in pins.items()
        if len(at) >= _PLUG_FROM and sorted(at) == list(range(1, len(at) + 1))
    }


def _moved(at: list[int]) -> Iterator[tuple[str, dict[int, int | None]]]:
    """How a plug with these lines may sit, and the places of their wires then."""
    yield "is plugged in the wrong way round", dict(zip(at, reversed(at), strict=True))
    yield "sits one pin beside its place, towards the last", dict(zip(at, [*at[1:], None], strict=True))
    yield "sits one pin beside its place, towards the first", dict(zip(at, [None, *at[:-1]], strict=True))


def _explains(ways: tuple[Way, ...], seen: Evidence, wiring: Wiring) -> bool:
    """Whether buttons and pieces read as they do if the wires are like this."""
    if not seen.halves and any(way.is_rows and way.kind is Kind.LINES_EXCHANGED for way in ways):
        return False  # two buttons may be wired to each other's row
    reads_as = _reads_as(ways, wiring)
    for asked, reply in seen.replies:
        at = reads_as[asked]
        if reply and (at is None or not reply >> at & 1):
            return False
    return all(_shows(layout, closed & ~seen.doubtful, seen, reads_as) for layout, closed in seen.halves)


def _reads_as(ways: tuple[Way, ...], wiring: Wiring) -> list[int | None]:
    """For each contact the one as which it reads; None if it reads as none."""
    rows: _Places = tuple(range(len(wiring.rows)))
    columns: _Places = tuple(range(len(wiring.columns)))
    for way in ways:
        rows, columns = (way.places, columns) if way.is_rows else (rows, way.places)
    places = ((rows[row], columns[column]) for row, column in wiring.places)
    return [None if row is None or column is None else wiring.grid[row][column] for row, column in places]


def _shows(layout: int, closed: int, seen: Evidence, reads_as: list[int | None]) -> bool:
    """Whether pieces on a layout read like this.

    All squares on which they read then must be closed, and those from which they read away must be open.
    Beside that either pieces may be missing, or there may be other ghosts: a bridged diode opens no square.
    """
    image = 0
    for square in members(layout):
        at = reads_as[square]
        image |= 0 if at is None else 1 << at
    image &= ALL_REEDS & ~seen.doubtful
    ghosts, missing = closed & ~layout, layout & ~closed & ~seen.doubtful
    come, gone = image & ~layout, layout & ~image & ~seen.doubtful
    fits = not come & ~ghosts and not gone & ~missing
    return fits and (come == ghosts or gone == missing)
