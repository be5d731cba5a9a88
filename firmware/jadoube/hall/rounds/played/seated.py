"""Whether a board has taken its seating: what the hall told it, compared with the game that it shows.

The law: pure. A board is told who sits there by its table; it has taken that once its game bears event, round
and number, and before the first ply the names and the time control, too. Later a name that differs was
corrected at the board. A game that was begun before takes the names only; then it has whatever event it began
with, and may say nothing of round and number. Once it is over, one of another event that says its round is of
another day. A game of another pairing that is still played, or whose clock runs, keeps its own: such a board
takes its seating later. A pairing with a result waits for nobody.
"""

from collections.abc import Collection
from enum import StrEnum
from functools import lru_cache
from typing import Final

from jadoube.core.clock.time_control import TimeControl
from jadoube.core.language.control_read import ControlError, read_control
from jadoube.core.messages.names import NAME_MOST, NO_NAME, SHORT_MOST, clean_name, clean_player
from jadoube.core.messages.phases import Phase
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.rounds.lists.taking import is_player
from jadoube.hall.rounds.pairings import UNSAID, has_result, table_of
from jadoube.mqtt.payloads import PairedBoard, Person, PlayedGame, Round, Seating

WITHIN_MS: Final = 10_000
"""How long a board may take to show its seating; one that is there needs less than a second (a choice)."""


class Seat(StrEnum):
    """How it stands with a board's seating."""

    UNTOLD = ""
    """The hall has not told this board that it plays this pairing."""
    LATER = "later"
    """It still plays another game."""
    WAITS = "waits"
    """It does not show the seating."""
    TAKEN = "taken"


def seat_of(board: BoardState, found: Round, pairing: PairedBoard) -> Seat:
    """Return whether a board has taken its seating for a pairing of a round."""
    seating, game = board.seating, board.game
    if seating is None or not is_told(seating, found, pairing):
        return Seat.UNTOLD
    if has_result(pairing) or (game and bears(game, seating) and has_control(board)):
        return Seat.TAKEN
    is_playing = game is not None and not game.over and (bool(game.san) or game.phase == Phase.PLAYING)
    return Seat.LATER if is_playing and board.is_on else Seat.WAITS


def is_told(seating: Seating, found: Round, pairing: PairedBoard) -> bool:
    """Return whether a seating is for this pairing of a round: a list may have given the number to others."""
    place = (seating.event, seating.round, seating.board) == (found.event, found.round, table_of(pairing))
    return place and is_player(seating.white, pairing.white) and is_player(seating.black, pairing.black)


def bears(game: PlayedGame, seating: Seating) -> bool:
    """Return whether a game is that of a seating."""
    place = (game.round, seating.round, SHORT_MOST), (game.board, seating.board, SHORT_MOST)
    sides = ((game.white, seating.white), (game.black, seating.black))
    has_names = all(_is_named(shown, person) for shown, person in sides)
    is_begun = bool(game.san) or game.over
    event = (game.event, seating.event, NAME_MOST)
    if is_begun and has_names:
        may_be_of_house = not game.over or game.round in UNSAID
        return all(_is_told(*each, UNSAID) for each in (place if may_be_of_house else (event, *place)))
    return (is_begun or has_names) and all(_is_told(*each, ()) for each in (event, *place))


def has_control(board: BoardState) -> bool:
    """Return whether a board has the time control of its seating, or its game has begun."""
    seating, game, clock = board.seating, board.game, board.clock
    if seating is None or not seating.control or (game and (game.san or game.over)):
        return True
    return _control(seating.control) == (_control(clock.control) if clock else None)


def is_same_control(one: str, other: str) -> bool:
    """Return whether two texts are the same time control."""
    return _control(one) == _control(other)


@lru_cache(maxsize=16)
def _control(text: str) -> TimeControl | str | None:
    """A time control as a value, however it is written; a text that is none stands for itself."""
    try:
        return read_control(text)
    except ControlError:
        return text


def _is_told(shown: str, told: str, most: int, unsaid: Collection[str]) -> bool:
    """Whether a game shows a text as a board keeps it, says nothing of it as it may, or none was told."""
    known = clean_name(told)[:most].rstrip()
    return not known or shown == known or shown in unsaid


def _is_named(shown: Person, told: Person) -> bool:
    """Whether a side has the name that was told; who is hidden there, or was not told, is nobody."""
    name = clean_player(told.name[:NAME_MOST]).shown.name
    return shown.name in (name, NO_NAME) or not name
