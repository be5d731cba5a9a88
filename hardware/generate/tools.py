"""What programs draw that a test does not need: the netlist by SKiDL, the wiring's picture by WireViz.

Graphviz, which draws for WireViz, draws differently in each version. So the picture bears the fingerprint of
the text that it was drawn from, and is drawn again only when that text has changed: the same bytes on every
machine.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from generate.circuit import circuit
from generate.netlist import netlist
from generate.wiring import wiring
from jadoube.config.pinmap import PinMap

_MARK: Final = re.compile(r"<!-- drawn from (\w+) -->\n")


def by_tools(pinmap: PinMap, folder: Path, *, prove: bool) -> dict[Path, str]:
    """Make the netlist, and the picture where it is not current, or to `prove` that it can be made."""
    board = circuit(pinmap)
    picture = folder / "wiring" / "wiring.svg"
    text = wiring(pinmap, board)
    made = {folder / "netlist" / "board.net": netlist(board)}
    current = drawn_from(picture) == fingerprint(text)
    drawn = "" if current and not prove else _draw(text)
    return made if current else made | {picture: drawn}


def fingerprint(text: str) -> str:
    """Give a text's own mark."""
    return hashlib.sha256(text.encode()).hexdigest()


def drawn_from(picture: Path) -> str:
    """Read off a picture which text it was drawn from; nothing if it does not say, or is not there."""
    if not picture.exists():
        return ""
    mark = _MARK.search(picture.read_text(encoding="utf-8"))
    return mark.group(1) if mark else ""


def _draw(text: str) -> str:
    """Have WireViz draw, without what names the machine and the versions."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "wiring.yml"
        source.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "wireviz.wv_cli", "--format", "s", str(source)]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own command
        svg = (Path(folder) / "wiring.svg").read_text(encoding="utf-8")
    bare = re.sub(r"<!--.*?-->\n?", "", svg, flags=re.DOTALL)
    return f"{bare.rstrip()}\n<!-- drawn from {fingerprint(text)} -->\n"
