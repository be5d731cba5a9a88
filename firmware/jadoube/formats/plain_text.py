"""Names and other texts as they are searched: without case, accents and punctuation.

The law: whoever types `muller` finds `Müller, J.`, and `Carlsen, Magnus` is the same name as `Magnus
Carlsen`. What is spelled nearly the same may be one name, corrected. It refuses to know what is searched, and
where.
"""

import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

_LETTERS: Final = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "ħ": "h",
    }
)
"""Letters that Unicode does not take apart into a plain letter and an accent."""

UNKNOWN: Final = frozenset({"", "?", "-", "N. N.", "N.N.", "NN"})
"""What stands in the place of a name that nobody knows, or nobody is to know."""


NEARLY: Final = 0.8
"""So alike are two spellings of a name, from 0 to 1 (a choice): Carlson and Carlsen are."""


def plain(text: str) -> str:
    """Return the words of a text in small plain letters, with one space between them."""
    letters = text.casefold()
    if not letters.isascii():
        apart = unicodedata.normalize("NFKD", letters).translate(_LETTERS)
        letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", letters))


def player_key(name: str) -> str:
    """Return what is the same for all ways to write a name: `Last, First` or `First Last`, in any case."""
    return " ".join(sorted(plain(name).split()))


def is_known(name: str) -> bool:
    """Whether this is the name of a player."""
    return name.strip() not in UNKNOWN and bool(plain(name))


def is_short_for(short: str, name: str) -> bool:
    """Return whether a name is another one in short: a surname alone, or with the initials of the others."""
    words = plain(short).split()
    whole = plain(name).split()
    initials = {word[0] for word in whole}
    is_word = [word in whole for word in words]
    return any(is_word) and all(known or word in initials for known, word in zip(is_word, words, strict=True))


def is_nearly(one: str, other: str) -> bool:
    """Return whether two names are spelled nearly the same. Upper bounds take less time."""
    alike = SequenceMatcher(None, _key(one), _key(other), autojunk=False)
    return all(ratio() >= NEARLY for ratio in (alike.real_quick_ratio, alike.quick_ratio, alike.ratio))


@lru_cache(maxsize=4096)
def _key(name: str) -> str:
    return player_key(name)
