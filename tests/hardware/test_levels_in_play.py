"""Games on the real drivers, on every model of Pi at the corners of all tolerances: no level is left to luck.

While each row is driven the volts of every column are measured: a closed switch has to be under what surely
reads low, an open one over what surely reads high. After each scan every line has to be over that. A driver
or a board that is not right fails.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import pytest

import jadoube_sim.hands
from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Button, Scanned
from jadoube.drivers.assemble_reeds import LIBRARIES, assemble_scanner
from jadoube_sim.hands.games import playable_games
from jadoube_sim.twin import Twin
from jadoube_sim.twin.circuit import Drive
from jadoube_sim.twin.electrics.margins import least_diode_ohm
from jadoube_sim.twin.electrics.parts import (
    CORNERS,
    D_1N4148,
    D_BAT85,
    HIGHEST_LOW,
    LOWEST_HIGH,
    TYPICAL,
    Corner,
    DiodeType,
    board_values,
)
from jadoube_sim.twin.electrics.pi_models import MODELS, PI_4, PI_4_BY_DATA_SHEET, PI_5, ZERO_2_W, PiModel
from shared.drawn.examples import some
from shared.pins.careless_lgpio import CarelessLgpio

PINMAP = load_pinmap()
ROWS, COLUMNS = PINMAP.matrix.rows, PINMAP.matrix.columns
GAMES = Path(jadoube_sim.hands.__file__).with_name("games.pgn")
EVERY_PLIES = 5
ALL_BUTTONS = 127


def positions() -> Iterator[Scanned]:
    """Take some positions of each game, with all buttons held in every second one."""
    for game in playable_games(GAMES):
        board = chess.Board(game.start_fen)
        for ply, move in enumerate(game.moves):
            if ply % EVERY_PLIES == 0:
                yield Scanned(board.occupied, 0 if ply // EVERY_PLIES % 2 else ALL_BUTTONS)
            board.push(move)
        yield Scanned(board.occupied)


POSITIONS = list(dict.fromkeys(positions()))


class Meter:
    """The twin's electronics; each column is measured while a row is low. `doubtful`: what is not sure."""

    def __init__(self, twin: Twin, model: PiModel) -> None:
        self._twin, self._model = twin, model
        self.doubtful: list[str] = []

    def __getattr__(self, name: str) -> Any:
        """Give what the twin has."""
        return getattr(self._twin.electronics, name)

    def settle(self, duration_us: int) -> None:  # noqa: ARG002 - the circuit has no time
        """Measure the columns."""
        drives = self._twin.drives
        for row, crossings in zip(ROWS, PINMAP.matrix.crossings, strict=True):
            if drives[row.bcm] is Drive.LOW:
                for column, switch in zip(COLUMNS, crossings, strict=True):
                    self._judge(row.name, column.name, closed=self._is_closed(switch))

    def look_idle(self) -> None:
        """Measure all lines while no row is low."""
        for line in (*ROWS, *COLUMNS):
            self._judge("no row", line.name, closed=False)

    def _is_closed(self, switch: Scanned) -> bool:
        return bool(switch.reeds & self._twin.reeds or switch.buttons & self._twin.buttons)

    def _judge(self, row: str, line: str, *, closed: bool) -> None:
        volts = self._twin.pin_volts(line)
        surely = self._model.threshold_v
        if not (volts < surely.least if closed else volts > surely.most):
            state = "closed" if closed else "open"
            self.doubtful.append(f"{line} {volts:.2f} V while {row} is low, {state}")


Change = Callable[[Twin], object]


def play(
    model: PiModel,
    corner: Corner = TYPICAL,
    diode: DiodeType = D_1N4148,
    *,
    through: str = "lgpio",
    change: Change = lambda _: None,
) -> tuple[list[str], int]:
    """Scan every position; give what was doubtful, and how many scans were wrong."""
    twin = Twin(PINMAP, pi=model, values=board_values(model, corner, diode=diode))
    change(twin)
    meter: Any = Meter(twin, model)
    scanner = assemble_scanner(PINMAP, meter, ReedSettings(scanner=through))
    wrong = 0
    for position in POSITIONS:
        for square in chess.SquareSet(position.reeds ^ twin.reeds):
            twin.set_reed(square, bool(position.reeds >> square & 1))
        twin.set_button(Button(ALL_BUTTONS), held=False)
        twin.set_button(Button(position.buttons), held=True)
        wrong += scanner.read() != position
        meter.look_idle()
    return meter.doubtful, wrong


