"""The figures in what people wrote: each stands between two marks and is computed, so that none goes stale.

In a page, `<!-- made: NAME -->` and `<!-- /made -->` hold what is made; all around them is by hand.
"""

import re
from pathlib import Path
from typing import Final

from generate import first_power, measures, power
from generate.circuit import Circuit
from generate.smallboard import wire_list
from generate.svg import number
from jadoube.config.pinmap import PinMap, Signal
from jadoube.config.settings import ReedSettings
from jadoube.drivers.lamps import DEFAULT_BUDGET_MA
from jadoube_sim.twin.electrics.parts import LOWEST_HIGH

PAGES: Final = ("README.md", "ASSEMBLY.md", "POWER.md", "MECHANICS.md", "TEST.md")
_MARKED: Final = re.compile(r"(<!-- made: ([\w ]+) -->)(.*?)(<!-- /made -->)", re.DOTALL)
_MAGNETS: Final = ((10.0, 1.0), (10.0, 3.0), (10.0, 4.0), (20.0, 3.0))


def pages(folder: Path, pinmap: PinMap, circuit: Circuit) -> dict[str, str]:
    """Give every page with its figures as they are now."""
    facts = figures(pinmap, circuit)
    return {name: filled((folder / name).read_text(encoding="utf-8"), facts) for name in PAGES}


def filled(page: str, facts: dict[str, str]) -> str:
    """Put the figures between their marks; a table gets lines of its own."""

    def fill(found: re.Match[str]) -> str:
        fact = facts[found[2]]
        between = f"\n{fact}\n" if "\n" in fact else fact
        return f"{found[1]}{between}{found[4]}"

    return _MARKED.sub(fill, page)


def figures(pinmap: PinMap, circuit: Circuit) -> dict[str, str]:
    """Give every figure by its name."""
    counts = circuit.counts()
    joints = sum(len(part.pins) for part in circuit.parts if part.kind in {"reed", "diode", "lamp"})
    return {
        "gpios": f"{len(pinmap.signals)} GPIOs",
        "parts": f"{len(circuit.parts)} parts",
        "nets": f"{len(circuit.nets())} nets",
        "diodes": f"{counts['diode']} diodes",
        "joints": f"about {joints} joints",
        "row pins": _pins(pinmap.matrix.rows),
        "column pins": _pins(pinmap.matrix.columns),
        "ground pins": _supply_pins(pinmap, "ground"),
        "plus pins": _supply_pins(pinmap, "five_volt"),
        "wires": wire_list(circuit),
        "settle": f"{ReedSettings().settle_us} us",
        **_power(),
        **_mechanics(),
        **_first_power(pinmap),
    }


def _pins(signals: tuple[Signal, ...]) -> str:
    """List header pins in the order of their connector's ways."""
    ordered = sorted(signals, key=lambda it: int(it.connector.partition(".")[2]))
    return ", ".join(str(it.header_pin) for it in ordered)


def _supply_pins(pinmap: PinMap, name: str) -> str:
    (supply,) = (it for it in pinmap.supplies if it.name == name)
    return ", ".join(map(str, supply.header_pins))


def _power() -> dict[str, str]:
    return {
        "budget": power.budget_table(),
        "levels": power.level_table(),
        "bad diode": f"{power.bad_diode_kohm():.0f} kohm",
        "worst bad diode": f"{power.bad_diode_kohm(LOWEST_HIGH):.0f} kohm",
        "cap": f"{DEFAULT_BUDGET_MA} mA",
        "all white": f"{power.all_white_ma()} mA",
        "busy": f"{power.lamps_ma(power.BUSY)} mA",
        "most": f"{power.most_ma()} mA",
        "uncapped": f"{power.uncapped_ma()} mA",
        "supply": f"{power.SUPPLY_MA / 1000:.0f} A",
        "main fuse": f"{power.MAIN_FUSE_MA / 1000:.0f} A",
        "lamp fuse": f"{power.LAMP_FUSE_MA / 1000:.0f} A",
        "pi": f"{power.PI_MA / 1000:.1f} A",
        "feed drop": f"{power.drop_mv(DEFAULT_BUDGET_MA, 0.6, 0.75)} mV",
        "rail drop": f"{power.drop_mv(8 * 61, 0.4, 0.28)} mV",
    }


def _first_power(pinmap: PinMap) -> dict[str, str]:
    return {
        "one square": first_power.circuit_drawing(pinmap),
        "points": first_power.points_list(pinmap),
        "steps": first_power.steps_list(),
        "volts": first_power.volts_table(pinmap),
        "wrong volts": first_power.wrong_table(),
    }


def _mechanics() -> dict[str, str]:
    within = measures.closes_within(*measures.MAGNET, measures.REED_DEPTH + measures.FELT)
    return {
        "square": f"{measures.SQUARE:.0f} mm",
        "plate": f"{measures.PLATE:.0f} mm",
        "reed hole": f"{measures.REED_HOLE:.0f} mm",
        "lamp hole": f"{measures.LAMP_HOLE:.0f} mm",
        "aside": f"{measures.LAMP_ASIDE:.0f} mm",
        "clear": f"{measures.lamp_clear_of_piece():.0f} mm",
        "king": f"{measures.KING_BASE:.0f} mm",
        "stub": f"{measures.STUB:.0f} mm",
        "depth": f"{measures.REED_DEPTH:.0f} mm",
        "within": f"{number(within)} mm",
        "magnets": _magnet_table(),
    }


def _magnet_table() -> str:
    distance = measures.REED_DEPTH + measures.FELT
    head = "| magnet, mm | above the reed, mT | closes within, mm | on the border, mT | neighbour, mT |"
    lines = [head, "|---|---|---|---|---|"]
    for diameter, thickness in _MAGNETS:
        cells = [
            f"{diameter:.0f} x {thickness:.0f}",
            f"{measures.field_above_mt(diameter, thickness, distance):.0f}",
            number(measures.closes_within(diameter, thickness, distance)),
            f"{abs(measures.field_beside_mt(diameter, thickness, distance, measures.SQUARE / 2)):.1f}",
            f"{abs(measures.field_beside_mt(diameter, thickness, distance, measures.SQUARE)):.1f}",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
