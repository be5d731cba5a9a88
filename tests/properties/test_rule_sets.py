"""Random legal play under every rule set: it ends as python-chess says, and nothing ends that goes on.

The oracle is written with python-chess alone, from the table of docs/rules.md; it shares no line with the
arbiter. Games are drawn by lot, close to every ending, and played by a tidy hand on the reeds.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import chess
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.arbiter import step
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import (
    ClaimRefused,
    DrawClaimable,
    Effect,
    FlagFell,
    GameOver,
    OrderRefused,
)
from jadoube.core.messages.events import Adjudicated, Ended, Event, Ordered
from jadoube.core.messages.orders import ClaimDraw, Resign
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.core.stages.result.adjudication import answer
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay
from jadoube_sim.hands import Pace, TidyHand

#: Close to repetitions, to fifty and to 75 moves, to mates and stalemates, to bare kings and dead positions.
STARTS = (
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "r3k2r/8/8/8/8/8/8/4K3 b kq - 94 80",
    "4k3/4p3/8/8/8/8/4P3/4K3 w - - 90 80",
    "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 96 80",
    "7k/8/8/6Q1/8/5K2/8/8 w - - 140 99",
    "4k3/8/8/2p5/3P4/8/8/4K3 w - - 0 1",
    "7k/8/5K2/8/6Q1/8/8/8 w - - 0 1",
    "8/8/8/3k4/3pB3/3K4/8/8 b - - 0 1",
    "8/2k5/8/2nB4/8/8/5K2/8 w - - 144 99",
    "4k3/8/3p4/8/2P1P3/8/8/4K3 b - - 143 99",
    "6k1/8/6n1/8/8/2B5/8/K1B5 w - - 0 1",
    chess.STARTING_FEN,
)
BRISK = Pace((300, 600), (100, 200), (100, 300), (50, 150))
SEEDS = st.integers(0, 2**32 - 1)
RULES = st.sampled_from(list(RULE_SETS))
AUTOMATIC = ("fide", "fide-blitz")
DRAWS = {True: Termination.FIFTY, False: Termination.THREEFOLD}


@dataclass(frozen=True, slots=True)
class Game:
    """Legal moves, and under which rule set they are played."""

    start: str
    moves: tuple[chess.Move, ...]
    rules: str

    def boards(self) -> Iterator[chess.Board]:
        """The position before each move, and after the last; one board that goes on."""
        board = chess.Board(self.start)
        for move in self.moves:
            yield board
            board.push(move)
        yield board


def ended(board: chess.Board, rules: str) -> Termination | None:
    """How a position, with its history, ends the game by itself: the oracle."""
    if is_listed(board):
        return Termination.DEAD_POSITION
    if board.is_checkmate():
        return Termination.CHECKMATE
    if board.is_stalemate():
        return Termination.STALEMATE
    if rules in AUTOMATIC and board.is_fivefold_repetition():
        return Termination.FIVEFOLD
    return Termination.SEVENTY_FIVE if rules in AUTOMATIC and board.is_seventyfive_moves() else None


def is_listed(board: chess.Board) -> bool:
    """The dead positions that every rule set lists: python-chess knows them, and pairs of bishops more."""
    return board.is_insufficient_material() and all(
        len(board.pieces(chess.BISHOP, side)) < 2 for side in (True, False)
    )


def claimable(board: chess.Board) -> bool:
    """Whether a draw may be claimed as the board stands, also by a move that is announced and ends the game.

    FIDE 9.3.1 asks only for the moves; python-chess asks for a legal move, too.
    """
    return board.halfmove_clock >= 100 or board.is_repetition(3)


def a_game(start: str, plies: int, seed: int, rules: str) -> Game:
    """Draw a game that goes back and forth, up to the ply that ends it."""
    rng = random.Random(seed)
    board = chess.Board(start)
    while len(board.move_stack) < plies and (not board.move_stack or ended(board, rules) is None):
        moves = list(board.legal_moves)
        back = [each for each in moves if _returns(board, each)]
        board.push(rng.choice(back if back and rng.random() < 0.7 else moves))
    return Game(start, tuple(board.move_stack), rules)


def _returns(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move puts back what the same side moved last."""
    if len(board.move_stack) < 2:
        return False
    last = board.move_stack[-2]
    return (move.from_square, move.to_square) == (last.to_square, last.from_square)


GAMES = st.builds(a_game, st.sampled_from(STARTS), st.integers(1, 40), SEEDS, RULES)


def log_of(game: Game, control: str = "-") -> SensorLog:
    """What the reeds see of a game."""
    hand = TidyHand(game.start, pace=BRISK, time_control=control, presses=control != "-")
    for move in game.moves:
        hand.ply(move)
    log = hand.log()
    return SensorLog(log.start, log.time_control, game.rules, None, log.edges, log.end_us)


