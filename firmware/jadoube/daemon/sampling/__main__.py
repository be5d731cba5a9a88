"""`python -m jadoube.daemon.sampling`: the sampling process of a board; its standard input is its socket."""

import socket
import sys

from jadoube.daemon.sampling.process import sample

if __name__ == "__main__":
    with socket.socket(fileno=0) as line:
        status = sample(line)
    sys.exit(status)
