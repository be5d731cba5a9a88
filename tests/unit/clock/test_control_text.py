"""Time controls as people write them, in minutes: each is read as it is written, and in no other way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.presets import PRESETS
from jadoube.core.clock.time_control import CANONICAL, TimeControl, parse_time_control
from jadoube.core.language.control_read import LONGEST, ControlError, read_control
from jadoube.core.language.control_words import control_explanation, control_meaning
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.phrases import LANGUAGES
from shared.drawn.controls_to_set import CONTROLS


def refused(text: str) -> ControlError:
    """The refusal of a text, in one line of each language."""
    with pytest.raises(ControlError, match=r"\A[^\n]+\Z") as refusal:
        read_control(text)
    for language in LANGUAGES:
        assert "\n" not in put_in_words(refusal.value.why, language)
    return refusal.value


@given(CONTROLS)
@settings(deadline=None)
def test_every_control_is_read_back_from_its_text(control: TimeControl) -> None:
    """Every valid control can be typed and is read back as equal; no text is too long to be read."""
    text = control_text(control)
    assert read_control(text) == control
    assert read_control(f"  {text.upper().replace(' ', '   ')} ") == control
    assert len(text) < LONGEST


@given(CONTROLS)
@settings(deadline=None)
def test_every_control_is_taken_in_seconds_too(control: TimeControl) -> None:
    """In seconds it has the prefix that programs write and no person types."""
    assert read_control(f"{CANONICAL}{control.text}") == control


@given(CONTROLS, st.sampled_from(LANGUAGES))
@settings(deadline=None)
def test_every_control_is_said_in_words(control: TimeControl, language: str) -> None:
    """The words are one line, and different times have different words, in every language."""
    words = put_in_words(control_meaning(control), language)
    assert "\n" not in words
    assert "{" not in words
    assert put_in_words(control_explanation(control)).startswith(f"{control_text(control)}: ")


_PIECES = st.sampled_from(
    [*"0123456789+-:;/|.,*^ '\"½xdby", "min", " s", "180", "90", "30", "h", "hourglass ", "count-up", "pgn:"]
)


@given(st.lists(_PIECES, max_size=12).map("".join) | st.text(max_size=30))
@settings(deadline=None)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    """A text that is read is written and read back to an equal control."""
    try:
        control = read_control(text)
    except ControlError:
        refused(text)
    else:
        assert read_control(control_text(control)) == control


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_read_by_name_and_by_text(name: str) -> None:
    """Case does not matter; a number in a preset's name is that of its text."""
    assert read_control(f" {name.upper()} ") == PRESETS[name]
    assert read_control(control_text(PRESETS[name])) == PRESETS[name]
    kind, _, numbers = name.rpartition(" ")
    if "+" in numbers:
        assert kind in {"bullet", "blitz", "rapid", "classical"}
        assert read_control(f"{numbers} min".replace("+", " min + ").removesuffix(" min")) == PRESETS[name]


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("3+2", "180+2"),
        ("15|10", "900+10"),
        ("3 + 2", "180+2"),
        ("5", "300"),
        ("5 min", "300"),
        ("60", "3600"),
        ("120", "7200"),
        ("240", "14400"),
        ("90+30", "5400+30"),
        ("60+30", "3600+30"),
        ("90 min + 30 s", "5400+30"),
        ("90min+30sec", "5400+30"),
        ("180s+2", "180+2"),
        ("180 min + 2", "10800+2"),
        ("300 min", "18000"),
        ("1 h 30 min + 30 s", "5400+30"),
        ("1h30+30", "5400+30"),
        ("3'+2\"", "180+2"),
        ("3\N{PRIME}+2\N{DOUBLE PRIME}", "180+2"),
        ("3 minutes + 2 secondes", "180+2"),
        ("2m30s", "150"),
        ("0.5", "30"),
        ("\N{VULGAR FRACTION ONE HALF}+0", "30"),
        ("1,5 + 1", "90+1"),
        ("40/90+30", "40/5400+30"),
        ("40/90+30:30+30", "40/5400+30:1800+30"),
        ("40/90+30+30", "40/5400+30:1800+30"),
        ("40/90+15+30", "40/5400+30:900+30"),
        ("40/90 min + 30 min + 30 s", "40/5400+30:1800+30"),
        ("40/90 + 30 min", "40/5400:1800"),
        ("40/120+20/60+15+30", "40/7200+30:20/3600+30:900+30"),
        ("40/120:20/60", "40/7200:20/3600"),
        ("40/120+60 d5", "40/7200d5:3600d5"),
        ("60 min : 15 min", "3600:900"),
        ("30 d5", "1800d5"),
        ("5b3", "300b3"),
        ("5 delay 3 s", "300d3"),
        ("5 d0", "300"),
        ("10+3x30", "600y3x30"),
        ("3x30 s", "0y3x30"),
        ("hourglass 3", "*180"),
        ("*3 ; *1", "*180 ; *60"),
        ("count-up", "^"),
        ("Count up", "^"),
        ("5 ; 3+2", "300 ; 180+2"),
        ("5;count-up", "300 ; ^"),
        ("5 ; 5 min", "300"),
    ],
)
def test_people_type_minutes(typed: str, seconds: str) -> None:
    """Minutes, and seconds a move, in the forms of clocks, servers and federations."""
    control = read_control(typed)
    assert control is not None
    assert control.text == seconds


