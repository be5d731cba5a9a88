"""Packing a journal: what comes of it, and that nothing is lost wherever it is cut off."""

import errno
import gzip
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from jadoube.games import packing
from jadoube.games.journal.text import read_journal
from jadoube.games.packing import pack, packed_size
from jadoube.local.whole_file import flush_folder
from shared.disk.old_games import long_game, put

TOUCHES = ("open", "fsync", "replace", "rename", "unlink", "fchmod", "chown", "utime", "posix_fadvise")


class PowerCutError(BaseException):
    """The machine is off from here on."""


def no_rest() -> None:
    """Go on at once."""


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """The journal of a game that was left."""
    return put(tmp_path, 1, long_game(3000))


@pytest.fixture
def packed(plain: Path) -> Path:
    """Where it goes."""
    return plain.with_name("000001.journal.gz")


def test_a_packed_journal_is_the_journal(plain: Path, packed: Path) -> None:
    """It is smaller, reads the same, has the same rights and times, and is alone there."""
    text, before, read = plain.read_bytes(), plain.stat(), read_journal(plain)
    size = pack(plain, packed, no_rest)
    after = packed.stat()
    assert gzip.decompress(packed.read_bytes()) == text
    assert read_journal(packed) == read
    assert (after.st_mode, after.st_mtime_ns, after.st_size) == (before.st_mode, before.st_mtime_ns, size)
    assert size < len(text) / 3
    assert sorted(path.name for path in plain.parent.glob("0*")) == ["000001.journal.gz"]


def test_the_same_journal_gives_the_same_bytes(plain: Path, packed: Path) -> None:
    """And as many as were told before."""
    told = packed_size(plain, no_rest)
    text = plain.read_bytes()
    assert pack(plain, packed, no_rest) == told
    first = packed.read_bytes()
    plain.write_bytes(text)
    pack(plain, packed, no_rest)
    assert packed.read_bytes() == first


def cut_off(at: int) -> "Callable[[str, Callable[..., Any]], Callable[..., Any]]":
    """Calls to the system that end the program at the one with this number."""
    calls = iter(range(at + 1))

    def wrap(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if next(calls, at) == at:
                raise PowerCutError(name)
            return real(*args, **kwargs)

        return call

    return wrap


def test_a_power_cut_at_any_point_loses_nothing(
    plain: Path, packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is the plain one, or the whole packed one; and the next time all is done."""
    text = plain.read_bytes()
    cuts = 0
    while True:
        with monkeypatch.context() as patched:
            wrap = cut_off(cuts)
            for name, real in [(name, getattr(os, name)) for name in TOUCHES]:
                patched.setattr(os, name, wrap(name, real))
            try:
                pack(plain, packed, no_rest)
            except PowerCutError:
                cuts += 1
            else:
                break
        whole = plain.read_bytes() if plain.exists() else gzip.decompress(packed.read_bytes())
        assert whole == text
        plain.write_bytes(text)  # as it may be on the disk: its removal was not flushed
    assert cuts >= 10
    assert gzip.decompress(packed.read_bytes()) == text
    assert sorted(path.name for path in plain.parent.glob("0*")) == ["000001.journal.gz"]


def test_what_does_not_read_back_is_removed(
    plain: Path, packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that turns a bit, or cuts the file off, costs nothing but the attempt."""
    text = plain.read_bytes()
    flush = flush_folder
    for damage in (
        lambda data: data[:-9],
        lambda data: data[: len(data) // 2],
        lambda data: data[:-6] + bytes([data[-6] ^ 1]) + data[-5:],
        lambda _: gzip.compress(text + b"more"),
        lambda _: gzip.compress(text[:-1]),
        lambda _: gzip.compress(b""),
        lambda _: b"",
    ):

        def spoil(directory: Path, damage: Callable[[bytes], bytes] = damage) -> None:
            flush(directory)
            packed.write_bytes(damage(packed.read_bytes()))

        monkeypatch.setattr(packing, "flush_folder", spoil)
        with pytest.raises(OSError, match="does not read back"):
            pack(plain, packed, no_rest)
        assert [path.name for path in plain.parent.glob("0*")] == ["000001.journal"]
        assert plain.read_bytes() == text


def test_a_journal_that_changes_meanwhile_stays(plain: Path, packed: Path) -> None:
    """What is written to it while it is packed is not lost."""

    def write() -> None:
        with plain.open("ab") as file:
            file.write(b"more")

    with pytest.raises(OSError, match="changed while it was packed"):
        pack(plain, packed, write)
    assert plain.read_bytes().endswith(b"more")
    assert not packed.exists()


def rests(times: int) -> Iterator[None]:
    """Rest so often, then stop."""
    yield from [None] * times
    raise PowerCutError


@pytest.mark.parametrize("times", [0, 1, 12])
def test_it_stops_when_asked(plain: Path, packed: Path, times: int) -> None:
    """While it writes, and while it compares: nothing but the plain one is left."""
    resting = rests(times)
    with pytest.raises(PowerCutError):
        pack(plain, packed, lambda: next(resting))
    assert [path.name for path in plain.parent.glob("0*")] == ["000001.journal"]


def test_a_full_disk_leaves_no_half(plain: Path, packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No draft stays that would make the disk even fuller."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        pack(plain, packed, no_rest)
    assert [path.name for path in plain.parent.glob("0*")] == ["000001.journal"]
