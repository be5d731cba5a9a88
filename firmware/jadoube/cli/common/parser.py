"""The argument parser of every command: an error is one line, like every other refusal.

It imports nothing heavy, as `jadoube run` starts another process before its own heavy imports.
"""

from argparse import ArgumentParser
from typing import NoReturn


class Parser(ArgumentParser):
    """An ArgumentParser that prints the usage only for `--help`."""

    def error(self, message: str) -> NoReturn:
        """Print the error in one line, and exit with status 2."""
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help explains\n")
