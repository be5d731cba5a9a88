"""Who plays, and where: the names of a game, and the one text of a player.

    Carlsen, Magnus | GM | 2839 | 1503014 | NOR
    Smith, John | - | 1840              (no title; parts at the end may be left out)
    Smith, John | private               (shown and written as `N. N.` everywhere but in the journal)

Whoever reads a name from people or files reads it here: one line of printable characters, as long as a name
is, without what stands between the parts, and without what PGN would have to escape. This file knows nothing
of PGN (`formats/pgn_tags.py`), nor of which game has the names.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.expected import Expected, Misread

REMEMBERED: Final = 24
"""So many players are remembered, the last used first: those of a club evening (a choice)."""

NAME_MOST: Final = 80
"""The most characters of a name, an event or a site: FIDE's list has none with more (a guess)."""

SHORT_MOST: Final = 32
"""The most characters of a round or a board: `3.12`, `Quarterfinal 2` (a choice)."""

FILE_MOST: Final = 255
"""The most characters of a name that a file gives: as many as PGN allows a value."""

RATING_MOST: Final = 3999
"""The highest rating: four digits, as Elo's formula has them."""

TITLE_MOST: Final = 4
FIDE_ID_MOST: Final = 10
"""Digits; those of now have 8 at most."""

FEDERATION_LETTERS: Final = 3

NO_NAME: Final = "N. N."
"""Stands for a player who is not to be shown."""

UNKNOWN: Final = "-"
"""Stands for what is unknown in a text that people type."""

_NOBODYS: Final = (UNKNOWN, "?")
"""What stands for the unknown; the second one in PGN, so that nobody can be called so."""

SEPARATOR: Final = " | "
PRIVATE: Final = "private"


class Player(NamedTuple):
    """A player; empty, or None: unknown."""

    name: str = ""
    """The surname first, as in PGN: `Carlsen, Magnus`."""
    title: str = ""
    rating: int | None = None
    fide_id: str = ""
    federation: str = ""
    """Three capitals, as FIDE has them: `NOR`."""
    private: bool = False
    """Whether the player is `N. N.` to others."""

    @property
    def shown(self) -> "Player":
        """The player as others may see it."""
        return Player(NO_NAME, private=True) if self.private else self


NOBODY: Final = Player()


class GameName(StrEnum):
    """What a game is called by besides its players; each is a field of `Names` and an order's word."""

    EVENT = "event"
    SITE = "site"
    ROUND = "round"
    BOARD = "board"


class Names(NamedTuple):
    """The names of a game; empty: unknown."""

    white: Player = NOBODY
    black: Player = NOBODY
    event: str = ""
    site: str = ""
    round: str = ""
    board: str = ""

    def player(self, side: chess.Color) -> Player:
        """The player of this side."""
        return self.white if side else self.black

    def seat(self, side: chess.Color, player: Player) -> "Names":
        """The same with this player on this side."""
        return self._replace(white=player) if side else self._replace(black=player)

    def or_else(self, others: "Names") -> "Names":
        """The same with what is known in others where these say nothing."""
        white = self.white if self.white.name else others.white
        black = self.black if self.black.name else others.black
        texts = (mine or theirs for mine, theirs in zip(self[2:], others[2:], strict=True))
        return Names(white, black, *texts)

    def swapped(self) -> "Names":
        """The same with the players' colours exchanged."""
        return self._replace(white=self.black, black=self.white)

    def call(self, what: GameName, text: str) -> "Names":
        """The same with this event, site, round or board."""
        match what:
            case GameName.EVENT:
                return self._replace(event=text)
            case GameName.SITE:
                return self._replace(site=text)
            case GameName.ROUND:
                return self._replace(round=text)
            case GameName.BOARD:
                return self._replace(board=text)

    @property
    def shown(self) -> "Names":
        """The names as others may see them."""
        if self.white.private or self.black.private:
            return self._replace(white=self.white.shown, black=self.black.shown)
        return self


NO_NAMES: Final = Names()


