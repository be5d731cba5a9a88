"""Debounce: a contact's change is accepted once it has held long enough.

The law: a contact is *settled* in a state when every scan for `hold_ms` has shown that state. The instant of
the change is the first of those scans. A change that falls back sooner is a *glitch*. It is not lost, for it
is evidence: when the capturing piece pushes its victim out, the reed opens only for a moment.

This file knows no chess, no clock and no pin. Reeds and buttons use it alike. A button's closing has a
shorter hold time than its opening (`PRESS_HOLD_MS`), long enough to reject a spike. A press counts from its
first sample, even if the contact bounced before it held.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

PRESS_HOLD_MS: Final = 3
"""How long a button must read closed before its press is accepted: two samples at the usual scan period of
5 ms, even if the first one came 2 ms late. A slammed clock or table may close a lever for 2 to 4 ms. With one
sample, half of such spikes became presses (10 of 20, measured under the real drivers). A finger holds a lever
for 50 ms and more (a guess)."""


class Change(NamedTuple):
    """The contacts that changed in one scan (a set, one bit each), and the instant of that scan."""

    contacts: int
    since_ms: int


class Contacts(NamedTuple):
    """The debounce state of up to 64 contacts, one bit each, 1 = closed."""

    raw: int
    settled: int
    changing: tuple[Change, ...] = ()
    """Where raw differs from settled, oldest first; the sets do not overlap."""
    bounced: tuple[Change, ...] = ()
    """Recent closings that fell back, if closings have their own hold time; the sets do not overlap."""

    def settles_ms(self, hold_ms: int, closing_ms: int | None = None) -> int | None:
        """The instant at which the next change settles if it holds; None while nothing changes.

        `closing_ms` is the hold time of a closing, if that is shorter than `hold_ms`. A bounce counts, too:
        it is over when its contact has not closed again within `hold_ms`.
        """
        if not (self.changing or self.bounced):
            return None
        settles_ms = [self.changing[0].since_ms + hold_ms] if self.changing else []
        if closing_ms is not None:
            for change in self.changing:
                if change.contacts & self.raw:
                    settles_ms.append(change.since_ms + closing_ms)  # noqa: PERF401 - a list costs a call, at each scan
            if self.bounced:
                settles_ms += [first_ms + hold_ms + 1 for _, first_ms in self._may_close_again()]
        return min(settles_ms, default=None)

    def unbelieved(self, now_ms: int, hold_ms: int) -> tuple[Change, ...]:
        """The closings that may still be believed at this instant, each with its first sample."""
        waiting = [
            early
            for change in self.changing
            if (closing := change.contacts & self.raw)
            for early in _backdate_closing(Change(closing, change.since_ms), self.bounced, hold_ms)
        ]
        may_close = (each for each in self._may_close_again() if now_ms - each.since_ms <= hold_ms)
        return (*waiting, *may_close)

    def _may_close_again(self) -> list[Change]:
        """The closings that fell back and are open now: a bounce may close them again."""
        still_open = ~self.raw & ~self.settled
        return [Change(mask, first_ms) for each, first_ms in self.bounced if (mask := each & still_open)]


class Settling(NamedTuple):
    """The result of one scan."""

    contacts: Contacts
    settled: tuple[Change, ...]
    """The changes that settled in this scan, oldest first."""
    glitched: int
    """The contacts that fell back before they settled."""


def settled_contacts(closed: int) -> Contacts:
    """Contacts that have already settled as given; `closed` is a set, one bit each."""
    return Contacts(raw=closed, settled=closed)


def scan(
    contacts: Contacts, raw: int, now_ms: int, hold_ms: int, *, closing_ms: int | None = None
) -> Settling:
    """Debounce one scan; `closing_ms` is the hold time of a closing, if that is shorter than `hold_ms`."""
    changed = raw ^ contacts.raw
    differs = raw ^ contacts.settled
    fresh = changed & differs
    waiting = [Change(old, since) for mask, since in contacts.changing if (old := mask & ~changed)]
    if fresh:
        waiting.append(Change(fresh, now_ms))
    bounced: tuple[Change, ...] = ()
    if closing_ms is None:
        due = tuple([change for change in waiting if change.since_ms <= now_ms - hold_ms])
        waiting = waiting[len(due) :]
    else:
        bounced = _bounced_closings(contacts, raw, now_ms, hold_ms)
        waiting, due = _split_due(waiting, raw, now_ms - hold_ms, now_ms - closing_ms)
        if bounced:
            due = tuple(each for change in due for each in _backdate_closing(change, bounced, hold_ms))
    settled = contacts.settled
    for change in due:
        settled ^= change.contacts
    return Settling(Contacts(raw, settled, tuple(waiting), bounced), due, changed & ~differs)


def forget_changes(contacts: Contacts, hidden: int) -> Contacts:
    """Forget what these contacts have shown since they last settled: nobody may believe them now."""
    if not (contacts.raw ^ contacts.settled) & hidden:
        return contacts
    changing = tuple(Change(left, since) for mask, since in contacts.changing if (left := mask & ~hidden))
    raw = contacts.raw & ~hidden | contacts.settled & hidden
    return Contacts(raw, contacts.settled, changing, contacts.bounced)


def believe_now(contacts: Contacts, found: int, raw: int) -> Contacts:
    """Settle these contacts at once as `raw` shows them; their changes are forgotten."""
    contacts = forget_changes(contacts, found)
    shown = raw & found
    return Contacts(
        contacts.raw & ~found | shown, contacts.settled & ~found | shown, contacts.changing, contacts.bounced
    )


def settle_now(contacts: Contacts) -> Settling:
    """Settle all changes at once as the last scan showed them: no further scan follows."""
    return Settling(settled_contacts(contacts.raw), contacts.changing, 0)


def _split_due(
    waiting: list[Change], raw: int, held_since_ms: int, closed_since_ms: int
) -> tuple[list[Change], tuple[Change, ...]]:
    """Split the waiting changes into later ones and due ones; closings are due after their own hold time."""
    later, due = [], []
    for contacts, since_ms in waiting:
        closings = contacts & raw if since_ms <= closed_since_ms else 0
        now = contacts if since_ms <= held_since_ms else closings
        if now:
            due.append(Change(now, since_ms))
        if contacts & ~now:
            later.append(Change(contacts & ~now, since_ms))
    return later, tuple(due)


def _bounced_closings(contacts: Contacts, raw: int, now_ms: int, hold_ms: int) -> tuple[Change, ...]:
    """The closings that fell back, each with its first sample; a bounce lasts at most `hold_ms`."""
    bounced: list[Change] = []
    known = contacts.settled
    for mask, since_ms in contacts.bounced:
        if kept := mask & ~known & (raw if now_ms - since_ms > hold_ms else -1):
            bounced.append(Change(kept, since_ms))
            known |= kept
    for mask, since_ms in contacts.changing:
        if fell := mask & ~known & ~raw:
            bounced.append(Change(fell, since_ms))
    return tuple(bounced)


def _backdate_closing(change: Change, bounced: tuple[Change, ...], hold_ms: int) -> Iterator[Change]:
    """Split a closing by the instants at which its contacts began to bounce, if they did."""
    rest, since_ms = change
    for mask, first_ms in bounced:
        if (early := mask & rest) and since_ms - first_ms <= hold_ms:
            yield Change(early, first_ms)
            rest &= ~early
    if rest:
        yield Change(rest, since_ms)
