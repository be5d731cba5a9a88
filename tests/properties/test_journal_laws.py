"""The journal, for any game: its fold is the table that the board had, and its export replays to the same.

That does not depend on how far the searches go. A board that is moved anyhow is read again and again, each
time for each reed; so here every search ends early, in the game and in its replay. (Not in `make soak`.)
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from jadoube.config.problems import BadInput
from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import Scoresheet, scoresheet
from jadoube.core.messages.effects import GameBegun, GameReopened
from jadoube.core.messages.events import (
    BUTTONS,
    Adjudicated,
    Button,
    Ended,
    Event,
    Restarted,
    Scanned,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.reading import searching
from jadoube.core.rules.game_line import Line
from jadoube.core.signals.debounce import Change, Contacts, settled_contacts
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.formats.sensorlog import Edge, SensorLog, format_sensor_log, parse_sensor_log
from jadoube.games.journal.export import to_sensor_log
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.fold import fold
from jadoube.games.journal.header import TAGS, Header, encode_text, header_for
from jadoube.games.journal.text import Journal, Recorded, format_event, format_start, parse_journal
from jadoube.games.replay import replay
from jadoube_sim.hands import Key, Lift, Place, Step, TidyHand, Wait, adjusting
from shared.drawn.examples import SOAKED
from shared.drawn.orders import ORDERED

PERIOD_MS = 5


@pytest.fixture(scope="module", autouse=True)
def short_searches() -> Iterator[None]:
    """Let every search end after a tenth of its positions."""
    with pytest.MonkeyPatch.context() as patch:
        if not SOAKED:
            patch.setattr(searching, "MOST_POSITIONS", searching.MOST_POSITIONS // 10)
        yield


@dataclass
class Written:
    """One game as a board journals it, its table, and the first one at which it was over."""

    table: Table
    text: str
    last_ms: int
    over: Table | None = None


@dataclass
class Board:
    """A board at work: the loop in small, on a grid of scans, each a little late if `late` draws it so.

    `restart_at` are the numbers of journalled events after which the program begins again.
    """

    table: Table
    from_ms: int
    restart_at: frozenset[int] = frozenset()
    late: random.Random | None = None
    games: list[Written] = field(default_factory=list)
    journalled: int = 0
    last: Scanned = field(init=False)

    def __post_init__(self) -> None:
        self.last = Scanned(self.table.board.reeds.raw, self.table.panel.buttons.raw)
        self._begin(self.from_ms)

    def play(self, edges: tuple[Edge, ...], lasts_us: int) -> None:
        """Scan while the hands do all this, wherever something changed or a deadline has passed."""
        changes = _scans(edges, self.last)
        due_ms = next(changes, None)
        grid_ms, end_ms = 0, lasts_us // 1000
        while grid_ms <= end_ms:
            if due_ms and due_ms[0] <= grid_ms:
                self.last = due_ms[1]
                due_ms = next(changes, None)
            self._scan(grid_ms)
            wake_ms = deadline_ms(self.table)
            wakes = [end_ms + 1, due_ms[0] if due_ms else end_ms + 1]
            wakes += [] if wake_ms is None else [wake_ms - self.from_ms]
            grid_ms = max(grid_ms + PERIOD_MS, -(-min(wakes) // PERIOD_MS) * PERIOD_MS)

    def _scan(self, grid_ms: int) -> None:
        late_ms = self.late.randrange(PERIOD_MS) if self.late else 0
        self.feed(self.last, self.from_ms + grid_ms + late_ms)

    def feed(self, event: Event, now_ms: int) -> None:
        """Take in one event and journal it, as the loop does."""
        before = self.table
        self.table, effects = step(before, event, now_ms)
        if self.table is before:
            return
        if any(isinstance(effect, GameReopened) and effect.earlier for effect in effects):
            self.games.pop()  # the game before goes on, and nothing was played in this one
        game = self.games[-1]
        game.text += format_event(event, now_ms)
        game.last_ms = now_ms
        self.journalled += 1
        if any(isinstance(effect, GameBegun) for effect in effects):
            self._begin(now_ms)
        else:
            game.table = self.table
            game.over = game.over or (self.table if self.table.play.phase is Phase.OVER else None)
        if self.journalled in self.restart_at:
            self.feed(Restarted(), now_ms)

    def _begin(self, now_ms: int) -> None:
        header = header_for(self.table, now_ms, PERIOD_MS, {})
        self.games.append(Written(self.table, format_start(header), now_ms))


def _scans(edges: tuple[Edge, ...], last: Scanned) -> Iterator[tuple[int, Scanned]]:
    """What the scans on the grid show, wherever an edge came before one."""
    reeds, buttons = last.reeds, last.buttons
    for number, (at_us, word, name) in enumerate(edges):
        if name in BUTTONS:
            bit = BUTTONS[name].value
            buttons = buttons | bit if word == "press" else buttons & ~bit
        else:
            bit = chess.BB_SQUARES[chess.parse_square(name)]
            reeds = reeds | bit if word == "close" else reeds & ~bit
        scan = -(-at_us // (PERIOD_MS * 1000))
        if number + 1 == len(edges) or -(-edges[number + 1].at_us // (PERIOD_MS * 1000)) != scan:
            yield scan * PERIOD_MS, Scanned(reeds, buttons)


def picture(value: object) -> object:
    """A table, to the last field, as a value: lines are told by their moves, not by which object they are."""
    match value:
        case Line():
            return value.board.fen(), [line.move for line in value.plies()]
        case tuple():
            return tuple(map(picture, value))
    return value


def left(game: Written, *, closed: bool) -> Scoresheet:
    """The scoresheet as a replay has it: when the game is over, or closed, or left as at a log's end.

    It is that of the board's own tables, which a fold of the journal gives, too: the first test's claim.
    """
    if game.over or closed:
        return scoresheet(game.over or game.table)
    return scoresheet(step(game.table, Ended(), game.last_ms)[0])


def replayed(games: list[Written]) -> Iterator[tuple[Scoresheet, Scoresheet, Table]]:
    """Of each game: the scoresheet of its exported journal, the board's own, and its table."""
    for number, game in enumerate(games, start=1):
        yield exported(game.text), left(game, closed=number < len(games)), game.table


