"""`jadoube games`: the archive on the command line."""

from jadoube.cli.games.command import main

__all__ = ["main"]
