"""Which protocols there are, and how a session in each begins.

The law: a protocol is imported when a link has it, and not before. Each has one callable that begins it.
It refuses to know what they say.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from jadoube.config.kinds import AUTO
from jadoube.links.paced import Paced
from jadoube.links.translation import Link

BEGIN: Final[Mapping[str, str]] = {
    AUTO: "jadoube.links.detect:begin",
    "dgt": "jadoube.links.dgt.link:begin",
    "chesslink": "jadoube.links.chesslink.link:begin",
}
"""What begins a session, as MODULE:NAME, where a line of bytes carries it. LiveChess has a server."""

SPEEDS: Final[Mapping[str, int]] = {AUTO: 9600, "dgt": 9600, "chesslink": 38400}
"""Bits a second on a serial line. A USB gadget and a pty go without."""


def beginning(protocol: str) -> Callable[[], Link]:
    """Return what begins a session in this protocol; no position is left out in it."""
    module, _, name = BEGIN[protocol].partition(":")
    begin: Callable[[], Link] = getattr(import_module(module), name)
    return lambda: Paced(begin())
