"""The diagnosis: from the contacts' behaviour to faults, their likely meaning and what to do.

It is a pure function. A fault of a whole line explains its contacts, so one broken wire is one finding and
not eight; the remaining faults are reported contact by contact. What was not tested is no finding: the
silence of a reed over which no piece was moved means nothing. It refuses to guess between causes that look
alike: it names all of them.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from jadoube.daemon.watched.lateness import TOO_FEW_PERCENT
from jadoube.selftest.advice import Finding, Kind
from jadoube.selftest.diodes import Suspects, explain, leaking, suspects, turned
from jadoube.selftest.misplaced import Evidence, misplacements
from jadoube.selftest.watching import TOGETHER_MS, Change, Watch, watch_from
from jadoube.selftest.wires import WireFault
from jadoube.selftest.wiring import ALL_BUTTONS, ALL_REEDS, REEDS, Line, Wiring, members, named, set_of

#: So many silent contacts side by side at a line's end are a broken wire rather than as many dead reeds: a
#: guess.
_BROKEN_FROM: Final = 3
#: So many contacts are a line, where they are all of it that no other finding explains: a guess.
_REST_FROM: Final = 3
#: So often a contact may chatter and change nothing: a piece held over a square's border does it. A guess.
_FLICKS: Final = 5
#: With one of these nothing is said of diodes: lines that are low by themselves make ghosts, too, and pieces
#: read elsewhere.
_NO_DIODES: Final = (
    Kind.BOOT_PULLS,
    Kind.LINES_SHORTED,
    Kind.LINE_LOW,
    Kind.PULL_MISSING,
    Kind.LINES_EXCHANGED,
    Kind.PLUG_MISPLACED,
)
#: So many late scans are a finding, though nothing is seen to follow from them. A guess.
_LATE_FROM: Final = 10


#: What is seen of wires at other pins.
_MISPLACED: Final = {
    Kind.LINES_EXCHANGED: ": each reads as the other",
    Kind.PLUG_MISPLACED: ": all its lines read as others",
}


class Tried(NamedTuple):
    """The evidence for a diagnosis; sets of contacts."""

    contacts: int = 0
    """The tested contacts: all reeds once a piece was moved over the board, and the buttons asked for."""
    silent: int = 0
    """The tested contacts that had never closed by then."""
    left_closed: int = 0
    """The contacts closed while the board should be empty, or no button pressed."""
    gone_over_ms: int | None = None
    """When a piece had been moved over the board; after that several pieces stand, and closings say less."""
    replies: tuple[tuple[int, int], ...] = ()
    """Contacts of buttons that were asked for, and the contacts, also reeds, that closed and opened then."""
    layouts: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    """The squares of the requested pieces, the contacts closed when they stood, and for each row the rows
    that were low while it was driven; no rows if that was not looked at."""
    wires: tuple[WireFault, ...] | None = None
    """What the look at the wires found before the first scan; None if there was none."""

    @property
    def answered(self) -> int:
        """The buttons that answered when they were asked for."""
        return set_of(asked for asked, reply in self.replies if reply >> asked & 1)

    @property
    def crossed(self) -> dict[int, int]:
        """Contacts of buttons that were asked for, and of the one other button that answered instead."""
        others = {asked: reply & ALL_BUTTONS for asked, reply in self.replies if not reply >> asked & 1}
        return {asked: members(other)[0] for asked, other in others.items() if other.bit_count() == 1}


def diagnose(watch: Watch, tried: Tried, wiring: Wiring, debounce_ms: int) -> tuple[Finding, ...]:
    """Return all findings, faults of lines first, without those that another one explains."""
    found: list[Finding] = []
    for look in (_wires, _nothing, _low, _misplaced, _open, _broken, _shorted, _diodes, _single, _together):
        if look is _diodes and any(it.kind in _NO_DIODES and it.contacts for it in found):
            continue
        found += look(_Case(watch, tried, wiring, union(it.contacts for it in found)))
    late = _late(watch, found)
    return (*late, *found, *_bouncing(watch, debounce_ms), *_flickering(watch))


def wire_findings(faults: tuple[WireFault, ...], wiring: Wiring) -> tuple[Finding, ...]:
    """Return the findings of the look at the wires alone."""
    return tuple(_wires(_Case(watch_from(0), Tried(wires=faults), wiring, 0)))


def slow_scans(every_ms: float, period_ms: int) -> Finding | None:
    """Return a finding if the scans are too slow for the configured period; else None."""
    if period_ms >= every_ms * TOO_FEW_PERCENT / 100:
        return None
    return Finding(Kind.SLOW_SCANS, f"a scan every {every_ms:.1f} ms, {period_ms} ms are asked for")


def union(sets: Iterable[int]) -> int:
    """Return the union of sets of contacts."""
    united = 0
    for one in sets:
        united |= one
    return united


def groups(changes: tuple[Change, ...]) -> list[int]:
    """Return the sets of contacts that began to close in the same moment, in order of time.

    Changes in late scans are left out, as they do not show that.
    """
    found: list[int] = []
    begun_ms = 0
    for change in sorted((it for it in changes if it.closed and not it.blurred), key=lambda it: it.since_ms):
        if found and change.since_ms - begun_ms <= TOGETHER_MS:
            found[-1] |= 1 << change.contact
        else:
            found.append(1 << change.contact)
            begun_ms = change.since_ms
    return found


class _Case(NamedTuple):
    watch: Watch
    tried: Tried
    wiring: Wiring
    explained: int

    @property
    def dead(self) -> int:
        """The tested contacts that were silent, have not closed alone since, and are not explained.

        A contact that closes later together with others may be a ghost, which does not count.
        """
        return self._silent & ~self.watch.blurred

    @property
    def never_alone(self) -> int:
        """The contacts that were silent and closed later, in scans too late to show whether alone."""
        return self._silent & self.watch.blurred

    @property
    def stuck(self) -> int:
        """The contacts that were closed when they should not be, and never opened."""
        return self.tried.left_closed & ~self.watch.has_opened & ~self.explained

    @property
    def groups(self) -> list[int]:
        """The sets of contacts that closed in the same moment while one piece was moved."""
        until_ms = self.tried.gone_over_ms
        return groups(tuple(it for it in self.watch.changes if until_ms is None or it.since_ms <= until_ms))

    @property
    def _silent(self) -> int:
        return self.tried.silent & ~self.watch.alone & ~self.tried.left_closed & ~self.explained


def _wires(case: _Case) -> Iterator[Finding]:
    """What the look at the wires found, with the contacts that it explains."""
    lines, rows = case.wiring.lines, len(case.wiring.rows)
    for kind, at in case.tried.wires or ():
        concerned = [lines[line] for line in members(at)]
        names = " and ".join(map(_wire, concerned))
        contacts = union(line.mask for line in concerned)
        match kind:
            case Kind.BOOT_PULLS:
                sides = "rows and columns" if at & 1 and at >> rows else "rows" if at & 1 else "columns"
                words = f"on the {sides} GPIO0 to 8 are pulled up and GPIO9 to 27 down, whatever is asked for"
                yield Finding(kind, words, ALL_REEDS | ALL_BUTTONS)
            case Kind.LINE_HIGH:
                yield Finding(kind, f"{names} stays high with a pull-down", contacts)
            case Kind.LINE_LOW if at >> rows:
                yield Finding(kind, f"{names} reads low with no row driven", contacts)
            case Kind.LINE_LOW:
                words = f"{names} reads low though it is not driven"
                yield Finding(kind, words, contacts | union(_whole_columns(case)))
            case Kind.PULL_MISSING:
                # A row without a pull-up still reads right: its contacts are judged as all others.
                yield Finding(kind, f"{names} is not pulled up", contacts if at >> rows else 0)
            case _:
                yield from _shorted_wires(case, at, names, contacts)


def _shorted_wires(case: _Case, at: int, names: str, contacts: int) -> Iterator[Finding]:
    """Two lines that touch. Of a row and a column it may be a piece on a bad diode, until that is lifted."""
    words = f"{names} go low together"
    crossing = _crossing(case, at)
    if crossing is None:
        yield Finding(Kind.LINES_SHORTED, words, contacts)
    elif not crossing & case.watch.was_open:
        words += f", at {named(crossing)} (if it is open)" if crossing else ""
        yield Finding(Kind.LINES_SHORTED, words, crossing | _joined(case, at))


def _crossing(case: _Case, at: int) -> int | None:
    """The contact where a row and a column cross, as a set; None for two lines of one side."""
    one, other = members(at)
    rows = len(case.wiring.rows)
    if not one < rows <= other:
        return None
    contact = case.wiring.grid[one][other - rows]
    return 0 if contact is None else 1 << contact


def _joined(case: _Case, at: int) -> int:
    """The contacts of the rows, or columns, that are joined because they touch the same line of this pair.

    Until a contact is tested a piece on a bad diode may be all that joins them.
    """
    joined, may_be_piece = 0, case.watch.was_open | ~case.tried.contacts
    for kind, pair in case.tried.wires or ():
        crossing = _crossing(case, pair) if kind is Kind.LINES_SHORTED else None
        if crossing is not None and pair & at not in (0, at) and not crossing & may_be_piece:
            joined |= pair ^ at
    return union(case.wiring.lines[line].mask for line in members(joined))


def _whole_columns(case: _Case) -> list[int]:
    """The whole columns that closed at once, in order."""
    whole = {column.mask for column in case.wiring.columns}
    return [group for group in case.groups if group in whole]


def _nothing(case: _Case) -> Iterator[Finding]:
    if case.tried.contacts & ALL_REEDS == ALL_REEDS & case.dead:
        reeds = case.tried.contacts & ALL_REEDS
        if reeds:
            yield Finding(Kind.NOTHING_CLOSES, "no reed has ever closed", reeds)


def _low(case: _Case) -> Iterator[Finding]:
    """Lines at ground: a column reads closed in every row; each closed reed of a row closes its column."""
    for column in case.wiring.columns:
        rest = column.mask & ~case.explained
        if len(members(rest)) >= _REST_FROM and rest & case.stuck == rest:
            yield Finding(Kind.LINE_LOW, f"{_wire(column)} always reads closed, all along", column.mask)
    closed_whole = _whole_columns(case)
    singly = union(group for group in case.groups if group not in closed_whole)
    for row in case.wiring.rows:
        if len(set(closed_whole)) > 1 and not row.mask & (singly | case.explained):
            words = f"{_wire(row)} closes whole columns: {len(set(closed_whole))} of them"
            yield Finding(Kind.LINE_LOW, words, row.mask | union(closed_whole))


def _misplaced(case: _Case) -> Iterator[Finding]:
    """Wires at each other's pins, and plugs that sit wrong; ways that explain the same are named together."""
    halves = tuple((layout, closed) for layout, closed, _ in case.tried.layouts)
    no_sign = case.dead | case.stuck | case.explained
    found = misplacements(Evidence(case.tried.replies, halves, no_sign), case.wiring)
    if len(found) == 1:
        for way in found[0]:
            yield Finding(way.kind, f"{way.words}{_MISPLACED[way.kind]}", way.contacts)
    elif found:
        words = ", or ".join(" and ".join(way.words for way in ways) for ways in found)
        yield Finding(Kind.LINES_EXCHANGED, words, union(way.contacts for ways in found for way in ways))


