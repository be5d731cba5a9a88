"""Plays tones on a piezo buzzer through gpiozero's PWM.

The buzzer is passive, so a tone is a square wave of half duty, on the pin that the pin map names. This driver
decides only how a tone begins and ends. It silences a tone before the next one, so that no cycle of it has
the new pitch. It refuses to know which tone, when, and how long. lgpio times its PWM in software, 0.1 to
10,000 Hz by its manual. A tone may waver on a busy Pi, which is good enough for a signal.

In silence no PWM runs, and the pin is an output at 0. With a duty of 0 lgpio's PWM would write 0 in each
cycle, some 440 system calls a second (lgpio 0.2.2, lgPthTx.c). Ending the PWM leaves the pin at its momentary
level, so 0 is written after that. lgpio's thread looks for a new PWM every 20 ms: a tone after silence begins
up to 20 ms late, and is that much shorter.
"""

from contextlib import suppress
from typing import Any, Final

from jadoube.config.matrix import Signal
from jadoube.drivers.interfaces import Electronics, Part, PartFailed

#: The range of tones: any piezo disc is audible here.
LOWEST_HZ: Final = 440
HIGHEST_HZ: Final = 4000
_HALF: Final = 0.5
_ADVICE: Final = "check that no other program uses the pin, or set sound.enabled to false"


class Buzzer:
    """A Sounder on the pin of `signal`. Opens the pin at once; raises PartFailed if it cannot.

    After an error the next sound or silence opens the pin again.
    """

    def __init__(self, signal: Signal, electronics: Electronics) -> None:
        self._signal = signal
        self._electronics = electronics
        self._hz = 0
        self._pin: Any = self._taken()

    def sound(self, hz: int) -> None:
        """Play this tone from now on; 0 is silence. Raises PartFailed; ValueError for a tone out of range."""
        if hz and not LOWEST_HZ <= hz <= HIGHEST_HZ:
            raise ValueError(f"found {hz} Hz, expected {LOWEST_HZ} to {HIGHEST_HZ}")
        if hz == self._hz and self._pin:
            return
        self._pin = pin = self._pin or self._taken()
        try:
            if self._hz:
                pin.value = 0
            pin.frequency = hz or None
            pin.value = _HALF if hz else 0
        except Exception as problem:
            with suppress(Exception):  # a failed pin may fail to close, too
                self.close()
            what = f"cannot be driven, {str(problem) or type(problem).__name__}"
            raise PartFailed(Part.BUZZER, what, _ADVICE) from problem
        self._hz = hz

    def close(self) -> None:
        """Be silent and release the pin."""
        pin, self._pin, self._hz = self._pin, None, 0
        if pin:
            pin.close()

    def _taken(self) -> Any:
        try:
            from gpiozero import PWMOutputDevice  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy

            factory: Any = self._electronics.pin_factory()
            return PWMOutputDevice(self._signal.bcm, frequency=None, pin_factory=factory)
        except PartFailed as problem:
            todo = f"{problem.todo}, or set sound.enabled to false"
            raise PartFailed(Part.BUZZER, problem.what, todo) from problem
        except Exception as problem:
            raise PartFailed(Part.BUZZER, f"cannot take its pin, {problem}", _ADVICE) from problem