def moves(sheet: Scoresheet) -> object:
    """What has to come back exactly."""
    return [(ply.move, ply.doubts) for ply in sheet.plies], sheet.result, sheet.outcome


def exported(text: str) -> Scoresheet:
    """A journal's game, through the export, its text, and a replay."""
    log = to_sensor_log(parse_journal(text, "a.journal"))
    assert parse_sensor_log(format_sensor_log(log), "a.log") == log
    return scoresheet(replay(log, period_ms=PERIOD_MS).table)


AMPLE = ["-", "300+3", "300d5", "300b5", "*300", "300y3x30", "^", "2/300:300+9", "300 ; ^"]


@st.composite
def logs(draw: st.DrawFn, *, panel: bool = True, close: bool = True) -> SensorLog:
    """What a tidy hand does in one game or two, with other things between: adjusting, pausing, idle keys.

    Without the panel nobody can pause, and with a clock there is one game only. Nothing is close that is not
    `close`: no flag is near its fall, and nothing happens as a second game begins.
    """
    rng = random.Random(draw(st.integers(0, 2**32)))
    start = draw(st.sampled_from([chess.STARTING_FEN, "8/P5k1/8/8/8/8/p5K1/8 w - - 0 1"]))
    control = draw(st.sampled_from([*AMPLE, "20 ; 15+1", "9:9:9d2", "5y9x3"] if close else AMPLE))
    hand = TidyHand(start, seed=rng.randrange(2**32), presses=draw(st.booleans()), time_control=control)
    between = ["", "", "", "adjust", *(BUTTONS if panel else ())]
    _play_on(draw, hand, rng, between)
    if draw(st.booleans()) and (panel or control == "-"):
        if control != "-":
            hand.make([Key(Button.PLAY)])
        taps: list[list[Step]] = [[Key(button)] for button in BUTTONS.values()]
        then = draw(st.sampled_from([*taps, LIFTED]))
        _set_up_again(hand, start, [Wait(draw(st.integers(1880, 2020))), *then] if close else [])
        hand.make([Wait(3000)])
        _play_on(draw, hand, rng, between)
    return hand.log()


def _play_on(draw: st.DrawFn, hand: TidyHand, rng: random.Random, other: list[str]) -> None:
    for between in draw(st.lists(st.sampled_from(other), min_size=1, max_size=14)):
        if not (legal := list(hand.board.legal_moves)):
            return
        hand.ply(rng.choice(legal))
        if between == "adjust":
            hand.make(adjusting(chess.lsb(hand.board.kings)))
        elif between:
            hand.make([Key(BUTTONS[between])])


LIFTED: list[Step] = [Lift(chess.E8), Place(chess.E8), Lift(chess.A2), Place(chess.A2)]
"""Pieces are touched; of the two starts each has one of them."""


