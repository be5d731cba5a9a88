"""The prior: how likely a ply or a game is as chess, for cases that the reeds cannot decide.

The prior only orders readings: it drops one only where more are alive than are kept, and it never ends a
doubt.
"""
