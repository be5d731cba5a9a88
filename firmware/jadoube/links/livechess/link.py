"""LiveChess as a program on a link sees it: one board, and feeds of what happens on it.

The law: one call of `hear` is one message, whole, and each answer is one. News come after each change of the
board, and of which clock runs; a running clock is counted by the program. What a program sets up or turns
counts for its feed, and changes nothing on the board.

It refuses to know sockets, and which pages may connect (`server.py`).
"""

from typing import Any, Final, NamedTuple

from jadoube.core.pages.link_view import LinkView
from jadoube.links.livechess.following import Following, set_up
from jadoube.links.livechess.messages import NO_ID, Call, answer, error, feed, id_text, read_call
from jadoube.links.translation import Said

SERIAL: Final = "10064"
"""The board's number: five digits, as those of a real one."""

SOURCE: Final = "jadoube"

MOST_FEEDS: Final = 8

EVENTS: Final = "eboardevent"

NO_CALL: Final = "expected a JSON object whose id is a number or a text"


class Feed(NamedTuple):
    """One feed that a program has subscribed to."""

    id_text: str
    flipped: bool = False
    game: Following | None = None
    """The game since the last set-up."""
    told: tuple[Any, ...] = ()
    """What was told last, without what only counts on."""


class LiveChess(NamedTuple):
    """A session of a program. `unix_ms` is what the views' instants lack to Unix time, in ms."""

    unix_ms: int = 0
    feeds: tuple[Feed, ...] = ()

    def hear(self, data: bytes, view: LinkView) -> tuple["LiveChess", Said]:
        """Take in one message."""
        at_ms = view.at_ms + self.unix_ms
        call = read_call(data)
        if call is None:
            return self, Said((error(NO_ID, NO_CALL, at_ms),))
        link, param = _obey(self, call, view)
        if isinstance(param, _Refusal):
            return self, Said((error(call.id_text, param.why, at_ms),))
        link, said = link.show(view)
        return link, Said((answer(call.id_text, param, at_ms), *said.to_program))

    def show(self, view: LinkView) -> tuple["LiveChess", Said]:
        """Show the board: each feed has news if anything is new to it."""
        feeds, news = [], []
        for each in self.feeds:
            seen = each._replace(game=each.game.look(view) if each.game else None)
            key = _key(seen, view)
            if key != each.told:
                news.append(feed(each.id_text, _news(seen, view, self.unix_ms), view.at_ms + self.unix_ms))
            feeds.append(seen._replace(told=key))
        return self._replace(feeds=tuple(feeds)), Said(tuple(news))

    def due_ms(self) -> int | None:
        """When a piece has stood long enough for its move to be told."""
        due = [each.game.due_ms for each in self.feeds if each.game and each.game.due_ms is not None]
        return min(due, default=None)


class _Refusal(NamedTuple):
    why: str


def begin(unix_ms: int = 0) -> LiveChess:
    """A session before the program's first message."""
    return LiveChess(unix_ms)


def eboards(view: LinkView, unix_ms: int) -> list[dict[str, Any]]:
    """All boards: this one."""
    return [
        {
            "serialnr": SERIAL,
            "source": SOURCE,
            "state": "ACTIVE",
            "battery": None,
            "comment": None,
            "board": placed(view.pieces),
            "flipped": False,
            "clock": _clock(view, unix_ms),
        }
    ]


def placed(pieces: str) -> str:
    """64 letters, a1 first, as the first part of a FEN."""
    text = "/".join(pieces[first : first + 8] for first in range(56, -8, -8))
    for empty in range(8, 0, -1):
        text = text.replace("." * empty, str(empty))
    return text


def _obey(link: LiveChess, call: Call, view: LinkView) -> tuple[LiveChess, Any]:
    """Carry out a call; return what to answer, or a refusal."""
    match call.name, call.param:
        case "eboards", _:
            return link, eboards(view, link.unix_ms)
        case "subscribe", {"feed": str(name), "id": feed_id, **more}:
            return _subscribe(link, name, feed_id, more.get("param"))
        case "unsubscribe", {"id": feed_id} | feed_id:
            return _change(link, feed_id, "unsubscribe", None, view)
        case "call", {"id": feed_id, "method": str(method), **more}:
            return _change(link, feed_id, method, more.get("param"), view)
        case (("subscribe" | "call"), _):
            return link, _Refusal(f"{call.name}: parameters are missing")
    return link, _Refusal("unknown call; known are eboards, subscribe, unsubscribe and call")


def _subscribe(link: LiveChess, name: str, feed_id: Any, param: Any) -> tuple[LiveChess, Any]:
    text = id_text(feed_id)
    if text is None:
        return link, _Refusal("the id of a feed is a number or a text")
    if name != EVENTS:
        return link, _Refusal(f"unknown feed; known is {EVENTS}")
    if not isinstance(param, dict) or param.get("serialnr") != SERIAL:
        return link, _Refusal(f"unknown serialnr; this board is {SERIAL}")
    others = tuple(each for each in link.feeds if each.id_text != text)
    if len(others) >= MOST_FEEDS:
        return link, _Refusal(f"more than {MOST_FEEDS} feeds")
    return link._replace(feeds=(*others, Feed(text))), None


def _change(link: LiveChess, feed_id: Any, method: str, param: Any, view: LinkView) -> tuple[LiveChess, Any]:
    """Set up, turn or end a feed."""
    text = id_text(feed_id)
    old = next((each for each in link.feeds if each.id_text == text), None)
    if old is None:
        return link, _Refusal("no feed has this id")
    new: Feed | None
    match method, param:
        case "unsubscribe", _:
            new = None
        case "flip", {"flip": bool(flipped)}:
            new = old._replace(flipped=flipped)
        case "setup", {"fen": str(fen)}:
            game = set_up(fen, view, old.game.told if old.game else ())
            if game is None:
                return link, _Refusal("no FEN of a position with both kings")
            new = old._replace(game=game, told=())
        case _:
            return link, _Refusal("expected setup with a fen, flip with true or false, or unsubscribe")
    feeds = [new if each is old else each for each in link.feeds]
    return link._replace(feeds=tuple(each for each in feeds if each)), None


def _shown(each: Feed, view: LinkView) -> str:
    return view.pieces[::-1] if each.flipped else view.pieces


def _news(each: Feed, view: LinkView, unix_ms: int) -> dict[str, Any]:
    news: dict[str, Any] = {
        "serialnr": SERIAL,
        "flipped": each.flipped,
        "board": placed(_shown(each, view)),
        "clock": _clock(view, unix_ms),
    }
    if each.game:
        news |= {
            "start": each.game.start_fen,
            "san": each.game.san,
            "match": each.game.pieces == _shown(each, view),
        }
    return news


def _key(each: Feed, view: LinkView) -> tuple[Any, ...]:
    """What has to differ for news: not a running clock's time."""
    clock = view.clock
    stands = clock and (
        clock.running,
        clock.white_ms // 1000 if clock.running != "white" else None,
        clock.black_ms // 1000 if clock.running != "black" else None,
    )
    return each.flipped, _shown(each, view), each.game and each.game.line, stands


def _clock(view: LinkView, unix_ms: int) -> dict[str, Any] | None:
    """Both clocks in whole seconds, which one runs (true: White's), and when that was so."""
    if view.clock is None:
        return None
    return {
        "white": max(0, view.clock.white_ms // 1000),
        "black": max(0, view.clock.black_ms // 1000),
        "run": {"white": True, "black": False}.get(view.clock.running),
        "time": view.at_ms + unix_ms,
    }
