"""What the processes of this machine have in common: where they meet, how they keep files, how they stop.

The law: every process of the program may import this room. It knows nothing of a game.
"""
