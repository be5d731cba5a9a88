"""The history of every contact: a fold of raw scans, at the speed at which a board can be scanned.

It decides when a contact has changed: after it has kept still for the board's own `debounce_ms`. All edges
before that are the *chatter* of this one change. It also notes which contacts closed at the same moment: no
hand closes two reeds in one instant, but a short always does. It refuses to know faults (`findings.py`). Time
is an argument, in whole milliseconds.
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
    """A contact has closed or opened, and kept still since; with its edges and the length of its chatter."""

    contact: int
    closed: bool
    since_ms: int
    edges: int
    chatter_ms: int
    blurred: bool = False
    """True if it began in a late scan."""


class Burst(NamedTuple):
    """A contact is changing: its number of edges so far, and the first and the last edge."""

    contact: int
    since_ms: int
    last_ms: int
    edges: int
    blurred: bool = False


class Watch(NamedTuple):
    """The whole history; sets of contacts are integers, one bit each."""

    raw: int
    settled: int
    bursts: tuple[Burst, ...] = ()
    changes: tuple[Change, ...] = ()
    has_closed: int = 0
    has_opened: int = 0
    alone: int = 0
    """The contacts that closed at least once with no other closing in the same moment."""
    diodes: int = 0
    """The contacts whose diode is proved."""
    flicks: tuple[int, ...] = (0,) * len(NAMES)
    """For each contact how often it chattered without a change."""
    blurred: int = 0
    """The contacts that closed at least once in a late scan: perhaps alone."""
    gap_ms: int = 0
    """The time between the last two scans, if it is known."""
    late: int = 0
    """The number of late scans; then the longest gap before one."""
    longest_ms: int = 0
    scans: int = 0
    changed_ms: int = 0
    """When a contact last had an edge."""

    @property
    def was_open(self) -> int:
        """The contacts that are open, or have opened once; none before the first scan."""
        return self.has_opened | ~self.raw if self.scans else 0


def watch_from(closed: int) -> Watch:
    """Return a new history, from the contacts that a first scan shows closed."""
    return Watch(closed, closed)


def after_gap(watch: Watch, gap_ms: int) -> Watch:
    """Note the time between the last scan and the next one."""
    late = watch.late + (gap_ms > LATE_MS)
    return watch._replace(gap_ms=gap_ms, late=late, longest_ms=max(watch.longest_ms, gap_ms))


def watched(watch: Watch, raw: int, now_ms: int, quiet_ms: int, wiring: Wiring) -> Watch:
    """Return the history with one more scan. A contact has changed when it has kept still for `quiet_ms`.

    A contact that was due to settle before a late scan counts as settled.
    """
    watch = _settled(watch._replace(scans=watch.scans + 1), now_ms - quiet_ms - 1, wiring)
    if raw != watch.raw:
        watch = watch._replace(raw=raw, bursts=_chattered(watch, raw, now_ms), changed_ms=now_ms)
    return _settled(watch, now_ms - quiet_ms, wiring)


def settles_ms(watch: Watch, quiet_ms: int) -> int | None:
    """Return when the next contact settles, in ms; None while nothing changes."""
    return min((burst.last_ms + quiet_ms for burst in watch.bursts), default=None)


def passed(watch: Watch) -> int:
    """Return the contacts that closed, alone, and opened again."""
    return watch.alone & watch.has_opened


def _settled(watch: Watch, since_ms: int, wiring: Wiring) -> Watch:
    """Settle the contacts that have kept still since an instant."""
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
    """Whether another contact began to close in the same moment."""
    closing = [(it.contact, it.since_ms) for it in watch.bursts if watch.raw >> it.contact & 1]
    closing += [(it.contact, it.since_ms) for it in watch.changes[-len(NAMES) :] if it.closed]
    return any(
        contact != change.contact and abs(since_ms - change.since_ms) <= TOGETHER_MS
        for contact, since_ms in closing
    )
