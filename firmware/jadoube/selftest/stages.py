"""The trial, stage by stage, as a pure function of what is scanned, typed, missing, and of the instant.

`step` is shown every scan and gives the trial as it is then; `deadline_ms` says when it wants to be shown one
although nothing changes. It decides what is asked for, for how long, and when that is done: every wait ends
by itself, because a tester may be alone, or gone; and to which prompt a typed line belongs, so that no single
Enter skips anything. What is lit and said meanwhile is `showing`'s.
"""

from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Final, NamedTuple

from jadoube.core.messages.events import BUTTONS, Button
from jadoube.selftest.diodes import LAYOUTS
from jadoube.selftest.findings import Tried
from jadoube.selftest.seen import UNSAID, Answer, Verdict, answer_from
from jadoube.selftest.watching import Change, Watch, after_gap, passed, settles_ms, watch_from, watched
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
    """What is being tried, in order."""

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
    """What holds for the whole trial."""

    wiring: Wiring
    quiet_ms: int
    """For how long a contact has to keep still: the board's debounce."""
    chain: tuple[int, ...] = tuple(range(64))
    """The squares in the order of the lamps' chain."""


class Refusal(Enum):
    """Why a typed line is not taken."""

    UNREADABLE = "it is no answer"
    TOO_SOON = "it was typed for the prompt before"
    ONCE = "it would leave something out, and has to be typed twice"


class Refused(NamedTuple):
    """A typed line that is not taken."""

    line: str
    why: Refusal


class Trial(NamedTuple):
    """Everything that is known at one instant."""

    terms: Terms
    watch: Watch
    stage: Stage
    since_ms: int
    now_ms: int
    asked: int = 0
    """Which button is asked for, by its bit's number."""
    answers: tuple[tuple[Stage, Answer], ...] = ()
    tried: Tried = Tried()
    by_itself: bool = False
    """Whether what is asked for now came without a typed line."""
    enter_ms: int | None = None
    """When Enter was typed that leaves out what is asked for now, if it is typed again."""
    refused: Refused | None = None
    """What was typed at this instant and is not taken."""

    @property
    def over(self) -> bool:
        """Whether nothing more is to be tried."""
        return self.stage is Stage.OVER

    def answer(self, stage: Stage) -> Answer:
        """Give what the tester said at a stage."""
        return dict(self.answers).get(stage, UNSAID)


class Input(NamedTuple):
    """One scan: the closed contacts, a line that was typed meanwhile, the parts that do not work."""

    closed: int
    typed: str | None = None
    missing: frozenset[str] = frozenset()
    gap_ms: int = 0
    """How long after the scan before it came; 0 where scans are left out that would show nothing."""


def begin(terms: Terms, closed: int, now_ms: int) -> Trial:
    """Begin with the lamps, and with what the first scan shows closed."""
    held = closed & ALL_BUTTONS
    return Trial(terms, watch_from(closed), Stage.LAMPS, now_ms, now_ms, tried=Tried(left_closed=held))


def step(trial: Trial, shown: Input, now_ms: int) -> Trial:
    """Take in one scan, and what was typed."""
    watch = after_gap(trial.watch, shown.gap_ms if trial.stage >= Stage.BUTTONS else 0)
    watch = watched(watch, shown.closed, now_ms, trial.terms.quiet_ms, trial.terms.wiring)
    trial = trial._replace(watch=watch, now_ms=now_ms, refused=None)
    if shown.typed is not None and shown.typed.strip().lower() in QUIT:
        return trial._replace(stage=Stage.OVER)
    trial = _skipped(trial, shown.missing)
    trial = trial if trial.over else _waits(trial, shown.typed)
    return _skipped(trial, shown.missing)


def deadline_ms(trial: Trial) -> int | None:
    """When a scan is wanted although nothing changes; None when it is over."""
    if trial.over:
        return None
    settles = settles_ms(trial.watch, trial.terms.quiet_ms)
    soonest = trial.now_ms + (FRAME_MS if trial.stage <= Stage.BUZZER else STANDS_MS)
    return soonest if settles is None else min(soonest, settles)


def looks_new(before: Trial, now: Trial) -> bool:
    """Say whether something has happened that is to be shown or said at once."""
    happened = before.watch.changes is not now.watch.changes
    return happened or _prompt(before) != _prompt(now) or now.refused is not None


# Typed lines


def _waits(trial: Trial, typed: str | None) -> Trial:
    """Let the stage wait for what it asks for, with a line that belongs to it."""
    before, (trial, line) = trial, _heard(trial, typed)
    trial = _WAITS[trial.stage](trial, line)
    if _prompt(trial) == _prompt(before):
        return trial
    return trial._replace(by_itself=line is None, enter_ms=None, refused=None)


