"""Scans: what the reeds and buttons showed at one instant, the event that comes most often.

This module imports nothing: the drivers and the sampling process use it, which know no chess.
"""

from dataclasses import dataclass
from enum import IntFlag


class Button(IntFlag):
    """The seven momentary buttons: two clock levers and the five panel keys."""

    WHITE = 1
    BLACK = 2
    BACK = 4
    MINUS = 8
    PLAY = 16
    PLUS = 32
    OK = 64


LEVERS = Button.WHITE | Button.BLACK
PANEL = int(Button.BACK | Button.MINUS | Button.PLAY | Button.PLUS | Button.OK)

#: The buttons by their names in sensor logs, pin maps and texts, in the order of their bits.
BUTTONS: dict[str, Button] = {str(button.name).lower(): button for button in Button}


@dataclass(frozen=True, slots=True)
class Scanned:
    """One reading of everything on the board.

    `reeds` is the 64-bit set of closed reeds (a1 = bit 0, h8 = bit 63), raw, by physical square.
    `buttons` is the set of buttons held down, as bits of `Button`.
    `grounded` is the set of lines of the matrix that touch ground: bits 0 to 7 are the columns of the files
    a to h, bits 8 to 15 the rows of the ranks 1 to 8, bit 16 is the buttons' column (`signals/lines.py`).
    `powered` is the set of lines that are high although they are pulled down: a line that touches 3.3 V, and
    the rows that such a column feeds through its closed reeds.
    `chattering` is the set of reeds that change far too often to be believed (`signals/chatter.py`); in
    `reeds` they are as they last rested.
    """

    reeds: int
    buttons: int = 0
    grounded: int = 0
    powered: int = 0
    chattering: int = 0
