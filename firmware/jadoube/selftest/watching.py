"""What was seen of every contact: a fold of raw scans, at the speed at which a board can be scanned.

It decides when a contact has changed: when it has kept still for as long as the board itself waits
(`debounce_ms`); all edges up to there are the *chatter* of that one change. And it notes what closed at the
same moment, because no hand closes two reeds in one instant, and a short does so always. It knows no fault:
`findings` reads what it saw. Time is an argument, in whole milliseconds.
"""

from typing import Final, NamedTuple

from jadoube.selftest.diodes import proved
from jadoube.selftest.wiring import NAMES, Wiring, members

#: Contacts that begin to close within so many ms do it together. Two scans of a slow Pi, bounce included;
#: that no hand is as exact is a guess.
TOGETHER_MS: Final = 5
#: Scans that come so long after one another may miss a piece, and do not tell what closed together: a piece
#: that is led over the board takes longer from one square to the next. A guess.
LATE_MS: Final = 50
#: How many changes are kept. A tester makes some hundreds; a reed that buzzes all evening is known by then.
_KEPT: Final = 5000


class Change(NamedTuple):
    """A contact has closed or opened, and kept still since: how many edges it took, and how long."""

    contact: int
    closed: bool
    since_ms: int
    edges: int
    chatter_ms: int
    blurred: bool = False
    """It began in a scan that came late."""


class Burst(NamedTuple):
    """A contact is changing: its edges so far, the first and the last of them."""

    contact: int
    since_ms: int
    last_ms: int
    edges: int
    blurred: bool = False


class Watch(NamedTuple):
    """All that was seen; sets of contacts are numbers, one bit each."""

    raw: int
    settled: int
    bursts: tuple[Burst, ...] = ()
    changes: tuple[Change, ...] = ()
    has_closed: int = 0
    has_opened: int = 0
    alone: int = 0
    """What has closed at least once with nothing else closing in the same moment."""
    diodes: int = 0
    """What is proved to have its diode."""
    flicks: tuple[int, ...] = (0,) * len(NAMES)
    """How often each contact has chattered and changed nothing."""
    blurred: int = 0
    """What has closed at least once in a scan that came late: perhaps alone."""
    gap_ms: int = 0
    """How long after the one before the last scan came, as far as that is known."""
    late: int = 0
    """How many scans came late, and the longest gap before one."""
    longest_ms: int = 0
    scans: int = 0
    changed_ms: int = 0
    """When a contact last moved at all."""


def watch_from(closed: int) -> Watch:
    """Begin with the contacts that a first scan shows closed."""
    return Watch(closed, closed)


def after_gap(watch: Watch, gap_ms: int) -> Watch:
    """Note how long after the one before the next scan comes."""
    late = watch.late + (gap_ms > LATE_MS)
    return watch._replace(gap_ms=gap_ms, late=late, longest_ms=max(watch.longest_ms, gap_ms))


def watched(watch: Watch, raw: int, now_ms: int, quiet_ms: int, wiring: Wiring) -> Watch:
    """Take in one scan. A contact has changed when it has kept still for `quiet_ms`.

    What should have been seen to keep still before a scan that comes late is taken to have done so.
    """
    watch = _settled(watch._replace(scans=watch.scans + 1), now_ms - quiet_ms - 1, wiring)
    if raw != watch.raw:
        watch = watch._replace(raw=raw, bursts=_chattered(watch, raw, now_ms), changed_ms=now_ms)
    return _settled(watch, now_ms - quiet_ms, wiring)


def settles_ms(watch: Watch, quiet_ms: int) -> int | None:
    """When the next contact will have kept still for long enough; None while nothing changes."""
    return min((burst.last_ms + quiet_ms for burst in watch.bursts), default=None)


def passed(watch: Watch) -> int:
    """Give what has closed, alone, and opened again."""
    return watch.alone & watch.has_opened


def _settled(watch: Watch, since_ms: int, wiring: Wiring) -> Watch:
    """Note what has kept still since an instant."""
    due = tuple(burst for burst in watch.bursts if burst.last_ms <= since_ms)
    if not due:
        return watch
    for burst in due:
        watch = _settle(watch, burst)
    watch = watch._replace(bursts=tuple(burst for burst in watch.bursts if burst not in due))
    if watch.bursts:
        return watch
    return watch._replace(diodes=watch.diodes | proved(watch.settled, wiring))


def _chattered(watch: Watch, raw: int, now_ms: int) -> tuple[Burst, ...]:
    flipped = raw ^ watch.raw
    known = {burst.contact: burst for burst in watch.bursts}
    for contact in members(flipped):
        burst = known.get(contact, Burst(contact, now_ms, now_ms, 0, watch.gap_ms > LATE_MS))
        known[contact] = burst._replace(last_ms=now_ms, edges=burst.edges + 1)
    return tuple(known.values())


def _settle(watch: Watch, burst: Burst) -> Watch:
    bit = 1 << burst.contact
    if not (watch.raw ^ watch.settled) & bit:
        flicks = list(watch.flicks)
        flicks[burst.contact] += 1
        return watch._replace(flicks=tuple(flicks))
    closed = bool(watch.raw & bit)
    chatter_ms = burst.last_ms - burst.since_ms
    change = Change(burst.contact, closed, burst.since_ms, burst.edges, chatter_ms, burst.blurred)
    return watch._replace(
        settled=watch.settled ^ bit,
        changes=(*watch.changes, change)[-_KEPT:],
        has_closed=watch.has_closed | (bit if closed else 0),
        has_opened=watch.has_opened | (0 if closed else bit),
        alone=watch.alone | (bit if closed and not _with_others(watch, change) else 0),
        blurred=watch.blurred | (bit if closed and change.blurred else 0),
    )


def _with_others(watch: Watch, change: Change) -> bool:
    """Say whether something else began to close in the same moment."""
    closing = [(it.contact, it.since_ms) for it in watch.bursts if watch.raw >> it.contact & 1]
    closing += [(it.contact, it.since_ms) for it in watch.changes[-len(NAMES) :] if it.closed]
    return any(
        contact != change.contact and abs(since_ms - change.since_ms) <= TOGETHER_MS
        for contact, since_ms in closing
    )
