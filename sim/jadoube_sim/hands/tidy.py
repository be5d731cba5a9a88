"""The tidy hand: it plays games as raw edges, one clean gesture after another.

It keeps the position, the time and the lots that it draws; it decides neither how a move is made (its
manner does) nor how fast (its pace). It never looks at the clock: with little time its flag may fall.
"""

import random
from collections.abc import Iterable

import chess

from jadoube.formats.sensorlog import Edge, SensorLog, parse_start_fen
from jadoube_sim.hands.gestures import TIDY, Manner, gesture_for, lever
from jadoube_sim.hands.steps import Motion, Pace, draw_us, timed

#: After its last edge a log runs on for so long that a ply which ends the game is confirmed by quiet.
QUIET_AT_END_MS = 1500

#: The first thing happens this long after the log begins.
FIRST_MS = 1000

DEFAULT_PACE = Pace()


class TidyHand:
    """Both players' hands at one board.

    `board` is the position as it plays, `now_us` the instant when it has done its last gesture, `edges` all
    that it did; each gesture also returns its own. Same arguments and same calls: same edges. Raises
    ValueError for a start that is none, or a move that is not legal.
    """

    def __init__(
        self,
        start_fen: str = chess.STARTING_FEN,
        manner: Manner = TIDY,
        *,
        pace: Pace = DEFAULT_PACE,
        seed: int = 0,
        presses: bool = True,
        time_control: str = "-",
    ) -> None:
        self.board = parse_start_fen(start_fen)
        self.edges: list[Edge] = []
        self.now_us = FIRST_MS * 1000
        self._start = self.board.fen(en_passant="fen")
        self._manner = manner
        self._pace = pace
        self._rng = random.Random(seed)
        self._presses = presses
        self._time_control = time_control
        if presses and time_control != "-":
            self.make([lever(not self.board.turn)])  # it starts the other clock

    def ply(self, move: chess.Move) -> list[Edge]:
        """Think, make the move and press the lever, if this hand presses."""
        steps: list[Motion] = [*gesture_for(self.board, move, self._manner)]
        if self._presses:
            steps.append(lever(self.board.turn))
        self.board.push(move)
        return self.make(steps)

    def make(self, steps: Iterable[Motion]) -> list[Edge]:
        """Think, then do the steps: whatever hands do between plies."""
        begin_us = self.now_us + (draw_us(self._pace.think_ms, self._rng) if self.edges else 0)
        edges, self.now_us = timed(steps, self._pace, self._rng, begin_us)
        self.edges += edges
        return edges

    def log(self) -> SensorLog:
        """Give all that was done so far as a sensor log, with a quiet end."""
        return SensorLog(
            start=self._start,
            time_control=self._time_control,
            edges=tuple(self.edges),
            end_us=self.now_us + QUIET_AT_END_MS * 1000,
        )


def play(
    moves: Iterable[chess.Move],
    start_fen: str = chess.STARTING_FEN,
    manner: Manner = TIDY,
    *,
    pace: Pace = DEFAULT_PACE,
    seed: int = 0,
    presses: bool = True,
    time_control: str = "-",
) -> SensorLog:
    """Play a game from its start to its last move, and give what the sensors saw.

    `presses`: the mover's lever after each ply and, with a clock, the other side's to start it; else none.
    Raises ValueError for a start that is none, or a move that is not legal.
    """
    hand = TidyHand(start_fen, manner, pace=pace, seed=seed, presses=presses, time_control=time_control)
    for move in moves:
        hand.ply(move)
    return hand.log()


def play_edges(
    board: chess.Board,
    move: chess.Move,
    at_us: int,
    manner: Manner = TIDY,
    *,
    pace: Pace = DEFAULT_PACE,
    seed: int = 0,
) -> list[Edge]:
    """Give the raw edges of one legal move from `at_us` on, without the lever."""
    edges, _ = timed(gesture_for(board, move, manner), pace, random.Random(seed), at_us)
    return edges
