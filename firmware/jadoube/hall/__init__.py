"""The hall: the program beside an MQTT broker that keeps and shows all boards of a tournament.

The law: it holds what boards have published and what arbiters have said; a board's journal stays the truth of
its game. It reaches boards over the broker alone, and none of them needs it.
"""
