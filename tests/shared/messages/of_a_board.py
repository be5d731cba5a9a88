"""What a board shows to its page, before the first move."""

from typing import Any

PLAYER = {"name": "", "title": "", "rating": None, "fide_id": "", "federation": "", "private": False}
SIDE = {"ms": 60_000, "rate": 0, "delay_ms": 0}
MESSAGE: dict[str, Any] = {
    "at_ms": 0,
    "phase": "playing",
    "words": {"en": "White to move"},
    "game": {"start": "", "fen": "", "plies": [], "result": "*"},
    "clock": {
        "control_text": "1",
        "running": "white",
        "fallen": None,
        "white": {**SIDE, "rate": -1},
        "black": SIDE,
    },
    "reason": None,
    "doubt": {"plies": []},
    "offer": None,
    "can": {"verdict": False},
    "health": {"troubles": [], "reeds": []},
    "names": {"white": PLAYER, "black": PLAYER, "event": "", "site": "", "round": "", "board": ""},
    "game_id": "aBcDeFgHiJkL",
}
