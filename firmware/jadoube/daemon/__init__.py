"""The program on the board: one loop, one module that tells the time, one journal."""
