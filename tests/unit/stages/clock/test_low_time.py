"""When a side is warned that its time runs low."""

import chess
import pytest

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.announcing import Sound
from jadoube.core.messages.effects import ClockPaused, Effect, FlagFell, MoveCompleted, TimeLow
from jadoube.core.messages.events import Button, Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.stages.clock.low_time import marks
from jadoube.core.state.announced.sounds import Heard
from jadoube.core.state.table import Table, Terms, new_table

START = chess.Board().occupied
E4 = START ^ chess.BB_E2 ^ chess.BB_E4
Shown = tuple[int, int, Button]
"""A scan: its instant, the reeds, the buttons."""


def told(
    control: str, *shown: Shown, until_ms: int, low_time_s: int = 10, rules: str = "club"
) -> list[tuple[int, Effect]]:
    """What was decided, and when: scans only when something changed or the arbiter asked for one."""
    from jadoube.core.rules.rule_sets import RULE_SETS

    terms = Terms(control=parse_time_control(control), low_time_s=low_time_s, rules=RULE_SETS[rules])
    table, said, last = new_table(terms, settled_contacts(START)), [], Scanned(START)
    ahead = [*shown, (until_ms, 0, Button(0))]
    while ahead:
        wake_ms = deadline_ms(table)
        if wake_ms is not None and wake_ms < ahead[0][0]:
            now_ms = wake_ms
        else:
            now_ms, reeds, buttons = ahead.pop(0)
            last = Scanned(reeds, buttons) if ahead else last
        table, effects = step(table, last, now_ms)
        said += [(now_ms, effect) for effect in effects]
    return said


def warnings(said: list[tuple[int, Effect]]) -> list[tuple[int, chess.Color, int]]:
    """The warnings among it, each of which was decided at its own instant."""
    low = [(now_ms, effect) for now_ms, effect in said if isinstance(effect, TimeLow)]
    assert [now_ms for now_ms, _ in low] == [effect.at_ms for _, effect in low]
    return [(effect.at_ms, effect.side, effect.left_s) for _, effect in low]


def pressed(at_ms: int, button: Button, reeds: int = START) -> tuple[Shown, Shown]:
    """A button goes down and up."""
    return (at_ms, reeds, button), (at_ms + 100, reeds, Button(0))


@pytest.mark.parametrize(
    ("low_time_s", "seconds"),
    [
        (0, ()),
        (1, (1,)),
        (3, (3, 2, 1)),
        (5, (5, 4, 3, 2, 1)),
        (6, (6, 5, 4, 3, 2, 1)),
        (10, (10, 5, 4, 3, 2, 1)),
        (60, (60, 5, 4, 3, 2, 1)),
    ],
)
def test_the_marks(low_time_s: int, seconds: tuple[int, ...]) -> None:
    """The threshold, and each of the last five seconds below it."""
    assert marks(low_time_s) == seconds


def test_a_running_clock_is_counted_down() -> None:
    """Ten seconds before the end and at each of the last five, to the millisecond; then the flag falls."""
    said = told("15", *pressed(1000, Button.BLACK), until_ms=20_000)
    expected = [(6000, 10), (11_000, 5), (12_000, 4), (13_000, 3), (14_000, 2), (15_000, 1)]
    assert warnings(said) == [(at_ms, chess.WHITE, left_s) for at_ms, left_s in expected]
    assert any(isinstance(effect, FlagFell) for _, effect in said)


def test_a_warning_is_heard() -> None:
    """The table holds what was heard last, from its instant on."""
    table: Table = new_table(Terms(control=parse_time_control("15"), low_time_s=10), settled_contacts(START))
    for now_ms, buttons in (
        (1000, Button.BLACK),
        (1005, Button.BLACK),
        (1100, Button(0)),
        (1120, Button(0)),
        (6003, Button(0)),
    ):
        table, _ = step(table, Scanned(START, buttons), now_ms)
    assert table.notices.heard == Heard(Sound.LOW_TIME, 6003)


def test_switched_off_nobody_is_warned() -> None:
    """A threshold of 0."""
    assert warnings(told("15", *pressed(1000, Button.BLACK), until_ms=20_000, low_time_s=0)) == []


def test_a_side_that_begins_below_is_not_warned_of_that() -> None:
    """Neither eight nor ten seconds at the start fall through the mark of ten."""
    assert warnings(told("8", *pressed(1000, Button.BLACK), until_ms=4500)) == [(4000, chess.WHITE, 5)]
    assert warnings(told("10", *pressed(1000, Button.BLACK), until_ms=5000)) == []


def test_a_paused_clock_warns_nobody() -> None:
    """This holds however long the pause is; a warning given before it is not repeated after it."""
    keys = (*pressed(7000, Button.PLAY), *pressed(60_000, Button.PLAY))
    said = told("15", *pressed(1000, Button.BLACK), *keys, until_ms=64_500)
    assert any(isinstance(effect, ClockPaused) for _, effect in said)
    resumed_ms = 60_100
    rest_ms = 15_000 - (7100 - 1000)
    assert warnings(said) == [(6000, chess.WHITE, 10), (resumed_ms + rest_ms - 5000, chess.WHITE, 5)]


def test_a_press_in_time_warns_nobody() -> None:
    """It was made before the mark and is judged after it: the clock did not reach the mark."""
    moved = ((3000, START & ~chess.BB_E2, Button(0)), (5900, E4, Button(0)))
    said = told("15", *pressed(1000, Button.BLACK), *moved, *pressed(5990, Button.WHITE, E4), until_ms=8000)
    (completed,) = [effect for _, effect in said if isinstance(effect, MoveCompleted)]
    assert completed.at_ms == 5990
    assert warnings(said) == []


def test_a_press_after_it_comes_too_late() -> None:
    """It was made after the mark; the warning was given at the mark's instant."""
    moved = ((3000, START & ~chess.BB_E2, Button(0)), (5900, E4, Button(0)))
    said = told("15", *pressed(1000, Button.BLACK), *moved, *pressed(6001, Button.WHITE, E4), until_ms=8000)
    assert warnings(said) == [(6000, chess.WHITE, 10)]


def test_who_has_gained_time_is_warned_again() -> None:
    """Down to five, an increment of ten, down to ten again: once for each crossing."""
    moved = ((12_000, START & ~chess.BB_E2, Button(0)), (12_200, E4, Button(0)))
    replied = E4 ^ chess.BB_E7
    reply = ((12_900, replied, Button(0)), (13_100, replied ^ chess.BB_E5, Button(0)))
    presses = (*pressed(12_500, Button.WHITE, E4), *reply)
    said = told(
        "5+10",
        *pressed(1000, Button.BLACK),
        *moved,
        *presses,
        *pressed(13_500, Button.BLACK, replied ^ chess.BB_E5),
        until_ms=18_000,
    )
    white = [(left_s, at_ms) for at_ms, side, left_s in warnings(said) if side == chess.WHITE]
    assert white == [(10, 6000), (5, 11_000), (4, 12_000), (10, 17_000)]


def test_a_clock_that_runs_on_at_zero_warns_nobody() -> None:
    """Where the rule set lets the game go on after the flag there is nothing left to warn of."""
    said = told("15", *pressed(1000, Button.BLACK), until_ms=90_000, rules="casual")
    assert warnings(said)[-1] == (15_000, chess.WHITE, 1)
