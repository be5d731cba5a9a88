"""What happens outside a game: games that begin and end, and challenges that come.

The law: it follows the stream of events; what is not as expected is passed over, as it is about no game that
is played here. It refuses to know what a person does about it.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import chess

from jadoube.online.lichess.play.server_game import STANDARD, Finish, ServerGameError, finish_from
from jadoube.online.lichess.words import one_line

CHALLENGES_MOST: Final = 20
FINISHES_MOST: Final = 8


class Started(NamedTuple):
    """A game of the account runs."""

    game_id: str
    side: chess.Color
    playable: bool
    """Whether Lichess lets a board play it, and the board can."""


class Incoming(NamedTuple):
    """Somebody challenges the account."""

    id: str
    who: str
    title: str
    rating: int | None
    control: str
    rated: bool
    playable: bool


class Lobby:
    """What the stream of events has told."""

    def __init__(self) -> None:
        self.started: dict[str, Started] = {}
        self.finishes: dict[str, Finish] = {}
        self.incoming: dict[str, Incoming] = {}

    def opens(self) -> None:
        """The stream begins anew: it tells all games that run, and all challenges."""
        self.started.clear()
        self.incoming.clear()

    def hear(self, said: Mapping[str, Any]) -> None:
        """Take an event in."""
        game, challenge = _in(said, "game"), _in(said, "challenge")
        match said.get("type"):
            case "gameStart" if started := _started(game):
                self.started[started.game_id] = started
            case "gameFinish":
                self._finish(str(game.get("gameId")), game)
            case "challenge" if incoming := _incoming(challenge):
                if len(self.incoming) < CHALLENGES_MOST:
                    self.incoming[incoming.id] = incoming
            case "challengeCanceled" | "challengeDeclined":
                self.incoming.pop(str(challenge.get("id")), None)

    def _finish(self, game_id: str, info: Mapping[str, Any]) -> None:
        self.started.pop(game_id, None)
        try:
            self.finishes[game_id] = finish_from(info)
        except ServerGameError:
            return
        while len(self.finishes) > FINISHES_MOST:
            del self.finishes[next(iter(self.finishes))]


def _started(info: Mapping[str, Any]) -> Started | None:
    match info:
        case {"gameId": str(game_id), "color": "white" | "black" as color} if game_id.isalnum():
            playable = _in(info, "compat").get("board") is not False
            standard = _in(info, "variant").get("key", STANDARD) == STANDARD
            return Started(game_id, color == "white", playable and standard)
    return None


def _incoming(found: Mapping[str, Any]) -> Incoming | None:
    match found:
        case {"id": str(challenge_id), "challenger": {"name": str(who), **challenger}}:
            if found.get("direction") == "out" or not challenge_id.isalnum():
                return None
            title, rating = challenger.get("title"), challenger.get("rating")
            control = _in(found, "timeControl").get("show")
            return Incoming(
                challenge_id,
                one_line(who),
                title[:10] if isinstance(title, str) else "",
                rating if isinstance(rating, int) else None,
                control[:20] if isinstance(control, str) else "",
                found.get("rated") is True,
                _in(found, "variant").get("key", STANDARD) == STANDARD,
            )
    return None


def _in(found: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = found.get(name)
    return value if isinstance(value, dict) else {}
