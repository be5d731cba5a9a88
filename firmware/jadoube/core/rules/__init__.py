"""The rules of chess beyond python-chess: games, illegal plies, game ends, and which side can still mate."""
