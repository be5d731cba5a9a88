"""Naming: who plays, and what the game is called.

The law: names change nothing in play. No press is judged, no clock and no question is touched, an order
before it can still be undone, and a naming is taken back by another one. Who is named is remembered. Names
may be corrected after the end, as long as the game is the shown one. This file knows nothing of where names
are written (`formats/pgn_tags.py`).
"""

from jadoube.core.messages.effects import NamesChanged
from jadoube.core.messages.names import UNKNOWN, GameName, Player
from jadoube.core.messages.orders import Forget, NameGame, NamePlayer, Naming, Remember, SwapNames
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.state.table import Stepped, Table, forget_player, remember_player, set_names

_CALLED = {
    GameName.EVENT: Phrase.EVENT_IS,
    GameName.SITE: Phrase.SITE_IS,
    GameName.ROUND: Phrase.ROUND_IS,
    GameName.BOARD: Phrase.BOARD_IS,
}


def name(table: Table, order: Naming) -> Stepped:
    """Carry out an order about names."""
    match order:
        case NamePlayer(side, player):
            named = set_names(table, table.names.seat(side, player))
            table = remember_player(named, player) if player.name else named
        case NameGame(what, text):
            table = set_names(table, table.names.call(what, text))
        case SwapNames():
            table = set_names(table, table.names.swapped())
        case Remember(player):
            table = remember_player(table, player)
        case Forget(forgotten):
            table = forget_player(table, forgotten)
    return table, (NamesChanged(naming_words(order)),)


def naming_words(order: Naming) -> Sentence:
    """What is said of an order about names; a player who is not to be shown is not named."""
    match order:
        case NamePlayer(side, player):
            return sentence(Phrase.PLAYS, side=side, name=_shown(player))
        case NameGame(what, text):
            return sentence(_CALLED[what], name=text or UNKNOWN)
        case SwapNames():
            return sentence(Phrase.NAMES_SWAPPED)
        case Remember(player):
            return sentence(Phrase.REMEMBERED, name=_shown(player))
        case Forget(_):
            return sentence(Phrase.FORGOTTEN)


def _shown(player: Player) -> str:
    return player.shown.name or UNKNOWN