def _heard(trial: Trial, typed: str | None) -> tuple[Trial, str | None]:
    """Give the line where it counts: not too soon; one that leaves something out when it is typed twice."""
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
    """Give what is asked for."""
    return trial.stage, trial.asked


# What a stage waits for


def _question(trial: Trial, typed: str | None) -> Trial:
    """Ask whether all looks as it should: typed, or by ok and back."""
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
    """Ask for one button after the other; one that answers has closed and opened since it was asked for.

    One that the tester skips is not tried; one that is waited for in vain is silent.
    """
    asked = _ASKED[trial.asked]
    closed = {it.contact for it in _since(trial) if it.closed and it.contact >= REEDS}
    opened = {it.contact for it in _since(trial) if not it.closed}
    answered = asked in closed & opened
    if not answered and typed is None and _waited(trial) < BUTTON_MS:
        return trial
    skipped = typed is not None and not answered
    tried = trial.tried if skipped else _with_tried(trial, 1 << asked)
    if not answered and len(closed) == 1:
        tried = tried._replace(crossed=(*tried.crossed, (asked, closed.pop())))
    trial = trial._replace(tried=tried, asked=trial.asked + 1, since_ms=trial.now_ms)
    return trial if trial.asked < len(_ASKED) else _next(trial)


def _emptied(trial: Trial, typed: str | None) -> Trial:
    """Wait for a board without pieces; what is closed then is stuck, if it never opens."""
    closed = trial.watch.settled & ALL_REEDS
    empty = not closed and _stands(trial)
    if not empty and not _given_up(trial, typed):
        return trial
    left = trial.tried.left_closed | closed
    return _next(trial._replace(tried=trial.tried._replace(left_closed=left)))


def _going_over(trial: Trial, typed: str | None) -> Trial:
    """Wait until a piece has been on every square, and none is left; or nobody moves one any more."""
    rest = ALL_REEDS & ~trial.tried.left_closed
    done = passed(trial.watch) & rest == rest and not trial.watch.settled & rest
    if not done and not _given_up(trial, typed):
        return trial
    tried = _with_tried(trial, ALL_REEDS)._replace(gone_over_ms=trial.now_ms)
    return _next(trial._replace(tried=tried))


def _layout(trial: Trial, typed: str | None) -> Trial:
    """Wait until pieces stand on a half of the board, as far as its reeds close at all, and nowhere else.

    What is closed elsewhere is a piece to be taken away, and if it stays so, a ghost.
    """
    layout, closed = LAYOUT_OF[trial.stage], trial.watch.settled & ALL_REEDS
    wanted = layout & trial.watch.has_closed
    complete = wanted and not wanted & ~closed
    elsewhere = closed & ~layout & ~trial.tried.left_closed
    stands = complete and _idle(trial) >= (GHOST_MS if elsewhere else STANDS_MS)
    if not stands and not _given_up(trial, typed):
        return trial
    if layout & closed:
        layouts = (*trial.tried.layouts, (layout, closed))
        trial = trial._replace(tried=trial.tried._replace(layouts=layouts))
    return _next(trial)


# Helpers


def _with_tried(trial: Trial, contacts: int) -> Tried:
    """Note that these contacts were tried, and which of them have never closed."""
    tried, silent = trial.tried, contacts & ~trial.watch.has_closed
    return tried._replace(contacts=tried.contacts | contacts, silent=tried.silent | silent)


def _skipped(trial: Trial, missing: frozenset[str]) -> Trial:
    """Go on to the first stage for which there is a part."""
    while not trial.over and NEEDS[trial.stage] <= missing:
        trial = _next(trial)._replace(enter_ms=None)
    return trial


def _next(trial: Trial) -> Trial:
    return trial._replace(stage=Stage(trial.stage + 1), since_ms=trial.now_ms)


def _waited(trial: Trial) -> int:
    return trial.now_ms - trial.since_ms


def _idle(trial: Trial) -> int:
    """For how long no contact has moved in this stage."""
    return trial.now_ms - max(trial.since_ms, trial.watch.changed_ms)


def _given_up(trial: Trial, typed: str | None) -> bool:
    """Say whether the tester has done all that he will: he typed Enter twice, or moves nothing any more."""
    return typed is not None or _idle(trial) >= IDLE_MS or _waited(trial) >= LONGEST_MS


def _stands(trial: Trial) -> bool:
    return _idle(trial) >= STANDS_MS


def _since(trial: Trial) -> list[Change]:
    """Give the changes that began in this stage, or since this button was asked for."""
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
