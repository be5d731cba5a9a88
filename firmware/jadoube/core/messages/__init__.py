"""What comes into the core (events, orders) and what goes out (effects, phrases)."""
