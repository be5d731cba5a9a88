"""The terminal face of the board on the desk: a picture, or words line by line. See docs/simulator.md."""
