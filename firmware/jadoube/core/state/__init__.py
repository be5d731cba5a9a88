"""The table (all that is known at one instant) and its parts."""
