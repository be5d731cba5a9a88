"""The buzzer's driver on the twin's pin: which tone sounds, and what happens where it cannot."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.state.announced.sounds import NOTES
from jadoube.drivers.assemble import assemble_buzzer
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube.drivers.buzzer import HIGHEST_HZ, LOWEST_HZ
from jadoube.drivers.interfaces import Part, PartFailed, Sounder
from jadoube_sim.twin import Twin
from shared.pins.whole_lgpio import RealLibraries

PINMAP = load_pinmap()


def buzzing_twin() -> tuple[Twin, Sounder]:
    """Build a board with the real driver of the buzzer on it."""
    twin = Twin(PINMAP)
    return twin, assemble_buzzer(PINMAP, twin.electronics)


def test_a_buzzer_is_silent_at_first() -> None:
    """Taking the pin sounds nothing, and neither does a twin that nobody drives."""
    assert Twin(PINMAP).buzzer_hz() == 0
    twin, _ = buzzing_twin()
    assert twin.buzzer_hz() == 0


def test_a_tone_sounds_until_it_is_ended() -> None:
    """One tone after the other, then silence."""
    twin, buzzer = buzzing_twin()
    heard = []
    for hz in (440, 440, 2637, 0, 4000, 0, 0):
        buzzer.sound(hz)
        heard.append(twin.buzzer_hz())
    assert heard == [440, 440, 2637, 0, 4000, 0, 0]


def test_every_note_can_be_sounded() -> None:
    """All tones of all sounds lie in the buzzer's range."""
    tones = {note.hz for notes in NOTES.values() for note in notes} - {0}
    assert all(LOWEST_HZ <= hz <= HIGHEST_HZ for hz in tones)


@pytest.mark.parametrize("hz", [439, 4001, -440])
def test_a_tone_out_of_range_is_refused(hz: int) -> None:
    """It is a mistake of the program, not of the part."""
    _, buzzer = buzzing_twin()
    with pytest.raises(ValueError, match=f"found {hz} Hz, expected 440 to 4000"):
        buzzer.sound(hz)


def test_silence_writes_nothing_to_the_pin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first tone, in a rest and after the last one no PWM runs, and the pin is an output at 0.

    Through gpiozero's own pins over lgpio: a PWM of n Hz writes 2n times a second, with a duty of 0 n times.
    """
    electronics: Any = RealLibraries(Twin(PINMAP).electronics.pads, monkeypatch)
    chip, pin = electronics.chip, PINMAP.buzzer.bcm
    buzzer = assemble_buzzer(PINMAP, electronics)
    rates = [chip.writes_per_second(pin)]
    for hz in (0, 1760, 0, 1760, 880, 0, 0):
        buzzer.sound(hz)
        rates.append(chip.writes_per_second(pin))
        assert hz or (chip.gpio_read(0, pin), chip.is_output(pin)) == (0, True)
    assert rates == [0, 0, 3520, 0, 3520, 1760, 0, 0]
    buzzer.sound(440)
    written = chip.writes[pin]
    buzzer.close()
    assert (chip.writes_per_second(pin), chip.is_output(pin)) == (0, False)
    assert written <= 4, "a write at the start, and one at the end of each tone"


def test_closing_is_silence() -> None:
    """In the middle of a tone; the pin can be taken again."""
    twin, buzzer = buzzing_twin()
    buzzer.sound(1000)
    buzzer.close()
    assert twin.buzzer_hz() == 0
    another = assemble_buzzer(PINMAP, twin.electronics)
    another.sound(500)
    assert twin.buzzer_hz() == 500


def test_a_pin_that_is_taken_is_told() -> None:
    """In one line that says what to do; the scanner beside it goes on."""
    twin, _ = buzzing_twin()
    scanner = assemble_scanner(PINMAP, twin.electronics, ReedSettings())
    with pytest.raises(PartFailed, match=r"^buzzer: cannot take its pin, .*; check that no other") as failure:
        assemble_buzzer(PINMAP, twin.electronics)
    assert failure.value.part is Part.BUZZER
    assert scanner.read().reeds == 0


def test_a_pin_that_breaks_is_told() -> None:
    """What its library raises becomes the part's one line; when the pin answers the tone sounds."""
    twin, buzzer = buzzing_twin()
    twin.break_part(Part.BUZZER)
    with pytest.raises(PartFailed, match=r"^buzzer: cannot be driven, .*Input/output error; check that"):
        buzzer.sound(880)
    for hz in (0, 880, 0):  # silence is no answer of a pin that is not open
        with pytest.raises(PartFailed, match=r"^buzzer: "):
            buzzer.sound(hz)
    assert twin.buzzer_hz() == 0
    twin.mend_part(Part.BUZZER)
    buzzer.sound(880)
    assert twin.buzzer_hz() == 880


def test_without_its_plug_nothing_is_heard() -> None:
    """The pin cannot tell; plugged in again it is heard."""
    twin, buzzer = buzzing_twin()
    buzzer.sound(880)
    twin.unplug(Part.BUZZER)
    assert twin.buzzer_hz() == 0
    buzzer.sound(440)
    twin.plug(Part.BUZZER)
    assert twin.buzzer_hz() == 440


def test_a_reason_without_words_is_told_by_its_kind() -> None:
    """Plain mock pins of gpiozero have no PWM, and the error that says so has no text."""
    factory = import_module("gpiozero.pins.mock").MockFactory()
    electronics: Any = SimpleNamespace(pin_factory=lambda: factory)
    buzzer = assemble_buzzer(PINMAP, electronics)
    with pytest.raises(PartFailed, match=r"^buzzer: cannot be driven, Pin\w+; check that"):
        buzzer.sound(880)
