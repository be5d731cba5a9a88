"""The program that runs on the board: one loop, one clock that it reads, one journal."""
