"""The stages of the trial, as a pure function of scans, typed lines, missing parts and the instant.

`step` gets every scan and returns the new trial; `deadline_ms` says when it wants a scan although nothing
changes. It decides what is asked for, for how long, and when that is done. Every wait ends by itself, as the
tester may be alone, or gone. It also decides to which prompt a typed line belongs, so that no single Enter
skips anything. It refuses to know what is lit and printed (`showing.py`).
"""

from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Final, NamedTuple

from jadoube.core.messages.events import BUTTONS, Button
from jadoube.selftest.diodes import LAYOUTS
from jadoube.selftest.findings import Tried
from jadoube.selftest.seen import UNSAID, Answer, Verdict, answer_from
from jadoube.selftest.watching import Change, Watch, after_gap, passed, settles_ms, watch_from, watched
from jadoube.selftest.wires import WireFault
from jadoube.selftest.wiring import ALL_BUTTONS, ALL_REEDS, REEDS, Wiring

#: How long the tester is waited for, where he is asked something, where a button, where pieces.
ANSWER_MS: Final = 30_000
BUTTON_MS: Final = 10_000
IDLE_MS: Final = 60_000
#: How long a stage may last, whatever moves: a reed that buzzes must not hold up the rest.
LONGEST_MS: Final = 900_000
#: For how long the board must be as it was asked to be.
STANDS_MS: Final = 1_000
#: For how long a square may read closed where no piece is to stand, until that is called a ghost.
GHOST_MS: Final = 10_000
#: How often what moves by itself is to move.
FRAME_MS: Final = 50
#: A line that is typed so soon after a prompt that came by itself was meant for the one before: a guess.
TOO_SOON_MS: Final = 1_500
#: Within this time after the first Enter a second one leaves something out: a guess.
TWICE_MS: Final = 10_000
#: What a tester types to end the trial.
QUIT: Final = ("q", "quit")

_ASKED: Final = tuple(REEDS + bit for bit in range(len(BUTTONS)))
_YES: Final = int(Button.OK) << REEDS
_NO: Final = int(Button.BACK) << REEDS


class Stage(IntEnum):
    """The stages, in order."""

    LAMPS = 0
    FACES = 1
    BUZZER = 2
    BUTTONS = 3
    EMPTY = 4
    GO_OVER = 5
    FIRST_HALF = 6
    SECOND_HALF = 7
    OVER = 8


#: What each stage cannot do without, any one of these.
NEEDS: Final[dict[Stage, frozenset[str]]] = {
    Stage.LAMPS: frozenset({"lamps"}),
    Stage.FACES: frozenset({"white face", "black face"}),
    Stage.BUZZER: frozenset({"buzzer"}),
    **dict.fromkeys((Stage.BUTTONS, Stage.EMPTY, Stage.GO_OVER), frozenset({"reeds"})),
    **dict.fromkeys((Stage.FIRST_HALF, Stage.SECOND_HALF), frozenset({"reeds"})),
}
_QUESTIONS: Final = (Stage.LAMPS, Stage.FACES, Stage.BUZZER)
LAYOUT_OF: Final = {Stage.FIRST_HALF: LAYOUTS[0], Stage.SECOND_HALF: LAYOUTS[1]}


class Terms(NamedTuple):
    """The constants of a trial."""

    wiring: Wiring
    quiet_ms: int
    """How long a contact must keep still: the board's debounce."""
    chain: tuple[int, ...] = tuple(range(64))
    """The squares in the order of the lamps' chain."""


class Refusal(Enum):
    """Why a typed line is refused."""

    UNREADABLE = "it is no answer"
    TOO_SOON = "it was typed for the prompt before"
    ONCE = "it would leave something out, and has to be typed twice"


class Refused(NamedTuple):
    """A typed line that is refused."""

    line: str
    why: Refusal


class Trial(NamedTuple):
    """The state of the trial at one instant."""

    terms: Terms
    watch: Watch
    stage: Stage
    since_ms: int
    now_ms: int
    asked: int = 0
    """The button that is asked for, by the number of its bit."""
    answers: tuple[tuple[Stage, Answer], ...] = ()
    tried: Tried = Tried()
    by_itself: bool = False
    """Whether the current prompt came without a typed line."""
    enter_ms: int | None = None
    """When Enter was typed once; a second one skips the current prompt."""
    refused: Refused | None = None
    """The line that was typed at this instant and is refused."""

    @property
    def over(self) -> bool:
        """Whether the trial is over."""
        return self.stage is Stage.OVER

    def answer(self, stage: Stage) -> Answer:
        """Return the tester's answer at a stage."""
        return dict(self.answers).get(stage, UNSAID)


