"""Forgetting a person in the files of games: journals, packed ones, and PGN files.

The law: each file is written whole under another name, flushed and renamed, so that a power cut leaves it
with the name or without it, and never damaged. What is to be forgotten stands in a file of its own,
`to-forget`, until it is forgotten everywhere: a power cut does not keep a name. A game that may still be
written is left for later.

It works one file at a time and calls `rest` between them, which may wait, or raise to stop. It refuses to
know what a name looks like in a file (`forgetting.py`).
"""

import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from jadoube.config.files import GZIP, read_bytes, read_packed
from jadoube.config.problems import BadInput
from jadoube.games.forgetting import forget_in_journal, forget_in_pgn
from jadoube.games.game_names import Kind, game_of, game_path
from jadoube.local.whole_file import flush_folder, write_whole

TO_FORGET: Final = "to-forget"
"""Lines `NUMBER NAME`: the name is to be forgotten in the games up to this number."""

Rest = Callable[[], object]
Say = Callable[[str], None]


def forget_in_files(folder: Path, name: str, numbers: Collection[int], rest: Rest, say: Say) -> int:
    """Forget a person in the files of these games; return the number of files that had the name.

    OSError if a file cannot be written; those before it are done. What cannot be read is said.
    """
    changed = 0
    for number in sorted(numbers):
        for kind in Kind:
            path = game_path(folder, number, kind)
            if path.is_file():
                rest()
                changed += _forget_in_file(path, kind, name, say)
    if changed:
        flush_folder(folder)
    return changed


def _forget_in_file(path: Path, kind: Kind, name: str, say: Say) -> bool:
    try:
        data = read_packed(path, "a file of a game")
    except BadInput as problem:
        say(f"{problem}; whether {path.name} has a name that is to be forgotten is not known")
        return False
    if kind is Kind.PGN:
        text = data.decode("utf-8", "surrogateescape")
        new = forget_in_pgn(text, name).encode("utf-8", "surrogateescape")
    else:
        new = forget_in_journal(data, name)
    if new == data:
        return False
    like = path.stat()
    packed = _packed(new) if kind is Kind.PACKED else new
    write_whole(path, packed, mode=like.st_mode & 0o777, owner=like)
    return True


def _packed(data: bytes) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    return deflate.compress(data) + deflate.flush()


def numbers_in(folder: Path) -> set[int]:
    """Return the numbers of the games in a folder; of none if it is missing."""
    with suppress(FileNotFoundError):
        return {found[0] for path in folder.iterdir() if (found := game_of(path.name))}
    return set()


# What is to be forgotten


def note_to_forget(folder: Path, name: str) -> None:
    """Note that a person is to be forgotten in all games that there are now; OSError if it cannot be."""
    newest = max(numbers_in(folder), default=0)
    path = folder / TO_FORGET
    line = f"{newest} {' '.join(name.split())}\n"
    known = _read(path)
    if line not in known:
        _write_noted(path, [*known, line], like=folder)


def has_noted(folder: Path) -> bool:
    """Whether anybody is noted to be forgotten."""
    return (folder / TO_FORGET).exists()


def forget_noted(folder: Path, held: Collection[int], rest: Rest, say: Say) -> bool:
    """Forget who is noted, in all games but those that are `held`; return whether nobody is left."""
    path = folder / TO_FORGET
    left = []
    for line in _read(path):
        newest, _, name = line.strip().partition(" ")
        numbers = {number for number in numbers_in(folder) if number <= int(newest)}
        if forget_in_files(folder, name, numbers - set(held), rest, say):
            say(f"{folder}: a person was forgotten in the games up to {newest}, as ordered")
        if numbers & set(held):
            left.append(line)
    noted = _read(path)
    if left != noted:
        _write_noted(path, left, like=folder)
    return not left


def _read(path: Path) -> list[str]:
    try:
        data = read_bytes(path, "names to be forgotten", may_be_empty=True)
    except BadInput:
        return []
    lines = data.decode("utf-8", "replace").splitlines(keepends=True)
    return [line for line in lines if line.partition(" ")[0].isdecimal() and line.endswith("\n")]


def _write_noted(path: Path, lines: list[str], like: Path) -> None:
    if lines:
        write_whole(path, "".join(lines).encode(), mode=0o600, owner=like.stat())
    else:
        path.unlink(missing_ok=True)
    flush_folder(path.parent)
