"""Hands and faults of the hard rows: illegal play, and reeds that lie. See docs/hands.md."""
