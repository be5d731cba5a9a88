"""`jadoube hall pin --config FILE`: shows the PIN with which arbiters act at the hall's page."""

from collections.abc import Sequence

from jadoube.cli.hall import configured
from jadoube.cli.parser import Parser
from jadoube.config.problems import BadInput
from jadoube.hall.page.pin import kept_pin


def main(argv: Sequence[str]) -> int:
    """Show it; the first time it is drawn. Exit status 2 if it cannot be read."""
    parser = Parser(
        prog="jadoube hall pin",
        description="Show the PIN with which arbiters act at the hall's page. It lies in the hall's folder; "
        "delete the file there and restart the hall for another one.",
    )
    folder = configured(parser, argv).hall.directory
    try:
        print(kept_pin(folder))
    except OSError as problem:
        found = (problem.strerror or str(problem)).lower()
        raise BadInput(
            str(folder), f"{found}, expected the hall's folder; try `sudo -u jadoube-hall`"
        ) from None
    return 0
