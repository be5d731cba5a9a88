"""The names of openings: Lichess' list, a table made of it, and the search in it."""
