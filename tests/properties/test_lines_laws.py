"""A wire of the matrix that comes off is named, whatever is played; and no hands are taken for a wire."""

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from jadoube.config.problems import BadInput
from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.messages.effects import Effect, LineFaulty, LineMended, MoveMade, MoveUnmade
from jadoube.core.messages.events import Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.signals.lines import BUTTONS_LINE, LEAST_CONTACTS, LINES, NAMES, LineFault
from jadoube.core.state.table import Table, new_table
from jadoube.formats.log_contacts import LogContacts
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.journal.fold import fold
from jadoube.games.journal.header import header_for
from jadoube.games.journal.text import format_event, format_start, parse_journal
from jadoube.games.replay import replay, terms_of_log
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
from jadoube_sim.hands import HABITS, play
from jadoube_sim.hands.games import Game, read_games
from shared.drawn.examples import some

pytestmark = pytest.mark.once

GAMES = [game for game in read_games(BUILT_IN) if not isinstance(game, BadInput)]
AFTER_US = 400_000
"""A wire comes off so long after the last edge of a pause."""
NAMED_WITHIN_MS = 1000

Told = list[tuple[int, Effect]]


def told_of(log: SensorLog) -> Told:
    """All effects of a log, each with its instant."""
    told: Told = []

    def watch(now_ms: int, _table: Table, effects: tuple[Effect, ...]) -> None:
        told.extend((now_ms, effect) for effect in effects)

    replay(log, watch)
    return told


def pauses(log: SensorLog, at_least_us: int) -> list[int]:
    """The numbers of the edges after which nothing changes for so long."""
    edges = log.edges
    return [n for n in range(len(edges) - 1) if edges[n + 1].at_us - edges[n].at_us >= at_least_us]


def closed_after(log: SensorLog, edges: int) -> int:
    """The reeds that are closed after this number of edges."""
    reeds = log.reeds
    for _, word, name in log.edges[:edges]:
        if name in chess.SQUARE_NAMES:
            bit = chess.BB_SQUARES[chess.parse_square(name)]
            reeds = reeds | bit if word == "close" else reeds & ~bit
    return reeds


@pytest.mark.parametrize("habit", HABITS)
def test_no_hands_are_taken_for_a_wire(habit: str) -> None:
    """Whatever their manner, also when pieces are swept off, set up or pushed together."""
    levers = "pressed" if HABITS[habit].levers_only else "none"
    for seed, game in some(list(enumerate(GAMES))):
        told = told_of(log_of(Job(game, Row(habit, levers), seed)))
        assert not [each for each in told if isinstance(each[1], LineFaulty)]


@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 99),
    when=st.floats(0, 1, exclude_max=True),
    line=st.integers(0, 15),
)
def test_a_wire_that_comes_off_is_named_and_costs_nothing_if_it_comes_back(
    game: Game, seed: int, when: float, line: int
) -> None:
    """In a pause a line with three pieces or more comes off, and is back before the next move."""
    log = log_of(Job(game, Row("plain", "pressed"), seed))
    places = pauses(log, 2_400_000)
    assume(places)
    number = places[int(when * len(places))] + 1
    off_us = log.edges[number - 1].at_us + AFTER_US
    assume((closed_after(log, number) & LINES[line]).bit_count() >= LEAST_CONTACTS)
    wire = (Edge(off_us, "cut", NAMES[line]), Edge(off_us + 1_000_000, "mend", NAMES[line]))
    edges = (*log.edges[:number], *wire, *log.edges[number:])
    told = told_of(SensorLog(log.start, log.time_control, log.rules, log.closed, edges, log.end_us))
    lines = [(now_ms, each) for now_ms, each in told if isinstance(each, LineFaulty | LineMended)]
    assert [each for _, each in lines] == [LineFaulty(line, LineFault.OPEN), LineMended(line)]
    assert lines[0][0] - off_us // 1000 <= NAMED_WITHIN_MS
    assert plies_told(told) == plies_told(told_of(log))


def plies_told(told: Told) -> list[Effect]:
    """The plies that were made and unmade."""
    return [effect for _, effect in told if isinstance(effect, MoveMade | MoveUnmade)]


FAULTS = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.sampled_from(("cut", "ground", "power")),
        st.sampled_from(NAMES[:BUTTONS_LINE]),
        st.sampled_from((3, 60, 190, 210, 700, 3000, 12_000)),
        st.integers(1, 6),
    ),
    min_size=1,
    max_size=3,
)
"""When a line gets a fault (as a share of the log), which, for how long (ms), and how often."""

Scan = tuple[int, Scanned]


def scans_of(log: SensorLog, faults: list[tuple[float, str, str, int, int]], period_ms: int) -> list[Scan]:
    """What every scan of a game shows while lines get these faults."""
    edges = list(log.edges)
    for share, word, name, lasts_ms, times in faults:
        from_us = int(share * log.lasts_us)
        for turn in range(times):
            at_us = from_us + turn * 2 * lasts_ms * 1000
            edges += [Edge(at_us, word, name), Edge(at_us + lasts_ms * 1000, "mend", name)]
    edges.sort(key=lambda edge: edge.at_us)
    contacts, scans = LogContacts(log.reeds), list[Scan]()
    shown, done = contacts.scanned, 0
    for now_ms in range(0, log.lasts_us // 1000, period_ms):
        after = done
        while after < len(edges) and edges[after].at_us <= now_ms * 1000:
            after += 1
        if after > done:
            shown, done = contacts.apply(edges[done:after]), after
        scans.append((now_ms, shown))
    return scans


def run(log: SensorLog, scans: list[Scan]) -> tuple[Table, str]:
    """Step through all scans, and journal them. One that shows nothing new, unasked, changes nothing."""
    table = new_table(terms_of_log(log), settled_contacts(log.reeds))
    text, last = format_start(header_for(table, 0, 5, {})), None
    for now_ms, shown in scans:
        wake_ms = deadline_ms(table)
        before = table
        table, effects = step(before, shown, now_ms)
        if shown == last and (wake_ms is None or now_ms < wake_ms):
            assert (table is before, effects) == (True, ())
        last = shown
        text += format_event(shown, now_ms) if table is not before else ""
    return table, text


@given(
    seed=st.integers(0, 99),
    plies=st.integers(1, 8),
    faults=FAULTS,
    period_ms=st.sampled_from((1, 2, 5, 10, 20)),
)
def test_equal_scans_may_be_skipped_and_the_journal_gives_the_same_table_whatever_the_wires_do(
    seed: int, plies: int, faults: list[tuple[float, str, str, int, int]], period_ms: int
) -> None:
    """Lines come off, touch ground or 3.3 V, and are mended, several at once and at any instant."""
    moves = GAMES[0].moves[:plies]
    log = play(moves, GAMES[0].start_fen, seed=seed, presses=seed % 2 == 0, time_control="-")
    scans = scans_of(log, faults, period_ms)
    table, text = run(log, scans)
    folded = fold(parse_journal(text, "a.journal")).table
    assert (folded.board.wires, folded.board.reeds, folded.wake_ms) == (
        table.board.wires,
        table.board.reeds,
        table.wake_ms,
    )
    assert folded.line.board.fen() == table.line.board.fen()
    assert folded.best.bad == table.best.bad
