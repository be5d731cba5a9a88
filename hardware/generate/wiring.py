"""The wiring between the boards as WireViz reads it: plugs, cables, colours, pin by pin.

Only the text is made here, so that it is the same everywhere; `tools.py` has WireViz and Graphviz draw it.
The wires under the board (reeds, lamps) are the assembly's, not a cable's.
"""

from typing import Final

from generate.circuit import Circuit
from jadoube.config.pinmap import PinMap

#: The colours as WireViz writes them (IEC 60757).
COLOURS: Final = {
    "black": "BK",
    "brown": "BN",
    "red": "RD",
    "orange": "OG",
    "yellow": "YE",
    "green": "GN",
    "blue": "BU",
    "violet": "VT",
    "grey": "GY",
    "white": "WH",
    "pink": "PK",
}
#: What each connector's cable goes to, and the pads there in the cable's order.
_ENDS: Final = {
    "J1": ("Under the board: columns", None),
    "J2": ("Under the board: rows", None),
    "J3": ("Faces, one after the other", ["D", "C", "+", "-"]),
    "J4": ("First lamp, and the rails", ["IN", "rail +", "rail -"]),
    "J5": ("Buzzer", ["one", "other"]),
    "J6": ("USB-C socket X1", ["VBUS", "GND"]),
}
_TITLES: Final = {"J1": "columns", "J2": "rows", "J3": "faces", "J4": "lamps", "J5": "buzzer", "J6": "5 V in"}

#: What a supply is called beside its pin; a signal has its own name.
_SUPPLIES: Final = {"input": "5 V in", "five_volt": "5 V", "lamps": "5 V for lamps"}

Wire = tuple[int, str, str]  # way, what is on it, colour


def wires(pinmap: PinMap) -> dict[str, list[Wire]]:
    """Give the wires of each connector, in order."""
    ends = [(it.connector, it.name, it.wire) for it in pinmap.signals]
    ends += [(at, supply.name, supply.wire) for supply in pinmap.supplies for at in supply.connectors]
    found: dict[str, list[Wire]] = {name: [] for name in _ENDS}
    for at, name, colour in ends:
        connector, _, way = at.partition(".")
        found[connector].append((int(way), name, colour))
    return {connector: sorted(ways) for connector, ways in found.items()}


def wiring(pinmap: PinMap, circuit: Circuit) -> str:
    """Write the whole diagram."""
    all_wires = wires(pinmap)
    lines = ["# Made from pinmap.toml by `make hardware`: change that, not this.", "connectors:"]
    for name, ways in all_wires.items():
        lines += _connector(
            name, f"board: {_TITLES[name]}", [_SUPPLIES.get(what, what) for _, what, _ in ways]
        )
        title, pads = _ENDS[name]
        lines += _connector(f"{name} end", title, pads or [_under(what) for _, what, _ in ways])
    lines += ["cables:"]
    for name, ways in all_wires.items():
        lines += _cable(name, ways)
    lines += ["connections:"]
    for name, ways in all_wires.items():
        numbers = f"[1-{len(ways)}]"
        lines += [
            "  -",
            f"    - {name}: {numbers}",
            f"    - W{name[1:]}: {numbers}",
            f"    - {name} end: {numbers}",
        ]
    _must_agree(all_wires, circuit)
    return "\n".join(lines) + "\n"


def _connector(name: str, title: str, labels: list[str]) -> list[str]:
    words = ", ".join(f'"{label}"' for label in labels)
    return [f"  {name}:", f'    type: "{title}"', f"    pinlabels: [{words}]"]


def _cable(name: str, ways: list[Wire]) -> list[str]:
    thick = name in {"J4", "J6"}
    colours = ", ".join(COLOURS[colour] for *_, colour in ways)
    gauge = "0.75 mm2" if thick else "0.14 mm2"
    lines = [f"  W{name[1:]}:", f"    colors: [{colours}]", f"    gauge: {gauge}"]
    return [*lines, "    notes: data wire 0.14 mm2"] if name == "J4" else lines


def _under(signal: str) -> str:
    """Say where a line of the matrix goes: `column_a` is the wire of file a."""
    kind, _, which = signal.partition("_")
    if which == "buttons":
        return "all buttons"
    return f"{'file' if kind == 'column' else 'rank'} {which}"


def _must_agree(all_wires: dict[str, list[Wire]], circuit: Circuit) -> None:
    """Hold the cables to the netlist: as many wires as the connector has pins."""
    for name, ways in all_wires.items():
        if len(ways) != len(circuit.part(name).pins):
            raise ValueError(f"{name} has {len(ways)} wires and {len(circuit.part(name).pins)} pins")
