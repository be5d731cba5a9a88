"""Snapshots: a game goes on from what was read back as from the table itself."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from jadoube.core.arbiter import step
from jadoube.core.messages.events import Event
from jadoube.core.state.table import Stepped, Table, set_page
from jadoube.games.snapshots.nodes import from_nodes, to_nodes
from jadoube_sim.transcripts import GOLDEN, consequences, deliver, parse_transcript, sensor_log
from shared.drawn.examples import some

HERE = Path(__file__).parent
PATHS = some(sorted(HERE.rglob("*.txt")))
DELIVERING = sys.modules[deliver.__module__]
EVERY = 5
"""Steps between two snapshots; at each one the game goes on from what is read back."""
LONG = 100
"""A transcript with so many stimuli has fewer of them."""


def goes_through(every: int, offset: int) -> Callable[[Table, Event, int], Stepped]:
    """A `step` that writes the table down and reads it back first, at every so many steps."""
    done = offset

    def stepped(table: Table, event: Event, now_ms: int) -> Stepped:
        nonlocal done
        done += 1
        if done % every == 0:
            nodes = to_nodes(table)
            back = from_nodes(nodes)
            assert to_nodes(back) == nodes
            table = set_page(back, table.page)
        return step(table, event, now_ms)

    return stepped


@pytest.mark.parametrize("number", range(len(PATHS)), ids=[str(path.relative_to(HERE)) for path in PATHS])
def test_a_game_goes_on_from_what_is_read_back(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each transcript: same moves, doubts, lamps, clocks, wherever the table went through a text."""
    path = PATHS[number]
    transcript = parse_transcript(path.read_text(encoding="utf-8"), path.name)
    every = EVERY if len(transcript.stimuli) < LONG else 10 * EVERY
    sensor_log(transcript)  # its moves are read by another board, which goes through no text
    monkeypatch.setattr(DELIVERING, "step", goes_through(every, number % every))
    assert consequences(deliver(transcript, GOLDEN)) == transcript.consequences
