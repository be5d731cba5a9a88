"""docs/faces.md shows every screen as its transcript shows it; docs/sound.md every sound as it is played."""

from dataclasses import fields

import pytest

from jadoube.config.settings import SoundSettings
from jadoube.core.messages.announcing import Sound
from jadoube.core.state.announced.sounds import NOTES
from shared.docs.face_screens import SCREENS, Screen, table
from shared.docs.heard import HEARD
from shared.docs.marked_parts import compare

HEARD_WHEN = {
    Sound.FLAG: "a flag falls",
    Sound.OVER: "the game has its result",
    Sound.ILLEGAL: "a press was an illegal move; or what was tried is, and why is known",
    Sound.REFUSED: "a press or a claim is refused or does not count, or there is nothing to be shown or done",
    Sound.LOW_TIME: "time runs low",
    Sound.CHECK: "a move gives check",
    Sound.NOTED: "the order `wrong`, or its two keys, has marked an instant",
    Sound.PRESS: "a press has completed a move, or a clock was started",
}


def _sounds() -> str:
    """The table of all sounds, the most pressing first."""
    lines = ["| sound | when | notes | after |", "|---|---|---|---|"]
    for sound, when in HEARD_WHEN.items():
        notes = ", ".join(
            f"{note.hz} Hz {note.ms} ms" if note.hz else f"rest {note.ms} ms" for note in NOTES[sound]
        )
        effects = ", ".join(f"`{name}`" for name, heard in HEARD.items() if heard is sound)
        lines.append(f"| `{sound}` | {when} | {notes} | {effects} |")
    return "\n".join(lines)


def test_every_screen_stands_in_the_guide(request: pytest.FixtureRequest) -> None:
    """Drawn from what transcripts show."""
    compare("docs/faces.md", "screens", table(), accept=request.config.getoption("--accept"))


def test_every_sound_stands_in_its_table(request: pytest.FixtureRequest) -> None:
    """With its notes, and the effects that it follows."""
    assert list(HEARD_WHEN) == list(Sound)
    compare("docs/sound.md", "sounds", _sounds(), accept=request.config.getoption("--accept"))


def test_every_sound_has_its_key() -> None:
    """Each can be switched off by its own name."""
    assert {str(sound) for sound in Sound} == {key.name for key in fields(SoundSettings)} - {
        "enabled",
        "low_time_s",
    }


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_is_told_shortly(screen: Screen) -> None:
    """A line of the table holds it."""
    assert len(screen.name) <= 20
    assert len(screen.when) <= 70