def _set_up_again(hand: TidyHand, start: str, then: list[Step]) -> None:
    """Set the pieces up again, and do something else when they have stood for nearly two seconds."""
    now, stand = hand.board.occupied, chess.Board(start).occupied
    hand.make([Lift(square) for square in chess.SquareSet(now & ~stand)])
    hand.make([*(Place(square) for square in chess.SquareSet(stand & ~now)), *then])
    hand.board = chess.Board(start)


def board_for(log: SensorLog, restart_at: frozenset[int], late: int | None, from_ms: int) -> Board:
    """A board that played this log from some instant on."""
    terms = Terms(log.start, parse_time_control(log.time_control))
    lots = None if late is None else random.Random(late)
    board = Board(new_table(terms, settled_contacts(log.reeds)), from_ms, restart_at, lots)
    board.play(log.edges, log.lasts_us)
    return board


PANEL_KEYS = BUTTONS.keys() - {"white", "black"}
RESTARTS = st.frozensets(st.integers(1, 200), max_size=3)
LATE = st.none() | st.integers(0, 2**32)
FROM_MS = st.integers(0, 10**9).map(lambda number: number * PERIOD_MS)


@given(log=logs(), restart_at=RESTARTS, late=LATE, from_ms=FROM_MS)
def test_the_fold_is_the_table_that_the_board_had(
    log: SensorLog, restart_at: frozenset[int], late: int | None, from_ms: int
) -> None:
    """Whatever is played, folding each game's journal gives its last table, to the last field."""
    games = board_for(log, restart_at, late, from_ms).games
    for number, game in enumerate(games, start=1):
        folded = fold(parse_journal(game.text, "a.journal"))
        assert picture(folded.table) == picture(game.table)
        assert folded.last_ms == game.last_ms
        assert folded.closed == (number < len(games))


@given(log=logs(), from_ms=FROM_MS)
def test_the_export_replays_to_the_same_scoresheet(log: SensorLog, from_ms: int) -> None:
    """Moves, doubts, result and clock are the same."""
    for there, here, _ in replayed(board_for(log, frozenset(), None, from_ms).games):
        assert there == here


@given(log=logs(close=False), late=st.integers(0, 2**32), from_ms=FROM_MS)
def test_late_scans_are_exported_too(log: SensorLog, late: int, from_ms: int) -> None:
    """Where scans came late the moves are the same, and the clock to within a scan for each ply.

    A ply that was taken back has used its time, too.
    """
    presses = sum(edge.word == "press" and edge.name not in PANEL_KEYS for edge in log.edges)
    for there, here, table in replayed(board_for(log, frozenset(), late, from_ms).games):
        assert moves(there) == moves(here)
        assert _clocks_off_ms(there, here) <= PERIOD_MS * max(table.line.ply, presses)


@given(log=logs(panel=False), restart_at=RESTARTS, from_ms=FROM_MS)
def test_a_restart_is_exported_too(log: SensorLog, restart_at: frozenset[int], from_ms: int) -> None:
    """Where the program began again in the middle the clock was paused, and it is in the replay.

    There the key `play` pauses it: a sensor log has no restarts. So these pauses look like a player's.
    """
    assume(not any(edge.name in PANEL_KEYS for edge in log.edges))  # promotions: the next test's
    for there, here, _ in replayed(board_for(log, restart_at, None, from_ms).games):
        assert replace(there, pauses=()) == replace(here, pauses=())


@given(log=logs(), restart_at=RESTARTS, from_ms=FROM_MS)
def test_a_restart_may_come_upon_a_panel_key(
    log: SensorLog, restart_at: frozenset[int], from_ms: int
) -> None:
    """Even in the middle of a key's tap, or of a chord: then the clock is paused a moment late."""
    for there, here, table in replayed(board_for(log, restart_at, None, from_ms).games):
        assert moves(there) == moves(here)
        late_ms = table.terms.debounce_ms + 3 * PERIOD_MS
        assert _clocks_off_ms(there, here) <= late_ms * len(restart_at)


def _clocks_off_ms(one: Scoresheet, other: Scoresheet) -> int:
    """By how much the clocks after a ply differ at the most; they are known after the same plies."""
    clocks = [(ply.remaining_ms, same.remaining_ms) for ply, same in zip(one.plies, other.plies, strict=True)]
    assert all((ours is None) == (theirs is None) for ours, theirs in clocks)
    return max((abs((ours or 0) - (theirs or 0)) for ours, theirs in clocks), default=0)


# The text

TEXTS = st.text(st.characters(), max_size=20)  # surrogates too: a command line may hold them


@st.composite
def contacts(draw: st.DrawFn, most: int, from_ms: int) -> Contacts:
    """Contacts at an instant, some of them changing."""
    settled, differs = draw(st.integers(0, most)), draw(st.integers(0, most))
    some = differs & draw(st.integers(0, most))
    since_ms = max(0, from_ms - draw(st.integers(1, 19)))
    changing = [Change(some, since_ms), Change(differs & ~some, from_ms)]
    return Contacts(settled ^ differs, settled, tuple(change for change in changing if change.contacts))


@st.composite
def headers(draw: st.DrawFn) -> Header:
    """Any header."""
    from_ms = draw(st.integers(0, 10**12))
    return Header(
        terms=Terms(
            draw(st.sampled_from([chess.STARTING_FEN, "8/P5k1/8/8/8/8/p5K1/8 w - - 0 1"])),
            parse_time_control(draw(st.sampled_from([*AMPLE, "300", "5400+30 ; 600"]))),
            debounce_ms=draw(st.integers(5, 200)),
            tenths_below_s=draw(st.sampled_from([0, 10, 20])),
            low_time_s=draw(st.integers(0, 60)),
        ),
        reeds=draw(contacts(2**64 - 1, from_ms)),
        buttons=draw(contacts(127, from_ms)),
        from_ms=from_ms,
        scan_period_ms=draw(st.integers(1, 20)),
        tags=draw(st.dictionaries(st.sampled_from(list(TAGS)), TEXTS)),
    )


EVENTS = st.one_of(
    st.builds(Scanned, st.integers(0, 2**64 - 1), st.integers(0, 127)),
    st.just(Restarted()),
    st.just(Ended()),
    ORDERED,
    st.builds(Adjudicated, st.just(chess.STARTING_FEN), st.sampled_from([True, False, None])),
)


@st.composite
def journals(draw: st.DrawFn, most: int = 30) -> tuple[str, Journal]:
    """Any journal that can be written, and what it says."""
    header, events = draw(headers()), list[tuple[int, Event]]()
    at_ms, entries = header.from_ms, list[Recorded]()
    for gap_ms, event in draw(st.lists(st.tuples(st.integers(0, 10**6), EVENTS), max_size=most)):
        at_ms += gap_ms
        events.append((at_ms, event))
        entries.append(Recorded(at_ms, event))
    text = format_start(header) + "".join(format_event(event, at_ms) for at_ms, event in events)
    return text, Journal(header, tuple(entries), len(encode_text(text)), torn=False)


@given(journal=journals())
def test_what_is_written_is_read_back(journal: tuple[str, Journal]) -> None:
    """Any journal that is written is read back equal, and so is the table that it begins with."""
    text, said = journal
    assert parse_journal(text, "a.journal") == said
    assert parse_journal(encode_text(text), "a.journal") == said
    assert first_table(said.header).board.reeds == said.header.reeds


@given(journal=journals(most=6), data=st.data())
def test_a_damaged_byte_is_found(journal: tuple[str, Journal], data: st.DataObject) -> None:
    """Whatever a byte becomes, the journal is refused with a line, or the last line alone is dropped."""
    text, said = journal
    content = bytearray(encode_text(text))
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= data.draw(st.integers(1, 255))
    try:
        read = parse_journal(bytes(content), "a.journal")
    except BadInput as refused:
        name, line = refused.place.split(":")
        assert name == "a.journal"
        assert 1 <= int(line) <= content.count(b"\n") + 1
    else:
        assert read.torn
        assert said.events[: len(read.events)] == read.events
        assert len(said.events) - len(read.events) in (1, 2)  # two where the line's end between them is gone


@given(text=st.text() | st.binary(), headed=st.booleans())
def test_any_text_is_a_journal_or_refused_with_a_line(text: str | bytes, headed: bool) -> None:
    """No text does anything else, sound lines before it or not."""
    data = text if isinstance(text, bytes) else encode_text(text)
    before = encode_text(format_start(Header(Terms(), settled_contacts(0)))) if headed else b""
    try:
        read = parse_journal(before + data, "a.journal")
    except BadInput as refused:
        place = refused.place
    else:
        place = "a.journal:0"
        assert (read.events, read.sound_bytes) == ((), len(before))
    assert place.startswith("a.journal:")
