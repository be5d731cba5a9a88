"""The chess clock: time controls, what each side has left, and whose time runs."""
