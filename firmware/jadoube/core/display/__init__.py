"""The view: what the lamps, the faces and the status line show."""