def _open(case: _Case) -> Iterator[Finding]:
    for line in case.wiring.lines:
        tried = line.mask & case.tried.contacts & ~case.explained
        fewest = _REST_FROM if line.mask & case.explained else 2
        if len(members(tried)) >= fewest and tried & case.dead == tried:
            yield Finding(Kind.LINE_OPEN, f"{_wire(line)} never reads closed: {named(tried)}", tried)


def _broken(case: _Case) -> Iterator[Finding]:
    """Broken lines: the reeds from one to the board's edge are dead, those before it are not."""
    dead = case.dead
    for line in case.wiring.lines:
        reeds = tuple(contact for contact in line.contacts if contact < REEDS)
        buttons = tuple(contact for contact in line.contacts if contact >= REEDS)
        for contacts in (reeds, reeds[::-1]):
            behind = _dead_end(contacts, dead)
            before = (*buttons, *contacts[: len(contacts) - len(behind)])
            if len(behind) >= _BROKEN_FROM and before:
                silent = set_of(behind)
                words = f"{_wire(line)} closes at {named(1 << before[-1])} and never at {named(silent)}"
                dead &= ~silent
                yield Finding(Kind.LINE_BROKEN, words, silent)


def _dead_end(contacts: tuple[int, ...], dead: int) -> tuple[int, ...]:
    alive = [index for index, contact in enumerate(contacts) if not dead >> contact & 1]
    return contacts[alive[-1] + 1 :] if alive else contacts


