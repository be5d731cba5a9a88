"""Which of several hall programs pushes, in virtual time."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from jadoube.hall.exchange.lease import LeaseKeeper
from jadoube.mqtt.payloads import Lease


class Broker:
    """Keeps the lease, and tells it to all that are connected, in one order."""

    def __init__(self, *names: str) -> None:
        self.now_ms = 0
        self.kept: Lease | None = None
        self.halls = {name: LeaseKeeper(name) for name in names}
        self.away: set[str] = set(names)
        self.hanging: set[str] = set()
        self.links: list[tuple[str, str, Lease]] = []  # what hangs: whose link, `to` or `from` him, and what

    def hang(self, name: str) -> None:
        """Nothing comes through to this one, or from him; it is not lost."""
        self.hanging.add(name)

    def go_on(self, name: str) -> None:
        """All that has hung comes through, in its order."""
        self.hanging.discard(name)
        hung = [(way, lease) for whose, way, lease in self.links if whose == name]
        self.links = [each for each in self.links if each[0] != name]
        for way, lease in hung:
            if way == "to":
                self.halls[name].heard(lease, self.now_ms)
            else:
                self.publish(lease)

    def connect(self, name: str) -> None:
        """A hall program connects, and is told what is retained."""
        self.away.discard(name)
        self.halls[name].connected(self.now_ms)
        if self.kept:
            self.halls[name].heard(self.kept, self.now_ms)

    def publish(self, lease: Lease) -> None:
        """Keep a lease, and tell it."""
        self.kept = lease
        for name, hall in self.halls.items():
            if name in self.hanging:
                self.links.append((name, "to", lease))
            elif name not in self.away:
                hall.heard(lease, self.now_ms)

    def send(self, name: str, lease: Lease) -> None:
        """A hall program publishes a lease."""
        if name in self.hanging:
            self.links.append((name, "from", lease))
        else:
            self.publish(lease)

    def run(self, ms: int, asleep: Sequence[str] = ()) -> list[set[str]]:
        """Let time pass; return who holds it at each tick."""
        held = []
        for _ in range(ms // 250):
            self.now_ms += 250
            for name, hall in self.halls.items():
                if name in self.away:
                    hall.next(self.now_ms)  # it publishes nothing
                elif name not in asleep and (lease := hall.next(self.now_ms)):
                    self.send(name, lease)
            held.append({name for name, hall in self.halls.items() if hall.holds(self.now_ms)})
        return held


def _both() -> Broker:
    broker = Broker("a", "b")
    broker.connect("a")
    broker.run(10_000)
    broker.connect("b")
    return broker


def test_one_alone_holds_it_soon() -> None:
    """Where nothing is retained nobody has to be waited for."""
    broker = Broker("a")
    broker.connect("a")
    held = broker.run(10_000)
    settled = 7_250 // 250
    assert held[: settled - 1] == [set()] * (settled - 1)
    assert held[settled:] == [{"a"}] * (len(held) - settled)


def test_a_claim_before_the_lease_was_heard_takes_nothing() -> None:
    """A broker that tells late what is retained: the holder renews, before such a claim stands."""
    broker = Broker("a", "b")
    broker.connect("a")
    broker.run(60_000)
    broker.away.discard("b")
    broker.halls["b"].connected(broker.now_ms)  # and is told nothing
    assert all(held == {"a"} for held in broker.run(30_000))


def test_the_second_one_lets_the_first_one_hold() -> None:
    """As long as it renews."""
    assert all(held == {"a"} for held in _both().run(60_000))


def test_the_second_one_takes_over_from_one_that_is_gone() -> None:
    """After fifteen seconds without a renewal, and seven in which its claim stands."""
    broker = _both()
    broker.away.add("a")
    held = broker.run(30_000)
    first = next(at for at, each in enumerate(held) if "b" in each)
    assert 15_000 <= first * 250 + 3000 <= 26_000
    assert held[-1] == {"b"}
    assert {"a", "b"} not in held


def test_one_that_comes_back_does_not_take_it_back() -> None:
    """It hears that another holds it."""
    broker = _both()
    broker.away.add("a")
    broker.run(30_000)
    broker.connect("a")
    assert all(held == {"b"} for held in broker.run(30_000))


def test_one_that_was_started_again_goes_on_at_once() -> None:
    """The lease that is retained is its own."""
    broker = Broker("a")
    broker.connect("a")
    broker.run(10_000)
    broker.halls["a"] = LeaseKeeper("a")
    broker.connect("a")
    assert broker.halls["a"].holds(broker.now_ms)


def test_one_that_has_lost_its_file_hears_its_own_word_first() -> None:
    """It keeps the lease, and does not hold it until it has heard what stands at the broker."""
    broker = Broker("a", "b")
    broker.connect("a")
    broker.run(10_000)
    broker.connect("b")
    again = broker.halls["a"] = LeaseKeeper("a", is_new=True)
    broker.connect("a")
    assert not again.leads(broker.now_ms)
    assert broker.run(6_500) == [set()] * 26
    assert not again.leads(broker.now_ms)
    assert broker.run(60_000)[8:] == [{"a"}] * 232
    broker.connect("a")
    assert again.leads(broker.now_ms)


def test_two_that_claim_at_once_agree() -> None:
    """The broker's order decides."""
    broker = Broker("a", "b")
    broker.connect("a")
    broker.connect("b")
    held = broker.run(30_000)
    assert {"a", "b"} not in held
    assert held[-1] in ({"a"}, {"b"})


