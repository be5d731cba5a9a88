"""Any legal game by any hand comes back exactly or in doubt, and how it is scanned changes little.

A *silent error* is a first wrong ply without a doubt mark that names what was played
(`benchmarks/played/reading.py`). The hands of which the law does not hold yet stand in tables with the
reason, so that it holds for all the others.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.display.scoresheet import Ply, Scoresheet, scoresheet
from jadoube.core.messages.effects import Effect
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Terms
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.played.reading import LEVERS, Job, Row, log_of, score
from jadoube_sim.hands import HABITS
from jadoube_sim.hands.games import Game
from shared.drawn.games import STARTS, drawn_moves

pytestmark = pytest.mark.once

SEEDS = st.integers(0, 2**32 - 1)
PERIODS_MS = (1, 2, 5, 10)
LONGEST_MS = max(PERIODS_MS)

#: Hands that may be misread silently: a habit, or a habit with its levers.
_LOST = "a last capture that loses a piece is less plausible than that nothing was played"
_UNASKED = "nothing calls for a last capture whose victim was pushed out, before the pieces are cleared away"
_DETOUR = "a square crossed or straightened is taken for the square of the ply before"
NOT_YET: Mapping[str, str] = {
    "two-plies-one-scan": "two plies of which only the end is seen may be two others, of which one is kept",
    "swap, none": _LOST,
    "final-frame, none": _LOST,
    "club, none": _UNASKED,
    "blitz, none": _UNASKED,
    "slow-slide, none": _DETOUR,
    "target-first, none": _DETOUR,
    "second-thoughts, none": "a pawn that moved on one square is taken en passant, without another piece",
}

#: Hands whose choice of a promotion's piece may be lost: they play games in which all are queens.
_TOO_SOON = "the piece is chosen before anything says that there is a promotion"
_TOO_LATE = "the reply is lifted before the piece is chosen, which accepts the queen"
_LATER = "the piece is chosen for the reading that is the best then, and another may be it later"
QUEENS_ONLY: Mapping[str, str] = {
    "swap": _TOO_SOON,
    "swap-glimpsed": _TOO_SOON,
    "final-frame": _TOO_SOON,
    "overlapping-flights": _TOO_LATE,
    "club": _TOO_LATE,
    "blitz": _TOO_LATE,
    "second-thoughts": _LATER,
    "slow-slide": _LATER,
}

#: Hands that set up the start of chess afterwards: it is a new game only if the game began so, and a
#: takeback after so few plies.
SET_UP = ("clearing-up", "kings-on-centre", "club", "blitz")
FEW_PLIES = 12


def a_job(habit: str, levers: str, start_fen: str, plies: int, seeds: tuple[int, int]) -> Job:
    """Draw a game that these hands can play."""
    if habit in SET_UP:
        start_fen, plies = chess.STARTING_FEN, max(plies, FEW_PLIES)
    queens_only = habit in QUEENS_ONLY
    moves = drawn_moves(start_fen, plies, seeds[0], queens_only=queens_only)
    if habit in SET_UP:
        plies = max(plies, _last_start(moves) + FEW_PLIES)
        moves = drawn_moves(start_fen, plies, seeds[0], queens_only=queens_only)
    return Job(Game(1, start_fen, moves), Row(habit, levers), seeds[1])


def _last_start(moves: Sequence[chess.Move]) -> int:
    """The last ply after which the start of chess stands again on the squares; 0: none."""
    board, last = chess.Board(), 0
    for ply, move in enumerate(moves, start=1):
        board.push(move)
        if board.occupied == chess.Board().occupied:
            last = ply
    return last


def jobs(levers: str, left_out: Mapping[str, str]) -> st.SearchStrategy[Job]:
    """Any game by any habit, but for some, with these levers."""
    used = [name for name, habit in HABITS.items() if LEVERS[levers][0] or not habit.levers_only]
    habits = [name for name in used if not {name, f"{name}, {levers}"} & left_out.keys()]
    return st.builds(
        a_job,
        st.sampled_from(habits),
        st.just(levers),
        st.sampled_from(STARTS),
        st.integers(1, 40),
        st.tuples(SEEDS, SEEDS),
    )


JOBS = st.sampled_from(list(LEVERS)).flatmap(lambda levers: jobs(levers, {}))


@pytest.mark.parametrize("levers", LEVERS)
@given(data=st.data())
def test_a_game_comes_back_or_is_in_doubt(levers: str, data: st.DataObject) -> None:
    """Whatever the hands do, no ply is read wrong without saying what else it may have been."""
    assert not score(data.draw(jobs(levers, NOT_YET))).silent


def scanned(log: SensorLog, lasts_ms: int, rng: random.Random) -> SensorLog:
    """The same as a slow scanner sees it, with every state of the board lasting so long at least."""
    edges: list[Edge] = []
    stood, at_us = (log.reeds, frozenset[str]()), 0
    shown, delay_us = stood, 0
    for scan, group in groupby(log.edges, lambda edge: -(-edge.at_us // (LONGEST_MS * 1000))):
        for edge in group:
            shown = _after(shown, edge)
        if shown == stood:
            continue
        earliest_us = at_us + lasts_ms * 1000 if edges else 0
        at_us = max(scan * LONGEST_MS * 1000 + delay_us, earliest_us) + rng.randrange(3000)
        delay_us = max(0, at_us - scan * LONGEST_MS * 1000)
        edges += _between(at_us, stood, shown)
        stood = shown
    return replace(log, edges=tuple(edges), end_us=log.lasts_us + delay_us + lasts_ms * 1000)


Contacts = tuple[Occupancy, frozenset[str]]
"""The reeds that are closed, and the names of the buttons that are held."""


def _after(shown: Contacts, edge: Edge) -> Contacts:
    reeds, held = shown
    match edge.word:
        case "close":
            return reeds | chess.BB_SQUARES[chess.parse_square(edge.name)], held
        case "open":
            return reeds & ~chess.BB_SQUARES[chess.parse_square(edge.name)], held
        case "press":
            return reeds, held | {edge.name}
    return reeds, held - {edge.name}


def _between(at_us: int, before: Contacts, after: Contacts) -> list[Edge]:
    """The edges that lead from one state to another, all at one instant."""
    (reeds, held), (reeds_after, held_after) = before, after
    return [
        *(Edge(at_us, "open", chess.SQUARE_NAMES[each]) for each in chess.SquareSet(reeds & ~reeds_after)),
        *(Edge(at_us, "close", chess.SQUARE_NAMES[each]) for each in chess.SquareSet(reeds_after & ~reeds)),
        *(Edge(at_us, "release", name) for name in sorted(held - held_after)),
        *(Edge(at_us, "press", name) for name in sorted(held_after - held)),
    ]


def sheets(log: SensorLog, periods_ms: Sequence[int]) -> list[Scoresheet]:
    """What is read of a log at each of these scan periods."""
    return [scoresheet(replay(log, period_ms=period_ms).table) for period_ms in periods_ms]


def what_is_read(sheet: Scoresheet) -> object:
    """The moves, the doubts and the result, and nothing of time."""
    return [(each.move, each.doubts) for each in sheet.plies], sheet.outcome and sheet.outcome.termination


@given(JOBS, SEEDS)
def test_dense_and_sparse_scans_decide_alike(job: Job, seed: int) -> None:
    """Where every state of the board lasts a debounce, scans of 1, 2, 5 and 10 ms read the same."""
    log = scanned(log_of(job), Terms().debounce_ms + LONGEST_MS, random.Random(seed))
    dense, *others = sheets(log, PERIODS_MS)
    assert [what_is_read(each) for each in others] == [what_is_read(dense)] * len(others)


@given(JOBS)
def test_what_a_sparse_scan_misses_is_a_doubt(job: Job) -> None:
    """A glitch that only dense scans see may sharpen: the sparse reading is the same, or names the other."""
    dense, sparse = sheets(log_of(job), (min(PERIODS_MS), LONGEST_MS))
    for one, other in zip_longest(dense.plies, sparse.plies):
        assert one
        assert other
        if one.move != other.move:
            assert one.san in other.doubts
            return


@given(JOBS, SEEDS)
def test_edges_of_one_instant_have_no_order(job: Job, seed: int) -> None:
    """In whatever order a log names what happens at one instant, the same is decided at the same instants."""
    rng = random.Random(seed)
    log = scanned(log_of(job), 0, rng)
    instants = [list(group) for _, group in groupby(log.edges, lambda edge: edge.at_us)]
    shuffled = [edge for group in instants for edge in rng.sample(group, len(group))]
    assert told(replace(log, edges=tuple(shuffled))) == told(log)


def told(log: SensorLog) -> list[tuple[int, tuple[Effect, ...]]]:
    """What is decided, and when."""
    decided: list[tuple[int, tuple[Effect, ...]]] = []
    replay(log, lambda now_ms, _table, effects: decided.append((now_ms, effects)))
    return decided


@given(JOBS)
def test_in_a_mirror_a_game_reads_the_same_or_is_in_doubt(job: Job) -> None:
    """White's hands on Black's side of the board: what is level may come out otherwise, and then says so."""
    log = log_of(job)
    straight, mirrored = scoresheet(replay(log).table), scoresheet(replay(in_a_mirror(log)).table)
    assert_same_or_in_doubt(straight.plies, mirrored.plies)


def in_a_mirror(log: SensorLog) -> SensorLog:
    """The first rank is the eighth, and White is Black."""
    start = chess.Board(log.start).mirror().fen(en_passant="fen")
    edges = tuple(edge._replace(name=_mirrored(edge.name)) for edge in log.edges)
    return replace(log, start=start, edges=edges)


_LEVERS = {"white": "black", "black": "white"}


def _mirrored(name: str) -> str:
    if name in chess.SQUARE_NAMES:
        return chess.SQUARE_NAMES[chess.square_mirror(chess.parse_square(name))]
    return _LEVERS.get(name, name)


def assert_same_or_in_doubt(straight: Sequence[Ply], mirrored: Sequence[Ply]) -> None:
    """Where the two part for the first time, one names the other's move."""
    for one, other in zip_longest(straight, mirrored):
        assert one
        assert other
        if one.san != other.san.translate(_RANKS):
            assert other.san.translate(_RANKS) in one.doubts or one.san.translate(_RANKS) in other.doubts
            return


_RANKS = str.maketrans("12345678", "87654321")
