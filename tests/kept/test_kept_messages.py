"""Messages that pages and programs have read: each name is there for ever, with its value."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from jadoube.core.messages.phrases import LANGUAGES
from jadoube.games.journal.fold import fold
from jadoube.games.journal.text import read_journal
from shared.disk.kept_corpus import KEPT, kept, message_of
from shared.messages.json_schema import faults

MESSAGES = kept("messages", "json")
OPENAPI = json.loads(files("jadoube.web").joinpath("openapi.json").read_text("utf-8"))


RENAMED = {"fide": "classical 40/90+30+30"}
"""Names of controls that have another name now; the earlier one is understood still."""

FOR_PEOPLE = tuple(f".{language}" for language in LANGUAGES)
"""Texts for people may be worded otherwise."""

MAY_GROW = (".can.settings",)
"""Lists of names, to which names may come."""


def lost(before: Any, now: Any, at: str = "") -> list[str]:
    """What a reader of an earlier message misses in the present one, or finds otherwise."""
    if isinstance(before, dict) and isinstance(now, dict):
        missing = [f"{at}.{name}" for name in before.keys() - now.keys()]
        return missing + [
            each
            for name in before.keys() & now.keys()
            for each in lost(before[name], now[name], f"{at}.{name}")
        ]
    if at in MAY_GROW:
        return [f"{at}: without {each}" for each in before if each not in now]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        pairs = enumerate(zip(before, now, strict=True))
        return [each for number, (one, other) in pairs for each in lost(one, other, f"{at}[{number}]")]
    if at == ".program" or at.endswith(FOR_PEOPLE):
        return [] if type(before) is type(now) else [f"{at}: {before!r} was, {now!r} is"]
    if at.startswith(".choices.control") and RENAMED.get(before) == now:
        return []
    return [] if before == now else [f"{at}: {before!r} was, {now!r} is"]


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_a_kept_message_is_sent_still(path: Path) -> None:
    """The same game at the same instant gives every name with its value; new names may come."""
    assert len(MESSAGES) >= 3
    journal = read_journal(KEPT / "journals" / f"{path.stem}.journal")
    folded = fold(journal)
    now = message_of(folded.table, folded.last_ms, journal.header.tags)
    assert lost(json.loads(path.read_text("utf-8")), now) == []


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: path.stem)
def test_a_kept_message_is_as_it_is_described(path: Path) -> None:
    """The description of version 1 holds for what was sent before."""
    message = json.loads(path.read_text("utf-8"))
    assert message["version"] == 1
    assert faults(message, OPENAPI["components"]["schemas"]["View"], OPENAPI) == []


def test_what_is_lost_is_found() -> None:
    """A name that is gone, a value that differs, a list that got shorter."""
    before = {"a": 1, "b": [{"c": 2}], "d": [1, 2], "program": "jadoube 1", "words": {"en": "so"}}
    assert lost(before, {**before, "e": 5, "program": "jadoube 2", "words": {"en": "thus"}}) == []
    assert lost(before, {**before, "words": {"en": None}}) == [".words.en: 'so' was, None is"]
    grown = {"can": {"settings": ["sound", "new"]}}
    assert lost({"can": {"settings": ["sound"]}}, grown) == []
    assert lost(grown, {"can": {"settings": ["sound"]}}) == [".can.settings: without new"]
    now = {"b": [{"c": 3}], "d": [1], "program": "", "words": {"en": "so"}}
    assert sorted(lost(before, now)) == [".a", ".b[0].c: 2 was, 3 is", ".d: [1, 2] was, [1] is"]
