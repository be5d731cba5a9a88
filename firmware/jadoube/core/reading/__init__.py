"""The tracker: which games explain what the reeds showed, and which of them is best."""
