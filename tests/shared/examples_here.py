"""How far this run goes where a test looks at many cases: as far as the examples of its properties.

`make test` looks at some, `.ci/run` at all (`--hypothesis-profile=all`), and once more at some on another
Python; `make soak` at more than all.
"""

from hypothesis import settings

EXAMPLES = settings().max_examples

ALL = settings.get_profile("all").max_examples <= EXAMPLES
SOAKED = EXAMPLES > 1000
