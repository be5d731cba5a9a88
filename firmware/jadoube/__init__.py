"""jadoube: a chessboard that reads hands.

The chess is in `jadoube.core`: pure functions over values. Everything else connects it to the world.
"""

__version__ = "0.3.0.dev0"
