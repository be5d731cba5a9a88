"""Which names and addresses are near: of this machine, or of its own network.

The law: near is what no server on the internet can be, whatever name or address it was given: a private
address, a name without a dot, or one with an ending that the internet gives to nobody. It refuses to know
HTTP, and what a page that is near may do.
"""

import re
from collections.abc import Collection
from ipaddress import ip_address, ip_network
from typing import Final

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

_PLACE: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?")
_SCHEME: Final = re.compile(r"https?://")


def is_near_origin(origin: str, names: Collection[str] = ()) -> bool:
    """Whether an `Origin` line names a server of this network; `names` are known to be in it, too."""
    origin = origin.lower()
    scheme = _SCHEME.match(origin)
    return scheme is not None and is_near_host(origin[scheme.end() :], names)


def is_near_host(host: str, names: Collection[str] = ()) -> bool:
    """Whether a `Host` line, HOST or HOST:PORT, names a machine of this network; `names` as above."""
    found = _PLACE.fullmatch(host.lower())
    if found is None:
        return False
    name = found[1] or found[2]
    try:
        address = ip_address(name)
    except ValueError:
        return not found[1] and (name in names or "." not in name or name.endswith(ENDINGS))
    return any(address in network for network in NETWORKS)
