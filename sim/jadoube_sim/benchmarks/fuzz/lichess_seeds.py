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
