"""A hall on the desk: a real broker, boards of the twin that publish to it, and the hall's own program.

The law: what is tried is what runs in a hall; only the boards' electronics and the players are of the twin.
"""
