"""The rounds of a hall: what was read of them, who plays where, and their games as the world gets them.

The law: what a round is stands here alone: its pairings, their boards, their games and results. It refuses to
know the broker, and publishes nothing.
"""
