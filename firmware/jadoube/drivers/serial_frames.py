"""What a serial board sends: frames of what it reads, and how they are found again after noise.

    A5 4A   r0 r1 r2 r3 r4 r5 r6 r7   b   c0 c1

Two bytes that begin a frame; eight of the reeds that are closed, r0 first (bit 0 of r0 is a1, bit 7 of r7
is h8); one of the buttons that are held (bit 0 white, then black, back, minus, play, plus, ok); and a
checksum of the nine bytes before it, high byte first: CRC-16, polynomial 0x1021, that begins at 0xFFFF.

Decides which bytes are a frame. A frame that is not whole or not right means nothing, and the search goes on
at the next byte: noise costs frames, and makes one up by chance only, once in 65,536 times that it looks like
a beginning. Refuses to know where the bytes come from.
"""

from binascii import crc_hqx
from typing import Final

from jadoube.core.messages.events import LEVERS, PANEL, Scanned

BEGINS: Final = b"\xa5\x4a"
_CONTENT: Final = 9
LENGTH: Final = len(BEGINS) + _CONTENT + 2
_CRC_BEGINS_AT: Final = 0xFFFF
_BUTTONS: Final = int(LEVERS) | PANEL


def frame(scanned: Scanned) -> bytes:
    """Write one reading of everything on the board."""
    content = scanned.reeds.to_bytes(8, "little") + bytes([scanned.buttons])
    return BEGINS + content + crc_hqx(content, _CRC_BEGINS_AT).to_bytes(2, "big")


class Frames:
    """Finds frames in bytes as they come."""

    def __init__(self) -> None:
        self._bytes = b""

    def take(self, more: bytes) -> list[Scanned]:
        """Take in more bytes and give what the frames say that are whole now, in their order."""
        come = self._bytes + more
        found, at = [], 0
        while (begins := come.find(BEGINS, at)) >= 0 and len(come) >= begins + LENGTH:
            scanned = _read(come[begins + len(BEGINS) : begins + LENGTH])
            at = begins + (LENGTH if scanned else 1)
            if scanned:
                found.append(scanned)
        self._bytes = come[begins:] if begins >= 0 else come[max(at, len(come) - 1) :]
        return found


def _read(rest: bytes) -> Scanned | None:
    """Read what stands behind the beginning of a frame; None if it is not right."""
    content, check = rest[:_CONTENT], int.from_bytes(rest[_CONTENT:], "big")
    if crc_hqx(content, _CRC_BEGINS_AT) != check or content[8] & ~_BUTTONS:
        return None
    return Scanned(int.from_bytes(content[:8], "little"), content[8])
