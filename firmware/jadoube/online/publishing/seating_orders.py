"""The orders that seat the players of the hall at a board, as the board stands.

The law: a seating is for one game. A game that is being played keeps its round; if it is the one that is
meant, it gets the names, which change nothing in play. Else the seating waits until that game is over. It
refuses to know how orders are given.
"""

from collections.abc import Mapping
from typing import Any, Final

from jadoube.core.messages.names import NAME_MOST, SHORT_MOST, clean_name, clean_player, player_text
from jadoube.mqtt.payloads import Person, Seating
from jadoube.online.publishing.states import OVER

NEW_GAME: Final = "new game"
NAMED: Final = "name "
"""How an order begins that names a player."""


def seating_orders(
    seating: Seating, message: Mapping[str, Any], private: frozenset[str] = frozenset()
) -> list[str] | None:
    """Return the orders that seat these players on a board that shows this; None: it has to wait.

    `private`: who stays nobody, whatever the hall says.
    """
    names = [
        f"{NAMED}white {person_text(seating.white, private)}",
        f"{NAMED}black {person_text(seating.black, private)}",
    ]
    over = message["phase"] == OVER
    if message["game"]["plies"] and not over:
        return names if _is_meant(seating, message) else None
    if over and seating.round and _is_meant(seating, message, surely=True):
        return names  # a name is corrected
    called = (
        ("event", seating.event, NAME_MOST),
        ("site", seating.site, NAME_MOST),
        ("round", seating.round, SHORT_MOST),
        ("board", seating.board, SHORT_MOST),
    )
    return [
        *([NEW_GAME] if over else []),
        *names,
        *[f"{what} {clean_name(text)[:most].rstrip()}" for what, text, most in called if clean_name(text)],
        *([f"control {seating.control.strip()}"] if seating.control.strip() else []),
    ]


def _is_meant(seating: Seating, message: Mapping[str, Any], *, surely: bool = False) -> bool:
    """Whether the game that is shown is the one of the seating: surely, or as far as is known."""
    names = message["names"]
    pairs = ((names["round"], seating.round), (names["board"], seating.board))
    return all(one == other or (not surely and not (one and other)) for one, other in pairs)


def person_text(person: Person, private: frozenset[str]) -> str:
    """Return a player as an order names him; what cannot be a title or an id is left out."""
    rating = "" if person.rating is None else str(person.rating)
    known = clean_player(person.name[:NAME_MOST], person.title, rating, person.fide_id, person.federation)
    return player_text(known._replace(private=known.private or known.name in private))
