"""What each face shows: its side's time, a word, or a result.

It decides which screen a side's face shows: the most urgent word, or the time. It refuses to know the game,
how a time is written (`face_text.py`) and how a digit is drawn (`seven_segment.py`). docs/faces.md has all
screens in one table, with pictures.

The law: on the face of a running clock, a word hides the time for a moment at most (`notices.py`). Words that
last longer are shown only while that clock stands. What the arbiter writes is shown by turns with a result.
"""

from collections.abc import Iterator

import chess

from jadoube.core.clock.clock_reading import ClockReading
from jadoube.core.display import face_text, menu_view, seek_view
from jadoube.core.display.face_text import Face, Going
from jadoube.core.display.hints import advised_move
from jadoube.core.display.prompts import Question
from jadoube.core.display.seven_segment import spelled
from jadoube.core.messages.announcing import DRAW, NOTED, PROMOTION
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.state.announced import health
from jadoube.core.state.announced.health import Wrong
from jadoube.core.state.announced.notices import HIDES_MS, Look, Looked, Moment
from jadoube.core.state.move_counts import moves_to_go, next_move_number
from jadoube.core.state.others.fair_play import allows_help
from jadoube.core.state.others.linked import FACE_LETTERS, TURN_MS, text_part
from jadoube.core.state.table import Table, promotion_waits

OFF = "oFF "
NO_TIME = "----"
ASKED = "ILL-"
"""The arbiter is asked about an illegal move of this face's side."""


def face(
    table: Table,
    clock: ClockReading | None,
    asked: Question | None,
    side: chess.Color,
    now_ms: int,
    wrong: tuple[Wrong, ...] = (),
) -> Face:
    """Return what the face of `side` shows at this instant.

    `clock` is the clock's reading at it, None without a clock; `asked` is what the board asks now; `wrong`
    lists the machine's troubles.
    """
    if chosen := menu_view.face(table, side, now_ms):
        return chosen
    if wrong and (turn := _trouble_text(clock, side, now_ms, wrong)):
        return face_text.words_face(turn)
    if table.play.outcome:
        fallen = clock is not None and clock.fallen == side
        noted = table.notices.moments and _is_noted(table, side, now_ms)
        word = NOTED if noted else table.link.arbiters and spelled(text_part(table.link.text, now_ms, 1))
        return face_text.words_face(word or _result_text(table.play.outcome, side, fallen=fallen))
    word = next(filter(None, _words(table, clock, asked, side, now_ms)), "")
    if clock is None or word:
        return face_text.words_face(word or NO_TIME)
    going = _find_going(table, clock, side)
    left = clock.sides[side]
    looked = table.notices.look and _looked_up_text(table, clock, side, now_ms)
    if clock.fallen == side and not left.ms:  # the arbiter may have added time since
        looked = "FLAG"
    if looked:
        return face_text.timed_face(looked, going)
    return face_text.clock_face(left, going, table.terms.tenths_below_s)


def changes_at_ms(
    table: Table, clock: ClockReading | None, now_ms: int, wrong: tuple[Wrong, ...] = ()
) -> int | None:
    """Return when a face next changes without an event, in ms; None if it will not."""
    running = clock.running if clock else None
    look = table.notices.look
    ends = [moment.until_ms(running=moment.side == running) for moment in table.notices.moments]
    if look and clock:
        ends += _look_ends_ms(table, look, clock, now_ms)
    if clock is None or running is None:
        turns_ms = health.turns_at_ms(wrong, _since_ms(clock), now_ms)
        waits_ms = (turns_ms, menu_view.changes_at_ms(table, now_ms))
        ends += [at_ms for at_ms in waits_ms if at_ms is not None]
    else:
        waits = _next_time_changes_ms(table, clock, running, now_ms)
        ends += [now_ms + wait_ms for wait_ms in waits if wait_ms is not None]
        turns_ms = health.turns_at_ms(health.lasting(wrong), 0, now_ms) if wrong else None
        ends += [turns_ms] if turns_ms is not None else []
    agreed = table.seen.agreed
    turns = len(table.link.text) > FACE_LETTERS or table.link.arbiters
    if turns or (agreed and agreed.told and agreed.told.promotion):
        ends.append(now_ms - now_ms % TURN_MS + TURN_MS)
    return min((end_ms for end_ms in ends if end_ms > now_ms), default=None)


def _trouble_text(
    clock: ClockReading | None, side: chess.Color, now_ms: int, wrong: tuple[Wrong, ...]
) -> str | None:
    """What a side's face shows of the troubles: while the other clock runs, only of those that last."""
    running = clock.running if clock else None
    if running is None:
        return health.shown_trouble(wrong, _since_ms(clock), now_ms)
    return None if running == side else health.shown_trouble(health.lasting(wrong), 0, now_ms)


