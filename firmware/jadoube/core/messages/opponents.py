"""The opponents who play a side from elsewhere: which side, how strong, and whose clock runs for their hand.

This file refuses to know who they are (an engine, or somebody on a server) and how their moves come here.
"""

from enum import StrEnum
from typing import Final

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
