"""The frames of a serial board: their format, and how they are found again after noise.

    A5 4A   r0 r1 r2 r3 r4 r5 r6 r7   b   c0 c1

Two start bytes; eight bytes of closed reeds, r0 first (bit 0 of r0 is a1, bit 7 of r7 is h8); one byte of
held buttons (bit 0 white, then black, back, minus, play, plus, ok); and a checksum of the nine bytes before
it, high byte first: CRC-16, polynomial 0x1021, initial value 0xFFFF.

It decides which bytes are a frame. An incomplete or wrong frame is ignored, and the search goes on at the
next byte. Noise costs frames; it makes a false one only by chance, once in 65,536 times that it looks like a
start. It refuses to know where the bytes come from.
"""

from binascii import crc_hqx
from typing import Final

from jadoube.core.messages.scans import LEVERS, PANEL, Scanned

BEGINS: Final = b"\xa5\x4a"
_CONTENT: Final = 9
LENGTH: Final = len(BEGINS) + _CONTENT + 2
_CRC_BEGINS_AT: Final = 0xFFFF
_BUTTONS: Final = int(LEVERS) | PANEL


def frame(scanned: Scanned) -> bytes:
    """Return a scan as a frame."""
    content = scanned.reeds.to_bytes(8, "little") + bytes([scanned.buttons])
    return BEGINS + content + crc_hqx(content, _CRC_BEGINS_AT).to_bytes(2, "big")


class Frames:
    """Finds frames in a stream of bytes."""

    def __init__(self) -> None:
        self._bytes = b""

    def take(self, more: bytes) -> list[Scanned]:
        """Add bytes; return the scans of the frames that are now complete, in order."""
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
    """Parse the bytes after the start bytes; None if they are wrong."""
    content, check = rest[:_CONTENT], int.from_bytes(rest[_CONTENT:], "big")
    if crc_hqx(content, _CRC_BEGINS_AT) != check or content[8] & ~_BUTTONS:
        return None
    return Scanned(int.from_bytes(content[:8], "little"), content[8])
