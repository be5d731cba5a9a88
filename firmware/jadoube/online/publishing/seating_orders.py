"""The orders that seat the players of the hall at a board, as the board stands.

The law: a seating is for one game; if that is given up without a result, the one that is begun in its place
is of the same round. A game that is being played keeps its round; if it is the one that is meant, it gets the
names, which change nothing in play. One that says no round is meant if its clock has run, or if it names
nobody else: players may have begun before they were seated. Beside a clock that stands it may be an analysis
under the names of before; then the seating waits until that game is over. A game that is over
stays with those who have played it. It gets names only if it is surely the one that is meant, of the same
event, round and number, and each of its names is spelled nearly so, or unknown. A clock that has begun is of
the game that its board shows, be there no ply: one of another round, or of others, is never taken over. It
refuses to know how orders are given.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

from jadoube.core.messages.names import (
    NAME_MOST,
    NO_NAME,
    SHORT_MOST,
    clean_name,
    clean_player,
    player_text,
)
from jadoube.formats.plain_text import is_known, is_nearly, is_short_for, player_key
from jadoube.mqtt.payloads import Person, Seating
from jadoube.online.publishing.states import OPEN, OVER, PAUSED, PLAYING, known, person

NEW_GAME: Final = "new game"
NAMED: Final = "name "
"""How an order begins that names a player."""


def seating_orders(
    seating: Seating, message: Mapping[str, Any], private: Collection[str] | None = None
) -> list[str] | None:
    """Return the orders that seat these players on a board that shows this; None: it has to wait.

    `NEW_GAME` alone: the rest is for the game that is shown after it, as the board goes on with the one that
    is put away for a moment. `private`: who stays nobody, whatever the hall says; None: it is not known yet.
    """
    names = [
        f"{NAMED}white {person_text(seating.white, private or ())}",
        f"{NAMED}black {person_text(seating.black, private or ())}",
    ]
    over = message["phase"] == OVER
    if message["game"]["plies"] and not over:
        return names if _is_played_now(seating, message, private) else None
    if over:
        sides = zip(names, (seating.white, seating.black), strict=True)
        corrects = _is_corrected(seating, message, private)
        return [order for order, told in sides if is_known(told.name)] if corrects else [NEW_GAME]
    is_timed = message["phase"] in (PLAYING, PAUSED)  # without a ply: its clock has begun
    if is_timed and not (_is_meant(seating, message) and _may_have_begun(seating, message, private)):
        return None if (message["clock"] or {}).get("running") else [NEW_GAME]
    control = "" if is_timed else seating.control.strip()
    called = (
        ("event", seating.event, NAME_MOST),
        ("site", seating.site, NAME_MOST),
        ("round", seating.round, SHORT_MOST),
        ("board", seating.board, SHORT_MOST),
    )
    return [
        *names,
        *[f"{what} {_text(text, most)}" for what, text, most in called if _text(text, most)],
        *([f"control {control}"] if control else []),
    ]


def is_undecided(seating: Seating, message: Mapping[str, Any]) -> bool:
    """Whether a board shows the game of a seating, which was begun and has no result."""
    is_begun = message["game"]["plies"] or message["phase"] == OVER
    is_open = is_begun and message["game"]["result"] == OPEN and seating.round
    return bool(is_open and _is_meant(seating, message, surely=True))


def order_again(seating: Seating, message: Mapping[str, Any]) -> str | None:
    """Return the order with which a game after an undecided one is of its round, too; None: none is needed.

    It has the names and all else of the one before, but not its round.
    """
    is_begun = message["game"]["plies"] or message["phase"] == OVER
    is_named = known(message["names"]["round"])
    return None if is_begun or is_named else f"round {_text(seating.round, SHORT_MOST)}"


def is_played(message: Mapping[str, Any]) -> bool:
    """Whether the game that a board shows has a ply or a result."""
    return bool(message["game"]["plies"]) or (message["phase"] == OVER and message["game"]["result"] != OPEN)


def lacks_seating(seating: Seating, message: Mapping[str, Any]) -> bool:
    """Whether a board shows a game that nothing was done in, and that is not said to be of any round."""
    names, is_begun = (
        message["names"],
        message["game"]["plies"] or message["phase"] in (PLAYING, PAUSED, OVER),
    )
    own = _text(seating.board, SHORT_MOST)
    return not (is_begun or known(names["round"])) and known(names["board"]) in ("", own)


def _text(text: str, most: int) -> str:
    """What the hall says of a game, as an order can have it; empty: nothing."""
    return clean_name(text)[:most].rstrip()


def _is_meant(seating: Seating, message: Mapping[str, Any], *, surely: bool = False) -> bool:
    """Whether the game that is shown is the one of the seating: surely, or as far as is known.

    A game that was begun before it was seated has no round or no number, and any event.
    """
    names = message["names"]
    told = _text(seating.round, SHORT_MOST), _text(seating.board, SHORT_MOST)
    shown = known(names["round"]), known(names["board"])
    if shown == told:
        event = _text(seating.event, NAME_MOST)
        return not event or known(names["event"]) in (event, "")
    return not surely and all(
        one == other or not (one and other) for one, other in zip(shown, told, strict=True)
    )


def _is_played_now(seating: Seating, message: Mapping[str, Any], private: Collection[str] | None) -> bool:
    """Whether a game that is being played is the one of the seating."""
    if not _is_meant(seating, message):
        return False
    if not known(message["names"]["round"]):
        return _has_run(message) or _has_players(seating, message, private)
    return not _is_of_event_before(seating, message)


def _may_have_begun(seating: Seating, message: Mapping[str, Any], private: Collection[str] | None) -> bool:
    """Whether a clock that has begun without a ply may be of the seating: it is not that of a game of others.

    Who plays on between two rounds has set up the pieces, and the clock has less time than it should.
    """
    return bool(known(message["names"]["round"])) or _has_players(seating, message, private)


def _has_run(message: Mapping[str, Any]) -> bool:
    """Whether the clock of a game with plies has run; where a game has no clock, nobody can know."""
    return message["clock"] is None or message["phase"] == PAUSED or bool(message["clock"].get("running"))


def _is_of_event_before(seating: Seating, message: Mapping[str, Any]) -> bool:
    """Whether a game was seated without an event, and a seating of an event has neither of its players."""
    names = message["names"]
    if known(names["event"]) or not (known(names["round"]) and _text(seating.event, NAME_MOST)):
        return False
    return "" not in _told(seating) and not _has_player(seating, message)


def _is_corrected(seating: Seating, message: Mapping[str, Any], private: Collection[str] | None) -> bool:
    """Whether a seating does no more than correct names of the game that is shown, which is over."""
    event = _text(seating.event, NAME_MOST)
    if not seating.round or event not in ("", known(message["names"]["event"])):
        return False
    return _is_meant(seating, message, surely=True) and _has_players(seating, message, private)


def _has_players(seating: Seating, message: Mapping[str, Any], private: Collection[str] | None) -> bool:
    """Whether both players of the game that is shown are those of a seating, or may be."""
    names, white, black = message["names"], seating.white, seating.black
    is_white = _is_one(person(names["white"]), white, black, private)
    return is_white and _is_one(person(names["black"]), black, white, private)


def _is_one(shown: Person, told: Person, opponent: Person, private: Collection[str] | None) -> bool:
    """Whether who is shown may be who is told, be his name spelled otherwise; never his opponent."""
    name = clean_player(told.name[:NAME_MOST]).name
    if shown.name == NO_NAME:
        return private is None or name in private or not is_known(name)
    if not (is_known(shown.name) and is_known(name)) or player_key(shown.name) == player_key(name):
        return True
    if shown.fide_id and told.fide_id:
        return shown.fide_id == told.fide_id
    is_spelled = is_nearly(shown.name, name) or is_short_for(shown.name, name)
    return is_spelled and player_key(shown.name) != player_key(opponent.name)


def _has_player(seating: Seating, message: Mapping[str, Any]) -> bool:
    """Whether a player of the game that is shown is one of a seating, or may be."""
    shown = {person(message["names"][side]).name for side in ("white", "black")}
    return bool(shown & {*_told(seating), "", NO_NAME})


def _told(seating: Seating) -> set[str]:
    """The names of a seating's players, as a board keeps them; empty: one is not named."""
    return {clean_player(each.name[:NAME_MOST]).name for each in (seating.white, seating.black)}


def person_text(person: Person, private: Collection[str]) -> str:
    """Return a player as an order names him; what cannot be a title or an id is left out."""
    rating = "" if person.rating is None else str(person.rating)
    known = clean_player(person.name[:NAME_MOST], person.title, rating, person.fide_id, person.federation)
    return player_text(known._replace(private=known.private or known.name in private))
