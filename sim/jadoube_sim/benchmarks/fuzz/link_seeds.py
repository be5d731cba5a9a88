"""Valid examples of what programs send on links."""

from typing import Final

from jadoube.core.pages.link_view import LinkView, link_view
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Terms, new_table

_START: Final[Occupancy] = 0xFFFF00000000FFFF


def view() -> LinkView:
    """The board at the start of a game."""
    return link_view(new_table(Terms(), settled_contacts(_START)), 0)


def dgt() -> list[bytes]:
    """Sessions of programs at a DGT board: bursts, the clock, lights, and the bus."""
    return [bytes.fromhex(each) for each in _DGT]


_DGT: Final = (
    "4B 4D 42 45 2B0303 0900 2B0C030C202020202020653400 00 2B0A030A00050000050001 00 2B030303 00",
    "46 46 4B 45 4D 47 41 42 2B03030900 60 04 01 34 24 00 60 04 00 40 40 00 40",
    "40 45 4D 42 44 49 4C 55 43 2B0B03015B7B00667B00000300 2B04030B1000",
    "4A 92000012 87000007 8A00010B 8B00010C 85000106 86000107 83000104 84000105 8100 0102 82000103 8D00010E",
)