@pytest.mark.parametrize("typed", ["-", "none", " NONE "])
def test_no_clock_has_two_names(typed: str) -> None:
    """One form is a sign, the other a word; neither differs between languages."""
    assert read_control(typed) is None
    assert control_text(None) == "-"


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        ("40/5400+30:1800+30", "40/90+30+30"),
        ("40/5400+30:1800+15", "40/90+30:30+15"),
        ("40/7200:1800+30", "40/120:30+30"),
        ("3600:900", "60 min : 15 min"),
        ("2/540:1800", "2/9 min : 30 min"),
        ("30", "0.5+0"),
        ("300", "5+0"),
        ("300 ; 60+1", "5+0 ; 1+1"),
        ("182+1", "182s+1"),
        ("10800", "180 min"),
        ("10800+2", "180 min + 2"),
        ("3600+1", "60 min + 1"),
        ("18000d5", "300 min d5"),
        ("0y3x30", "0+3x30"),
        ("*180 ; *60", "hourglass 3 ; hourglass 1"),
    ],
)
def test_each_control_has_one_text(seconds: str, written: str) -> None:
    """The text is the usual one, with a unit only where the number could be meant otherwise."""
    assert control_text(parse_time_control(seconds)) == written


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("180+2", "180+2: found 180 minutes or 180 seconds, expected '180 min + 2' or '180s+2' (3+2)"),
        ("180", "180: found 180 minutes or 180 seconds, expected '180 min' or '180s' (3+0)"),
        ("120+1", "120+1: found 120 minutes or 120 seconds, expected '120 min + 1' or '120s+1' (2+1)"),
        ("60+1", "60+1: found 60 minutes or 60 seconds, expected '60 min + 1' or '60s+1' (1+1)"),
        ("3/2", "3/2: found 3 minutes and 2 s a move, or 3 moves in 2 minutes, expected '3+2' or '3/2+0'"),
        ("300", "300: found 300 minutes or 300 seconds, expected '300 min' or '300s' (5+0)"),
        ("900+10", "900+10: found 900 minutes or 900 seconds, expected '900 min + 10' or '900s+10' (15+10)"),
        ("241", "241: found 241 minutes or 241 seconds, expected '241 min' or '241s' (241s)"),
        ("240.5", "240.5: found 240.5 minutes, expected '240.5 min' if they are meant"),
        (
            "hourglass 180",
            (
                "hourglass 180: found 180 minutes or 180 seconds, "
                "expected 'hourglass 180 min' or 'hourglass 180s' (hourglass 3)"
            ),
        ),
        (
            "40/5400+30:1800+30",
            (
                "40/5400+30:1800+30: found 5400 minutes or 5400 seconds, "
                "expected '40/5400 min + 1800 min + 30' or '40/5400s+1800s+30' (40/90+30+30)"
            ),
        ),
        (
            "5 ; 300",
            "5 ; 300: found 300 minutes or 300 seconds, expected '5 min ; 300 min' or '5s ; 300s' (5s ; 5+0)",
        ),
        (
            "3600:1800",
            (
                "3600:1800: found 3600 minutes or 3600 seconds, "
                "expected '3600 min : 1800 min' or '3600s:1800s' (60 min : 30 min)"
            ),
        ),
        (
            "7200+30",
            "7200+30: found 7200 min, expected 1 s to 99:59:59; in seconds it is '7200s+30' (120+30)",
        ),
    ],
)
def test_what_was_a_usual_time_in_seconds_is_refused(typed: str, words: str) -> None:
    """The refusal names both readings as they are typed, and the seconds in minutes."""
    assert str(refused(typed)) == words


