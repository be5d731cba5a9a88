"""The self-test's pure parts: what is seen of a contact, how the stages follow, what is shown and said."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.pinmap import load_pinmap
from jadoube.core.display.seven_segment import read
from jadoube.core.messages.events import Button
from jadoube.selftest.findings import groups
from jadoube.selftest.seen import Answer, Verdict, answer_from, lamps_wrong
from jadoube.selftest.showing import news, prompt, showing
from jadoube.selftest.stages import (
    IDLE_MS,
    LONGEST_MS,
    NEEDS,
    Input,
    Stage,
    Terms,
    Trial,
    begin,
    deadline_ms,
    step,
)
from jadoube.selftest.watching import Change, Watch, passed, settles_ms, watch_from, watched
from jadoube.selftest.wiring import REEDS, named, wiring_of

WIRING = wiring_of(load_pinmap().matrix)
TERMS = Terms(WIRING, quiet_ms=20)
NO_PARTS = frozenset(part for parts in NEEDS.values() for part in parts)
OK = int(Button.OK) << REEDS


def seen(*scans: tuple[int, int], until_ms: int = 1000) -> Watch:
    """Watch contacts change at these instants: what is closed from then on."""
    watch = watch_from(0)
    for now_ms in range(until_ms):
        raw = next((closed for at_ms, closed in reversed(scans) if at_ms <= now_ms), 0)
        watch = watched(watch, raw, now_ms, TERMS.quiet_ms, WIRING)
    return watch


def waited(trial: Trial, until: Stage, shown: Input) -> Trial:
    """Let time pass by deadlines alone until a stage."""
    for _ in range(10_000):
        wake_ms = deadline_ms(trial)
        if trial.stage >= until or wake_ms is None:
            return trial
        trial = step(trial, shown, wake_ms)
    raise AssertionError(f"{trial.stage} does not end")


def at(stage: Stage, *, closed: int = 0) -> Trial:
    """A trial at this stage, reached by typing Enter, twice each time."""
    trial = begin(TERMS, closed, 0)
    while trial.stage < stage:
        trial = step(trial, Input(closed, typed=""), trial.now_ms + 1)
    return trial


def typed(trial: Trial, line: str, *after_ms: int) -> Trial:
    """Type a line so many ms after the instant of this trial, once or several times."""
    begin_ms = trial.now_ms
    for each_ms in after_ms:
        trial = step(trial, Input(0, typed=line), begin_ms + each_ms)
    return trial


def told_of(trial: Trial, *, closed: int = 0) -> str:
    """What one Enter is answered at this prompt."""
    return " ".join(news(trial, step(trial, Input(closed, typed=""), trial.now_ms + 5)))


def test_chatter_is_counted_up_to_where_it_keeps_still() -> None:
    """Five edges in 8 ms are one change, and its chatter is from the first edge to the last."""
    a1 = chess.BB_A1
    watch = seen((100, a1), (101, 0), (104, a1), (105, 0), (108, a1))
    assert watch.changes == (Change(chess.A1, closed=True, since_ms=100, edges=5, chatter_ms=8),)
    assert (watch.settled, watch.alone, passed(watch)) == (a1, a1, 0)


def test_what_changes_back_is_a_flick_and_no_change() -> None:
    """A reed that opens again before it has kept still has not closed."""
    watch = seen((100, chess.BB_A1), (110, 0))
    assert (watch.changes, watch.has_closed, watch.flicks[chess.A1]) == ((), 0, 1)


def test_closed_and_opened_alone_is_passed() -> None:
    """One closing by itself and one opening are enough."""
    assert passed(seen((100, chess.BB_E4), (200, 0))) == chess.BB_E4


@pytest.mark.parametrize(("apart_ms", "alone"), [(0, 0), (5, 0), (6, chess.BB_E4 | chess.BB_E5)])
def test_what_begins_within_five_ms_closes_together(apart_ms: int, alone: int) -> None:
    """Two reeds that begin to close within 5 ms close together, whichever settles first; others do not."""
    both = chess.BB_E4 | chess.BB_E5
    watch = seen((100, chess.BB_E4), (100 + apart_ms, both), (300, 0))
    assert watch.alone == alone
    assert groups(watch.changes) == ([both] if not alone else [chess.BB_E4, chess.BB_E5])


def test_nothing_is_due_while_nothing_changes() -> None:
    """A contact that changed settles after as long as the board waits; else no scan is wanted."""
    watch = watched(watch_from(0), chess.BB_A1, 100, 20, WIRING)
    assert settles_ms(watch, 20) == 120
    assert settles_ms(seen((100, chess.BB_A1)), 20) is None


def test_every_stage_ends_by_itself() -> None:
    """With nobody there the trial is over, within ten minutes of its board's time."""
    trial = waited(begin(TERMS, 0, 0), Stage.OVER, Input(0))
    assert trial.over
    assert trial.now_ms < 600_000
    assert trial.answers == tuple((stage, Answer(Verdict.UNSAID)) for stage in list(Stage)[:3])


