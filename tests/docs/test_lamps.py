"""docs/lamps.md says what the lamps say: its tables and its picture are drawn from the code and compared.

`make tests ARGS="-k lamps_doc --accept"` rewrites what differs.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from jadoube.config.settings import default_settings
from jadoube.core.messages.lamps import (
    FRAME_MS,
    LOOKS,
    LOW,
    STRIPS,
    Colour,
    Lamp,
    Light,
    Look,
    Pattern,
    frame,
)
from jadoube.daemon.displays import REWRITE_MS
from jadoube.drivers.lamps.lamp_current import cap_current, current_ma
from jadoube_sim.terminal.picture import MARKS

DOCS = Path(__file__).parents[2] / "docs"
SETTINGS = default_settings().lamps
LIT = [lamp for lamp in Lamp if lamp]

MOVES = {
    Pattern.STEADY: "does not change",
    Pattern.WINK: "bright, and low for a fifth of a second now and then: no hurry",
    Pattern.BREATHE: "goes down and up softly: the board waits for you",
    Pattern.BLINK: "bright and low for about half a second each: look here",
    Pattern.HURRY: "bright and low for a fifth of a second each: put it right",
    Pattern.BEAT: "two bright beats of a fifth of a second, then low for a second: make this move",
}
"""What each pattern is, in words."""


def _table(*rows: tuple[str, ...]) -> str:
    """A table in Markdown, its first row the head."""
    head, *body = rows
    lines = [head, ("---",) * len(head), *body]
    return "\n".join(
        f"| {' | '.join(line)} |" if line[0] != "---" else f"|{'---|' * len(head)}" for line in lines
    )


def _looks() -> str:
    rows = [
        (str(lamp.value), lamp.name.lower().replace("_", " "), look.meaning, _rgb(look.colour), look.pattern)
        for lamp in LIT
        for look in [LOOKS[lamp]]
    ]
    return _table(("", "lamp", "what it says", "red, green, blue", "how it moves"), *rows)


def _rgb(colour: Colour) -> str:
    return ", ".join(map(str, colour))


def _patterns() -> str:
    rows = [(str(each), f"{len(STRIPS[each]) * FRAME_MS / 1000:g} s", MOVES[each]) for each in Pattern]
    rows[0] = (Pattern.STEADY, "", MOVES[Pattern.STEADY])
    return _table(("pattern", "period", "how it looks"), *rows)


def _board(**squares: Lamp) -> list[Lamp]:
    return [squares.get(name, Lamp.DARK) for name in chess.SQUARE_NAMES]


def _queen_lifted() -> list[Lamp]:
    """A queen has left d4, and all that she attacks on an empty board is lit."""
    targets = chess.Board("8/8/8/8/3Q4/8/8/8 w - - 0 1").attacks(chess.D4)
    lit = {chess.D4: Lamp.LIFTED} | dict.fromkeys(targets, Lamp.TARGET)
    return [lit.get(square, Lamp.DARK) for square in chess.SQUARES]


EXAMPLES = {
    "nothing lit": _board(),
    "the last move": _board(e2=Lamp.LAST_MOVE, e4=Lamp.LAST_MOVE),
    "check": _board(h5=Lamp.LAST_MOVE, f7=Lamp.GIVES_CHECK, e8=Lamp.CHECK),
    "a queen in the air, her squares as hints": _queen_lifted(),
    "an empty board, set up for a game": [
        Lamp.MISSING if chess.Board().occupied >> square & 1 else Lamp.DARK for square in chess.SQUARES
    ],
}


def _draws(shown: tuple[Colour, ...]) -> str:
    return f"{current_ma(shown):.0f} mA"


def _currents() -> str:
    light = Light(SETTINGS.brightness, SETTINGS.dark_squares)
    rows = [
        (
            name,
            *(
                _draws(cap_current(frame(lamps, 0, each), SETTINGS.budget_ma))
                for each in (light, light.at_step(5))
            ),
        )
        for name, lamps in EXAMPLES.items()
    ]
    white = ((255, 255, 255),) * 64
    cut = f"{_draws(white)}, cut to {_draws(cap_current(white, SETTINGS.budget_ma))}"
    return _table(
        ("lit", "as configured", "at the brightest step"),
        *rows,
        ("64 white lamps, which nothing lights", cut, cut),
    )


# The picture

ROW, SIDE, STRIP_MS = 26, 34, 2400
LIGHT_WOOD, DARK_WOOD, INK = "#d9b98a", "#7a5230", "#222222"


def _seen(colour: Colour) -> str:
    """The colour on a screen: a lamp's levels are light, a screen's are about its root."""
    red, green, blue = (round(255 * (level / 255) ** (1 / 2.2)) for level in colour)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _moving(look: Look) -> str:
    """The look's pattern as an animation of how opaque it is."""
    strip = STRIPS[look.pattern]
    if len(strip) == 1:
        return ""
    values = ";".join(f"{level**0.5:.2f}" for level in strip)
    period = f"{len(strip) * FRAME_MS}ms"
    return (
        f'<animate attributeName="opacity" calcMode="discrete" dur="{period}" repeatCount="indefinite" '
        f'values="{values}"/>'
    )


