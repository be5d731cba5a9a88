"""No meaning of a lamp is told by its hue alone: each two differ by pattern, or clearly in brightness.

What eyes without one kind of cone see is simulated by the matrices of Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE TVCG 15(6), 2009,
doi:10.1109/TVCG.2009.113), at full severity, on linear light, as a NeoPixel's duty cycle is. The paper calls
its tritan matrix an approximation, and the matrices are those of a display's primaries, which are less pure
than a NeoPixel's. So brightness is also reckoned from the part itself: luminous intensities of the WS2812B's
data sheet, in the middle of their ranges.
"""

from itertools import combinations

import pytest

from jadoube.config.settings import default_settings
from jadoube.core.messages.lamps import LOOKS, Colour, Lamp

Matrix = tuple[tuple[float, float, float], ...]

LUMINANCE = (0.2126, 0.7152, 0.0722)
"""What red, green and blue of sRGB give to luminance (ITU-R BT.709)."""

EYES: dict[str, Matrix] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
CANDELA = (0.405, 0.690, 0.190)
"""Of the WS2812B's red, green and blue at full: 390 to 420, 660 to 720, 180 to 200 mcd (Worldsemi)."""

CLEARLY = 2.0
"""By what factor one of two lamps with the same pattern has to be the brighter one (a guess: a stop, as
photographers say). It is more than a lamp of a dark square is dimmed, which so never turns two round."""


def _sum(weights: tuple[float, ...], colour: tuple[float, ...]) -> float:
    return sum(weight * part for weight, part in zip(weights, colour, strict=True))


def brightnesses(colour: Colour) -> dict[str, float]:
    """How bright a colour is to each pair of eyes, and by the data sheet."""
    seen = {eyes: tuple(_sum(row, colour) for row in matrix) for eyes, matrix in EYES.items()}
    return {eyes: _sum(LUMINANCE, each) for eyes, each in seen.items()} | {"candela": _sum(CANDELA, colour)}


PAIRS = [
    (one, other)
    for one, other in combinations([lamp for lamp in Lamp if lamp], 2)
    if LOOKS[one].pattern is LOOKS[other].pattern
]


def test_the_simulation_keeps_grey() -> None:
    """What has no hue looks the same to all eyes: each row of a matrix adds up to one."""
    for matrix in EYES.values():
        assert [sum(row) for row in matrix] == pytest.approx([1, 1, 1], abs=1e-5)


def test_reds_are_dim_to_protanopes() -> None:
    """The simulation knows the best known thing: pure red is about half as bright without L cones."""
    red = brightnesses((255, 0, 0))
    assert red["protanopia"] < 0.6 * red["all cones"] < red["deuteranopia"]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_lamps_with_one_pattern_differ_clearly_in_brightness(one: Lamp, other: Lamp) -> None:
    """To all eyes, and the same one is the brighter to all of them."""
    first, second = brightnesses(LOOKS[one].colour), brightnesses(LOOKS[other].colour)
    ratios = [first[eyes] / second[eyes] for eyes in first]
    assert min(ratios) >= CLEARLY or max(ratios) <= 1 / CLEARLY


def test_no_other_two_have_one_pattern() -> None:
    """Twelve pairs are told by brightness; the other ninety-three by how they move."""
    lamps = len(Lamp) - 1
    assert len(PAIRS) == 12
    assert lamps * (lamps - 1) // 2 - len(PAIRS) == 93


def test_a_dark_square_turns_no_two_round() -> None:
    """Of two lamps with one pattern the brighter stays so, even on a dark square beside a light one."""
    assert default_settings().lamps.dark_squares * CLEARLY > 1
