"""What is heard: which effect sounds, in which notes, and which note sounds at an instant.

The law: sound follows from effects, and decides nothing. Of several effects at once the most pressing is
heard, and what is heard next cuts off what was heard before. The notes are data, and all there is between
silence and the buzzer is arithmetic on the instant.

This file refuses to know which sounds the owner has switched off (the sound outlet), and what a buzzer is.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from jadoube.core.messages.effects import (
    ClaimRefused,
    ClockStarted,
    Effect,
    FlagFell,
    GameOver,
    IllegalPress,
    MoveCompleted,
    MoveMade,
    NoAlternative,
    OrderRefused,
    PressRefused,
    ReasonTold,
    TimeLow,
)


class Note(NamedTuple):
    """One tone and how long it lasts; 0 Hz is a rest."""

    hz: int
    ms: int


class Sound(StrEnum):
    """What can be heard, the most pressing first."""

    FLAG = "flag"
    OVER = "over"
    ILLEGAL = "illegal"
    REFUSED = "refused"
    LOW_TIME = "low_time"
    CHECK = "check"
    PRESS = "press"


class Heard(NamedTuple):
    """The sound that was heard last, and the instant at which it began: two sounds never share one."""

    sound: Sound
    at_ms: int


#: Told apart by length, number and direction, not by pitch alone. A press is the shortest: it comes most
#: often. Piezo discs are loudest at some 2 to 4 kHz (a guess from their data sheets' curves), so what must be
#: heard across a table lies there, and what speaks to one player lower. The flag's is DGT's: one long tone.
NOTES: Final[dict[Sound, tuple[Note, ...]]] = {
    Sound.FLAG: (Note(2093, 1000),),
    Sound.OVER: (Note(1047, 120), Note(1319, 120), Note(1568, 240)),
    Sound.ILLEGAL: (Note(880, 150), Note(622, 150), Note(440, 300)),
    Sound.REFUSED: (Note(440, 120), Note(0, 80), Note(440, 120)),
    Sound.LOW_TIME: (Note(2637, 80),),
    Sound.CHECK: (Note(1760, 60), Note(0, 60), Note(1760, 60)),
    Sound.PRESS: (Note(1319, 40),),
}


_PRESSING: Final = tuple(Sound)


def sound_of(effect: Effect) -> Sound | None:
    """Say how an effect sounds; None: not at all."""
    match effect:
        case MoveMade(san=san):
            return Sound.CHECK if san.endswith("+") else None
        case _:
            return _SOUNDS.get(type(effect))


def loudest(effects: Iterable[Effect]) -> Sound | None:
    """Give the most pressing sound of all that was decided at once; None for silence."""
    sounds = [sound for sound in map(sound_of, effects) if sound]
    return min(sounds, key=_PRESSING.index, default=None)


def tone_hz(heard: Heard | None, now_ms: int) -> int:
    """Say which tone sounds at this instant; 0 is silence."""
    for note, ends_ms in _notes_with_ends(heard):
        if now_ms < ends_ms:
            return note.hz
    return 0


def changes_at_ms(heard: Heard | None, now_ms: int) -> int | None:
    """When the note that sounds now is over; None in silence."""
    return next((ends_ms for _, ends_ms in _notes_with_ends(heard) if now_ms < ends_ms), None)


def _notes_with_ends(heard: Heard | None) -> list[tuple[Note, int]]:
    """The notes of a sound, each with the instant of its end."""
    ends: list[tuple[Note, int]] = []
    if heard:
        end_ms = heard.at_ms
        for note in NOTES[heard.sound]:
            end_ms += note.ms
            ends.append((note, end_ms))
    return ends


_SOUNDS: Final[dict[type[Effect], Sound]] = {
    MoveCompleted: Sound.PRESS,
    ClockStarted: Sound.PRESS,
    PressRefused: Sound.REFUSED,
    ClaimRefused: Sound.REFUSED,
    OrderRefused: Sound.REFUSED,
    NoAlternative: Sound.REFUSED,
    IllegalPress: Sound.ILLEGAL,
    ReasonTold: Sound.ILLEGAL,
    TimeLow: Sound.LOW_TIME,
    FlagFell: Sound.FLAG,
    GameOver: Sound.OVER,
}
