"""Gives the running board an order over its control socket, for the commands that order something."""

import socket
from pathlib import Path
from typing import Final

from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.glances.glance import Unable, read_answer
from jadoube.glances.lines import IN_EACH_LANGUAGE
from jadoube.local.local_socket import reachable

PATIENCE_S: Final = 10


def give_order(settings: Settings, order: str, place: str) -> str:
    """Send an order; return what came of it, in the board's language. BadInput(`place`) if it was refused."""
    line = _asked(reachable(settings).control.socket, f"{IN_EACH_LANGUAGE}{order}")
    try:
        done = read_answer(line)
    except ValueError:
        raise BadInput(place, "no answer") from None
    said = done.words.get(settings.board.language) or done.words[LANGUAGES[0]]
    if isinstance(done, Unable):
        raise BadInput(place, said)
    return said


def _asked(path: Path, order: str) -> bytes:
    """Send a line to the socket, and return the answer."""
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE_S)
            connection.connect(str(path))
            connection.sendall(f"{order}\n".encode())
            return connection.makefile("rb").readline()
    except OSError as problem:
        found = problem.strerror or str(problem)
        raise BadInput(str(path), f"{found}, expected a running board that takes orders here") from problem
