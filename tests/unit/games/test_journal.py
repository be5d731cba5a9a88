"""The journal: its text to the letter, what is refused of it, its fold, and what the export makes of it."""

import re
import zlib
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import Button, Ended, Event, Restarted, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.settings import Comfort
from jadoube.core.signals.debounce import Change, Contacts, settled_contacts
from jadoube.core.signals.lines import Open, Wires
from jadoube.core.state.table import Terms
from jadoube.formats.sensorlog import Edge
from jadoube.games.journal.export import export_losses, to_sensor_log
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.fold import fold
from jadoube.games.journal.header import Header, encode_text
from jadoube.games.journal.text import Entry, format_event, format_start, parse_journal, read_journal
from jadoube.games.replay import replay

START = chess.Board().occupied
E2, E4 = chess.BB_SQUARES[chess.E2], chess.BB_SQUARES[chess.E4]
BLITZ = Header(Terms(control=parse_time_control("300+3")), settled_contacts(START))
NO_CLOCK = Header(Terms(), settled_contacts(START))

SMALL = """\
jadoube-journal 2 *74ac05fe
start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 *dd3d31bf
time-control 300+3 *ff1e872b
rules club *2015dafa
debounce-ms 20 *0386d87a
tenths-below-s 20 *17add362
menu 7 *f080ee3c
scan-period-ms 5 *79144f24
from-ms 1000 *c632ab79
closed ffff00000000ffff *9bc01293
reeds-changing 990:1000 *14e9053c
pressed 00 *27efc56d
white Zoë *1837b658
 *00000000
1010 scan ffff00000000efff 02 *6317a270
1500 restart *6845869f
1600 end *1d22e654
"""


def line(text: str) -> str:
    """A line with its checksum."""
    return f"{text} *{zlib.crc32(text.encode()):08x}\n"


def journal(header: Header, *events: tuple[int, Event]) -> str:
    """A journal's text."""
    return format_start(header) + "".join(format_event(event, at_ms) for at_ms, event in events)


def settled(reeds: int, at_ms: int) -> list[tuple[int, Event]]:
    """Reeds that show this and keep still for a debounce."""
    return [(at_ms, Scanned(reeds)), (at_ms + 20, Scanned(reeds))]


E4_MADE = [*settled(START ^ E2, 1000), *settled(START ^ E2 ^ E4, 2000)]
MOVED = [(2000, Scanned(START ^ E2)), (2020, Scanned(START ^ E2)), (3000, Scanned(START ^ E2 ^ E4))]


# The text


@pytest.mark.parametrize("control", ["300+3", "60", "180+2", "40/5400+30:1800+30", "300 ; 60+1", "-"])
def test_a_kept_journal_folds_as_before(control: str) -> None:
    """One whose orders have seconds without a sign: they mean seconds, and are written with the sign now."""
    header = format_start(NO_CLOCK)
    kept = header + line(f"1010 order control {control}") + line("1600 end")
    now = header + line(f"1010 order control pgn:{control}") + line("1600 end")
    before, after = (fold(parse_journal(text, "kept")) for text in (kept, now))
    assert before.table.terms.control == parse_time_control(control)
    assert (before.table.terms, before.table.play.clock) == (after.table.terms, after.table.play.clock)
    (order, _) = parse_journal(kept, "kept").events
    assert format_event(order.event, order.at_ms) == line(f"1010 order control pgn:{control}")


def test_the_format_to_the_letter() -> None:
    """A small journal of an earlier version is written and read as docs/journal.md shows it."""
    header = Header(
        terms=Terms(control=parse_time_control("300+3"), landing_ms=0),
        reeds=Contacts(START ^ E2, START, (Change(E2, 990),)),
        from_ms=1000,
        tags={"White": "Zoë"},
    )
    events = ((1010, Scanned(START ^ E2, Button.BLACK)), (1500, Restarted()), (1600, Ended()))
    assert journal(header, *events) == SMALL
    read = parse_journal(SMALL, "a.journal")
    assert (read.header, read.events) == (header, tuple(Entry(*event) for event in events))
    assert (read.sound_bytes, read.torn) == (len(SMALL.encode()), False)


