"""Forgetting a person in the files of this process while it does not run.

The law: the live folder, the outbox and the pairing list, in all games but the one that the board shows. It
refuses to know the archive, and the board's own files.
"""

import sqlite3
from collections.abc import Callable

from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings, live_folder
from jadoube.local.runtime_folder import RuntimeFolder
from jadoube.online.intake.watch import RunningGame
from jadoube.online.live.folder import LiveFolder
from jadoube.online.outgoing.outbox import Outbox
from jadoube.online.pairings_file import PairingsFile
from jadoube.online.troubles import in_words


def forget_at_rest(settings: Settings, name: str, say: Callable[[str], None]) -> bool:
    """Forget a person; return whether a pairing list was removed that had the name.

    OSError or BadInput if a file cannot be written.
    """
    folder = settings.online.directory
    runtimes = (settings.control.socket.parent, RuntimeFolder().path)
    running = RunningGame(runtimes, settings.archive.directory).look()
    but = running.game_id if running else ""
    LiveFolder(live_folder(settings)).forget(name, but)
    if (folder / "outbox.db").exists():
        try:
            with Outbox(folder / "outbox.db", say) as outbox:
                outbox.forget(name, but)
        except sqlite3.Error as problem:
            expected = "expected an outbox that this user may write"
            raise BadInput(str(folder / "outbox.db"), f"{in_words(problem)['en']}, {expected}") from problem
    return PairingsFile(folder).forget(name)
