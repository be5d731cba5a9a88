"""What is heard: which effects sound, the most pressing of several, and the notes ms by ms."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.messages.announcing import Sound
from jadoube.core.messages.effects import (
    ClockStarted,
    Effect,
    FlagFell,
    GameOver,
    Lifted,
    MoveCompleted,
    MoveMade,
    PressRefused,
    Refusal,
    TimeLow,
)
from jadoube.core.messages.settings import Comfort
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.state.announced.sounds import NOTES, Heard, changes_at_ms, is_wanted, loudest, tone_hz
from shared.docs.heard import HEARD
from shared.messages.all_effects import EFFECTS

FLAG = FlagFell(chess.WHITE, 5000)
LOST = GameOver(Outcome(Termination.FLAG_FELL, chess.BLACK))
REFUSED = PressRefused(chess.WHITE, Refusal.NO_PLY)
PRESSED = MoveCompleted(3, 5000)


@pytest.mark.parametrize("kind", EFFECTS, ids=lambda kind: kind.__name__)
def test_every_effect_sounds_as_it_is_told_to(kind: type[Effect]) -> None:
    """Each kind has its sound or is silent."""
    effect: Effect = MoveMade(1, "Qh5+") if kind is MoveMade else object.__new__(kind)
    assert loudest((effect,)) is HEARD.get(kind.__name__)


@pytest.mark.parametrize(("san", "sound"), [("Qh5+", Sound.CHECK), ("Nf3", None), ("Qxf7#", None)])
def test_check_is_heard(san: str, sound: Sound | None) -> None:
    """A mate has no check sound: the end of the game sounds when it is confirmed."""
    assert loudest((MoveMade(3, san),)) is sound


@pytest.mark.parametrize(
    ("at_once", "sound"),
    [
        ((), None),
        ((Lifted(chess.E2),), None),
        ((PRESSED,), Sound.PRESS),
        ((MoveMade(3, "Qh5+"), PRESSED), Sound.CHECK),
        ((PRESSED, TimeLow(chess.WHITE, 5, 5000)), Sound.LOW_TIME),
        ((FLAG, LOST), Sound.FLAG),
        ((LOST, PRESSED), Sound.OVER),
        ((REFUSED, ClockStarted(chess.WHITE)), Sound.REFUSED),
    ],
)
def test_the_most_pressing_is_heard(at_once: tuple[Effect, ...], sound: Sound | None) -> None:
    """Whatever their order."""
    assert loudest(at_once) is loudest(at_once[::-1]) is sound


@pytest.mark.parametrize(
    ("comfort", "heard"),
    [
        (Comfort(), {*Sound}),
        (Comfort(click=False), {*Sound} - {Sound.PRESS}),
        (Comfort(sound=False), set()),
        (Comfort(sound=False, click=False), set()),
    ],
)
def test_players_hear_what_they_chose(comfort: Comfort, heard: set[Sound]) -> None:
    """All sounds, all but that of a press, or none."""
    assert {sound for sound in Sound if is_wanted(sound, comfort)} == heard
    assert loudest((PRESSED,), comfort) is (Sound.PRESS if Sound.PRESS in heard else None)
    assert loudest((FLAG,), comfort) is (Sound.FLAG if Sound.FLAG in heard else None)


def test_a_press_without_its_sound_hides_no_other() -> None:
    """What is heard with it is heard alone."""
    at_once = (MoveMade(3, "Qh5+"), PRESSED)
    assert loudest(at_once, Comfort(click=False)) is loudest(at_once) is Sound.CHECK


def test_every_sound_has_its_notes() -> None:
    """They begin and end with a tone, differ, and nothing lasts longer than a second."""
    assert list(NOTES) == list(Sound)
    assert len(set(NOTES.values())) == len(Sound)
    for notes in NOTES.values():
        assert notes[0].hz
        assert notes[-1].hz
        assert all(note.ms > 0 for note in notes)
        assert sum(note.ms for note in notes) <= 1000


def test_the_notes_are_told_apart_by_length_or_number() -> None:
    """No two sounds have the same rhythm, so pitch alone tells none apart."""
    rhythms = [tuple(note.ms for note in NOTES[sound]) for sound in Sound]
    assert len(set(rhythms)) == len(rhythms)


def test_silence_is_no_tone() -> None:
    """Nothing was heard: nothing sounds, nothing changes."""
    assert (tone_hz(None, 0), changes_at_ms(None, 0)) == (0, None)


@given(st.sampled_from(Sound), st.integers(0, 10**9))
def test_the_notes_follow_each_other(sound: Sound, at_ms: int) -> None:
    """From the instant on, each for as long as it lasts, and each change is announced to the millisecond."""
    heard, now_ms = Heard(sound, at_ms), at_ms
    for note in NOTES[sound]:
        end_ms = now_ms + note.ms
        for instant_ms in (now_ms, end_ms - 1):
            assert (tone_hz(heard, instant_ms), changes_at_ms(heard, instant_ms)) == (note.hz, end_ms)
        now_ms = end_ms
    assert (tone_hz(heard, now_ms), changes_at_ms(heard, now_ms)) == (0, None)


def test_no_effect_is_left_out() -> None:
    """Every name in the table above is that of an effect."""
    assert set(HEARD) <= {kind.__name__ for kind in EFFECTS}
