"""The desk: one answer to each question, whatever the others do."""

import asyncio
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jadoube.config.problems import BadInput
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_call import ask_desk
from jadoube.local.desk_lines import (
    CALLERS_MOST,
    LONGEST_ASK,
    DeskError,
    Done,
    Refused,
    question_line,
    read_answer,
)
from jadoube.online.desk import SHORT, Streamed, Told, open_desk

WORDS = {"en": "no", "fr": "non"}
Fields = Mapping[str, Any]


async def status(_fields: Fields, _told: Told) -> object:
    """A value."""
    return {"é": 1}


async def rebuild(_fields: Fields, told: Told) -> object:
    """Takes long."""
    told(3, 9)
    await asyncio.sleep(0.7)
    return None


async def export(_fields: Fields, _told: Told) -> object:
    """Streams a long text."""

    async def texts() -> AsyncIterator[str]:
        for _ in range(40):
            yield "x" * 50_000

    return Streamed(texts())


async def nothing(_fields: Fields, _told: Told) -> object:
    """Streams an empty text."""

    async def texts() -> AsyncIterator[str]:
        texts: tuple[str, ...] = ()
        for text in texts:
            yield text

    return Streamed(texts())


async def refuses(_fields: Fields, _told: Told) -> object:
    """Refuses."""
    raise DeskError(WORDS)


async def bad(_fields: Fields, _told: Told) -> object:
    """Refuses a file."""
    raise BadInput("archive.db", "away, expected a file")


async def full(_fields: Fields, _told: Told) -> object:
    """Meets a full disk."""
    raise OSError(28, "No space left on device", "own/secrets.json")


