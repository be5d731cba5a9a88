"""Journals with damage: a game is taken up with what can be read, and never with a wrong move."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.game_line import Line
from jadoube.core.state.table import Table
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.fold import Folded, fold, steps
from jadoube.games.journal.text import Recorded, newest_part, parse_journal
from jadoube.games.snapshots import nodes
from jadoube.games.snapshots.snapshot import Snapshot, parse_snapshot, snapshot_text, take_snapshot
from jadoube_sim.benchmarks.fuzz.recorded import TAGS, recorded
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
from jadoube_sim.hands.games import Game
from shared.disk.old_games import WON, journal_bytes
from shared.drawn.examples import ALL
from shared.drawn.games import drawn_moves

EVERY = 4
"""Completed plies between two snapshots."""


LEFT = 60
"""The edges of the pieces that are put away in the end, and of the last ply."""


@lru_cache(maxsize=1)
def _game() -> tuple[bytes, list[tuple[int, Table]]]:
    """A game of 14 plies with a clock, left in the middle."""
    moves = drawn_moves(chess.STARTING_FEN, 14, 7)
    log = log_of(Job(Game(1, chess.STARTING_FEN, moves), Row("club", "clock"), 3))
    return recorded(replace(log, edges=log.edges[:-LEFT], end_us=None), EVERY)


def _moves(line: Line) -> list[str]:
    return [each.san for each in line.plies()]


def _taken_up(data: bytes) -> Folded:
    return fold(newest_part(data, "a.journal"))


def _table_at(size: int) -> Table:
    """The table when the journal had so many bytes."""
    return [table for end, table in _game()[1] if end <= size][-1]


def test_a_start_folds_only_what_follows_the_newest_snapshot() -> None:
    """The rest of a long game is not even parsed; the table is the same."""
    data, tables = _game()
    part, whole = newest_part(data, "a.journal"), parse_journal(data, "a.journal")
    assert len(part.events) < len(whole.events) / 3
    assert nodes.to_nodes(fold(part).table) == nodes.to_nodes(tables[-1][1])
    assert fold(part).header.tags == TAGS


def test_a_journal_cut_anywhere_gives_the_table_of_then() -> None:
    """Whatever the last whole line is: an event, a ply or a snapshot."""
    data, _ = _game()
    lines = [at for at, byte in enumerate(data) if byte == 0x0A]
    for end in lines[len(lines) // 8 :: 3]:
        cut = data[: end + 1]
        journal = newest_part(cut, "a.journal")
        if not journal.records:
            continue
        table = fold(journal).table
        assert _moves(table.line) == _moves(_table_at(end + 1).line) or _mid_event(cut)


def _mid_event(cut: bytes) -> bool:
    """Whether the cut lies between an event and what came of it."""
    return any(len(cut) < end for end, _ in _game()[1]) and len(cut) not in {end for end, _ in _game()[1]}


@pytest.mark.parametrize("seed", range(4 if ALL else 1))
def test_a_bad_byte_costs_no_ply_and_invents_none(seed: int) -> None:
    """One flipped bit anywhere: never a crash, never a wrong move; at most what was read last is lost."""
    data, tables = _game()
    last, newest = _moves(tables[-1][1].line), data.rindex(b" snapshot ")
    rng = random.Random(seed)
    for at in range(rng.randrange(40), len(data), 40):
        bad = bytearray(data)
        bad[at] ^= 1 << rng.randrange(8)
        folded = _taken_up(bytes(bad))
        moves = _moves(folded.table.line)
        assert folded.unfinished
        assert moves == last or (at > newest and moves in _read_since(newest))


@pytest.mark.parametrize("filling", [b"\0", b"\xff", b"\n", b"garbage\n"])
def test_a_bad_block_costs_little_and_invents_nothing(filling: bytes) -> None:
    """A block of 512 bytes is overwritten, as a torn erase block of an SD card leaves it."""
    data, tables = _game()
    last = _moves(tables[-1][1].line)
    block = (filling * 512)[:512]
    for at in range(0, len(data) - 512, 997):
        bad = data[:at] + block + data[at + 512 :]
        moves = _moves(_taken_up(bad).table.line)
        lost = data.rfind(b" snapshot ", 0, at + 512)
        assert moves == last or moves in _read_since(data.rfind(b" snapshot ", 0, lost))


def _read_since(size: int) -> list[list[str]]:
    """All games that were read since the journal had so many bytes."""
    return [_moves(_table_at(size).line)] + [_moves(table.line) for end, table in _game()[1] if end > size]


def test_where_events_are_missing_the_clocks_stand_and_the_position_is_expected() -> None:
    """The plies are taken as they were recorded; the lamps lead there, and `play` goes on."""
    data, _ = _game()
    snapshot = data.rindex(b" snapshot ")
    at = data.index(b" scan ", data.index(b"\n", snapshot))
    bad = data[:at] + b"#" + data[at + 1 :]
    folded = _taken_up(bad)
    assert folded.recorded
    assert (folded.table.play.phase, folded.table.seen.ready) == (Phase.PAUSED, False)
    whole = fold(parse_journal(data, "a.journal")).table
    assert _moves(folded.table.line) == _moves(whole.line)
    clock, sound = folded.table.play.clock, whole.play.clock
    assert clock is not None
    assert sound is not None
    assert clock.running is None
    assert clock.resumes is sound.running


def test_another_version_takes_the_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier program read stands, and what it recorded since; the events are not read."""
    data, tables = _game()
    monkeypatch.setattr("jadoube.games.snapshots.snapshot.schema", lambda: "another")
    folded = _taken_up(data)
    assert _moves(folded.table.line) == _moves(tables[-1][1].line)
    assert folded.table.terms == tables[-1][1].terms
    assert (folded.recorded, folded.table.play.phase) == (True, Phase.PAUSED)


