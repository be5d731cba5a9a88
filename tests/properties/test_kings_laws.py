"""The result by the kings: whoever sets them gets what they say, and nothing else that hands do says it."""

import random
from dataclasses import replace

import chess
from hypothesis import assume, given
from hypothesis import strategies as st

from jadoube.core.display.scoresheet import Scoresheet, scoresheet
from jadoube.core.rules.outcome import Termination
from jadoube.core.rules.rule_sets import position_outcome
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.played.reading import LEVERS, up_to_the_end
from jadoube_sim.hands.between import KINGS_SAY
from jadoube_sim.hands.games import Game, read_games
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.player import play_habit

REAL = [game for game in read_games(BUILT_IN) if isinstance(game, Game)]
#: Kings next to the centre, and pieces on it.
NEAR = (
    "8/2p5/3k4/1p2p3/1P2P3/3K4/2P5/8 w - - 0 1",
    "8/8/3k1p2/p2pp3/P2PP3/3K1P2/8/8 b - - 0 1",
    "8/5r2/2nk4/8/8/3KN3/2R5/8 w - - 0 1",
    "3k4/3p4/8/3pp3/3PP3/8/3P4/3K4 w - - 0 1",
)
#: From here a king's way to the centre may be a ply.
NEXT_TO_CENTRE = {
    square
    for square in chess.SQUARES
    for near in chess.SquareSet(chess.BB_CENTER)
    if chess.square_distance(square, near) <= 1
}
OTHERS = ("clearing-up", "knocked-over", "illegal-tries", "wrong-piece", "adjusting", "second-thoughts")
SEEDS = st.integers(0, 2**32 - 1)


def read(game: Game, habit: str, levers: str, seed: int) -> Scoresheet:
    """Play a game and read it."""
    presses, control = LEVERS[levers]
    log = play_habit(game, HABITS[habit], seed=seed, presses=presses, time_control=control)
    return scoresheet(replay(log).table)


def end(game: Game) -> chess.Board:
    """The position after the last move."""
    board = chess.Board(game.start_fen)
    for move in game.moves:
        board.push(move)
    return board


@given(
    st.sampled_from(REAL),
    st.integers(1, 90),
    st.sampled_from(list(KINGS_SAY)),
    st.sampled_from(list(LEVERS)),
    SEEDS,
)
def test_what_the_kings_say_comes_back(whole: Game, plies: int, result: str, levers: str, seed: int) -> None:
    """Wherever a game is given up, it comes back move for move with the result that was set."""
    game = replace(whole, moves=up_to_the_end(whole)[:plies], result=result)
    board = end(game)
    assume(position_outcome(board) is None and not NEXT_TO_CENTRE & set(chess.SquareSet(board.kings)))
    sheet = read(game, "kings-on-centre", levers, seed)
    assert [ply.move for ply in sheet.plies] == list(game.moves)
    assert sheet.outcome
    assert (sheet.outcome.termination, sheet.result) == (Termination.KINGS, result)


def a_game(start: str, plies: int, seed: int) -> Game:
    """Draw a game in which kings walk, and what can goes to the centre."""
    rng = random.Random(seed)
    board = chess.Board(start)
    while (
        len(board.move_stack) < plies and (moves := list(board.legal_moves)) and not position_outcome(board)
    ):
        weights = [
            (4 if move.from_square == board.king(board.turn) else 1)
            * (3 if chess.BB_SQUARES[move.to_square] & chess.BB_CENTER else 1)
            for move in moves
        ]
        board.push(rng.choices(moves, weights)[0])
    return Game(1, start, tuple(board.move_stack))


@given(
    st.builds(a_game, st.sampled_from(NEAR), st.integers(1, 40), SEEDS),
    st.sampled_from(OTHERS),
    st.sampled_from(list(LEVERS)),
    SEEDS,
)
def test_nothing_else_says_a_result(game: Game, habit: str, levers: str, seed: int) -> None:
    """Kings may stand next to the centre, pieces may fall, be tried, adjusted or swept away."""
    outcome = read(game, habit, levers, seed).outcome
    assert outcome is None or outcome.termination is not Termination.KINGS
