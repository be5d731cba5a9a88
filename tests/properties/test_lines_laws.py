"""A wire of the matrix that comes off is named, whatever is played; and no hands are taken for a wire."""

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from jadoube.config.problems import BadInput
from jadoube.core.messages.effects import Effect, LineFaulty, LineMended, MoveMade, MoveUnmade
from jadoube.core.signals.lines import LEAST_CONTACTS, LINES, NAMES, LineFault
from jadoube.core.state.table import Table
from jadoube.daemon.games.replay import replay
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.reading import Job, Row, log_of
from jadoube_sim.hands import HABITS
from jadoube_sim.hands.games import Game, read_games

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
    for seed, game in enumerate(GAMES):
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
