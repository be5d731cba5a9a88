"""Who shows a time takes the clock's reading, and asks the clock nothing more."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType

import chess
import pytest

from jadoube.core.clock import chess_clock
from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.clock_reading import SideReading
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.effect_text import clock_text
from jadoube.core.display.view import view
from jadoube.core.messages.phases import Phase
from jadoube.core.pages.page_view import full_view
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Table, Terms, new_table

SHOWING = {"display", "pages"}


def running(control: str) -> Table:
    """A game in which White's clock has run since 1000 ms."""
    agreed = parse_time_control(control)
    assert agreed is not None
    table = new_table(Terms(control=agreed), settled_contacts(chess.Board().occupied))
    return table._replace(
        play=table.play._replace(clock=ChessClock.new(agreed).start(chess.WHITE, 1000), phase=Phase.PLAYING)
    )


def asked_of_the_clock(show: Callable[[], object]) -> list[tuple[str, str]]:
    """The functions of the clock that are called from outside it: the caller's room, and the function."""
    asked = []

    def note(frame: FrameType, event: str, _value: object) -> None:
        called, caller = frame.f_code, frame.f_back
        if event != "call" or called.co_filename != chess_clock.__file__ or caller is None:
            return
        if caller.f_code.co_filename != chess_clock.__file__:
            asked.append((Path(caller.f_code.co_filename).parent.name, called.co_name))

    sys.setprofile(note)
    try:
        show()
    finally:
        sys.setprofile(None)
    return asked


@pytest.mark.parametrize("control", ["300", "300d5", "*60", "1y3x10 ; ^", "2/30:10"])
@pytest.mark.parametrize("show", [view, full_view, clock_text])
def test_the_clock_is_read_once(control: str, show: Callable[[Table, int], object]) -> None:
    """One reading is made, and no function of display or pages asks the clock itself."""
    asked = asked_of_the_clock(partial(show, running(control), 2500))
    assert [name for _, name in asked].count("at") == 1
    assert [(room, name) for room, name in asked if room in SHOWING] == []


def test_a_reading_has_all_that_is_shown() -> None:
    """White is in the second of three byo-yomi periods, and Black's clock counts up and stands."""
    clock = running("1y3x10 ; ^").play.clock
    assert clock is not None
    read = clock.at(15_000)
    assert read.sides[chess.WHITE] == SideReading(ms=7_000, periods=2, used_ms=14_000)
    assert read.sides[chess.BLACK] == SideReading(ms=0, rises=True)
    assert (read.running, read.fallen, read.used_up, read.hourglass) == (chess.WHITE, None, False, False)
    assert clock.at(32_000).used_up


def test_a_reading_stays_as_it_is() -> None:
    """It is frozen, and whatever the clock does later changes nothing in it."""
    clock = running("300d5").play.clock
    assert clock is not None
    read = clock.at(3_000)
    assert read.sides[chess.WHITE] == SideReading(ms=300_000, delay_ms=3_000, used_ms=2_000)
    with pytest.raises(AttributeError):
        read.running = None  # type: ignore[misc]
    assert (
        clock.at(60_000).sides[chess.WHITE] != read.sides[chess.WHITE] == clock.at(3_000).sides[chess.WHITE]
    )
