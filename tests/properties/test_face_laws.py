"""The laws of the faces, over clocks of every mode that have run, been pressed, paused and resumed."""

import chess
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display import face_view
from jadoube.core.display.face_text import Face
from jadoube.core.display.prompts import question
from jadoube.core.display.seven_segment import POINT, read
from jadoube.core.messages.effects import TimeLow
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.stages.clock.low_time import marks, warn, warning_due_ms
from jadoube.core.state.announced.notices import HIDES_MS, LASTS_MS, Look, Looked, Moment
from jadoube.core.state.table import Table, Terms, new_table, read_clock

CONTROLS = (
    *("300", "20", "5400", "60+1", "3+2", "300d5", "12d3", "30b5", "3b2", "*60", "*5"),
    *(
        "2/60+3:30",
        "2/40:1/20",
        "20:10",
        "3600:600+5",
        "30y3x10",
        "0y2x30",
        "5y1x700",
        "3590y2x3600",
        "5y12x90",
        "2y10x120",
        "7200d5",
        "*5400",
        "40000",
    ),
    *("^", "36000+1", "60 ; 5+3", "20d4 ; ^", "2/30:10 ; 15y2x3"),
)
RESTS = st.one_of(st.integers(1, 3000), st.integers(1, 60_000), st.integers(1, 4_000_000))
DEEDS = st.sampled_from(["press", "press", "press", "pause", "resume"])


