"""How soon a program on a link is told: from a piece that has settled to the transport's write.

In virtual time. The whole board is under it, and the maker of link views, a session and a protocol behind it.
What the Pi's own work and the two sockets between the processes add is not in it.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

import chess

from jadoube.config.settings import default_settings
from jadoube.core.pages.link_view import LinkView, link_view, read_link_view
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Glance
from jadoube.glances.link_maker import LinkMaker
from jadoube.links.chesslink import link as chesslink
from jadoube.links.chesslink.framing import message
from jadoube.links.dgt import link as dgt
from jadoube.links.livechess import link as livechess
from jadoube.links.livechess.link import SERIAL
from jadoube.links.orders import Orders
from jadoube.links.session import Host, Session
from jadoube.links.translation import Link
from jadoube_sim.desk import Desk
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.player import play_habit
from jadoube_sim.virtual import VirtualPace

ALLOWED_MS = 20
"""What is promised of 99 of 100 pieces."""

SUBSCRIBE = (
    f'{{"id":1,"call":"subscribe","param":{{"feed":"eboardevent","id":1,"param":{{"serialnr":"{SERIAL}"}}}}}}'
)

PROGRAMS: Mapping[str, tuple[Callable[[], Link], bytes]] = {
    "dgt": (dgt.begin, b"\x4b"),
    "chesslink": (chesslink.begin, message("S")),
    "livechess": (livechess.begin, SUBSCRIBE.encode()),
}
"""How a session in each protocol begins, and what a program says to hear of changes as they come."""


class Waits(NamedTuple):
    """How long pieces waited, in ms, the shortest first."""

    sorted_ms: tuple[int, ...]

    @property
    def p99_ms(self) -> int:
        """The wait that 99 of 100 do not exceed."""
        return self.sorted_ms[-(len(self.sorted_ms) // 100) - 1]


def waits(moves: tuple[chess.Move, ...], habit: str = "plain", protocol: str = "dgt") -> Waits:
    """Let hands of this habit play these moves, and watch when a program in this protocol is told."""
    return asyncio.run(_play(moves, habit, protocol))


async def _play(moves: tuple[chess.Move, ...], habit: str, protocol: str) -> Waits:
    settings = default_settings()
    log = play_habit(Game(1, chess.STARTING_FEN, moves), HABITS[habit], presses=False)
    seen = _Watched(lambda: desk)
    pace = VirtualPace(settings.board.scan_period_ms, until_ms=0, after_scan=seen.look)
    desk = Desk(settings, closed=log.reeds, pace=pace)
    maker = LinkMaker(
        lambda: Glance(desk.table, pace.now_ms()), Faults(print, pace.now_ms), lambda s: _pause(pace, s)
    )
    seen.begin()
    begin, asks = PROGRAMS[protocol]
    session = Session(begin(), seen, Host(seen, Orders(seen, print)))
    session.hear(asks)
    seen.waits_ms.clear()

    def told(text: bytes) -> None:
        seen.told(read_link_view(json.loads(text)))

    desk.act(log.edges)
    async with desk:
        maker.link(told)
        await desk.run_to(log.lasts_us // 1000 + 1000)
        maker.leave(told)
        session.end()
        await desk.run_to(log.lasts_us // 1000 + 2000)
    return Waits(tuple(sorted(seen.waits_ms)))


async def _pause(pace: VirtualPace, seconds: float) -> None:
    """Wait in virtual time."""
    passed = asyncio.Event()
    pace.schedule(round((pace.now_ms() / 1000 + seconds) * 1_000_000), passed.set)
    await passed.wait()


class _Watched:
    """A board with its newest view, and the line of a program: when what changed was written."""

    def __init__(self, desk: Callable[[], Desk]) -> None:
        self._desk = desk
        self.view: LinkView | None = None
        self.waits_ms: list[int] = []
        self._changed = asyncio.Event()
        self._pieces = ""
        self._since_ms: list[int] = []

    def begin(self) -> None:
        """Take the board as it is before the hands come."""
        self.told(link_view(self._desk().table, 0))
        self.look()
        self._since_ms.clear()

    def look(self) -> None:
        """Note when pieces have settled: the first scan after which the table says so."""
        table, now_ms = self._desk().table, self._desk().pace.now_ms()
        pieces = link_view(table, now_ms).pieces
        if pieces != self._pieces:
            self._pieces = pieces
            self._since_ms.append(now_ms)

    def told(self, view: LinkView) -> None:
        """Take the board's newest view."""
        self.view = view
        before, self._changed = self._changed, asyncio.Event()
        before.set()

    async def changed(self) -> None:
        """Wait until there is another view."""
        await self._changed.wait()

    async def order(self, _text: str) -> str | None:
        """Carry out nothing."""
        return None

    def write(self, _data: bytes) -> None:
        """Note how long what has changed since the last write has waited."""
        self.look()
        now_ms = self._desk().pace.now_ms()
        self.waits_ms += [now_ms - since_ms for since_ms in self._since_ms]
        self._since_ms.clear()

    def drop(self, why: str) -> None:
        """A fault of the protocol."""
        raise AssertionError(why)
