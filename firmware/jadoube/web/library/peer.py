"""Whether a secret may come over this connection: only where nobody between can read it.

The law: the connection itself says it (its peer's address, its encryption), never a header, which anybody can
write. A proxy on this machine is this machine: its owner answers for what lies before it.
"""

from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Final

from aiohttp import web

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.web.responses import Refused

READABLE: Final = Refused(
    HTTPStatus.FORBIDDEN,
    worded(EdgePhrase.READABLE_BY_OTHERS),
)


def is_sealed(request: web.Request) -> bool:
    """Whether nobody between can read this connection: it stays on this machine, or it is encrypted."""
    transport = request.transport
    if transport is None:
        return False
    if transport.get_extra_info("sslcontext") is not None:
        return True
    peer = transport.get_extra_info("peername")
    return bool(peer) and is_loopback(str(peer[0]))


def is_loopback(address: str) -> bool:
    """Whether this is an address of this machine alone."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback
