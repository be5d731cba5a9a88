"""The games on the disk: journals, their fold, PGN files; and the replay of sensor logs."""
