"""The lease: which of several hall programs pushes names, pages' round, live folder and broadcast.

The law: the last value that the broker has told at the lease's topic holds, one's own included, so that all
programs see the same order of events; a value of a lower term is late and says nothing. The holder renews it.
Who has heard no renewal for a while, by his own time, claims it, waits, and holds it if the value is still
his. Who has not heard his own renewals holds no more, and a claim waits for longer than that: so no two hold
it, however long their links hang. Nothing compares clocks. It waits for nothing: instants are arguments.
"""

from typing import Final, NamedTuple

from jadoube.mqtt.payloads import Lease


class LeaseTimes(NamedTuple):
    """How long things take, in ms (choices)."""

    renew_ms: int = 3_000
    unheard_ms: int = 6_000
    """Two renewals: who has not heard one of so late a publishing of his own holds no more."""
    settle_ms: int = 7_000
    """So long a claim has to stand: longer than one whose link hangs still holds."""
    act_ms: int = 1_500
    """So long he who has waited for that is let act, before another claims it for an act of his own."""
    gone_ms: int = 15_000
    """Without a renewal for so long another may claim it."""
    empty_ms: int = 250
    """If so long none is told, there is none: what is retained comes with the answer to the subscription. A
    claim that is too early has a low term: the holder does not heed it, and renews his own meanwhile."""


TIMES: Final = LeaseTimes()


class LeaseKeeper:
    """The lease as this program, by its id, sees it.

    With `is_new` it has nothing of what it published before: it first hears what stands at the broker.
    """

    def __init__(self, own: str, times: LeaseTimes = TIMES, *, is_new: bool = False) -> None:
        self._own = own
        self.times = times
        self._is_new = is_new
        self._last: Lease | None = None
        self._heard_ms: int | None = None  # the last value
        self._claimed_ms: int | None = None  # when another claimed it, if that was heard
        self._asked_ms: int | None = None  # the broker is there, or this program has published
        self._published_ms: int | None = None
        self._published: dict[int, int] = {}  # when its own values were first published, by their terms
        self._own_ms: int | None = None  # since when it is its own, in the broker's order; None: it is not
        self._is_takeover = False  # it was another's, and does not hold yet
        self._renewed_ms = 0  # when it published what it heard last

    @property
    def last(self) -> Lease | None:
        """The lease as the broker tells it; None: nothing was told."""
        return self._last

    @property
    def is_own(self) -> bool:
        """Whether it is this program's, be it still a claim."""
        return self._own_ms is not None

    def leads(self, now_ms: int) -> bool:
        """Whether what this program knows counts: it holds, or nobody else has since it did.

        Who takes over hears what the other one says until he has heard of that; one that is new, what it has
        said itself.
        """
        return self.holds(now_ms) or (self._own_ms is not None and not self._is_takeover)

    @property
    def is_anothers(self) -> bool:
        """Whether the broker has told of another program, since one's own was told last."""
        return self._last is not None and self._last.holder != self._own

    def goes_on(self) -> None:
        """This program has what it published before."""
        self._is_new = False

    def is_settling(self, now_ms: int) -> bool:
        """Whether another one has claimed it so lately that he has not acted yet: he is not to wait anew."""
        since_ms, times = self._claimed_ms, self.times
        return (
            self.is_anothers and since_ms is not None and now_ms - since_ms < times.settle_ms + times.act_ms
        )

    def connected(self, now_ms: int) -> None:
        """The broker is there, and tells what is retained: the time to hear a renewal begins.

        What others have said meanwhile was not heard: one's own has to stand again.
        """
        self._asked_ms, self._published_ms, self._own_ms = now_ms, None, None

    def heard(self, lease: Lease | None, now_ms: int) -> None:
        """The broker tells a lease; None: it was deleted."""
        if lease is None:
            self._last, self._own_ms = None, None
            return
        if self._last and lease.term < self._last.term:
            return
        was_anothers = self.is_anothers
        if self._last and lease.holder != self._last.holder:
            self._claimed_ms = now_ms
        is_first, self._last, self._heard_ms = self._last is None, lease, now_ms
        if lease.holder != self._own:
            self._own_ms = None
            return
        asked_ms = now_ms if self._asked_ms is None else self._asked_ms
        self._renewed_ms = self._published.get(lease.term, asked_ms)
        self._published = {term: ms for term, ms in self._published.items() if term >= lease.term}
        if self._own_ms is None:
            restarted = is_first and not self._published  # nobody else has claimed it meanwhile
            self._own_ms = now_ms - (self.times.settle_ms if restarted and not self._is_new else 0)
        self._is_new = self._is_new and not self.holds(now_ms)
        self._is_takeover = was_anothers or self._is_new or (self._is_takeover and not self.holds(now_ms))

    def holds(self, now_ms: int) -> bool:
        """Whether this program pushes.

        Another one's claim that it has not heard yet came to the broker after what it heard last, which it
        published at `_renewed_ms`: that claim has not stood for long enough yet.
        """
        if self._own_ms is None or now_ms - self._renewed_ms >= self.times.unheard_ms:
            return False
        return now_ms - self._own_ms >= self.times.settle_ms

    def next(self, now_ms: int) -> Lease | None:
        """Return what is to be published now; None: nothing."""
        if self._asked_ms is None:
            return None
        if self._own_ms is not None and self._is_renewed(now_ms):
            published_ms = self._published_ms
            renewed = published_ms is not None and now_ms - published_ms < self.times.renew_ms
            return None if renewed else self.claim(now_ms)
        self._own_ms = None
        patience_ms = self.times.gone_ms if self._last else self.times.empty_ms
        if now_ms - self._asked_ms < patience_ms or self._is_renewed(now_ms):
            return None
        return self.claim(now_ms)

    def claim(self, now_ms: int) -> Lease:
        """Return the lease that makes it this program's: to be renewed, or because somebody acts here."""
        self._asked_ms = self._published_ms = now_ms
        term = (self._last.term if self._last else 0) + 1
        self._published.setdefault(term, now_ms)
        return Lease(self._own, term)

    def _is_renewed(self, now_ms: int) -> bool:
        return self._heard_ms is not None and now_ms - self._heard_ms < self.times.gone_ms
