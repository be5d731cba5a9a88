"""The delay: nothing younger is ever shown, whatever becomes of the process and of the clocks."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.online.game_state import GameState
from jadoube.online.game_text import beginning, plies_of, read_parts, write_parts
from jadoube.online.outgoing.delay import MINUTE_MS, MOST_WAITING, Delay, Waiting

SANS = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5")
ID = "0123456789ab"


def game(plies: int, result: str = "*", white: str = "Ada", ending: str = "normal") -> GameState:
    """A game of so many plies; moves go round, as nobody looks at positions here."""
    over = result != "*"
    termination = f'[Termination "{ending}"]\n[Opening "Ruy Lopez"]\n' if over else ""
    moves = " ".join(
        f"{ply // 2 + 1}{'...' if ply % 2 else '.'} {SANS[ply % len(SANS)]} {{ [%clk 0:09:{59 - ply}.9] }}"
        for ply in range(plies)
    )
    tags = f'[Event "?"]\n[White "{white}"]\n[Result "{result}"]\n[GameId "{ID}"]\n{termination}'
    return GameState(ID, f"{tags}\n{moves} {result}\n\n", over)


def plies(state: GameState) -> int:
    """How many plies a state shows."""
    return plies_of(read_parts(state.pgn))


def normal(state: GameState) -> str:
    """A state as text that does not depend on whether it was cut."""
    return write_parts(read_parts(state.pgn))


class Change(NamedTuple):
    """The game is another now: so many plies, or over."""

    plies: int
    result: str = "*"
    white: str = "Ada"


class Wait(NamedTuple):
    """So much time goes by, in seconds."""

    seconds: int


class Restart(NamedTuple):
    """The process ends, and another begins, whose clock stands anywhere."""

    clock_ms: int


CHANGES = st.builds(
    Change, st.integers(0, 30), st.sampled_from(["*", "1-0"]), st.sampled_from(["Ada", "Bea"])
)
STEPS = st.lists(
    CHANGES | st.builds(Wait, st.integers(0, 300)) | st.builds(Restart, st.integers(-(10**9), 10**9)),
    max_size=40,
)
DELAYS = st.builds(Delay, st.integers(0, 5), st.integers(0, 8))


@given(STEPS, DELAYS)
def test_nothing_younger_than_the_delay_is_ever_shown(
    steps: list[Change | Wait | Restart], delay: Delay
) -> None:
    """What is shown is a state that stood so long ago, or its beginning; and so many plies are missing."""
    waiting, clock_ms, now_ms = Waiting(), 0, 0
    stood: list[tuple[int, GameState]] = []
    shown: GameState | None = None
    for step in steps:
        match step:
            case Change(count, result, white):
                stood.append((now_ms, game(count, result, white)))
            case Wait(seconds):
                now_ms += seconds * 1000
                clock_ms += seconds * 1000
            case Restart(at_ms):
                waiting, clock_ms = Waiting(shown), at_ms
        if stood:
            waiting.take(stood[-1][1], clock_ms, delay)
        before, shown = shown, waiting.show(delay, clock_ms)
        if shown is None or shown == before:
            continue
        old = [state for at_ms, state in stood if at_ms <= now_ms - delay.minutes * MINUTE_MS]
        assert any(is_beginning_of(shown, state) for state in old)
        assert shown.over or plies(shown) <= max(0, plies(stood[-1][1]) - delay.plies)


def is_beginning_of(shown: GameState, state: GameState) -> bool:
    """Whether a state is the other, or as it stood before, with no word of what came."""
    if shown.over:
        return shown == state
    return normal(shown) in {
        normal(state),
        write_parts(beginning(read_parts(state.pgn), plies(shown))),
    }


@given(STEPS, DELAYS)
def test_everything_is_shown_in_the_end(steps: list[Change | Wait | Restart], delay: Delay) -> None:
    """When the game rests for so long as the delay is, all of it that may be shown is."""
    waiting, clock_ms = Waiting(), 0
    newest = game(1)
    for step in steps:
        if isinstance(step, Change):
            newest = game(*step)
        elif isinstance(step, Wait):
            clock_ms += step.seconds * 1000
        waiting.take(newest, clock_ms, delay)
        waiting.show(delay, clock_ms)
    waiting.take(newest, clock_ms, delay)
    shown = waiting.show(delay, clock_ms + delay.minutes * MINUTE_MS)
    assert shown is not None
    assert plies(shown) == (plies(newest) if newest.over else max(0, plies(newest) - delay.plies))
    assert waiting.due_ms(delay) is None


def test_a_result_waits_as_long_as_a_move() -> None:
    """Until then the game is on, for all who look."""
    waiting, delay = Waiting(), Delay(minutes=2)
    waiting.take(game(4), 0)
    waiting.take(game(4, "1-0"), MINUTE_MS)
    assert waiting.show(delay, 2 * MINUTE_MS) == game(4)
    assert waiting.show(delay, 3 * MINUTE_MS - 1) == game(4)
    assert waiting.due_ms(delay) == 3 * MINUTE_MS
    assert waiting.show(delay, 3 * MINUTE_MS) == game(4, "1-0")


def test_plies_are_held_back_until_the_game_is_over() -> None:
    """A beginning has no result, and no word of how it goes on."""
    waiting, delay = Waiting(), Delay(plies=3)
    waiting.take(game(8), 0)
    held = waiting.show(delay, 0)
    assert held is not None
    assert (plies(held), held.over) == (5, False)
    waiting.take(game(8, "1-0"), 1)
    assert waiting.show(delay, 1) == game(8, "1-0")


def test_a_game_that_got_shorter_is_shown_shorter() -> None:
    """Plies that were taken back are taken back for all who look."""
    waiting = Waiting()
    for count in (6, 4):
        waiting.take(game(count), 0)
        shown = waiting.show(Delay(), 0)
        assert shown is not None
        assert plies(shown) == count


def test_after_a_restart_what_was_shown_stays_and_the_rest_waits_anew() -> None:
    """Nobody knows how long the machine was off."""
    waiting = Waiting(game(3))
    delay = Delay(minutes=1)
    waiting.take(game(9), 5)
    assert waiting.show(delay, MINUTE_MS) == game(3)
    assert waiting.show(delay, MINUTE_MS + 5) == game(9)


@pytest.mark.parametrize("minutes", [1, 240])
def test_few_states_wait_however_many_come(minutes: int) -> None:
    """A piece that never rests fills no memory, and delays what it has done by a little only."""
    waiting, delay = Waiting(), Delay(minutes)
    for second in range(3600):
        waiting.take(game(second % 20 + 1), second * 1000, delay)
    assert len(waiting._waiting) <= MOST_WAITING * (60 // minutes + 1)
    due_ms = waiting.due_ms(delay)
    assert due_ms is not None
    assert due_ms <= minutes * MINUTE_MS * (1 + 2 / MOST_WAITING)
