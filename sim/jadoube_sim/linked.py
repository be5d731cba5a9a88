"""Links of a simulated board: programs on this desk see it as one that they know, as they see a real one.

The law: all that joins a link to the board are the board's own sockets. A place is the file at which a
program finds its serial line, or HOST:PORT. What is said of programs goes where the board says its lines.
"""

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from jadoube.config import kinds
from jadoube.config.problems import BadInput
from jadoube.config.settings import LIST_KEYS, LIVECHESS, LinkSettings
from jadoube.daemon.real_time import Slots, unix_s
from jadoube.daemon.sockets.order_socket import make_order_handler, open_control
from jadoube.daemon.sockets.page_service import show_to_page
from jadoube.glances.glance import Glance
from jadoube.glances.lines import glance_socket
from jadoube.links.process import Serve, configured, over_pty, serve_links
from jadoube_sim.desk import Desk

Say = Callable[[str], None]


class AskedLink(NamedTuple):
    """A link that was asked for."""

    place: str
    protocol: str = kinds.AUTO

    def serve(self) -> Serve:
        """Return what serves it; BadInput where that cannot be."""
        if listen := _listening(self.place):
            return configured(LinkSettings(self.protocol, listen=listen), unix_s)
        path = Path(self.place)
        if self.protocol == LIVECHESS:
            raise BadInput("--link", f"{self.place} found, expected {kinds.host_and_port().limits}")
        if not path.absolute().parent.is_dir() or (path.exists() and not path.is_symlink()):
            raise BadInput("--link", f"{self.place} found, expected a place for a new file, or HOST:PORT")
        return over_pty(path, self.protocol)


def _listening(place: str) -> str:
    """Return HOST:PORT if the place is that, else an empty text."""
    try:
        return str(kinds.host_and_port().take(place))
    except ValueError:
        return ""


class ReadLink(argparse.Action):
    """`--link PLACE`: one more link."""

    def __call__(
        self, _parser: object, asked: argparse.Namespace, value: Any, _option: object = None
    ) -> None:
        """Add it."""
        asked.links = (*asked.links, AskedLink(str(value)))


class ReadProtocol(argparse.Action):
    """`--protocol NAME`: of the link before it."""

    def __call__(
        self, _parser: object, asked: argparse.Namespace, value: Any, _option: object = None
    ) -> None:
        """Note it; argparse words the refusal."""
        if not asked.links:
            raise argparse.ArgumentError(self, f"{value!r} found without a --link before it, expected one")
        asked.links = (*asked.links[:-1], asked.links[-1]._replace(protocol=str(value)))


def add_links(parser: argparse.ArgumentParser) -> None:
    """Add the options for links."""
    parser.set_defaults(links=())
    parser.add_argument("--link", action=ReadLink, dest="links", metavar="PLACE", help=_LINK_HELP)
    parser.add_argument(
        "--protocol",
        action=ReadProtocol,
        dest="links",
        type=_protocol,
        metavar="NAME",
        help=f"what the link before it speaks: {LIST_KEYS['link', 'protocol'].limits}; default auto",
    )


_LINK_HELP: Final = (
    "let another chess program see the board: a file at which it finds a serial line, or HOST:PORT; several "
    "may be given"
)


def _protocol(text: str) -> str:
    kind = LIST_KEYS["link", "protocol"]
    try:
        return str(kind.take(text))
    except ValueError as expected:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected {expected}") from expected


@asynccontextmanager
async def linked(control: Path | None, links: Sequence[AskedLink], say: Say) -> AsyncIterator[None]:
    """Serve programs while this lasts, for the board with this control socket; BadInput for a wrong place."""
    served = [link.serve() for link in links]
    if not served or control is None:
        yield
        return
    serving = asyncio.create_task(serve_links(served, control, Slots(1, 0).now_ms, say))
    try:
        yield
    finally:
        serving.cancel()
        await asyncio.wait({serving})


@asynccontextmanager
async def shown_to_links(desk: Desk, links: Sequence[AskedLink], say: Say) -> AsyncIterator[None]:
    """Show a board that runs, but has no page, to programs while this lasts."""
    if not links:
        yield
        return
    with TemporaryDirectory(prefix="jadoube-") as folder, ThreadPoolExecutor(1, "links") as executor:
        at = Path(folder) / "control"

        def glance() -> Glance:
            return Glance(desk.table, desk.pace.now_ms(), desk.daemon.troubled.wrong)

        async with await open_control(at, make_order_handler(desk.daemon)), linked(at, links, say):
            showing = asyncio.create_task(show_to_page(desk.daemon, glance, glance_socket(at), executor, say))
            try:
                yield
            finally:
                showing.cancel()
                await asyncio.wait({showing})
