"""The companion's files, read as text: small, whole, alone, and the same in each language.

What a browser does with them is tried in `tests/browser/`.
"""

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import jadoube.web
from jadoube.core.clock.presets import PRESETS
from jadoube.core.messages.lamps import Lamp
from jadoube.core.messages.settings import SETTINGS
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.web.handlers import manifest
from jadoube.web.handlers.pieces import sprite
from jadoube.web.handlers.static_files import TYPES, packed
from shared.pages.languages import table

STATIC = Path(jadoube.web.__file__).parent / "static"
FILES = {
    path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(STATIC.rglob("*.*"))
    if path.suffix in TYPES and path.suffix != ".png"
}
MODULES = {name: text for name, text in FILES.items() if name.endswith(".js")}
LANGUAGES = {name for name in MODULES if name.startswith("kit/languages/")}
PAGES = {"index.html": "main.js", "games.html": "games.js", "boards.html": "boards.js"}
"""Each page, and the module that it begins with."""

PAGE = FILES["index.html"]
TEXTS = [FILES[page] for page in PAGES]
STYLE = FILES["style.css"]

SVG_NAMES = "http://www.w3.org/2000/svg"
"""The one address that may stand in a file: it is a name, and nothing is loaded from it."""

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


def _imports(name: str, pattern: str = r'^import (?:.* from )?"(\./.+?|\.\./.+?)";') -> set[str]:
    """The modules that a module has before it runs; by another pattern, those that it loads later."""
    found = re.findall(pattern, MODULES[name], re.MULTILINE)
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        for path in found
        if "${" not in path
    }


def _later(names: Iterable[str]) -> set[str]:
    """The modules that these load when they are asked for."""
    return set().union(*(_imports(name, r'(?<!from )"(\.\.?/[^"]+\.js)"') for name in names))


def _needed(name: str) -> set[str]:
    """A module, and all that it needs before it runs."""
    return {name}.union(*(_needed(each) for each in _imports(name)))


def _marks() -> set[str]:
    """The names of the marks that the board draws."""
    rows = re.search(r"^const MARKS = \{\n(.*?)^\};", MODULES["kit/board.js"], re.MULTILINE | re.DOTALL)
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


@pytest.mark.parametrize(("page", "first"), PAGES.items())
def test_a_page_is_under_100_kb_on_the_wire(page: str, first: str) -> None:
    """All that a page ever loads, whatever is asked for, as it is sent: compressed. With the pieces."""
    texts = [FILES[name].encode() for name in {page, "style.css"} | _ever_loaded(first)]
    assert sum(len(packed(text)) for text in [*texts, sprite()]) < 100_000


def _ever_loaded(module: str) -> set[str]:
    """What a module needs, what those import later, and the longest language."""
    found, new = {max(LANGUAGES, key=lambda name: len(FILES[name]))}, {module}
    while new:
        found |= set().union(*map(_needed, new))
        new = _later(found) - found
    return found


def test_who_only_watches_loads_under_150_kb() -> None:
    """What is loaded before anything is asked for: page, style, five modules, one language and the pieces."""
    first = {"index.html", "style.css", "kit/languages/fr.js"} | _needed("main.js")
    assert sum(len(FILES[name].encode()) for name in first) + len(sprite()) < 150_000


def test_the_first_paint_takes_twelve_requests() -> None:
    """Page, style, modules, the language, pieces and socket are twelve requests at the most."""
    assert len(re.findall(r"<script", PAGE)) == 1
    assert len(re.findall(r'<link rel="stylesheet"', PAGE)) == 1
    assert 2 + len(_needed("main.js")) + 3 <= 12


def test_no_module_is_over_four_hundred_lines() -> None:
    """What holds for our Python holds here: longer modules are two. A language is a table of any length."""
    assert {name for name, text in MODULES.items() if text.count("\n") > 400} <= LANGUAGES


def test_every_module_is_there() -> None:
    """What a module imports, now or later, is there; and no module lies there for nothing."""
    for name in MODULES:
        assert _imports(name) <= set(MODULES)
    begins = set().union(*map(_needed, PAGES.values()))
    assert begins.union(*(_needed(name) for name in _later(MODULES))) | LANGUAGES == set(MODULES)
    there = {path.name for path in STATIC.iterdir()} | set(FILES) | {manifest.NAME}
    assert set(re.findall(r'(?:src|href)="/static/(.+?)"', "".join(TEXTS))) <= there


def test_nothing_is_loaded_from_elsewhere() -> None:
    """No file names an address: the page works without internet."""
    for text in FILES.values():
        assert not re.search(r"(?:https?:)?//[a-z0-9]+\.[a-z]", text.replace(SVG_NAMES, ""), re.IGNORECASE)
        assert "@import" not in text


def test_nothing_is_inline() -> None:
    """No script and no style stands in the page itself: what the server allows is files of its own."""
    for page in TEXTS:
        assert "<style" not in page
        assert not re.search(r"<[^>]*\s(?:style|on\w+)=", page)
        assert re.findall(r"<script[^>]*>([^<]*)", page) == [""]
    for text in MODULES.values():
        assert 'setAttribute("style"' not in text
        assert "innerHTML" not in text
        assert not re.search(r"\beval\(|new Function\(", text)


def test_every_word_is_there_and_used() -> None:
    """The page asks for no word that is not there, and no word is there for nothing."""
    words = set(table("en", "words"))
    modules = [text for name, text in MODULES.items() if name not in LANGUAGES]
    asked = _asked_for(r'\bt\("(\w+)"', modules)
    assert asked | _asked_for(r'data-(?:t|label)="(\w+)"', TEXTS) <= words
    named = _asked_for(r"""["'](\w+)["']""", [*modules, *TEXTS])
    by_the_board = {
        *SETTINGS,
        *(f"rules {name}" for name in RULE_SETS),
        *(name.split()[0] for name in PRESETS),
    }
    assert words <= named | by_the_board


def test_every_lamp_is_drawn() -> None:
    """Each lamp has a mark of its own on the board."""
    assert _marks() == _lamps()


def test_every_part_that_is_looked_up_is_in_the_page() -> None:
    """What a module finds by its id stands in the page or is made by the modules themselves."""
    looked_up = _asked_for(r'byId\("([\w-]+)"\)', MODULES.values())
    there = set(re.findall(r'\bid="([\w-]+)"', "".join(TEXTS))) | _asked_for(
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
