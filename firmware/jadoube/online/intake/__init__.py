"""What is taken in from the board's files: looks at them, new games, and which of them were there before."""
