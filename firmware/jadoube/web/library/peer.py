"""Whether a secret may come over this connection: only where nobody between can read it.

The law: the connection itself says it (its peer's address, its encryption), never a header, which anybody can
write. A proxy on this machine is this machine: its owner answers for what lies before it.
"""

from http import HTTPStatus
from typing import Final

from aiohttp import web

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.web.guard.peer import is_from_here
from jadoube.web.responses import Refused

READABLE: Final = Refused(
    HTTPStatus.FORBIDDEN,
    worded(EdgePhrase.READABLE_BY_OTHERS),
)


def is_sealed(request: web.Request) -> bool:
    """Whether nobody between can read this connection: it stays on this machine, or it is encrypted."""
    transport = request.transport
    encrypted = transport is not None and transport.get_extra_info("sslcontext") is not None
    return encrypted or is_from_here(request)
