"""What became of a request, and what an answer of Lichess to a push means.

The law: a request was answered, never left, or has an end that nobody knows: then it may still be carried
out. It refuses to know what is done about it.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from jadoube.local.desk_lines import Words


class Answered(NamedTuple):
    """An answer: its status, its body, and the seconds of its `Retry-After`."""

    status: int
    body: bytes
    retry_after_s: float | None = None


class NotSent(NamedTuple):
    """The request never reached Lichess."""

    why: Words


class Unknown(NamedTuple):
    """The request may have reached Lichess; it may even be carried out later."""

    why: Words


Answer = Answered | NotSent | Unknown


class Taken(NamedTuple):
    """Lichess has taken a game."""


class Faulty(NamedTuple):
    """Lichess refuses a game, for this reason."""

    said: str


class RoundRefused(NamedTuple):
    """Lichess refuses all games of the round, for this reason."""

    said: str


Verdict = Taken | Faulty
UPSTREAM: Final = "upstream URL"
"""In what Lichess says of a round that has a source URL (lila, RelayPush.scala 58a1b12a)."""


def read_verdicts(body: bytes, board_ids: Sequence[str]) -> dict[str, Verdict] | RoundRefused | None:
    """Read the answer to a push, by board; None if it is no such answer.

    Lichess answers game by game, in their order. A game that it could not read has no tags.
    """
    games = _games(body)
    if games is None:
        return None
    if games and all(UPSTREAM in str(game.get("error", "")) for game in games):
        return RoundRefused(str(games[0]["error"]))
    if len(games) != len(board_ids) and all("error" in game and not _id_of(game) for game in games):
        return RoundRefused(str(games[0]["error"])) if games else None
    verdicts: dict[str, Verdict] = {}
    for at, game in enumerate(games):
        board_id = _id_of(game) or (board_ids[at] if len(games) == len(board_ids) else None)
        if board_id in board_ids:
            verdicts[str(board_id)] = Faulty(str(game["error"])) if "error" in game else Taken()
    return verdicts


def error_text(body: bytes) -> str:
    """What the body of a refusal says; a form's errors as they stand."""
    match _parsed(body):
        case {"error": str(text)}:
            return text
        case {"error": other}:
            return json.dumps(other, ensure_ascii=False)
    return ""


def _games(body: bytes) -> list[dict[str, Any]] | None:
    match _parsed(body):
        case {"games": list(games)} if all(isinstance(game, dict) for game in games):
            return games
    return None


def _id_of(game: dict[str, Any]) -> str | None:
    match game.get("tags"):
        case {"GameId": str(found)}:
            return found
    return None


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
