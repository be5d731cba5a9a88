"""`jadoube journal check` and `repair`, as an owner uses them."""

from dataclasses import replace
from pathlib import Path

import chess
import pytest

from jadoube.cli.main import main
from jadoube.core.rules.game_line import begin
from jadoube.games.journal.text import Ply, format_record, parse_journal, record_of
from jadoube_sim.benchmarks.fuzz.recorded import recorded
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
from jadoube_sim.hands.games import Game
from shared.drawn.games import drawn_moves

LEFT = 40
"""The edges of the pieces that are put away in the end."""

MOVES = drawn_moves(chess.STARTING_FEN, 6, 3)


@pytest.fixture(scope="module")
def sound() -> bytes:
    """The journal of six plies, with a snapshot after every two."""
    log = log_of(Job(Game(1, chess.STARTING_FEN, MOVES), Row("club", "clock"), 3))
    data, _ = recorded(replace(log, edges=log.edges[:-LEFT], end_us=None), 2)
    return data


def check(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, list[str]]:
    """The exit status and what is printed."""
    status = main(["journal", *map(str, words)])
    return status, capsys.readouterr().out.splitlines()


def test_a_sound_journal_is_told_and_nothing_is_found(
    sound: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it holds: events, plies, snapshots, the game; read anew it is the same."""
    file = tmp_path / "000001.journal"
    file.write_bytes(sound)
    status, told = check(capsys, "check", "--redecide", file)
    assert status == 0
    assert len(told) == 3
    assert "6 recorded plies" in told[0]
    assert told[2].startswith("as read: 1. ")


def test_damage_is_named_by_its_lines(
    sound: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each damaged line, and an end that is not whole; the exit status is 1."""
    file = tmp_path / "000001.journal"
    at = sound.index(b" ply 3 ")
    file.write_bytes(sound[:at] + b"#" + sound[at + 1 :] + b"12")
    number = sound.count(b"\n", 0, at) + 1
    status, told = check(capsys, "check", file)
    assert status == 1
    assert told[-2:] == [
        f"{file}: line {number}: damaged",
        f"{file}: the last 2 bytes: not written whole",
    ]


def test_a_repaired_journal_is_sound_and_the_damaged_one_stays(
    sound: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A gap stands for what is damaged, and a second repair overwrites nothing."""
    file = tmp_path / "000001.journal"
    at = sound.index(b" scan ")
    damaged = sound[:at] + b"#" + sound[at + 1 :]
    file.write_bytes(damaged)
    assert check(capsys, "repair", file)[0] == 0
    new = file.with_name("000001.journal.repaired")
    journal = parse_journal(new.read_bytes(), "new")
    assert len(journal.events) == len(parse_journal(sound, "old").events) - 1
    assert file.read_bytes() == damaged
    assert main(["journal", "repair", str(file)]) == 2
    assert capsys.readouterr().err.strip() == f"{new}: file exists, expected a new file"


def test_another_reading_is_shown_with_both(
    sound: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the recorded ply is not the one that this version reads: when, and which two."""
    journal = parse_journal(sound, "a.journal")
    number, first = next((n, each) for n, (_, each) in enumerate(journal.records) if isinstance(each, Ply))
    other = record_of(begin().after(chess.Move.from_uci("b1a3")), first.times)
    at_ms = journal.records[number].at_ms
    was, now = format_record(first, at_ms), format_record(other, at_ms)
    file = tmp_path / "000001.journal"
    file.write_bytes(sound.replace(was.encode(), now.encode()))
    status, told = check(capsys, "check", "--redecide", file)
    found = f"ply 1 b1a3 found, this version reads {MOVES[0]}"
    assert (status, told[-1]) == (1, f"{file}: at {at_ms / 1000:.3f}: {found}")
