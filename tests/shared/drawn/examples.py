"""How far this run goes where a test looks at many cases: as far as the examples of its properties.

`make test` looks at some, `.ci/run` at all (`--hypothesis-profile=all`), and once more at some on another
Python; `make soak` at more than all.
"""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

Case = TypeVar("Case")

EXAMPLES = settings().max_examples

ALL = settings.get_profile("all").max_examples <= EXAMPLES
SOAKED = EXAMPLES > 1000


def some(cases: Sequence[Case]) -> Sequence[Case]:
    """Every third of them, and all where all are looked at: for claims that other tests make, too."""
    return cases if ALL else cases[::3]