def test_the_documentation_shows_this_journal() -> None:
    """The example in docs/journal.md is the journal above."""
    text = (Path(__file__).parents[3] / "docs/journal.md").read_text(encoding="utf-8")
    assert SMALL in text.replace("\n    ", "\n")


def test_names_may_hold_anything() -> None:
    """A name with a line break, a backslash or bytes that are no UTF-8 comes back as it was."""
    tags = {"White": "a\nb\\n*\\", "Black": "\udcff", "Event": ""}
    text = format_start(Header(Terms(), settled_contacts(START), tags=tags))
    assert parse_journal(encode_text(text), "a.journal").header.tags == tags


def test_the_language_is_kept_where_it_is_not_english() -> None:
    """A restart says the reasons as before; a journal in English has no line for it."""
    french = journal(Header(Terms(language="fr"), settled_contacts(START)))
    assert "\nlanguage fr *" in french
    assert "\nlanguage" not in journal(NO_CLOCK)
    assert parse_journal(french, "a.journal").header.terms.language == "fr"


def test_the_menu_is_kept_with_its_controls() -> None:
    """The owner's controls and those set by hand come back in their order."""
    own = tuple(filter(None, map(parse_time_control, ("1200+5", "300 ; 60+1"))))
    header = Header(Terms(own_controls=own), settled_contacts(START), comfort=Comfort(by_hand=own[::-1]))
    text = journal(header)
    assert "\ncontrols 1200+5 | 300 ; 60+1 *" in text
    assert "\nby-hand 300 ; 60+1 | 1200+5 *" in text
    assert parse_journal(text, "a.journal").header == header


def test_the_export_names_what_the_menu_had() -> None:
    """A replayed log has the menu of now, without what this board's offered: said if it was opened."""
    own = tuple(filter(None, map(parse_time_control, ("1200+5", "300+7"))))
    header = Header(
        Terms(own_controls=own[:1], menu=1), settled_contacts(START), comfort=Comfort(by_hand=own[1:])
    )
    keys = ((1500, Button.OK), (1510, Button.OK), (1600, 0), (1625, 0))
    opened = tuple((at_ms, Scanned(START, buttons)) for at_ms, buttons in keys)
    read, untouched = (parse_journal(journal(header, *each, (1700, Ended())), "a") for each in (opened, ()))
    assert list(export_losses(read)) == ["menu 1", "controls 1200+5", "by-hand 300+7"]
    assert list(export_losses(untouched)) == ["controls 1200+5", "by-hand 300+7"]


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("menu", "8", "menu: '8' found, expected one of: 2, 3, 4, 5, 6, 7"),
        ("controls", "300 | -", "controls: '-' found, expected time controls with | between them"),
        ("controls", "300 |", "controls: column 1: found the end, expected digits, '-', '*' or '^'"),
        ("by-hand", "1 | 2 | 3 | 4 | 5 | 6", "by-hand: 6 time controls found, expected 5 at most"),
    ],
)
def test_a_menu_that_makes_no_sense_is_refused(key: str, value: str, why: str) -> None:
    """With its line, and what was expected."""
    header, events = journal(NO_CLOCK).replace("menu 7 *f080ee3c\n", "").split("\n *00000000\n")
    text = header + "\n" + line(f"{key} {value}") + " *00000000\n" + events
    with pytest.raises(BadInput) as refused:
        parse_journal(text, "a.journal")
    assert str(refused.value).partition(": ")[2] == why


def test_a_last_line_that_is_torn_is_dropped() -> None:
    """Wherever the last line is cut, or damaged, what stands before it is read, and where to cut is said."""
    whole = SMALL.encode()
    sound = whole.rindex(b"1600 end")
    for torn in [*(whole[:end] for end in range(sound + 1, len(whole))), whole[:-3] + b"d\n"]:
        read = parse_journal(torn, "a.journal")
        assert (read.torn, read.sound_bytes) == (True, sound)
        assert [event for _, event in read.events] == [Scanned(START ^ E2, Button.BLACK), Restarted()]


