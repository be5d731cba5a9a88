"""The names of a game as PGN tags, and back.

The law: a player who is not to be shown is `N. N.` in tags that leave the board; only a journal has the whole
(`whole_tags`). Of the seven tags that every PGN has, what is unknown is `?`; others are there only if they
are known. What cannot be a name is left out of one. This file knows nothing of moves, nor of files.
"""

from collections.abc import Mapping
from typing import Final

from jadoube.core.messages.names import Names, Player, clean_name, clean_player

UNKNOWN: Final = "?"
"""PGN's value of a tag that is unknown."""

GAME_ID, UTC_DATE, UTC_TIME, ECO, OPENING = "GameId", "UTCDate", "UTCTime", "ECO", "Opening"
BOARD: Final = "Board"

PLAYER_TAGS: Final = tuple(
    f"{side}{what}" for side in ("White", "Black") for what in ("Title", "Elo", "FideId", "Federation")
)
"""The tags of what is known of the players besides their names."""

SEVEN_TAGS: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

NAME_TAGS: Final = frozenset({"Event", "Site", "Round", "White", "Black", BOARD, *PLAYER_TAGS})
"""The tags that tell names."""

FURTHER_TAGS: Final = (BOARD, *PLAYER_TAGS, GAME_ID, UTC_DATE, UTC_TIME, ECO, OPENING)
"""The tags of names, identity and opening besides the seven, in their order."""


def tags_of_names(names: Names) -> dict[str, str]:
    """The tags of these names, for everybody."""
    return whole_tags(names.shown)


def whole_tags(names: Names) -> dict[str, str]:
    """The tags of these names with all that is known, for the journal."""
    tags = {
        "Event": names.event or UNKNOWN,
        "Site": names.site or UNKNOWN,
        "Round": names.round or UNKNOWN,
        "White": names.white.name or UNKNOWN,
        "Black": names.black.name or UNKNOWN,
        BOARD: names.board,
        **_player_tags("White", names.white),
        **_player_tags("Black", names.black),
    }
    return {name: value for name, value in tags.items() if value}


def tags_with_names(tags: Mapping[str, str], names: Names) -> dict[str, str]:
    """These tags of a game, with the names that it has now; for everybody."""
    return {tag: value for tag, value in tags.items() if tag not in NAME_TAGS} | tags_of_names(names)


def names_of_tags(tags: Mapping[str, str]) -> Names:
    """The names that a game's tags tell; what is no title, rating, id or federation is unknown."""
    return Names(
        _player_of(tags, "White"),
        _player_of(tags, "Black"),
        *(clean_name(tags.get(tag, "")) for tag in ("Event", "Site", "Round", BOARD)),
    )


def _player_tags(side: str, player: Player) -> dict[str, str]:
    return {
        f"{side}Title": player.title,
        f"{side}Elo": "" if player.rating is None else str(player.rating),
        f"{side}FideId": player.fide_id,
        f"{side}Federation": player.federation,
    }


def _player_of(tags: Mapping[str, str], side: str) -> Player:
    return clean_player(
        *(tags.get(f"{side}{what}", "") for what in ("", "Title", "Elo", "FideId", "Federation"))
    )
