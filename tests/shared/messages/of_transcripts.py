"""The messages that pages are sent while a transcript happens."""

import json
from pathlib import Path
from typing import Any

from jadoube.core.messages.events import Event
from jadoube.glances.glance import Glance
from jadoube.glances.messages import message
from jadoube_sim.transcripts import parse_transcript
from jadoube_sim.transcripts.deliver import GOLDEN, _Board, _orders, sensor_log

SCENARIOS = Path(__file__).parents[2] / "scenarios"


class _Watched(_Board):
    """A transcript's board whose page is looked at after each thing that is decided."""

    messages: list[dict[str, Any]]

    def _feed(self, event: Event, now_ms: int) -> None:
        before = self.table
        super()._feed(event, now_ms)
        if self.table.line is not before.line or len(self.table.notices.moments) > len(
            before.notices.moments
        ):
            self._look(now_ms)

    def _look(self, now_ms: int) -> None:
        self.messages.append(json.loads(message(Glance(self.table, now_ms, (), {"Event": "?"})).text))


def messages_of(path: Path) -> list[dict[str, Any]]:
    """What pages are sent while a transcript happens."""
    transcript = parse_transcript(path.read_text(encoding="utf-8"), path.name)
    log = sensor_log(transcript)
    board = _Watched(log, GOLDEN, _orders(transcript.stimuli))
    board.messages = []
    for stimulus in transcript.stimuli:
        board.run_to(stimulus.at_us // 1000)
        board._look(stimulus.at_us // 1000)
    board.end(log)
    return board.messages
