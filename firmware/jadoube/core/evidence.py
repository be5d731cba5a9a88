"""What each piece of evidence weighs.

A weight is a cost in natural logarithms: a reading that needs something e times rarer costs 1 more. They
are judgements of size, not measurements to the second digit; what matters is their order. All of them
stand here, with the reason, and nowhere else.
"""

RETURNED = 1.5
"""Each square that stands again as the reading expects, without a ply to explain why it had changed:
something was lifted and put back. Common, but not as common as a move."""

ASTRAY = 2.0
"""Each square that stands otherwise than the reading expects, while it does so. It is a debt and not a fine:
it is gone when the square fits again. Two squares astray outweigh an adjustment."""

GLIMPSED = 0.7
"""A capture whose victim was seen for less than a debounce: pushed out by the capturing piece."""

UNSEEN = 5.0
"""A capture whose victim was never seen to leave. It is believed only when a ply is called for."""

UNPRESSED = 6.0
"""A lever was pressed, and in this reading no ply of that side stands on the board. It outweighs `UNSEEN`:
to press for nothing is rarer than to push a piece out so that its reed never opens."""

DROPPED = 12.0
"""A hypothesis this much worse than the best is given up: its chance is below one in 160,000."""

DOUBTFUL = 3.0
"""A rival this close to the best reading is a doubt (one in twenty). It is less than two squares astray, so
that a move on its way is no doubt about the one before."""

MOST_ALIVE = 64
"""Hypotheses kept at the most, whatever comes: the cost of an event stays bounded."""
