"""`jadoube hall pin --config FILE`: shows the PIN with which arbiters act at the hall's page.

The law: it only reads. The hall draws the PIN, at its first start.
"""

from collections.abc import Sequence

from jadoube.cli.common.parser import Parser
from jadoube.cli.hall.command import configured
from jadoube.config.problems import BadInput, os_words
from jadoube.hall.page.pin import read_pin


def main(argv: Sequence[str]) -> int:
    """Show it; exit status 2 if there is none, or it cannot be read."""
    parser = Parser(
        prog="jadoube hall pin",
        description="Show the PIN with which arbiters act at the hall's page. It lies in the hall's folder; "
        "delete the file there and restart the hall for another one.",
    )
    folder = configured(parser, argv).hall.directory
    try:
        pin = read_pin(folder)
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(
            str(folder), f"{found}, expected the hall's folder; try `sudo -u jadoube-hall`"
        ) from None
    if not pin:
        raise BadInput(str(folder), "no PIN found, expected the folder of a hall that has been started once")
    print(pin)
    return 0
