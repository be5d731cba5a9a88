"""The volts of docs/first-power.md: computed by the twin's solver, for each measurement and each model of Pi.

The measurements are the firmware's own (`jadoube.report.steps`). A range is from the least to the most of all
the corners that tolerances allow, widened by what a usual multimeter adds.
"""

from math import ceil, floor
from typing import Final

import chess

from jadoube.config.matrix import Signal
from jadoube.config.pinmap import PinMap
from jadoube.report.expected import Range
from jadoube.report.steps import COLUMN, OTHER_ROW, ROW, STEPS, Point, Step, line_named, row_number, where
from jadoube_sim.twin.electrics.matrix_volts import Drive, LineState, MatrixState, Volts, matrix_volts
from jadoube_sim.twin.electrics.parts import COLUMN_OHM, CORNERS, ROW_OHM, BoardValues, board_values
from jadoube_sim.twin.electrics.pi_models import MODELS, PI_4, PI_4_BY_DATA_SHEET, PiModel

#: A guess at a cheap meter: 1 % and 10 mV off. Its 10 Mohm take 1 % more from a pull-up of 86 kohm.
_METER_ADDS: Final = 0.01
_METER_TAKES: Final = 0.02
_METER_V: Final = 0.01

#: Models of which two documents of the maker give different pulls: the range holds for both.
_ALSO: Final = {PI_4: (PI_4_BY_DATA_SHEET,)}

_Table = dict[str, dict[str, dict[str, Range]]]


def volts(pinmap: PinMap) -> _Table:
    """Compute every range: by model, step and point."""
    return {
        model.name: {
            step.key: {it.point: _range(pinmap, model, step, it.point) for it in step.measures}
            for step in STEPS
        }
        for model in MODELS
    }


def volts_file(pinmap: PinMap) -> str:
    """Write the ranges as the file that the firmware reads."""
    lines = [
        "# The least and the most volts of each measurement of docs/first-power.md, by model of Pi and step.",
        "# Made by `make hardware` with the twin's solver; a test keeps it true.",
    ]
    for model, steps in volts(pinmap).items():
        for step, points in steps.items():
            lines += ["", f'["{model}"."{step}"]']
            lines += [f'"{point}" = [{least:.2f}, {most:.2f}]' for point, (least, most) in points.items()]
    return "\n".join(lines) + "\n"


def volts_table(pinmap: PinMap) -> str:
    """Write the ranges as the page's table; models with equal ranges share a column."""
    by_model = volts(pinmap)
    columns: list[tuple[list[str], dict[str, dict[str, Range]]]] = []
    for model, steps in by_model.items():
        same = next((names for names, known in columns if known == steps), None)
        if same is None:
            columns.append(([model], steps))
        else:
            same.append(model)
    pis = [f"Pi {', '.join(names)}" for names, _ in columns]
    head = ["step", "driven low", "reeds closed", "red probe at", "about", *pis]
    lines = [_cells(head), _cells(["---"] * len(head))]
    for number, step in enumerate(STEPS, start=1):
        for measure in step.measures:
            ranges = [str(steps[step.key][measure.point]) for _, steps in columns]
            about = f"{_volts_at(pinmap, board_values(), step, measure.point):.2f} V"
            cells = [f"{number}", step.driven or "-", _closed(step), measure.point, about, *ranges]
            lines.append(_cells(cells))
    return "\n".join(lines)


def steps_list() -> str:
    """Write what is to be done in each step."""
    return "\n".join(
        f"{number}. *{step.key[0].upper()}{step.key[1:]}.* {step.todo}."
        for number, step in enumerate(STEPS, start=1)
    )


def wrong_table() -> str:
    """Write what a value means that is too low or too high."""
    lines = [_cells(["step", "at", "too low", "too high"]), _cells(["---"] * 4)]
    lines += [
        _cells([f"{number}", measure.point, measure.low, measure.high])
        for number, step in enumerate(STEPS, start=1)
        for measure in step.measures
    ]
    return "\n".join(lines)


def points_list(pinmap: PinMap) -> str:
    """Write where each point is."""
    return "\n".join(f"- **{point}**: {where(point, pinmap)}." for point in Point)


def circuit_drawing(pinmap: PinMap) -> str:
    """Draw the circuit of one square as text."""
    column, row, other = (line_named(name, pinmap) for name in (COLUMN, ROW, OTHER_ROW))
    ground = next(supply for supply in pinmap.supplies if supply.name == "ground").header_pins[-1]
    left, right = (
        f"{_at_header(column)} --[{COLUMN_OHM:.0f} ohm]-- A",
        f"[{ROW_OHM:.0f} ohm]-- {_at_header(row)}",
    )
    drawn = [
        f"{left} --o/ o-- -->|-- B --{right}",
        f"{'':{len(left) + 3}}reed   1N4148, its band at B",
        "",
        f"the second square, from A:  A --o/ o-- -->|-- [{ROW_OHM:.0f} ohm]-- {_at_header(other)}",
        "",
        f"header pin {ground} (ground) -- the black probe of the multimeter",
    ]
    return "\n".join(["```text", *drawn, "```"])


def _at_header(signal: Signal) -> str:
    return f"header pin {signal.header_pin} ({signal.name})"


def _closed(step: Step) -> str:
    return f"{step.closed[0]} to {step.closed[-1]}" if len(step.closed) > 2 else ", ".join(step.closed) or "-"


def _cells(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _range(pinmap: PinMap, model: PiModel, step: Step, point: Point) -> Range:
    boards = [board_values(it, corner) for it in (model, *_ALSO.get(model, ())) for corner in CORNERS]
    found = [_volts_at(pinmap, values, step, point) for values in boards]
    least = min(found) * (1 - _METER_TAKES) - _METER_V
    most = max(found) * (1 + _METER_ADDS) + _METER_V
    return Range(floor(least * 100) / 100, ceil(most * 100) / 100)


def _volts_at(pinmap: PinMap, values: BoardValues, step: Step, point: Point) -> float:
    solved = _solved(pinmap, values, step)
    columns = [line.name for line in pinmap.matrix.columns]
    rows = [line.name for line in pinmap.matrix.rows]
    column, row = columns.index(COLUMN), len(columns) + rows.index(ROW)
    return {
        Point.SUPPLY: values.supply_v,
        Point.COLUMN_PIN: solved.pins[column],
        Point.COLUMN_WIRE: solved.wires[column],
        Point.ROW_WIRE: solved.wires[row],
        Point.ROW_PIN: solved.pins[row],
    }[point]


def _solved(pinmap: PinMap, values: BoardValues, step: Step) -> Volts:
    """Solve a step: one row driven or none, every other line pulled up, as the firmware leaves it."""
    matrix, driven = pinmap.matrix, row_number(step, pinmap.matrix)
    closed = sum(chess.BB_SQUARES[chess.parse_square(square)] for square in step.closed)
    pulled_up = LineState(Drive.PULLED_UP)
    return matrix_volts(
        values,
        MatrixState(
            columns=(pulled_up,) * len(matrix.columns),
            rows=tuple(
                LineState(Drive.LOW) if row == driven else pulled_up for row in range(len(matrix.rows))
            ),
            closed=tuple(
                sum(
                    1 << row
                    for row, crossings in enumerate(matrix.crossings)
                    if crossings[column].reeds & closed
                )
                for column in range(len(matrix.columns))
            ),
        ),
    )
