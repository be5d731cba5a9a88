"""Which pages of a browser may connect: a page from anywhere can reach a port of the machine that shows it.

The law: a page of Lichess may, and one that comes from this machine or from its own network; others only if
the owner names them. A program that is no browser says no origin, and may. The board is asked by an address
or by a name that the internet gives to nobody; so no page from elsewhere gets in by giving this machine its
own name.

It refuses to know connections.
"""

from collections.abc import Collection
from typing import Final

from jadoube.local.near_network import is_near_host, is_near_origin

LICHESS: Final = ("https://lichess.org", "https://lichess.dev")
"""Lichess, and its site for trials."""


def may_connect(origin: str | None, asked: str, pages: Collection[str] = ()) -> bool:
    """Whether a request may be answered.

    `origin` is its `Origin` line, `asked` its `Host` line, `pages` the origins that the owner allows.
    """
    if not is_near_host(asked):
        return False
    if origin is None:
        return True
    origin = origin.lower()
    return origin in LICHESS or origin in pages or is_near_origin(origin)
