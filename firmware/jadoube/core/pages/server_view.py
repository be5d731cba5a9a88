"""A game of a server, and an opponent who is looked for there, as the board has them.

Its process compares both with what the server says.

The law: the plies are those that the opponent may know: what was sent, and what he has told and a hand has
made. A mate or another end by the position was sent, too. All of it is whole each time, so nothing depends on
what was seen before.
"""

from dataclasses import dataclass

import chess

from jadoube.core.clock.lichess_speeds import Speed, speed_of
from jadoube.core.state.table import Table


@dataclass(frozen=True, slots=True)
class ShownServer:
    """A game of a server that is played here."""

    game: str
    """Such as `lichess:AbCdEfGh`."""
    opponent: str
    """`white` or `black`: the side that is played from the server."""
    plies: tuple[str, ...]
    """The plies that both sides know, in UCI notation."""
    told: str
    """The opponent's ply that a hand is to make; empty: none."""
    wish: str
    """What the player asks of the server: `nothing`, `resignation`, `draw`, `claim of a draw`, `takeback`."""
    asks_back: bool
    """Whether the opponent asks for a takeback."""
    left: bool
    """Whether the opponent has left."""
    cut_off: int | None
    """The first ply that the server lacks while it cannot be reached, 0: none; None: it can."""


def shown_server(table: Table) -> ShownServer | None:
    """Return the server's game; None if none is played here."""
    agreed, afar = table.seen.agreed, table.play.afar
    if not table.terms.server_game or agreed is None:
        return None
    return ShownServer(
        game=table.terms.server_game,
        opponent=chess.COLOR_NAMES[agreed.side],
        plies=tuple(line.move.uci() for line in agreed.heard.plies() if line.move),
        told=agreed.told.uci() if agreed.told else "",
        wish=str(afar.wish),
        asks_back=afar.asks_back,
        left=afar.left,
        cut_off=afar.cut_off,
    )


@dataclass(frozen=True, slots=True)
class ShownSeek:
    """An opponent who is looked for on a server."""

    whom: str
    """`somebody`, `computer` or `again`: the last opponent there."""
    level: int
    """Of the computer, 1 to 8; 0: it is not the computer."""
    minutes: int
    increment: int
    """The time control that is chosen: minutes, and seconds a move; both 0: no clock."""
    taken_up: bool
    """Whether the program that speaks with the server looks."""


def shown_seek(table: Table) -> ShownSeek | None:
    """Return who is looked for; None if nobody is, or nobody was found."""
    seek, control = table.seek, table.terms.control
    if seek is None or not seek.holds:
        return None
    speed = (speed_of(control) if control else None) or Speed(0, 0)
    return ShownSeek(str(seek.sought.whom), seek.sought.level, *speed, taken_up=seek.taken_up)


def has_to_do_with_server(table: Table) -> bool:
    """Whether a server's game is played here, or somebody is looked for there."""
    return bool(table.terms.server_game) or table.seek is not None
