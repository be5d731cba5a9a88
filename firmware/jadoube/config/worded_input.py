"""Refusals of bad input that are said in each language: for people on a page as for the command line.

The law: the string is English, as every `BadInput` is; `words` has the same in every language.
"""

from jadoube.config.problems import BadInput
from jadoube.core.language.render import put_in_words, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import Part, Sentence


class WordedInput(BadInput):
    """Somebody's input cannot be used at this place; `why` says what was found and what was expected."""

    def __init__(self, place: Part, why: Sentence) -> None:
        super().__init__(put_in_words(place), put_in_words(why))
        self.words = worded(EdgePhrase.AT_PLACE, place=place, problem=why)