REFUSED: dict[str, tuple[str, str]] = {
    "damaged": (SMALL.replace("1500", "1501"), "16: damaged line '1501 restart *6845869f' found"),
    "a line without a checksum": (SMALL.replace(" *6845869f", ""), "16: damaged line '1500 restart' found"),
    "two torn lines": (SMALL.replace("1500", "1501")[:-4], "16: damaged line"),
    "another version": (
        line("jadoube-journal 3") + "x",
        "1: a journal of version '3' found, expected version 2",
    ),
    "no journal": ("jadoube-sensor-log 1\n", "1: 'jadoube-sensor-log 1' found, expected 'jadoube-journal 2'"),
    "nothing": ("", "1: '' found, expected 'jadoube-journal 2'"),
    "half a header": (SMALL[:200], "6: the end found, expected the rest of the header"),
    "an unknown key": (SMALL.replace(line("rules club"), line("odds 1")), "4: header key 'odds' found"),
    "a second key": (SMALL.replace(line("rules club"), line("from-ms 1")), "9: a second from-ms found"),
    "a missing key": (SMALL.replace(line("rules club"), ""), "13: the header's end found, expected rules"),
    "a wrong start": (SMALL.replace(line(f"start {chess.STARTING_FEN}"), line("start x")), "2: start: "),
    "a wrong rule set": (SMALL.replace(line("rules club"), line("rules chaos")), "4: rules: 'chaos' found"),
    "no whole number": (SMALL.replace(line("from-ms 1000"), line("from-ms -1")), "9: from-ms: '-1' found"),
    "no period": (
        SMALL.replace(line("scan-period-ms 5"), line("scan-period-ms 0")),
        "8: scan-period-ms: '0'",
    ),
    "no set": (
        SMALL.replace(line("pressed 00"), line("pressed 80")),
        "12: pressed: '80' found, expected 2 hex",
    ),
    "no change": (
        SMALL.replace(line("reeds-changing 990:1000"), line("reeds-changing x")),
        "11: reeds-changing",
    ),
    "an unknown event": (SMALL.replace(line("1500 restart"), line("1500 rest")), "16: '1500 rest' found"),
    "an earlier instant": (
        SMALL.replace(line("1500 restart"), line("1009 restart")),
        "16: instant 1009 found, expected 1010 or later",
    ),
}


@pytest.mark.parametrize("wrong", REFUSED)
def test_what_is_refused(wrong: str) -> None:
    """Damage before the last line, and whatever no keeper writes, is refused with its line."""
    text, expected = REFUSED[wrong]
    with pytest.raises(BadInput, match="^" + re.escape(f"a.journal:{expected}")):
        parse_journal(text, "a.journal")


def test_a_header_that_is_no_text_is_refused() -> None:
    """Bytes that are no UTF-8 are refused even under a right checksum."""
    wrong = b"white \xff"
    data = encode_text(line("jadoube-journal 1")) + wrong + b" *%08x\n" % zlib.crc32(wrong)
    with pytest.raises(BadInput, match=r"^a\.journal:2: .*can't decode"):
        parse_journal(data, "a.journal")


def test_a_file_is_read_or_refused(tmp_path: Path) -> None:
    """A journal is read from its file; a file that is not there is refused by its name."""
    path = tmp_path / "000001.journal"
    with pytest.raises(BadInput, match=r"000001\.journal: no such file or directory, expected a journal"):
        read_journal(path)
    path.write_text(SMALL, encoding="utf-8")
    assert read_journal(path) == parse_journal(SMALL, "a.journal")


# The fold


def test_a_fold_makes_the_table() -> None:
    """The moves of a journal stand on its table, at the last event's instant."""
    folded = fold(parse_journal(journal(NO_CLOCK, *E4_MADE), "a.journal"))
    assert [each.san for each in folded.table.line.plies()] == ["e4"]
    assert (folded.last_ms, folded.closed, folded.unfinished) == (2020, False, True)


def test_a_game_that_has_not_begun_is_not_unfinished() -> None:
    """Without a ply, and with a clock that never ran, there is nothing to take up."""
    folded = fold(parse_journal(journal(BLITZ, *settled(START ^ E2, 1000)), "a.journal"))
    assert folded.table.play.phase is Phase.SETTING_UP
    assert not folded.unfinished


def test_a_game_that_was_left_is_closed() -> None:
    """After `end` nothing more belongs to the game."""
    folded = fold(parse_journal(journal(NO_CLOCK, *E4_MADE, (3000, Ended())), "a.journal"))
    assert (folded.closed, folded.unfinished) == (True, False)


