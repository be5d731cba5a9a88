"""A game and a player of the archive as JSON has them: for the page, and for programs that ask `--json`.

The law: a name here keeps its type and its meaning (docs/formats.md); what is not known is `""` or null.
"""

from typing import Any

from jadoube.archive.entries import Person
from jadoube.archive.rows import Known, Row


def game_json(row: Row) -> dict[str, Any]:
    """Return a game without its moves."""
    found = row.entry._asdict()
    return {
        "id": found.pop("game_id"),
        **found,
        "white": person_json(row.entry.white),
        "black": person_json(row.entry.black),
    }


def person_json(person: Person) -> dict[str, Any]:
    """Return a player."""
    return person._asdict()


def known_json(known: Known) -> dict[str, Any]:
    """Return a player of the archive, with the number of his games."""
    return {**person_json(known.person), "games": known.games}
