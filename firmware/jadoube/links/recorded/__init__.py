"""Recorded streams of boards: read with the framing of this program, and followed as games."""
