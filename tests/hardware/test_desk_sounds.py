"""The whole board, heard and switched off: the tone on the buzzer's pin, parts that fail, the last view."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from jadoube.config.settings import Settings, default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.seven_segment import read
from jadoube.core.messages.announcing import Sound
from jadoube.core.messages.events import Button
from jadoube.core.messages.settings import Comfort
from jadoube.core.state.announced.health import Trouble
from jadoube.core.state.announced.sounds import NOTES
from jadoube.core.state.table import Terms
from jadoube.drivers.assemble import assemble_buzzer
from jadoube.drivers.interfaces import Part
from jadoube.formats.sensorlog import Edge
from jadoube_sim.desk import Desk, Ears

SETTINGS = default_settings()
Story = Callable[[Desk], Awaitable[None]]


def on_a_desk(
    story: Story, *, settings: Settings = SETTINGS, control: str = "300", said: list[str] | None = None
) -> Desk:
    """Let a story happen on a desk whose parts say what they have to say, and give the desk."""

    async def tell() -> Desk:
        terms = Terms(control=parse_time_control(control), low_time_s=settings.sound.low_time_s)
        desk = Desk(settings, terms, ears=Ears(say=([] if said is None else said).append))
        async with desk:
            await story(desk)
        return desk

    return asyncio.run(tell())


async def heard(desk: Desk, *at_ms: int) -> list[int]:
    """The tones that sound at these instants."""
    tones = []
    for instant_ms in at_ms:
        await desk.run_to(instant_ms)
        tones.append(desk.twin.buzzer_hz())
    return tones


PRESS_HZ, PRESS_MS = NOTES[Sound.PRESS][0]


def test_a_press_is_heard() -> None:
    """From the scan that believes the lever, the second that sees it down, for as long as its note lasts."""

    async def story(desk: Desk) -> None:
        desk.press(Button.BLACK, 1_000_000)
        tones = await heard(desk, 1004, 1005, 1005 + PRESS_MS - 1, 1005 + PRESS_MS, 5000)
        assert tones == [0, PRESS_HZ, PRESS_HZ, 0, 0]

    on_a_desk(story)


def test_a_refused_press_sounds_twice() -> None:
    """Two low notes with a rest between."""

    async def story(desk: Desk) -> None:
        desk.press(Button.BLACK, 1_000_000)
        desk.press(Button.WHITE, 2_000_000)
        assert await heard(desk, 2005, 2120, 2125, 2200, 2205, 2320, 2325) == [440, 440, 0, 0, 440, 440, 0]

    on_a_desk(story)


def test_low_time_and_the_flag_are_heard() -> None:
    """Ten seconds before its end, at each of the last five, and when it has fallen."""

    async def story(desk: Desk) -> None:
        desk.press(Button.BLACK, 1_000_000)
        marks = [1000 + (12 - left_s) * 1000 for left_s in (10, 5, 4, 3, 2, 1, 0)]
        low, flag = NOTES[Sound.LOW_TIME][0].hz, NOTES[Sound.FLAG][0].hz
        assert await heard(desk, *marks) == [low] * 6 + [flag]
        assert await heard(desk, marks[-1] + 999, marks[-1] + 1000) == [flag, 0]

    on_a_desk(story, control="12")


def test_a_new_sound_cuts_the_old() -> None:
    """A press in the middle of a refusal is heard at once, and then there is silence."""

    async def story(desk: Desk) -> None:
        desk.press(Button.BLACK, 1_000_000)
        desk.press(Button.WHITE, 2_000_000)
        desk.act([Edge(2_030_000, "open", "e2"), Edge(2_100_000, "close", "e4")])
        desk.press(Button.WHITE, 2_210_000)
        assert await heard(desk, 2205, 2215, 2300) == [440, PRESS_HZ, 0]

    on_a_desk(story)


@pytest.mark.parametrize("sound", [{"press": False}, {"enabled": False}])
def test_a_sound_can_be_off(sound: dict[str, bool]) -> None:
    """By itself, or with all of them; a buzzer that is off is not even looked for."""
    settings = replace(SETTINGS, sound=replace(SETTINGS.sound, **sound))

    async def story(desk: Desk) -> None:
        desk.press(Button.BLACK, 1_000_000)
        assert await heard(desk, 1005) == [0]
        desk.press(Button.WHITE, 2_000_000)
        assert await heard(desk, 2005) == [440 if settings.sound.enabled else 0]

    on_a_desk(story, settings=settings)


def test_comfort_silences_all() -> None:
    """What the players choose on the panel stands above what is configured."""

    async def story(desk: Desk) -> None:
        desk.daemon.table = desk.table._replace(comfort=Comfort(sound=False))
        desk.press(Button.BLACK, 1_000_000)
        assert await heard(desk, 1005) == [0]
        assert desk.daemon.shown is not None
        assert desk.daemon.shown.sound is None

    on_a_desk(story)


def test_a_press_alone_can_be_silent() -> None:
    """Players who do not want to hear each press still hear that one is refused, and no note is cut off."""

    async def story(desk: Desk) -> None:
        desk.daemon.table = desk.table._replace(comfort=Comfort(click=False))
        desk.press(Button.BLACK, 1_000_000)
        assert await heard(desk, 1005) == [0]
        desk.press(Button.WHITE, 2_000_000)
        assert await heard(desk, 2005) == [440]

    on_a_desk(story)


def test_a_buzzer_that_fails_stops_nothing() -> None:
    """Its pin is taken by somebody else: one line is said, and all else is as it was."""
    said: list[str] = []

    async def story(desk: Desk) -> None:
        taken = assemble_buzzer(SETTINGS.pins, desk.twin.electronics)
        desk.press(Button.BLACK, 1_000_000)
        await desk.run_to(5000)
        assert read(desk.shown().white) == "04:56."
        assert desk.twin.buzzer_hz() == 0
        taken.close()

    on_a_desk(story, said=said)
    assert len(said) == 1
    assert said[0].startswith("buzzer: cannot take its pin, ")
    assert said[0].endswith("; the game goes on without it")


def test_a_face_that_was_without_power_shows_again() -> None:
    """Nothing has changed meanwhile, and nobody has noticed: within five seconds it shows again."""
    said: list[str] = []

    async def story(desk: Desk) -> None:
        await desk.run_to(1000)
        desk.twin.unplug(Part.WHITE_FACE)
        desk.twin.plug(Part.WHITE_FACE)
        assert read(desk.shown().white) == "    "
        await desk.run_to(6001)
        assert read(desk.shown().white) == "05:00"

    on_a_desk(story, said=said)
    assert said == []


def test_what_is_wrong_takes_turns_on_the_faces() -> None:
    """While no clock runs: one second in five; in words all the time. When it is over it is gone."""

    async def story(desk: Desk) -> None:
        await desk.run_to(1000)
        desk.daemon.troubled.power = (Trouble.VOLTAGE,)
        desk.meddle(lambda: None)
        await desk.run_to(1500)
        assert [read(desk.shown().white), read(desk.shown().black)] == ["LoPo", "LoPo"]
        assert desk.daemon.shown is not None
        assert desk.daemon.shown.words.startswith("the voltage of the supply is too low; White to move")
        await desk.run_to(3000)
        assert read(desk.shown().white) == "05:00"
        await desk.run_to(6500)
        assert read(desk.shown().white) == "LoPo"
        desk.press(Button.BLACK)
        await desk.run_to(6600)
        assert read(desk.shown().white) == "05:00."
        desk.daemon.troubled.power = ()
        await desk.run_to(9000)
        assert desk.daemon.shown.words.startswith("White to move")

    on_a_desk(story)


def test_a_part_that_fails_is_named_on_the_other_face() -> None:
    """White's display is unplugged: Black's says so before the game."""

    async def story(desk: Desk) -> None:
        await desk.run_to(1000)
        desk.plug(Part.WHITE_FACE, plugged=False)
        await desk.run_to(5500)
        desk.meddle(lambda: None)
        await desk.run_to(6000)
        assert read(desk.shown().black) == "FACE"
        desk.plug(Part.WHITE_FACE, plugged=True)
        await desk.run_to(8500)
        assert (read(desk.shown().white), read(desk.shown().black)) == ("05:00", "05:00")

    on_a_desk(story)


def test_switched_off_the_board_says_so_and_stops() -> None:
    """Faces `oFF` until the plug is pulled, lamps dark, silence; the daemon has stopped by itself."""

    async def story(desk: Desk) -> None:
        desk.act([Edge(500_000, "open", "e2")])
        for number, key in enumerate((Button.OK, Button.MINUS, Button.OK, Button.OK)):
            desk.press(key, (1 + number) * 1_000_000)
        await desk.run_to(4050)
        assert any(map(any, desk.shown().lamps))
        await desk.run_to(9000)

    desk = on_a_desk(story)
    assert desk.daemon.switched_off
    assert 4100 <= desk.pace.now_ms() < 4200
    shown = desk.shown()
    assert (read(shown.white), read(shown.black)) == ("oFF ", "oFF ")
    assert not any(map(any, shown.lamps))
    assert desk.twin.buzzer_hz() == 0
