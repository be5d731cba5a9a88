"""An order that is undone was never given."""

from hypothesis import event, given
from hypothesis import strategies as st

from jadoube.core.arbiter import step
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.orders import Undo
from jadoube.core.messages.phases import Phase
from jadoube.core.stages.carry_out import carry_out
from jadoube.core.stages.hands.presses import judge_all
from jadoube.core.state.table import Stepped, Table
from jadoube.core.state.undo import UNDO_MS, can_undo
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay
from shared.drawn.disturbed_games import LOGS, value
from shared.drawn.orders import ORDERED


def settled_value(table: Table) -> tuple[object, ...]:
    """What the table is, without what undoing does not bring back: a reading shown, the deadline."""
    other = table.other
    return (
        *value(plain(table._replace(lies=table.lies._replace(other=None)))),
        value(plain(other._replace(panel=table.panel.hide_reading()))) if other else None,
    )


def plain(table: Table) -> Table:
    """The table without what undoing does not bring back."""
    return table._replace(
        panel=table.panel.hide_reading(),
        seen=table.seen._replace(answers=None),
        undoable=None,
        wake_ms=None,
    )


@given(LOGS, st.lists(ORDERED, min_size=1, max_size=10), st.integers(3, 30), st.integers(0, UNDO_MS - 1))
def test_an_order_that_is_undone_was_never_given(
    log: SensorLog, drawn: list[Ordered], every: int, later_ms: int
) -> None:
    """At any scan of a game: if the order can be undone, the table is then as before it."""
    steps = 0

    def ordered(table: Table, happened: Event, now_ms: int) -> Stepped:
        nonlocal steps
        after, effects = step(table, happened, now_ms)
        steps += bool(effects)
        if effects and steps % every == 0:
            for each in drawn:
                judged, _ = judge_all(after._replace(seen=after.seen._replace(answers=None)))
                done, _ = carry_out(judged, each.order, now_ms, each.role)
                if can_undo(done, now_ms) and done.play.phase is not Phase.OVER:
                    event(f"undone: {type(each.order).__name__}")
                    undone, _ = carry_out(done, Undo(), now_ms + later_ms)
                    assert settled_value(undone) == settled_value(judged)
        return after, effects

    replay(log, stepper=ordered)
