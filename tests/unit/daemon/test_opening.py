"""Parts are opened one after the other, the lamps first, and one that hangs keeps nobody dark for long."""

from threading import Lock
from typing import Any

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import default_settings
from jadoube.daemon import displays
from jadoube.drivers.interfaces import Part, PartFailed
from jadoube_sim.twin import Twin
from jadoube_sim.virtual import InlineExecutor


def test_the_lamps_come_first() -> None:
    """What a player looks for is opened before what is read, and that before what is heard."""
    electronics = Twin(load_pinmap()).electronics
    outlets = displays.outlets_for(default_settings(), electronics, InlineExecutor(), print)
    assert [outlet.part for outlet in outlets] == [Part.LAMPS, Part.WHITE_FACE, Part.BLACK_FACE, Part.BUZZER]


def test_a_part_is_opened_in_its_turn() -> None:
    """While it is opened no other is; then the turn is the next one's, also where it could not be opened."""
    turn = Lock()
    seen: list[bool] = []

    def fails() -> Any:
        seen.append(turn.locked())
        raise PartFailed(Part.LAMPS, "fails", "mend it")

    with pytest.raises(PartFailed):
        displays._open_in_turn(fails, turn)
    assert (seen, turn.locked()) == ([True], False)


def test_a_part_that_hangs_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the patience is over the next part opens beside it, and leaves the turn to whom it belongs."""
    monkeypatch.setattr(displays, "OPENING_S", 0.01)
    turn, opened = Lock(), object()
    turn.acquire()
    assert displays._open_in_turn(lambda: opened, turn) is opened  # type: ignore[arg-type, return-value]
    assert turn.locked()
