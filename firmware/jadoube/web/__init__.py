"""The page's server: what programs on the network may see of the board, and do with it.

The law: spectators cost the loop nothing that players notice, and a client must give the PIN on the board's
faces before it may act. This package reaches the board through `access.py` and refuses to know the daemon. It
imports aiohttp, so it is imported only when the board already scans.
"""
