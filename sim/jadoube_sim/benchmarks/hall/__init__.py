"""What a hall of many boards costs, and how soon it knows a ply.

The law: broker, hall and publishers are the real programs; only the boards behind the publishers are
recorded.
"""
