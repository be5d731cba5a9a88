"""The games on the disk: journals, what they fold to, PGN files; and logs replayed."""
