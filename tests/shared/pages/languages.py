"""The pages' own words, read from the files of their languages (`web/static/kit/languages/`) as texts."""

import re
from functools import cache
from pathlib import Path

import jadoube.web

STATIC = Path(jadoube.web.__file__).parent / "static"
FOLDER = STATIC / "kit" / "languages"

CODES = tuple(sorted(path.stem for path in FOLDER.glob("*.js")))
"""The codes of all languages: `de`, `en`, `fr`."""

SECTIONS = ("lamps", "words", "hall", "desk")
"""The tables of a language: the lamps' meanings, the words of all pages, the hall's own, and the desk's."""

_ROW = re.compile(r'^    "?([\w ?-]+?)"?: (?:"(.*)"|\'(.*)\'),$')


@cache
def table(code: str, section: str) -> dict[str, str]:
    """The words of a section in a language by their keys, in the file's order; each row has to be one."""
    text = (FOLDER / f"{code}.js").read_text(encoding="utf-8")
    rows = text.split(f"\n  {section}: {{\n", 1)[1].split("\n  },\n", 1)[0].splitlines()
    found = [_ROW.match(row) for row in rows if not row.strip().startswith("//")]
    words = {row[1]: row[2] or row[3] or "" for row in found if row}
    if len(words) != len(found):
        raise ValueError(f'{code}.js, {section}: a row is no `key: "words",`, or a key stands there twice')
    return words
