"""No reed that works is ever blamed: whatever hands do, none is named, and none is disbelieved in the end.

The games are the built-in ones, played by every habit, and drawn ones with much castling and en passant.
"""

from collections.abc import Mapping

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.config.problems import BadInput
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.played.reading import LEVERS, Job, Row, log_of
from jadoube_sim.benchmarks.played.stepping import stepped
from jadoube_sim.hands import HABITS
from jadoube_sim.hands.games import Game, read_games
from shared.drawn.games import STARTS, drawn_moves

pytestmark = pytest.mark.once

SEEDS = st.integers(0, 2**32 - 1)
REAL_GAMES = st.sampled_from([game for game in read_games(BUILT_IN) if not isinstance(game, BadInput)])
DRAWN_GAMES = st.builds(
    lambda start_fen, plies, seed: Game(1, start_fen, drawn_moves(start_fen, plies, seed)),
    st.sampled_from(STARTS),
    st.integers(1, 40),
    SEEDS,
)

#: Hands of which the law does not hold yet in drawn games.
NOT_YET: Mapping[str, str] = {
    "press-in-the-air": "castling is half made at the press, and the fourth reed was never used",
    "brushed": "a piece that is brushed again and again looks like a reed that flickers",
}

#: Hands that set up the start of chess afterwards: they play games that begin there.
SET_UP = frozenset({"clearing-up", "kings-on-centre", "club", "blitz"})


def blamed(game: Game, manner: str, levers: str, seed: int) -> tuple[int, int]:
    """Give the reeds that were named in this game, and those that its reading does not believe in the end."""
    run = stepped(log_of(Job(game, Row(manner, levers), seed)))
    return run.named, run.table.best.bad


def may_play(manner: str, levers: str) -> bool:
    """Whether this habit is played with these levers."""
    return LEVERS[levers][0] or not HABITS[manner].levers_only


@pytest.mark.parametrize("levers", LEVERS)
@settings(max_examples=40)
@given(data=st.data())
def test_real_games_without_a_fault_blame_no_reed(levers: str, data: st.DataObject) -> None:
    """Neither adjusting, nor takebacks, nor illegal tries, nor pieces knocked over make a reed a suspect."""
    manner = data.draw(st.sampled_from([each for each in HABITS if may_play(each, levers)]))
    assert blamed(data.draw(REAL_GAMES), manner, levers, data.draw(SEEDS)) == (0, 0)


@pytest.mark.parametrize("levers", LEVERS)
@settings(max_examples=60)
@given(data=st.data())
def test_drawn_games_without_a_fault_blame_no_reed(levers: str, data: st.DataObject) -> None:
    """However much is castled, promoted and taken en passant, from whatever position."""
    manners = [each for each in HABITS if may_play(each, levers) and each not in NOT_YET]
    game, manner = data.draw(DRAWN_GAMES), data.draw(st.sampled_from(manners))
    if game.start_fen == chess.STARTING_FEN or manner not in SET_UP:
        assert blamed(game, manner, levers, data.draw(SEEDS)) == (0, 0)
