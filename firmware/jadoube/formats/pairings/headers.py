"""A pairing list as PGN with headers only: each game has its tags, and no moves.

The law: moves, results and comments are passed over, so any PGN is a list, too. A game without both names is
named with the line of its first tag.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected
from jadoube.core.messages.names import clean_name
from jadoube.core.messages.phrases import Sentence, sentence
from jadoube.formats.pairings.reading import Reading, cut, is_bye, whole
from jadoube.formats.pairings.values import Pairing

_TAG: Final = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_BEGINS_TAG: Final = re.compile(r"\s*\[\s*[A-Za-z]")
_ESCAPED: Final = re.compile(r'\\(["\\])')

MOST_TAGS: Final = 10
"""So many tags of a game are named; the usual ones are seven."""

Tags = dict[str, str]


def looks_like(lines: Sequence[str]) -> bool:
    """Whether the first line with anything is a tag, or begins as one does; `%` begins a comment of PGN."""
    first = next((line for line in lines if line.strip() and not line.startswith("%")), "")
    return bool(_BEGINS_TAG.match(first))


def read(lines: Sequence[str], reading: Reading) -> None:
    """Read all games."""
    for line, tags in _games(lines, reading):
        reading.call(line, tags.get("Event", ""), tags.get("Site", ""))
        names = [clean_name(tags.get(side, "")) for side in ("White", "Black")]
        if any(map(is_bye, names)):
            continue
        if not all(names):
            reading.problem(line, _game_with(tags), Expected.GAME_WITH_NAMES)
            continue
        white, black = (
            reading.make_player(
                line,
                *(tags.get(f"{side}{what}", "") for what in ("", "Title", "Elo", "FideId", "Federation")),
            )
            for side in ("White", "Black")
        )
        pairing = Pairing(
            reading.short(line, whole(tags.get("Round", "")), Expected.ROUND_OF),
            reading.short(line, whole(tags.get("Board", "")), Expected.BOARD_OF),
            white,
            black,
            *reading.result(line, tags.get("Result", "")),
        )
        reading.pair(line, pairing)


def _game_with(tags: Tags) -> Sentence:
    """What a game without names has."""
    if not tags:
        return sentence(EdgePhrase.LIST_GAME_BARE)
    first, *others = islice(tags, MOST_TAGS)
    named: str | Sentence = cut(first)
    for each in others:
        named = sentence(EdgePhrase.LIST_AND, one=named, other=cut(each))
    return sentence(EdgePhrase.LIST_GAME, tags=named)


def _games(lines: Sequence[str], reading: Reading) -> Iterator[tuple[int, Tags]]:
    """The tags of each game, with the line of the first."""
    began, tags, ended = 1, Tags(), False
    for number, line in enumerate(lines, start=1):
        if found := _TAG.fullmatch(line):
            name = found[1]
            if tags and (ended or name in tags):
                yield began, tags
                tags = Tags()
            if not tags:
                began, ended = number, False
            tags[name] = _ESCAPED.sub(r"\1", found[2])
        elif _BEGINS_TAG.match(line) and not ended:
            reading.problem(number, line, Expected.TAG, looks='[White "Carlsen, Magnus"]')
        elif line.strip() or {"White", "Black"} <= tags.keys():
            ended = True
    if tags:
        yield began, tags
