"""The owner's configuration and the board's pin map, as frozen values."""
