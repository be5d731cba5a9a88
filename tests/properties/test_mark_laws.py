"""A mark changes nothing: a game with marks in it decides what the same game decides without them."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.display.effect_text import clock_text, game_text
from jadoube.core.messages.effects import Effect, MarkedWrong
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay
from shared.drawn.disturbed_games import LOGS


@given(LOGS, st.lists(st.integers(0, 1000), min_size=1, max_size=12))
def test_a_marked_game_is_the_same_game(log: SensorLog, thousandths: list[int]) -> None:
    """Each effect at its instant, moves, doubts, clock; and each mark is told, as are the hands' own."""
    marks = tuple(sorted(log.lasts_us * each // 1000 for each in thousandths))
    plain, own = _decided(log)
    marked, told = _decided(replace(log, marks=marks))
    assert marked == plain
    assert told == own + len(marks)


def _decided(log: SensorLog) -> tuple[list[object], int]:
    """Everything that a replay decides except its marks, and the number of these."""
    decided: list[object] = []
    marks = 0

    def watch(now_ms: int, _table: Table, effects: tuple[Effect, ...]) -> None:
        nonlocal marks
        decided.extend((now_ms, effect) for effect in effects if not isinstance(effect, MarkedWrong))
        marks += sum(isinstance(effect, MarkedWrong) for effect in effects)

    table = replay(log, watch).table
    return [*decided, game_text(table), clock_text(table, log.lasts_us // 1000 + 1)], marks
