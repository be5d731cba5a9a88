"""Journals: their text, header and fold; what is wrong with one, and how one is resumed or exported."""
