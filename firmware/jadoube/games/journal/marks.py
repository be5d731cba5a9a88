"""What stood when somebody said that the board had read something wrong.

It tells a mark in a few lines: the instant, the position, the game with its doubts, and the readings that
were left. It refuses to know whether the table was folded from a journal or replayed from a log.
"""

from collections.abc import Iterator

from jadoube.core.display.effect_text import effect_text, game_text, readings_text, seconds
from jadoube.core.messages.effects import Effect, MarkedWrong
from jadoube.core.state.table import Table


def mark_lines(at_ms: int, table: Table, effects: tuple[Effect, ...]) -> Iterator[str]:
    """The lines of each mark among the effects of a step; `table` is the table after it."""
    for effect in effects:
        if isinstance(effect, MarkedWrong):
            yield f"{seconds(at_ms):>10}  {effect_text(effect, table)}"
            yield f"{'':10}    position {table.line.fen}"
            yield f"{'':10}    game {game_text(table)}"
            yield from (f"{'':10}    reading {reading}" for reading in readings_text(table))
