"""Lichess' Board API: its paths, its forms, and what it takes.

The law: what Lichess would refuse for its speed is refused here, in words, before anything is sent; a name or
an id that could lead to another path, too. Requests go out one at a time, streams stay open beside them
(`client.py`). It refuses to know what an answer means.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from jadoube.core.clock.lichess_speeds import CHALLENGE_LEAST_S, SEEK_LEAST_S, Speed
from jadoube.core.messages.opponents import SERVER_LEVELS
from jadoube.local.desk_lines import DeskError
from jadoube.online.lichess.answers import Answer
from jadoube.online.lichess.client import LichessClient
from jadoube.online.lichess.play import words
from jadoube.online.lichess.play.reconcile import MOVE, Command
from jadoube.online.lichess.play.server_game import is_id
from jadoube.online.secrets import Secret

CHAT_MOST: Final = 140
"""Characters of a line of chat (known)."""

_is_user = re.compile(r"[A-Za-z0-9_-]{1,30}").fullmatch

Hear = Callable[[bytes], None]


def checked(speed: Speed, least_s: int) -> Speed:
    """Return it; DeskError if Lichess does not take it from a board."""
    if not speed.minutes and speed.increment_s:
        raise DeskError(words.NO_MAIN_TIME)
    if speed.minutes and not speed.in_limits:
        raise DeskError(words.BAD_CONTROL)
    if speed.estimate_s < least_s:
        raise DeskError(words.TOO_FAST_SEEK if least_s == SEEK_LEAST_S else words.TOO_FAST)
    return speed


class Wish(NamedTuple):
    """What game is wanted. Without a colour Lichess draws it: one and the same again and again is refused."""

    speed: Speed | None
    """None only against the computer: a game without clock."""
    rated: bool = False
    color: str = ""

    def form(self) -> dict[str, str]:
        """The fields that seek and challenge share."""
        return {
            "rated": str(self.rated).lower(),
            "variant": "standard",
            **({"color": self.color} if self.color in ("white", "black") else {}),
        }


class BoardApi:
    """Asks Lichess what has to do with a game on the board."""

    def __init__(self, client: LichessClient) -> None:
        self.client = client

    def check_user(self, user: str) -> None:
        """DeskError if nobody can be called so."""
        if not _is_user(user):
            raise DeskError(words.BAD_NAME)

    # Streams

    async def events(self, token: Secret, hear: Hear) -> Answer:
        """Hold the stream of the account's events open; a second one of this token closes the first."""
        return await self.client.listen("GET", "/api/stream/event", token, hear)

    async def game(self, token: Secret, game_id: str, hear: Hear) -> Answer:
        """Hold a game's stream open: for the opponent that is the player's presence."""
        return await self.client.listen("GET", f"/api/board/game/stream/{_id(game_id)}", token, hear)

    async def seek(self, token: Secret, wish: Wish, hear: Hear) -> Answer:
        """Look for an opponent for as long as this is held; the game comes as an event."""
        speed = checked(wish.speed or Speed(0, 0), SEEK_LEAST_S)
        form = {**wish.form(), "time": str(speed.minutes), "increment": str(speed.increment_s)}
        return await self.client.listen("POST", "/api/board/seek", token, hear, form)

    async def challenge(self, token: Secret, user: str, wish: Wish, hear: Hear) -> Answer:
        """Challenge somebody for as long as this is held; the last line says what he thinks of it."""
        self.check_user(user)
        speed = checked(wish.speed or Speed(0, 0), CHALLENGE_LEAST_S)
        form = {**wish.form(), **_clock(speed), "keepAliveStream": "true"}
        return await self.client.listen("POST", f"/api/challenge/{user}", token, hear, form)

    # Requests

    async def challenge_ai(self, token: Secret, level: int, wish: Wish) -> Answer:
        """Begin a game against Lichess' computer."""
        if level not in SERVER_LEVELS:
            raise DeskError(words.BAD_LEVEL)
        clock = _clock(checked(wish.speed, CHALLENGE_LEAST_S)) if wish.speed else {}
        form = {**wish.form(), **clock, "level": str(level)}
        del form["rated"]
        return await self._post(token, "/api/challenge/ai", form)

    async def answer_challenge(self, token: Secret, challenge_id: str, how: str) -> Answer:
        """`accept` or `decline` a challenge, or `cancel` one's own."""
        return await self._post(token, f"/api/challenge/{_id(challenge_id)}/{how}")

    async def command(self, token: Secret, game_id: str, command: Command) -> Answer:
        """Carry out a command in a game."""
        what = f"{MOVE}/{command.move}" if command.kind == MOVE else command.kind
        return await self._post(token, f"/api/board/game/{_id(game_id)}/{what}")

    async def chat(self, token: Secret, game_id: str, text: str) -> Answer:
        """Write to the opponent."""
        if not 0 < len(text.strip()) <= CHAT_MOST:
            raise DeskError(words.BAD_CHAT)
        form = {"room": "player", "text": text.strip()}
        return await self._post(token, f"/api/board/game/{_id(game_id)}/chat", form)

    async def read_chat(self, token: Secret, game_id: str) -> Answer:
        """Ask for what the players have written."""
        path = f"/api/board/game/{_id(game_id)}/chat"
        return await self.client.ask("GET", path, token, {"Accept": "application/json"})

    async def _post(self, token: Secret, path: str, form: dict[str, str] | None = None) -> Answer:
        return await self.client.ask("POST", path, token, {"Accept": "application/json"}, form or {})


def _clock(speed: Speed) -> dict[str, str]:
    return {"clock.limit": str(60 * speed.minutes), "clock.increment": str(speed.increment_s)}


def _id(text: str) -> str:
    if not is_id(text):
        raise DeskError(words.BAD_ID)
    return text
