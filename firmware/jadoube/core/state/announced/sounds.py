"""Sounds: which of several effects is heard, its notes, and the note that sounds at an instant.

The law: sounds follow from effects and decide nothing. Of several effects at once the most urgent is heard. A
new sound cuts off the one before. The notes are data; which one sounds is arithmetic on the instant.

Which effect has which sound stands at the effect (`messages/effects.py`). This file knows nothing of the
buzzer, nor of the sounds that the owner has switched off (the sound outlet).
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from jadoube.core.messages.announcing import Sound
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.settings import AT_EASE, Comfort


class Note(NamedTuple):
    """One tone and its length; 0 Hz is a rest."""

    hz: int
    ms: int


class Heard(NamedTuple):
    """The last sound and the instant at which it began; no two sounds begin at the same instant."""

    sound: Sound
    at_ms: int


#: The sounds differ in length, number of notes and direction, not in pitch alone. A press is the shortest: it
#: comes most often. Piezo discs are loudest at about 2 to 4 kHz (a guess from their data sheets' curves). So
#: sounds for the whole table lie there; sounds for one player lie lower. The flag's is DGT's: one long tone.
NOTES: Final[dict[Sound, tuple[Note, ...]]] = {
    Sound.FLAG: (Note(2093, 1000),),
    Sound.OVER: (Note(1047, 120), Note(1319, 120), Note(1568, 240)),
    Sound.ILLEGAL: (Note(880, 150), Note(622, 150), Note(440, 300)),
    Sound.REFUSED: (Note(440, 120), Note(0, 80), Note(440, 120)),
    Sound.LOW_TIME: (Note(2637, 80),),
    Sound.CHECK: (Note(1760, 60), Note(0, 60), Note(1760, 60)),
    Sound.NOTED: (Note(1047, 60), Note(1568, 60)),
    Sound.PRESS: (Note(1319, 40),),
}


_PRESSING: Final = tuple(Sound)


def loudest(effects: Iterable[Effect], comfort: Comfort = AT_EASE) -> Sound | None:
    """Return the most urgent sound of these effects that the players want to hear; None for silence."""
    sounds = [
        effect.sound
        for effect in effects
        if effect.sound and effect.is_heard() and is_wanted(effect.sound, comfort)
    ]
    return min(sounds, key=_PRESSING.index, default=None)


def is_wanted(sound: Sound, comfort: Comfort) -> bool:
    """Whether the players want to hear this sound."""
    return comfort.sound and (comfort.click or sound is not Sound.PRESS)


def tone_hz(heard: Heard | None, now_ms: int) -> int:
    """Return the frequency that sounds at this instant; 0 is silence."""
    for note, ends_ms in _notes_with_ends(heard):
        if now_ms < ends_ms:
            return note.hz
    return 0


def changes_at_ms(heard: Heard | None, now_ms: int) -> int | None:
    """When the note ends that sounds now; None in silence."""
    return next((ends_ms for _, ends_ms in _notes_with_ends(heard) if now_ms < ends_ms), None)


def _notes_with_ends(heard: Heard | None) -> list[tuple[Note, int]]:
    """The notes of a sound, each with the instant at which it ends."""
    ends: list[tuple[Note, int]] = []
    if heard:
        end_ms = heard.at_ms
        for note in NOTES[heard.sound]:
            end_ms += note.ms
            ends.append((note, end_ms))
    return ends
