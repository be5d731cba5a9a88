"""The self-test on the desk: the real test over the twin, by a tester in virtual time, with faults to choose.

It decides which faults there are and how they are made; what the test makes of them is its own.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import inf

import chess

from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings
from jadoube.core.messages.events import BUTTONS
from jadoube.drivers.interfaces import Part
from jadoube.selftest.report import Outcome
from jadoube.selftest.run import PERIOD_MS, Bench, Say
from jadoube_sim.selftest.virtual_tester import Faults, VirtualTester
from jadoube_sim.twin import Twin
from jadoube_sim.virtual import InlineExecutor, VirtualPace

SCANNING = f"every {PERIOD_MS} ms, in virtual time"

#: Faults of the board, by the names by which they are asked for: what they do to the twin at a place.
ON_THE_BOARD: dict[str, Callable[[Twin, str], None]] = {
    "dead": lambda twin, square: twin.stick_reed(chess.parse_square(square), closed=False),
    "stuck": lambda twin, square: twin.stick_reed(chess.parse_square(square), closed=True),
    "diode": lambda twin, square: twin.remove_diode(chess.parse_square(square)),
    "reverse": lambda twin, square: twin.reverse_diode(chess.parse_square(square)),
    "leak": lambda twin, place: _leak(twin, *place.split("/")),
    "cut": lambda twin, line: twin.cut_line(line),
    "ground": lambda twin, line: twin.ground_line(line),
    "power": lambda twin, line: twin.power_line(line),
    "pull": lambda twin, line: twin.lose_pull(line),
    "pulls": lambda twin, whose: {"boot": twin.keep_boot_pulls}[whose](),
    "short": lambda twin, lines: _short(twin, *lines.split("+")),
    "swap": lambda twin, lines: twin.swap_lines(*lines.split("+")),
    "turn": lambda twin, plug: twin.turn_plug(plug),
    "shift": lambda twin, plug: twin.shift_plug(plug),
    "core": lambda twin, mhz: _run_core_at(twin, float(mhz)),
    "unplug": lambda twin, part: twin.unplug(Part(part)),
}
#: Faults that show when hands move: what they add to what hands do.
IN_THE_HANDS: dict[str, Callable[[Faults, str], Faults]] = {
    "bounce": lambda faults, square: replace(faults, rough=faults.rough | {chess.parse_square(square)}),
    "flicker": lambda faults, square: replace(
        faults, flickering=faults.flickering | {chess.parse_square(square)}
    ),
    "button": lambda faults, button: replace(faults, unanswered=faults.unanswered | {BUTTONS[button]}),
}
EXAMPLES = (
    "dead:e4 stuck:e4 diode:e4 reverse:e4 leak:e4 leak:e4/10000 bounce:e4 flicker:e4 cut:row_3 ground:row_3 "
    "power:row_3 pull:row_3 pulls:boot short:row_3+row_4 swap:row_3+row_4 turn:J1 shift:J1 core:400 button:ok"
)
#: What a diode that leaks has backwards where nothing else is said, in ohm: seen on the rows, and no ghost.
_LEAK_OHM = "5000"


async def try_out(
    settings: Settings,
    asked: Sequence[str] = (),
    *,
    hands: Faults | None = None,
    say: Say = print,
    seed: int = 0,
) -> Outcome:
    """Try a board with these faults, such as `dead:e4`, in virtual time."""
    twin, pace = Twin(settings.pins), VirtualPace(PERIOD_MS)
    tester = VirtualTester(twin, pace, _made(twin, asked, hands or Faults()), seed)
    bench = Bench(settings, twin.electronics, InlineExecutor(), say, typed=tester.typed, watcher=tester.watch)
    return await bench.run(pace, asyncio.Event())


def _leak(twin: Twin, square: str, ohm: str = _LEAK_OHM) -> None:
    if not 0 < float(ohm) < inf:
        raise ValueError(ohm)
    twin.leak_diode(chess.parse_square(square), float(ohm))


def _run_core_at(twin: Twin, mhz: float) -> None:
    if not 100 <= mhz <= 1000:
        raise ValueError(mhz)
    twin.run_core_at(mhz)


def _short(twin: Twin, one: str, other: str) -> None:
    if one == other:
        raise ValueError(one)
    twin.short_lines(one, other)


def _made(twin: Twin, asked: Iterable[str], hands: Faults) -> Faults:
    for fault in asked:
        kind, _, where = fault.partition(":")
        try:
            if kind in ON_THE_BOARD:
                ON_THE_BOARD[kind](twin, where)
            else:
                hands = IN_THE_HANDS[kind](hands, where)
        except (KeyError, ValueError, TypeError) as problem:
            raise BadInput("--fault", f"{fault!r} found, expected one such as {EXAMPLES}") from problem
    return hands
