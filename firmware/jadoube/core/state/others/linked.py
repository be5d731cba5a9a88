"""What a program on a link shows on the board: squares that it points at, and a text; or the arbiter's text.

It refuses to know which program it is, and whether what it shows is a move (`links/`).
"""

from typing import Final, NamedTuple

from jadoube.core.squares import Occupancy

FACE_LETTERS: Final = 4
"""Characters of a face; a longer text is shown in parts, one after the other."""

TURN_MS: Final = 1500
"""How long a face shows a part of a text, or of a told promotion: its squares, its piece (a choice)."""


class Linked(NamedTuple):
    """What is shown; nothing by default."""

    lights: Occupancy = 0
    """The squares that it points at."""
    text: str = ""
    arbiters: bool = False
    """Whether the arbiter wrote the text."""
    sets_clocks: bool = False
    """Whether it has set the clocks before they ran in this game: then it may set them again."""


NOT_LINKED: Final = Linked()


def text_part(text: str, now_ms: int, others: int = 0) -> str:
    """The part of a text that a face shows at this instant; empty where something else has its turn.

    `others` is how much else is shown by turns with the parts.
    """
    parts = [text[at : at + FACE_LETTERS] for at in range(0, len(text), FACE_LETTERS)] + [""] * others
    return parts[now_ms // TURN_MS % len(parts)] if parts else ""
