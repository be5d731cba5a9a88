"""Short notices on the faces, caused by effects.

Beside them stands what a player looks up by a key (`Look`).

The law: a notice (`Moment`) belongs to one side's face and ends by itself. On the face of a running clock it
hides the time for at most `HIDES_MS`, whatever it says. A newer notice replaces an older one; of several at
once the first is shown. What lasts longer is no notice but part of the face's state (`face_view.py`).

Which effect has which notice stands at the effect (`messages/effects.py`). Only the arbiter's changes of time
are told by his order: the effect has them in words.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, Final, NamedTuple

import chess

from jadoube.core.messages.announcing import Faces, Notice, Sound, added_text
from jadoube.core.messages.effects import ArbiterActed, Effect, Refusal
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.orders import ChangeTime, Penalise, SetMoves, SetPeriod, SetTime
from jadoube.core.named_tuples import quick_replace
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.illegality import Reason
from jadoube.core.state.announced.sounds import Heard

REFUSAL_SHOWS_MS = 1500
"""How long the board shows that a press was refused, or that there is no other reading."""

HIDES_MS: Final = 2000
"""How long a notice may hide a running time (a guess: four characters are read in one second)."""

LASTS_MS: Final = 4000
"""How long a notice is shown where it hides no running time."""


class Moment(NamedTuple):
    """A notice on the face of `side` from `since_ms` on, in up to four characters."""

    side: chess.Color
    text: str
    since_ms: int

    def until_ms(self, *, running: bool) -> int:
        """When the notice ends; `running`: the clock of its face runs."""
        return self.since_ms + (HIDES_MS if running else LASTS_MS)


class Looked(StrEnum):
    """What a player looks up on the faces by a key."""

    TIMES = "the exact times"
    MOVES = "the moves"


class Look(NamedTuple):
    """What is looked up, on both faces; a second press of the key ends it."""

    what: Looked
    since_ms: int

    @property
    def until_ms(self) -> int:
        """When it ends by itself."""
        return self.since_ms + HIDES_MS


class Refused(NamedTuple):
    """A refused press, for as long as it is shown."""

    side: chess.Color
    why: Refusal
    until_ms: int


class Advice(NamedTuple):
    """A hint that a player has asked for, and what came of it."""

    line: Line
    """The game in which it was asked for; in any other it says nothing."""
    until_ms: int
    """When it is forgotten."""
    best: Line | None = None
    """The same game with the good move; None: nobody has said one yet."""
    unknown: bool = False
    """Whether nobody can say one."""


class Lesson(NamedTuple):
    """The teacher's word on a player's last ply."""

    line: Line
    """The game up to that ply."""
    better: Line | None = None
    """The same game with the move that was better; None: the ply is no blunder."""


@quick_replace
class Notices(NamedTuple):
    """What the players are told beside the game: refusals, reasons, notices, sounds."""

    refused: Refused | None = None
    illegal: bool = False
    """True while the board shows something that no legal play explains."""
    reason: Reason | None = None
    """Why the tried ply is illegal, as long as the board shows it."""
    moments: tuple[Moment, ...] = ()
    look: Look | None = None
    heard: Heard | None = None
    warned_ms: int = 0
    """Marks of low time up to this instant are done."""
    advice: Advice | None = None
    lesson: Lesson | None = None

    def refuse(self, side: chess.Color, why: Refusal, at_ms: int) -> "Notices":
        """Show that a press of this side, at this instant, was refused."""
        return self._replace(refused=Refused(side, why, at_ms + REFUSAL_SHOWS_MS))

    def hide_refusal(self) -> "Notices":
        """No refused press is shown any more."""
        return self if self.refused is None else self._replace(refused=None)

    def give_reason(self, reason: Reason | None) -> "Notices":
        """The reason why the tried ply is illegal; None: no reason is known any more."""
        return self if reason is self.reason else self._replace(reason=reason)

    def take_in_hands(self) -> "Notices":
        """Hands have changed the board: what was told of it before is out of date."""
        return self._replace(refused=None, reason=None)

    def show_illegal(self, illegal: bool) -> "Notices":
        """The board shows from now on what no legal play explains, or no longer."""
        return self._replace(illegal=illegal, reason=None)

    def look_up(self, what: Looked, at_ms: int) -> "Notices":
        """Show what a key asks for from this instant on; hide it if it is shown already."""
        shown = self.look is not None and self.look.what is what
        return self._replace(look=None if shown else Look(what, at_ms))

    def look_away(self) -> "Notices":
        """Nothing that was looked up is shown any more."""
        return self if self.look is None else self._replace(look=None)

    def advise(self, advice: Advice | None) -> "Notices":
        """A hint is asked for, or answered; None: there is none any more."""
        return self._replace(advice=advice)

    def teach(self, lesson: Lesson) -> "Notices":
        """A player's ply is assessed."""
        return self._replace(lesson=lesson)

    def expect_position(self) -> "Notices":
        """A position is expected on the board: what stands there until then is no illegal try."""
        return self if not self.illegal else self._replace(illegal=False)

    def warn(self, at_ms: int) -> "Notices":
        """The running side was warned of the mark at this instant."""
        return self._replace(warned_ms=at_ms)

    def announce(
        self,
        event: Event,
        effects: tuple[Effect, ...],
        sides: "Sides",
        sound: Sound | None,
        now_ms: int,
    ) -> "Notices":
        """Show the notices that these effects cause, and let the sound be heard that is wanted of them."""
        shown = moments(self.moments, event, effects, sides, now_ms)
        if sound is None and shown == self.moments:
            return self
        return self._replace(moments=shown, heard=Heard(sound, now_ms) if sound else self.heard)


