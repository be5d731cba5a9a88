"""Every screen of the faces, with what shows it: the rows of the table in docs/faces.md."""

import re
from pathlib import Path
from typing import NamedTuple

from jadoube.core.display.face_text import Face
from jadoube.core.display.face_view import OFF
from jadoube.core.display.seven_segment import picture, segments
from jadoube.core.state.announced.health import FACES, Trouble

SCENARIOS = Path(__file__).parents[2] / "scenarios"
_SHOWN = re.compile(r" (\S+) < faces: White (.+), Black (.+)")
_WORDS = re.compile(r"\(?'(?P<text>.*)'(?P<blinks> blinks)?(?P<dim>\)?)")


class Transcript(NamedTuple):
    """Where a transcript shows a screen: its path, the instant of its `show`, and whose face."""

    path: str
    at: str
    side: str

    def face(self) -> Face:
        """Read what it says there."""
        text = (SCENARIOS / f"{self.path}.txt").read_text(encoding="utf-8")
        (both,) = [found for found in _SHOWN.findall(text) if found[0] == self.at]
        words = _WORDS.fullmatch(both[1 if self.side == "White" else 2])
        assert words
        return Face(segments(words["text"]), bright=not words["dim"], blinks=bool(words["blinks"]))

    def __str__(self) -> str:
        return f"{self.path}, {self.side} at {self.at}"


class Machine(NamedTuple):
    """A screen that no game shows: it is the machine's."""

    text: str

    def face(self) -> Face:
        """It is always bright."""
        return Face(segments(self.text), bright=True)

    def __str__(self) -> str:
        return ""


class Screen(NamedTuple):
    """One row."""

    name: str
    when: str
    shown: Transcript | Machine


_RUNS = "faces/the-running-side-is-bright-and-has-its-last-point"
_TENTHS = "clock/tenths-are-shown-under-twenty-seconds"
_PENALTY = "penalty/under-fide-rules-the-first-gives-the-opponent-two-minutes"
_BOTH_FELL = "flag/under-casual-rules-both-may-fall"
_EXACT = "faces/plus-shows-long-times-to-the-second"
_MOVES = "faces/minus-shows-the-moves-to-the-next-period"
_HOURS = "faces/hours-leave-the-first-digit-dark"

