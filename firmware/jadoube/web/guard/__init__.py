"""Who may look and who may act, in which role, and how fast; how a phone is let in."""
