"""Bounds that several files share. A bound is a count and no evidence: it costs a reading nothing.

One that a single file uses stands there.
"""

MOST_AT_ONCE = 2
"""The most squares that one ply usually changes in one scan. If more have settled, several plies are sought
even if one ply would explain them."""

MOST_ASTRAY = 8
"""The most squares astray in a hypothesis that is searched for several plies; with more, no game explains
the board."""