def _shorted(case: _Case) -> Iterator[Finding]:
    """Shorted lines: their contacts never close alone, and closed together in two places or more."""
    seen = case.groups
    columns = tuple(zip(*case.wiring.grid, strict=True))
    for lines, grid in ((case.wiring.rows, case.wiring.grid), (case.wiring.columns, columns)):
        for one, other in combinations(range(len(lines)), 2):
            pairs = _pairs(grid[one], grid[other])
            if not union(pairs) & case.explained and _always_together(pairs, seen):
                words = f"{_wire(lines[one])} and {_wire(lines[other])} close together"
                yield Finding(Kind.LINES_SHORTED, words, lines[one].mask | lines[other].mask)


def _pairs(one: tuple[int | None, ...], other: tuple[int | None, ...]) -> list[int]:
    return [1 << a | 1 << b for a, b in zip(one, other, strict=True) if a is not None and b is not None]


def _always_together(pairs: list[int], seen: list[int]) -> bool:
    touched = [(pair, group & pair) for pair in pairs for group in seen if group & pair]
    return len({pair for pair, _ in touched}) > 1 and all(both == pair for pair, both in touched)


def _single(case: _Case) -> Iterator[Finding]:
    is_lifted = any(it.kind is Kind.LINE_HIGH for it in case.tried.wires or ())
    for asked, answered in case.tried.crossed.items():
        words = f"{named(1 << asked)} was asked for, and {named(1 << answered)} answered"
        if not is_lifted and not case.explained >> asked & 1:
            yield Finding(Kind.BUTTON_CROSSED, words, 1 << asked)
    for contact in members(case.dead):
        if contact not in case.tried.crossed:
            kind = Kind.REED_DEAD if 1 << contact & ALL_REEDS else Kind.BUTTON_DEAD
            yield Finding(kind, f"{named(1 << contact)} has never closed", 1 << contact)
    for contact in members(case.never_alone):
        words = f"{named(1 << contact)} was never seen to close alone; scans came up to {_gap(case.watch)}"
        yield Finding(Kind.NEVER_ALONE, words, 1 << contact)
    for contact in members(case.stuck):
        kind = Kind.BUTTON_STUCK if 1 << contact & ALL_BUTTONS else Kind.REED_STUCK
        yield Finding(
            kind, f"{named(1 << contact)} was closed from the start and has never opened", 1 << contact
        )


