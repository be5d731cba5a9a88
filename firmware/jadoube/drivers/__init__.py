"""The drivers: a module for each part, their Protocols in `interfaces.py`, the wiring in `assemble.py`."""
