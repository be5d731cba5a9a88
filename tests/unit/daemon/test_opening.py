"""Parts are opened one after the other, the lamps first, and one that hangs keeps nobody dark for long."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
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
    """The next part's turn comes when this one is open, also where it could not be opened."""
    turn, following = Event(), Event()
    turn.set()
    seen: list[bool] = []

    def fails() -> Any:
        seen.append(following.is_set())
        raise PartFailed(Part.LAMPS, "fails", "mend it")

    with pytest.raises(PartFailed):
        displays._open_in_turn(fails, turn, following)
    assert (seen, following.is_set()) == ([False], True)


def test_the_order_does_not_depend_on_which_thread_starts_first() -> None:
    """A part that is ready before the lamps waits for them."""
    lamps_open = Event()
    seen: list[bool] = []

    def open_face() -> Any:
        seen.append(lamps_open.is_set())

    with ThreadPoolExecutor(1) as executor:
        executor.submit(displays._open_in_turn, open_face, lamps_open, Event())
        lamps_open.set()
    assert seen == [True]


def test_a_part_that_hangs_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the patience is over the next part opens beside it."""
    monkeypatch.setattr(displays, "OPENING_S", 0.01)
    opened = object()
    assert displays._open_in_turn(lambda: opened, Event(), Event()) is opened  # type: ignore[arg-type, return-value]
