"""What somebody may do at the panel and with words, drawn by lot, on boards in several states."""

from collections.abc import Callable

from hypothesis import strategies as st

from jadoube.core.messages.events import BUTTONS, Ordered, Page, Reachable, Restarted
from jadoube.core.messages.orders import Pause, Play
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.rule_sets import CASUAL, CLUB, FIDE
from shared.drawn.orders import ORDERS
from shared.hands.panel import SCAN_MS, Hands, at_start, paused

KEYS = ("ok", "ok", "ok", "plus", "minus", "back", "play")
"""As often as they are pressed by somebody who looks for something."""

DEEDS = st.one_of(
    st.sampled_from(KEYS),
    st.sampled_from(KEYS),
    st.sampled_from(("white", "black", "arbiter")),
    st.sampled_from(("hold ok", "hold back", "chord", "touch", "wait", "restart", "page", "no page")),
    st.one_of(st.just(Play()), st.just(Pause()), ORDERS),
)


def _without_clock() -> Hands:
    hands = at_start("-", rules=CASUAL)
    hands.touch("e2 e4")
    return hands


def _over() -> Hands:
    hands = paused(rules=CLUB)
    hands.tap("ok plus ok white")
    assert hands.table.play.phase is Phase.OVER
    return hands


def _in_doubt() -> Hands:
    """A knight has taken one of two pawns, and none was seen to leave."""
    hands = at_start(fen="4k3/8/8/1p1p4/8/2N5/8/4K3 w - - 0 1")
    hands.tap("black")
    hands.touch("c3")
    hands.tap("white play")
    return hands


def _promoting() -> Hands:
    """A pawn stands on its last rank."""
    hands = at_start("-", fen="8/4P3/8/k7/8/8/P7/4K3 w - - 0 1")
    hands.touch("e7 e8")
    return hands


_BOARDS: dict[str, Callable[[], Hands]] = {
    "start": at_start,
    "paused": paused,
    "no clock": _without_clock,
    "fide": lambda: paused(rules=FIDE),
    "over": _over,
    "turned": lambda: at_start(turned=True),
    "doubt": _in_doubt,
    "promotion": _promoting,
}

STARTED = st.sampled_from(tuple(_BOARDS))


def board(started: str) -> Hands:
    """A board in one of the states in which somebody may come to it."""
    return _BOARDS[started]()


def do(hands: Hands, deed: object) -> None:
    """Do one thing to the board."""
    match deed:
        case "hold ok" | "hold back":
            hands.hold(str(deed).split()[1], 1200)
        case "chord":
            hands.buttons = BUTTONS["plus"] | BUTTONS["ok"]
            hands.wait(SCAN_MS)
            hands.wait(100)
            hands.buttons = 0
            hands.wait(SCAN_MS)
            hands.wait(100)
        case "arbiter":
            hands.tap("ok minus ok")  # it is the last entry, where it is there
        case "touch":
            hands.touch("g1 g1")
        case "wait":
            hands.wait(31_000)
        case "restart":
            hands.buttons = 0
            hands.feed(Restarted())
        case "page" | "no page":
            hands.feed(Reachable(Page("192.168.1.20:8080", "471138") if deed == "page" else None))
        case str(name):
            hands.tap(name)
        case order:
            hands.feed(Ordered(order))  # type: ignore[arg-type]
