"""`jadoube page --config FILE`: serves the page of the running board, in a process of its own."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from jadoube.cli.parser import Parser
from jadoube.cli.say import say
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings
from jadoube.daemon.kept_process import CANNOT_SERVE
from jadoube.daemon.real_time import Slots
from jadoube.local.local_socket import reachable

TICK_MS: Final = 1


def main(argv: Sequence[str]) -> int:
    """Serve the page until SIGTERM or Ctrl-C; the exit status is 2 if that cannot be."""
    parser = Parser(
        prog="jadoube page",
        description="Serve the page of the running board until SIGTERM or Ctrl-C. It reaches the board over "
        "its sockets (control.socket), and waits for it while it does not run. `jadoube run` starts it by "
        "itself, unless a systemd unit does.",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the board's configuration; without it, its defaults"
    )
    parser.add_argument(
        "--child", action="store_true", help="end with standard input, as a child of `jadoube run`"
    )
    given = parser.parse_args(argv)
    settings = load_settings(given.config)
    if given.child:
        with suppress(OSError):
            settings = reachable(settings, makes=True)
    if not settings.web.enabled:
        raise BadInput(str(given.config), "web.enabled is false, expected true: this board has no page")
    try:
        from jadoube.web.process import serve_page  # noqa: PLC0415 - what it needs may not be installed
    except ImportError as missing:
        found = f"{missing.name or missing} is not installed"
        say(f"page: {found}, expected: pip install 'jadoube[web]'; the board serves none")
        return CANNOT_SERVE
    serve_page(settings, Slots(TICK_MS, 0).now_ms, say, ends_with_input=given.child)
    return 0