@pytest.mark.parametrize(
    "preset", [control for control in PRESETS.values() if control.white[0].main_s not in (0, 60)]
)
def test_no_preset_in_seconds_is_taken_for_minutes(preset: TimeControl) -> None:
    """A preset in seconds is either asked about or refused."""
    refused(preset.text)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "found '', expected minutes and seconds a move"),
        (
            "soon",
            "found 'soon', expected minutes and seconds a move, such as 3+2 or 90 min + 30 s, or a preset",
        ),
        ("blitz 3+3", "found 'blitz 3+3', expected minutes and seconds a move"),
        ("3+x", "3+x: found 'x', expected minutes and seconds a move, such as 3+2"),
        ("3+", "3+: found the end, expected minutes and seconds a move"),
        ("1.2.3", "1.2.3: found '1.2.3', expected minutes"),
        ("3-2", "3-2: found '-', expected"),
        ("5 s 3 min", "found '3', expected"),
        ("1;2;3", "1;2;3: found ';', expected"),
        ("5 ; -", "5 ; -: found '-', expected"),
        ("3+2.5", "3+2.5: found 2.5, expected whole seconds (2.5 min is 150 s)"),
        ("0.001", "0.001: found 0.001, expected whole seconds"),
        ("0", "0: found 0 min, expected 1 s to 99:59:59"),
        ("0s", "0s: found 0 s, expected 1 s to 99:59:59"),
        ("5+3601", "5+3601: found 3601 s, expected 0 to 3600 s"),
        ("0/5", "0/5: found 0, expected 1 to 999"),
        ("5+0x30", "5+0x30: found 0, expected 1 to 99"),
        ("5+3x0", "5+3x0: found 0 s, expected 1 to 3600 s"),
        (":".join(["1/9 min"] * 10), "found 10, expected 1 to 9"),
        ("1:30", "expected '1 h 30 min' or '1 min 30 s', or for two periods '1 min : 30 min'"),
        ("1:30:00", "found 1:30, expected '1 h 30 min' or '1 min 30 s', or for two periods"),
        ("5:00+3", "5:00+3: found 5:00, expected '5 h 00 min' or '5 min 00 s'"),
        ("60:15", "expected '60 h 15 min' or '60 min 15 s', or for two periods '60 min : 15 min'"),
        ("40/1:30", "expected '1 h 30 min' or '1 min 30 s'"),
        ("90+15+30", "found a period behind '+', expected a move count before it (40/90+15+30)"),
        ("5 min + 3 min", "found a period behind '+', expected"),
        ("60 min : 40/30", "found a move count behind a period without one"),
        ("40/90+3x30", "found byo-yomi with a move count or a period behind it"),
        ("10+3x30:5", "found byo-yomi with a move count or a period behind it"),
        ("hourglass 5 ; 3", "found one hourglass, expected it for both sides"),
        ("pgn:3+", "pgn:3+: column 3: found the end, expected digits"),
        ("\x1b[2J", r"\x1b[2J: found '\x1b', expected"),
        ("\ud800", r"\ud800: found '\ud800', expected"),
        ("9" * 500, "999...', expected"),
    ],
)
def test_a_refusal_says_what_was_found_and_expected(typed: str, words: str) -> None:
    """The words need no knowledge of a grammar, and there is an example."""
    assert words in str(refused(typed))


@pytest.mark.parametrize(
    ("typed", "english", "french"),
    [
        ("3+2", "each side has 3:00, and 2 s a move", "chaque camp a 3:00, et 2 s par coup"),
        ("-", "no clock", "sans pendule"),
        (
            "5 ; 1+1",
            "White has 5:00; Black has 1:00, and 1 s a move",
            "les Blancs ont 5:00 ; les Noirs ont 1:00, ",
        ),
        (
            "40/90+15+30",
            "each side has 1:30:00 up to move 40, then 15:00, and 30 s a move",
            "chaque camp a 1:30:00 jusqu'au coup 40, puis 15:00, et 30 s par coup",
        ),
        (
            "40/120:20/60",
            "each side has 2:00:00 up to move 40, then 1:00:00 for every 20 moves",
            "puis 1:00:00 tous les 20 coups",
        ),
        ("60 min:15 min", "each side has 1:00:00, and when it is used up 15:00", "et ce temps épuisé 15:00"),
        (
            "40/90+30:30+15",
            "1:30:00 up to move 40, and 30 s a move, then 30:00, and 15 s a move",
            "puis 30:00",
        ),
        ("30 d5", "each side has 30:00, with a delay of 5 s a move", "avec un délai de 5 s à chaque coup"),
        ("5 b3", "each side has 5:00, and gets back up to 3 s of each move", "récupère jusqu'à 3 s"),
        ("10+3x30", "each side has 10:00, then byo-yomi of 3 x 30 s", "puis un byo-yomi de 3 x 30 s"),
        ("3x30", "each side has byo-yomi of 3 x 30 s", "chaque camp a un byo-yomi de 3 x 30 s"),
        (
            "hourglass 3",
            "each side has 3:00, and gets what the other side uses",
            "reçoit ce que l'autre camp",
        ),
        (
            "count-up",
            "each side has no limit, the time used is counted",
            "un temps sans limite, qui est compté",
        ),
    ],
)
def test_what_was_understood_is_said(typed: str, english: str, french: str) -> None:
    """The board says what each side has, in English and in French, before it is accepted."""
    means = control_meaning(read_control(typed))
    assert english in put_in_words(means)
    assert french in put_in_words(means, "fr")
