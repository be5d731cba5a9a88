"""`jadoube run` on a twin that tells when it is alive: `python -m jadoube_sim.benchmarks.boot.child`.

All is as on a Pi but for what the drivers stand on: the command line, the sampling process, the drivers
and gpiozero. Like `jadoube run` it starts the sampling process before it imports the
rest.
"""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from jadoube.cli.run import main as run

if TYPE_CHECKING:
    from jadoube.config.settings import Settings
    from jadoube.drivers.interfaces import Electronics

SAMPLING: Final = "jadoube_sim.benchmarks.boot.sampling"


def main(argv: Sequence[str]) -> int:
    """Run until stopped."""
    return run(argv, _electronics, SAMPLING)


def _electronics(settings: "Settings") -> "Electronics":
    from jadoube_sim.benchmarks.boot.electronics import MarkedElectronics  # noqa: PLC0415 - heavy

    return MarkedElectronics(settings.pins)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
