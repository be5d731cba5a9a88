"""Writes SVG, and nothing but text: the same drawing is the same bytes on every machine.

Lengths are in the unit of the drawing (millimetres where it is printed at 1:1). It knows shapes, not chess.
"""

from collections.abc import Iterable
from html import escape
from typing import Final

FONT: Final = "DejaVu Sans, Arial, Helvetica, sans-serif"
INK: Final = "#1b1b1b"
GREY: Final = "#8a8a8a"
PALE: Final = "#e8e4da"

#: The colours of wires, as they are drawn; white and yellow get an outline to be seen on paper.
WIRES: Final = {
    "black": "#1b1b1b",
    "brown": "#7b4a1e",
    "red": "#d3221f",
    "orange": "#f08519",
    "yellow": "#f3d21b",
    "green": "#2f9a3c",
    "blue": "#2468c8",
    "violet": "#8a4bb0",
    "grey": "#8a8a8a",
    "white": "#ffffff",
    "pink": "#f19ab6",
}


def number(value: float) -> str:
    """Write a length, with three places at most."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def element(tag: str, content: str = "", **attributes: object) -> str:
    """Write one element; `_` in a name becomes `-`, a number is rounded."""
    words = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"' for name, value in attributes.items()
    )
    return f"<{tag}{words}>{content}</{tag}>" if content else f"<{tag}{words}/>"


def _value(value: object) -> str:
    return number(value) if isinstance(value, int | float) else escape(str(value))


def line(x1: float, y1: float, x2: float, y2: float, colour: str = INK, width: float = 1) -> str:
    """Draw a straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width)


def path(points: Iterable[tuple[float, float]], colour: str = INK, width: float = 1) -> str:
    """Draw a wire through these points."""
    walk = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    joins = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    return element("polyline", points=walk, fill="none", stroke=colour, stroke_width=width, **joins)


def box(
    x: float, y: float, width: float, height: float, fill: str = "none", colour: str = INK, stroke: float = 1
) -> str:
    """Draw a rectangle."""
    return element(
        "rect", x=x, y=y, width=width, height=height, fill=fill, stroke=colour, stroke_width=stroke
    )


def circle(
    x: float, y: float, radius: float, fill: str = "none", colour: str = INK, stroke: float = 1
) -> str:
    """Draw a circle."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=colour, stroke_width=stroke)


def text(
    x: float, y: float, words: str, size: float = 10, anchor: str = "start", fill: str = INK, weight: str = ""
) -> str:
    """Write words with their foot at y."""
    bold = {"font_weight": weight} if weight else {}
    return element("text", escape(words), x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, **bold)


def lines_of_text(x: float, y: float, words: Iterable[str], size: float = 10, anchor: str = "start") -> str:
    """Write lines under each other."""
    return "\n".join(text(x, y + n * size * 1.35, it, size, anchor) for n, it in enumerate(words))


def drawing(width: float, height: float, shapes: Iterable[str], *, unit: str = "", title: str = "") -> str:
    """Put shapes on white paper; with `unit="mm"` a viewer prints it at its true size."""
    inner = [f"<title>{escape(title)}</title>", box(0, 0, width, height, "#ffffff", "none", 0), *shapes]
    size = {"width": number(width) + unit, "height": number(height) + unit}
    view = f"0 0 {number(width)} {number(height)}"
    space = {"xmlns": "http://www.w3.org/2000/svg"}
    content = "\n" + "\n".join(inner) + "\n"
    return element("svg", content, **space, **size, viewBox=view, font_family=FONT) + "\n"
