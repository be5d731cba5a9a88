"""What happens outside a game: games that begin and end, and challenges that come.

The law: it follows the stream of events; what is not as expected is passed over, as it is about no game that
is played here. It refuses to know what a person does about it.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import chess

from jadoube.online.lichess.play.server_game import STANDARD, Finish, ServerGameError, finish_from, is_id
from jadoube.online.lichess.words import one_line

CHALLENGES_MOST: Final = 20
FINISHES_MOST: Final = 8
CORRESPONDENCE: Final = "correspondence"
"""The speed of a game with days for a move, or without a clock between people."""


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
        self.listed = False
        """Whether the stream has told all that ran when it was opened."""
        self._older: frozenset[str] | None = None  # what ran when a person asked for a game
        self._new: set[str] = set()

    def opens(self) -> None:
        """The stream begins anew: it tells all games that run, and all challenges."""
        self.listed = False
        self.started.clear()
        self.incoming.clear()

    def asked(self) -> None:
        """A person asks for a game: the one that is not known yet is meant."""
        self._older = frozenset(self.started)

    @property
    def begun(self) -> list[Started]:
        """The games that have begun since they are listened for, or since a person has asked for one."""
        return [each for game_id, each in self.started.items() if game_id in self._new]

    def hear(self, said: Mapping[str, Any]) -> None:
        """Take an event in."""
        game, challenge = _in(said, "game"), _in(said, "challenge")
        match said.get("type"):
            case "gameStart" if started := _started(game):
                self.started[started.game_id] = started
                if self.listed or (self._older is not None and started.game_id not in self._older):
                    self._new.add(started.game_id)
            case "gameFinish":
                self._finish(str(game.get("gameId")), game)
            case "challenge" if incoming := _incoming(challenge):
                if len(self.incoming) < CHALLENGES_MOST:
                    self.incoming[incoming.id] = incoming
            case "challengeCanceled" | "challengeDeclined":
                self.incoming.pop(str(challenge.get("id")), None)

    def _finish(self, game_id: str, info: Mapping[str, Any]) -> None:
        self.started.pop(game_id, None)
        self._new.discard(game_id)
        try:
            self.finishes[game_id] = finish_from(info)
        except ServerGameError:
            return
        while len(self.finishes) > FINISHES_MOST:
            del self.finishes[next(iter(self.finishes))]


def _started(info: Mapping[str, Any]) -> Started | None:
    match info:
        case {"gameId": str(game_id), "color": "white" | "black" as color} if is_id(game_id):
            playable = _in(info, "compat").get("board") is not False
            standard = _in(info, "variant").get("key", STANDARD) == STANDARD
            in_one_go = info.get("speed") != CORRESPONDENCE
            return Started(game_id, color == "white", playable and standard and in_one_go)
    return None


def _incoming(found: Mapping[str, Any]) -> Incoming | None:
    match found:
        case {"id": str(challenge_id), "challenger": {"name": str(who), **challenger}}:
            if found.get("direction") == "out" or not is_id(challenge_id):
                return None
            title, rating = challenger.get("title"), challenger.get("rating")
            clock = _in(found, "timeControl")
            control, in_one_go = clock.get("show"), clock.get("type") != CORRESPONDENCE
            standard = _in(found, "variant").get("key", STANDARD) == STANDARD
            return Incoming(
                challenge_id,
                one_line(who),
                title[:10] if isinstance(title, str) else "",
                rating if isinstance(rating, int) else None,
                control[:20] if isinstance(control, str) else "",
                found.get("rated") is True,
                standard and in_one_go and clock.get("limit") != 0,
            )
    return None


def _in(found: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = found.get(name)
    return value if isinstance(value, dict) else {}
