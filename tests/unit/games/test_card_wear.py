"""What a game costs the card: flushes and bytes, counted on a modelled disk."""

import pytest

from jadoube_sim.hands.steps import Pace
from shared.disk.modelled import ModelledDisk
from shared.disk.told_games import BLITZ, BULLET, SLOW, modelled, recorded

PLIES = 80
MOST_FLUSHES = 250
MOST_BYTES = 64_000


@pytest.mark.parametrize(
    ("pace", "kept"),
    [
        pytest.param(BLITZ, (168, 52_381), id="blitz"),
        pytest.param(BULLET, (87, 48_778), id="bullet"),
        pytest.param(SLOW, (170, 61_067), id="slow"),
    ],
)
def test_a_game_costs_the_card_little(pace: Pace, kept: tuple[int, int]) -> None:
    """Eighty plies with levers and a clock, from the start of the board to its end; the figures are kept."""
    disk = ModelledDisk()
    keeper = modelled(disk, print)
    game = recorded(PLIES, pace)
    assert list(game.told(keeper))[-1] == PLIES
    keeper.close()
    counts = disk.counts
    assert counts.flushes == kept[0]
    assert counts.written == pytest.approx(kept[1], rel=0.01)  # libraries compress not quite alike
    assert counts.flushes <= MOST_FLUSHES
    assert counts.written <= MOST_BYTES
