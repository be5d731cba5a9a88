"""The view: what lamps, faces and the status line show."""
