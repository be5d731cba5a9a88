"""No ply is completed that no reed showed, and nothing that reeds and wires do is too much for the core.

Hands keep the laws of chess or break them; reeds stick, lie and come off. The rows of which a law does not
hold yet stand in a table with the reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import chess
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import BUTTONS
from jadoube.core.signals.lines import BUTTONS_LINE, NAMES
from jadoube.formats.sensorlog import CHATTER_WORDS, LINE_WORDS, Edge, SensorLog
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.hard.rows import HARD_ROWS, HardJob
from jadoube_sim.benchmarks.played.reading import LEVERS, NO_FAULT, Job, Row, log_of
from jadoube_sim.hands import FAULTS, HABITS
from jadoube_sim.hands.games import Game
from shared.drawn.games import STARTS, drawn_moves
from shared.hands.unseen_plies import unseen_plies

pytestmark = pytest.mark.once

SEEDS = st.integers(0, 2**32 - 1)

_BELIEVED = "a ply is read through a bad reed that is still believed"
_BLIND = "after plies on a line that is off, legal plies are made up that explain the rest of the board"
#: Hard rows with plies that are completed though a reed never showed them.
NOT_YET: Mapping[str, str] = {
    "sticks-open": _BELIEVED,
    "sticks-closed": _BELIEVED,
    "sticks-frozen": _BELIEVED,
    "two-stick": _BELIEVED,
    "lies-1s": _BELIEVED,
    "lies-3s": _BELIEVED,
    "lies-10s": _BELIEVED,
    "lies-30s": _BELIEVED,
    "lies-a-while": _BELIEVED,
    "file-off": _BLIND,
    "rank-off": _BLIND,
    "line-comes-back": _BLIND,
    "two-taken-back": "two plies taken back are read as one more, and legal plies are made up after it",
}

#: Hands of which the law cannot hold: a square that is left and taken again between two scans shows nothing.
BETWEEN_SCANS = (
    *("two-plies-one-scan", "two-plies-one-scan-30", "two-plies-one-scan-60"),
    *("3-plies-one-scan", "4-plies-one-scan"),
)

#: Rows of hands that begin before the first ply: the game begins at the start of chess.
FROM_THE_START = ("black-first", "sleeve-before")


def a_log(habit: str, levers: str, fault: str, start_fen: str, plies: int, seed: int) -> SensorLog:
    """Draw a game, and play it by a habit of the published table, with a fault."""
    levers = "pressed" if HABITS[habit].levers_only and levers == "none" else levers
    game = Game(1, start_fen, drawn_moves(start_fen, plies, seed))
    return log_of(Job(game, Row(habit, levers, fault), seed))


USUAL = st.builds(
    a_log,
    st.sampled_from([name for name in HABITS if name not in BETWEEN_SCANS]),
    st.sampled_from(list(LEVERS)),
    st.sampled_from([NO_FAULT, *FAULTS]),
    st.sampled_from(STARTS),
    st.integers(2, 40),
    SEEDS,
)


def hard_job(name: str, levers: str, start_fen: str, plies: int, seed: int) -> HardJob:
    """Draw a game for a hard row."""
    start_fen = chess.STARTING_FEN if name in FROM_THE_START else start_fen
    return HardJob(Game(1, start_fen, drawn_moves(start_fen, plies, seed)), name, levers, seed)


def hard(names: Sequence[str]) -> st.SearchStrategy[HardJob]:
    """Any game of these hard rows."""
    return st.builds(
        hard_job,
        st.sampled_from(names),
        st.sampled_from(list(LEVERS)),
        st.sampled_from(STARTS),
        st.integers(2, 40),
        SEEDS,
    )


def played(job: HardJob) -> SensorLog:
    """The log of a drawn game that gives an occasion for its row."""
    one = job.played()
    assume(one)
    assert one
    return one.log


@given(USUAL)
def test_usual_hands_complete_no_unseen_ply(log: SensorLog) -> None:
    """By any habit, with any fault of the published table."""
    assert unseen_plies(log) == []


@given(USUAL)
def test_usual_hands_make_no_irregular_ply(log: SensorLog) -> None:
    """Lawful play and tries that are put right, by any habit and with any fault: all plies are legal."""
    assert replay(log).table.line.irregular_ply == 0


#: Four plies are told at once here: a king was set down beside its square, and put right by later play.
TOLD_AT_ONCE = hard_job(
    "beside-a-ply", "pressed", "r3k2r/p1pp1ppp/1pn2n2/4p3/4P3/1PN2N2/P1PP1PPP/R3K2R b KQkq - 0 1", 24, 1
)


@example(TOLD_AT_ONCE)
@given(hard([name for name in HARD_ROWS if name not in {*NOT_YET, *BETWEEN_SCANS}]))
def test_hard_hands_complete_no_unseen_ply(job: HardJob) -> None:
    """Illegal captures, sweeps, dead reeds: the reed is suspect, or the ply bears a doubt."""
    assert unseen_plies(played(job)) == []


def test_unseen_plies_are_found() -> None:
    """A watcher who overlooks some reeds misses the plies that they showed, and those only."""
    moves = tuple(map(chess.Move.from_uci, ("e2e4", "d7d5", "e4d5", "d8d5")))
    log = log_of(Job(Game(1, chess.STARTING_FEN, moves), Row("plain", "pressed"), 0))
    assert unseen_plies(log) == []
    assert unseen_plies(log, overlooked=chess.BB_E2 | chess.BB_D5) == ["1 e2e4 source", "2 d7d5 target"]
    assert unseen_plies(log, overlooked=chess.BB_E4 | chess.BB_H8) == ["1 e2e4 target", "3 e4d5 source"]


EDGES = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.one_of(
            st.tuples(st.sampled_from(["open", "close"]), st.sampled_from(chess.SQUARE_NAMES)),
            st.tuples(st.sampled_from(["press", "release"]), st.sampled_from(list(BUTTONS))),
            st.tuples(st.sampled_from(LINE_WORDS), st.sampled_from(NAMES[:BUTTONS_LINE])),
            st.tuples(st.sampled_from(CHATTER_WORDS), st.sampled_from(chess.SQUARE_NAMES)),
        ),
    ),
    max_size=30,
)


@settings(max_examples=40)
@given(hard(list(HARD_ROWS)), EDGES)
def test_no_history_of_edges_raises(job: HardJob, others: list[tuple[float, tuple[str, str]]]) -> None:
    """Whatever the hands do and reeds, buttons and wires do besides: it is read to the end, as some game."""
    log = played(job)
    noise = [Edge(int(share * log.lasts_us), word, name) for share, (word, name) in others]
    table = replay(replace(log, edges=tuple(sorted([*log.edges, *noise])))).table
    board = chess.Board(scoresheet(table).start_fen)
    for line in table.line.plies():
        if line.irregular or line.move is None:
            board = line.board.copy()
        else:
            board.push(line.move)
    assert board.board_fen() == table.line.board.board_fen()
