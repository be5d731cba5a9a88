"""The archive: every finished and broken-off game of the board, and games of others, in one SQLite file."""
