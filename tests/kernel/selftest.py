"""`jadoube selftest` on the virtual board with a fault: it finds that fault, and nothing else.

    selftest [NAME...]      without names all cases

A tester does what the terminal asks for, as docs/selftest.md tells. This decides what the report must say of
each fault. It refuses to know how the program comes to it.
"""

import re
import sys
import time
from pathlib import Path
from threading import Timer
from typing import IO, Final, NamedTuple

import chess

from board_wiring import CONTACTS, WIRES
from checks import Checks
from daemon_process import begin_selftest
from virtual_board import lay_wire, tell, touch

#: Two layouts of 32 pieces that between them prove the diode of each square (docs/selftest.md, diodes).
_LAYOUTS: Final = [
    [s for s in chess.SQUARES if (chess.square_file(s) - chess.square_rank(s) - shift) % 8 < 4]
    for shift in (0, 4)
]
_QUESTIONS: Final = ("Lamps:", "Faces:", "Buzzer:")
_SHOWN: Final = re.compile(r"result|scanned|lamps |white face|black face|buzzer |buttons|reeds |diodes ")


class Fault(NamedTuple):
    """What is wrong: a contact `dead` or `bridged`, a display `gone`, or a line's fault (`lay_wire`)."""

    what: str
    at: str

    def make(self) -> None:
        """Break it."""
        self._tell(self.what, 1)

    def mend(self) -> None:
        """Make it whole."""
        self._tell("whole", 0)

    def _tell(self, word: str, bit: int) -> None:
        if self.at in WIRES:
            lay_wire(self.at, word)
        elif self.what == "gone":
            tell("display", self.at, "gone" if bit else "there")
        else:
            tell(self.what, CONTACTS[self.at], bit)


class Case(NamedTuple):
    """Some faults, and what the report must say of them: one finding each, in these words."""

    faults: list[Fault]
    findings: list[str]


CASES: Final = {
    "healthy": Case([], []),
    "dead": Case([Fault("dead", "e4")], ["reed never closes: e4"]),
    "bridged": Case([Fault("bridged", "g6")], ["diode bridged: g6"]),
    "three": Case(
        [Fault("bridged", "b2"), Fault("dead", "h8"), Fault("dead", "plus")],
        ["diode bridged: b2", "reed never closes: h8", "button does not answer: plus"],
    ),
    "row_open": Case([Fault("open", "row_3")], ["line open: row_3"]),
    "column_open": Case([Fault("open", "column_e")], ["line open: column_e"]),
    "column_grounded": Case([Fault("ground", "column_c")], ["line held low: column_c"]),
    "row_grounded": Case([Fault("ground", "row_3")], ["line held low: row_3"]),
    "column_powered": Case([Fault("power", "column_c")], ["line held high: column_c"]),
    "row_powered": Case([Fault("power", "row_3")], ["line held high: row_3"]),
    "display": Case([Fault("gone", "1")], ["black face"]),
}


class Tester:
    """Does what each line of the terminal asks for."""

    def __init__(self, typed: IO[str]) -> None:
        self._typed = typed
        self._prompts = 0

    def read(self, line: str) -> None:
        """Read a line and do as it says."""
        if re.match(r"\w+: ", line):
            self._prompts += 1
        button = re.match(r"Buttons: press (\w+)", line)
        if line.startswith(_QUESTIONS):
            time.sleep(2)
            self._type("y")
        elif button:
            _press(button[1])
        elif line.startswith("Reeds: move a piece over all squares"):
            for square in chess.SQUARES:
                _move(square, closed=True)
                _move(square, closed=False)
            self._give_up_later()
        elif line.startswith("Diodes: set pieces"):
            for square in _LAYOUTS[0]:
                _move(square, closed=True)
            self._give_up_later()
        elif line.startswith("Diodes: now move"):
            for old, new in zip(*_LAYOUTS, strict=True):
                _move(old, closed=False)
                _move(new, closed=True)
            self._give_up_later()

    def stop(self) -> None:
        """Type nothing any more."""
        self._prompts += 1

    def _give_up_later(self) -> None:
        """Type Enter twice where this prompt does not go on by itself."""
        for seconds in (4, 5):
            Timer(seconds, self._give_up, [self._prompts]).start()

    def _give_up(self, prompt: int) -> None:
        if self._prompts == prompt:
            self._type("")

    def _type(self, words: str) -> None:
        self._typed.write(words + "\n")
        self._typed.flush()


def _press(button: str) -> None:
    time.sleep(0.1)
    touch(button, closed=True)
    time.sleep(0.12)
    touch(button, closed=False)


def _move(square: chess.Square, *, closed: bool) -> None:
    touch(chess.square_name(square), closed=closed)
    time.sleep(0.07)


def _try(name: str, case: Case, checks: Checks) -> None:
    tell("bounce 0 0 200")
    for contact in CONTACTS:
        touch(contact, closed=False)
    tell("bounce 500 2000 200")
    for fault in case.faults:
        fault.make()
    file, begun = Path(f"/run/report-{name}.txt"), time.monotonic()
    process = begin_selftest(file)
    assert process.stdin is not None
    assert process.stdout is not None
    tester, said = Tester(process.stdin), ""
    for line in process.stdout:
        said += line
        tester.read(line)
    tester.stop()
    status = process.wait()
    report = file.read_text(encoding="utf-8") if file.exists() else said
    print(f"{name}: exit status {status}, {time.monotonic() - begun:.0f} s")
    print("   ", "\n    ".join(line for line in report.splitlines() if _SHOWN.match(line)))
    found = re.findall(r"(?m)^\d+\. (.*(?:\n   .*)*)", report)
    for each in found:
        print("  *", each.split("\n   most")[0], flush=True)
    for words in case.findings:
        checks.expect(any(words in each for each in found), f"{name}: the report does not say {words!r}")
    expected = len(case.findings)
    checks.expect(len(found) == expected, f"{name}: {len(found)} findings, expected {expected}")
    checks.expect(status == bool(expected), f"{name}: exit status {status}, expected {expected and 1}")
    for fault in case.faults:
        fault.mend()


def main(words: list[str]) -> int:
    """Try the cases of these names, or all; return the exit status."""
    checks = Checks()
    for name, case in CASES.items():
        if not words or name in words:
            _try(name, case, checks)
    return checks.status()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