class Input(NamedTuple):
    """One scan: the closed contacts, a line typed since the last one, the parts that do not work."""

    closed: int
    typed: str | None = None
    missing: frozenset[str] = frozenset()
    gap_ms: int = 0
    """The time since the last scan; 0 if the pace skips scans."""


def begin(terms: Terms, closed: int, now_ms: int, wires: tuple[WireFault, ...] | None = None) -> Trial:
    """Return the first state: the lamps' stage, with the contacts that the first scan shows closed.

    `wires` is what the look at the wires found; None if there was none.
    """
    tried = Tried(left_closed=closed & ALL_BUTTONS, wires=wires)
    return Trial(terms, watch_from(closed), Stage.LAMPS, now_ms, now_ms, tried=tried)


def step(trial: Trial, shown: Input, now_ms: int) -> Trial:
    """Return the trial after one scan and a typed line."""
    watch = after_gap(trial.watch, shown.gap_ms if trial.stage >= Stage.BUTTONS else 0)
    watch = watched(watch, shown.closed, now_ms, trial.terms.quiet_ms, trial.terms.wiring)
    trial = trial._replace(watch=watch, now_ms=now_ms, refused=None)
    if shown.typed is not None and shown.typed.strip().lower() in QUIT:
        return trial._replace(stage=Stage.OVER)
    trial = _skipped(trial, shown.missing)
    trial = trial if trial.over else _waits(trial, shown.typed)
    return _skipped(trial, shown.missing)


def wants_rows(before: Trial, now: Trial) -> bool:
    """Whether the rows are to be looked at now: a half of the pieces stands and has just been read."""
    return before.tried.layouts != now.tried.layouts


def with_rows(trial: Trial, drawn: tuple[int, ...]) -> Trial:
    """Return the trial with the look at the rows: for each row the rows that are low while it is driven."""
    *before, (layout, closed, _) = trial.tried.layouts
    return trial._replace(tried=trial.tried._replace(layouts=(*before, (layout, closed, drawn))))


def deadline_ms(trial: Trial) -> int | None:
    """Return when a scan is wanted although nothing changes, in ms; None when the trial is over."""
    if trial.over:
        return None
    settles = settles_ms(trial.watch, trial.terms.quiet_ms)
    soonest = trial.now_ms + (FRAME_MS if trial.stage <= Stage.BUZZER else STANDS_MS)
    return soonest if settles is None else min(soonest, settles)


def looks_new(before: Trial, now: Trial) -> bool:
    """Whether something has happened that must be shown or printed at once."""
    happened = before.watch.changes is not now.watch.changes
    return happened or _prompt(before) != _prompt(now) or now.refused is not None


# Typed lines


def _waits(trial: Trial, typed: str | None) -> Trial:
    """Run the current stage with a line that belongs to it."""
    before, (trial, line) = trial, _heard(trial, typed)
    trial = _WAITS[trial.stage](trial, line)
    if _prompt(trial) == _prompt(before):
        return trial
    return trial._replace(by_itself=line is None, enter_ms=None, refused=None)


def _heard(trial: Trial, typed: str | None) -> tuple[Trial, str | None]:
    """Return the line if it counts: not if it came too early; a skip counts when it is typed twice."""
    if typed is None:
        return trial, None
    if trial.by_itself and _waited(trial) < TOO_SOON_MS:
        return _refuse(trial, typed, Refusal.TOO_SOON), None
    if trial.stage in _QUESTIONS and typed.strip():
        return trial, typed
    if trial.enter_ms is not None and trial.now_ms - trial.enter_ms <= TWICE_MS:
        return trial, typed
    return _refuse(trial._replace(enter_ms=trial.now_ms), typed, Refusal.ONCE), None


def _refuse(trial: Trial, typed: str, why: Refusal) -> Trial:
    return trial._replace(refused=Refused(typed, why))


def _prompt(trial: Trial) -> tuple[Stage, int]:
    """The current prompt: stage and button."""
    return trial.stage, trial.asked


# What a stage waits for


def _question(trial: Trial, typed: str | None) -> Trial:
    """Ask whether all looks as it should; the answer is typed, or given with ok and back."""
    closed = _pressed(trial)
    if typed is not None:
        answer = answer_from(typed)
    elif closed & (_YES | _NO):
        answer = Answer(Verdict.GOOD if closed & _YES else Verdict.WRONG)
    elif _waited(trial) >= ANSWER_MS:
        answer = UNSAID
    else:
        return trial
    if answer is None:
        return _refuse(trial, typed or "", Refusal.UNREADABLE)
    return _next(trial._replace(answers=(*trial.answers, (trial.stage, answer))))


