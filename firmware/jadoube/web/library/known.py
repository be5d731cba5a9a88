"""The players that are offered while somebody types: whom the board remembers, then those of the archive.

The law: the board's are the last used first, and one of the archive of the same name is not offered beside
them. It refuses to know who keeps them.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

Known = Mapping[str, Any]


def offered(remembered: Sequence[Known], archived: Sequence[Known], prefix: str) -> list[Known]:
    """Return those in whose names each word begins a word; the archive's were chosen by it already."""
    mine = [each for each in remembered if _begins(each["name"], prefix)]
    names = {each["name"] for each in mine}
    return [*mine, *(each for each in archived if each["name"] not in names)]


def _begins(name: str, prefix: str) -> bool:
    words = _words(name)
    return all(any(word.startswith(begun) for word in words) for begun in _words(prefix))


def _words(text: str) -> list[str]:
    """The words of a text, without accents and case."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return re.findall(r"\w+", plain.casefold())
