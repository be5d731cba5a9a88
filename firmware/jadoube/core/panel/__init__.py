"""Levers and keys, and what the keys do in the menu."""
