"""Every language says everything: no phrase, reason or name is missing, and the same stands in its braces."""

import re
from collections import Counter
from collections.abc import Iterator
from string import Formatter

import chess
import pytest

from jadoube.core.language import render
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected
from jadoube.core.messages.lamps import Lamp
from jadoube.core.messages.phrases import LANGUAGES, Language, Phrase, sentence
from jadoube.core.rules.illegality import Kind

ENGLISH = render._LANGUAGES["en"]


def language(name: str) -> Language:
    """All that a language says."""
    return render._LANGUAGES[name]


def braces(phrase: str) -> Counter[str]:
    """What stands in a phrase's braces, and how often."""
    return Counter(name for _, name, _, _ in Formatter().parse(phrase) if name is not None)


def texts(spoken: Language) -> Iterator[str]:
    """All that a language says, in the same order as every other."""
    yield from (spoken.phrases[phrase] for phrase in (*Phrase, *EdgePhrase, *Expected))
    yield from (spoken.reasons[kind] for kind in Kind)
    yield from (spoken.lamps[lamp] for lamp in Lamp)
    for enumeration in ENGLISH.names:
        yield from (spoken.names[enumeration][member] for member in enumeration)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_every_phrase(name: str) -> None:
    """None is missing, none is too much, and every one says what the English one says."""
    phrases = language(name).phrases
    assert set(phrases) == {*Phrase, *EdgePhrase, *Expected}
    assert len(phrases) == len(Phrase) + len(EdgePhrase) + len(Expected)  # no name is in both
    for phrase, text in phrases.items():
        assert braces(text) == braces(ENGLISH.phrases[phrase]), phrase


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_every_reason(name: str) -> None:
    """What stands in their braces is a matter of each language: where a piece has a gender it says more."""
    assert set(language(name).reasons) == set(Kind)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_every_lamp(name: str) -> None:
    """What each says, and no two say the same."""
    lamps = language(name).lamps
    assert set(lamps) == set(Lamp)
    assert len(set(lamps.values())) == len(Lamp)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_every_name(name: str) -> None:
    """Every member of every enumeration that is said to people has a name, and no two have the same."""
    names = language(name).names
    assert set(names) == set(ENGLISH.names)
    for enumeration, called in names.items():
        assert set(called) == set(enumeration)
        assert len(set(called.values())) == len(called)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_every_piece_and_side(name: str) -> None:
    """With every article that a sentence may need."""
    spoken = language(name)
    assert set(spoken.sides) == set(chess.COLORS)
    for pieces in (spoken.a_piece, spoken.the_piece, spoken.own_piece, spoken.agrees):
        assert set(pieces) == set(chess.PIECE_TYPES)


@pytest.mark.parametrize("name", LANGUAGES)
def test_what_is_said_stands_in_a_line(name: str) -> None:
    """No text is empty, and none begins or ends with a space. None of the core's ends with a full stop."""
    spoken = language(name)
    for text in texts(spoken):
        assert text.strip() == text != ""
    for phrase in Phrase:
        assert not spoken.phrases[phrase].endswith("."), phrase


@pytest.mark.parametrize("name", LANGUAGES[1:])
def test_a_sentence_of_an_edge_ends_as_in_english(name: str) -> None:
    """Either it is said alone, with a full stop, in all languages, or in none."""
    for phrase in EdgePhrase:
        ends = [spoken.phrases[phrase].endswith((".", "?")) for spoken in (ENGLISH, language(name))]
        assert len(set(ends)) == 1, phrase


@pytest.mark.parametrize(
    ("one", "other", "names"),
    [
        ("en", "fr", {"Bronstein", "Lichess", "byo-yomi", "page"}),
        ("en", "de", {"Bronstein", "Lichess"}),
        ("fr", "de", {"Bronstein", "Lichess"}),
    ],
)
def test_nothing_is_left_in_another_language(one: str, other: str, names: set[str]) -> None:
    """Two languages say the same thing in the same words only where it is a name, or only braces."""
    pairs = zip(texts(language(one)), texts(language(other)), strict=True)
    same = {text for text, translated in pairs if text == translated}
    assert {text for text in same if re.search("[a-zA-Z]{3}", re.sub("{.*?}", "", text))} == names


def test_french_has_its_own_spaces() -> None:
    """A space stands before a colon, a semicolon and a question mark, and inside French quotes."""
    french = language("fr")
    for text in (*texts(french), french.then):
        told = re.sub(r"`[^`]*`|http\S+|\?\w+=\S+|\b[a-z]+:[a-z]+\b", "", text)  # what is typed has none
        spaced = (
            told.replace(" :", "").replace(" ;", "").replace(" ?", "").replace("« ", "").replace(" »", "")
        )
        assert not set(":;?!«»") & set(spaced), text


def test_german_has_its_own_quotes() -> None:
    """They are low and high, and none is of another language."""
    for text in texts(language("de")):
        assert not set("'\"«»") & set(text), text
        assert text.count("„") == text.count("“"), text


def test_sentences_stand_in_sentences() -> None:
    """What stands in a phrase is said in its language, too: a side, a name, a list, another sentence."""
    amount = sentence(Phrase.MORE_TIME, time="2:00", side=chess.BLACK)
    act = sentence(Phrase.ARBITER, act=sentence(Phrase.PENALTY, side=chess.WHITE, amount=amount))
    assert put_in_words(act) == "arbiter: penalty for White: 2:00 more for Black"
    assert put_in_words(act, "fr") == "arbitre : pénalité pour les Blancs : 2:00 de plus pour les Noirs"
    assert put_in_words(act, "de") == "Schiedsrichter: Strafe für Weiß: 2:00 mehr für Schwarz"
    assert put_in_words(("e4", sentence(Phrase.NO_MOVE)), "fr") == "e4, aucun coup"


def test_what_was_typed_is_quoted_as_each_language_quotes() -> None:
    """The marks belong to the language, not to what stands between them."""
    move = sentence(Phrase.NO_SUCH_MOVE, found="Nf9", side=chess.WHITE)
    assert put_in_words(move) == "'Nf9' found, expected a legal move of White"
    assert put_in_words(move, "fr") == "« Nf9 » n'est pas un coup légal des Blancs"
    reading = sentence(Phrase.NO_SUCH_READING, found="Nf9", readings=("Nf3", "Nh3"))
    assert put_in_words(reading) == "'Nf9' found, expected one of: Nf3, Nh3"
    assert put_in_words(reading, "fr") == "« Nf9 » n'est pas proposé ; au choix : Nf3, Nh3"
