"""Glances: what the board shows of itself to its page, encoded, and the lines in which both processes speak.

The law: the daemon and the page's process both import this room, and neither imports the other. Nothing here
knows HTTP, opens a socket or decides anything of the game.
"""