def _together(case: _Case) -> Iterator[Finding]:
    """Contacts that no line explains: they never close alone, and twice or more with the same others."""
    seen = [group for group in case.groups if group & ~case.watch.alone & ~case.explained]
    for group in sorted({group for group in seen if seen.count(group) > 1}):
        if len(members(group)) > 1 and not group & case.explained:
            yield Finding(Kind.CLOSE_TOGETHER, f"{named(group)} always close at once", group)


def _diodes(case: _Case) -> Iterator[Finding]:
    """Diodes that are reversed, bridged or leak, each once; if the reed never opens, its two lines touch."""
    told = 0
    for layout, closed, drawn in case.tried.layouts:
        pieces = layout | case.tried.left_closed & ~case.watch.has_opened
        low = _without_floating(case, closed & ~pieces, drawn)
        back = turned(layout & case.dead, pieces & closed, low, case.wiring)
        for contact in members(back.contacts):
            words = f"{named(1 << contact)} has never closed, and current runs back through it"
            yield Finding(Kind.DIODE_REVERSED, words, 1 << contact)
        ghosts = closed & ~pieces & ~back.ghosts
        suspected = suspects(pieces, closed & ~back.ghosts, case.wiring)
        if suspected.contacts & told:
            continue
        told |= suspected.contacts
        if touching := suspected.contacts & case.stuck:
            yield _touching(touching, case.wiring)
        elif suspected.contacts:
            words = f"{_some(suspected)}: with pieces on it and around it, {_ghosts(ghosts)}"
            yield Finding(Kind.DIODE_BRIDGED, words, suspected.contacts)
        else:
            yield from _leaks(case, pieces & closed, ghosts, back.drawn)


