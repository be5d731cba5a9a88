"""Each stage of a scan changes the values of the table that it declares, and no others."""

from collections import defaultdict
from pathlib import Path

import pytest

from jadoube.core import arbiter
from jadoube.core.arbiter import STAGES, Stage
from jadoube.core.messages.events import Scanned
from jadoube.core.state.table import Stepped, Table
from jadoube_sim.transcripts import GOLDEN, deliver, parse_transcript
from shared.drawn.examples import ALL, some

HERE = Path(__file__).parent


@pytest.mark.once
def test_stages_change_what_they_declare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all transcripts, the values that a stage ever changes are those of its row: no more and no less.

    Over some of them (`shared/drawn/examples.py`), no more.
    No transcript warns of low time: no header asks for it (tests/unit/stages/clock/test_low_time.py does).
    """
    changed: dict[str, set[str]] = defaultdict(set)

    def watched(stage: Stage) -> Stage:
        def run(table: Table, event: Scanned, now_ms: int) -> Stepped:
            after, effects = stage.run(table, event, now_ms)
            if after is not table:
                known = changed[name(stage)]
                parts = zip(Table._fields, table, after, strict=True)
                known |= {p for p, old, new in parts if p not in known and old is not new and old != new}
            return after, effects

        return stage._replace(run=run)

    monkeypatch.setattr(arbiter, "STAGES", tuple(watched(stage) for stage in STAGES))
    for path in some(sorted(HERE.rglob("*.txt"))):
        deliver(parse_transcript(path.read_text(encoding="utf-8"), path.name), GOLDEN)
    declared = {name(stage): set(stage.changes) for stage in STAGES}
    assert declared.pop("low_time.warn") == {"notices"}
    assert {name: each - declared[name] for name, each in changed.items() if each - declared[name]} == {}
    if ALL:
        assert changed == declared


def name(stage: Stage) -> str:
    """The name of a stage's function, with that of its module."""
    return f"{stage.run.__module__.rpartition('.')[2]}.{stage.run.__name__}"
