"""A reed that is dead all game long costs no game: it is read, or a doubt says so, and the reed is named.

The games are the built-in ones, the squares drawn by lot; the claims for hundreds of games are the bench's.
"""

import pytest

from jadoube.config.problems import BadInput
from jadoube.core.messages.effects import BadReed, Effect, Fault
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of, score
from jadoube_sim.hands.games import read_games

pytestmark = pytest.mark.once

GAMES = [game for game in read_games(BUILT_IN) if not isinstance(game, BadInput)]
FAULTS = {
    "stuck-open": {Fault.STUCK_OPEN, Fault.OFF_CENTRE},
    "stuck-closed": {Fault.STUCK_CLOSED},
    "flickering": {Fault.FLICKERS},
}
"""What each fault may be called: a piece on a dead reed looks like one off its centre."""


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("levers", ["none", "pressed"])
@pytest.mark.parametrize("fault", ["stuck-open", "stuck-closed"])
def test_no_error_is_silent(fault: str, levers: str, seed: int) -> None:
    """The first wrong ply, if there is one, bears a doubt that names what was played."""
    scores = [score(Job(game, Row("plain", levers, fault), seed)) for game in GAMES]
    assert [each.silent for each in scores] == [0] * len(GAMES)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_named_is_what_is_wrong(fault: str) -> None:
    """Never another fault, and in most games the square is found."""
    logs = [log_of(Job(game, Row("plain", "pressed", fault), seed)) for game in GAMES for seed in range(5)]
    named = [_named(log) for log in logs]
    assert all(each <= FAULTS[fault] for each in named)
    assert sum(map(bool, named)) >= 0.8 * len(named)


def _named(log: SensorLog) -> set[Fault]:
    faults: set[Fault] = set()

    def watch(_now_ms: int, _table: Table, effects: tuple[Effect, ...]) -> None:
        faults.update(effect.fault for effect in effects if isinstance(effect, BadReed))

    replay(log, watch)
    return faults
