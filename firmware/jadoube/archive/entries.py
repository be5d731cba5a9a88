"""What the archive keeps of a game beside its text: the values by which games are listed and found.

The law: everything here follows from the game's text and its number, so that an archive which is built anew
is the same. A game without `GameId` gets an id that follows from it, too. The id of a game of this board
never depends on names: a name that was forgotten cannot be guessed from it.

It refuses to know how the values are stored (`store.py`).
"""

import re
from hashlib import sha256
from typing import Final, NamedTuple

import chess

from jadoube.archive.pgn_games import ReadGame
from jadoube.formats.pgn_tags import SEVEN_TAGS
from jadoube.formats.plain_text import is_known, plain
from jadoube.openings.lookup import opening_of

_ID: Final = re.compile(r"[0-9A-Za-z_-]{4,40}").fullmatch
_DATE: Final = re.compile(r"(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)").fullmatch
_TIME: Final = re.compile(r"\d\d:\d\d:\d\d").match
_ID_DIGITS: Final = 12


class Person(NamedTuple):
    """A player as a game names him; an empty name if it is not known."""

    name: str = ""
    title: str = ""
    rating: int | None = None
    fide_id: str = ""
    federation: str = ""


class Entry(NamedTuple):
    """A game as it is listed and found. Unknown texts are empty."""

    game_id: str
    number: int | None
    date: str
    time: str
    event: str
    site: str
    round: str
    board: str
    white: Person
    black: Person
    result: str
    termination: str
    eco: str
    opening: str
    plies: int
    time_control: str

    @property
    def placed(self) -> str:
        """By which games are ordered: the date, then the board's number, then the time."""
        found = _DATE(self.date)
        date = found[0].replace("?", "0") if found else ""
        return f"{date:10} {self.number or 0:012d} {self.time}"

    @property
    def words(self) -> str:
        """All words by which it is found, each with a space before it."""
        people = (f"{each.name} {each.title}" for each in (self.white, self.black))
        texts = (*people, self.event, self.site, self.round, self.eco, self.opening, self.date)
        return f" {plain(' '.join(texts))}"


def entry_of(game: ReadGame, number: int | None, *, known_id: str = "") -> Entry:
    """Return the values of a game; `number` is that of a game of this board.

    `known_id` is what a game without `GameId` was called before.
    """
    tags = {tag: value for tag, value in game.tags.items() if value not in ("", "?")}
    eco, opening = _opening(tags, game)
    return Entry(
        game_id=id_in(tags) or known_id or derived_id(game, number),
        number=number,
        date=tags.get("Date", ""),
        time=time[0] if (time := _TIME(tags.get("UTCTime", ""))) else "",
        event=tags.get("Event", ""),
        site=tags.get("Site", ""),
        round=tags.get("Round", ""),
        board=tags.get("Board", ""),
        white=_person(tags, "White"),
        black=_person(tags, "Black"),
        result=tags.get("Result", "*"),
        termination=tags.get("Termination", ""),
        eco=eco,
        opening=opening,
        plies=game.plies,
        time_control=tags.get("ClockControl", tags.get("TimeControl", "")),
    )


def _opening(tags: dict[str, str], game: ReadGame) -> tuple[str, str]:
    """The code and the name of the opening: as the game says, and what it does not say as its moves do."""
    eco, opening = tags.get("ECO", ""), tags.get("Opening", "")
    if (eco and opening) or "Variant" in tags:
        return eco, opening
    named = opening_of(tags.get("FEN", chess.STARTING_FEN), game.moves)
    if named is None or eco not in ("", named.eco):
        return eco, opening
    return named.eco, opening or named.name


def id_in(tags: dict[str, str]) -> str:
    """Return the id that a game has itself; empty if it has none that can be used."""
    found = tags.get("GameId", "")
    return found if _ID(found) else ""


def derived_id(game: ReadGame, number: int | None) -> str:
    """Return the id of a game that has none: a checksum of its tags and moves.

    Of a game of this board, of its number, date and moves.
    """
    named = (game.tags.get(tag, "") for tag in SEVEN_TAGS)
    tags = [*named] if number is None else [str(number), game.tags.get("Date", "")]
    text = "\n".join([*tags, game.tags.get("FEN", ""), " ".join(move.uci() for move in game.moves)])
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_ID_DIGITS]


def _person(tags: dict[str, str], side: str) -> Person:
    name = " ".join(tags.get(side, "").split())
    if not is_known(name):
        return Person(name)
    rating = tags.get(f"{side}Elo", "")
    fide_id = tags.get(f"{side}FideId", "")
    return Person(
        name,
        tags.get(f"{side}Title", "").strip("-"),
        int(rating) if re.fullmatch(r"[1-9]\d{0,3}", rating, re.ASCII) else None,
        fide_id if fide_id.isdecimal() and fide_id.strip("0") else "",
        tags.get(f"{side}Federation", ""),
    )