def test_who_acts_gets_it() -> None:
    """A claim by an act stands against a holder who renews."""
    broker = _both()
    broker.publish(broker.halls["b"].claim(broker.now_ms))
    held = broker.run(10_000)
    assert {"a", "b"} not in held
    assert held[-1] == {"b"}


def test_who_cannot_hear_that_another_acts_holds_no_more() -> None:
    """Before the other one begins to push."""
    broker = _both()
    broker.hang("a")
    broker.publish(broker.halls["b"].claim(broker.now_ms))
    held = broker.run(20_000)
    assert {"a", "b"} not in held
    assert held[-1] == {"b"}
    broker.go_on("a")
    assert all(each == {"b"} for each in broker.run(20_000))


def test_who_was_away_does_not_hold_it_by_a_late_renewal_of_his_own() -> None:
    """It stands at the broker when he is back, but somebody else has held it meanwhile."""
    broker = _both()
    late = broker.halls["a"].claim(broker.now_ms)
    broker.away.add("a")
    broker.publish(broker.halls["b"].claim(broker.now_ms))
    broker.run(10_000)
    broker.publish(late)
    broker.connect("a")
    held = [broker.halls["a"].holds(broker.now_ms), *("a" in each for each in broker.run(30_000))]
    assert not any(held)


def test_a_late_renewal_says_nothing() -> None:
    """One of a lower term was held up on its way."""
    broker = _both()
    broker.publish(Lease("b", 0))
    assert broker.halls["a"].holds(broker.now_ms)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.integers(1, 80)), max_size=12))
def test_never_two_of_those_that_are_connected(steps: list[tuple[str, bool, int]]) -> None:
    """Whoever comes and goes, and one of those who are there holds it in the end."""
    broker = Broker("a", "b", "c")
    for name, comes, ticks in steps:
        if comes and name in broker.away:
            broker.connect(name)
        elif not comes:
            broker.away.add(name)
        for held in broker.run(ticks * 250):
            assert len(held) <= 1
    if there := set(broker.halls) - broker.away:
        assert broker.run(60_000)[-1] <= there
        assert len(broker.run(250)[-1]) == 1


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from(["hang", "go on", "act"]), st.integers(1, 60)),
        max_size=16,
    )
)
def test_never_two_whose_links_hang(steps: list[tuple[str, str, int]]) -> None:
    """What they publish and hear comes late, but in order; meanwhile others act."""
    broker = Broker("a", "b", "c")
    for name in "abc":
        broker.connect(name)
    broker.run(20_000)
    for name, what, ticks in steps:
        if what == "hang":
            broker.hang(name)
        elif what == "go on":
            broker.go_on(name)
        else:
            broker.send(name, broker.halls[name].claim(broker.now_ms))
        for held in broker.run(ticks * 250):
            assert len(held) <= 1
    for name in tuple(broker.hanging):
        broker.go_on(name)
        assert sum(hall.holds(broker.now_ms) for hall in broker.halls.values()) <= 1
    assert len(broker.run(60_000)[-1]) == 1
