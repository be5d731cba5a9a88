"""The parts of the board: a module for each, their Protocols in `parts`, put on pins by `assemble`."""
