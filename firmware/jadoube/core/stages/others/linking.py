"""What a program on a link orders: it points at squares, writes, and takes a side. The arbiter writes, too.

The law: the newest text counts, but a program takes back no text of the arbiter. What a program shows changes
nothing in play, and is never advice where advice is barred (`state/others/fair_play.py`). The side that it
takes is played from elsewhere, from the game as it is read now; its moves come as those of any opponent
(`opponents.py`). It takes its side with each move that it shows, and leaves it when a hand has made the move:
so a program that has gone holds nothing up.
"""

from dataclasses import replace

from jadoube.core.messages.effects import ArbiterWrote, ProgramSeated, SquaresLit, TextWritten
from jadoube.core.messages.opponents import Seat
from jadoube.core.messages.orders import LightSquares, Linking, SeatProgram, WriteText
from jadoube.core.messages.roles import Role
from jadoube.core.stages.others.opponents import go_on
from jadoube.core.state.settings import set_opponent
from jadoube.core.state.table import Lies, Stepped, Table


def carry_out_linking(table: Table, order: Linking, role: Role, now_ms: int) -> Stepped:
    """Carry out an order of a program on a link, or what the arbiter writes; it is not refused."""
    match order:
        case LightSquares(lit):
            return table._replace(link=table.link._replace(lights=lit)), (SquaresLit(lit),)
        case WriteText(text):
            return _write(table, text, role)
        case SeatProgram(seat):
            return _seat(table, seat, now_ms)


def _write(table: Table, text: str, role: Role) -> Stepped:
    """Write this on the faces; where it is empty, take back what is written."""
    by_arbiter = role is Role.ARBITER
    told = ArbiterWrote(text) if by_arbiter else TextWritten(text)
    if role is Role.PROGRAM and table.link.arbiters and not text:
        return table, (told,)
    link = table.link._replace(text=text, arbiters=by_arbiter and text != "")
    return table._replace(link=link), (told,)


def _seat(table: Table, seat: Seat, now_ms: int) -> Stepped:
    """Let the program play this side; who sits where is decided then, as it knows the game.

    If it leaves while its move waits for a hand, nobody has to make that: the clock of the side to move runs.
    """
    terms = replace(table.terms, opponent=seat, program=seat is not Seat.NOBODY)
    lies = Lies(table.turned) if table.line.ply else table.lies
    table, started = go_on(set_opponent(table, terms)._replace(lies=lies), now_ms)
    return table, (ProgramSeated(seat), *started)