def test_the_game_that_another_follows_stays_as_it_was() -> None:
    """The scan that begins another game is the journal's last, and its own game's moves stay on its table."""
    board, events = chess.Board(), []
    for number, san in enumerate(("f3", "e5", "g4", "Qh4#"), start=1):
        before = board.occupied
        source = chess.BB_SQUARES[board.push_san(san).from_square]
        events += settled(before & ~source, number * 1000)
        events += settled(board.occupied, number * 1000 + 500)
    events += [(6000, Scanned(board.occupied)), *settled(START & board.occupied, 7000), *settled(START, 8000)]
    early, late = (
        fold(parse_journal(journal(NO_CLOCK, *events, (at_ms, Scanned(START))), "a.journal"))
        for at_ms in (9999, 10_000)
    )
    assert (early.closed, late.closed, late.last_ms) == (False, True, 10_000)
    assert scoresheet(late.table) == scoresheet(early.table)
    assert [ply.san for ply in scoresheet(late.table).plies] == ["f3", "e5", "g4", "Qh4#"]


def test_a_game_that_begins_while_a_reed_changes() -> None:
    """The first table wants its scan when that reed has held long enough, and then takes it for settled."""
    header = Header(Terms(), Contacts(START ^ E2, START, (Change(E2, 990),)), from_ms=1000)
    assert first_table(header).wake_ms == 1010
    folded = fold(parse_journal(journal(header, (1010, Scanned(START ^ E2))), "a.journal"))
    assert folded.table.board.reeds.settled == START ^ E2


# The export


def test_the_export_to_the_letter() -> None:
    """Differences between scans are edges, in the time since the game began, at the scan's due instant."""
    header = Header(BLITZ.terms, settled_contacts(START), from_ms=1000)
    events = ((1011, Scanned(START ^ E2, Button.BLACK)), (1016, Scanned(START)), (1500, Scanned(START)))
    log = to_sensor_log(parse_journal(journal(header, *events), "a.journal"))
    assert log.edges == (
        Edge(10_000, "open", "e2"),
        Edge(10_000, "press", "black"),
        Edge(15_000, "close", "e2"),
        Edge(15_000, "release", "black"),
    )
    assert (log.time_control, log.rules, log.closed, log.end_us) == ("300+3", "club", START, 500_000)


def clock_running(*then: tuple[int, Event]) -> str:
    """A journal in which Black's lever starts White's clock at 1000."""
    held = Scanned(START, Button.BLACK)
    press = ((1000, held), (1005, held), (1080, Scanned(START)), (1100, Scanned(START)))
    return journal(BLITZ, *press, *then)


def white_left_ms(text: str) -> int | None:
    """What White's clock shows ten seconds later, if it runs on, after the export is replayed."""
    table = replay(to_sensor_log(parse_journal(text, "a.journal"))).table
    return table.play.clock.remaining_ms(chess.WHITE, 20_000) if table.play.clock else None


def test_a_restart_pauses_the_exported_clock() -> None:
    """The clock that a restart paused stands in the replay, at the very instant."""
    text = clock_running((6000, Scanned(START)), (6000, Restarted()), (9000, Scanned(START)))
    assert white_left_ms(text) == 303_000 - 5000


def test_a_clock_that_stood_is_not_touched_by_a_restart() -> None:
    """Where nothing ran nothing is pressed."""
    text = journal(BLITZ, (6000, Restarted()))
    assert to_sensor_log(parse_journal(text, "a.journal")).edges == ()


def test_a_key_that_was_held_in_a_restart_never_acts() -> None:
    """`play` was held when the power went: it is let go without acting, so the clock is paused once only."""
    held, free = Scanned(START, Button.PLAY), Scanned(START)
    again = ((6100, held), (6105, held), (6200, free), (6220, free))
    text = clock_running((6000, held), (6005, held), (6010, Restarted()), *again)
    # The press after the restart is a new one, and resumes when it is released: White has used 5.01 s.
    log = to_sensor_log(parse_journal(text, "a.journal"))
    assert [edge.word for edge in log.edges if edge.name == "play"] == ["press", "release"] * 2
    table = replay(log).table
    assert table.play.clock is not None
    assert (table.play.clock.running, table.play.clock.remaining_ms(chess.WHITE, 6200)) == (
        chess.WHITE,
        297_990,
    )


