"""`jadoube hall`: the program beside the broker, and what prepares, follows and ends a tournament there."""

from jadoube.cli.hall.command import main

__all__ = ["main"]