class Sides(NamedTuple):
    """The side that made the last ply, and the side whose clock runs."""

    mover: chess.Color
    running: chess.Color | None


def moments(
    before: tuple[Moment, ...], event: Event, effects: tuple[Effect, ...], sides: Sides, now_ms: int
) -> tuple[Moment, ...]:
    """Return the notices after an event: those of its effects, and the earlier ones that still stand."""
    fresh: dict[chess.Color, Moment] = {}
    for effect in effects:
        if effect.notice:
            told = _face_texts(effect, effect.notice, sides)
        elif isinstance(effect, ArbiterActed):
            told = _time_change_texts(event)
        else:
            continue
        for side, text in told:
            fresh.setdefault(side, Moment(side, text, now_ms))
    if not before and not fresh:
        return before
    gone = (*fresh, *_sides_set(event, effects))
    kept = [moment for moment in before if moment.side not in gone and not _has_ended(moment, effects)]
    return (*kept, *fresh.values())


def _face_texts(effect: Effect, notice: Notice, sides: Sides) -> Iterator[tuple[chess.Color, str]]:
    """The text that an effect puts on faces, with the side of each."""
    if text := notice.text(effect):
        yield from ((side, text) for side in _SIDES[notice.faces](effect, sides))


_SIDES: Final[dict[Faces, Callable[[Any, Sides], tuple[chess.Color, ...]]]] = {
    Faces.SIDE: lambda effect, _: (effect.side,),
    Faces.OPPONENT: lambda effect, _: (not effect.side,),
    Faces.MOVER: lambda _, sides: (sides.mover,),
    Faces.STANDING: lambda _, sides: tuple(side for side in chess.COLORS if side != sides.running),
}


def _time_change_texts(event: Event) -> Iterator[tuple[chess.Color, str]]:
    """The time that the arbiter gives or takes, with the side of the face that shows it."""
    match event:
        case Ordered(ChangeTime(side, seconds)):
            yield side, added_text(seconds)
        case Ordered(Penalise(side, int(seconds))):
            yield not side, added_text(seconds)


def _sides_set(event: Event, effects: tuple[Effect, ...]) -> tuple[chess.Color, ...]:
    """The side whose clock the arbiter has set: its face shows what is set, and no notice from before."""
    match event:
        case Ordered(SetTime(side) | SetMoves(side) | SetPeriod(side)):
            return (side,) if any(isinstance(effect, ArbiterActed) for effect in effects) else ()
    return ()


def _has_ended(moment: Moment, effects: tuple[Effect, ...]) -> bool:
    return any(effect.ends_notice == moment.text for effect in effects)
