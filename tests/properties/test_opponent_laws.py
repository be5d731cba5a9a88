"""An opponent from elsewhere hears exactly the plies that were played, once each, in order.

Hands wait for each of his moves, as there is nothing to make before. They answer what the board asks. Habits
in which the other side moves before it may are none of a game against him.
"""

import chess
from hypothesis import example, given
from hypothesis import strategies as st

from jadoube.core.pages.server_view import shown_server
from jadoube_sim.benchmarks.played.opponents import Cut, play_against
from jadoube_sim.benchmarks.played.reading import Job, Row
from jadoube_sim.hands import HABITS
from jadoube_sim.hands.games import Game
from shared.drawn.games import STARTS, drawn_moves

SEEDS = st.integers(0, 2**32 - 1)
SIDES = st.sampled_from(chess.COLORS)

TWO_AT_ONCE = (
    "replies-early",
    "forgotten-presses",
    "overlapping-flights",
    "two-plies-one-scan",
    "club",
    "blitz",
)
"""Hands of both sides at once, or presses that do not come: nobody waits for an opponent so."""
CLEARS_UP = ("clearing-up", "kings-on-centre")
"""Hands that put pieces away at the end, which an opponent may yet answer."""
TAKES_BACK = ("takebacks",)
QUEENS_ONLY = ("swap", "swap-glimpsed", "final-frame", "second-thoughts", "slow-slide")
"""Hands whose choice of a promotion's piece may be lost (`test_games_come_back.py`)."""

PATIENT = [name for name in HABITS if name not in (*TWO_AT_ONCE, *CLEARS_UP, *TAKES_BACK)]


@given(st.sampled_from(PATIENT), st.sampled_from(STARTS), st.integers(1, 24), st.tuples(SEEDS, SEEDS), SIDES)
def test_with_a_clock_he_hears_each_ply_once_in_order(
    habit: str, start_fen: str, plies: int, seeds: tuple[int, int], side: chess.Color
) -> None:
    """What was sent are the player's plies, from the first to the last that stands."""
    moves = drawn_moves(start_fen, plies, seeds[0], queens_only=habit in QUEENS_ONLY)
    told = play_against(Job(Game(1, start_fen, moves), Row(habit, "clock"), seeds[1]), side)
    starts = chess.Board(start_fen).turn
    mine = [move.uci() for number, move in enumerate(moves) if (number % 2 == 0) != (starts == side)]
    assert list(told.sent) == mine[: len(told.sent)]
    assert len(told.sent) == len(mine)


@given(st.sampled_from(PATIENT), st.integers(1, 24), st.tuples(SEEDS, SEEDS), SIDES)
def test_without_a_clock_nothing_else_is_sent(
    habit: str, plies: int, seeds: tuple[int, int], side: chess.Color
) -> None:
    """A ply is sent when it has stood. Hands with second thoughts may let another one stand so long."""
    if habit == "second-thoughts":
        return
    moves = drawn_moves(chess.STARTING_FEN, plies, seeds[0], queens_only=True)
    told = play_against(Job(Game(1, chess.STARTING_FEN, moves), Row(habit, "none"), seeds[1]), side)
    mine = [move.uci() for number, move in enumerate(moves) if (number % 2 == 0) != (side == chess.WHITE)]
    assert list(told.sent) == mine[: len(told.sent)]


@given(st.sampled_from(PATIENT), st.integers(1, 24), st.tuples(SEEDS, SEEDS), SIDES)
def test_a_server_hears_each_ply_once_in_order(
    habit: str, plies: int, seeds: tuple[int, int], side: chess.Color
) -> None:
    """As any opponent; and both sides know the whole game in the end."""
    moves = drawn_moves(chess.STARTING_FEN, plies, seeds[0], queens_only=habit in QUEENS_ONLY)
    job = Job(Game(1, chess.STARTING_FEN, moves), Row(habit, "clock"), seeds[1])
    told = play_against(job, side, joined=True)
    shown = shown_server(told.table)
    assert shown is not None
    assert list(shown.plies) == [move.uci() for move in moves]
    assert list(told.sent) == [
        uci for at, uci in enumerate(shown.plies) if (at % 2 == 0) != (side == chess.WHITE)
    ]


CUTS = st.builds(Cut, st.integers(1, 60), st.integers(0, 20))


@given(st.sampled_from(PATIENT), st.integers(1, 16), st.tuples(SEEDS, SEEDS), SIDES, st.booleans(), CUTS)
@example("plain", 9, (0, 0), chess.BLACK, False, Cut(34, 3))
def test_a_power_cut_loses_no_ply_that_was_sent(
    habit: str, plies: int, seeds: tuple[int, int], side: chess.Color, joined: bool, cut: Cut
) -> None:
    """Wherever it comes, whatever it takes of the journal: the opponent knows the whole game in the end."""
    moves = drawn_moves(chess.STARTING_FEN, plies, seeds[0], queens_only=habit in QUEENS_ONLY)
    job = Job(Game(1, chess.STARTING_FEN, moves), Row(habit, "clock"), seeds[1])
    told = play_against(job, side, joined=joined, cut=cut)
    agreed = told.table.seen.agreed
    assert agreed is not None
    assert [line.move for line in agreed.heard.plies()] == list(moves)
