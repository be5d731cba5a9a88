"""The program on the board: one loop, one module that reads a clock, one journal."""
