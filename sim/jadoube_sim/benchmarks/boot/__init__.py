"""How soon the board is up: what is measured, and the processes on which it is measured."""
