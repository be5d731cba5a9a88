"""Parts are opened one after the other, the lamps first, and one that hangs keeps nobody dark for long."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import default_settings
from jadoube.core.display.view import View, view
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table
from jadoube.daemon import displays
from jadoube.daemon.outlets import Display, Outlet, Turn
from jadoube.drivers.interfaces import Part, PartFailed
from jadoube_sim.twin import Twin
from jadoube_sim.virtual import InlineExecutor


def test_the_lamps_come_first() -> None:
    """What a player looks for is opened before what is read, and that before what is heard."""
    electronics = Twin(load_pinmap()).electronics
    outlets = displays.outlets_for(default_settings(), electronics, InlineExecutor(), print)
    assert [outlet.part for outlet in outlets] == [Part.LAMPS, Part.WHITE_FACE, Part.BLACK_FACE, Part.BUZZER]


class Shown:
    """A part that has shown a view; the first of them may fail."""

    complaint = None

    def __init__(self, show: Callable[[], object]) -> None:
        self._show = show

    def show(self, _view: View, _now_ms: int) -> None:
        """Show it."""
        self._show()

    def close(self) -> None:
        """Go dark."""


def test_a_part_has_shown_the_view_before_the_next_one_opens() -> None:
    """What the next one imports would hold it up; also one that fails gives way."""
    lamps_turn, faces_turn = Event(), Event()
    lamps_turn.set()
    seen: list[tuple[str, bool]] = []

    def note(what: str) -> None:
        seen.append((what, faces_turn.is_set()))

    def opened() -> Shown:
        note("opens")
        return Shown(lambda: note("shows"))

    def fails() -> Display:
        note("fails")
        raise PartFailed(Part.LAMPS, "fails", "mend it")

    for open_part in (opened, fails):
        faces_turn.clear()
        offered(open_part, partial(displays._in_turn, lamps_turn, faces_turn))
        assert faces_turn.is_set()
    assert seen == [("opens", False), ("shows", False), ("fails", False)]


def offered(open_part: Callable[[], Display], turn: Turn) -> None:
    """Have a part that is opened so show a view."""

    async def run() -> None:
        outlet = Outlet(Part.LAMPS, open_part, InlineExecutor(), lambda _: None, turn=turn)
        outlet.offer(view(new_table(Terms(), settled_contacts(0)), 0), 0)
        await outlet.rest(5)

    asyncio.run(run())


def test_the_order_does_not_depend_on_which_thread_starts_first() -> None:
    """A part that is ready before the lamps waits for them."""
    lamps_shown = Event()
    seen: list[bool] = []

    def opens() -> None:
        with displays._in_turn(lamps_shown, Event()):
            seen.append(lamps_shown.is_set())

    with ThreadPoolExecutor(1) as executor:
        executor.submit(opens)
        lamps_shown.set()
    assert seen == [True]


def test_a_part_that_hangs_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the patience is over the next part opens beside it."""
    monkeypatch.setattr(displays, "OPENING_S", 0.01)
    following = Event()
    with displays._in_turn(Event(), following):
        assert not following.is_set()
    assert following.is_set()
