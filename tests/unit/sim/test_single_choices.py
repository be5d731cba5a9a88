"""Rule sets that are no preset: each choice does what it says, whatever the others are."""

import chess
import pytest

from jadoube.core.arbiter import step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.effects import (
    ArbiterActed,
    ClockPaused,
    Effect,
    IllegalPress,
    Noted,
    PressRefused,
)
from jadoube.core.messages.events import Button, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.rule_sets import parse_rules
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Table, Terms, new_table
from shared.hands.named_squares import squares_of

START = "4k3/4p3/8/8/8/8/4P3/3QK1N1 w - - 0 1"
LEVERS = {"w": Button.WHITE, "b": Button.BLACK, "p": Button.PLAY}


def played(rules: str, gestures: str) -> tuple[Table, list[Effect]]:
    """Hands that take half a second for everything: `-e2` lifts, `+e4` places, `w`, `b` and `p` press."""
    terms = Terms(START, parse_time_control("300"), parse_rules(rules))
    reeds, now_ms, told = chess.Board(START).occupied, 0, list[Effect]()
    table = new_table(terms, settled_contacts(reeds))
    for word in gestures.split():
        buttons = LEVERS.get(word, 0)
        reeds = reeds if buttons else reeds ^ squares_of(word[1:])
        for pressed, wait_ms in ((buttons, 100), (0, 400)):
            for at_ms in (now_ms, now_ms + 50):
                table, effects = step(table, Scanned(reeds, pressed), at_ms)
                told += effects
            now_ms += wait_ms
    return table, told


TRY = "-e2 +e5 w -e5 +e2 p"
ILLEGAL = {
    "a penalty and no loss": ("fide illegal_loses=0", [120] * 3, False),
    "a loss and no penalty": ("fide illegal_penalty_s=0", [0, 0], True),
    "a loss at once": ("club illegal_loses=1", [0], True),
    "a loss at the third": ("club illegal_penalty_s=9 illegal_loses=3", [9, 9, 0], True),
}


@pytest.mark.parametrize(("rules", "penalties", "lost"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal_presses_are_penalised_and_counted_apart(
    rules: str, penalties: list[int], lost: bool
) -> None:
    """What a press without a legal ply gives the opponent, and the how many-th loses, are two choices."""
    table, told = played(rules, f"b {TRY} {TRY} {TRY}")
    pressed = [each for each in told if isinstance(each, IllegalPress)]
    assert [each.penalty_s for each in pressed] == penalties
    assert [each.number for each in pressed] == list(range(1, len(penalties) + 1))
    assert (table.play.phase is Phase.OVER) == lost


def test_without_both_a_press_is_refused() -> None:
    """The clock runs on, however often it happens."""
    _, told = played("fide illegal_penalty_s=0 illegal_loses=0", f"b {TRY.removesuffix(' p')} w")
    assert sum(isinstance(each, PressRefused) for each in told) == 2
    assert not any(isinstance(each, IllegalPress | ClockPaused | ArbiterActed) for each in told)


@pytest.mark.parametrize(("rules", "noted"), [("club touch_move=yes", True), ("fide touch_move=no", False)])
def test_touched_pieces_are_noted_where_that_is_chosen(rules: str, noted: bool) -> None:
    """Under any preset."""
    _, told = played(rules, "b -g1 +g1 -e2 +e4 w")
    assert any(isinstance(each, Noted) for each in told) == noted


@pytest.mark.parametrize(("rules", "back"), [("club takeback=no", False), ("fide takeback=yes", True)])
def test_pieces_put_back_are_a_takeback_where_that_is_chosen(rules: str, back: bool) -> None:
    """Without it the ply that was completed stays."""
    table, _ = played(rules, "b -e2 +e4 w -e4 +e2 p p w")
    assert (table.line.ply == 0) == back
