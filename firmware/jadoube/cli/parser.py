"""The parser of every command: what is wrong with its words is one line, like every other refusal."""

from argparse import ArgumentParser
from typing import NoReturn


class Parser(ArgumentParser):
    """An ArgumentParser that leaves the usage to `--help`."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, and end with status 2."""
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help explains\n")
