"""Whether a secret may come over this connection: only where nobody between can read it.

The law: the connection itself says it (its peer's address, its encryption), never a header, which anybody can
write. A proxy on this machine is this machine: its owner answers for what lies before it.
"""

from http import HTTPStatus
from typing import Final

from aiohttp import web

from jadoube.web.peer import is_from_here
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
    encrypted = transport is not None and transport.get_extra_info("sslcontext") is not None
    return encrypted or is_from_here(request)
