"""What a trial shows and prints: lamps, faces, a tone, and the lines for the terminal.

It is a pure function of the trial and its instant. It decides looks and words, and refuses to know what is
tested when (`stages.py`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from jadoube.core.display.seven_segment import DARK, Segments, segments
from jadoube.drivers.interfaces import Colour
from jadoube.selftest.advice import Finding
from jadoube.selftest.stages import FRAME_MS, LAYOUT_OF, QUIT, Refusal, Refused, Stage, Trial
from jadoube.selftest.watching import passed
from jadoube.selftest.wiring import ALL_REEDS, NAMES, REEDS, members, named

_OFF: Final[Colour] = (0, 0, 0)
_WALKED: Final[tuple[tuple[str, Colour], ...]] = (
    ("red", (255, 0, 0)),
    ("green", (0, 255, 0)),
    ("blue", (0, 0, 255)),
)
#: For how long each is lit: longer than a frame, so that none is skipped where frames come late.
_LAMP_MS: Final = FRAME_MS + 30
#: What a square says while pieces are moved, the most pressing last.
_TO_DO: Final[Colour] = (0, 0, 40)
_WANTED: Final[Colour] = (90, 90, 90)
_CLOSED: Final[Colour] = (160, 110, 0)
_GOOD: Final[Colour] = (0, 120, 0)
_BAD: Final[Colour] = (200, 0, 0)
#: How long each bar of the faces is shown.
_BAR_MS: Final = 500
_BLANK: Final = Segments((DARK, DARK, DARK, DARK))
_BARS: Final = (
    *(Segments((bit, bit, bit, bit)) for bit in (1 << bar for bar in range(8))),
    Segments((DARK, DARK, DARK, DARK), colon=True),
    Segments((0xFF, 0xFF, 0xFF, 0xFF), colon=True),
)
#: White's face and Black's, when they are told apart.
_NUMBERS: Final = (segments("1"), segments("2"))
#: What the buzzer plays, one after the other.
_TONES_HZ: Final = (880, 1760, 2637)
_TONE_MS: Final = 400


#: What is printed before the first prompt, while the wires are looked at.
BEFORE: Final = "Wires: leave the board alone for a second, best without pieces; nothing has to be done."

_PROMPTS: Final = {
    Stage.LAMPS: "Lamps: every square is red in turn, then green, then blue, along the chain. All right?\n"
    "  y or the key ok; n or the key back; dark squares, such as e4 f4; or Enter twice for no answer.",
    Stage.FACES: "Faces: each bar in turn on all digits, the point, the colon, all of them; then 1 on\n"
    "  White's face and 2 on Black's. All right? y, n, or Enter twice.",
    Stage.BUZZER: "Buzzer: three tones, over and over. All right? y, n, or Enter twice.",
    Stage.BUTTONS: "Buttons: press {button} and let it go. Enter twice skips it, untried.",
    Stage.EMPTY: "Reeds: take everything off the board. What stays red does not open.\n"
    "  This goes on by itself when the board is empty; Enter twice leaves what is red.",
    Stage.GO_OVER: "Reeds: move a piece over all squares, in any order, until all are green.\n"
    "  This goes on by itself then; Enter twice leaves what does not get green.",
    Stage.FIRST_HALF: "Diodes: set pieces on the squares that are lit, until all are green and none is red.\n"
    "  This goes on by itself then; where squares stay red without a piece, wait ten seconds.\n"
    "  Enter twice goes on with the pieces that stand.",
    Stage.SECOND_HALF: "Diodes: now move the pieces to the other squares, those that are lit white.",
    Stage.OVER: "That was all.",
}


class Showing(NamedTuple):
    """What the parts show: the lamps a1 to h8, each face, and the tone in Hz, 0 for none."""

    lamps: tuple[Colour, ...]
    white: Segments
    black: Segments
    hz: int


def wire_news(findings: Sequence[Finding]) -> list[str]:
    """Return what the look at the wires has found, one line each, and what to do."""
    lines = [f"  {it.kind}: {it.seen}" for it in findings]
    return [*lines, "  Better mend this first: q and Enter ends the test with a report."] if lines else []


def showing(trial: Trial) -> Showing:
    """Return what the parts show at this instant."""
    hz = _TONES_HZ[_turn(trial, _TONE_MS, len(_TONES_HZ))] if trial.stage is Stage.BUZZER else 0
    white, black = _NUMBERS if _names_sides(trial) else (_face(trial), _face(trial))
    return Showing(_lamps(trial), white, black, hz)


def prompt(trial: Trial) -> str:
    """Return what the tester must do now."""
    return _PROMPTS[trial.stage].format(button=_button(trial))


def news(before: Trial, now: Trial) -> list[str]:
    """Return what has changed, one line each; the next prompt comes last."""
    lines = [*_pressed(before, now), *_gone_over(before, now)]
    if now.refused:
        lines.append(_refusal(now, now.refused))
    if (now.stage, now.asked) != (before.stage, before.asked):
        lines.append(prompt(now))
    return lines


def _refusal(trial: Trial, refused: Refused) -> str:
    """Why a typed line is refused, and what to do."""
    match refused.why:
        case Refusal.UNREADABLE:
            return f"{refused.line!r} found, expected y, n, squares, or {QUIT[0]} to end the test"
        case Refusal.TOO_SOON:
            return "  What was typed just as this prompt came is not taken: type it again if it is for this."
        case Refusal.ONCE:
            return f"  {_left_out(trial)} Enter once more goes on all the same."


def _left_out(trial: Trial) -> str:
    """What is left out if the tester goes on now."""
    watch, closed = trial.watch, trial.watch.settled & ALL_REEDS
    match trial.stage:
        case Stage.LAMPS | Stage.FACES | Stage.BUZZER:
            return "No answer yet."
        case Stage.BUTTONS:
            return f"Not tried: {_button(trial)}."
        case Stage.EMPTY:
            return f"Closed: {named(closed) or 'nothing; wait a second'}."
        case Stage.GO_OVER:
            return f"Not green: {named(ALL_REEDS & ~passed(watch)) or 'nothing; take the piece away'}."
    empty, red = LAYOUT_OF[trial.stage] & ~closed, closed & ~LAYOUT_OF[trial.stage]
    return f"Without a piece: {named(empty) or 'none'}. Red: {named(red) or 'none'}."


def _button(trial: Trial) -> str:
    return NAMES[REEDS + trial.asked % (len(NAMES) - REEDS)]


def _pressed(before: Trial, now: Trial) -> list[str]:
    """What answers while buttons are tested: also a reed, where lines are exchanged."""
    if before.stage is not Stage.BUTTONS:
        return []
    fresh = now.watch.changes[len(before.watch.changes) :]
    return [f"  {NAMES[it.contact]} answers" for it in fresh if it.closed]


def _gone_over(before: Trial, now: Trial) -> list[str]:
    """The progress, every eight squares, and the contacts that close together, once each."""
    if before.stage is not Stage.GO_OVER:
        return []
    done, was = ((passed(it.watch) & ALL_REEDS).bit_count() for it in (now, before))
    lines = [f"  {done} of {REEDS} squares are good"] if done // 8 > was // 8 else []
    together, known = (it.watch.has_closed & ~it.watch.alone & ALL_REEDS for it in (now, before))
    if fresh := together & ~known & ~before.watch.has_closed:
        lines.append(f"  {named(fresh)}: closed with another square at once")
    return lines


# Lamps and faces


def _lamps(trial: Trial) -> tuple[Colour, ...]:
    match trial.stage:
        case Stage.LAMPS:
            return _walk(trial)
        case Stage.EMPTY:
            return _painted({_BAD: trial.watch.settled})
        case Stage.GO_OVER:
            return _painted(_of_going_over(trial))
        case Stage.FIRST_HALF | Stage.SECOND_HALF:
            return _painted(_of_layout(trial))
    return (_OFF,) * 64


def _walk(trial: Trial) -> tuple[Colour, ...]:
    """Light one lamp after the other along the chain, three times, each time in another colour."""
    _, colour = _WALKED[_turn(trial, 64 * _LAMP_MS, len(_WALKED))]
    square = trial.terms.chain[_turn(trial, _LAMP_MS, 64)]
    return tuple(colour if square == at else _OFF for at in range(64))


def _of_going_over(trial: Trial) -> dict[Colour, int]:
    watch, stuck = trial.watch, trial.tried.left_closed & ~trial.watch.has_opened
    return {
        _TO_DO: ALL_REEDS,
        _BAD: stuck | watch.has_closed & ~watch.alone,
        _GOOD: passed(watch),
        _CLOSED: watch.settled & ~stuck,
    }


def _of_layout(trial: Trial) -> dict[Colour, int]:
    wanted, closed = LAYOUT_OF[trial.stage], trial.watch.settled
    return {_WANTED: wanted & ~closed, _GOOD: wanted & closed, _BAD: closed & ~wanted}


def _painted(sets: dict[Colour, int]) -> tuple[Colour, ...]:
    """Paint sets of squares, the later over the earlier."""
    colours = [_OFF] * 64
    for colour, contacts in sets.items():
        for square in members(contacts & ALL_REEDS):
            colours[square] = colour
    return tuple(colours)


def _face(trial: Trial) -> Segments:
    match trial.stage:
        case Stage.FACES:
            return _BARS[_turn(trial, _BAR_MS, len(_BARS) + 1) % len(_BARS)]
        case Stage.BUTTONS:
            return segments(f"b  {trial.asked + 1}")
        case Stage.GO_OVER:
            return segments(str((passed(trial.watch) & ALL_REEDS).bit_count()))
        case Stage.FIRST_HALF | Stage.SECOND_HALF:
            standing = LAYOUT_OF[trial.stage] & trial.watch.settled
            return segments(f"d {standing.bit_count():2}")
    return _BLANK


def _names_sides(trial: Trial) -> bool:
    return trial.stage is Stage.FACES and _turn(trial, _BAR_MS, len(_BARS) + 1) == len(_BARS)


def _turn(trial: Trial, lasts_ms: int, of: int) -> int:
    """The number of the current one of `of` turns that last `lasts_ms` each and repeat."""
    return (trial.now_ms - trial.since_ms) // lasts_ms % of
