"""The files of the hall's page, read as texts: small, whole, alone, and the same in each language."""

import re
from pathlib import Path

import pytest

import jadoube.hall.page
import jadoube.web
from jadoube.hall.arbiters import HOLDS_WITHIN_S, SEATED_WITHIN_S
from jadoube.hall.exchange.requests import ANSWERS_S
from jadoube.hall.page.calls import URGENCY
from jadoube.web.handlers.pieces import sprite
from jadoube.web.handlers.static_files import TYPES, packed
from shared.pages.languages import table

pytestmark = pytest.mark.once

STATIC = Path(jadoube.hall.page.__file__).parent / "static"
KIT = Path(jadoube.web.__file__).parent / "static"
FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.iterdir()) if path.is_file()}
MODULES = {name: text for name, text in FILES.items() if name.endswith(".js")}
PAGE = FILES["hall.html"]

IMPORT = re.compile(r'''"(\./|/static/)([\w./-]+\.js)"''')
"""A module that is named: imported before the page runs, or loaded when it is asked for."""


def _named(pattern: str) -> set[str]:
    return {found for text in FILES.values() for found in re.findall(pattern, text)}


def test_every_module_is_there_and_used() -> None:
    """What a module imports is a file, here or in the kit; none lies there for nothing."""
    found = {match for text in MODULES.values() for match in IMPORT.findall(text)}
    assert {name for where, name in found if where == "./"} | {"hall.js"} == set(MODULES)
    assert [name for where, name in found if where == "/static/" and not (KIT / name).is_file()] == []


def test_the_page_is_small() -> None:
    """Less than 100 kB on the wire with all that it ever loads, as each page of a board."""
    shared = {name for text in MODULES.values() for where, name in IMPORT.findall(text) if where != "./"}
    texts = [text.encode() for text in FILES.values()]
    texts += [
        (KIT / name).read_bytes() for name in shared | {"style.css", "kit/kit.css", "kit/languages/fr.js"}
    ]
    assert sum(len(packed(text)) for text in [*texts, sprite()]) < 100_000


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_short_and_says_its_law(name: str) -> None:
    """Not over 400 lines; what it refuses to know stands at its head."""
    lines = MODULES[name].splitlines()
    assert lines[:2] == ["// @ts-check", "/**"]
    assert len(lines) <= 400
    assert "Refuses to know" in MODULES[name].split("*/", 1)[0]


def test_nothing_is_inline_and_nothing_comes_from_elsewhere() -> None:
    """The server's policy allows files of its own alone."""
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", PAGE)
    for name, text in FILES.items():
        assert not re.search(r"innerHTML|outerHTML|\beval\(|setAttribute\(\"style\"", text), name
        addresses = re.findall(r"(?:https?:)?//[\w-]+\.[\w./-]+", text)
        assert [each for each in addresses if "www.w3.org" not in each] == [], name


def test_every_word_is_there_and_used() -> None:
    """The page asks for no word that is not there, and none of its own words is there for nothing."""
    own, shared = set(table("en", "hall")), set(table("en", "words"))
    asked = _named(r'\bt\("(\w+)"') | _named(r'data-(?:t|label|placeholder)="(\w+)"')
    assert asked <= own | shared
    rows = MODULES["hall.js"].split("FILTERS = {")[1].split("};")[0]
    filters = set(re.findall(r"^  (\w+): ", rows, re.MULTILINE))
    built = {f"need {need}" for need in URGENCY} | {f"filter {name}" for name in filters}
    assert own <= _named(r"""["'](\w+)["']""") | built
    assert built <= own


def test_needs_are_ordered_as_the_server_orders_them() -> None:
    """The strip of calls and the cards agree on what is most urgent."""
    rows = re.search(r"^const URGENCY = \[(.*)\];$", MODULES["calls.js"], re.MULTILINE)
    assert rows
    assert re.findall(r'"(\w+)"', rows[1]) == [str(need) for need in URGENCY]


def test_every_part_that_is_looked_up_is_in_the_page() -> None:
    """By its id."""
    assert _named(r'byId\("([\w-]+)"\)') <= set(re.findall(r'\bid="([\w-]+)"', PAGE))


def test_all_files_are_of_kinds_that_are_served() -> None:
    """What has another suffix would be missing."""
    assert {Path(name).suffix for name in FILES} <= set(TYPES)


def test_an_act_is_waited_for_longer_than_it_takes() -> None:
    """The page does not say that it failed while the hall still waits for boards, or for another hall."""
    access = (KIT / "access.js").read_text(encoding="utf-8")
    waits = re.search(r"AbortSignal\.timeout\((\d+)\)", access.split("export async function ask(")[1])
    assert waits
    assert re.search(r"await ask\(`hall/\$\{path\}`, \"POST\"", MODULES["act.js"])
    assert int(waits[1]) / 1000 > HOLDS_WITHIN_S + SEATED_WITHIN_S + 5
    assert int(waits[1]) / 1000 > ANSWERS_S + 5
