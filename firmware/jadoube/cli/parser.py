"""The parser of every command: what is wrong with its words is one line, like every other refusal."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import NoReturn

from jadoube.core.clock.time_control import TimeControl, time_control_text
from jadoube.core.language.control_read import read_control


class Parser(ArgumentParser):
    """An ArgumentParser that leaves the usage to `--help`."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, and end with status 2."""
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help explains\n")


def control_argument(text: str) -> TimeControl | None:
    """Take a time control as people type it."""
    try:
        return read_control(text)
    except ValueError as problem:
        raise ArgumentTypeError(str(problem)) from problem


def control_in_seconds(text: str) -> str:
    """Take a time control as people type it, and give it in seconds, as files have it."""
    return time_control_text(control_argument(text))
