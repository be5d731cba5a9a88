"""`python -m jadoube_sim.benchmarks`: the same as `jadoube bench`."""

import sys

from jadoube_sim.benchmarks.cli import main

sys.exit(main(sys.argv[1:]))
