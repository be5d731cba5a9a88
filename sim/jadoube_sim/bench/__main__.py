"""`python -m jadoube_sim.bench`: the same as `jadoube bench`."""

import sys

from jadoube_sim.bench.cli import main

sys.exit(main(sys.argv[1:]))
