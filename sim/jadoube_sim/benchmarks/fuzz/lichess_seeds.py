"""Valid examples of what Lichess answers, for its readers."""

import json
from typing import Final

BOARD: Final = "0123456789ab"

_ROUND: Final = {
    "round": {"id": "RoUnD001", "name": "Round 1", "url": "https://lichess.org/broadcast/-/-/RoUnD001"},
    "tour": {"id": "tour0001", "name": "Club"},
    "study": {"writeable": True},
}


def pushes() -> list[bytes]:
    """Answers to pushes."""
    taken = {"tags": {"GameId": BOARD, "White": "Ada"}, "moves": 3}
    faulty = {"tags": {}, "error": "Cannot play Ke3"}
    return [json.dumps({"games": games}).encode() for games in ([taken], [faulty], [taken, faulty])]


def rounds() -> list[bytes]:
    """Lists of rounds."""
    line = f"{json.dumps(_ROUND)}\n".encode()
    return [line, line * 3]


def streams() -> list[bytes]:
    """Messages of a game's stream; the first example begins with the whole game."""
    state = {
        "type": "gameState",
        "moves": "e2e4 e7e5 g1f3",
        "wtime": 600_000,
        "btime": 590_000,
        "bdraw": True,
        "winc": 0,
        "binc": 0,
        "status": "started",
    }
    full = {
        "type": "gameFull",
        "id": "AbCdEfGh",
        "variant": {"key": "standard"},
        "initialFen": "startpos",
        "clock": {"initial": 600_000, "increment": 0},
        "white": {"name": "Ada", "rating": 1500},
        "black": {"aiLevel": 3},
        "state": state,
    }
    gone = {"type": "opponentGone", "gone": True, "claimWinInSeconds": 30}
    ended = {**state, "status": "resign", "winner": "white"}
    return [_lines(full, state), _lines(state, gone, ended)]


def chats() -> list[bytes]:
    """What the players of a game have written."""
    line = {"text": "Good luck!", "user": "bert"}
    return [json.dumps(lines).encode() for lines in ([], [line], [line, {**line, "text": "Thanks"}])]


def events() -> list[bytes]:
    """Messages of the stream of events."""
    game = {
        "gameId": "AbCdEfGh",
        "color": "white",
        "compat": {"board": True},
        "fen": "8/8/8/8/8/8/8/8 w - - 0 1",
        "status": {"id": 31, "name": "resign"},
        "lastMove": "e2e4",
        "variant": {"key": "standard"},
    }
    challenge = {
        "id": "IjKlMnOp",
        "challenger": {"name": "Cleo", "title": "FM", "rating": 2300},
        "rated": False,
        "timeControl": {"show": "10+5"},
        "variant": {"key": "standard"},
    }
    games = [{"type": kind, "game": game} for kind in ("gameStart", "gameFinish")]
    others = [{"type": kind, "challenge": challenge} for kind in ("challenge", "challengeCanceled")]
    return [_lines(*games), _lines(*others)]


def _lines(*messages: object) -> bytes:
    return b"\n".join(json.dumps(each).encode() for each in messages)
