"""`jadoube page --config FILE`: serves the page of the running board, in a process of its own."""

from collections.abc import Sequence
from typing import Final

from jadoube.cli.common.beside_board import TICK_MS, Beside, read_arguments, switched_off
from jadoube.cli.common.say import say
from jadoube.config.problems import CANNOT_SERVE
from jadoube.daemon.real_time import Slots

PAGE: Final = Beside(
    command="page",
    lacks=switched_off("web", "page"),
    does="Serve the page of the running board",
    reads="reaches the board over its sockets (control.socket)",
)


def main(argv: Sequence[str]) -> int:
    """Serve the page until SIGTERM or Ctrl-C; the exit status is 2 if that cannot be."""
    asked = read_arguments(argv, PAGE)
    try:
        from jadoube.web.process import serve_page  # noqa: PLC0415 - what it needs may not be installed
    except ImportError as missing:
        found = f"{missing.name or missing} is not installed"
        say(f"page: {found}, expected: pip install 'jadoube[web]'; the board serves none")
        return CANNOT_SERVE
    serve_page(asked.settings, Slots(TICK_MS, 0).now_ms, say, ends_with_input=asked.is_child)
    return 0
