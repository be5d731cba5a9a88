"""Pairing lists: what one that is read makes of the rounds, and what has to be asked about it."""
