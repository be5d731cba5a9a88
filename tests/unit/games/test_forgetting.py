"""Forgetting a person in the files of games: PGN, journals, packed ones."""

import gzip
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.config.settings import ArchiveSettings, default_settings
from jadoube.core.arbiter import step
from jadoube.core.messages.events import Ended, Event, Ordered, parse_ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.daemon.service import GameKeeper
from jadoube.formats.plain_text import player_key
from jadoube.games.forgetting import forget_in_journal, forget_in_pgn, hide_in_pgn
from jadoube.games.forgotten_files import TO_FORGET, forget_in_files, forget_noted, note_to_forget
from jadoube.games.game_files import GameFiles, Means
from jadoube.games.game_pgn import pgn_of
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.fold import fold
from jadoube.games.journal.header import encode_text
from jadoube.games.journal.mending import faults
from jadoube.games.journal.text import format_event, format_record, format_start, parse_journal
from jadoube.games.retention import Retention
from jadoube.games.snapshots.snapshot import Snapshot, take_snapshot
from jadoube.local.runtime_folder import RuntimeFolder
from shared.disk.kept_games import E4_MADE, HEADER

NAME = "Carlsen, Magnus"
ORDERS = (
    "name white Carlsen, Magnus | GM | 2839 | 1503014 | NOR",
    "name black Zoë",
    "remember CARLSEN, MAGNUS | GM",
    "event Memorial of Magnus Carlsen",
    "forget Zoë",
    'by arbiter "Magnus Carlsen" pause',
    'by arbiter "Magnus  Carlsen" event Memorial of Magnus Carlsen',
    'by owner "Anna and Magnus Carlsen" remember Carlsen, Magnus',
    'by arbiter "Berg, Anna" time white +60',
)
TRACES = (b"carlsen", b"magnus", b"2839", b"1503014", b"| gm")


def journal_of(*orders: str) -> bytes:
    """The journal of a game in which these orders were given, with a snapshot after each event."""
    tags = {
        "White": "Magnus Carlsen",
        "WhiteTitle": "GM",
        "WhiteElo": "2839",
        "Black": "Zoë",
        "Event": "Club",
    }
    header = replace(HEADER, tags=tags)
    table, text = first_table(header), format_start(header)
    events: list[tuple[int, Event]] = [*E4_MADE]
    events += [(3000 + number, parse_ordered(order)) for number, order in enumerate(orders)]
    for at_ms, event in [*events, (9000, Ended())]:
        table, _ = step(table, event, at_ms)
        text += format_event(event, at_ms) + format_record(take_snapshot(table, at_ms, 5, tags), at_ms)
    return encode_text(text)


def unpacked(data: bytes) -> str:
    """All that a journal says, its snapshots, too."""
    journal = parse_journal(data, "journal")
    tables = [each.record for each in journal.records if isinstance(each.record, Snapshot)]
    return f"{data.decode()} {[(each.nodes, each.header) for each in tables]}".lower()


def test_a_journal_without_the_person_gives_the_same_game() -> None:
    """No trace is left in header, orders and snapshots; checksums hold, moves and the other player stay."""
    before = journal_of(*ORDERS)
    after = forget_in_journal(before, NAME)
    said = unpacked(after)
    assert [trace for trace in TRACES if trace.decode() in said] == []
    journal = parse_journal(after, "journal")
    assert [*faults(journal, len(after))] == []
    assert len(journal.records) == len(parse_journal(before, "journal").records)
    folded, was = fold(journal), fold(parse_journal(before, "journal"))
    assert folded.table.line.plies()[0].san == was.table.line.plies()[0].san == "e4"
    assert folded.table.names.white == ("N. N.", "", None, "", "", False)
    assert folded.table.names.black.name == "Zoë"
    given = [each.record.who for each in journal.records if isinstance(each.record, Ordered)]
    assert [who for who in given if who] == ["N. N.", "N. N.", "Anna and N. N.", "Berg, Anna"]
    assert folded.table.names.event == "Memorial of N. N."
    assert all(each.record.whole() for each in journal.records if isinstance(each.record, Snapshot))
    assert forget_in_journal(after, NAME) == after


def test_a_fold_from_the_first_event_on_agrees_with_the_snapshots() -> None:
    """Who has only the orders, and who has only the last snapshot, reads the same names."""
    after = forget_in_journal(journal_of(*ORDERS), NAME)
    journal = parse_journal(after, "journal")
    events = tuple(each for each in journal.records if not isinstance(each.record, Snapshot))
    assert pgn_of(fold(replace(journal, records=events))) == pgn_of(fold(journal))


def test_a_journal_without_the_name_stays_as_it_is() -> None:
    """Byte for byte, also for a name that is a part of one that is in it, or a word of the format."""
    before = journal_of(*ORDERS)
    for name in ("Carl", "Magnus", "Kasparov", "snapshot", "white", "", "?", "N. N.", "-"):
        assert forget_in_journal(before, name) == before


def test_a_damaged_line_loses_the_name_and_stays_damaged() -> None:
    """So does a last line that was not written whole."""
    before = journal_of(*ORDERS)
    at = before.index(b" order event Memorial")
    damaged = before[:at] + b"?" + before[at + 1 :] + b"9999 order name white Carlsen, Mag"
    after = forget_in_journal(damaged, NAME)
    assert b"Memorial of N. N." in after
    torn = forget_in_journal(before + b"9999 order name white Carlsen, Magnus", NAME)
    assert not any(trace in torn.lower() for trace in TRACES[:2])
    assert torn.endswith(b"9999 order name white N. N.")


