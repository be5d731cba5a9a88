"""Chatter: a contact that changes far more often than a hand can change it, and is not believed meanwhile.

The law: each change of a contact fills its *bucket* by one, and the bucket empties at a constant rate. A
contact whose bucket overflows *chatters*: from then on it counts as it was when it last rested, until it has
been quiet for a while. So in any time only `most + rate * seconds` changes of a contact are passed on,
however often it changes. Whoever stays below that is passed on unchanged, each change at its scan.

A contact that chatters again soon after it was believed must be quiet for twice as long, and so on: a contact
that chatters now and then costs little, too. Scans that show nothing new decide nothing, so the scan period
matters little. This file knows contacts by number, no squares, no chess and no clock. Why a reed that changes
once a second is not believed is another matter (`core/reading/explanations/distrust.py`).
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

RESTS_MS: Final = 100
"""A contact that shows the same for so long rests: longer than any bounce, shorter than a hand's stay."""

TOGETHER_MS: Final = 5
"""A change that follows the last counted one sooner than this is not counted: so reeds that are scanned every
millisecond do not count each bounce. It is the usual scan period."""

QUIET_MS: Final = 1000
"""A contact that chattered is believed again after so long without a change: as long as a board rests before
a ply stands (`RESTS_MS` in `core/state/board.py`). Who drums with a piece loses no more than that."""

MOST_DOUBLINGS: Final = 8
"""The longest such time is 1 s * 2**8, about four minutes: a contact that chatters again each time passes on
24 changes in that time, some 15 kB of journal an hour."""

FORGIVEN_MS: Final = 600_000
"""A contact that was believed for so long begins again with `QUIET_MS` (a guess)."""


class Limit(NamedTuple):
    """How often contacts of a kind may change: `most` times at once, and `per_s` times a second for ever."""

    most: int
    per_s: int


REEDS: Final = Limit(24, 2)
"""What a reed may do. Hands fill a bucket up to 4.2 at the most, in every manner, also the hard ones; with
reeds that bounce for 8 ms, up to 5.4; a reed that lies once a second, which the core reads around, up to 9.2
(`jadoube bench chatter`, 20 games of masters). A reed that changes every 15 ms overflows after 0.4 s, every
100 ms after 3 s; one that changes twice a second or less often never does."""

BUTTONS: Final = Limit(100, 4)
"""What a lever or a key may do. The same hands fill a bucket up to 3.2. Fingers that drum on a key make seven
presses a second (a guess: that is fast), 14 changes: they may do so for ten seconds. A lever that changes
every 15 ms overflows after 1.6 s."""


class Busy(NamedTuple):
    """A contact that has changed lately."""

    contact: int
    """Its bit."""
    filled: int
    """How full its bucket was after its last counted change, in thousandths of a change."""
    counted_ms: int
    """The instant of that change."""
    changed_ms: int
    """The instant of its last change."""
    rested: bool
    """Whether it was closed when it last rested; False if it has not rested since the first scan."""
    times: int = 0
    """How often it has chattered lately."""
    quiet_ms: int = 0
    """How long it must be quiet to be believed again; 0 while it is believed."""
    freed_ms: int = 0
    """When it was last believed again."""

    @property
    def free_ms(self) -> int:
        """When it is believed again if it stays quiet; only while it chatters."""
        return self.changed_ms + self.quiet_ms


class Chatter(NamedTuple):
    """What is known of a group of contacts that share a limit; each is a bit, 1 = closed."""

    raw: int
    """The contacts as the last scan showed them."""
    since_ms: int
    """The instant of the first scan."""
    busy: tuple[Busy, ...] = ()
    held: int = 0
    """The contacts that chatter."""
    rested: int = 0
    """Those of them that were closed when they last rested; one that has not rested yet counts as open."""
    due_ms: int | None = None
    """When the next one is believed again if it stays quiet; None if none chatters."""

    @property
    def believed(self) -> int:
        """The contacts as they count: those that chatter as they were when they last rested."""
        return self.raw & ~self.held | self.rested


def first_scan(raw: int, now_ms: int) -> Chatter:
    """The contacts at the first scan: none is known to rest, and all are believed."""
    return Chatter(raw, now_ms)


def take_in(chatter: Chatter, raw: int, now_ms: int, limit: Limit) -> Chatter:
    """Take in a scan; the same value if it shows nothing new and nothing is due."""
    changed = raw ^ chatter.raw
    due = chatter.due_ms is not None and now_ms >= chatter.due_ms
    if not changed and not due:
        return chatter
    busy = [_freed(each, now_ms) for each in chatter.busy] if due else chatter.busy
    if changed:
        busy = [*_changed(chatter, busy, changed, now_ms, limit)]
    held = [each for each in busy if each.quiet_ms]
    return Chatter(
        raw,
        chatter.since_ms,
        tuple(busy),
        _union(held),
        _union(each for each in held if each.rested),
        min((each.free_ms for each in held), default=None),
    )


def _freed(each: Busy, now_ms: int) -> Busy:
    """The contact, believed again if it has been quiet for long enough."""
    if each.quiet_ms and now_ms >= each.free_ms:
        return each._replace(quiet_ms=0, freed_ms=now_ms)
    return each


def _changed(
    chatter: Chatter, busy: Iterable[Busy], changed: int, now_ms: int, limit: Limit
) -> Iterator[Busy]:
    """Yield the busy contacts after these have changed, without those that have come to rest long ago."""
    for each in busy:
        if each.contact & changed:
            changed ^= each.contact
            yield _count(each, bool(chatter.raw & each.contact), now_ms, limit)
        elif not _is_at_rest(each, now_ms, limit):
            yield each
    known = now_ms - chatter.since_ms >= RESTS_MS
    while changed:
        contact = changed & -changed
        changed ^= contact
        rested = known and bool(chatter.raw & contact)
        yield Busy(contact, 1000, now_ms, now_ms, rested)


def _count(each: Busy, was: bool, now_ms: int, limit: Limit) -> Busy:
    """Count a change of this contact, which was closed before or not."""
    rested = was if now_ms - each.changed_ms >= RESTS_MS else each.rested
    if now_ms - each.counted_ms < TOGETHER_MS:
        return each._replace(changed_ms=now_ms, rested=rested)
    most, times, quiet_ms = limit.most * 1000, each.times, each.quiet_ms
    filled = max(0, each.filled - limit.per_s * (now_ms - each.counted_ms)) + 1000
    if times and not quiet_ms and now_ms - each.freed_ms >= FORGIVEN_MS:
        times = 0
    if filled > most and not quiet_ms:
        quiet_ms = QUIET_MS << min(times, MOST_DOUBLINGS)
        times += 1
    return Busy(each.contact, min(filled, most), now_ms, now_ms, rested, times, quiet_ms, each.freed_ms)


def _is_at_rest(each: Busy, now_ms: int, limit: Limit) -> bool:
    """Whether nothing of this contact's past matters any more."""
    if each.quiet_ms or (each.times and now_ms - each.freed_ms < FORGIVEN_MS):
        return False
    return limit.per_s * (now_ms - each.counted_ms) >= each.filled and now_ms - each.changed_ms >= RESTS_MS


def _union(contacts: Iterable[Busy]) -> int:
    """The set of these contacts."""
    union = 0
    for each in contacts:
        union |= each.contact
    return union