def _picture() -> str:
    """A board with every lamp on a light square and on a dark one, and each with its strip of time."""
    height = max(8 * SIDE, len(LIT) * ROW) + 20
    size = f'width="860" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">'
    ground = f'<rect {size} fill="#ffffff"/>'
    legend = (part for row, lamp in enumerate(LIT) for part in _legend(row, lamp))
    return "\n".join([head, ground, *_squares(), *legend, "</svg>"]) + "\n"


def _squares() -> Iterator[str]:
    places = [(3 * (number % 3), number // 3 + 1) for number in range(len(LIT))]
    lamps = {
        (file + half, row): lamp for lamp, (file, row) in zip(LIT, places, strict=True) for half in (0, 1)
    }
    for row in range(8):
        for file in range(8):
            yield from _square(
                10 + file * SIDE, 10 + row * SIDE, lamps.get((file, row)), dark=bool(file + row & 1)
            )


def _square(x: int, y: int, lamp: Lamp | None, *, dark: bool) -> Iterator[str]:
    yield f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{DARK_WOOD if dark else LIGHT_WOOD}"/>'
    if lamp:
        look = LOOKS[lamp]
        x, y = x + SIDE // 2, y + SIDE // 2
        yield f'<circle cx="{x}" cy="{y}" r="13" fill="{INK}"/>'
        yield f'<circle cx="{x}" cy="{y}" r="12" fill="{_seen(look.colour)}">{_moving(look)}</circle>'
        yield (
            f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="#ffffff" '
            f'stroke="#000000" stroke-width="2" paint-order="stroke">{lamp.value}</text>'
        )


def _legend(row: int, lamp: Lamp) -> Iterator[str]:
    look, y = LOOKS[lamp], 10 + row * ROW
    strip = STRIPS[look.pattern]
    yield f'<text x="308" y="{y + 16}" text-anchor="end" fill="{INK}">{lamp.value}</text>'
    yield f'<rect x="316" y="{y}" width="120" height="20" fill="{INK}"/>'
    for begin, end, level in _runs([strip[at % len(strip)] for at in range(STRIP_MS // FRAME_MS)]):
        width, tall = 2 * (end - begin), 18 * level**0.5
        yield (
            f'<rect x="{316 + 2 * begin}" y="{y + 19 - tall:.1f}" width="{width}" height="{tall:.1f}" '
            f'fill="{_seen(look.colour)}"/>'
        )
    yield f'<text x="446" y="{y + 15}" fill="{INK}">{look.meaning}</text>'


def _runs(levels: list[float]) -> Iterator[tuple[int, int, float]]:
    """From where to where a level stays."""
    begin = 0
    for at in range(1, len(levels) + 1):
        if at == len(levels) or levels[at] != levels[begin]:
            yield begin, at, levels[begin]
            begin = at


# What is compared

TABLES = {"looks": _looks, "patterns": _patterns, "currents": _currents}


@pytest.mark.parametrize("mark", TABLES)
def test_the_tables_are_drawn_from_the_code(mark: str, request: pytest.FixtureRequest) -> None:
    """Looks, patterns and currents are what the board shows and draws."""
    file = DOCS / "lamps.md"
    text = file.read_text(encoding="utf-8")
    between = re.compile(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- /{mark} -->)", re.DOTALL)
    assert between.search(text)
    redrawn = between.sub(lambda _: TABLES[mark]() + "\n", text)
    if request.config.getoption("--accept"):
        file.write_text(redrawn, encoding="utf-8")
    assert text == redrawn


def test_the_picture_is_drawn_from_the_code(request: pytest.FixtureRequest) -> None:
    """docs/lamps.svg shows every lamp in its colour, with its pattern in time."""
    file = DOCS / "lamps.svg"
    if request.config.getoption("--accept"):
        file.write_text(_picture(), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == _picture()


def test_the_numbers_in_the_text_are_the_codes() -> None:
    """Frames, the low part, the time until all is written again, the factor of dark squares, the budget."""
    text = " ".join((DOCS / "lamps.md").read_text(encoding="utf-8").split())
    for said in (
        f"{1000 // FRAME_MS} frames a second",
        f"{LOW * 100:.0f} per cent",
        f"every {REWRITE_MS // 1000} seconds",
        f"`lamps.dark_squares`, {SETTINGS.dark_squares}",
        f"`lamps.budget_ma`, {SETTINGS.budget_ma}",
        f"({SETTINGS.budget_ma} - 64) * 255 / 20 = {(SETTINGS.budget_ma - 64) * 255 // 20}",
    ):
        assert said in text


def test_the_marks_of_the_terminal_stand_in_its_page() -> None:
    """docs/simulator.md has a row for each lamp: its marks and what it says, with the keys as code."""
    page = (DOCS / "simulator.md").read_text(encoding="utf-8")
    rows = re.sub(r"`(plus|minus|hold back|ok)`", r"\1", page)
    for lamp, (left, right) in MARKS.items():
        assert f"| `{left}   {right}` | {LOOKS[lamp].meaning} |" in rows
