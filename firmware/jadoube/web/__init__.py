"""The page's process and its server: what programs on the network may see of the board, and do with it.

The law: spectators cost the board nothing that players notice, and a client must give the PIN on the board's
faces before it may act. This package reaches the board through `access.py`, and refuses to know the daemon
beyond the lines of its sockets.
"""
