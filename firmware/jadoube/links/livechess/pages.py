"""Which pages of a browser may connect: a page from anywhere can reach a port of the machine that shows it.

The law: a page of Lichess may, and one that comes from this machine or from its own network; others only if
the owner names them. A program that is no browser says no origin, and may. The board is asked by an address
or by a name that the internet gives to nobody; so no page from elsewhere gets in by giving this machine its
own name.

It refuses to know connections.
"""

import re
from collections.abc import Collection
from ipaddress import ip_address, ip_network
from typing import Final

LICHESS: Final = ("https://lichess.org", "https://lichess.dev")
"""Lichess, and its site for trials."""

NETWORKS: Final = tuple(
    map(
        ip_network,
        (
            *("127.0.0.0/8", "::1/128"),  # this machine
            *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),  # private use (RFC 1918)
            *("169.254.0.0/16", "fe80::/10"),  # one link (RFC 3927, RFC 4291)
            "fc00::/7",  # unique local addresses (RFC 4193)
        ),
    )
)

ENDINGS: Final = (".local", ".home.arpa", ".internal")
"""Names that the internet gives to nobody: RFC 6762, RFC 8375, ICANN's resolution of 2024."""

_PLACE: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?")
_SCHEME: Final = re.compile(r"https?://")


def may_connect(origin: str | None, asked: str, pages: Collection[str] = ()) -> bool:
    """Whether a request may be answered.

    `origin` is its `Origin` line, `asked` its `Host` line, `pages` the origins that the owner allows.
    """
    if not _is_near(asked.lower()):
        return False
    if origin is None:
        return True
    origin = origin.lower()
    if origin in LICHESS or origin in pages:
        return True
    scheme = _SCHEME.match(origin)
    return scheme is not None and _is_near(origin[scheme.end() :])


def _is_near(place: str) -> bool:
    """Whether a name or an address, perhaps with a port, is of this machine or of its own network."""
    found = _PLACE.fullmatch(place)
    if found is None:
        return False
    name = found[1] or found[2]
    try:
        address = ip_address(name)
    except ValueError:
        return not found[1] and ("." not in name or name.endswith(ENDINGS))
    return any(address in network for network in NETWORKS)