def _words(
    table: Table, clock: ClockReading | None, asked: Question | None, side: chess.Color, now_ms: int
) -> Iterator[str]:
    """The words that may replace a side's time, the most urgent first; an empty text counts as none."""
    running = clock.running if clock else None
    runs = running == side
    shown = [moment.text for moment in table.notices.moments if _is_shown(moment, side, now_ms, runs=runs)]
    if (ruling := table.play.ruling) and ruling.open:
        yield ASKED if ruling.side == side else ""
    elif table.notices.refused and table.notices.refused.side == side:
        yield _refusal(table, side)
    if asked and asked.side == side:
        yield asked.face
    if promotion_waits(table) and side == table.line.mover and (not runs or PROMOTION in shown):
        move = table.line.move
        yield f"{PROMOTION}{chess.piece_symbol(move.promotion)}" if move and move.promotion else ""
    if table.seen.agreed and not runs and (told := _told_text(table, side, now_ms)):
        yield told
    if table.notices.advice and not runs and (best := advised_move(table)) and best.mover == side:
        yield best.move.uci()[:4] if best.move else ""
    yield from (text for text in shown if text != PROMOTION)
    if table.link.text and not runs and (table.link.arbiters or allows_help(table)):
        yield spelled(text_part(table.link.text, now_ms))
    if table.play.afar.cut_off is not None and not runs and side == table.terms.opponent.side:
        yield seek_view.NOBODY
    if running is None:
        yield _astray_count_text(table)
        yield seek_view.seek_letters(table, white=side == chess.WHITE) if table.seek else ""
        yield DRAW if table.play.offer == (not side) else ""


def _told_text(table: Table, side: chess.Color, now_ms: int) -> str:
    """The opponent's move that a hand is to make, on his face; the piece of a promotion by turns with it."""
    agreed = table.seen.agreed
    if agreed is None or agreed.told is None or agreed.side != side:
        return ""
    squares, piece = agreed.told.uci()[:4], agreed.told.promotion
    if piece and now_ms // TURN_MS % 2:
        return f"{PROMOTION}{chess.piece_symbol(piece)}"
    return squares


def _is_shown(moment: Moment, side: chess.Color, now_ms: int, *, runs: bool) -> bool:
    return moment.side == side and now_ms < moment.until_ms(running=runs)


def _is_noted(table: Table, side: chess.Color, now_ms: int) -> bool:
    """Whether this face says that a mark was noted: the only notice that may hide a result."""
    shown = (each.text for each in table.notices.moments if _is_shown(each, side, now_ms, runs=False))
    return NOTED in shown


def _refusal(table: Table, side: chess.Color) -> str:
    """The word for a refused press: ` no `, or `ILL1`, `ILL2` where the rule set counts illegal moves."""
    number = table.play.illegal_presses[side]
    return f"ILL{number % 10}" if number else " no "


def _astray_count_text(table: Table) -> str:
    """The number of astray squares while the pieces are being set up; empty once they are ready."""
    if table.play.phase is not Phase.SETTING_UP or table.seen.ready:
        return ""
    return f"SE{table.best.change.bit_count():2}"


def _since_ms(clock: ClockReading | None) -> int:
    return clock.since_ms if clock else 0


def _find_going(table: Table, clock: ClockReading, side: chess.Color) -> Going:
    """The state of a side's clock."""
    if clock.running == side:
        return Going.RUNS
    paused = table.play.phase is Phase.PAUSED and clock.resumes == side
    return Going.PAUSED if paused else Going.STANDS


def _next_time_changes_ms(
    table: Table, clock: ClockReading, running: chess.Color, now_ms: int
) -> Iterator[int | None]:
    """After how many ms the running side's text changes, and in an hourglass also the other side's."""
    look, tenths_below_s = table.notices.look, table.terms.tenths_below_s
    left, other = clock.sides[running], clock.sides[not running]
    part = _part_of_exact_time(look, now_ms) if look else None
    if look is None or _looked_up_text(table, clock, running, now_ms) is None:
        yield face_text.next_left_change_ms(left, tenths_below_s)
    elif part is not None:
        yield face_text.next_exact_change_ms(left, part)
    elif not left.rises:  # the tenths take the place of the moves
        yield left.delay_ms + left.ms - face_text.longest_tenths_ms(tenths_below_s)
    if not (clock.hourglass and left.ms and other.ms):
        return
    if look is None or _looked_up_text(table, clock, not running, now_ms) is None:
        yield face_text.next_gain_ms(other, tenths_below_s)
    elif part is not None:
        yield face_text.next_exact_gain_ms(other, part)


# What is looked up


def _looked_up_text(table: Table, clock: ClockReading, side: chess.Color, now_ms: int) -> str | None:
    """What a side's face shows of what is looked up; None if it shows its time as usual.

    Moves hide no tenths: who has so little left needs his time.
    """
    look, left = table.notices.look, clock.sides[side]
    if look is None or now_ms >= look.until_ms:
        return None
    if (part := _part_of_exact_time(look, now_ms)) is not None:
        return face_text.exact_text(left, part)
    if not left.rises and left.ms <= face_text.longest_tenths_ms(table.terms.tenths_below_s):
        return None
    return face_text.moves_text(next_move_number(table, side), moves_to_go(table, clock, side))


def _part_of_exact_time(look: Look, now_ms: int) -> int | None:
    """The part of an exact time that is shown now, 0 or 1; None if no exact time is looked up."""
    if look.what is not Looked.TIMES:
        return None
    return int(now_ms - look.since_ms >= HIDES_MS // 2)


def _look_ends_ms(table: Table, look: Look, clock: ClockReading, now_ms: int) -> list[int]:
    """When what is looked up changes or ends; empty if no face shows it."""
    if not any(_looked_up_text(table, clock, side, now_ms) for side in chess.COLORS):
        return []
    half_ms = look.since_ms + HIDES_MS // 2
    return [half_ms, look.until_ms] if look.what is Looked.TIMES else [look.until_ms]


def _result_text(outcome: Outcome, side: chess.Color, *, fallen: bool) -> str:
    if fallen:
        return "FLAG"
    return (
        NO_TIME
        if outcome.termination is Termination.UNFINISHED
        else face_text.score_text(outcome.winner, side)
    )
