"""Any legal game, played by a tidy hand in any clean manner, comes back move for move and without a doubt."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import chess
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from jadoube.core.display.scoresheet import Scoresheet, scoresheet
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import position_outcome
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay
from jadoube_sim.hands import (
    Capture,
    Castling,
    EnPassant,
    Manner,
    Pace,
    Promotion,
    Step,
    TidyHand,
    adjusting,
    gesture_for,
    lever,
    touching,
    trying,
)
from shared.drawn.games import STARTS, drawn_moves

pytestmark = pytest.mark.once

MANNERS = st.builds(
    Manner,
    st.sampled_from(Capture),
    st.sampled_from(Castling),
    st.sampled_from(EnPassant),
    st.sampled_from(Promotion),
)
SEEDS = st.integers(0, 2**32 - 1)
PRESSES = st.sampled_from(("none", "every ply", "every ply, with a clock"))
CLOCK = "35999+30"
"""More than any of these games takes."""

BRISK = Pace((300, 600), (100, 200), (100, 300), (60, 150))
"""So that much happens in little time; no key comes again within a debounce and two scans of 20 ms."""


@dataclass(frozen=True, slots=True)
class Game:
    """A legal game, up to the ply that ends it if there is one."""

    start_fen: str
    moves: tuple[chess.Move, ...]

    def boards(self) -> Iterator[tuple[chess.Board, chess.Move]]:
        """Yield each move with the position before it."""
        board = chess.Board(self.start_fen)
        for move in self.moves:
            yield board, move
            board.push(move)

    def outcome(self) -> Outcome | None:
        """How its last position ends it."""
        board = chess.Board(self.start_fen)
        for move in self.moves:
            board.push(move)
        return position_outcome(board) if self.moves else None


def a_game(start_fen: str, plies: int, seed: int) -> Game:
    """Draw a game."""
    return Game(start_fen, drawn_moves(start_fen, plies, seed))


GAMES = st.builds(a_game, st.sampled_from(STARTS), st.integers(1, 60), SEEDS)


def hand_for(game: Game, presses: str, seed: int) -> TidyHand:
    """A hand at a board on which this game begins."""
    with_clock = presses.endswith("clock")
    return TidyHand(
        game.start_fen,
        pace=BRISK,
        seed=seed,
        presses=with_clock,
        time_control=CLOCK if with_clock else "-",
    )


def ply(board: chess.Board, move: chess.Move, manner: Manner, presses: str) -> list[Step]:
    """One ply's gesture, with its press if it is pressed."""
    steps = gesture_for(board, move, manner)
    return steps if presses == "none" else [*steps, lever(board.turn)]


def played(log: SensorLog) -> Scoresheet:
    """Read a log."""
    return scoresheet(replay(log).table)


def assert_comes_back(game: Game, sheet: Scoresheet) -> None:
    """The game, all of it, nothing but it, no doubt in it, and its result."""
    assert [each.move for each in sheet.plies] == list(game.moves)
    assert [each.doubts for each in sheet.plies] == [()] * len(game.moves)
    assert sheet.outcome == game.outcome()


@given(GAMES, PRESSES, SEEDS, st.data())
def test_any_order_of_hands(game: Game, presses: str, seed: int, data: st.DataObject) -> None:
    """Every ply in an order of its own, pressed or not, on a clock or not."""
    manners = data.draw(st.lists(MANNERS, min_size=1, max_size=6))
    hand = hand_for(game, presses, seed)
    for number, (board, move) in enumerate(game.boards()):
        hand.make(ply(board, move, manners[number % len(manners)], presses))
    assert_comes_back(game, played(hand.log()))


@given(GAMES, PRESSES, SEEDS, st.data())
def test_what_hands_do_between_plies(game: Game, presses: str, seed: int, data: st.DataObject) -> None:
    """Adjusting, wrong pieces touched and illegal tries put right, pressed in vain or not, leave no trace."""
    manner = data.draw(MANNERS)
    hand = hand_for(game, presses, seed)
    rng = random.Random(seed)
    for board, move in game.boards():
        for _ in range(rng.choice((0, 0, 1, 2))):
            hand.make(_idle_hands(board, rng, presses != "none"))
        hand.make(ply(board, move, manner, presses))
    assert_comes_back(game, played(hand.log()))


