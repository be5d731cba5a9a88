"""Refusals of bad input: one line with the place, what was found and what was expected."""


class BadInput(Exception):  # noqa: N818 - it names what is bad, as its readers do
    """A person's input cannot be used.

    `place` is `FILE`, `FILE:LINE` or a part's name. `problem` says what was found and what was expected,
    lower case, no full stop. The command line prints `place: problem` and exits with status 2.
    """

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem
