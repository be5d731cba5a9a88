"""Valid examples of what programs send on links."""

from collections.abc import Sequence
from random import Random
from typing import Final

from jadoube.core.pages.link_view import LinkView, link_view
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Terms, new_table
from jadoube.links.chesslink.framing import message
from jadoube_sim.benchmarks.fuzz.mutate import mangle

_START: Final[Occupancy] = 0xFFFF00000000FFFF


def view() -> LinkView:
    """The board at the start of a game."""
    return link_view(new_table(Terms(), settled_contacts(_START)), 0)


def dgt() -> list[bytes]:
    """Sessions of programs at a DGT board: bursts, the clock, lights, and the bus."""
    return [bytes.fromhex(each) for each in _DGT]


def chesslink() -> list[bytes]:
    """What picochess and Graham begin with, and squares that are lit."""
    return [b"".join(map(message, each)) for each in _CHESSLINK]


def both() -> list[bytes]:
    """Sessions on a port at which either is spoken."""
    return [*dgt(), *chesslink()]


def livechess() -> list[bytes]:
    """What the board page of Lichess sends."""
    return [each.encode("ascii") for each in _LIVECHESS]


def mangle_chesslink(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Change bytes, or the text of commands behind sound parity and checksum."""
    if rng.random() < 0.4:
        return mangle(rng, data, others)
    texts = [mangle(rng, each.encode("ascii"), [b"L", b"W0203"]) for each in rng.choice(_CHESSLINK)]
    return b"".join(message(each.decode("ascii", "ignore")) for each in texts)


_CHESSLINK: Final = (
    ("V", "V", "W0207", "R01", "W0130", "R01", "W0130", "S", "X"),
    ("W0000", "V", "W011E", "W0203", "W030A", "W040A", "S", "X", "S"),
    (f"L38{'00' * 40}0FF0{'00' * 39}", "X", "T", "I", "R04"),
)

_LIVECHESS: Final = (
    '{"id":1,"call":"eboards"}',
    '{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"10064"}}}',
    '{"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1"}}}',
    '{"id":4,"call":"call","param":{"id":1,"method":"flip","param":{"flip":true}}}',
    '{"id":5,"call":"unsubscribe","param":{"feed":"eboardevent","id":1}}',
)

_DGT: Final = (
    "4B 4D 42 45 2B0303 0900 2B0C030C202020202020653400 00 2B0A030A00050000050001 00 2B030303 00",
    "46 46 4B 45 4D 47 41 42 2B03030900 60 04 01 34 24 00 60 04 00 40 40 00 40",
    "40 45 4D 42 44 49 4C 55 43 2B0B03015B7B00667B00000300 2B04030B1000",
    "4A 92000012 87000007 8A00010B 8B00010C 85000106 86000107 83000104 84000105 8100 0102 82000103 8D00010E",
)