def test_another_version_replays_a_game_from_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its header says how the board stood: the events are read as if this version had begun the game."""
    data, tables = _game()
    monkeypatch.setattr("jadoube.games.snapshots.snapshot.schema", lambda: "another")
    journal = parse_journal(data, "a.journal")
    assert isinstance(journal.records[0].record, Snapshot)
    last = tables[-1][1]
    after = list(steps(journal))[-1].after
    assert (_moves(after.line), after.play.clock) == (_moves(last.line), last.play.clock)


def test_another_version_goes_on_where_the_position_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a game, too, what was read stands, and the next event is read from there."""
    journal = parse_journal(_game()[0], "a.journal")
    fits = {at_ms: record.table(at_ms).best.fits for at_ms, record in _snapshots(journal.records)}
    assert any(fits.values())
    monkeypatch.setattr("jadoube.games.snapshots.snapshot.schema", lambda: "another")
    for at_ms, record in _snapshots(journal.records):
        assert record.table(at_ms).seen.ready == fits[at_ms]


def test_another_version_keeps_a_clock_that_was_set_before_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The header says only what the time control gives."""
    before = fold(parse_journal(_game()[0], "a.journal")).header
    table = first_table(before)
    clock = table.play.clock
    assert clock is not None
    accounts = (clock.accounts[0]._replace(left_ms=60_000), clock.accounts[1])
    set_before = table._replace(play=table.play._replace(clock=replace(clock, accounts=accounts)))
    taken = parse_snapshot(snapshot_text(take_snapshot(set_before, before.from_ms, 5, {})))
    monkeypatch.setattr("jadoube.games.snapshots.snapshot.schema", lambda: "another")
    after = taken.table(before.from_ms).play.clock
    assert after is not None
    assert [each.left_ms for each in after.accounts] == [each.left_ms for each in accounts]


def _snapshots(records: Sequence[Recorded]) -> list[tuple[int, Snapshot]]:
    return [(at_ms, record) for at_ms, record in records if isinstance(record, Snapshot)]


def test_another_version_reads_how_a_game_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result stands in the game's PGN, and the game is not taken up again."""
    won = fold(parse_journal(journal_bytes(WON), "a.journal"))
    taken = take_snapshot(won.table, won.last_ms, 5, {})
    monkeypatch.setattr("jadoube.games.snapshots.snapshot.schema", lambda: "another")
    snapshot = parse_snapshot(snapshot_text(taken))
    journal = replace(newest_part(_game()[0], "a"), records=(Recorded(won.last_ms, snapshot),))
    folded = fold(journal)
    assert folded.recorded
    assert not folded.unfinished
    assert scoresheet(folded.table).outcome == won.table.play.outcome


def test_a_table_that_does_not_hold_together_costs_no_ply() -> None:
    """A sound line with values of other types, or with numbers that mean nothing: the outline stands."""
    data, tables = _game()
    journal = newest_part(data, "a.journal")
    snapshot = journal.records[0].record
    assert isinstance(snapshot, Snapshot)
    assert snapshot.whole() is not None
    last = snapshot.nodes[-1]
    for name in last[1]:
        broken = [*snapshot.nodes[:-1], [last[0], {**last[1], name: "broken"}]]
        with pytest.raises(nodes.Unreadable, match="found, expected"):
            nodes.from_nodes(broken)
        first = Recorded(journal.records[0].at_ms, snapshot._replace(nodes=broken))
        folded = fold(replace(journal, records=(first, *journal.records[1:])))
        assert _moves(folded.table.line) == _moves(tables[-1][1].line)
        assert folded.recorded


def test_a_table_on_which_an_event_stumbles_costs_no_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it is: the records after the snapshot give the game, and it is said that they do."""
    data, tables = _game()

    def stumble(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr("jadoube.games.journal.fold.step", stumble)
    folded = _taken_up(data)
    assert folded.recorded
    assert _moves(folded.table.line) == _moves(tables[-1][1].line)
    with pytest.raises(BadInput, match=r"^journal: IndexError.* expected one that follows the snapshot"):
        list(steps(newest_part(data, "a.journal")))


def test_nothing_sound_is_no_game() -> None:
    """A file of garbage, or one whose header and snapshots are all damaged, is refused in one line."""
    for data in (b"", b"\0" * 4096, b"garbage\n" * 100):
        with pytest.raises(BadInput, match=r"^a\.journal:1: no sound header and no snapshot found"):
            newest_part(data, "a.journal")