def test_a_key_that_was_held_when_the_game_began_never_acts() -> None:
    """`play` is still down then, and comes up at last: in the replay, too, no clock is started by it."""
    held = settled_contacts(int(Button.PLAY))
    header = Header(BLITZ.terms, settled_contacts(START), from_ms=1000, buttons=held)
    text = journal(header, (1200, Scanned(START)), (1300, Scanned(START)), (9000, Scanned(START)))
    table = replay(to_sensor_log(parse_journal(text, "a.journal"))).table
    assert table.play.clock is not None
    assert not table.play.clock.started


# Lines of the matrix that cannot be read


def test_a_scan_with_bad_lines_is_kept() -> None:
    """The sets of lines stand behind the buttons; a scan without such a line is written as ever."""
    event = Scanned(chess.BB_FILE_E, 0, 1 << 4)
    assert format_event(event, 1000).startswith("1000 scan 1010101010101010 00 00010 00000 *")
    read = parse_journal(journal(NO_CLOCK, (1000, event)), "a.journal")
    assert read.events == (Entry(1000, event),)
    assert " 00 *" in format_event(Scanned(START), 1000)


WIRES = {
    "an open line": Wires(raw=START & ~chess.BB_FILE_E, open=(Open(4),)),
    "an open line whose wire may be back": Wires(raw=START, open=(Open(4, 990), Open(11))),
    "a line at ground": Wires(raw=START | chess.BB_FILE_E, grounded=1 << 4, shown=(1 << 4, 0, 0)),
    "a line at 3.3 V": Wires(raw=START & ~chess.BB_RANK_2, powered=1 << 9, shown=(0, 1 << 9, 0)),
    "a reed that chatters": Wires(raw=START, chattering=chess.BB_A3, shown=(0, 0, chess.BB_A3)),
}


@pytest.mark.parametrize("wires", WIRES.values(), ids=WIRES)
def test_a_game_may_begin_with_lines_that_cannot_be_read(wires: Wires) -> None:
    """The header holds them: the fold begins with the table that the board had."""
    header = replace(NO_CLOCK, wires=wires)
    read = parse_journal(journal(header, *E4_MADE), "a.journal").header
    assert read == header
    table = first_table(read)
    assert (table.board.wires, table.best.bad, table.wake_ms) == (wires, wires.blind, wires.due_ms)


def test_the_export_says_which_reeds_chatter() -> None:
    """From the header on; the log replays to the same game, and shows the same scans."""
    e4 = chess.BB_E4
    header = replace(NO_CLOCK, wires=Wires(raw=START, chattering=chess.BB_A3, shown=(0, 0, chess.BB_A3)))
    scans: list[tuple[int, Event]] = [
        (1500, Scanned(START, chattering=e4)),
        (2000, Scanned(START & ~chess.BB_E2, chattering=e4)),
        (4000, Scanned(START & ~chess.BB_E2 | e4)),
        (4500, Scanned(START & ~chess.BB_E2 | e4)),
    ]
    log = to_sensor_log(parse_journal(journal(header, *scans), "a.journal"))
    words = [(edge.word, edge.name) for edge in log.edges]
    assert words == [
        ("chatter", "a3"),
        ("chatter", "e4"),
        ("rest", "a3"),
        ("open", "e2"),
        ("close", "e4"),
        ("rest", "e4"),
    ]
    assert replay(log).table.line.san == "e4"


def test_the_export_says_which_lines_touch_ground() -> None:
    """The log replays to the same game."""
    scans: list[tuple[int, Event]] = [
        (1000, Scanned(START)),
        (1005, Scanned(START | chess.BB_FILE_A, 0, 1)),
        *[(at_ms, Scanned(event.reeds | chess.BB_FILE_A, 0, 1)) for at_ms, event in MOVED],
        (3005, Scanned(START ^ E2 ^ E4)),
        (3100, Ended()),
    ]
    log = to_sensor_log(parse_journal(journal(NO_CLOCK, *scans), "a.journal"))
    assert [(word, name) for _, word, name in log.edges if word in ("ground", "mend")] == [
        ("ground", "a"),
        ("mend", "a"),
    ]
    assert [ply.san for ply in replay(log).table.line.plies()] == ["e4"]
