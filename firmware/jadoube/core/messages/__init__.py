"""The inputs of the core (events, orders) and its outputs (effects, phrases)."""
