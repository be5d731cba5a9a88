"""Who is at the other end of a connection: this machine, or another one.

The law: the connection itself says it (its peer's address), never a header, which anybody can write. A proxy
on this machine is this machine: its owner answers for what lies before it.
"""

from ipaddress import IPv6Address, ip_address

from aiohttp import web


def is_from_here(request: web.Request) -> bool:
    """Whether a request comes from this machine."""
    peer = request.transport.get_extra_info("peername") if request.transport else None
    return peer is not None and len(peer) > 0 and is_loopback(str(peer[0]))


def is_loopback(address: str) -> bool:
    """Whether this is an address of this machine alone."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback
