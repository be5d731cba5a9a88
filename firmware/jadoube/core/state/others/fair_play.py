"""Fair play: no help by the board in a game against people elsewhere.

The law: while such a game goes on, nothing that the board can show or say is advice about it: no legal
squares, no hint, no warning, no evaluation, no book, no name of an opening. Whoever shows one of them asks
here first. Servers forbid all help from outside (Lichess' terms of use). Once the game is over everything is
allowed.
"""

from jadoube.core.messages.phases import Phase
from jadoube.core.state.table import Table


def allows_help(table: Table) -> bool:
    """Whether the board may help now."""
    return not table.terms.server_game or table.play.phase is Phase.OVER