SCREENS = (
    Screen(
        "running", "this side's clock runs: bright, with its last point", Transcript(_RUNS, "2.500", "White")
    ),
    Screen(
        "standing", "this side's clock does not run: dim, without it", Transcript(_RUNS, "2.500", "Black")
    ),
    Screen(
        "paused",
        "the clock was stopped: this side's will run on",
        Transcript("faces/a-paused-clock-blinks", "5.000", "White"),
    ),
    Screen("hours", "from an hour on, hours and minutes", Transcript(_HOURS, "2.000", "White")),
    Screen("many hours", "from ten hours on, hours alone", Transcript(_HOURS, "2.000", "Black")),
    Screen("long time, exact", "plus: hours and minutes for a second", Transcript(_EXACT, "3.500", "Black")),
    Screen("and its seconds", "then the seconds for a second", Transcript(_EXACT, "4.300", "Black")),
    Screen("moves", "minus: the first move, and forty to go", Transcript(_MOVES, "2.500", "Black")),
    Screen("moves, last period", "the third move, and none to go", Transcript(_MOVES, "18.500", "White")),
    Screen(
        "tenths",
        "the last twenty seconds (or ten, or never: faces.tenths_below_s)",
        Transcript(_TENTHS, "1.150", "White"),
    ),
    Screen(
        "delay",
        "the delay runs, and the time does not yet: the first point",
        Transcript("time-control/us-delay", "4.000", "White"),
    ),
    Screen(
        "byo-yomi",
        "one period is left, and so much of it",
        Transcript("time-control/byo-yomi", "22.000", "White"),
    ),
    Screen(
        "many periods",
        "twelve are left, and so many seconds of this one",
        Transcript("time-control/more-than-nine-byo-yomi-periods-take-two-digits", "4.000", "White"),
    ),
    Screen("counting up", "the time used", Transcript("time-control/count-up", "99.000", "Black")),
    Screen(
        "new period",
        "the second period has begun",
        Transcript("faces/a-new-period-is-said-for-a-moment", "8.000", "White"),
    ),
    Screen(
        "flag", "this side's flag fell, and fell first", Transcript("flag/falls-and-loses", "9.000", "Black")
    ),
    Screen(
        "flag, play goes on",
        "it runs again; the other's flag fell later",
        Transcript(_BOTH_FELL, "14.000", "White"),
    ),
    Screen(
        "the later flag",
        "no time is left, and the other's fell first",
        Transcript(_BOTH_FELL, "14.000", "Black"),
    ),
    Screen("won", "this side has won", Transcript("flag/falls-and-loses", "9.000", "White")),
    Screen("lost", "this side has lost", Transcript("game/a-short-game-with-clock", "10.000", "White")),
    Screen("drawn", "half a point for each side", Transcript("draw/offered-and-accepted", "6.000", "White")),
    Screen(
        "no result, no clock",
        "the game was not finished; or it has no clock",
        Transcript("new-game/swept-away-the-game-is-closed", "8.000", "White"),
    ),
    Screen(
        "promotion",
        "the pawn is a queen (q r b n), unless plus or minus say otherwise",
        Transcript("faces/a-promotion-hides-a-running-time-for-a-moment", "3.000", "White"),
    ),
    Screen(
        "refused",
        "the press is refused: no legal move on the board",
        Transcript("press/a-refusal-is-shown-for-a-second-and-a-half", "2.500", "White"),
    ),
    Screen(
        "illegal", "the press was an illegal move, this side's first", Transcript(_PENALTY, "3.000", "White")
    ),
    Screen(
        "noted",
        "an instant was marked as read wrong",
        Transcript("wrong/two-keys-held-for-a-second-mark-the-instant", "5.500", "White"),
    ),
    Screen("time given", "this side has got two minutes", Transcript(_PENALTY, "3.000", "Black")),
    Screen(
        "time taken",
        "the arbiter has taken half a minute",
        Transcript("faces/time-that-is-given-is-said", "3.000", "Black"),
    ),
    Screen(
        "draw offered",
        "the opponent offers a draw",
        Transcript("faces/an-offer-stands-on-the-face-of-who-is-asked", "4.000", "Black"),
    ),
    Screen(
        "another reading",
        "c3 to b5 may have been played: ok takes it",
        Transcript("alternatives/a-lever-takes-none", "4.700", "White"),
    ),
    Screen(
        "no other reading",
        "nothing else explains the board",
        Transcript("alternatives/where-there-is-none-it-says-so", "4.600", "White"),
    ),
    Screen(
        "told move",
        "the opponent's move: a hand is to make it",
        Transcript("opponent/a-told-move-is-made-and-the-players-clock-runs", "5.500", "Black"),
    ),
    Screen(
        "told promotion",
        "by turns with its squares, the piece",
        Transcript("opponent/a-promotion-has-the-told-piece", "1.500", "Black"),
    ),
    Screen(
        "asked",
        "an illegal move? plus gives a penalty, minus none",
        Transcript("verdict/the-board-asks-and-plus-gives-the-penalty", "4.000", "White"),
    ),
    Screen(
        "pressed in a pause",
        "this side has pressed, but the clock is paused",
        Transcript("panel/a-press-in-a-pause-is-told-that-the-clock-stands", "4.500", "White"),
    ),
    Screen(
        "setting up",
        "two squares are astray before the game",
        Transcript("faces/setting-up-counts-what-is-astray", "0.500", "White"),
    ),
    Screen(
        "bad reed",
        "the reed of e4 is bad",
        Transcript("faces/a-bad-reed-hides-no-running-time", "11.000", "White"),
    ),
    Screen(
        "looked for",
        "an opponent is looked for on Lichess",
        Transcript("seek/somebody-is-found-by-six-presses", "5.000", "White"),
    ),
    Screen(
        "whom",
        "somebody; CP 3 is its computer, AGAn the last opponent",
        Transcript("seek/somebody-is-found-by-six-presses", "5.000", "Black"),
    ),
    Screen(
        "nobody found",
        "the words say why",
        Transcript("seek/nobody-answers", "22.000", "Black"),
    ),
    *(
        Screen("fault", f"{trouble}", Machine(FACES[trouble]))
        for trouble in Trouble
        if trouble is not Trouble.BLACK_FACE
    ),
    Screen("off", "the board is switched off", Machine(OFF)),
)


def table() -> str:
    """Draw the table: three lines a screen, its picture in the middle."""
    return "\n".join(["```text", "\n\n".join("\n".join(_row(screen)) for screen in SCREENS), "```"])


def _row(screen: Screen) -> list[str]:
    face = screen.shown.face()
    look = "blinks, dim" if face.blinks else "bright" if face.bright else "dim"
    left = (screen.name, look, "")
    right = (screen.when, str(screen.shown), "")
    drawn = picture(face.segments).split("\n")
    return [f"{a:20} {b:18}  {c}".rstrip() for a, b, c in zip(left, drawn, right, strict=True)]
