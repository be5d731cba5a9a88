"""Panel keys: what each does when it is released, chords, holds, pauses, and the choice of a piece."""

import chess
import pytest

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import (
    AlternativeOffered,
    ClockPaused,
    ClockStarted,
    Effect,
    MoveCompleted,
    PromotionAccepted,
    PromotionOffered,
    TakebackProposed,
)
from jadoube.core.messages.events import Button, Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.rule_sets import RuleSet
from jadoube.core.signals.debounce import Contacts, settled_contacts
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.formats.sensorlog import FIRST_LINE, parse_sensor_log
from jadoube.games.replay import replay

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
    """It does nothing before the game and after an ordinary ply."""
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
    """A second key comes down before the first is released: neither acts, whichever goes up first."""
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
    assert table.play.clock is not None
    assert (table.play.phase, table.play.clock.remaining_ms(chess.WHITE, 9100)) == (Phase.PLAYING, 297_000)


def test_while_it_is_paused_levers_do_nothing() -> None:
    """A ply that is made meanwhile waits for its press until the clock runs again."""
    paused = "1.0 press black; 1.1 release black; 2.0 press play; 2.1 release play"
    events = f"{paused}; 3.0 open e2; 3.5 close e4; 4.0 press white; 4.1 release white"
    table, told = played(f"{events}; 9.0 end", control="300")
    assert [effect for _, effect in told if isinstance(effect, MoveCompleted)] == []
    assert (table.play.phase, table.line.san) == (Phase.PAUSED, "e4")


def test_a_press_before_the_pause_is_judged_before_it() -> None:
    """The lever came first, so Black's clock is paused and later resumed."""
    events = (
        "1.0 press black; 1.1 release black; 3.0 open e2; 3.5 close e4; 4.0 press white; 4.1 release white"
    )
    table, _ = played(f"{events}; 4.2 press play; 4.3 release play; 9.0 end", control="300")
    assert table.play.clock is not None
    assert (table.play.clock.running, table.play.clock.resumes) == (None, chess.BLACK)


def test_a_pause_saves_no_flag() -> None:
    """The key is released after the time is used up: the flag falls."""
    table, _ = played("1.0 press black; 3.9 press play; 4.0 release play; 9.0 end", control="3")
    assert (table.play.phase, table.play.clock and table.play.clock.fallen) == (Phase.OVER, chess.WHITE)


PUSHED = "4k3/8/8/1p1p4/8/2N5/8/4K3 w - - 0 1"
NXD5 = "1.0 open c3; 2.0 press white; 2.1 release white"


def offers(told: Told) -> list[tuple[int, Effect]]:
    """What holding `back` brought, and when."""
    return [
        (at_ms, effect) for at_ms, effect in told if isinstance(effect, AlternativeOffered | TakebackProposed)
    ]


def test_a_hold_acts_while_it_is_held() -> None:
    """One second after the key came down, and once only."""
    _, told = played(f"{NXD5}; 3.0 press back; 9.0 release back; 12.0 end", start=PUSHED)
    assert offers(told) == [(4000, AlternativeOffered(1, "Nxb5"))]


def test_a_key_that_goes_up_sooner_is_no_hold() -> None:
    """The release counts from its first sample, although it settles only after a second."""
    _, told = played(f"{NXD5}; 3.0 press back; 3.99 release back; 12.0 end", start=PUSHED)
    assert offers(told) == [(4010, TakebackProposed(1))]


def test_a_key_that_chatters_is_held() -> None:
    """A release shorter than a debounce does not end a hold."""
    chatter = "3.5 release back; 3.51 press back"
    _, told = played(f"{NXD5}; 3.0 press back; {chatter}; 5.0 release back; 12.0 end", start=PUSHED)
    assert offers(told) == [(4000, AlternativeOffered(1, "Nxb5"))]


def test_a_press_that_bounces_as_the_log_ends_began_with_its_first_contact() -> None:
    """As it would if more scans followed."""
    press = "2.996 press white; 3.002 release white; 3.016 press white"
    for end in ("3.016 end", "3.5 end"):
        _, told = played(
            f"1.0 press black; 1.2 release black; 2.0 open e2; 2.5 close e4; {press}; {end}", "300"
        )
        assert [each.at_ms for _, each in told if isinstance(each, MoveCompleted)] == [3000]


def test_a_chord_is_no_hold() -> None:
    """Two held keys never act as a held key, also not after one of them is released."""
    chord = "3.0 press back; 3.5 press ok; 5.0 release ok; 8.0 release back"
    assert offers(played(f"{NXD5}; {chord}; 12.0 end", start=PUSHED)[1]) == []


def test_a_key_that_was_held_when_the_game_began_does_nothing() -> None:
    """It belonged to the game before: neither a hold nor its release acts in this one."""
    held = Contacts(Button.BACK.value, Button.BACK.value)
    start = chess.Board().occupied
    table = new_table(Terms(), settled_contacts(start), held)
    for now_ms, buttons in ((5000, Button.BACK), (7000, Button.BACK), (8000, 0), (8020, 0)):
        table, effects = step(table, Scanned(start, buttons), now_ms)
        assert effects == ()
    assert not table.panel.chord


def test_no_rule_set_without_takebacks_takes_back() -> None:
    """There `back` does nothing when it is pressed."""
    rules = RuleSet("strict", takeback=False)
    board = chess.Board()
    table = new_table(Terms(rules=rules), settled_contacts(board.occupied))
    for now_ms, move in ((1000, chess.BB_E2), (2000, chess.BB_E4)):
        board.occupied ^= move
        for later_ms in (now_ms, now_ms + 20):
            table, _ = step(table, Scanned(board.occupied), later_ms)
    for now_ms, buttons in ((3000, Button.BACK), (3100, 0), (3120, 0)):
        table, _ = step(table, Scanned(board.occupied, buttons), now_ms)
    assert table.line.san == "e4"


def test_without_a_clock_there_is_nothing_to_start() -> None:
    """`play` acts on the clock alone, so it does nothing here."""
    assert played(f"{keys('play')}; 9.0 end")[1] == []
