"""The simulator page's own files: small, whole, strict, and the same in both languages.

Read as texts, without a browser: what they look like and how they behave is tested in a real one.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import chess.svg
import pytest

import jadoube_sim
from shared.pages.languages import STATIC as KIT_STATIC
from shared.pages.languages import table

STATIC = Path(jadoube_sim.__file__).parent / "page" / "static"
MODULES = sorted(path.name for path in STATIC.glob("*.js"))
FILES = sorted(path.name for path in STATIC.iterdir() if path.is_file())

MOST_BYTES = 200_000
"""Of the whole page with all its drawers and the drawings of the pieces."""
MOST_REQUESTS = 10
"""To the first paint: the page, its sheet and modules, the pieces, the desk's socket."""
MOST_LINES = 400

SHARED = ("dom.js", "i18n.js", "languages/fr.js")
"""What the page takes of the web kit; of the languages one, the longest."""

IMPORT = re.compile(r'(?:from|import)\s*\(?["\']\./([\w.-]+)["\']')
EAGER = re.compile(r'^import .*?from ["\']\./([\w.-]+)["\']', re.MULTILINE)
DRAWERS = re.compile(r'data-drawer="(\w+)"')
USED = re.compile(
    r"""\b(?:t|say)\(\s*"([^"]+)"|"data-(?:t|label|placeholder)": "([^"]+)"|data-(?:t|label)="([^"]+)\""""
)
"""Keys that are used as they stand; others are put together and tried in a browser."""


@cache
def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _eager(name: str) -> Iterator[str]:
    """The modules that are loaded with this one, itself first."""
    yield name
    for each in EAGER.findall(_text(name)):
        yield from _eager(each)


def test_the_page_stays_small() -> None:
    """With every drawer open the page is less than 200 kB: with kit, language and pieces."""
    figures = sum(len(drawing.encode()) for drawing in chess.svg.PIECES.values())
    shared = sum((KIT_STATIC / "kit" / name).stat().st_size for name in SHARED)
    assert sum((STATIC / name).stat().st_size for name in FILES) + shared + figures < MOST_BYTES


def test_few_requests_lead_to_the_first_paint() -> None:
    """At most eight: all that is not needed for the board itself is loaded after it is drawn."""
    modules = set(_eager("page.js")) | set(SHARED)
    assert len({"index.html", "style.css", "pieces.svg", "/sim/socket"} | modules) <= MOST_REQUESTS


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_imports_is_there(name: str) -> None:
    """Every module that another one loads, at once or later, is a file."""
    assert set(IMPORT.findall(_text(name))) <= set(MODULES)


def test_every_drawer_has_its_module() -> None:
    """The tabs name the modules that are loaded when they are opened."""
    drawers = DRAWERS.findall(_text("index.html"))
    assert drawers
    assert {f"{drawer}.js" for drawer in drawers} <= set(MODULES)


def test_no_module_lies_about_unused() -> None:
    """Each is loaded by the page, by another one, or by a tab."""
    loaded = {name for each in MODULES for name in IMPORT.findall(_text(each))}
    assert {f"{drawer}.js" for drawer in DRAWERS.findall(_text("index.html"))} | loaded | {"page.js"} == set(
        MODULES
    )


@pytest.mark.parametrize("name", FILES)
def test_nothing_comes_from_elsewhere(name: str) -> None:
    """No address of another machine stands anywhere, but the names of SVG, which nothing is loaded from."""
    addresses = re.findall(r"(?:https?:)?//[\w-]+\.[\w./-]+", _text(name))
    assert {address for address in addresses if "www.w3.org" not in address} == set()


def test_the_page_keeps_to_its_policy() -> None:
    """No script and no style stands in the page itself, and none is made from text."""
    page = _text("index.html")
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page) == []
    unsafe = re.compile(
        r"\beval\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|setAttribute\(\"style\""
    )
    assert {name: unsafe.findall(_text(name)) for name in MODULES if unsafe.search(_text(name))} == {}


@pytest.mark.parametrize("name", [*MODULES, "index.html"])
def test_every_key_that_is_used_has_words(name: str) -> None:
    """A key that a file names stands in the dictionary."""
    keys = {key for match in USED.findall(_text(name)) for key in match if key}
    assert keys - set(table("en", "words")) - set(table("en", "desk")) == set()


@pytest.mark.parametrize("name", MODULES)
def test_each_module_begins_with_its_law(name: str) -> None:
    """What it decides and refuses to know stands at its head; and no file is longer than 400 lines."""
    lines = _text(name).splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) <= MOST_LINES


def test_what_tests_touch_has_its_name() -> None:
    """The elements that a browser's tests look for are named in the page or made with such names."""
    everything = "".join(_text(name) for name in FILES)
    names = ["board", "words", "sheet", "live", "pgn", "takeover", "power", "fen"]
    assert [name for name in names if f'"{name}"' not in everything] == []
    made = ["sq-$", "piece-$", "face-$", "ply-$", "tool-$", "plug-$", "fault-$"]
    assert [name for name in made if f"`{name}" not in everything] == []
