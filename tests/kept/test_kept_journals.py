"""Journals that earlier versions wrote are read for ever, and give the games that they gave."""

from pathlib import Path

import pytest

from jadoube.config.problems import BadInput
from jadoube.games.journal import header as format_
from jadoube.games.journal.text import parse_journal, read_journal
from shared.disk.kept_corpus import KEPT, expected, kept, read_of_journal, written_again

JOURNALS = kept("journals", "journal")
EXPECTED = expected("journals")

SPELT_OTHERWISE = {"1050 order control 180+2 *73d283b2": "1050 order control pgn:180+2 *19322dd2"}
"""Lines that this version spells otherwise."""

FIRST_LINES = {"jadoube-journal 1 *eda55444": "jadoube-journal 2 *74ac05fe"}
"""A new journal is one of the newest version."""


def test_every_kept_journal_has_what_is_read_in_it() -> None:
    """No file without its expectation, and none lost."""
    assert [path.stem for path in JOURNALS] == sorted(EXPECTED)
    assert len(JOURNALS) >= 10


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_kept_journal_is_read(path: Path) -> None:
    """Header, events, moves, result and clock are what they were."""
    assert read_of_journal(read_journal(path)) == EXPECTED[path.stem]


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_kept_journal_is_written_as_it_was(path: Path) -> None:
    """Line for line; the known exceptions are the same event in another spelling."""
    first, *lines = path.read_text("utf-8").splitlines()
    lines = [FIRST_LINES.get(first, first), *lines]
    again = written_again(read_journal(path)).splitlines()
    assert without_tables(again) == [SPELT_OTHERWISE.get(each, each) for each in without_tables(lines)]


def without_tables(lines: list[str]) -> list[str]:
    """The lines without what is compressed, which another library may write in other bytes."""
    return [line.rsplit(" ", 2)[0] if " snapshot " in line else line for line in lines]


def test_every_key_and_every_event_is_kept() -> None:
    """Whoever adds a key to the header or a kind of event keeps a journal that has it."""
    texts = [path.read_text("utf-8").split("\n *00000000\n") for path in JOURNALS]
    keys = {line.split(" ")[0] for header, _ in texts for line in header.splitlines()[1:]}
    events = {line.split(" ")[1] for _, body in texts for line in body.splitlines()}
    assert keys == set(format_._READERS)
    assert events == {
        *("scan", "restart", "order", "adjudicated", "page", "end"),
        *("ply", "snapshot", "gap"),
    }


def test_a_journal_of_another_version_is_refused_in_one_line() -> None:
    """An older or newer version is named, and which one is expected."""
    text = (KEPT / "journals" / "1-first.journal").read_text("utf-8")
    for version in ("0", "3", "10"):
        with pytest.raises(BadInput) as refused:
            parse_journal(text.replace("jadoube-journal 1 ", f"jadoube-journal {version} ", 1), "a.journal")
        said = f"a.journal:1: a journal of version '{version}' found, expected version 2"
        assert str(refused.value) == said
