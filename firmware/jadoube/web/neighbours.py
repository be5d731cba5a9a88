"""The neighbours: which other servers' pages may show this board, and what they get.

The law: a page that comes from this network may look, as anybody in this network may look without a page.
It gets the spectators' feed (`FEED`) and nothing else: no order, no PIN, no stored game. A page from the
internet gets nothing, whatever name or address it was given: its origin is what the browser asked for.

It refuses to know HTTP: the caller gives the origin and the path.
"""

import re
from collections.abc import Collection
from ipaddress import ip_address, ip_network
from typing import Final

FEED: Final = frozenset(("/api/v1/socket", "/api/v1/view"))
"""What spectators see, by its paths: the messages as they come, and the one of now."""

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
"""Addresses that no server on the internet has. Python's `is_private` has more, such as tunnels."""

ENDINGS: Final = (".local", ".home.arpa", ".internal")
"""Names that the internet's name servers give to nobody: RFC 6762, RFC 8375, ICANN's resolution of 2024. Nor
do they give out a name without a dot."""

_ORIGIN: Final = re.compile(r"https?://(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?")


def is_near(origin: str, names: Collection[str] = ()) -> bool:
    """Whether an `Origin` line names a server of this network; `names` are known to be in it, too."""
    found = _ORIGIN.fullmatch(origin.lower())
    if found is None:
        return False
    name = found[1] or found[2]
    try:
        address = ip_address(name)
    except ValueError:
        return not found[1] and (name in names or "." not in name or name.endswith(ENDINGS))
    return any(address in network for network in NETWORKS)
