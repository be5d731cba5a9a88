"""The hall's file: what is kept of games, arbiters' acts and rounds, and how it is written."""
