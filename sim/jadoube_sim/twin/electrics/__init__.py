"""Volts: the Pi's pins, the parts between them, and a solver for the direct currents of the matrix."""
