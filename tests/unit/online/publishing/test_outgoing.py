"""What goes out: what the broker was told, and what has not come back."""

from jadoube.mqtt.topics import Kind
from jadoube.online.publishing.outgoing import ECHO_MS, Outgoing


def told(outgoing: Outgoing, kind: Kind, payload: bytes, now_ms: int) -> None:
    """Want a state, and publish it."""
    outgoing.want(kind, payload)
    assert outgoing.due() == {kind: payload}
    outgoing.tell(kind, payload)
    outgoing.took(kind, now_ms)


def test_a_state_is_told_once() -> None:
    """And again after a new connection, or if somebody wrote over it."""
    outgoing = Outgoing()
    told(outgoing, Kind.GAME, b"1", 0)
    assert outgoing.due() == {}
    outgoing.want(Kind.GAME, b"1")
    assert outgoing.due() == {}
    outgoing.overwritten(Kind.GAME)
    assert outgoing.due() == {Kind.GAME: b"1"}
    told(outgoing, Kind.GAME, b"2", 0)
    outgoing.forget_told()
    assert outgoing.due() == {Kind.GAME: b"2"}
    outgoing.tell(Kind.GAME, b"2")
    outgoing.was_lost(Kind.GAME)
    assert outgoing.due() == {Kind.GAME: b"2"}


def test_what_does_not_come_back_is_missing() -> None:
    """As of the first that did not; another topic's echo does not count."""
    outgoing = Outgoing()
    told(outgoing, Kind.GAME, b"1", 0)
    told(outgoing, Kind.CLOCK, b"1", 1000)
    outgoing.hear(Kind.CLOCK, b"1", 2000)
    told(outgoing, Kind.GAME, b"2", 3000)
    assert outgoing.missing(ECHO_MS - 1) == ()
    assert outgoing.missing(ECHO_MS) == (Kind.GAME,)
    outgoing.hear(Kind.GAME, b"1", ECHO_MS)
    assert outgoing.missing(ECHO_MS) == ()
    assert outgoing.missing(2 * ECHO_MS) == (Kind.GAME,)
    outgoing.hear(Kind.GAME, b"2", 2 * ECHO_MS)
    assert outgoing.missing(9 * ECHO_MS) == ()
    outgoing.hear(Kind.GAME, b"another", 9 * ECHO_MS)
    assert outgoing.missing(9 * ECHO_MS) == ()


def test_what_the_broker_has_not_got_is_not_missing() -> None:
    """The network is slow or cut, which is seen elsewhere. Nor what came back before that was said."""
    outgoing = Outgoing()
    outgoing.want(Kind.GAME, b"1")
    outgoing.tell(Kind.GAME, b"1")
    assert outgoing.missing(ECHO_MS) == ()
    outgoing.hear(Kind.GAME, b"1", ECHO_MS)
    outgoing.took(Kind.GAME, ECHO_MS)
    assert outgoing.missing(9 * ECHO_MS) == ()
