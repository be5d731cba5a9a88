"""The companion's files, read as text: small, whole, alone, and the same in each language.

What a browser does with them is tried in `tests/browser/`.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import jadoube.web
from jadoube.core.messages.lamps import Lamp
from jadoube.core.messages.settings import SETTINGS
from jadoube.web.pieces import sprite

STATIC = Path(jadoube.web.__file__).parent / "static"
FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.iterdir())}
MODULES = {name: text for name, text in FILES.items() if name.endswith(".js")}
PAGE, GAMES = FILES["index.html"], FILES["games.html"]
STYLE = FILES["style.css"]

SVG_NAMES = "http://www.w3.org/2000/svg"
"""The one address that may stand in a file: it is a name, and nothing is loaded from it."""

LIBRARY = "library_words.js"
"""The words of names, library and broadcast."""

LICHESS = "lichess_words.js"
"""The words of play on Lichess."""

SHARE = "share.js"
"""The words of the game to take home."""

SAME_IN_BOTH = {"at", "promote"}
"""English words that French has, too."""

TEXT_ON = [
    ("ink", "paper"),
    ("ink", "card"),
    ("ink", "hover"),
    ("soft", "paper"),
    ("soft", "card"),
    ("accent", "paper"),
    ("accent", "card"),
    ("on-accent", "accent"),
    ("on-note", "note"),
    ("on-wrong", "wrong"),
    ("on-wrong", "card"),
    ("on-square-light", "square-light"),
    ("on-square-dark", "square-dark"),
]
"""Which colour of text stands on which ground."""


def _imports(name: str) -> set[str]:
    """The modules that a module has before it runs."""
    return set(re.findall(r'^import (?:.* from )?"\./(.+?)";', MODULES[name], re.MULTILINE))


def _needed(name: str) -> set[str]:
    """A module, and all that it needs before it runs."""
    return {name}.union(*(_needed(each) for each in _imports(name)))


def _table(name: str) -> dict[str, str]:
    """A table of words: its keys and their texts."""
    file, _, table = name.rpartition(":")
    module = MODULES[file or ("more.js" if name.startswith("LAMPS") else "words.js")]
    rows = re.search(rf"^const {table} = \{{\n(.*?)^\}};", module, re.MULTILINE | re.DOTALL)
    assert rows
    found = re.findall(r'^  "?([\w-]+)"?: "(.*)",$', rows[1], re.MULTILINE)
    assert len(found) == rows[1].count("\n")
    return dict(found)


def _marks() -> set[str]:
    """The names of the marks that the board draws."""
    rows = re.search(r"^const MARKS = \{\n(.*?)^\};", MODULES["board.js"], re.MULTILINE | re.DOTALL)
    assert rows
    return set(re.findall(r'^  "?([\w-]+)"?: \{', rows[1], re.MULTILINE))


def _lamps() -> set[str]:
    return {lamp.name.lower().replace("_", "-") for lamp in Lamp if lamp is not Lamp.DARK}


def _colours(head: str) -> dict[str, str]:
    """The colours that stand under a selector."""
    rows = STYLE.split(f"{head} {{\n", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+): (#\w+);", rows))


def _luminance(colour: str) -> float:
    """How bright a colour is, by WCAG 2.2's definition of relative luminance."""
    red, green, blue = (_linear(int(colour[place : place + 2], 16) / 255) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _contrast(one: str, other: str) -> float:
    darker, brighter = sorted((_luminance(one), _luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def _asked_for(pattern: str, texts: Iterable[str]) -> set[str]:
    return {found for text in texts for found in re.findall(pattern, text)}


@pytest.mark.parametrize(("page", "first"), [("index.html", "main.js"), ("games.html", "games.js")])
def test_a_page_is_under_200_kb(page: str, first: str) -> None:
    """All that a page ever loads, whatever is asked for, the drawings of the pieces included."""
    names = {page, "style.css"} | _ever_loaded(first)
    assert sum(len(FILES[name].encode()) for name in names) + len(sprite()) < 200_000


def _ever_loaded(module: str) -> set[str]:
    """What a module needs, and what those import later."""
    found, new = set[str](), {module}
    while new:
        found |= set().union(*map(_needed, new))
        new = _asked_for(r'import\("\./(.+?)"\)', [MODULES[name] for name in found]) - found
    return found


def test_who_only_watches_loads_under_110_kb() -> None:
    """What is loaded before anything is asked for: the page, its style, four modules and the pieces."""
    first = {"index.html", "style.css"} | _needed("main.js")
    assert sum(len(FILES[name].encode()) for name in first) + len(sprite()) < 110_000


def test_the_first_paint_takes_eight_requests() -> None:
    """Page, style, modules, pieces and socket are eight requests at the most."""
    assert len(re.findall(r"<script", PAGE)) == 1
    assert len(re.findall(r'<link rel="stylesheet"', PAGE)) == 1
    assert 2 + len(_needed("main.js")) + 2 <= 8


def test_no_module_is_over_four_hundred_lines() -> None:
    """What holds for our Python holds here: longer modules are two."""
    assert {name for name, text in MODULES.items() if text.count("\n") > 400} == set()


def test_every_module_is_there() -> None:
    """What a module imports, now or later, is there; and no module lies there for nothing."""
    for name in MODULES:
        assert _imports(name) <= set(MODULES)
    later = _asked_for(r'import\("\./(.+?)"\)', MODULES.values())
    begins = _needed("main.js") | _needed("games.js")
    assert begins.union(*(_needed(name) for name in later)) == set(MODULES)
    assert set(re.findall(r'(?:src|href)="/static/(.+?)"', PAGE + GAMES)) <= set(FILES)


def test_nothing_is_loaded_from_elsewhere() -> None:
    """No file names an address: the page works without internet."""
    for text in FILES.values():
        assert not re.search(r"(?:https?:)?//[a-z0-9]+\.[a-z]", text.replace(SVG_NAMES, ""), re.IGNORECASE)
        assert "@import" not in text


def test_nothing_is_inline() -> None:
    """No script and no style stands in the page itself: what the server allows is files of its own."""
    for page in (PAGE, GAMES):
        assert "<style" not in page
        assert not re.search(r"<[^>]*\s(?:style|on\w+)=", page)
        assert re.findall(r"<script[^>]*>([^<]*)", page) == [""]
    for text in MODULES.values():
        assert 'setAttribute("style"' not in text
        assert "innerHTML" not in text
        assert not re.search(r"\beval\(|new Function\(", text)


@pytest.mark.parametrize(
    "tables",
    [
        ("EN", "FR"),
        ("LAMPS_EN", "LAMPS_FR"),
        (f"{LIBRARY}:EN", f"{LIBRARY}:FR"),
        (f"{LICHESS}:EN", f"{LICHESS}:FR"),
        (f"{SHARE}:SHARE_EN", f"{SHARE}:SHARE_FR"),
    ],
)
def test_both_languages_have_the_same_keys(tables: tuple[str, str]) -> None:
    """French has every word that English has, it is another word, and fills in the same."""
    english, french = (_table(name) for name in tables)
    assert list(english) == list(french)
    assert {key for key in english if english[key] == french[key]} <= SAME_IN_BOTH
    for key, words in english.items():
        assert set(re.findall(r"\{\w+\}", words)) == set(re.findall(r"\{\w+\}", french[key])), key


def test_every_word_is_there_and_used() -> None:
    """The page asks for no word that is not there, and no word is there for nothing."""
    tables = [set(_table(name)) for name in ("EN", f"{LIBRARY}:EN", f"{LICHESS}:EN")]
    words = set().union(*tables)
    assert len(words) == sum(map(len, tables))
    asked = _asked_for(r'\bt\("(\w+)"', MODULES.values())
    assert asked | _asked_for(r'data-(?:t|label)="(\w+)"', [PAGE, GAMES]) <= words
    named = _asked_for(r"""["'](\w+)["']""", [*MODULES.values(), PAGE, GAMES])
    assert words <= named | set(SETTINGS)  # the board names the settings


def test_every_word_of_the_share_is_used() -> None:
    """The module asks for each of its words, and for no other."""
    found = re.findall(r'\bword\((?:[^()]*\? )?"(\w+)"(?: : "(\w+)")?\)', MODULES[SHARE])
    assert {word for pair in found for word in pair if word} == set(_table(f"{SHARE}:SHARE_EN"))


def test_every_lamp_is_drawn_and_explained() -> None:
    """Each lamp has a mark of its own on the board, and a line in the legend of both languages."""
    assert _marks() == _lamps()
    assert set(_table("LAMPS_EN")) == _lamps()


def test_every_part_that_is_looked_up_is_in_the_page() -> None:
    """What a module finds by its id stands in the page or is made by the modules themselves."""
    looked_up = _asked_for(r'byId\("([\w-]+)"\)', MODULES.values())
    there = set(re.findall(r'\bid="([\w-]+)"', PAGE + GAMES)) | _asked_for(
        r'\bid = "([\w-]+)"', MODULES.values()
    )
    assert looked_up <= there


def test_dark_is_the_same_by_system_and_by_choice() -> None:
    """Who chose dark sees what who has a dark system sees."""
    chosen = _colours(':root[data-theme="dark"]')
    assert chosen == _colours(':root:not([data-theme="light"])')
    assert set(chosen) == set(_colours(":root"))


@pytest.mark.parametrize("head", [":root", ':root[data-theme="dark"]'])
@pytest.mark.parametrize("pair", TEXT_ON, ids=" on ".join)
def test_text_stands_out(head: str, pair: tuple[str, str]) -> None:
    """Each text has a contrast of 4.5 to 1 to its ground, in light and in dark (WCAG 2.2, 1.4.3)."""
    colours = _colours(head)
    text, ground = pair
    assert _contrast(colours[text], colours[ground]) >= 4.5


def test_who_wants_no_movement_has_none() -> None:
    """The style stops everything that moves for who has asked for it."""
    still = STYLE.split("@media (prefers-reduced-motion: reduce) {", 1)[1]
    assert "animation: none !important" in still
    assert "transition: none !important" in still
