"""Files that other programs read and write: sensor logs and PGN."""
