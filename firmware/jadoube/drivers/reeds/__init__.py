"""The reeds and buttons: the matrix, through any library for its lines, or a serial board."""
