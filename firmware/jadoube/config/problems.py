"""Refusals of bad input: one line with the place, what was found and what was expected."""

from typing import ClassVar, Final

CANNOT_SERVE: Final = 4
"""The exit status of a process that is not there to serve here, and has said why. What cannot be used (2) may
be right at the next start: a service is started again after that.
"""


class BadInput(Exception):  # noqa: N818 - it names what is bad, as its readers do
    """A person's input cannot be used.

    `place` is `FILE`, `FILE:LINE` or a part's name. `problem` says what was found and what was expected,
    lower case, no full stop. The command line prints `place: problem` and exits with `status`.
    """

    status: ClassVar[int] = 2

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


class SwitchedOff(BadInput):
    """The configuration says that this process is to do nothing here: its owner wants it so."""

    status: ClassVar[int] = CANNOT_SERVE


def os_words(problem: OSError) -> str:
    """Return what the system says of an error, in lower case: `no such file or directory`."""
    return (problem.strerror or str(problem)).lower()
