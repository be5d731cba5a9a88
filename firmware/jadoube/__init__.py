"""jadoube: a chessboard that reads hands.

The chess is in `jadoube.core`, pure functions over values; everything else is an edge around it.
"""

__version__ = "0.1.0"
