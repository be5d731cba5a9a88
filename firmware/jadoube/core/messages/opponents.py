"""The opponents who play a side from elsewhere: which side, how strong, and whose clock runs for their hand.

This file refuses to know who they are (an engine, or somebody on a server) and how their moves come here.
"""

from enum import StrEnum
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.expected import Expected, Misread


class Seat(StrEnum):
    """Which side is played from elsewhere."""

    NOBODY = "off"
    WHITE = "white"
    BLACK = "black"

    @property
    def side(self) -> chess.Color | None:
        """That side; None if both sides play at the board."""
        return _SIDES[self]


_SIDES: Final = {Seat.NOBODY: None, Seat.WHITE: chess.WHITE, Seat.BLACK: chess.BLACK}


class Meanwhile(StrEnum):
    """Whose clock runs while a hand makes the opponent's move."""

    NEITHER = "neither"
    """Both clocks stand: the time of the hand is nobody's. The usual way of boards with an engine inside."""
    PLAYER = "player"
    """The player's clock runs from the instant at which the move is told, as on a server."""
    OPPONENT = "opponent"
    """The opponent's clock runs until his move stands on the board."""


class Wish(StrEnum):
    """What the player asks of the server that keeps the game; the server decides what comes of it."""

    NOTHING = "nothing"
    RESIGN = "resignation"
    DRAW = "draw"
    """He takes the draw that is offered. His own offer is an offer like any other."""
    CLAIM = "claim of a draw"
    BACK = "takeback"
    """He asks for a takeback, or grants the one that the opponent asks for."""


class Whom(StrEnum):
    """Whom a player looks for on a server."""

    SOMEBODY = "somebody"
    COMPUTER = "computer"
    AGAIN = "again"
    """The last opponent there."""


SERVER_LEVELS: Final = range(1, 9)
"""The levels of the server's computer."""


class Sought(NamedTuple):
    """Whom a player looks for on a server, and at which level if it is the computer."""

    whom: Whom
    level: int = 0

    @property
    def text(self) -> str:
        """As in orders: `somebody`, `computer 3`, `again`."""
        return f"{self.whom} {self.level}" if self.level else str(self.whom)


class Unfound(StrEnum):
    """Why nobody was found on a server."""

    NO_ANSWER = "the program that asks Lichess does not answer"
    UNCONNECTED = "Lichess takes no token of this board"
    NO_NETWORK = "Lichess cannot be reached"
    REFUSED = "Lichess refuses it"
    LOST = "the connection was lost"
    DECLINED = "he does not want to"
    NO_GAME = "there is no game to be repeated"
    PLAYING = "another game runs on Lichess"

    @property
    def text(self) -> str:
        """As in orders: `no-network`."""
        return self.name.lower().replace("_", "-")


LEVELS: Final = (600, 900, 1200, 1500, 1800, 2100, 2400, 2700, 3000)
"""The strengths that can be chosen, in Elo. What an engine makes of one, `engines/strength.py` says."""

USUAL_LEVEL: Final = 1500

SERVER_GAME_LOOKS: Final = "lichess:AbCdEfGh"
"""An example of a game on a server: its server and its identity there."""


def parse_server_game(text: str) -> str:
    """Return the name of a game on a server; ValueError if it is none."""
    server, _, game = text.partition(":")
    letters = server.isascii() and server.isalpha() and game.isascii() and game.isalnum()
    if not letters or len(text) > _SERVER_GAME_MOST:
        raise Misread(text, Expected.SERVER_GAME, looks=SERVER_GAME_LOOKS)
    return text


_SERVER_GAME_MOST: Final = 40
"""Letters: Lichess' identities have 8 or 12."""
