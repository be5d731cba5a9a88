"""The kinds of finding, what each most likely means, and what to do: one table, shown in docs/selftest.md.

`findings` (from the contacts) and `seen` (from a person's answers) make the findings.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class Kind(StrEnum):
    """The kinds of finding, by their names in the report."""

    SCANS_LATE = "scans come late"
    BOOT_PULLS = "pulls not set"
    NOTHING_CLOSES = "nothing closes"
    LINE_OPEN = "line open"
    LINE_BROKEN = "line broken on its way"
    LINE_LOW = "line held low"
    LINE_HIGH = "line held high"
    PULL_MISSING = "pull-up missing"
    LINES_SHORTED = "lines touch"
    LINES_EXCHANGED = "lines exchanged"
    PLUG_MISPLACED = "plug misplaced"
    CLOSE_TOGETHER = "close together"
    REED_DEAD = "reed never closes"
    NEVER_ALONE = "never seen alone"
    REED_STUCK = "reed never opens"
    BOUNCES = "bounces"
    FLICKERS = "flickers"
    DIODE_BRIDGED = "diode bridged"
    DIODE_REVERSED = "diode the wrong way round"
    DIODE_LEAKS = "diode leaks"
    GHOSTS = "ghosts"
    BUTTON_DEAD = "button does not answer"
    BUTTON_CROSSED = "another button answers"
    BUTTON_STUCK = "button always held"
    LAMPS_DARK = "lamps dark"
    CHAIN_BROKEN = "lamp chain broken"
    SEEN_WRONG = "not as it should look"
    PART_FAILED = "part fails"
    CLOCK_WRONG = "clock wrong"
    SLOW_SCANS = "scans too slow"


class Advice(NamedTuple):
    """The most likely meaning of a finding, and what to do: lower case, no full stop."""

    means: str
    todo: str


ADVICE: Final = {
    Kind.SCANS_LATE: Advice(
        "the computer is too slow or too busy, or reeds.scanner is a slow one; other findings may follow",
        'stop other programs, set reeds.scanner = "auto", the fastest way to the pins, and try again',
    ),
    Kind.BOOT_PULLS: Advice(
        "the pins have the pulls of the Pi's reset: the library or the kernel sets none; no wire is wrong",
        "update the system and the library that reads the pins, or set reeds.scanner to another one",
    ),
    Kind.NOTHING_CLOSES: Advice(
        "no piece was moved, or the matrix is not plugged in, or its plug is the wrong way round",
        "check the plugs of rows and columns against the pin map below, and try again with a strong magnet",
    ),
    Kind.LINE_OPEN: Advice(
        "the wire of this line is broken or not plugged in, or soldered to another pin",
        "follow this wire from the Pi's pin to the first contact with a meter; it is named below",
    ),
    Kind.LINE_BROKEN: Advice(
        "the wire is broken between the last contact that closes and the first that does not",
        "resolder the joint between these two, then that of each contact behind it",
    ),
    Kind.LINE_LOW: Advice(
        "the line touches ground, or its pin is damaged; of four lines and more perhaps no pull-up is set",
        "look for solder between this line and ground; unplug it: if it reads low still, it is the Pi's pin",
    ),
    Kind.LINE_HIGH: Advice(
        "the line touches 3.3 V, or its pin is damaged",
        "without power its plug must not beep to header pin 1; unplugged and still high, it is the Pi's pin",
    ),
    Kind.PULL_MISSING: Advice(
        "the line touches nothing, and its pin does not pull it up: the pin's pull-up is damaged or not set",
        "solder 47 kohm from this line to 3.3 V, or move its wire to a free pin and change the pin map",
    ),
    Kind.LINES_SHORTED: Advice(
        "the two wires touch: a splash of solder, a bare strand, or two pins of the plug",
        "pull out the plugs, and measure between the two wires at the plugs' contacts: it must not beep",
    ),
    Kind.LINES_EXCHANGED: Advice(
        "the two wires are in each other's place: in a plug, on the board, or in the pin map",
        "compare the plugs with the pin map below and exchange the two wires, then test again for the rest",
    ),
    Kind.PLUG_MISPLACED: Advice(
        "a plug that fits both ways was turned, or has missed a pin",
        "unplug it without power, set it as the pin map below says, and test again for the rest",
    ),
    Kind.CLOSE_TOGETHER: Advice(
        "a magnet that is so strong that it closes both, or two contacts that touch",
        "try with another piece; then look for solder between the two",
    ),
    Kind.REED_DEAD: Advice(
        "the reed is broken, its diode the wrong way round or missing, or a joint is open",
        "measure the reed alone with a magnet at it; check that the diode's ring is on the row's side",
    ),
    Kind.NEVER_ALONE: Advice(
        "scans came late, so that another reed seemed to close at the same moment; it may be good",
        "try again when scans come in time; if it is found again, measure the reed alone",
    ),
    Kind.REED_STUCK: Advice(
        "the reed is welded closed or bridged, lies at a magnet, or a piece stood there",
        "take every magnet away and measure the reed alone; if it beeps, replace it",
    ),
    Kind.BOUNCES: Advice(
        "a loose joint, a reed that ages, or a magnet at the edge of its reach",
        "resolder both ends; if it stays, replace the reed, or set board.debounce_ms above twice the chatter",
    ),
    Kind.FLICKERS: Advice(
        "a loose joint, or a magnet that just reaches it from the next square",
        "press on the board beside it: if it flickers then, resolder; else move the reed to the middle",
    ),
    Kind.DIODE_BRIDGED: Advice(
        "its diode conducts both ways: solder bridges it, a wire is in its place, or it is burnt",
        "measure it with the diode tester, both ways: one way must read open; else replace it",
    ),
    Kind.DIODE_REVERSED: Advice(
        "its diode is soldered in with its ring on the side of the column",
        "look at the ring: it belongs on the row's side; unsolder the diode and turn it, or take a new one",
    ),
    Kind.DIODE_LEAKS: Advice(
        "its diode lets some current run backwards: overheated, damp, or flux between its ends",
        "clean it and measure it in ohm, red probe at its band, no piece: under 1 Mohm replace it",
    ),
    Kind.GHOSTS: Advice(
        "a piece stands on a square that was not lit, several diodes are bridged, or several wires exchanged",
        "try again; compare the plugs with the pin map; measure the diodes of the rows and columns concerned",
    ),
    Kind.BUTTON_DEAD: Advice(
        "nobody pressed it, or the button, its diode or a joint is open",
        "measure the button alone while it is held; then check that the diode's ring is on the row's side",
    ),
    Kind.BUTTON_CROSSED: Advice(
        "the two buttons are wired to each other's row, if the pieces show no lines that are exchanged",
        "swap the wires of the two buttons, or their two names in the pin map",
    ),
    Kind.BUTTON_STUCK: Advice(
        "it is jammed, of the wrong kind (closed at rest), or bridged",
        "let it go and measure it alone: it must be open",
    ),
    Kind.LAMPS_DARK: Advice(
        "a lamp that passes on its data and does not light is burnt",
        "replace it",
    ),
    Kind.CHAIN_BROKEN: Advice(
        "the data or the supply ends here: the first dark lamp, the one before it, or the wire between",
        "resolder the data wire between these two; then replace the first dark one",
    ),
    Kind.SEEN_WRONG: Advice(
        "it is broken, plugged in the wrong way round, or another part than was meant",
        "check its plug; of lamps name the dark squares next time; replace a display with a dark bar",
    ),
    Kind.PART_FAILED: Advice(
        "the part is not plugged in, not switched on, or broken",
        "what the finding itself says, which comes from the part's driver",
    ),
    Kind.CLOCK_WRONG: Advice(
        "the core clock changes, or is not what the kernel takes it for; the clock of SPI is made from it",
        "what the finding itself says, which comes from the part's driver",
    ),
    Kind.SLOW_SCANS: Advice(
        "the Pi is too slow for the library that reads its pins, or another program keeps it busy",
        'set reeds.scanner = "auto", the fastest way to the pins; else stop other programs',
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault: its kind, what was seen in words, and the contacts concerned."""

    kind: Kind
    seen: str
    contacts: int = 0
    todo: str = ""
    """What to do, if the part itself says it; else the kind's advice holds."""

    @property
    def advice(self) -> Advice:
        """The most likely meaning, and what to do."""
        advice = ADVICE[self.kind]
        return advice._replace(todo=self.todo) if self.todo else advice
