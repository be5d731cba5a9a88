"""What every command that takes the board's pins has in common: it does not run beside the daemon."""

import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from jadoube.config.problems import BadInput

#: How the daemon is stopped.
STOP_IT: Final = "sudo systemctl stop jadoube"


def refuse_beside_the_daemon(command: str, control: Path) -> None:
    """Refuse to run while the daemon listens on its socket and has the pins."""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(control))
        raise BadInput(command, f"the daemon is running and has the pins, expected: {STOP_IT}")
