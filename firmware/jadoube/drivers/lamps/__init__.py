"""The lamps: frames, their bits, what they draw, and what sends them."""
