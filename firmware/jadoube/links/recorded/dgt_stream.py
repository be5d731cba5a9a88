"""What a DGT board has sent: messages that say their length; of their bytes only the first is above 127."""

from typing import Final

from jadoube.links.dgt.codes import square_of
from jadoube.links.recorded.reading import Message, Reading, strays_between

KINDS: Final = {
    0x86: "board",
    0x8D: "clock",
    0x8E: "field",
    0x8F: "stored moves",
    0x90: "bus address",
    0x91: "serial number",
    0x92: "trademark",
    0x93: "version",
    0xA0: "battery",
    0xA2: "long serial number",
}

BOARD: Final = 0x86
FIELD: Final = 0x8E

HEAD: Final = 3
LONGEST: Final = 0x2000
"""The longest message, a dump of the stored moves, has 7.9 kB."""

LETTERS: Final = ".PRNBKQprnbkq"
"""Each piece at its code."""


def read_dgt(data: bytes) -> Reading:
    """Read what a DGT board has sent; a message that does not end is none."""
    messages: list[Message] = []
    bounds: list[tuple[int, int]] = []
    pieces, at = "", 0
    while at < len(data):
        length = message_length(data, at)
        if not length:
            at += 1
            continue
        whole = data[at : at + length]
        changed = _pieces_after(pieces, whole)
        messages.append(
            Message(KINDS.get(whole[0], f"{whole[0]:02X}"), at, changed if changed != pieces else "")
        )
        bounds.append((at, at + length))
        pieces, at = changed, at + length
    return Reading("DGT", messages, strays_between(len(data), bounds))


def message_length(data: bytes, at: int) -> int:
    """How long the message is that begins here; 0 if none does."""
    if data[at] < 0x80 or len(data) - at < HEAD:
        return 0
    high, low = data[at + 1], data[at + 2]
    if high >= 0x80 or low >= 0x80:
        return 0
    length = high << 7 | low
    whole = data[at : at + length]
    sound = HEAD <= length <= LONGEST and len(whole) == length and max(whole[1:]) < 0x80
    return length if sound else 0


def _pieces_after(pieces: str, whole: bytes) -> str:
    """The letters after a message; as they were if it says none, or a code that no piece has."""
    data = whole[HEAD:]
    if whole[0] == BOARD and len(data) == 64 and max(data) < len(LETTERS):
        return "".join(LETTERS[data[field]] for field in FIELDS)
    if whole[0] == FIELD and pieces and len(data) == 2 and data[1] < len(LETTERS):
        square = square_of(data[0])
        if square is not None:
            return pieces[:square] + LETTERS[data[1]] + pieces[square + 1 :]
    return pieces


FIELDS: Final = [square ^ 0x38 for square in range(64)]
"""The number of each square, a1 first."""
