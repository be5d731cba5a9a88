"""Gives the running board an order over its control socket, for the commands that order something."""

import socket
from pathlib import Path
from typing import Final

from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings
from jadoube.glances.lines import OBEYED
from jadoube.local.local_socket import reachable

PATIENCE_S: Final = 10


def give_order(settings: Settings, order: str, place: str) -> str:
    """Send an order, and return what came of it; BadInput(`place`) if it was refused."""
    verdict, _, text = _asked(reachable(settings).control.socket, order).partition(" ")
    if verdict != OBEYED:
        raise BadInput(place, text)
    return text


def _asked(path: Path, order: str) -> str:
    """Send a line to the socket, and return the answer."""
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE_S)
            connection.connect(str(path))
            connection.sendall(f"{order}\n".encode())
            answer = connection.makefile(encoding="utf-8").readline()
    except OSError as problem:
        found = problem.strerror or str(problem)
        raise BadInput(str(path), f"{found}, expected a running board that takes orders here") from problem
    return answer.strip() or "refused no answer"
