"""From raw to settled: a contact is believed once it has kept still.

The law: a contact is *settled* in a state when every scan for `hold_ms` has shown that state, and its
instant is the first of those scans. What falls back sooner is not lost: it is a *glitch*, and a glitch is
evidence (a victim pushed out by the capturing piece opens its reed only for a moment).

This file knows no chess, no clock and no pin. It serves reeds and buttons alike; a button's closing is
believed at once (`eager`), because a press counts from its first sample, and only its opening has to hold.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Change(NamedTuple):
    """Contacts that changed in one scan: a set of them (one bit each), and the instant of that scan."""

    contacts: int
    since_ms: int


@dataclass(frozen=True, slots=True)
class Contacts:
    """What is known of up to 64 contacts, one bit each, 1 = closed."""

    raw: int
    settled: int
    changing: tuple[Change, ...] = ()
    """Where raw differs from settled, oldest first; the sets do not overlap."""

    def settles_ms(self, hold_ms: int) -> int | None:
        """When the next change will have held long enough; None while nothing changes."""
        return self.changing[0].since_ms + hold_ms if self.changing else None


class Settling(NamedTuple):
    """What one scan brought."""

    contacts: Contacts
    settled: tuple[Change, ...]
    """What settled now, oldest first."""
    glitched: int
    """The contacts that fell back before they settled."""


def still(closed: int) -> Contacts:
    """Contacts that are known to stand as given."""
    return Contacts(raw=closed, settled=closed)


def scan(contacts: Contacts, raw: int, now_ms: int, hold_ms: int, *, eager: bool = False) -> Settling:
    """Take in one scan; `eager` believes a closing at once."""
    changed = raw ^ contacts.raw
    differs = raw ^ contacts.settled
    fresh = changed & differs
    waiting = [Change(old, since) for mask, since in contacts.changing if (old := mask & ~changed)]
    if fresh:
        waiting.append(Change(fresh, now_ms))
    if eager:
        waiting, due = _closings_at_once(waiting, raw, now_ms - hold_ms)
    else:
        due = tuple(change for change in waiting if change.since_ms <= now_ms - hold_ms)
        waiting = waiting[len(due) :]
    settled = contacts.settled
    for change in due:
        settled ^= change.contacts
    return Settling(Contacts(raw, settled, tuple(waiting)), due, changed & ~differs)


def settle_now(contacts: Contacts) -> Settling:
    """Believe at once what the last scan showed: there will be no further one."""
    return Settling(still(contacts.raw), contacts.changing, 0)


def _closings_at_once(
    waiting: list[Change], raw: int, held_since_ms: int
) -> tuple[list[Change], tuple[Change, ...]]:
    later, due = [], []
    for contacts, since_ms in waiting:
        now = contacts if since_ms <= held_since_ms else contacts & raw
        if now:
            due.append(Change(now, since_ms))
        if contacts & ~now:
            later.append(Change(contacts & ~now, since_ms))
    return later, tuple(due)
