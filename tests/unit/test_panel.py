"""Panel keys: what each does when it is released, chords, holds, pauses, and the choice of a piece."""

import chess
import pytest

from jadoube.core.effects import (
    ClockPaused,
    ClockStarted,
    Effect,
    MoveCompleted,
    PromotionAccepted,
    PromotionOffered,
)
from jadoube.core.phases import Phase
from jadoube.core.table import Table
from jadoube.daemon.replay import replay
from jadoube.formats.sensorlog import FIRST_LINE, parse_sensor_log

Told = list[tuple[int, Effect]]
PROMOTES = "8/P5k1/8/8/8/8/8/K6R w - - 0 1"
PROMOTED = "1.0 open a7; 1.5 close a8"


def played(events: str, control: str = "-", start: str = chess.STARTING_FEN) -> tuple[Table, Told]:
    """Play the events of a sensor log, joined by `;`: the table at its end, and what was decided when."""
    told: Told = []
    header = (FIRST_LINE, f"start {start}", f"time-control {control}", "")
    log = parse_sensor_log("\n".join((*header, *events.split(";"))), "log")
    end = replay(log, lambda now_ms, _, effects: told.extend((now_ms, effect) for effect in effects))
    return end.table, told


def keys(names: str, from_ms: int = 3000) -> str:
    """Press and release these keys, one after the other."""
    each = zip(range(from_ms, 99_999, 500), names.split(), strict=False)
    return "; ".join(f"{ms / 1000} press {name}; {(ms + 100) / 1000} release {name}" for ms, name in each)


CHOICES = {
    "": "a8=Q",
    "plus": "a8=R",
    "plus plus": "a8=B",
    "plus plus plus": "a8=N",
    "plus plus plus plus": "a8=Q",
    "minus": "a8=N",
    "minus minus": "a8=B",
    "minus minus minus": "a8=R",
    "plus minus": "a8=Q",
    "back": "a8=Q",
}


@pytest.mark.parametrize(("names", "san"), CHOICES.items())
def test_plus_and_minus_choose_the_piece(names: str, san: str) -> None:
    """Queen, rook, bishop, knight and round again; minus goes back."""
    table, _ = played(
        f"{PROMOTED}; {keys(names)}; 9.0 end" if names else f"{PROMOTED}; 9.0 end", start=PROMOTES
    )
    assert table.line.san == san


ACCEPTED = {
    "ok": "3.0 press ok; 3.1 release ok",
    "the mover's lever": "3.0 press white; 3.1 release white",
    "the opponent's lift": "3.0 open g7; 3.4 close g7",
}


@pytest.mark.parametrize("accepting", ACCEPTED.values(), ids=ACCEPTED)
def test_an_accepted_piece_stays(accepting: str) -> None:
    """After that the panel changes nothing."""
    chosen = f"{PROMOTED}; 2.0 press plus; 2.1 release plus"
    table, told = played(f"{chosen}; {accepting}; {keys('plus', 4000)}; 9.0 end", start=PROMOTES)
    assert table.line.san == "a8=R"
    offers = [effect for _, effect in told if isinstance(effect, PromotionOffered | PromotionAccepted)]
    assert offers == [
        PromotionOffered(1, chess.QUEEN),
        PromotionOffered(1, chess.ROOK),
        PromotionAccepted(1, chess.ROOK),
    ]


def test_the_choice_stands_while_pawn_and_piece_are_exchanged() -> None:
    """The pawn is set down, the panel says knight, and the knight comes onto the square."""
    events = f"{PROMOTED}; 2.0 press minus; 2.1 release minus; 3.0 open a8; 3.5 close a8"
    assert played(f"{events}; 9.0 end", start=PROMOTES)[0].line.san == "a8=N"


def test_plus_without_a_promotion_does_nothing() -> None:
    """Neither before the game nor after an ordinary ply."""
    _, told = played(f"{keys('plus minus back')}; 9.0 end")
    assert told == []


def test_a_key_acts_when_it_is_released() -> None:
    """Not when it is pressed: it may become a chord or a hold."""
    _, told = played("1.0 press play; 1.5 release play; 3.0 end", control="300")
    assert told == [(1520, ClockStarted(chess.WHITE))]


@pytest.mark.parametrize(
    "chord",
    [
        "1.0 press play; 1.1 press ok; 1.3 release play; 1.4 release ok",
        "1.0 press play; 1.1 press ok; 1.3 release ok; 1.4 release play",
        "1.0 press play; 1.0 press back; 1.3 release play; 1.3 release back",
    ],
)
def test_a_chord_is_no_key(chord: str) -> None:
    """A second key before the first is released: neither acts, whichever goes up first."""
    assert played(f"{chord}; 3.0 end", control="300")[1] == []


def test_after_a_chord_keys_are_keys_again() -> None:
    """Once all are up."""
    chord = "1.0 press play; 1.1 press ok; 1.3 release play; 1.4 release ok"
    _, told = played(f"{chord}; 2.0 press play; 2.1 release play; 3.0 end", control="300")
    assert [effect for _, effect in told] == [ClockStarted(chess.WHITE)]


def test_a_lever_makes_no_chord() -> None:
    """A player may lean on his lever while the other chooses a piece."""
    held = "0.5 press black; 1.0 open a7; 1.5 close a8; 2.0 press plus; 2.1 release plus; 3.0 release black"
    assert played(f"{held}; 9.0 end", start=PROMOTES)[0].line.san == "a8=R"


def test_play_starts_pauses_and_resumes() -> None:
    """White's clock runs for two seconds, stands for five, and runs for one more."""
    events = "; ".join(keys("play", from_ms) for from_ms in (1000, 3000, 8000))
    table, told = played(f"{events}; 9.1 end", control="300")
    assert [effect for _, effect in told] == [
        ClockStarted(chess.WHITE),
        ClockPaused(),
        ClockStarted(chess.WHITE),
    ]
    assert table.clock is not None
    assert (table.phase, table.clock.remaining_ms(chess.WHITE, 9100)) == (Phase.PLAYING, 297_000)


def test_while_it_is_paused_levers_do_nothing() -> None:
    """A ply that is made meanwhile waits for its press until the clock runs again."""
    paused = "1.0 press black; 1.1 release black; 2.0 press play; 2.1 release play"
    events = f"{paused}; 3.0 open e2; 3.5 close e4; 4.0 press white; 4.1 release white"
    table, told = played(f"{events}; 9.0 end", control="300")
    assert [effect for _, effect in told if isinstance(effect, MoveCompleted)] == []
    assert (table.phase, table.line.san) == (Phase.PAUSED, "e4")


def test_a_press_before_the_pause_is_judged_before_it() -> None:
    """The lever came first, so that it is Black's clock that stands and that resumes."""
    events = (
        "1.0 press black; 1.1 release black; 3.0 open e2; 3.5 close e4; 4.0 press white; 4.1 release white"
    )
    table, _ = played(f"{events}; 4.2 press play; 4.3 release play; 9.0 end", control="300")
    assert table.clock is not None
    assert (table.clock.running, table.clock.resumes) == (None, chess.BLACK)


def test_a_pause_saves_no_flag() -> None:
    """The key goes up when the time is used up already."""
    table, _ = played("1.0 press black; 3.9 press play; 4.0 release play; 9.0 end", control="3")
    assert (table.phase, table.clock and table.clock.fallen) == (Phase.OVER, chess.WHITE)


def test_without_a_clock_there_is_nothing_to_start() -> None:
    """Play is a key of the clock's."""
    assert played(f"{keys('play')}; 9.0 end")[1] == []
