"""What hands do: settled squares, presses, illegal moves, takebacks, choices; and how the board lies."""
