"""What goes out of the house: what may be shown elsewhere now, and what is known of its arrival."""
