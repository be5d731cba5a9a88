"""`jadoube online --config FILE`: keeps the archive and sends games, in a process of its own."""

import random
from collections.abc import Sequence
from typing import Final

from jadoube.cli.common.beside_board import TICK_MS, Beside, read_arguments, switched_off
from jadoube.cli.common.say import say
from jadoube.daemon.real_time import Slots, unix_s

ONLINE: Final = Beside(
    command="online",
    lacks=switched_off("online", "archive"),
    does="Keep the archive, the live folder and what is to be sent",
    reads="reads what the running board writes",
)


def main(argv: Sequence[str]) -> int:
    """Keep the archive until SIGTERM or Ctrl-C; the exit status is 2 if that cannot be."""
    asked = read_arguments(argv, ONLINE)
    from jadoube.online.office import Tells  # noqa: PLC0415 - after what may be refused
    from jadoube.online.process import run_online  # noqa: PLC0415 - as above

    tells = Tells(Slots(TICK_MS, 0).now_ms, unix_s, random.random)
    run_online(asked.settings, tells, say, ends_with_input=asked.is_child)
    return 0
