"""`jadoube hall forget BOARD --config FILE`: deletes what is retained of a board that has left."""

from collections.abc import Sequence
from uuid import uuid4

from jadoube.cli.common.parser import Parser
from jadoube.cli.hall.command import add_config, broker_of
from jadoube.config import kinds
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings


def main(argv: Sequence[str]) -> int:
    """Delete it; exit status 2 if something of it is there still."""
    parser = Parser(
        prog="jadoube hall forget",
        description="Delete what the broker has retained of a board that has left the hall, or it is shown "
        "as lost for years. Its games stay in the hall's file. A board that still publishes is back at once.",
    )
    parser.add_argument("board", metavar="BOARD", help="the id of the board")
    add_config(parser)
    given = parser.parse_args(argv)
    settings = load_settings(given.config)
    try:
        board = kinds.topic_id().take(given.board)
    except ValueError as expected:
        raise BadInput("jadoube hall forget", f"{given.board!r} found, expected {expected}") from None
    broker = broker_of(settings, uuid4().hex[:8])
    from jadoube.hall.process import run_forget  # noqa: PLC0415 - heavy, after what may be refused

    run_forget(broker, settings.broker.hall, board)
    print(f"the broker has forgotten {board}")
    return 0
