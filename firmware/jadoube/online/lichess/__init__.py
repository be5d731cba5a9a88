"""Games pushed to a round of a Lichess broadcast.

The law: what is sent and when is decided without a socket and a clock (`broadcast_pgn.py`, `pusher.py`);
one file speaks to Lichess (`client.py`), one joins them to the process (`broadcaster.py`).
"""
