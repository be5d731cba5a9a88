"""Whether a secret may come over this connection: only where nobody between can read it.

The law: the connection itself says it (its peer's address, its encryption), never a header, which anybody can
write. A proxy on this machine is this machine: its owner answers for what lies before it.
"""

from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Final

from aiohttp import web

from jadoube.web.responses import Refused

READABLE: Final = Refused(
    HTTPStatus.FORBIDDEN,
    "this connection can be read by others on the network: type the token on the board's machine, "
    "`sudo jadoube token set`, or open this page through an SSH tunnel, "
    "`ssh -L 8064:127.0.0.1:8064 USER@BOARD`, at http://localhost:8064/",
    "d'autres sur le réseau peuvent lire cette connexion : tapez le jeton sur la machine de l'échiquier, "
    "`sudo jadoube token set`, ou ouvrez cette page par un tunnel SSH, "
    "`ssh -L 8064:127.0.0.1:8064 UTILISATEUR@ÉCHIQUIER`, à http://localhost:8064/",
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