def _button(trial: Trial, typed: str | None) -> Trial:
    """Ask for one button after the other; a button answers by closing and opening after the prompt.

    A button that the tester skips is not tested; a button that does not answer in time is silent. What else
    answers, also a reed, is noted: its wire or its line's may be at another place.
    """
    asked = _ASKED[trial.asked]
    reply = _pressed(trial) & sum({1 << it.contact for it in _since(trial) if not it.closed})
    answered = reply >> asked & 1
    if not answered and typed is None and _waited(trial) < BUTTON_MS:
        return trial
    skipped = typed is not None and not answered
    tried = trial.tried if skipped else _with_tried(trial, 1 << asked)
    if reply or not skipped:
        tried = tried._replace(replies=(*tried.replies, (asked, reply)))
    trial = trial._replace(tried=tried, asked=trial.asked + 1, since_ms=trial.now_ms)
    return trial if trial.asked < len(_ASKED) else _next(trial)


def _emptied(trial: Trial, typed: str | None) -> Trial:
    """Wait for an empty board; a contact that is still closed then is stuck, if it never opens."""
    closed = trial.watch.settled & ALL_REEDS
    empty = not closed and _stands(trial)
    if not empty and not _given_up(trial, typed):
        return trial
    left = trial.tried.left_closed | closed
    return _next(trial._replace(tried=trial.tried._replace(left_closed=left)))


def _going_over(trial: Trial, typed: str | None) -> Trial:
    """Wait until a piece has been on every square and the board is empty, or no piece moves any more."""
    rest = ALL_REEDS & ~trial.tried.left_closed
    done = passed(trial.watch) & rest == rest and not trial.watch.settled & rest
    if not done and not _given_up(trial, typed):
        return trial
    tried = _with_tried(trial, ALL_REEDS)._replace(gone_over_ms=trial.now_ms)
    return _next(trial._replace(tried=tried))


def _layout(trial: Trial, typed: str | None) -> Trial:
    """Wait until pieces stand on half of the board, as far as its reeds work, and nowhere else.

    A contact closed elsewhere is a piece to take away, and if it stays closed, a ghost.
    """
    layout, closed = LAYOUT_OF[trial.stage], trial.watch.settled & ALL_REEDS
    wanted = layout & trial.watch.has_closed
    complete = wanted and not wanted & ~closed
    elsewhere = closed & ~layout & ~trial.tried.left_closed
    stands = complete and _idle(trial) >= (GHOST_MS if elsewhere else STANDS_MS)
    if not stands and not _given_up(trial, typed):
        return trial
    if layout & closed:
        layouts = (*trial.tried.layouts, (layout, closed, ()))
        trial = trial._replace(tried=trial.tried._replace(layouts=layouts))
    return _next(trial)


# Helpers


def _with_tried(trial: Trial, contacts: int) -> Tried:
    """Add these contacts to the tested ones, and those that never closed to the silent ones."""
    tried, silent = trial.tried, contacts & ~trial.watch.has_closed
    return tried._replace(contacts=tried.contacts | contacts, silent=tried.silent | silent)


def _skipped(trial: Trial, missing: frozenset[str]) -> Trial:
    """Go on to the next stage whose part is there."""
    while not trial.over and NEEDS[trial.stage] <= missing:
        trial = _next(trial)._replace(enter_ms=None)
    return trial


def _next(trial: Trial) -> Trial:
    return trial._replace(stage=Stage(trial.stage + 1), since_ms=trial.now_ms)


def _waited(trial: Trial) -> int:
    return trial.now_ms - trial.since_ms


def _idle(trial: Trial) -> int:
    """How long no contact has moved in this stage, in ms."""
    return trial.now_ms - max(trial.since_ms, trial.watch.changed_ms)


def _given_up(trial: Trial, typed: str | None) -> bool:
    """Whether the tester is done: he typed Enter twice, or moves nothing any more."""
    return typed is not None or _idle(trial) >= IDLE_MS or _waited(trial) >= LONGEST_MS


def _stands(trial: Trial) -> bool:
    return _idle(trial) >= STANDS_MS


def _since(trial: Trial) -> list[Change]:
    """The changes that began in this stage, or since this button was asked for."""
    return [it for it in trial.watch.changes if it.since_ms >= trial.since_ms]


def _pressed(trial: Trial) -> int:
    return sum({1 << it.contact for it in _since(trial) if it.closed})


_WAITS: Final[dict[Stage, Callable[[Trial, str | None], Trial]]] = {
    Stage.LAMPS: _question,
    Stage.FACES: _question,
    Stage.BUZZER: _question,
    Stage.BUTTONS: _button,
    Stage.EMPTY: _emptied,
    Stage.GO_OVER: _going_over,
    Stage.FIRST_HALF: _layout,
    Stage.SECOND_HALF: _layout,
}
