"""Makes the publisher of this board, as its configuration says.

The law: here the parts of the room meet the board's sockets and files; nothing is decided.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from jadoube.config.kinds import ANY
from jadoube.config.settings import Settings
from jadoube.online.publishing.identity import broker, identity
from jadoube.online.publishing.kept_games import KeptGames
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.orders import ArbiterOrders
from jadoube.online.publishing.publisher import Beside, Publisher
from jadoube.online.publishing.source import BoardSource
from jadoube.online.publishing.wanting import Times
from jadoube.online.troubles import Troubles, in_words

FILE: Final = "hall file"
"""The name of the trouble that the memory cannot be written."""

Say = Callable[[str], None]


def made_publisher(
    settings: Settings,
    folder: Path,
    now_ms: Callable[[], int],
    unix_s: Callable[[], int],
    troubles: Troubles,
    say: Say,
) -> Publisher:
    """Return what publishes this board; `folder` keeps its memory. BadInput if a file cannot be used."""
    who = identity(settings.broker)
    there = broker(settings.broker, who)

    def failed(problem: OSError | None) -> None:
        if problem is None:
            troubles.end(FILE)
        else:
            troubles.begin(FILE, in_words(problem, folder))

    memory = Memory(folder, failed)
    control, web = settings.control.socket, settings.web
    has_page = web.enabled and web.address == ANY and web.port
    return Publisher(
        who,
        there._replace(secret=memory.secret),
        BoardSource(control),
        ArbiterOrders(control),
        KeptGames(settings.archive.directory),
        Beside(
            memory,
            Times(now_ms, lambda: unix_s() * 1000),
            troubles,
            say,
            web.port if has_page else None,
        ),
    )
