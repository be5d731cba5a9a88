"""The pinout of the header, as a table and as a drawing.

The drawing lies as the header does on a Pi whose header is at the top: pin 1 left, odd pins in the lower row.
"""

from typing import Final

from generate.header import HeaderPin, header
from generate.svg import GREY, PALE, WIRES, box, circle, drawing, line, text
from jadoube.config.pinmap import PinMap

MADE: Final = "<!-- Made from pinmap.toml by `make hardware`: change that, not this. -->"
_PITCH: Final = 26
_LEFT: Final = 480
_TOP: Final = 88
_WORDS: Final = {"three_volt": "3.3 V", "five_volt": "5 V", "ground": "ground"}


def pinout_table(pinmap: PinMap) -> str:
    """Write the page: the header as it lies, then every connector of the board."""
    pins = header(pinmap)
    rows = [_row(odd, even) for odd, even in zip(pins[::2], pins[1::2], strict=True)]
    used = len(pinmap.signals)
    lines = [
        "# Pinout",
        MADE,
        "",
        f"{used} GPIOs are used. Seen from above, the header at the Pi's right edge, pin 1 at the top.",
        "",
        "![The header](pinout.svg)",
        "",
        "| wire | goes to | signal | GPIO | pin | pin | GPIO | signal | goes to | wire |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *rows,
        "",
        "## The connectors of the board",
        "",
        "| connector | signal | wire | header pin |",
        "|---|---|---|---|",
        *_connectors(pinmap),
    ]
    return "\n".join(lines) + "\n"


def _row(odd: HeaderPin, even: HeaderPin) -> str:
    left = [odd.wire, odd.connector, _signal(odd), odd.name, str(odd.number)]
    right = [str(even.number), even.name, _signal(even), even.connector, even.wire]
    return "| " + " | ".join([*left, *right]) + " |"


def _signal(pin: HeaderPin) -> str:
    """Name the signal; what is not wired says why in italics."""
    return _WORDS.get(pin.signal, pin.signal) if pin.wired else f"*{pin.note}*"


def _connectors(pinmap: PinMap) -> list[str]:
    rows = [(it.connector, it.name, it.wire, str(it.header_pin)) for it in pinmap.signals]
    rows += [
        (at, supply.name, supply.wire, ", ".join(map(str, supply.header_pins)))
        for supply in pinmap.supplies
        for at in supply.connectors
    ]
    ordered = sorted(rows, key=lambda row: _place(row[0]))
    return ["| " + " | ".join(row) + " |" for row in ordered]


def _place(connector: str) -> tuple[str, int]:
    name, _, way = connector.partition(".")
    return name, int(way)


def pinout_drawing(pinmap: PinMap) -> str:
    """Draw the header, each pin with its wire in the wire's colour."""
    pins = header(pinmap)
    height = _TOP + 20 * _PITCH + 56
    shapes = [
        text(_LEFT, 34, "The 40-pin header, seen from above", 20, "middle", weight="bold"),
        text(_LEFT, 58, "the end at which the Pi has its SD card", 12, "middle"),
        box(_LEFT - 30, _TOP - 18, 60, 20 * _PITCH + 10, PALE),
        *(_pin(pin) for pin in pins),
        *_legend(height - 24),
    ]
    return drawing(2 * _LEFT, height, shapes, title="Pinout of J8")


def _pin(pin: HeaderPin) -> str:
    side = -1 if pin.number % 2 else 1
    y = _TOP + (pin.number - 1) // 2 * _PITCH
    x = _LEFT + side * 13
    anchor = "end" if side < 0 else "start"
    shapes = [circle(x, y, 9, _fill(pin)), text(x, y + 3.5, str(pin.number), 9, "middle", _ink(pin))]
    shapes.append(text(_LEFT + side * 42, y + 4, pin.name, 12, anchor, weight="bold"))
    if pin.wired:
        shapes += [
            line(_LEFT + side * 100, y, _LEFT + side * 150, y, "#1b1b1b", 6),
            line(_LEFT + side * 101, y, _LEFT + side * 149, y, WIRES[pin.wire], 4),
        ]
    shapes.append(text(_LEFT + side * 160, y + 4, _words(pin), 12, anchor, "#1b1b1b" if pin.wired else GREY))
    return "\n".join(shapes)


def _words(pin: HeaderPin) -> str:
    if not pin.wired:
        return pin.note
    where = f" to {pin.connector}" if pin.connector and pin.signal not in _WORDS else ""
    return f"{_signal(pin)}{where}, {pin.wire}"


def _fill(pin: HeaderPin) -> str:
    return WIRES[pin.wire] if pin.wired else "#ffffff"


def _ink(pin: HeaderPin) -> str:
    dark = pin.wired and pin.wire in {"black", "brown", "red", "blue", "violet", "green", "grey"}
    return "#ffffff" if dark else "#1b1b1b"


def _legend(y: float) -> list[str]:
    words = "J1 columns, J2 rows, J3 faces, J4 lamps, J5 buzzer: the board's connectors. All grounds are one."
    return [text(30, y, words, 12)]