@pytest.mark.once
@pytest.mark.parametrize(
    ("model", "corner"),
    some([(model, corner) for corner in reversed(CORNERS) for model in MODELS]),
    ids=lambda each: each.name,
)
def test_every_position_is_read_with_certainty_on_every_pi(model: PiModel, corner: Corner) -> None:
    """Through each library, with either diode: every closed switch surely low, every open one surely high."""
    for diode in (D_1N4148, D_BAT85):
        for through in LIBRARIES:
            assert play(model, corner, diode, through=through) == ([], 0)


def test_a_pi_4_with_the_strongest_pulls_of_its_data_sheet_needs_bat85() -> None:
    """With 18 kohm a full rank is over what surely reads low, though under where most inputs change."""
    doubtful, wrong = play(PI_4_BY_DATA_SHEET, HIGHEST_LOW)
    assert doubtful
    assert all(said.endswith("closed") for said in doubtful)
    assert wrong == 0
    assert play(PI_4_BY_DATA_SHEET, HIGHEST_LOW, D_BAT85) == ([], 0)


# It bites.


def forget_the_pulls(twin: Twin) -> None:
    """Let lgpio's claims of rows name no pull."""
    careless = CarelessLgpio(twin.electronics.lgpio())
    twin.electronics.lgpio = lambda: careless  # type: ignore[assignment, method-assign, return-value]  # as wanted


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_a_driver_that_claims_its_rows_without_a_pull_fails(model: PiModel) -> None:
    """Open drain alone leaves seven rows pulled down: many open squares are not surely high."""
    doubtful, wrong = play(model, change=forget_the_pulls)
    assert len(doubtful) > 100
    assert all(said.endswith("open") for said in doubtful)
    assert wrong > len(POSITIONS) / 3


@pytest.mark.parametrize("line", ["column_a", "column_e", "column_buttons"])
def test_a_column_without_its_pull_up_fails(line: str) -> None:
    """Nothing brings the column up again once a closed switch has emptied it."""
    doubtful, wrong = play(ZERO_2_W, change=lambda twin: twin.lose_pull(line))
    assert doubtful
    assert all(said.startswith(line) for said in doubtful)
    assert wrong > len(POSITIONS) / 2


def lose_the_rows_pulls(twin: Twin) -> None:
    """Let the pull-ups of all rows do nothing."""
    for row in ROWS:
        twin.lose_pull(row.name)


def test_rows_without_pull_ups_fail() -> None:
    """They read low where nothing feeds them; with the greatest leaks they draw columns down, too."""
    doubtful, wrong = play(ZERO_2_W, change=lose_the_rows_pulls)
    assert doubtful
    assert all(said.startswith("row_") for said in doubtful)
    assert wrong == 0
    doubtful, _ = play(PI_4, LOWEST_HIGH, change=lose_the_rows_pulls)
    assert any(said.startswith("column_") for said in doubtful)


@pytest.mark.once
@pytest.mark.parametrize("corner", [TYPICAL, LOWEST_HIGH], ids=lambda corner: corner.name)
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_a_diode_fails_that_resists_less_than_the_computed_limit(model: PiModel, corner: Corner) -> None:
    """At twice the limit nothing is in doubt; at half of it open squares are."""
    limit = least_diode_ohm(board_values(model, corner), model.threshold_v.most)
    assert play(model, corner, change=lambda twin: twin.leak_diode(chess.E1, 2 * limit)) == ([], 0)
    doubtful, _ = play(model, corner, change=lambda twin: twin.leak_diode(chess.E1, limit / 2))
    assert doubtful
    assert all(said.endswith("open") for said in doubtful)


def test_a_leak_of_ten_kilohm_is_where_a_typical_zero_2_w_begins_to_doubt() -> None:
    """9.5 kohm; under 3.6 kohm its inputs misread. The worst board of all is a Pi 5: 60 kohm."""
    zero = board_values(ZERO_2_W)
    assert least_diode_ohm(zero, ZERO_2_W.threshold_v.most) == pytest.approx(9_500, rel=0.02)
    assert least_diode_ohm(zero, ZERO_2_W.threshold_v.typical) == pytest.approx(3_600, rel=0.02)
    worst = [least_diode_ohm(board_values(model, LOWEST_HIGH), model.threshold_v.most) for model in MODELS]
    assert max(worst) == worst[MODELS.index(PI_5)] == pytest.approx(60_000, rel=0.02)