PGN = """\
[Event "Memorial of Magnus Carlsen"]
[White "Carlsen, Magnus"]
[Black "O'Neil \\"Nick\\""]
[WhiteTitle "GM"]
[WhiteElo "2839"]
[BlackElo "1500"]
[WhiteClock "1:00:00"]
[Annotator "Magnus CARLSEN"]

1. e4 {CARLSEN,
Magnus was here} e5 1-0

[White "N. N."]
[Black "carlsen, magnús"]
[BlackFideId "1503014"]

*
"""


def test_a_pgn_loses_all_that_was_said_of_the_person() -> None:
    """The other player, the moves, the clock and the form of the text stay."""
    assert forget_in_pgn(PGN, "Magnus Carlsen") == (
        PGN.replace("of Magnus Carlsen", "of N. N.")
        .replace('"Carlsen, Magnus"', '"N. N."')
        .replace('"Magnus CARLSEN"', '"N. N."')
        .replace("CARLSEN,\nMagnus", "N. N.")
        .replace('"carlsen, magnús"', '"N. N."')
        .replace('[WhiteTitle "GM"]\n[WhiteElo "2839"]\n', "")
        .replace('[BlackFideId "1503014"]\n', "")
    )
    assert forget_in_pgn(PGN.replace("\n", "\r\n"), NAME) == forget_in_pgn(PGN, NAME).replace("\n", "\r\n")
    assert '[White "N. N."]' in forget_in_pgn('[White "O\'Neil \\"Nick\\""]\n', 'O\'Neil "Nick"')


def test_one_side_of_a_game_is_hidden() -> None:
    """Whoever it is."""
    hidden = hide_in_pgn(
        '[White "A, B"]\n[Black "C, D"]\n[BlackElo "9"]\n\n1. e4 {C, D and B A} *\n', ["Black"]
    )
    assert hidden == '[White "A, B"]\n[Black "N. N."]\n\n1. e4 {N. N. and B A} *\n'


def put_games(folder: Path) -> None:
    """Three games of the person: a journal, a packed one, and one that is only a PGN."""
    folder.mkdir()
    (folder / "000001.journal.gz").write_bytes(gzip.compress(journal_of(*ORDERS)))
    (folder / "000001.pgn").write_text(PGN)
    (folder / "000002.pgn").write_text(PGN)
    (folder / "000003.journal").write_bytes(journal_of(*ORDERS))
    (folder / "notes.pgn").write_text(PGN)


def named(folder: Path) -> list[str]:
    """The files that have the name."""
    found = []
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix == ".gz" else data
        if b"carlsen" in data.lower():
            found.append(path.name)
    return found


def test_all_files_of_games_are_rewritten(tmp_path: Path) -> None:
    """Plain, packed, PGN; a file that is no game's is not ours. A second time nothing is written."""
    folder = tmp_path / "games"
    put_games(folder)
    rests: list[None] = []
    assert forget_in_files(folder, NAME, {1, 2, 3}, lambda: rests.append(None), pytest.fail) == 4
    assert named(folder) == ["notes.pgn"]
    assert len(rests) == 4
    assert forget_in_files(folder, NAME, {1, 2, 3}, lambda: None, pytest.fail) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        *("000001.journal.gz", "000001.pgn", "000002.pgn", "000003.journal", "notes.pgn")
    ]


def test_a_held_game_is_done_later(tmp_path: Path) -> None:
    """It is noted until then, also over a power cut; a game that came after the order keeps the name."""
    folder = tmp_path / "games"
    put_games(folder)
    note_to_forget(folder, NAME)
    note_to_forget(folder, NAME)
    (folder / "000004.pgn").write_text(PGN)
    said: list[str] = []
    assert not forget_noted(folder, {3, 4}, lambda: None, said.append)
    assert named(folder) == ["000003.journal", "000004.pgn", "notes.pgn", TO_FORGET]
    assert forget_noted(folder, {4}, lambda: None, said.append)
    assert named(folder) == ["000004.pgn", "notes.pgn"]
    assert len(said) == 2
    assert not any("arlsen" in line for line in said)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    """It may have the name; the others are done."""
    folder = tmp_path / "games"
    put_games(folder)
    (folder / "000001.journal.gz").write_bytes(b"\x1f\x8bno gzip")
    said: list[str] = []
    assert forget_in_files(folder, NAME, {1, 2, 3}, lambda: None, said.append) == 3
    (line,) = said
    assert "damaged gzip data" in line
    assert line.endswith("000001.journal.gz has a name that is to be forgotten is not known")


def test_the_tests_know_the_name() -> None:
    """The two ways of writing it are one."""
    assert player_key(NAME) == player_key("magnus CARLSEN")


def test_the_board_forgets_at_leisure(tmp_path: Path) -> None:
    """An order has the name forgotten in the games of the past; held ones follow, once they are not."""
    folder = tmp_path / "games"
    put_games(folder)
    held = {3}
    said: list[str] = []
    old = Retention(ArchiveSettings(folder), said.append, held=lambda: frozenset(held), wait=lambda _: False)
    with ThreadPoolExecutor(1) as executor:
        files = GameFiles(
            folder, executor, said.append, Means(runtime=RuntimeFolder({"TMPDIR": str(tmp_path)}))
        )
        keeper = GameKeeper(files, default_settings(), old.forget)
        table = first_table(HEADER)
        keeper.begin(table, 0)
        keeper.append(Ordered(parse_order(f"forget {NAME}")), 10, table)
        files.close()
    (folder / "000004.journal").unlink()
    old.look()
    assert named(folder) == ["000003.journal", "notes.pgn", TO_FORGET]
    held.clear()
    old.look()
    assert named(folder) == ["notes.pgn"]
