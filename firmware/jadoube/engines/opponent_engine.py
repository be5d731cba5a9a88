"""An engine that plays a side: its move, and when it resigns, offers a draw or takes one; and its advice.

The law: an engine is never trusted. Each question has a hard limit; one that dies, hangs or answers with an
illegal move is started again, and its game goes on: the question holds all of it. What it finds as an adviser
it does not know as an opponent: that is another game for it.

It refuses to know where the questions come from (`player_process.py`).
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import chess
import chess.polyglot
from chess.engine import EngineError, Limit, PlayResult, UciProtocol

from jadoube.config.problems import BadInput
from jadoube.core.rules.game_line import board_after
from jadoube.engines.engine_process import USUAL, Care, EngineProcess, Thinking
from jadoube.engines.evaluation import Assessment, assess_plies
from jadoube.engines.known_engines import Engine
from jadoube.engines.strength import strength_of

HAND_MS: Final = 3_000
"""So much of its time is left to the hand that makes the move (a guess: hands take two to three seconds)."""

NODES_PER_S: Final = 100_000
"""What an engine that does not stop at nodes is held to search: its nodes become a time (a guess)."""

MOVES_TO_GO: Final = 20
"""So many moves share what the clock has left, as engines do (a guess)."""

MOST_S: Final = 15.0
"""The most that a move takes by the clock, however much is left: a player waits for it (a guess)."""

SLACK_S: Final = 10.0
"""With a clock an engine that answers so much too late hangs: what it loses is its own time (a guess)."""

LEAST_MS: Final = 50
"""The least time for a move, also if the clock shows nothing (a guess)."""

USUAL_S: Final = 2.0
"""The time for a move where no clock, no nodes and no setting limit it."""

ADVICE_S: Final = 1.0
"""How long it looks for a good move to advise (a guess): far better than people, and nobody waits."""

ASSESSING: Final = Thinking(seconds=0.5)
"""How long it looks at a position before a ply and at the one after it (a guess: blunders are plain)."""

HOPELESS_CP: Final = -900
HOPELESS_MOVES: Final = 4
"""It resigns when its last moves were so bad for it: nearly a queen (usual for `-resign` of cutechess-cli: 3
to 5 moves at 600 to 1000)."""

LEVEL_CP: Final = 15
LEVEL_MOVES: Final = 4
DRAWN_AFTER: Final = 80
"""It takes a draw after so many plies in a level position (cutechess-cli's usual `-draw`: move 40, 10 to 20
centipawns), and offers one when its last moves were level, at each tenth move, so that it begs nobody."""

WORSE_CP: Final = -150
OPENING_PLIES: Final = 16
"""After the opening it takes a draw if it is so much worse (a guess)."""

KEEN_ELO: Final = 1200
"""A weaker player plays on: he does not see that he is lost."""


class Asked(NamedTuple):
    """A position to move in. Times are whole milliseconds."""

    start_fen: str
    moves: tuple[str, ...]
    elo: int = 0
    """How strong it is to play. As an adviser it is as strong as it can."""
    clock_ms: tuple[int, int] | None = None
    """What White and Black have left; None: no clock."""
    increment_ms: tuple[int, int] = (0, 0)
    move_ms: int | None = None
    """A fixed time for the move."""
    use_book: bool = True


class Played(NamedTuple):
    """What the engine does."""

    move: str
    """In UCI notation; empty where the position is finished."""
    resigns: bool = False
    offers_draw: bool = False
    accepts_draw: bool = False
    cp: int | None = None
    """The score for its side in centipawns; None if unknown."""


class PlayingEngine:
    """An engine that plays. `book` is a Polyglot book; None: none."""

    def __init__(self, engine: Engine, *, book: str | None = None, care: Care = USUAL) -> None:
        self._process = EngineProcess(engine, care)
        self._engine = engine
        self._care = care
        self._book = Path(book) if book else None
        self._last: Asked | None = None
        self._game = object()
        self._scores: dict[int, int] = {}
        """Of the moves of this game, by the number of plies before them."""

    async def play(self, asked: Asked) -> Played:
        """Return its move. BadInput if it fails again and again, or the question is no chess."""
        board = _board_of(asked)
        self._follow(asked)
        if not any(board.legal_moves):
            return Played("")
        if asked.use_book and (move := self._book_move(board)):
            return Played(move.uci())

        async def think(engine: UciProtocol) -> Played:
            return self._decided(asked, board, await self._think(engine, board, asked))

        return await self._process.persist(think, ", expected a move")

    async def advise(self, asked: Asked) -> str:
        """Return the best move that it finds, in UCI notation; empty where the position is finished.

        BadInput as for `play`.
        """
        board = _board_of(asked)
        if not any(board.legal_moves):
            return ""

        async def think(engine: UciProtocol) -> str:
            playing = engine.play(board, Limit(time=ADVICE_S), game=object())
            result = await self._process.within(ADVICE_S + self._care.answer_s, playing)
            return _legal_move(board, result).uci()

        return await self._process.persist(think, ", expected a move")

    async def assess(self, asked: Asked) -> str:
        """Return what was better than the last move, in UCI notation, if that is a blunder; empty if not.

        BadInput as for `play`.
        """
        after = _board_of(asked)
        if not after.move_stack:
            return ""
        before = after.copy()
        move = before.pop()
        evaluations = [await self._process.evaluate(board, ASSESSING) for board in (before, after)]
        (assessed,) = assess_plies((move,), evaluations, before.turn)
        blunder = assessed.assessment is Assessment.BLUNDER and assessed.better
        return assessed.better[0].uci() if blunder else ""

    async def close(self) -> None:
        """End its process, at once: it has nothing to keep, and who ends it does not wait long."""
        await self._process.kill()

    def _follow(self, asked: Asked) -> None:
        """Begin a new game with an empty memory, unless this question goes on from the last one.

        After a takeback, too: it is not to know what it has seen behind the moves that are taken back, nor
        how lost it was there.
        """
        last, self._last = self._last, asked
        if last and asked.start_fen == last.start_fen and asked.moves[: len(last.moves)] == last.moves:
            return
        self._game, self._scores = object(), {}

    def _book_move(self, board: chess.Board) -> chess.Move | None:
        if self._book is None:
            return None
        with suppress(OSError, IndexError, ValueError), chess.polyglot.open_reader(self._book) as book:
            return book.weighted_choice(board).move
        return None

    async def _think(self, engine: UciProtocol, board: chess.Board, asked: Asked) -> PlayResult:
        limit = _limit(asked, board, engine, self._engine)
        slack_s = self._care.answer_s if asked.clock_ms is None else min(self._care.answer_s, SLACK_S)
        # python-chess takes back what these options changed before the next move that does not name them.
        options = strength_of(asked.elo, engine.options).options
        playing = engine.play(board, limit, info=chess.engine.INFO_SCORE, options=options, game=self._game)
        return await self._process.within((limit.time or 0) + slack_s, playing)

    def _decided(self, asked: Asked, board: chess.Board, result: PlayResult) -> Played:
        move = _legal_move(board, result)
        score = result.info.get("score")
        cp = score.pov(board.turn).score(mate_score=10_000) if score else None
        if cp is not None:
            self._scores[len(asked.moves)] = cp
        late = board.ply() >= DRAWN_AFTER
        worse = cp is not None and cp <= WORSE_CP and board.ply() >= OPENING_PLIES
        return Played(
            move.uci(),
            resigns=asked.elo >= KEEN_ELO and self._were(asked, HOPELESS_MOVES, lambda cp: cp <= HOPELESS_CP),
            offers_draw=late
            and board.fullmove_number % 10 == 0
            and self._were(asked, LEVEL_MOVES, lambda cp: abs(cp) <= LEVEL_CP),
            accepts_draw=worse or (late and cp is not None and abs(cp) <= LEVEL_CP),
            cp=cp,
        )

    def _were(self, asked: Asked, moves: int, so: Callable[[int], bool]) -> bool:
        """Whether the scores of its last moves of this game, so many, were all so."""
        last = (self._scores.get(len(asked.moves) - 2 * back) for back in range(moves))
        return all(cp is not None and so(cp) for cp in last)


def _board_of(asked: Asked) -> chess.Board:
    try:
        return board_after(asked.start_fen, asked.moves)
    except ValueError as problem:
        raise BadInput("question", f"{problem}, expected legal moves from a FEN") from problem


def _legal_move(board: chess.Board, result: PlayResult) -> chess.Move:
    if result.move is None or result.move not in board.legal_moves:
        raise EngineError(f"move {result.move} found, expected a legal one")
    return result.move


def _limit(asked: Asked, board: chess.Board, engine: UciProtocol, which: Engine) -> Limit:
    """How long it thinks: for its share of the clock, and no longer than its strength needs."""
    nodes = strength_of(asked.elo, engine.options).nodes
    time_s = asked.move_ms / 1000 if asked.move_ms else USUAL_S
    if asked.clock_ms:
        usable_s = _usable_s(asked.clock_ms[not board.turn])
        share_s = usable_s / MOVES_TO_GO + asked.increment_ms[not board.turn] / 1000
        wanted_s = time_s if asked.move_ms else min(share_s, MOST_S)
        time_s = min(max(wanted_s, LEAST_MS / 1000), usable_s)
    if nodes and not which.counts_nodes:
        return Limit(time=min(time_s, nodes / NODES_PER_S))
    return Limit(time=time_s, nodes=nodes)


def _usable_s(left_ms: int) -> float:
    """How much of what a clock shows is not left to the hand; of little time a quarter."""
    return max(left_ms - HAND_MS, left_ms // 4, LEAST_MS) / 1000