def played(game: Game, control: str = "-") -> tuple[Table, list[Effect]]:
    """Play a game to its last ply: the table as it is before the log's end, and all effects."""
    effects: list[Effect] = []
    at_end: list[Table] = []

    def watched(table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        if isinstance(event, Ended):
            at_end.append(table)
        return step(table, event, now_ms)

    run = replay(log_of(game, control), lambda _ms, _table, more: effects.extend(more), stepper=watched)
    return (at_end or [run.table])[0], effects


def final(game: Game) -> chess.Board:
    """The last position, with its history."""
    *_, last = game.boards()
    return last


def outcome_of(effects: list[Effect]) -> Outcome | None:
    """How the board ended it; None if it goes on."""
    over = [each.outcome for each in effects if isinstance(each, GameOver)]
    assert len(over) <= 1
    return over[0] if over else None


def is_proved_dead(game: Game, effects: list[Effect]) -> bool:
    """Whether it ended in a dead position that is on no list, which the oracle cannot prove.

    Such a draw is for the Laws' rule sets only.
    """
    dead = outcome_of(effects) == Outcome(Termination.DEAD_POSITION)
    return dead and game.rules in AUTOMATIC and not is_listed(final(game))


@given(GAMES)
def test_a_game_ends_as_the_oracle_says(game: Game) -> None:
    """The same termination and winner; what goes on for the oracle goes on at the board."""
    table, effects = played(game)
    board, outcome = final(game), outcome_of(effects)
    if is_proved_dead(game, effects):
        return
    expected = ended(board, game.rules)
    assert [ply.move for ply in scoresheet(table).plies] == list(game.moves)
    assert (outcome.termination if outcome else None) == expected
    if outcome:
        assert outcome.winner == (not board.turn if expected is Termination.CHECKMATE else None)


@given(GAMES)
def test_a_claim_is_granted_where_python_chess_grants_it(game: Game) -> None:
    """As the board stands: of fifty moves first, then of the third time; elsewhere it is refused."""
    table, _ = played(game)
    board = final(game)
    if table.play.outcome or table.play.ends:
        return
    _, effects = step(table, Ordered(ClaimDraw(board.turn)), 10**8)
    if game.rules == "casual":
        assert isinstance(effects[-1], OrderRefused)
    elif claimable(board):
        assert effects[-1] == GameOver(Outcome(DRAWS[board.is_fifty_moves()]))
    else:
        assert any(isinstance(each, ClaimRefused) for each in effects)


@given(GAMES, SEEDS)
def test_an_announced_move_is_a_claim_where_it_leads_to_one(game: Game, seed: int) -> None:
    """The move that is announced is not played; what would stand then decides."""
    table, _ = played(game)
    board = final(game)
    if table.play.outcome or table.play.ends or game.rules == "casual":
        return
    move = random.Random(seed).choice(list(board.legal_moves))
    san = board.san(move)
    board.push(move)
    _, effects = step(table, Ordered(ClaimDraw(not board.turn, san)), 10**8)
    assert isinstance(effects[-1], GameOver) == claimable(board)


@given(GAMES)
def test_what_may_be_claimed_is_said_when_it_arises(game: Game) -> None:
    """At the third time, and at the hundredth ply; not where the game is over by itself."""
    _, effects = played(game)
    if is_proved_dead(game, effects):
        return
    said = sum(isinstance(each, DrawClaimable) for each in effects)
    arose = 0
    for number, board in enumerate(game.boards()):
        fresh = board.halfmove_clock == 100 or (board.halfmove_clock < 100 and board.is_repetition(3))
        arose += bool(number and fresh and ended(board, game.rules) is None)
    assert said == arose


@given(GAMES, st.booleans())
def test_a_resignation_loses_unless_the_rule_set_saves_it(game: Game, side: bool) -> None:
    """Under the Laws a side that has no material to mate wins nothing; elsewhere it wins all the same."""
    table, _ = played(game)
    board = final(game)
    if table.play.outcome or table.play.ends:
        return
    table, effects = step(table, Ordered(Resign(side)), 10**8)
    if table.play.adjudication:
        fen = table.play.adjudication.fen
        table, effects = step(table, Adjudicated(fen, answer(table.play.adjudication)), 10**8)
    assert isinstance(effects[-1], GameOver)
    outcome = effects[-1].outcome
    assert outcome.termination is Termination.RESIGNATION
    if outcome.winner is None:
        assert game.rules in AUTOMATIC
    else:
        assert outcome.winner == (not side)
        assert game.rules not in AUTOMATIC or not board.has_insufficient_material(not side)


@given(st.sampled_from(STARTS), RULES)
def test_a_flag_falls_as_the_oracle_says(start: str, rules: str) -> None:
    """Nobody moves: the side to move loses on time, or is saved by what the rule set says."""
    board = chess.Board(start)
    log = log_of(Game(start, (), rules), "3")
    log = SensorLog(log.start, log.time_control, rules, None, log.edges, 9_000_000)
    effects: list[Effect] = []
    table = replay(log, lambda _ms, _table, more: effects.extend(more)).table
    assert any(isinstance(each, FlagFell) for each in effects)
    if rules == "casual":
        assert table.play.outcome is None
        return
    assert table.play.outcome is not None
    bare = len(chess.SquareSet(board.occupied_co[not board.turn])) == 1
    saved = bare if rules == "club" else board.has_insufficient_material(not board.turn)
    assert table.play.outcome.termination is Termination.FLAG_FELL
    assert table.play.outcome.winner == (None if saved else not board.turn)


def test_the_games_end_in_every_way() -> None:
    """What the properties are shown: every ending, under a rule set that has it, and games that go on."""
    games = [a_game(start, 40, seed, rules) for start in STARTS for seed in range(20) for rules in RULE_SETS]
    endings = {(ended(final(game), game.rules), game.rules in AUTOMATIC) for game in games}
    for automatic in (True, False):
        for each in (None, Termination.CHECKMATE, Termination.STALEMATE, Termination.DEAD_POSITION):
            assert (each, automatic) in endings
    assert {(Termination.FIVEFOLD, True), (Termination.SEVENTY_FIVE, True)} <= endings
