"""A call at the desk from a program that may wait: the command line.

The law: it asks one question, hands progress on, and returns the value. It refuses to know what is done.
"""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jadoube.local.desk_lines import (
    ANSWERS_S,
    LONGEST_ANSWER,
    DeskError,
    Done,
    Part,
    Progress,
    Refused,
    question_line,
    read_answer,
)

NOBODY = "nobody answers, expected a running `jadoube online` (docs/online.md)"

Told = Callable[[int, int], None]
"""Is told how far it is: done, of how many."""


def ask_desk(path: Path, ask: str, told: Told | None = None, **fields: object) -> Any:
    """Ask at this socket and return the value. DeskError if it refuses, OSError if nobody answers."""
    line = question_line(ask, **fields)
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(ANSWERS_S)
        caller.connect(str(path))
        caller.sendall(line)
        with caller.makefile("rb") as answers:
            parts: list[str] = []
            while heard := answers.readline(LONGEST_ANSWER):
                match read_answer(heard):
                    case Progress(done, of):
                        if told:
                            told(done, of)
                    case Part(text):
                        parts.append(text)
                    case Done(value):
                        return "".join(parts) if parts else value
                    case Refused(words):
                        raise DeskError(words)
    raise ConnectionResetError(NOBODY)
