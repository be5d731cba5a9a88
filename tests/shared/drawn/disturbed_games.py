"""Games with disturbances, and a table as a value that can be compared: for laws that hold whatever comes."""

import random
from dataclasses import replace

import chess
from hypothesis import strategies as st

from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import BUTTONS
from jadoube.core.rules.game_line import Line
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.hands import Pace, play

PERIOD_MS = 5
STARTS = (
    chess.STARTING_FEN,
    "r3k2r/pP1p1ppp/8/2p1pP2/2P2p2/8/PP1P2PP/R3K2R w KQkq e6 0 1",
    "8/2P5/8/4k3/8/3K4/5p2/8 b - - 0 1",
    "7k/5K2/8/6P1/8/8/8/8 w - - 0 1",
)
CONTROLS = ("-", "1", "2+1", "300+3 ; 3")
OF_EVERY_KIND = (*CONTROLS, "1d1", "1b1", "*2", "1y2x1", "^", "2/1+1:1", "1:1:1d1", "1/2")
SEEDS = st.integers(0, 2**32 - 1)
BLITZ = Pace((50, 400), (30, 100), (30, 150), (30, 100))
"""Between two presses of one key lie more than the debounce time and a scan, or they are one."""

Told = list[tuple[int, tuple[Effect, ...]]]
"""What was decided, with the instant of the scan."""


# What is done to the board


def some_moves(start_fen: str, plies: int, rng: random.Random) -> list[chess.Move]:
    """Draw the moves of a legal game."""
    board = chess.Board(start_fen)
    while len(board.move_stack) < plies and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    return board.move_stack


def a_disturbed_log(seed: int, plies: int, disturbances: int) -> SensorLog:
    """A game on a short clock, and reeds and buttons that do something else besides."""
    rng = random.Random(seed)
    start = rng.choice(STARTS)
    log = play(
        some_moves(start, plies, rng),
        start,
        pace=BLITZ,
        seed=seed,
        presses=rng.random() < 0.7,
        time_control=rng.choice(OF_EVERY_KIND),
    )
    noise = [edge for _ in range(disturbances) for edge in _disturbance(log.lasts_us, rng)]
    closed = rng.getrandbits(64) if rng.random() < 0.1 else None
    edges = tuple(sorted((*log.edges, *noise)))
    end_us = max(log.lasts_us, *(edge.at_us for edge in edges)) if edges else log.lasts_us
    scans = -(-end_us // (PERIOD_MS * 1000))
    return replace(log, edges=edges, closed=closed, end_us=scans * PERIOD_MS * 1000)


def _disturbance(until_us: int, rng: random.Random) -> list[Edge]:
    """A reed or a button that acts, and mostly falls back: sooner than a debounce, or later."""
    at_us, held_us = rng.randrange(until_us), rng.choice((1_000, 7_000, 22_000, 90_000, 1_500_000))
    if rng.random() < 0.5:
        words, name = ["press", "release"], rng.choice(list(BUTTONS))
    else:
        words, name = ["open", "close"], rng.choice(chess.SQUARE_NAMES)
        rng.shuffle(words)
    edges = [Edge(at_us, words[0], name), Edge(at_us + held_us, words[1], name)]
    return edges if rng.random() < 0.9 else edges[:1]


LOGS = st.builds(a_disturbed_log, SEEDS, st.integers(0, 12), st.integers(0, 12))


def value(table: Table) -> tuple[object, ...]:
    """All that a table is, comparable: a line by its moves."""
    retreat, candidate, stood = table.play.retreat, table.panel.candidate, table.board.stood
    seen = table.seen
    rested = (stood.reading,) if stood else ()
    pressed = tuple(one for press in seen.pressed for one in press.readings)
    readings = [
        (_moves(one.line), one.line.board.fen(), *one._replace(others=())[1:], [*map(_moves, one.others)])
        for one in (
            *(*seen.hypotheses, *seen.stood, *seen.asked, *seen.held),
            *(*pressed, *rested, *table.board.lasted),
        )
    ]
    presses = [(press.side, press.completed, len(press.readings)) for press in seen.pressed]
    past = [(_moves(one.start.best.line), one.taken_in) for one in seen.past]
    rest = seen._replace(hypotheses=(), stood=(), asked=(), held=(), replaced=(), pressed=(), past=())
    proposal = table.play.proposal
    kept = (retreat, candidate, proposal)
    lines = [_moves(each and each.line) for each in kept]
    other = value(table.other) if table.other else None
    lies = table.lies._replace(other=None)
    others = table._replace(
        seen=rest,
        play=table.play._replace(retreat=None, proposal=None),
        panel=table.panel._replace(candidate=None),
        board=table.board._replace(stood=None, lasted=()),
        lies=lies,
        undoable=None,
    )
    undoable = table.undoable and (table.undoable.order, table.undoable.until_ms)
    since = (
        retreat and retreat.since_ms,
        candidate and candidate.until_ms,
        stood and stood[1:],
        proposal and proposal.ply,
    )
    replaced = [(_moves(each.line), each.blaming) for each in seen.replaced]
    return (*others, undoable, readings, presses, lines, replaced, past, *since, other)


def _moves(line: Line | None) -> list[chess.Move | None]:
    return [each.move for each in line.plies()] if line else []
