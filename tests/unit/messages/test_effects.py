"""Each effect says all of itself in its attributes; whatever announces it only reads them."""

import string
from dataclasses import fields
from typing import Any

import pytest

from jadoube.core.display.effect_text import PARTS
from jadoube.core.messages import announcing
from jadoube.core.messages.announcing import Faces, Notice, Sound
from jadoube.core.messages.effects import Effect
from shared.messages.all_effects import EFFECTS

BRACES = {kind: [name for _, name, _, _ in string.Formatter().parse(kind.phrase) if name] for kind in EFFECTS}


def _names(kind: type[Any]) -> set[str]:
    return {each.name for each in fields(kind)}


@pytest.mark.parametrize("kind", EFFECTS, ids=lambda kind: kind.__name__)
def test_an_effect_has_all_attributes(kind: type[Effect]) -> None:
    """A phrase of its own, and the rest of the right kind; nothing besides, so nothing is misspelt."""
    attributes = {name for name in vars(kind) if not name.startswith("_")} - _names(kind)
    known = {each for each in vars(Effect) if not each.startswith("_")} | {"phrase"}
    assert {"phrase"} <= attributes <= known
    assert kind.on_scoresheet in (True, False)
    assert kind.sound is None or kind.sound in Sound
    assert kind.notice is None or isinstance(kind.notice, Notice)


@pytest.mark.parametrize("kind", EFFECTS, ids=lambda kind: kind.__name__)
def test_all_braces_of_a_phrase_can_be_filled_in(kind: type[Effect]) -> None:
    """Each names a field of the effect, or what the table knows besides."""
    assert set(BRACES[kind]) <= _names(kind) | set(PARTS)


def test_a_notice_that_is_ended_is_a_known_text() -> None:
    """One that the file of the announcements names."""
    texts = {text for text in vars(announcing).values() if isinstance(text, str)}
    assert {kind.ends_notice for kind in EFFECTS} <= {"", *texts}


def test_no_two_effects_have_the_same_phrase() -> None:
    """A line of a transcript tells which effect it is."""
    assert len({kind.phrase for kind in EFFECTS}) == len(EFFECTS)


def test_each_part_of_a_line_is_used() -> None:
    """What no phrase has in its braces would never be written."""
    assert {name for braces in BRACES.values() for name in braces} >= set(PARTS)


def test_a_notice_for_a_side_needs_the_side() -> None:
    """Its face is found by the effect's field."""
    sided = [kind for kind in EFFECTS if kind.notice and kind.notice.faces in (Faces.SIDE, Faces.OPPONENT)]
    assert sided
    assert [kind for kind in sided if "side" not in _names(kind)] == []
