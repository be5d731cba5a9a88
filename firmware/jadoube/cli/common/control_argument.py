"""A time control as an argument of a command: read as people type it, refused in one line."""

from argparse import ArgumentTypeError

from jadoube.core.clock.time_control import TimeControl, time_control_text
from jadoube.core.language.control_read import read_control


def control_argument(text: str) -> TimeControl | None:
    """Parse a time control as people type it, in minutes."""
    try:
        return read_control(text)
    except ValueError as problem:
        raise ArgumentTypeError(str(problem)) from problem


def control_in_seconds(text: str) -> str:
    """Parse a time control as people type it, and return it in seconds, as in files."""
    return time_control_text(control_argument(text))
