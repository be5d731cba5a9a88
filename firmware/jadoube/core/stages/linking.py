"""What a program on a link orders: it points at squares, writes, and takes a side.

The law: what it shows changes nothing in play, and is never advice where advice is barred
(`state/fair_play.py`). The side that it takes is played from elsewhere, from the game as it is read now; its
moves come as those of any opponent (`opponents.py`). It takes its side with each move that it shows, and
leaves it when a hand has made the move: so a program that has gone holds nothing up.
"""

from dataclasses import replace

from jadoube.core.messages.effects import ProgramSeated, SquaresLit, TextWritten
from jadoube.core.messages.opponents import Seat
from jadoube.core.messages.orders import LightSquares, Linking, SeatProgram, WriteText
from jadoube.core.state.settings import set_opponent
from jadoube.core.state.table import Lies, Stepped, Table


def carry_out_linking(table: Table, order: Linking) -> Stepped:
    """Carry out an order of a program on a link; it is not refused."""
    match order:
        case LightSquares(lit):
            return table._replace(link=table.link._replace(lights=lit)), (SquaresLit(lit),)
        case WriteText(text):
            return table._replace(link=table.link._replace(text=text)), (TextWritten(text),)
        case SeatProgram(seat):
            return _seat(table, seat)


def _seat(table: Table, seat: Seat) -> Stepped:
    """Let the program play this side; who sits where is decided then, as it knows the game."""
    terms = replace(table.terms, opponent=seat, program=seat is not Seat.NOBODY)
    lies = Lies(table.turned) if table.line.ply else table.lies
    return set_opponent(table, terms)._replace(lies=lies), (ProgramSeated(seat),)
