"""Puts values into words, in a given language or in every language.

It decides how a value becomes words: a sentence by its phrase, a reason by its kind, a side and the members
of enumerations by their names. The words are in one file for each language. To add a language, write its file
on the model of `german.py` and name it in `_LANGUAGES`; the tests say what it lacks. This file refuses to
know when a sentence is shown.

A page's message has every sentence in every language, ten times a second. So what is put into words most, a
side or a text in a sentence, costs no call of its own.
"""

from collections.abc import Iterable
from enum import StrEnum

import chess

from jadoube.core.language.english import ENGLISH
from jadoube.core.language.french import FRENCH
from jadoube.core.language.german import GERMAN
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Misread
from jadoube.core.messages.lamps import Lamp
from jadoube.core.messages.phrases import (
    LANGUAGES,
    AnyPhrase,
    Language,
    Part,
    Phrase,
    Sentence,
    UnfitText,
    sentence,
)
from jadoube.core.rules.illegality import Reason

_LANGUAGES = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}


def put_in_words(part: Part, language: str = LANGUAGES[0]) -> str:
    """Return a sentence, or a part of one, in words."""
    return _word_part(part, _LANGUAGES[language])


def join_sentences(parts: Iterable[Part], language: str) -> str:
    """Return several sentences as one line."""
    return _join_parts(parts, _LANGUAGES[language])


def in_each_language(*parts: Part) -> dict[str, str]:
    """Return sentences as one line, in every language by its two letters."""
    said = {}
    for name, words in _LANGUAGES.items():
        said[name] = _join_parts(parts, words)
    return said


def worded(phrase: AnyPhrase, **parts: Part) -> dict[str, str]:
    """Return a phrase with the values in its braces, in every language by its two letters."""
    return in_each_language(sentence(phrase, **parts))


def unfit(phrase: AnyPhrase, **parts: Part) -> UnfitText:
    """Return the error that says this."""
    why = sentence(phrase, **parts)
    return UnfitText(put_in_words(why), why)


def refusal_words(problem: ValueError) -> dict[str, str]:
    """Return why a text cannot be taken, in every language; what has no sentence is quoted in one."""
    if isinstance(problem, UnfitText):
        return in_each_language(problem.why)
    if isinstance(problem, Misread):
        expected = Sentence(problem.expected, problem.parts)
        if not problem.found:
            return worded(Phrase.NOTHING_FOUND, expected=expected)
        return worded(Phrase.NOT_AS_EXPECTED, found=problem.found, expected=expected)
    return worded(EdgePhrase.CANNOT_BE_USED, problem=str(problem))


def reason_words(reason: Reason, language: str = LANGUAGES[0]) -> str:
    """Return why a ply is illegal, in one sentence."""
    return _word_reason(reason, _LANGUAGES[language])


def side_name(side: chess.Color) -> str:
    """Return a side's English name: White or Black."""
    return ENGLISH.sides[side]


def _join_parts(parts: Iterable[Part], language: Language) -> str:
    told = []
    for part in parts:
        told.append(part if type(part) is str else _word_part(part, language))  # noqa: PERF401 - see above
    return language.then.join(told)


def _word_part(part: Part, language: Language) -> str:  # noqa: PLR0911 - a row for each kind of part
    """Sentences and lists are tuples, a side is a bool, and a member of an enumeration is a string."""
    match part:
        case Sentence(phrase, parts):
            spoken: dict[str, str] = {}
            for name, each in parts:
                if type(each) is str:
                    spoken[name] = each
                elif type(each) is bool:
                    spoken[name] = language.sides[each]
                else:
                    spoken[name] = _word_part(each, language)
            return language.phrases[phrase].format_map(spoken)
        case Reason():
            return _word_reason(part, language)
        case Lamp():
            return language.lamps[part]
        case bool():
            return language.sides[part]
        case tuple():
            words = [each if type(each) is str else _word_part(each, language) for each in part]
            return ", ".join(words)
        case StrEnum() if type(part) in language.names:
            return language.names[type(part)][part]
    return str(part)


def _word_reason(reason: Reason, language: Language) -> str:
    piece, men = reason.piece or chess.PAWN, reason.men
    return language.reasons[reason.kind].format(
        source=chess.SQUARE_NAMES[reason.source],
        target=chess.SQUARE_NAMES[reason.target],
        square=chess.SQUARE_NAMES[men[0][1]],
        through=chess.SQUARE_NAMES[reason.through or 0],
        men=_name_men(reason, language),
        a_piece=language.a_piece[piece],
        the_piece=language.the_piece[piece],
        own_piece=language.own_piece[men[0][0] or piece],
        side=language.sides[reason.side],
        e=language.agrees[piece],
    )


def _name_men(reason: Reason, language: Language) -> str:
    """Name the pieces that are the reason, each with its square."""
    named = (
        f"{language.the_piece[piece]} {language.on} {chess.SQUARE_NAMES[square]}"
        for piece, square in reason.men
        if piece
    )
    return language.both.join(named)