@st.composite
def clocks(draw: st.DrawFn) -> tuple[ChessClock, int]:
    """A clock that has gone through something, and an instant not before its last change."""
    control = parse_time_control(draw(st.sampled_from(CONTROLS)))
    assert control is not None
    clock, now_ms = ChessClock.new(control).start(chess.WHITE, 1000), 1000
    for plies, (deed, rest_ms) in enumerate(draw(st.lists(st.tuples(DEEDS, RESTS), max_size=8))):
        now_ms += rest_ms
        clock = _done(clock, deed, plies // 2 + 1, now_ms)
        if clock.fallen is not None:
            return clock, now_ms
    return clock, now_ms + draw(RESTS)


def _done(clock: ChessClock, deed: str, moves: int, at_ms: int) -> ChessClock:
    match deed:
        case "press" if clock.running is not None:
            return clock.press(clock.running, at_ms, moves)
        case "pause":
            return clock.stop(at_ms)
        case "resume":
            return clock.resume(at_ms)
    return clock


def table_of(clock: ChessClock, tenths_below_s: int, low_time_s: int = 0) -> Table:
    """A table at which this clock stands or runs."""
    terms = Terms(control=clock.control, tenths_below_s=tenths_below_s, low_time_s=low_time_s)
    phase = Phase.PAUSED if clock.running is None else Phase.PLAYING
    table = new_table(terms, settled_contacts(chess.Board().occupied))
    return table._replace(play=table.play._replace(clock=clock, phase=phase))


def face(table: Table, side: chess.Color, now_ms: int) -> Face:
    """One side's face."""
    return face_view.face(table, read_clock(table, now_ms), question(table), side, now_ms)


def changes_at_ms(table: Table, now_ms: int) -> int | None:
    """When a face next changes."""
    return face_view.changes_at_ms(table, read_clock(table, now_ms), now_ms)


def faces(table: Table, now_ms: int) -> tuple[Face, Face]:
    """Black's and White's face."""
    return face(table, chess.BLACK, now_ms), face(table, chess.WHITE, now_ms)


TENTHS = st.sampled_from((0, 10, 20))


LOOKS = st.one_of(st.none(), st.builds(Look, st.sampled_from(Looked), st.integers(0, HIDES_MS)))


def looking(table: Table, look: Look | None) -> Table:
    """The table on which a player looks this up."""
    return table._replace(notices=table.notices._replace(look=look))


@given(clocks(), TENTHS, LOOKS, st.floats(0, 1))
@settings(deadline=None)
def test_a_face_is_never_stale(
    begun: tuple[ChessClock, int], tenths_below_s: int, look: Look | None, part: float
) -> None:
    """Up to the instant that is announced nothing changes, and at it something does; or nothing ever does.

    So it is, too, while a player has looked something up for some time. Moves hide a time without tenths to
    its end: where a period follows, that end changes nothing.
    """
    clock, now_ms = begun
    look = look and look._replace(since_ms=now_ms - look.since_ms)
    table = looking(table_of(clock, tenths_below_s), look)
    change_ms = changes_at_ms(table, now_ms)
    if change_ms is None:
        assert faces(table, now_ms) == faces(table, now_ms + 10_000_000)
        return
    between_ms = now_ms + int((change_ms - 1 - now_ms) * part)
    assert faces(table, now_ms) == faces(table, between_ms) == faces(table, change_ms - 1)
    hidden = look is not None and look.what is Looked.MOVES and not tenths_below_s
    assert hidden or faces(table, change_ms) != faces(table, change_ms - 1)


@given(clocks(), st.booleans(), st.integers(0, 5000))
@settings(deadline=None)
def test_a_moment_hides_a_running_time_for_two_seconds_at_most(
    begun: tuple[ChessClock, int], side: chess.Color, passed_ms: int
) -> None:
    """Then the time is there again; on the other face it is after four. That it passes is announced."""
    clock, now_ms = begun
    table = table_of(clock, 20)
    shown = table._replace(notices=table.notices._replace(moments=(Moment(side, "PEr2", now_ms),)))
    at_ms, lasts_ms = now_ms + passed_ms, HIDES_MS if clock.running == side else LASTS_MS
    said = read(face(shown, side, at_ms).segments) == "PEr2"
    assert said == (passed_ms < lasts_ms)
    assert said or face(shown, side, at_ms) == face(table, side, at_ms)
    assert face(shown, not side, at_ms) == face(table, not side, at_ms)
    if said:
        assert (changes_at_ms(shown, at_ms) or 0) <= now_ms + lasts_ms


@given(clocks(), st.sampled_from(Looked), st.integers(0, 5000))
@settings(deadline=None)
def test_what_is_looked_up_is_gone_after_two_seconds(
    begun: tuple[ChessClock, int], what: Looked, passed_ms: int
) -> None:
    """Then both faces are as without it; and before that a time under twenty seconds is never hidden."""
    clock, now_ms = begun
    table = table_of(clock, 20)
    looked, at_ms = looking(table, Look(what, now_ms)), now_ms + passed_ms
    for side in chess.COLORS:
        has_little = not clock.counts_up(side) and clock.at(at_ms).sides[side].ms < 20_000 - 100
        if passed_ms >= HIDES_MS or has_little:
            assert face(looked, side, at_ms) == face(table, side, at_ms)


@given(clocks(), TENTHS, LOOKS)
@settings(deadline=None)
def test_one_face_at_most_says_that_its_clock_runs(
    begun: tuple[ChessClock, int], tenths_below_s: int, look: Look | None
) -> None:
    """Bright and with its last point: the running side's; blinking: only the one that will run on."""
    clock, now_ms = begun
    assume(clock.fallen is None)
    look = look and look._replace(since_ms=now_ms - look.since_ms)
    shown = faces(looking(table_of(clock, tenths_below_s), look), now_ms)
    for side in chess.COLORS:
        lit = bool(shown[side].segments.digits[3] & POINT)
        runs, paused = clock.running == side, clock.resumes == side
        assert (shown[side].bright, shown[side].blinks, lit) == (runs, paused, runs or paused)


@given(clocks(), st.integers(0, 100_000))
@settings(deadline=None)
def test_what_is_shown_never_goes_up_while_it_runs_down(begun: tuple[ChessClock, int], ran_ms: int) -> None:
    """Nor down where it counts up: within a period a face's time goes one way. It is right to its unit."""
    clock, now_ms = begun
    assume(clock.running is not None)
    side, table = bool(clock.running), table_of(clock, 20)
    zero_ms = clock.passed(now_ms).zero_at_ms()
    later_ms = now_ms + ran_ms if zero_ms is None else min(now_ms + ran_ms, max(now_ms, zero_ms - 1))
    counted = clock.passed(now_ms).read(side, now_ms).periods is not None
    before, after = (_shown_ms(face(table, side, at_ms), counted) for at_ms in (now_ms, later_ms))
    up = clock.counts_up(side)
    assert before <= after if up else after <= before
    off_ms = before - clock.passed(now_ms).remaining_ms(side, now_ms)
    unit_ms = _unit_ms(_time(face(table, side, now_ms), counted))
    assert -unit_ms < off_ms <= 0 if up else 0 <= off_ms < unit_ms


def _time(shown: Face, counted: bool) -> str:
    """The time that a face says: without the point of a delay, and the number of byo-yomi periods."""
    text = read(shown.segments).removesuffix(".")
    if not counted:
        return text[0] + text[2:] if text[1] == "." else text
    if text[2] == "." and ":" not in text:
        return f"00:{text[3:]}"
    if text[1] != ".":
        return text
    blank = text[0] == " " or "." in text[2:]
    return (" " if blank else "0") + text[2:]


def _unit_ms(text: str) -> int:
    if text.endswith("h"):
        return 3_600_000
    return 100 if "." in text else 60_000 if text.startswith(" ") else 1000


def _shown_ms(shown: Face, counted: bool) -> int:
    text = _time(shown, counted)
    if text.endswith("h"):
        return int(text[:-1]) * 3_600_000
    if "." in text:
        return round(float(text) * 1000)
    high, low = text.split(":")
    return (int(high) * 60 + int(low)) * _unit_ms(text)


@given(clocks(), st.integers(1, 60))
@settings(deadline=None)
def test_a_warning_comes_when_so_much_is_left(begun: tuple[ChessClock, int], low_time_s: int) -> None:
    """At its instant the running side's time reads the mark to the ms, and one ms before it more."""
    clock, now_ms = begun
    assume(clock.running is not None)
    table = table_of(clock, 20, low_time_s)
    table = table._replace(notices=table.notices._replace(warned_ms=now_ms))
    if (at_ms := warning_due_ms(table)) is None:
        return
    assert at_ms > now_ms
    assert warn(table, Scanned(0), at_ms - 1) == (table, ())
    warned, (effect,) = warn(table, Scanned(0), at_ms)
    assert isinstance(effect, TimeLow)
    assert effect.left_s in marks(low_time_s)
    passed = clock.passed(at_ms)
    assert passed.remaining_ms(effect.side, at_ms) == effect.left_s * 1000
    assert (warning_due_ms(warned) or at_ms + 1) > at_ms
