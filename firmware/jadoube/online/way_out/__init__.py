"""On the way out: what may be shown elsewhere now, and what is known of its arrival."""
