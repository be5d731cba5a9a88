"""The hard rows of `jadoube bench hands`: illegal play, and reeds that lie. See docs/hands.md."""