async def cramped(_fields: Fields, _told: Told) -> object:
    """Meets a database that has no room."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute("PRAGMA max_page_count = 1")
        base.execute("CREATE TABLE t (x)")
    return None


async def faulty(_fields: Fields, _told: Told) -> object:
    """Has a fault."""
    return 1 // 0


async def measured(fields: Fields, _told: Told) -> object:
    """The length of a text."""
    return len(fields["pgn"])


HANDLERS = {
    "status": status,
    "rebuild": rebuild,
    "export": export,
    "players": nothing,
    "game": refuses,
    "delete": bad,
    "token-forget": full,
    "forget": cramped,
    "rounds": faulty,
    "import": measured,
}


def at_desk(folder: Path, asks: Callable[[Path], Any], said: list[str] | None = None) -> Any:
    """Open a desk, do this in a thread, and give what came of it."""

    async def run() -> Any:
        path = folder / "desk"
        desk = await open_desk(path, HANDLERS, (said if said is not None else []).append)
        try:
            return await asyncio.to_thread(asks, path)
        finally:
            desk.close()

    return asyncio.run(run())


def test_a_value_comes_as_it_is(tmp_path: Path) -> None:
    """In any letters."""
    assert at_desk(tmp_path, lambda path: ask_desk(path, "status")) == {"é": 1}


def test_progress_is_told_on_the_way(tmp_path: Path) -> None:
    """So that people see that something happens."""
    told: list[tuple[int, int]] = []
    at_desk(tmp_path, lambda path: ask_desk(path, "rebuild", lambda done, of: told.append((done, of))))
    assert told == [(3, 9)]


def test_a_long_text_comes_whole(tmp_path: Path) -> None:
    """In parts, which are joined; an empty one is a text, too."""
    assert at_desk(tmp_path, lambda path: ask_desk(path, "export", search="")) == "x" * 2_000_000
    assert at_desk(tmp_path, lambda path: ask_desk(path, "players", prefix="")) == ""


def test_a_refusal_comes_in_words(tmp_path: Path) -> None:
    """Of each language, where there are some."""
    with pytest.raises(DeskError) as refusal:
        at_desk(tmp_path, lambda path: ask_desk(path, "game", id="x"))
    assert refusal.value.words == WORDS
    with pytest.raises(DeskError, match=r"archive\.db: away, expected a file"):
        at_desk(tmp_path, lambda path: ask_desk(path, "delete", id="x"))
    with pytest.raises(DeskError, match="the board has nothing for that"):
        at_desk(tmp_path, lambda path: ask_desk(path, "pairings"))


@pytest.mark.parametrize(
    ("ask", "fields", "words"),
    [
        (
            "token-forget",
            {},
            {
                "en": "own/secrets.json: no space left on the disk",
                "fr": "own/secrets.json : plus de place sur le disque",
                "de": "own/secrets.json: kein Platz mehr auf der Platte",
            },
        ),
        (
            "forget",
            {"name": "x"},
            worded(EdgePhrase.DISK_FULL),
        ),
    ],
)
def test_a_trouble_of_the_disk_is_no_fault(
    tmp_path: Path, ask: str, fields: dict[str, Any], words: Mapping[str, str]
) -> None:
    """It is said in each language, whether a file or a database meets it."""
    said: list[str] = []
    with pytest.raises(DeskError) as refusal:
        at_desk(tmp_path, lambda path: ask_desk(path, ask, **fields), said)
    assert (refusal.value.words, said) == (words, [])


def test_a_fault_is_said_and_ends_nothing(tmp_path: Path) -> None:
    """The log has where it is, and not what it was about; the next question is answered."""
    said: list[str] = []

    def both(path: Path) -> object:
        with pytest.raises(DeskError, match="a fault in the program"):
            ask_desk(path, "rounds")
        return ask_desk(path, "status")

    assert at_desk(tmp_path, both, said) == {"é": 1}
    (line,) = said
    assert line.startswith("desk: rounds: ZeroDivisionError (test_desk.py:")


@pytest.mark.parametrize("size", [10, SHORT - 100, SHORT, 2 * SHORT, LONGEST_ASK - 100])
def test_a_long_question_is_read(tmp_path: Path, size: int) -> None:
    """Up to its limit."""
    assert at_desk(tmp_path, lambda path: ask_desk(path, "import", pgn="x" * size)) == size


def raw(path: Path, data: bytes) -> bytes:
    """Send bytes, and give the first line that comes."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(30)
        caller.connect(str(path))
        try:
            caller.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            return b""
        try:
            return caller.makefile("rb").readline()
        except ConnectionResetError:
            return b""


def test_what_is_no_question_is_refused(tmp_path: Path) -> None:
    """In one line, and the caller may go on."""
    answer = read_answer(at_desk(tmp_path, lambda path: raw(path, b"hello\n")))
    assert isinstance(answer, Refused)
    assert "expected a JSON object" in answer.words["en"]


def test_a_line_without_end_is_hung_up_on(tmp_path: Path) -> None:
    """It takes no more memory than the longest question."""
    assert at_desk(tmp_path, lambda path: raw(path, b"x" * (LONGEST_ASK + SHORT + 1))) == b""


def test_one_caller_too_many_is_hung_up_on(tmp_path: Path) -> None:
    """Those before are served on."""

    def crowd(path: Path) -> list[bytes]:
        callers = []
        for _ in range(CALLERS_MOST + 1):
            caller = socket.socket(socket.AF_UNIX)
            caller.settimeout(30)
            caller.connect(str(path))
            callers.append(caller)
        try:
            answers = []
            for caller in (callers[0], callers[-1]):
                try:
                    caller.sendall(question_line("status"))
                    answers.append(caller.makefile("rb").readline())
                except OSError:
                    answers.append(b"")
            return answers
        finally:
            for caller in callers:
                caller.close()

    first, last = at_desk(tmp_path, crowd)
    assert read_answer(first) == Done({"é": 1})
    assert last == b""


def test_only_owner_and_group_may_ask(tmp_path: Path) -> None:
    """As at the board's sockets."""
    assert at_desk(tmp_path, lambda path: path.stat().st_mode & 0o777) == 0o660
