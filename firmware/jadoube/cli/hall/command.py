"""`jadoube hall --config FILE`: the program beside the broker that keeps and shows all boards of a hall.

    jadoube hall --config FILE              until SIGTERM or Ctrl-C
    jadoube hall pin --config FILE          the PIN with which arbiters act at its page
    jadoube hall broker FOLDER ...          writes what a broker needs
    jadoube hall export --config FILE ...   a round's games as PGN, or its results
    jadoube hall lichess --config FILE ...  where its games are sent
    jadoube hall forget BOARD ...           deletes what is retained of a board that has left

The law: each further word is a command of its own, in the module of its name.
"""

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jadoube.cli.common.parser import Parser
from jadoube.cli.common.say import say
from jadoube.config.problems import BadInput, SwitchedOff, os_words
from jadoube.config.settings import Settings, load_settings
from jadoube.daemon.real_time import Slots, unix_s

if TYPE_CHECKING:
    from jadoube.mqtt.connection import Broker

FURTHER: Final = ("pin", "broker", "export", "lichess", "forget")

TICK_MS: Final = 1

_MISSING: Final = ("broker.host", "nothing found, expected the name or address of the MQTT broker")


def main(argv: Sequence[str]) -> int:
    """Run the hall, or another of its commands; exit status 2 if that cannot be, 4 without a broker."""
    if argv and argv[0] in FURTHER:
        command: Callable[[Sequence[str]], int] = import_module(f"jadoube.cli.hall.{argv[0]}").main
        return command(argv[1:])
    parser = Parser(
        prog="jadoube hall",
        description="Keep and show all boards of a tournament until SIGTERM or Ctrl-C. It reaches them over "
        f"the MQTT broker of its configuration. Further commands: {', '.join(FURTHER)}.",
    )
    settings = configured(parser, argv)
    folder = settings.hall.directory
    if not settings.broker.host:
        raise SwitchedOff(*_MISSING)  # this machine is no hall
    try:
        _run(settings)
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(str(problem.filename or folder), f"{found}, expected a folder to write in") from None
    return 0


def _run(settings: Settings) -> None:
    from jadoube.hall.page.server import serve_page  # noqa: PLC0415 - heavy, after what may be refused
    from jadoube.hall.process import Hall, Tells, made_of, own_client, own_id, run_hall  # noqa: PLC0415 - as above

    broker_of(settings, "")  # what cannot be used is refused before anything is made
    tells = Tells(Slots(TICK_MS).now_ms, unix_s, random.random)

    async def serve(hall: Hall) -> None:
        await serve_page(hall.boards, hall.arbiters, settings.hall, tells.now_ms, say)

    folder = settings.hall.directory
    broker = broker_of(settings, own_id(folder))._replace(secret=own_client(folder))
    run_hall(made_of(settings, broker), tells, say, [serve])


def configured(parser: Parser, argv: Sequence[str]) -> Settings:
    """Read the arguments of a command that has only `--config`, and that file."""
    add_config(parser)
    settings: Settings = load_settings(parser.parse_args(argv).config)
    return settings


def add_config(parser: Parser) -> None:
    """Add the option that names the configuration."""
    parser.add_argument("--config", metavar="FILE", type=Path, help="the hall's configuration")


def broker_of(settings: Settings, own: str) -> "Broker":
    """Return where the broker is, and as whom a program of this id comes. BadInput if it is not known."""
    if not settings.broker.host:
        raise BadInput(*_MISSING)
    from jadoube.online.publishing.identity import Identity, broker  # noqa: PLC0415 - heavy

    return broker(settings.broker, Identity(settings.broker.hall, "hall", own))
