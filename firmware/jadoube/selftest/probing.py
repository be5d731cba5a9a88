"""Looks at the wires of the matrix while nobody touches the board: drives, pulls and reads its lines.

It decides the order of the looks and the pauses between them. The columns are driven by opening the matrix
*crosswise*, with rows and columns exchanged: so one line at a time is an output, as in a scan. In a round in
which any line stays high with a pull-down, none is driven: the supply would drive current into the pin.
Whatever happens, it closes the lines at the end. It refuses to know what the readings mean (`wires.py`).
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Final

from jadoube.daemon.pace import Pace
from jadoube.drivers.interfaces import LineLevels, MatrixLines, Pull
from jadoube.selftest.wires import Round
from jadoube.selftest.wiring import Wiring

#: Five rounds in a second, so that a wire that comes and goes is seen. A guess.
_ROUNDS: Final = 5
_APART_MS: Final = 200
#: The lines have settled after so long: a pull-up of 73 kohm needs less than 0.4 ms for 1 nF.
_SETTLE_MS: Final = 2
#: The same where the scanner waits for its pins: eight rows must not make a scan late.
_SETTLE_US: Final = 500
#: With more low lines nothing is charged: one that touches ground draws as much as its pin can give.
_CHARGED_UP_TO: Final = 3


async def probe_wires(
    open_lines: Callable[[], MatrixLines],
    open_crosswise: Callable[[], MatrixLines],
    wiring: Wiring,
    pace: Pace,
    stop: asyncio.Event,
) -> tuple[Round, ...] | None:
    """Look at the lines in five rounds, in fewer after `stop`; None if they cannot be opened or read."""
    rounds: list[Round] = []
    try:
        while len(rounds) < _ROUNDS and not stop.is_set():
            rounds.append(await _round(open_lines, open_crosswise, wiring, pace, stop))
            await _wait(_APART_MS, pace, stop)
    except Exception:  # noqa: BLE001 - each library raises errors of its own; the scanner names them
        return None
    return tuple(rounds)


def drawn_rows(
    open_lines: Callable[[], MatrixLines], rows: int, wait: Callable[[int], None]
) -> tuple[int, ...]:
    """Return for each row the set of rows that are low while it is driven; none if that cannot be read.

    `wait` waits for so many microseconds.
    """
    drawn = []
    try:
        with closing(open_lines()) as lines:
            for row in range(rows):
                lines.drive(row)
                wait(_SETTLE_US)
                drawn.append(lines.low_rows())
            lines.release()
    except Exception:  # noqa: BLE001 - each library raises errors of its own; the scanner names them
        return ()
    return tuple(drawn)


async def _round(
    open_lines: Callable[[], MatrixLines],
    open_crosswise: Callable[[], MatrixLines],
    wiring: Wiring,
    pace: Pace,
    stop: asyncio.Event,
) -> Round:
    """Look at the lines once. A line that a pull-down leaves high keeps this round from driving any."""
    rows, columns = len(wiring.rows), len(wiring.columns)
    with _opened(open_lines) as lines:
        still = await _look(lines, rows, pace, stop)
        if still.pulled_down != (1 << rows + columns) - 1:
            return still
        along = await _driven(lines, rows, pace, stop)
    with _opened(open_crosswise) as lines:
        across = await _driven(lines, columns, pace, stop)
    sets = [*(_set(low, rows) for low in along), *(_set(_crosswise(low), rows) for low in across)]
    return still._replace(along=tuple(sets))


@contextmanager
def _opened(open_lines: Callable[[], MatrixLines]) -> Iterator[MatrixLines]:
    lines = open_lines()
    try:
        yield lines
    finally:
        with suppress(Exception):  # failed pins may fail to close, too
            lines.close()


async def _look(lines: MatrixLines, rows: int, pace: Pace, stop: asyncio.Event) -> Round:
    """Look at the lines while none is driven."""
    pulled_down = _set(lines.probe(Pull.DOWN), rows)
    await _wait(_SETTLE_MS, pace, stop)
    idle = _set(LineLevels(lines.low_rows(), lines.low_columns()), rows)
    charged = None
    if 0 < idle.bit_count() <= _CHARGED_UP_TO:
        charged = _set(lines.probe(Pull.NONE, charged=True), rows)
    return Round(pulled_down, idle, charged, ())


async def _driven(lines: MatrixLines, count: int, pace: Pace, stop: asyncio.Event) -> list[LineLevels]:
    """Drive each of the `count` rows, one after the other. None stays driven, whatever happens."""
    seen = []
    try:
        for row in range(count):
            lines.drive(row)
            await _wait(_SETTLE_MS, pace, stop)
            seen.append(LineLevels(lines.low_rows(), lines.low_columns()))
    finally:
        lines.release()
    return seen


def _crosswise(low: LineLevels) -> LineLevels:
    """What lines that were opened crosswise read, by the rows and columns of the pin map."""
    return LineLevels(low.low_columns, low.low_rows)


def _set(low: LineLevels, rows: int) -> int:
    """Low lines as one set: the columns follow the rows."""
    return low.low_rows | low.low_columns << rows


async def _wait(for_ms: int, pace: Pace, stop: asyncio.Event) -> None:
    until_ms = pace.now_ms() + for_ms
    while pace.now_ms() < until_ms and not stop.is_set():
        await pace.next_scan(until_ms)
