"""Each language of the pages is complete: the same keys, other words, the same braces."""

import re

import pytest

from jadoube.core.messages.lamps import Lamp
from jadoube.core.pages.page_view import LAMP_NAMES
from shared.pages.languages import CODES, SECTIONS, STATIC, table

OTHERS = [code for code in CODES if code != "en"]

SAME_IN = {
    "fr": {
        "at",
        "hallMinutes",
        "promote",
        "fen",
        "pgn",
        "button plus",
        "button ok",
        "pause",
        "position",
        "promotion",
    },
    "de": {
        *("connectLichess", "lichessChat", "live", "pin", "says", "shareDownload", "token", "withPieces"),
        *(
            "broken",
            "button minus",
            "button ok",
            "button plus",
            "cursor",
            "fen",
            "hallMinutes",
            "hallName",
            "matrix",
            "pause",
            "pgn",
            "stands",
        ),
    },
}
"""English words that a language has, too, by their keys."""


def test_the_kit_names_every_file() -> None:
    """A language that has a file is one that readers can choose, and the other way round."""
    kit = (STATIC / "kit" / "i18n.js").read_text(encoding="utf-8")
    named = re.search(r"^export const LANGUAGES = \{ (.*) \};$", kit, re.MULTILINE)
    assert named
    assert tuple(sorted(re.findall(r"(\w+): ", named[1]))) == CODES


@pytest.mark.parametrize("page", ["index", "games"])
def test_without_scripts_a_page_says_so_in_each_language(page: str) -> None:
    """One sentence each: nobody can choose there."""
    text = (STATIC / f"{page}.html").read_text(encoding="utf-8")
    said = re.search(r"<noscript>(.*)</noscript>", text)
    assert said
    assert said[1].count("JavaScript.") == len(CODES)


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_word(code: str, section: str) -> None:
    """Each word that English has, in its order; and they fill in the same values."""
    english, other = table("en", section), table(code, section)
    assert list(english) == list(other)
    for key, words in english.items():
        assert set(re.findall(r"\{\w+\}", words)) == set(re.findall(r"\{\w+\}", other[key])), key


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("code", OTHERS)
def test_the_words_are_translated(code: str, section: str) -> None:
    """What is the same as in English is a word of both languages."""
    english, other = table("en", section), table(code, section)
    assert {key for key in english if english[key] == other[key]} <= SAME_IN[code]


@pytest.mark.parametrize("code", CODES)
def test_every_lamp_is_explained(code: str) -> None:
    """The legend has a line for each lamp."""
    assert set(table(code, "lamps")) == {LAMP_NAMES[lamp] for lamp in Lamp if lamp is not Lamp.DARK}


@pytest.mark.parametrize("section", ["hall", "desk"])
def test_a_page_has_words_of_its_own_only(section: str) -> None:
    """What all pages say alike in every language stands once: in `words`."""
    keys = {code: table(code, section).items() & table(code, "words").items() for code in CODES}
    assert set.intersection(*({key for key, _ in same} for same in keys.values())) == set()
