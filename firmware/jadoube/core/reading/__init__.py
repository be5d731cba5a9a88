"""The multi-hypothesis tracker: which games explain what the reeds showed, and which one is best."""