def test_a_reed_that_buzzes_holds_nothing_up_for_ever() -> None:
    """A reed that never keeps still ends no wait by itself; each stage ends all the same."""
    trial = at(Stage.GO_OVER)
    for turn in range(2 * LONGEST_MS // 100):
        trial = step(trial, Input(chess.BB_A1 * (turn % 2)), trial.now_ms + 50)
        if trial.stage > Stage.GO_OVER:
            break
    assert trial.stage is Stage.FIRST_HALF
    assert trial.now_ms - at(Stage.GO_OVER).now_ms > IDLE_MS


def test_what_is_missing_is_skipped() -> None:
    """Without any part the trial is over at once; without lamps it begins with the faces."""
    assert step(begin(TERMS, 0, 0), Input(0, missing=NO_PARTS), 5).over
    assert step(begin(TERMS, 0, 0), Input(0, missing=frozenset({"lamps"})), 5).stage is Stage.FACES
    only_one = step(begin(TERMS, 0, 0), Input(0, missing=frozenset({"lamps", "white face"})), 5)
    assert only_one.stage is Stage.FACES


def test_questions_are_answered_by_keys_of_the_panel() -> None:
    """The key ok says yes."""
    trial = begin(TERMS, 0, 0)
    for now_ms in range(100, 300):
        trial = step(trial, Input(OK if now_ms < 200 else 0), now_ms)
    assert trial.answers == ((Stage.LAMPS, Answer(Verdict.GOOD)),)
    assert trial.stage is Stage.FACES


def test_what_cannot_be_read_is_asked_again() -> None:
    """A word that is no answer is refused in one line, and the stage stays."""
    before = begin(TERMS, 0, 0)
    trial = step(before, Input(0, typed="perhaps"), 50)
    assert trial.stage is Stage.LAMPS
    assert news(before, trial) == ["'perhaps' found, expected y, n, squares, or q to end the test"]
    assert step(trial, Input(0, typed=" Q "), 60).over


@pytest.mark.parametrize("stage", list(Stage)[:-1])
def test_no_single_enter_leaves_anything_out(stage: Stage) -> None:
    """At every prompt the first Enter is told what it would leave out, and the second goes on."""
    trial = at(stage)
    once = typed(trial, "", 500)
    assert (once.stage, once.asked) == (trial.stage, trial.asked)
    (told,) = news(trial, once)
    assert told.endswith("Enter once more goes on all the same.")
    twice = typed(trial, "", 500, 600)
    assert (twice.stage, twice.asked) != (trial.stage, trial.asked)


def test_two_enters_far_apart_are_each_the_first() -> None:
    """Ten seconds later nobody remembers the first one."""
    trial = at(Stage.BUTTONS)._replace(stage=Stage.GO_OVER)
    assert typed(trial, "", 500, 10_501).stage is Stage.GO_OVER
    assert typed(trial, "", 500, 10_500).stage is Stage.FIRST_HALF


def test_a_first_enter_does_not_count_for_the_next_prompt() -> None:
    """A stage that ends by itself after a first Enter, or whose part fails, takes that Enter with it."""
    trial = typed(at(Stage.BUZZER), "", 500)
    failed = step(trial, Input(0, missing=frozenset({"buzzer"})), trial.now_ms + 1)
    assert (failed.stage, typed(failed, "", 100).asked) == (Stage.BUTTONS, 0)


@pytest.mark.parametrize(("after_ms", "taken"), [(1, False), (1_499, False), (1_500, True)])
def test_a_line_belongs_to_the_prompt_that_it_was_typed_under(after_ms: int, taken: bool) -> None:
    """Just after a prompt that came by itself a line is meant for the one before, and that is said."""
    waiting = waited(begin(TERMS, 0, 0), Stage.FACES, Input(0))
    trial = typed(waiting, "y", after_ms)
    assert trial.stage is (Stage.BUZZER if taken else Stage.FACES)
    assert any("is not taken" in line for line in news(waiting, trial)) is not taken
    assert typed(waiting, "q", after_ms).over


def test_what_is_left_out_is_named() -> None:
    """The first Enter says which squares are not done, and which are closed that should not be."""
    assert "Not tried: white." in told_of(at(Stage.BUTTONS))
    assert "Closed: a1." in told_of(at(Stage.EMPTY, closed=chess.BB_A1), closed=chess.BB_A1)
    assert "Not green: a1 to h8, 64 of them." in told_of(at(Stage.GO_OVER))
    half = told_of(at(Stage.FIRST_HALF, closed=chess.BB_E1), closed=chess.BB_E1)
    assert "Without a piece: a1 to h8, 32 of them. Red: e1." in half


def test_a_button_that_answers_for_another_is_noted() -> None:
    """Plus answers while white is asked for: they are crossed."""
    trial, plus = at(Stage.BUTTONS), int(Button.PLUS) << REEDS
    for now_ms in range(trial.now_ms, trial.now_ms + 200):
        trial = step(trial, Input(plus if now_ms < trial.since_ms + 100 else 0), now_ms)
    trial = waited(trial._replace(asked=0), Stage.EMPTY, Input(0))
    assert [(named(1 << one), named(1 << it)) for one, it in trial.tried.crossed.items()] == [
        ("white", "plus")
    ]


def test_a_button_that_is_skipped_was_not_tried() -> None:
    """Enter twice leaves it out; ten seconds of silence are an answer."""
    trial = at(Stage.BUTTONS)
    skipped = typed(trial, "", 5, 10)
    assert (skipped.asked, skipped.tried.contacts) == (1, 0)
    later = step(trial, Input(0), trial.now_ms + 10_000)
    assert named(later.tried.silent) == named(later.tried.contacts) == "white"


def test_answers_are_read() -> None:
    """Yes, no, squares, nothing; all else is not understood."""
    assert answer_from("Y") == Answer(Verdict.GOOD)
    assert answer_from("no") == Answer(Verdict.WRONG)
    assert answer_from("e4 A1 e4") == Answer(Verdict.WRONG, chess.BB_E4 | chess.BB_A1)
    assert answer_from(" ") == Answer(Verdict.UNSAID)
    assert answer_from("e9") is None


def test_a_chain_that_is_dark_from_the_start_is_told() -> None:
    """All 64 dark: there is no lamp before the first dark one."""
    finding = lamps_wrong(Answer(Verdict.WRONG, 2**64 - 1), list(chess.SQUARES))
    assert finding is not None
    assert finding.seen == "all lamps are dark from a1 on, number 0 of the chain; it is the first"


@given(st.sampled_from(Stage), st.integers(0, 10**6), st.integers(0, 2**71 - 1))
def test_anything_can_be_shown_and_said(stage: Stage, passed_ms: int, closed: int) -> None:
    """At every stage and instant there are 64 colours, a face and a prompt, whatever is closed."""
    trial = begin(TERMS, closed, 0)._replace(stage=stage, now_ms=passed_ms)
    what = showing(trial)
    assert len(what.lamps) == 64
    assert all(0 <= level <= 255 for colour in what.lamps for level in colour)
    assert len(read(what.white)) >= 4
    assert (what.white == what.black) or stage is Stage.FACES
    assert (what.hz > 0) == (stage is Stage.BUZZER)
    assert prompt(trial)
