"""Has SKiDL check the electrical rules of the circuit and write its netlist, as KiCad reads it.

The parts are defined here in code, so no library of symbols is needed. SKiDL leaves files where it runs, and
a date and its own source lines in the netlist: it runs in a folder of its own, and those words are emptied.
"""

import contextlib
import io
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from generate.circuit import FIVE_VOLT, GROUND, LAMPS_FIVE_VOLT, Circuit, Part

_OF_ONE_RUN: Final = re.compile(r'(\(date |\(source |\(name "SKiDL Line"\) )"[^"]*"')
#: Supplied through a fuse or a plug, which the rules take for a mere resistor.
_SUPPLIED: Final = (FIVE_VOLT, LAMPS_FIVE_VOLT, GROUND)
_ROLES: Final = {
    "passive": "PASSIVE",
    "both": "BIDIR",
    "input": "INPUT",
    "output": "OUTPUT",
    "power-in": "PWRIN",
    "power-out": "PWROUT",
}


class RulesBroken(Exception):  # noqa: N818 - it names what happened
    """What SKiDL's electrical rules found."""


def netlist(circuit: Circuit) -> str:
    """Write the netlist; raises RulesBroken when an electrical rule is broken."""
    with _elsewhere(), contextlib.redirect_stderr(io.StringIO()):
        import skidl  # noqa: PLC0415 - heavy, and only `make hardware` has it

        board = _build(skidl, circuit)
        board.ERC()
        found = skidl.erc_logger.error.count + skidl.erc_logger.warning.count
        if found:
            raise RulesBroken(_said() or f"{found} electrical rules are broken")
        board.generate_netlist(file_="board.net")
        text = Path("board.net").read_text(encoding="utf-8")
    return without_dates(text)


def _said() -> str:
    return "".join(file.read_text(encoding="utf-8") for file in Path().glob("*.erc"))


def without_dates(text: str) -> str:
    """Empty what differs from one run to the next."""
    return _OF_ONE_RUN.sub(r'\1""', text).rstrip() + "\n"


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """Work in an empty folder, and come back."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)


def _build(skidl: Any, circuit: Circuit) -> Any:
    board = skidl.Circuit()
    nets = {name: skidl.Net(name, circuit=board) for name in circuit.nets()}
    for name in _SUPPLIED:
        nets[name].drive = skidl.POWER
    for part in circuit.parts:
        made = _make(skidl, board, part)
        for pin in part.pins:
            net = board.NC if pin.net is None else nets[pin.net]
            net += made[pin.number]
    return board


def _make(skidl: Any, board: Any, part: Part) -> Any:
    roles = skidl.Pin.types
    pins = [skidl.Pin(num=it.number, name=it.name, func=getattr(roles, _ROLES[it.role])) for it in part.pins]
    words = {"name": part.kind, "ref": part.ref, "value": part.value, "tag": part.ref, "footprint": part.kind}
    return skidl.Part(**words, tool=skidl.SKIDL, dest=skidl.NETLIST, pins=pins, circuit=board)
