"""What LiveChess has said: a JSON message on each line."""

import json

import chess

from jadoube.links.livechess.following import letters
from jadoube.links.recorded.reading import Message, Reading, Stray


def read_livechess(data: bytes) -> Reading:
    """Read lines of messages, of the board or of a program; places are numbers of lines."""
    messages: list[Message] = []
    strays: list[Stray] = []
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.strip():
            continue
        kind, pieces = _read_line(line)
        if kind:
            messages.append(Message(kind, number, pieces))
        else:
            strays.append(Stray(number, 1))
    return Reading("LiveChess", messages, strays)


def _read_line(line: bytes) -> tuple[str, str]:
    """What a line is, empty if it is no message, and the letters that it shows."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return "", ""
    if not isinstance(found, dict):
        return "", ""
    if isinstance(call := found.get("call"), str):
        return f"call {call}", ""
    if not isinstance(kind := found.get("response"), str):
        return "", ""
    param = found.get("param")
    board = param.get("board") if isinstance(param, dict) else None
    return f"{kind} response", _letters(board) if isinstance(board, str) else ""


def _letters(board: str) -> str:
    try:
        return letters(chess.Board(f"{board} w - - 0 1"))
    except ValueError:
        return ""
