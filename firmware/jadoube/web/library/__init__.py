"""The library on the page: stored games, players, pairings, and what leaves the board.

The law: whatever reads or changes more than one game needs the PIN's token. One game is open to who has its
address, as that cannot be guessed. It refuses to know how games are stored and sent: it asks the desk.
"""
