"""The chess clock: time controls, the time of each side, and which side's clock runs."""
