"""The memory: numbers only rise, also over restarts, power cuts and lost files."""

import asyncio
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.mqtt.payload_json import MOST_WHOLE
from jadoube.online.publishing import memory as module
from jadoube.online.publishing.memory import BLOCK, IDS_MOST, NAME, SECRET_BYTES, STAMPS_MOST, Memory, Seated


def remembers(folder: Path, said: list[OSError | None] | None = None) -> Memory:
    """The memory of a folder, as a start finds it and leaves it."""
    memory = Memory(folder, ([] if said is None else said).append)
    keep(memory)
    return memory


def keep(memory: Memory) -> None:
    """Have all that has changed written."""
    asyncio.run(memory.kept())


def test_each_start_counts(tmp_path: Path) -> None:
    """From one on."""
    assert [remembers(tmp_path).start for _ in range(3)] == [1, 2, 3]


@given(lives=st.lists(st.integers(0, 3 * BLOCK), max_size=4))
def test_no_number_comes_twice(tmp_path_factory: pytest.TempPathFactory, lives: list[int]) -> None:
    """However long each life is: what was shown is what was kept."""
    folder = tmp_path_factory.mktemp("memory")
    before = 0
    for life in lives:
        memory = remembers(folder)
        for _ in range(life):
            number = memory.next_seq()
            assert number > before
            before = number
        keep(memory)


def test_numbers_cost_few_writes(tmp_path: Path) -> None:
    """One for a block."""
    said: list[OSError | None] = []
    memory = remembers(tmp_path, said)
    for _ in range(BLOCK):
        memory.next_seq()
        keep(memory)
    assert len(said) == 2


def test_numbers_go_on_above_what_was_found(tmp_path: Path) -> None:
    """A card that was exchanged knows less than the broker."""
    memory = remembers(tmp_path)
    assert memory.seq_above(5_000)
    assert memory.next_seq() == 5_001
    assert not memory.seq_above(3)
    assert memory.next_seq() == 5_002
    keep(memory)
    assert remembers(tmp_path).next_seq() > 5_002
    assert memory.start_above(40)
    assert memory.start == 41
    assert not memory.start_above(40)


def test_a_number_that_nobody_can_have_reached_is_not_believed(tmp_path: Path) -> None:
    """What follows it would be no number any more to who reads JSON."""
    memory = remembers(tmp_path)
    assert not memory.seq_above(MOST_WHOLE)
    assert not memory.start_above(MOST_WHOLE)
    assert (memory.next_seq(), memory.start) == (1, 1)


def test_the_last_seating_is_remembered_with_its_game(tmp_path: Path) -> None:
    """And that it was played; an earlier one changes nothing, and a file of before has none."""
    memory = remembers(tmp_path)
    assert memory.last_seated == Seated()
    memory.seated("s1", "g1")
    memory.seated("s2", "g2")
    memory.played("s1")
    keep(memory)
    assert remembers(tmp_path).last_seated == Seated("s2", "g2")
    memory.played("s2")
    keep(memory)
    assert remembers(tmp_path).last_seated == Seated("s2", "g2", is_played=True)


def test_what_was_carried_out_is_remembered(tmp_path: Path) -> None:
    """The last stamps, and the last ids."""
    memory = remembers(tmp_path)
    assert memory.is_new("a")
    assert not memory.is_new("a")
    memory.seated("s1")
    keep(memory)
    again = remembers(tmp_path)
    assert (again.was_seated("s1"), again.is_new("a")) == (True, False)
    for number in range(IDS_MOST):
        assert again.is_new(str(number))
    assert again.is_new("a")


def test_an_older_seating_is_known_too(tmp_path: Path) -> None:
    """A broker that was killed restores one of an earlier round; only what is long gone is forgotten."""
    memory = remembers(tmp_path)
    for number in range(STAMPS_MOST + 1):
        memory.seated(f"s{number}")
    keep(memory)
    again = remembers(tmp_path)
    assert again.was_seated("s1")
    assert again.was_seated(f"s{STAMPS_MOST}")
    assert not again.was_seated("s0")


@pytest.mark.parametrize(
    "found", [b"", b"[]", b"{}", b'{"start":"1","seq":1,"stamps":[],"ids":[]}', b"\xff", b"[" * 9999]
)
def test_a_damaged_file_is_none(tmp_path: Path, found: bytes) -> None:
    """It begins anew; the broker knows the rest."""
    (tmp_path / NAME).write_bytes(found)
    assert remembers(tmp_path).start == 1


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """All goes on from memory."""
    said: list[OSError | None] = []
    memory = remembers(tmp_path / "missing", said)
    assert memory.next_seq() == 1
    assert isinstance(said[0], FileNotFoundError)


def test_each_board_has_a_secret(tmp_path: Path) -> None:
    """The same at each start, for its owner alone; another card has another one."""
    one, other = remembers(tmp_path), Memory(tmp_path / "other", lambda _: None)
    assert len(one.secret) == 2 * SECRET_BYTES
    assert remembers(tmp_path).secret == one.secret != other.secret
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600


def test_the_medium_is_waited_for_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop goes on meanwhile; who waits for what has changed goes on when it is there."""
    written = Event()

    def slow(path: Path, data: bytes, *, mode: int) -> None:
        written.wait(10)
        path.write_bytes(data)
        path.chmod(mode)

    async def evening() -> None:
        memory = Memory(tmp_path, lambda _: None)
        memory.is_new("a")
        keeping = asyncio.create_task(memory.kept())
        for _ in range(10):
            await asyncio.sleep(0)
        assert not keeping.done()
        memory.is_new("b")  # while the one before is written
        written.set()
        await keeping

    monkeypatch.setattr(module, "write_whole", slow)
    asyncio.run(evening())
    again = remembers(tmp_path)
    assert not again.is_new("a")
    assert not again.is_new("b")
