"""The figures in what people wrote: each stands between two marks and is computed, so that none goes stale.

In a page, `<!-- made: NAME -->` and `<!-- /made -->` hold what is made; all around them is by hand.
"""

import re
from pathlib import Path
from typing import Final

from generate import first_power, measures, power
from generate.circuit import VALUES, Circuit
from generate.smallboard import wire_list
from generate.svg import number
from jadoube.config.matrix import Signal
from jadoube.config.pinmap import PinMap
from jadoube.config.settings import ReedSettings
from jadoube.drivers.lamps.lamp_current import DEFAULT_BUDGET_MA
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
        **{kind: VALUES[kind] for kind in ("row resistor", "column resistor", "CC resistor")},
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
        "pis": power.pi_table(),
        "cap": f"{DEFAULT_BUDGET_MA} mA",
        "all white": f"{power.all_white_ma()} mA",
        "busy": f"{power.lamps_ma(power.BUSY)} mA",
        "most": f"{power.most_ma()} mA",
        "uncapped": f"{power.uncapped_ma()} mA",
        "supply": f"{power.SUPPLY_MA / 1000:.0f} A",
        "main fuse": f"{power.MAIN_FUSE_MA / 1000:.1f} A",
        "lamp fuse": f"{power.LAMP_FUSE_MA / 1000:.1f} A",
        "main blows": f"{2.1 * power.MAIN_FUSE_MA / 1000:.1f} A",
        "lamp blows": f"{2.1 * power.LAMP_FUSE_MA / 1000:.1f} A",
        "pi 5": f"{power.PI_5_MA / 1000:.1f} A",
        "allowed": f"{power.lamps_budget_ma(power.PI_MA)} mA",
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
    within = measures.closes_within(*measures.MAGNET, _DISTANCE)
    return {
        "square": f"{measures.SQUARE:.0f} mm",
        "plate": f"{measures.PLATE:.0f} mm",
        "reed hole": f"{measures.REED_HOLE:.0f} mm",
        "lamp hole": f"{measures.LAMP_HOLE:.0f} mm",
        "aside": f"{measures.LAMP_ASIDE:.0f} mm",
        "clear": f"{measures.lamp_clear_of_piece():.0f} mm",
        "king": f"{measures.KING_BASE:.0f} mm",
        "king off": f"{number((measures.SQUARE - measures.KING_BASE) / 2)} mm",
        "stub": f"{measures.STUB:.0f} mm",
        "depth": f"{measures.REED_DEPTH:.0f} mm",
        "within": f"{number(within)} mm",
        "magnets": _magnet_table(),
        "uncut": f"{number(measures.UNCUT_LENGTH)} mm",
        "cut": f"{number(measures.CUT_LENGTH)} mm",
        "lower lead": f"{measures.LOWER_LEAD:.0f} mm",
        "cropping": _cropping_table(),
    }


#: From the lower face of a magnet to the middle of its reed's glass.
_DISTANCE: Final = measures.REED_DEPTH + measures.FELT


def _magnet_table() -> str:
    head = "| magnet, mm | along the reed, mT | closes within, mm | on the border, mT | neighbour, mT |"
    lines = [head, "|---|---|---|---|---|"]
    for diameter, thickness in _MAGNETS:
        here, border, neighbour = (
            abs(measures.field_mt(diameter, thickness, _DISTANCE, aside))
            for aside in (0, measures.SQUARE / 2, measures.SQUARE)
        )
        within = number(measures.closes_within(diameter, thickness, _DISTANCE))
        cells = [
            f"{diameter:.0f} x {thickness:.0f}",
            f"{here:.0f}",
            within,
            f"{border:.1f}",
            f"{neighbour:.1f}",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cropping_table() -> str:
    lines = ["| pull-in | closes at, mT | closes within, mm |", "|---|---|---|"]
    for rise in measures.RISES:
        pull_in = measures.PULL_IN_MT * rise
        within = measures.closes_within(*measures.MAGNET, _DISTANCE, pull_in)
        higher = f"{100 * (rise - 1):.0f} % higher" if rise > 1 else "as uncut"
        lines.append(f"| {higher} | {pull_in:.1f} | {number(within)} |")
    return "\n".join(lines)
