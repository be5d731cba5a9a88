"""How a release ends that is not made: refused before anything was tried, or failed in the middle.

It refuses to know what is checked and what is made.
"""


class Refused(Exception):  # noqa: N818 - it says what happened
    """Something is not as a release needs it; one line says what, and nothing was begun."""


class Failed(Exception):  # noqa: N818 - as above
    """A step did not work; one line says which, and everything is as it was before."""
