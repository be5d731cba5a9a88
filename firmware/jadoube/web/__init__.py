"""The page's server: what browsers and other programs on the network see of the board, and may do with it.

The law: whoever looks costs the loop nothing that players notice, and whoever acts has said the PIN that the
board's faces show. It knows the board by what it is handed (`access.py`) and nothing of the daemon. aiohttp
is imported here, and therefore this package is, only when the board already scans.
"""
