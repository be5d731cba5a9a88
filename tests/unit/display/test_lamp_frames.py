"""The language of the lamps: patterns in time, brightness, dark squares, and when anything changes next."""

from itertools import pairwise

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.settings import default_settings
from jadoube.core.messages.lamps import (
    FRAME_MS,
    LOOKS,
    LOW,
    STRIPS,
    Lamp,
    Light,
    Pattern,
    frame,
    next_frame_ms,
)
from jadoube.core.messages.settings import BRIGHTNESS

DARK = (Lamp.DARK,) * 64
FULL = Light()
INSTANTS_MS = st.integers(0, 10**9)
LAMPS = st.lists(st.sampled_from(Lamp), min_size=64, max_size=64)
BY_PATTERN = {each: [lamp for lamp in Lamp if lamp and LOOKS[lamp].pattern is each] for each in Pattern}
EPILEPSY_PER_S = 3
"""Flashes in a second that a page may have at the most: WCAG 2.3.1."""


def lit(*lamps: Lamp) -> tuple[Lamp, ...]:
    """The board with these lamps on a1, b1 and so on."""
    return (*lamps, *DARK[len(lamps) :])


def levels(pattern: Pattern, until_ms: int) -> list[float]:
    """How bright a lamp of this pattern is at each millisecond."""
    lamp = BY_PATTERN[pattern][0]
    full = max(LOOKS[lamp].colour)
    return [max(frame(lit(Lamp.DARK, lamp), now_ms, FULL)[1]) / full for now_ms in range(until_ms)]


def test_every_lamp_has_its_look() -> None:
    """The table is whole, in the order in which one lamp outdoes another, and no meaning is told twice."""
    assert list(LOOKS) == list(Lamp)
    assert len({look.meaning for look in LOOKS.values()}) == len(Lamp)
    assert len({look.colour for look in LOOKS.values()}) == len(Lamp)


def test_every_pattern_is_used() -> None:
    """No pattern has to be learnt for nothing."""
    assert all(BY_PATTERN.values())


@pytest.mark.parametrize("pattern", Pattern)
def test_a_pattern_begins_bright_and_is_never_dark(pattern: Pattern) -> None:
    """A new meaning shows at once, whatever part of its pattern it comes in."""
    strip = STRIPS[pattern]
    assert max(strip) == strip[0] == 1
    assert min(strip) == pytest.approx(LOW if len(strip) > 1 else 1)


@pytest.mark.parametrize("pattern", Pattern)
def test_nothing_flashes_more_than_three_times_a_second(pattern: Pattern) -> None:
    """In no second does a lamp become brighter by a tenth, all at once, more often than that."""
    rises = [later - sooner > 0.1 for sooner, later in pairwise(levels(pattern, 3000))]
    assert max(sum(rises[at_ms : at_ms + 1000]) for at_ms in range(2000)) <= EPILEPSY_PER_S


def test_breathing_has_no_edge() -> None:
    """It goes down and up in small steps, each frame otherwise than the one before."""
    strip = STRIPS[Pattern.BREATHE]
    steps = [abs(later - sooner) for sooner, later in pairwise((*strip, strip[0]))]
    assert min(steps) > 0
    assert max(steps) < 0.05


def test_all_blink_together() -> None:
    """Lamps of one pattern are in one part of it, wherever they are and whenever they were lit."""
    for now_ms in range(0, 2000, 40):
        one, _, other = frame(lit(Lamp.CHECK, Lamp.DARK, Lamp.RESULT), now_ms, FULL)[:3]
        assert (max(one) < 100) == (max(other) < 100)


@given(LAMPS, INSTANTS_MS)
def test_the_next_frame_is_when_something_changes(lamps: list[Lamp], now_ms: int) -> None:
    """Until then nothing does; then something does, unless it is too dim to be told by 8 bits."""
    shown, next_ms = frame(lamps, now_ms, FULL), next_frame_ms(lamps, now_ms)
    if next_ms is None:
        assert all(LOOKS[lamp].pattern is Pattern.STEADY for lamp in lamps)
        return
    assert now_ms < next_ms
    assert all(frame(lamps, at_ms, FULL) == shown for at_ms in range(now_ms, next_ms, FRAME_MS // 2))
    assert frame(lamps, next_ms - 1, FULL) == shown
    assert frame(lamps, next_ms, FULL) != shown


@given(LAMPS, INSTANTS_MS)
def test_animation_is_held_to_30_frames_a_second(lamps: list[Lamp], now_ms: int) -> None:
    """Whatever is lit together, from one frame to the next it is at least a thirtieth of a second."""
    first_ms = next_frame_ms(lamps, now_ms)
    if first_ms is not None:
        second_ms = next_frame_ms(lamps, first_ms)
        assert second_ms is not None
        assert second_ms - first_ms >= 1000 / 30


@pytest.mark.parametrize(
    ("lamp", "edges_ms"),
    [
        (Lamp.LAST_MOVE, []),
        (Lamp.TO_LIFT, [1720, 1920, 3640]),
        (Lamp.CHECK, [520, 1000, 1520]),
        (Lamp.TOO_MUCH, [200, 400, 600]),
        (Lamp.MISSING, [40, 80, 120]),
    ],
)
def test_edges(lamp: Lamp, edges_ms: list[int]) -> None:
    """What blinks changes at its edges alone, what breathes with every frame, what is steady never."""
    now_ms, edges = 0, list[int]()
    while len(edges) < 3 and (next_ms := next_frame_ms(lit(lamp), now_ms)) is not None:
        edges.append(now_ms := next_ms)
    assert edges == edges_ms


def test_a_dark_board_is_dark() -> None:
    """Nothing is lit, and nothing changes."""
    assert frame(DARK, 123, FULL) == ((0, 0, 0),) * 64
    assert next_frame_ms(DARK, 123) is None


def test_dark_squares_are_dimmed() -> None:
    """By the factor; a1 is dark, and so is h8."""
    shown = frame((Lamp.LIFTED,) * 64, 0, Light(1, 0.6))
    assert (shown[chess.A1], shown[chess.B1], shown[chess.H8]) == ((114,) * 3, (190,) * 3, (114,) * 3)
    assert sum(colour == (114,) * 3 for colour in shown) == 32


@pytest.mark.parametrize("brightness", [0.01, 0.4, 1])
@given(LAMPS, INSTANTS_MS)
def test_what_is_lit_stays_lit(brightness: float, lamps: list[Lamp], now_ms: int) -> None:
    """However dim it is to be, a lamp that says something is lit in each part of its colour, and no other."""
    for lamp, colour in zip(lamps, frame(lamps, now_ms, Light(brightness, 0.2)), strict=True):
        assert [part > 0 for part in colour] == [part > 0 for part in LOOKS[lamp].colour]


def test_no_brightness_is_no_light() -> None:
    """A configured brightness of 0 leaves the board dark."""
    assert frame((Lamp.TOO_MUCH,) * 64, 0, Light(0)) == ((0, 0, 0),) * 64


def test_steps_of_brightness() -> None:
    """The middle one is the configured one; each is brighter than the last, up to all that the lamps can."""
    configured = default_settings().lamps.brightness
    steps = [Light(configured).at_step(step).brightness for step in BRIGHTNESS]
    assert [round(step, 2) for step in steps] == [0.16, 0.25, 0.4, 0.63, 1.0]
    assert [Light(0.9).at_step(step).brightness for step in BRIGHTNESS][2:] == [0.9, 1, 1]
