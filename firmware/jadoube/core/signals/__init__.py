"""Debouncing: from raw contacts to settled ones, and reeds that flicker."""
