"""Orders in words: each has one spelling, and nonsense is refused in one line."""

import re

import pytest
from hypothesis import given

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.presets import PRESETS
from jadoube.core.clock.time_control import TimeControl
from jadoube.core.language.typed_orders import read_order
from jadoube.core.messages.order_text import order_text, parse_order
from jadoube.core.messages.orders import Choose, Order
from jadoube.daemon.sockets.order_socket import LONGEST_LINE
from shared.drawn.controls_to_set import CONTROLS
from shared.drawn.orders import ORDERS


@given(ORDERS)
def test_an_order_is_read_back_from_its_text(order: Order) -> None:
    """What is journalled is the order that was given."""
    assert parse_order(order_text(order)) == order
    assert parse_order(f"  {order_text(order).replace(' ', '   ')} ") == order


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "'nothing' found, expected one of: resign, draw offer, "),
        ("surrender white", "'surrender' found, expected one of: resign, "),
        ("draw", "'draw' found, expected one of: resign, "),
        ("resign", "'resign' found, expected resign white"),
        ("resign grey", "'grey' found, expected white or black"),
        ("resign white now", "'resign white now' found, expected resign white"),
        ("draw claim", "'draw claim' found, expected draw claim white [MOVE]"),
        ("draw claim white \udcff", "'\\udcff' found, expected a move such as Nf3"),
        ("draw claim white \x1b[2J", r"'\x1b[2J' found, expected a move such as Nf3"),
        ("draw claim white " + 200 * "N", "NNN...' found, expected a move such as Nf3"),
        ("time white sixty", "'sixty' found, expected a whole number from -86399 to 86399"),
        ("time white +-60", "'+-60' found, expected a whole number"),
        ("time white 99999999999", "'99999999999' found, expected a whole number"),
        ("time white 60", "'60' found, expected +60 (seconds more) or 0:01:00 (what the clock shows)"),
        ("time white 12:34", "'12:34' found, expected 0:12:34 (minutes and seconds) or 12:34:00 (hours"),
        ("time white 5:00", "'5:00' found, expected 0:05:00 (minutes and seconds) or 5:00:00 (hours"),
        ("time white 0:00:00", "'0:00:00' found, expected a time from 0:00:01 to 23:59:59"),
        ("time white 24:00:00", "'24:00:00' found, expected a time from 0:00:01 to 23:59:59"),
        ("time white 1:60:00", "'1:60:00' found, expected a time from 0:00:01"),
        ("time white 1:2:3:4", "'1:2:3:4' found, expected a time from 0:00:01"),
        ("time white +1:00:00", "'+1:00:00' found, expected a time from 0:00:01"),
        ("moves white -1", "'-1' found, expected a whole number from 0 to 9999"),
        ("period white 0", "'0' found, expected a whole number from 1 to 99"),
        ("counter 0", "'0' found, expected a whole number from 1 to 9999"),
        ("counter -1", "'-1' found, expected a whole number from 1 to 9999"),
        ("penalty white 0", "'0' found, expected a whole number from 1 to 86399"),
        ("restore \u0663", "found, expected a whole number from 0 to 19998"),
        ("stands grey", "'grey' found, expected white or black"),
        ("stands white black", "'white black' found, expected one side"),
        ("stands e9=N", "'e9=N' found, expected a square and a piece such as e5=N"),
        ("stands e5=", "'e5=' found, expected a square and a piece such as e5=N"),
        ("stands e5=X", "'e5=X' found, expected a square and a piece such as e5=N"),
        ("stands e5=N e5=n", "'e5 e5' found, expected each square once"),
        ("result 2-0", "'2-0' found, expected one of: 1-0, 0-1, 1/2-1/2, *"),
        ("new", "'new' found, expected one of: resign, "),
        ("new game now", "'new game now' found, expected new game"),
        ("take back twice", "'take back twice' found, expected take back"),
        ("take Nf3 Nf6", "'take Nf3 Nf6' found, expected take [MOVE]"),
        ("promote king", "'king' found, expected one of: queen, rook, bishop, knight"),
        ("control", "'control' found, expected control pgn:180+2"),
        ("control 300+", "column 5: found the end, expected digits"),
        ("control pgn:300+", "column 5: found the end, expected digits"),
        ("control blitz", "found 'blitz', expected a time control or a preset, such as 'blitz 3+2'"),
        ("control by hand", "found 'by hand', expected a time control or a preset"),
        ("control 300 ; 60 ; 20", "'control 300 ; 60 ; 20' found, expected control pgn:180+2"),
        ("rules FIDE", "'FIDE' found, expected one of: club, fide, fide-blitz, casual"),
        ("hints yes", "'yes' found, expected one of: off, on"),
        ("sound", "'sound' found, expected sound off"),
        ("brightness 6", "'6' found, expected one of: 1, 2, 3, 4, 5"),
    ],
)
def test_nonsense_is_refused(text: str, expected: str) -> None:
    """In one line that says what was found and what was expected."""
    with pytest.raises(ValueError, match=re.escape(expected)):
        parse_order(text)


@given(CONTROLS)
def test_every_control_can_be_ordered(control: TimeControl) -> None:
    """Whatever the grammar can say is an order, in its one spelling, and a line that the board takes."""
    order = Choose("control", control.text)
    assert parse_order(order_text(order)) == read_order(order_text(order)) == order
    typed = f"control {control_text(control)}"
    assert read_order(typed) == order
    assert len(order_text(order)) < LONGEST_LINE
    assert len(typed) < LONGEST_LINE


@pytest.mark.parametrize("name", PRESETS)
def test_a_control_is_ordered_by_its_name(name: str) -> None:
    """What is journalled is its text, which means the same whatever presets there will be."""
    assert parse_order(f"control {name}") == Choose("control", PRESETS[name].text)
    assert read_order(f"control {name}") == Choose("control", PRESETS[name].text)


@pytest.mark.parametrize("text", ["control none", "control -"])
def test_no_control_has_two_names(text: str) -> None:
    """One for people, and one that is written."""
    assert order_text(parse_order(text)) == order_text(read_order(text)) == "control pgn:-"


@given(ORDERS)
def test_a_person_may_type_the_one_text(order: Order) -> None:
    """Of every order: what a program sends to the board's socket is what it means."""
    assert read_order(order_text(order)) == order


@pytest.mark.parametrize("seconds", ["180+2", "300", "40/5400+30:1800+30", "300 ; 60+1"])
def test_a_control_is_in_seconds_with_or_without_its_sign(seconds: str) -> None:
    """The order's one text has the sign; an order that was journalled without it means what it meant."""
    order = Choose("control", seconds)
    assert order_text(order) == f"control pgn:{seconds}"
    assert parse_order(f"control pgn:{seconds}") == parse_order(f"control {seconds}") == order


def test_a_person_types_minutes() -> None:
    """3+2 is three minutes; what was a usual control in seconds is refused with both readings."""
    assert read_order("control 3+2") == Choose("control", "180+2")
    assert read_order("  control   90 min + 30 s ; 5 ") == Choose("control", "5400+30 ; 300")
    with pytest.raises(ValueError, match=re.escape("expected '180 min + 2' or '180s+2' (3+2)")):
        read_order("control 180+2")
    with pytest.raises(ValueError, match=re.escape("'control' found, expected control 3+2")):
        read_order("control")
