"""What a ChessLink board has sent: characters with odd parity, or with none if the recorder took it off."""

from typing import Final

from jadoube.links.chesslink.framing import characters, checksum
from jadoube.links.recorded.reading import Message, Reading, strays_between

LENGTHS: Final = {"v": 7, "s": 67, "l": 3, "x": 3, "w": 7, "r": 7, "i": 10}
"""With their checksums."""

KINDS: Final = {
    "v": "version",
    "s": "status",
    "l": "lamps lit",
    "x": "lamps out",
    "w": "register written",
    "r": "register",
    "i": "identity",
}

PIECES: Final = frozenset("KQRBNPkqrbnp.")


def read_chesslink(data: bytes) -> Reading:
    """Read what a ChessLink board has sent."""
    has_parity = any(byte & 0x80 for byte in data)
    text = characters(data, checked=has_parity)
    messages: list[Message] = []
    bounds: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        length = LENGTHS.get(text[at], 0)
        whole = text[at : at + length]
        if not length or len(whole) < length or checksum(whole[:-2]) != whole[-2:].upper():
            at += 1
            continue
        messages.append(Message(KINDS[text[at]], at, _pieces(whole) if text[at] == "s" else ""))
        bounds.append((at, at + length))
        at += length
    return Reading("ChessLink", messages, strays_between(len(data), bounds))


def _pieces(status: str) -> str:
    """The letters of a status, a1 first; empty if one is no piece."""
    placed = status[1:65]
    if set(placed) - PIECES:
        return ""
    return "".join(placed[first : first + 8] for first in range(56, -8, -8))
