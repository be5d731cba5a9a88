"""Which protocols there are, and how a session in each begins.

The law: a protocol is imported when a link has it, and not before. Each is a module with `begin() -> Link`.
It refuses to know what they say.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from jadoube.config.kinds import AUTO
from jadoube.links.translation import Link

MODULES: Final[Mapping[str, str]] = {
    AUTO: "jadoube.links.detect",
    "dgt": "jadoube.links.dgt.link",
    "chesslink": "jadoube.links.chesslink.link",
}
"""Those that are spoken over a line of bytes. LiveChess has a server of its own."""

SPEEDS: Final[Mapping[str, int]] = {AUTO: 9600, "dgt": 9600, "chesslink": 38400}
"""Bits a second on a serial line. A USB gadget and a pty go without."""


def beginning(protocol: str) -> Callable[[], Link]:
    """Return what begins a session in this protocol."""
    begin: Callable[[], Link] = import_module(MODULES[protocol]).begin
    return begin
