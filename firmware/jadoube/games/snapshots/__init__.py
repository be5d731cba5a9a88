"""Snapshots: a whole table as one line of a journal, and what is left of it for another version."""
