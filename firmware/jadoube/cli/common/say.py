"""What a process that runs for long says: lines in the log of its service.

The law: each line is there at once, and none ends the process. It imports nothing heavy, as `jadoube run`
starts another process before its own heavy imports.
"""

from contextlib import suppress


def say(line: str) -> None:
    """Print a line; a full log must not end a game."""
    with suppress(OSError):
        print(line, flush=True)
