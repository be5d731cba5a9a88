"""What the desk refuses is said in each language, whatever reader has found it."""

from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.config.problems import BadInput
from jadoube.config.settings import default_settings
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.local.desk_lines import DeskError, Words
from jadoube.online.library import ArchiveLibrary
from jadoube.online.pairings_file import PairingsFile
from jadoube.online.secrets import read_token
from jadoube.online.troubles import in_words
from shared.disk.archived_games import pgn_of

ID = "0123456789ab"


def _library(folder: Path) -> AbstractContextManager[ArchiveLibrary]:
    settings = default_settings()
    online = replace(settings.online, directory=folder)
    archive = replace(settings.archive, directory=folder / "games")
    return closing(ArchiveLibrary(replace(settings, online=online, archive=archive), print))


def _asked(ask: str, **fields: object) -> Callable[[Path], object]:
    """Ask a library that has one game."""

    def does(folder: Path) -> object:
        with _library(folder) as library:
            library.take_in({"pgn": pgn_of(GameId=ID)}, lambda *_: None)
            return library.asked(lambda: getattr(library, ask)(fields, lambda *_: None))

    return does


def _search(text: str) -> Callable[[Path], object]:
    return _asked("games", search=text, before=None, limit=None)


def _correct(**plies: str) -> Callable[[Path], object]:
    numbered = {name[1:]: san for name, san in plies.items()}
    return _asked("correct", id=ID, plies=numbered, by="the owner", save=True)


def _listed(text: str) -> Callable[[Path], object]:
    return lambda folder: PairingsFile(folder).put(text)


REFUSED: dict[str, Callable[[Path], object]] = {
    "a result": _search("result:2-0"),
    "a code": _search("eco:Z1"),
    "a date": _search("since:yesterday"),
    "a game": _asked("game", id="nothing"),
    "a ply": _correct(p99="e4"),
    "a move": _correct(p1="Ke2"),
    "what is no PGN": _asked("take_in", pgn="\0"),
    "a workbook": _listed("PK\x03\x04"),
    "no list": _listed("hello"),
    "a row without heads": _listed("Ada,Bob,Cid,Dan,Eve\n"),
    "a row without a name": _listed("White,Black\nAda,\n"),
    "a pairing with oneself": _listed("White,Black\nAda,Ada\n"),
    "a game without names": _listed('[Event "x"]\n[White "Ada"]\n'),
    "a tag": _listed("[White Ada]\n"),
    "a start number": _listed("012 x\n001   xx      Ada\n"),
    "no token": lambda _: read_token(""),
    "a long token": lambda _: read_token("x" * 600),
    "a strange token": lambda _: read_token("ü"),
}
"""What is refused, and by what it is tried."""


def _words(does: Callable[[Path], object], folder: Path) -> Words:
    try:
        found = does(folder)
    except DeskError as refusal:
        return refusal.words
    except (BadInput, OSError) as problem:
        return in_words(problem)
    raise AssertionError(f"{found} found, expected a refusal")


@pytest.mark.parametrize("what", REFUSED)
def test_a_refusal_is_said_in_each_language(what: str, tmp_path: Path) -> None:
    """Nothing of the English sentence is left in another language's."""
    said = _words(REFUSED[what], tmp_path)
    assert tuple(said) == LANGUAGES
    assert len(set(said.values())) == len(LANGUAGES)
    for language in LANGUAGES[1:]:
        for word in (" found", "expected", " such as ", " the "):
            assert word not in said[language], said[language]


@pytest.mark.parametrize("pgn", [pgn_of(moves="1. e5"), pgn_of(moves=""), "hello"])
def test_a_game_that_is_not_imported_has_its_reason(pgn: str, tmp_path: Path) -> None:
    """With its line, in each language."""
    with _library(tmp_path) as library:
        done = library.take_in({"pgn": pgn}, lambda *_: None)
    assert isinstance(done, dict)
    assert done["refused"] == 1
    (problem,) = done["problems"]
    assert problem["line"] == 1
    assert tuple(problem["words"]) == LANGUAGES
    assert len(set(problem["words"].values())) == len(LANGUAGES)
