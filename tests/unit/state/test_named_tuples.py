"""Unit tests for the quicker `_replace` of named tuples."""

import pickle
from typing import NamedTuple

import pytest

from jadoube.core.named_tuples import quick_replace
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table


class Slow(NamedTuple):
    """Fields of a named tuple as the library makes it."""

    first: int
    second: str = "two"
    third: tuple[int, ...] = ()


@quick_replace
class Quick(NamedTuple):
    """The same fields with the quicker `_replace`."""

    first: int
    second: str = "two"
    third: tuple[int, ...] = ()


@pytest.mark.parametrize(
    "changes", [{}, {"first": 5}, {"second": "b", "first": 7}, {"third": (1, 2)}, {"third": ()}]
)
def test_it_replaces_what_the_library_would(changes: dict[str, object]) -> None:
    """The quick one changes the named fields, keeps the others and the kind, and leaves the old one alone."""
    before = Quick(1)
    after = before._replace(**changes)  # type: ignore[arg-type]
    assert after._asdict() == Slow(1)._replace(**changes)._asdict()  # type: ignore[arg-type]
    assert type(after) is Quick
    assert before == Quick(1)


def test_an_unknown_field_is_refused() -> None:
    """A name that is no field is an error, and no new field."""
    with pytest.raises(KeyError, match="fourth"):
        Quick(1)._replace(fourth=4)  # type: ignore[call-arg]


def test_a_table_survives_a_copy() -> None:
    """A table that was replaced is still a whole named tuple: it compares, and pickles, as before."""
    play = new_table(Terms(turned=False), settled_contacts(0)).play._replace(counter=3)
    assert play.counter == 3
    assert pickle.loads(pickle.dumps(Quick(1)._replace(second="b"))) == Quick(1, "b")  # noqa: S301 - our own
    assert play._replace(counter=0) == play._replace(counter=4)._replace(counter=0)
