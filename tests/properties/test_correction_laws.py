"""Laws of corrections and takebacks: games of which only the end of each ply is seen, and any clock."""

import random

import chess
from hypothesis import example, given
from hypothesis import strategies as st

from jadoube.core.messages.effects import ClockStarted, Effect
from jadoube.core.messages.phases import Phase
from jadoube.core.reading import alternatives, calls, press_prices, setting_up, tracker
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import doubts
from jadoube.core.rules.game_line import Line, begin, flipped_squares, have_same_move
from jadoube.core.state.table import Table
from jadoube.games.replay import replay
from jadoube_sim.hands import HABITS, play_habit
from jadoube_sim.hands.games import Game

SEEDS = st.integers(0, 2**32 - 1)
CROWDS = (
    "rnbqk2r/5ppp/p1pbpn2/1p1p4/2PP4/1PNBPN2/P4PPP/R1BQK2R w KQkq - 0 1",
    "r3k2r/pP1p1ppp/8/2p1pP2/2P2p2/8/PP1P2PP/R3K2R w KQkq e6 0 1",
    "4k3/8/1p1p1p2/p1p1p1p1/P1P1P1P1/1N1N1N2/8/4K3 w - - 0 1",
)


def captures_first(start: str, plies: int, rng: random.Random) -> list[chess.Move]:
    """Draw the moves of a legal game in which much is captured."""
    board = chess.Board(start)
    while len(board.move_stack) < plies and (moves := list(board.legal_moves)):
        captures = [move for move in moves if board.is_capture(move)]
        board.push(rng.choice(captures if captures and rng.random() < 0.8 else moves))
    return board.move_stack


def ends_of_plies(start: str, plies: int, seed: int) -> Tracker:
    """What is made of a game of which the last frame of each ply is seen, and its press."""
    line = begin(start)
    seen = setting_up.begin(line, line.occupancy)
    for number, move in enumerate(captures_first(start, plies, random.Random(seed))):
        seen = tracker.settle(seen, flipped_squares(line.board, move))
        seen = press_prices.complete(calls.consider_unseen(seen), line.side_to_move, number)
        seen, line = tracker.rest(seen), line.after(move)
    return seen


READINGS = st.builds(ends_of_plies, st.sampled_from(CROWDS), st.integers(1, 8), SEEDS)


@given(READINGS)
def test_every_alternative_is_shown_once_and_then_the_best_again(seen: Tracker) -> None:
    """Holding the key again and again goes round all of them."""
    others = [each.line for each in alternatives.alternatives(seen)]
    shown: list[Line | None] = [None]
    for _ in range(2 * (len(others) + 1)):
        shown.append(alternatives.next_reading(seen, shown[-1]))
    circle = [*others, seen.best.line] if others else [None]
    assert shown[1:] == 2 * circle
    assert len(set(circle)) == len(circle)


@given(READINGS, st.integers(0, 9))
@example(
    ends_of_plies("rnbqk2r/5ppp/p1pbpn2/1p1p4/2PP4/1PNBPN2/P4PPP/R1BQK2R w KQkq - 0 1", 7, 134_217_729), 1
)
@example(ends_of_plies("4k3/8/1p1p1p2/p1p1p1p1/P1P1P1P1/1N1N1N2/8/4K3 w - - 0 1", 4, 2), 1)
def test_what_is_taken_explains_the_board_and_is_in_doubt_no_more(seen: Tracker, number: int) -> None:
    """It is the best, it fits, nothing that survives reads the ply otherwise, and a rest changes nothing."""
    others = [each.line for each in alternatives.alternatives(seen)]
    lines = [*others, seen.best.line] if others else []
    if not lines:
        return
    line = lines[number % len(lines)]
    plies = alternatives.settled_plies(seen, line)
    for after in (alternatives.take_reading(seen, line), tracker.rest(alternatives.take_reading(seen, line))):
        assert after.best.line is line
        assert after.best.fits == seen.best.fits
        assert [doubts(after).get(ply, ()) for ply in plies] == [()] * len(plies)
        assert all(have_same_move(ply, each.line, line) for ply in plies for each in after.hypotheses)


@given(READINGS)
@example(ends_of_plies("r3k2r/pP1p1ppp/8/2p1pP2/2P2p2/8/PP1P2PP/R3K2R w KQkq e6 0 1", 7, 51))
def test_a_ply_taken_back_is_ready_when_the_pieces_are_back(seen: Tracker) -> None:
    """One scan that puts back what differs is enough, whatever the readings were."""
    if not seen.best.line.ply:
        return
    before = alternatives.take_back_to(seen, seen.best.line.ply - 1)
    assert before.best.line is seen.best.line.before
    astray = before.best.change
    back = tracker.settle(before, astray) if astray else before
    assert (back.best.line, back.ready, back.best.fits) == (before.best.line, True, True)


@given(SEEDS)
def test_one_side_is_on_its_time_whatever_is_taken_back(seed: int) -> None:
    """From the first start on, what both have left and the time that passed add up to what they had."""
    moves = captures_first(chess.STARTING_FEN, 12, random.Random(seed))
    log = play_habit(
        Game(1, chess.STARTING_FEN, tuple(moves)), HABITS["takebacks"], seed=seed, time_control="300"
    )
    started_ms: list[int] = []

    def look(now_ms: int, table: Table, effects: tuple[Effect, ...]) -> None:
        clock = table.play.clock
        if clock and clock.started and table.play.phase is Phase.PLAYING:
            started_ms.extend(clock.since_ms for effect in effects if isinstance(effect, ClockStarted))
            left_ms = sum(clock.remaining_ms(side, now_ms) for side in chess.COLORS)
            assert left_ms == 600_000 - (now_ms - started_ms[0])

    replay(log, look)
