"""The analysis of kept games: a process of its own with an engine, what it has found, and who may ask.

The law: one game at a time, at the lowest priority, and no help for anybody who is playing. What is found is
kept after each position, without names, and is read from there whenever somebody asks.
"""
