"""The font, what a text lights, how a face is drawn, and how it is read back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.display.seven_segment import FONT, POINT, Segments, picture, read, segments

CHARACTERS = "0123456789AbCcdEFGHhIiJLnOoPqrStUuY-_=°+ "


def test_the_bits_are_in_the_backpacks_order() -> None:
    """Segment a is bit 0, g is bit 6, the point bit 7: the digits are the bytes of the HT16K33 backpack."""
    wired = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F]
    assert [segments(digit).digits[3] for digit in "0123456789"] == wired
    assert segments("-.").digits[3] == 0x40 | POINT


def test_every_character_of_the_font_is_drawn_as_the_font_draws_it() -> None:
    """The picture of a character is its picture in the font."""
    seen = " "
    for block in FONT.strip("\n").split("\n\n"):
        names, *rows = block.split("\n")
        for left in range(0, len(names), 4):
            drawn = [row[-4:-1] for row in picture(segments(names[left + 1])).split("\n")]
            assert drawn == [row[left : left + 3].ljust(3) for row in rows]
            seen += names[left + 1]
    assert sorted(seen) == sorted(CHARACTERS)


def test_only_known_doubles_look_the_same() -> None:
    """Any two characters are told apart, but for O and 0, S and 5."""
    drawn: dict[Segments, str] = {}
    for character in CHARACTERS:
        drawn[segments(character)] = drawn.get(segments(character), "") + character
    assert {alike for alike in drawn.values() if len(alike) > 1} == {"0O", "5S"}


def test_a_letter_stands_in_for_its_other_case() -> None:
    """A letter with one picture is that picture in either case."""
    assert segments("flag") == segments("FLAG")
    assert segments("REF") == segments("rEF")
    assert segments("c") != segments("C")


def test_text_is_right_aligned() -> None:
    """What is shorter than four characters leaves the first digits dark."""
    assert segments("7") == segments("   7")
    assert segments("") == Segments((0, 0, 0, 0))
    assert segments("1:00") == segments(" 1:00")


def test_a_point_belongs_to_the_character_before_it() -> None:
    """A `.` takes no digit of its own."""
    assert segments(" 19.8") == Segments((0, 0x06, 0x6F | POINT, 0x7F))
    assert segments("12:34.") == Segments((0x06, 0x5B, 0x4F, 0x66 | POINT), colon=True)
    assert segments(" . . .8.").digits == (POINT, POINT, POINT, 0x7F | POINT)


@pytest.mark.parametrize("text", [".5", "1..", "12:.34", ":.", "1::23", "1:2:34"])
def test_a_mark_without_its_place_is_refused(text: str) -> None:
    """A point has a character before it and stands once; there is one colon."""
    with pytest.raises(ValueError, match=r"^found '[.:]' in .*, expected it behind a digit, and one only$"):
        segments(text)


@pytest.mark.parametrize("text", ["1:2", "123:4", "12:", ":123"])
def test_a_colon_elsewhere_is_refused(text: str) -> None:
    """The colon is where the display has it: before the last two characters."""
    with pytest.raises(ValueError, match=r"^found ':' in .*, expected it before the last two characters$"):
        segments(text)


def test_what_does_not_fit_is_refused() -> None:
    """Five characters are one too many; points and colon do not count."""
    with pytest.raises(ValueError, match=r"^found 5 characters in '12345', expected 4 at most$"):
        segments("12345")
    assert segments("1.2.:3.4.").colon


@pytest.mark.parametrize("character", ["K", "m", "X", "½", "/", "?", "\n"])
def test_what_has_no_picture_is_refused(character: str) -> None:
    """A character that seven bars cannot show is refused, not guessed."""
    with pytest.raises(ValueError, match=r"expected a character that seven segments can show$"):
        segments(character)


def test_a_face_is_drawn_in_three_lines() -> None:
    """Bars are `_` and `|`, points and colon are dots, and every line is as wide as the others."""
    assert picture(segments("12:34.")).split("\n") == [
        "     _     _      ",
        "  |  _| .  _| |_| ",
        "  | |_  .  _|   |.",
    ]
    assert picture(segments("")) == "\n".join([" " * 18] * 3)


def test_reading_says_what_was_written() -> None:
    """A time, a result and a word are read back as they were written, as far as they look different."""
    for text in ("12:34.", " 1:00", " 19.8.", " 1-0", "FLAG", " rEF", " 0.5 "):
        assert read(segments(text)) == text
    assert read(segments("SOS")) == " 505"


def test_unknown_bars_read_as_a_question_mark() -> None:
    """What no character looks like is said, point and colon with it, not guessed."""
    assert read(Segments((0x01, 0x01 | POINT, 0x3F, 0x00), colon=True)) == "??.:0 "


@given(st.lists(st.tuples(st.sampled_from(CHARACTERS), st.booleans()), min_size=4, max_size=4), st.booleans())
@settings(deadline=None)
def test_reading_and_encoding_are_inverse(cells: list[tuple[str, bool]], colon: bool) -> None:
    """Any face made of the font's characters is encoded from its own reading."""
    written = [character + "." * point for character, point in cells]
    shown = segments("".join(written[:2]) + ":" * colon + "".join(written[2:]))
    assert segments(read(shown)) == shown
