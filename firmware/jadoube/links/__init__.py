"""Links: other programs see the board as one that they know."""
