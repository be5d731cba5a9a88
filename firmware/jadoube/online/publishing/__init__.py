"""What a board publishes at an MQTT broker, and what the hall may ask of it there.

The law: it is part of the process of what leaves the board, so nothing of it runs between two scans. All that
is published is a whole state that replaces the one before. The room refuses to know what a hall does.
"""
