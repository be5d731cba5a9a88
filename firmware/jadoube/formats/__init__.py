"""File formats for other programs: sensor logs and PGN."""
