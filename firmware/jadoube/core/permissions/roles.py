"""Who may give an order, whatever the state of the game.

The law: a player speaks for his own side only: he resigns, offers, accepts and declines for nobody else. So
does the opponent who plays from elsewhere; he alone tells his moves, and what the server of the game says.
An adviser only answers. A program on a link points at squares, writes, takes a side, tells its moves and sets
the clocks; the arbiter writes, too. Clocks' times, the counter, positions to go back to, penalties, verdicts,
results and games that go on after their end are the arbiter's (FIDE 6.10.2, 12). A claim is made to the
arbiter (FIDE 9.2, 9.3), so he may pass it on. Before a game he sets the time control and the rule set. What
the panel's keys do for whoever stands there, both players and the arbiter may order; everybody may say that
the board has read something wrong, and who plays. Other settings are the owner's, and to forget a name, which
reaches into stored games. The owner may give every order, and so may stand for every role; another role
stands for itself alone.

This file knows nothing of the table. Whether the order can be carried out now is `refusal.py`'s.
"""

from typing import Final

from jadoube.core.messages.orders import (
    AcceptDraw,
    Advise,
    AskBack,
    Assess,
    Away,
    ChangeTime,
    Choose,
    ClaimDraw,
    CutOff,
    Decide,
    Declare,
    Declined,
    DeclineDraw,
    EndElsewhere,
    Forget,
    Join,
    LightSquares,
    NamePlayer,
    NotFound,
    OfferDraw,
    Order,
    Pardon,
    Penalise,
    Reopen,
    Resign,
    Restore,
    SeatProgram,
    Serve,
    SetClocks,
    SetCounter,
    SetMoves,
    SetPeriod,
    SetTime,
    Shorten,
    StopSeeking,
    TakeUp,
    Tell,
    WriteText,
)
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.messages.roles import PLAYERS, PROGRAMS, Role
from jadoube.core.messages.settings import SETTINGS

_ARBITERS: Final = (
    *(ChangeTime, SetTime, SetMoves, SetPeriod, SetCounter),
    *(Restore, Penalise, Pardon, Decide, Declare, Reopen),
)

_SERVER_SAYS = (
    *(Join, Shorten, AskBack, Declined, Away, CutOff, EndElsewhere),
    *(TakeUp, NotFound, Serve),
)
"""What the program that speaks with a server says."""

_EVERYBODY: Final = tuple(role for role in Role if role not in PROGRAMS)
_EVERYBODY_AND_HE: Final = (*_EVERYBODY, Role.OPPONENT)


def role_refusal(order: Order, role: Role) -> Sentence | None:
    """Why this role cannot give this order; None if it can."""
    givers = roles_for(order)
    if role in givers:
        return None
    people = tuple(each for each in givers if each not in PROGRAMS)
    return sentence(Phrase.ROLE_MAY_NOT, role=role, roles=people)


def covers(role: Role, other: Role) -> bool:
    """Whether who has this role may order all that the other one may, and so may speak in its name."""
    return role in (other, Role.OWNER)


def roles_for(order: Order) -> tuple[Role, ...]:
    """The roles that may give this order; the owner is always among them."""
    if programs := _programs_for(order):
        return *programs, Role.OWNER
    match order:
        case Resign(side) | OfferDraw(side) | AcceptDraw(side) | DeclineDraw(side):
            return PLAYERS[side], Role.OPPONENT, Role.OWNER
        case ClaimDraw(side):
            return PLAYERS[side], Role.ARBITER, Role.OWNER
        case Forget() | Choose() if not _is_arbiters(order):
            return (Role.OWNER,)
    others = _EVERYBODY_AND_HE if isinstance(order, NamePlayer | StopSeeking) else _EVERYBODY
    return (Role.ARBITER, Role.OWNER) if _is_arbiters(order) else others


def _programs_for(order: Order) -> tuple[Role, ...]:
    """Who may give an order of programs: they, and the arbiter what they write; empty for other orders."""
    match order:
        case Tell() | SetClocks():
            return Role.OPPONENT, Role.PROGRAM
        case WriteText():
            return Role.PROGRAM, Role.ARBITER
        case LightSquares() | SeatProgram():
            return (Role.PROGRAM,)
        case Advise() | Assess():
            return (Role.ADVISER,)
    return (Role.OPPONENT,) if isinstance(order, _SERVER_SAYS) else ()


def _is_arbiters(order: Order) -> bool:
    """Whether no player may give this order, but the arbiter may."""
    return SETTINGS[order.setting].arbiter if isinstance(order, Choose) else isinstance(order, _ARBITERS)
