"""How far this run goes where a test looks at many cases: as far as the examples of its properties.

`make test` looks at some, `.ci/run` at all (`--hypothesis-profile=all`), and once more at a few on another
Python (`few`); `make soak` at more than all.
"""

from hypothesis import settings

EXAMPLES = settings().max_examples

FEW = EXAMPLES < 15
ALL = EXAMPLES >= 60
SOAKED = EXAMPLES > 1000
