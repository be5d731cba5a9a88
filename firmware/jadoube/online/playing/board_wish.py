"""What the board wishes: an opponent at the server, whom keys or an order have asked for.

The law: how board and player stand is compared, whole each time; what follows is one step (`next_step`). So
a wish that is changed, ended or made while the network was away needs nothing of its own. Somebody may be
looked for again after a restart; a game against the computer, or a rematch, is asked for once.

It refuses to know sockets and clocks: instants are arguments, and who asks carries out what it says.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from jadoube.core.messages.opponents import Unfound, Whom
from jadoube.local.desk_lines import Words
from jadoube.online.lichess.play import words

COMES_MS: Final = 10_000
"""After so long without a search and without a game nobody comes (a guess)."""


class BoardWish(NamedTuple):
    """An opponent who is wished at the board."""

    whom: str
    level: int
    minutes: int
    increment: int

    @property
    def is_once(self) -> bool:
        """Whether it must not be asked for a second time: its game may have begun."""
        return self.whom != Whom.SOMEBODY


class Standing(NamedTuple):
    """How it stands now."""

    wish: BoardWish | None
    """What the board wishes."""
    taken_up: bool
    """Whether the board was told that it is looked for."""
    looks_for: BoardWish | None
    """What this process looks for, or has looked for."""
    searches: bool
    """Whether the player searches."""
    plays: bool
    """Whether a game has begun that the board plays, or is to join."""
    trouble: Words | None
    """Why the player does not find anybody."""
    network: bool
    """Whether the server can be reached, as far as is known."""
    since_ms: int
    """Since when neither a search nor a game is known."""
    now_ms: int


class Begin(NamedTuple):
    """Tell the board that it is looked for, and look."""

    wish: BoardWish


class TakeUp(NamedTuple):
    """Tell the board once more that it is looked for: it has been wished anew meanwhile."""


class End(NamedTuple):
    """Look for nobody any more."""


class Fail(NamedTuple):
    """Tell the board that nobody was found."""

    why: Unfound


Step = Begin | TakeUp | End | Fail


def wish_in(message: Mapping[str, Any]) -> tuple[BoardWish | None, bool]:
    """What a message of the board wishes, and whether the board knows that it is looked for."""
    seek = message.get("seek")
    if not seek:
        return None, False
    return BoardWish(seek["whom"], seek["level"], seek["minutes"], seek["increment"]), seek["taken_up"]


def next_step(now: Standing) -> Step | None:
    """What is to be done; None: nothing but wait."""
    if now.looks_for and now.wish != now.looks_for:
        return End()
    if now.wish is None or now.plays:
        return None
    if now.looks_for is None:
        return Fail(Unfound.LOST) if now.taken_up and now.wish.is_once else Begin(now.wish)
    why = _failure(now)
    return Fail(why) if why else None if now.taken_up else TakeUp()


def _failure(now: Standing) -> Unfound | None:
    """Why nobody is found who is looked for; None: somebody may still come."""
    if not now.network:
        return Unfound.NO_NETWORK
    if now.searches:
        return None
    if now.trouble:
        return reason(now.trouble)
    return Unfound.LOST if now.now_ms - now.since_ms >= COMES_MS else None


def reason(said: Words) -> Unfound:
    """The board's word for what people are told of a search that has failed."""
    return next((why for why, known in _REASONS.items() if said in known), Unfound.REFUSED)


_REASONS: Final[Mapping[Unfound, tuple[Words, ...]]] = {
    Unfound.UNCONNECTED: (words.NO_TOKEN, words.WRONG_TOKEN, words.WRONG_SCOPE),
    Unfound.NO_NETWORK: (words.NO_NETWORK, words.SILENT),
    Unfound.LOST: (words.SEARCH_LOST,),
    Unfound.DECLINED: (words.NOT_ACCEPTED,),
    Unfound.NO_GAME: (words.NO_GAME, words.NO_REMATCH),
    Unfound.PLAYING: (words.PLAYING,),
}
