"""A game over Lichess' Board API: the opponent sits there, the pieces stand here.

The law: what Lichess says (`server_game.py`) and what the board says meet in one file that has no socket and
no clock (`reconcile.py`); one file knows the paths (`board_api.py`), one joins them (`player.py`).
"""