def _without_floating(case: _Case, ghosts: int, drawn: tuple[int, ...]) -> list[int]:
    """The drawn rows without those that have no pull-up: such a row may be low by itself.

    Without a ghost it says nothing.
    """
    missing = (it.lines for it in case.tried.wires or () if it.kind is Kind.PULL_MISSING)
    floating = 0 if ghosts else union(missing)
    return [low & ~floating for low in drawn]


def _leaks(case: _Case, pieces: int, ghosts: int, drawn: tuple[int, ...]) -> Iterator[Finding]:
    """Diodes that leak, if they explain all ghosts; else the ghosts."""
    leaks = leaking(pieces, drawn, case.wiring)
    if leaks and explain(leaks, pieces, ghosts, case.wiring):
        seen = _ghosts(ghosts) if ghosts else "no ghost is seen yet"
        for leak in leaks:
            yield Finding(
                Kind.DIODE_LEAKS, f"{_some(leak)}: current runs back through it; {seen}", leak.contacts
            )
    elif ghosts:
        yield Finding(Kind.GHOSTS, f"where no piece was to stand, {_ghosts(ghosts)}", ghosts)


def _some(suspected: Suspects) -> str:
    several = "" if suspected.contacts.bit_count() == 1 else "one of " if suspected.alone else "some of "
    return f"{several}{named(suspected.contacts)}"


def _touching(contacts: int, wiring: Wiring) -> Finding:
    row, column = wiring.places[members(contacts)[0]]
    lines = f"{_wire(wiring.rows[row])} and {_wire(wiring.columns[column])}"
    words = f"{lines} conduct both ways where nothing is closed, at {named(contacts)}"
    return Finding(Kind.LINES_SHORTED, words, contacts)


def _ghosts(contacts: int) -> str:
    return f"{named(contacts)} {'reads' if contacts.bit_count() == 1 else 'read'} closed"


def _late(watch: Watch, found: list[Finding]) -> Iterator[Finding]:
    """Late scans, if there were many or another finding may come from them."""
    if watch.late >= _LATE_FROM or any(it.kind is Kind.NEVER_ALONE for it in found):
        words = f"{watch.late} of {watch.scans} scans, the worst {_gap(watch)}"
        yield Finding(Kind.SCANS_LATE, words)


def _gap(watch: Watch) -> str:
    return f"{watch.longest_ms} ms after the one before"


def _bouncing(watch: Watch, debounce_ms: int) -> Iterator[Finding]:
    worst: dict[int, Change] = {}
    for change in watch.changes:
        if change.contact not in worst or change.chatter_ms > worst[change.contact].chatter_ms:
            worst[change.contact] = change
    for contact, change in sorted(worst.items()):
        too_long_ms = debounce_ms // 2 if contact < REEDS else debounce_ms  # buttons bounce longer than reeds
        if change.chatter_ms > too_long_ms:
            words = (
                f"{named(1 << contact)} took {change.edges} edges and {change.chatter_ms} ms for one change"
            )
            yield Finding(Kind.BOUNCES, words, 1 << contact)


def _flickering(watch: Watch) -> Iterator[Finding]:
    for contact, times in enumerate(watch.flicks):
        if times >= _FLICKS:
            words = f"{named(1 << contact)} has changed and changed back {times} times"
            yield Finding(Kind.FLICKERS, words, 1 << contact)


def _wire(line: Line) -> str:
    signal = line.signal
    return f"{signal.name} ({signal.connector}, {signal.wire}, header pin {signal.header_pin})"
