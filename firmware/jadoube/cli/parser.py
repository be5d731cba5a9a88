"""The argument parser of every command: an error is one line, like every other refusal."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import NoReturn

from jadoube.core.clock.time_control import TimeControl, time_control_text
from jadoube.core.language.control_read import read_control


class Parser(ArgumentParser):
    """An ArgumentParser that prints the usage only for `--help`."""

    def error(self, message: str) -> NoReturn:
        """Print the error in one line, and exit with status 2."""
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help explains\n")


def control_argument(text: str) -> TimeControl | None:
    """Parse a time control as people type it, in minutes."""
    try:
        return read_control(text)
    except ValueError as problem:
        raise ArgumentTypeError(str(problem)) from problem


def control_in_seconds(text: str) -> str:
    """Parse a time control as people type it, and return it in seconds, as in files."""
    return time_control_text(control_argument(text))