def _idle_hands(board: chess.Board, rng: random.Random, presses: bool) -> list[Step]:
    """Something that hands do and that is no ply."""
    square = rng.choice(list(chess.SquareSet(board.occupied)))
    wrong = _illegal_try(board, rng)
    match rng.choice(("adjust", "touch", "try")):
        case "touch":
            return touching(square, rng.choice((300, 1500)))
        case "try" if wrong:
            return trying(board, wrong, rng.choice((300, 1500)), presses=presses and rng.random() < 0.3)
    return adjusting(square)


def _illegal_try(board: chess.Board, rng: random.Random) -> chess.Move | None:
    """A piece of the mover's set where the laws do not let it go, and where it looks like no other ply."""
    own = list(chess.SquareSet(board.occupied_co[board.turn]))
    free = list(chess.SquareSet(~board.occupied & chess.BB_ALL))
    move = chess.Move(rng.choice(own), rng.choice(free))
    promoting = replace_promotion(move)
    return None if board.is_legal(move) or board.is_legal(promoting) else move


def replace_promotion(move: chess.Move) -> chess.Move:
    """The same squares, as a promotion."""
    return chess.Move(move.from_square, move.to_square, chess.QUEEN)


@given(GAMES, MANNERS, PRESSES, SEEDS, st.integers(1, 20))
def test_any_scan_period(game: Game, manner: Manner, presses: str, seed: int, period_ms: int) -> None:
    """A board that is scanned every 1 to 20 ms reads the same game."""
    hand = hand_for(game, presses, seed)
    for board, move in game.boards():
        hand.make(ply(board, move, manner, presses))
    sheet = scoresheet(replay(hand.log(), period_ms=period_ms).table)
    assert_comes_back(game, sheet)


def capturing(order: Capture) -> Manner:
    """A manner with this order of a capture."""
    return Manner(order, Castling.KING_THEN_ROOK, EnPassant.BEFORE, Promotion.EXCHANGED)


CASTLES_BOTH_WAYS = "r3k2r/p1pp1ppp/1pn2n2/4p3/4P3/1PN2N2/P1PP1PPP/R3K2R w KQkq - 0 1"


@given(GAMES, MANNERS, PRESSES, SEEDS, st.integers(0, 10**6))
@example(a_game(CASTLES_BOTH_WAYS, 18, 653_855), capturing(Capture.VICTIM_FIRST), "none", 653_855, 653_849)
@example(a_game(CASTLES_BOTH_WAYS, 17, 158_495), capturing(Capture.MOVER_FIRST), "none", 1029, 243)
def test_a_log_that_breaks_off(game: Game, manner: Manner, presses: str, seed: int, place: int) -> None:
    """Wherever a log ends, what is read is the game so far, or so far and the ply that is under way."""
    hand = hand_for(game, presses, seed)
    done = [0]
    for board, move in game.boards():
        hand.make(ply(board, move, manner, presses))
        done.append(len(hand.edges))
    edges = place % (len(hand.edges) + 1)
    sheet = played(replace(hand.log(), edges=tuple(hand.edges[:edges]), end_us=None))
    whole = sum(count <= edges for count in done[1:])
    moves = [each.move for each in sheet.plies]
    assert moves[:whole] == list(game.moves[:whole])
    assert len(moves) <= whole + 1


def test_the_games_have_every_kind_of_ply_and_of_ending() -> None:
    """What the properties are shown: castling both ways, en passant, all promotions, every ending."""
    games = [a_game(start, 60, seed) for start in STARTS for seed in range(60)]
    kinds = {kind for game in games for board, move in game.boards() for kind in _kinds(board, move)}
    endings = {outcome.termination for game in games if (outcome := game.outcome())}
    assert kinds == {
        "O-O",
        "O-O-O",
        "en passant",
        "=Q",
        "x=Q",
        "=R",
        "x=R",
        "=B",
        "x=B",
        "=N",
        "x=N",
        "x",
        "",
    }
    assert endings == {Termination.CHECKMATE, Termination.STALEMATE, Termination.DEAD_POSITION}


def _kinds(board: chess.Board, move: chess.Move) -> Iterator[str]:
    takes = "x" if board.is_capture(move) else ""
    if board.is_castling(move):
        yield "O-O" if board.is_kingside_castling(move) else "O-O-O"
    elif board.is_en_passant(move):
        yield "en passant"
    elif move.promotion:
        yield f"{takes}={chess.piece_symbol(move.promotion).upper()}"
    else:
        yield takes
