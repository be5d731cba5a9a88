"""Each row of the settings is whole: its value can be put and read back, and every room has it in words."""

from dataclasses import fields

import pytest

from jadoube.core.display.seven_segment import segments
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.order_text import order_text, parse_order
from jadoube.core.messages.orders import Choose
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.messages.settings import AT_EASE, CHOSEN, COMFORTS, SETTINGS, Comfort, Entry, Place
from jadoube.core.rules.rule_sets import RULE_SETS, RuleSet
from jadoube.core.state.settings import chosen, kept_values, put
from shared.hands.panel import at_start
from shared.pages.languages import CODES, table


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_has_words_in_each_language(name: str) -> None:
    """Its entry in the board's languages, and its name in each table of the page."""
    entry = SETTINGS[name].entry
    assert all(put_in_words(entry, language) for language in LANGUAGES)
    assert all(put_in_words(entry, language) != str(entry) for language in LANGUAGES[1:])
    assert all(name in table(code, "words") for code in CODES)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_has_four_letters(name: str) -> None:
    """So have its values; seven segments can show them all."""
    row = SETTINGS[name]
    for letters in (row.letters, *(part for choice in row.choices.values() for part in choice.parts)):
        assert len(letters) == 4
        assert segments(letters)


@pytest.mark.parametrize("entry", CHOSEN)
def test_each_value_is_put_and_read_back(entry: Entry) -> None:
    """It is kept where the row says."""
    (name,) = (name for name, row in SETTINGS.items() if row.entry is entry)
    for text, choice in SETTINGS[name].choices.items():
        table = put(at_start().table, entry, text)
        assert (chosen(table, entry), kept_values(table)[name]) == (text, choice.kept)


def test_a_place_has_the_field() -> None:
    """A setting that is kept in a field has the field's name, and no choice is left out.

    What was set by hand, and the remembered players, are kept beside the settings, and are none.
    """
    rules = {name for name, row in SETTINGS.items() if row.place is Place.RULE}
    assert rules <= {each.name for each in fields(RuleSet)}
    assert {*COMFORTS, "by_hand", "players"} == {each.name for each in fields(Comfort)}
    assert list(SETTINGS["rules"].choices) == list(RULE_SETS)


@pytest.mark.parametrize("name", COMFORTS)
def test_a_default_is_one_of_the_values(name: str) -> None:
    """Else no text would say it."""
    assert getattr(AT_EASE, name) in [choice.kept for choice in SETTINGS[name].choices.values()]


@pytest.mark.parametrize("name", SETTINGS)
def test_the_example_of_a_setting_is_an_order(name: str) -> None:
    """It is read as one, and written as it was."""
    text = f"{name} {SETTINGS[name].example}"
    order = parse_order(text)
    assert isinstance(order, Choose)
    assert order_text(order) == text