def remember(players: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    """The remembered players with this one as the last used; one of the same name is replaced."""
    others = (each for each in players if each.name != player.name)
    return (player, *others)[:REMEMBERED] if player.name else players


def forget(players: tuple[Player, ...], name: str) -> tuple[Player, ...]:
    """The remembered players without the one of this name."""
    return tuple(each for each in players if each.name != name)


# Text


def player_text(player: Player) -> str:
    """The one text of a player; `-` if nobody is known."""
    rating = "" if player.rating is None else str(player.rating)
    parts = [player.name, player.title, rating, player.fide_id, player.federation]
    while parts and not parts[-1]:
        parts.pop()
    words = [part or UNKNOWN for part in parts] or [UNKNOWN]
    return SEPARATOR.join([*words, PRIVATE] if player.private else words)


def parse_player(text: str) -> Player:
    """Read a player's one text; a ValueError says what was found and what was expected."""
    parts = [" ".join(part.split()) for part in text.split(SEPARATOR.strip())]
    private = len(parts) > 1 and parts[-1] == PRIVATE
    known = ["" if part in _NOBODYS else part for part in (parts[:-1] if private else parts)]
    if len(known) > len(PLAYER_PARTS):
        raise Misread(text.strip(), Expected.PARTS, most=len(PLAYER_PARTS), looks=PLAYER_LOOKS)
    name, title, rating, fide_id, federation = (*known, "", "", "", "")[: len(PLAYER_PARTS)]
    if not name:
        if private or any(known):
            raise Misread(text.strip(), Expected.NAME_FIRST, looks=PLAYER_LOOKS)
        return NOBODY
    if name == NO_NAME:  # nobody is known by it, and a file has nothing beside it
        return Player(name, private=private)
    return Player(
        parse_name(name),
        _match(_is_title, title, Expected.TITLE),
        int(_match(_is_rating, rating, Expected.RATING, most=RATING_MOST)) if rating else None,
        _match(_is_fide_id, fide_id, Expected.FIDE_ID),
        _match(_is_federation, federation, Expected.FEDERATION),
        private,
    )


def parse_name(text: str, most: int = NAME_MOST) -> str:
    """Read a name in one line; `-` and nothing are unknown. A ValueError says what was expected."""
    name = " ".join(text.split())
    if name in _NOBODYS:
        return ""
    if len(name) > most:
        raise Misread(name, Expected.CHARACTERS, most=most)
    if not name.isprintable() or any(each in name for each in _SPECIAL):
        raise Misread(name, Expected.PRINTABLE)
    return name


def parse_game_name(what: GameName, text: str) -> str:
    """Read an event, a site, a round or a board; a ValueError says what was expected."""
    return parse_name(text, NAME_MOST if what in (GameName.EVENT, GameName.SITE) else SHORT_MOST)


def clean_name(text: str) -> str:
    """What of a text of others can be a name: `?` and `-` are unknown, what cannot be shown is left out."""
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    name = line.translate(_SPECIAL_AS)[:FILE_MOST].rstrip()
    return "" if name in _NOBODYS else name


def clean_player(
    name: str, title: str = "", rating: str = "", fide_id: str = "", federation: str = ""
) -> Player:
    """The player that texts of others tell of; what is no title, rating, id or federation is unknown."""
    known = clean_name(name)
    if known in ("", NO_NAME):
        return Player(known)
    elo = _clean(_is_rating, rating)
    return Player(
        known,
        _clean(_is_title, title),
        int(elo) if elo else None,
        _clean(_is_fide_id, fide_id),
        _clean(_is_federation, federation),
    )


def _clean(is_sound: Callable[[str], bool], text: str) -> str:
    text = text.strip()
    return text if is_sound(text) else ""


def _match(is_sound: Callable[[str], bool], text: str, expected: Expected, **parts: int) -> str:
    if text and not is_sound(text):
        raise Misread(text, expected, **parts)
    return text


def _is_title(text: str) -> bool:
    return len(text) <= TITLE_MOST and text.isascii() and text.isalpha() and text.isupper()


def _is_rating(text: str) -> bool:
    return _is_number(text, len(str(RATING_MOST))) and text[0] != "0" and int(text) <= RATING_MOST


def _is_fide_id(text: str) -> bool:
    return _is_number(text, FIDE_ID_MOST)


def _is_federation(text: str) -> bool:
    return len(text) == FEDERATION_LETTERS and text.isascii() and text.isalpha() and text.isupper()


def _is_number(text: str, most: int) -> bool:
    return len(text) <= most and text.isascii() and text.isdigit()


_SPECIAL: Final = '|"\\'
"""What stands between the parts of a player, and what many readers of PGN do not understand in a name."""

_SPECIAL_AS: Final = str.maketrans(_SPECIAL, "/'/")

PLAYER_PARTS: Final = ("name", "title", "rating", "FIDE id", "federation")
PLAYER_LOOKS: Final = "Carlsen, Magnus | GM | 2839 | 1503014 | NOR"
