"""The tree of topics: `jadoube/v1/HALL/boards/BOARD/KIND`, and what the hall itself writes.

The law: each topic has one writer. Ids are of a-z, 0-9 and `-`, so that other conventions (Homie 5, Home
Assistant) take them, and none can have a wildcard (`config/kinds.py`). It refuses to know payloads.
"""

from enum import StrEnum
from typing import Final, NamedTuple

ROOT: Final = "jadoube/v1"

COMMANDS: Final = "cmd"
ANSWERS: Final = "answer"

ONE: Final = "+"
"""Stands for any one level in a filter."""


class Kind(StrEnum):
    """What is retained of a board; each is the last level of a topic."""

    ONLINE = "online"
    """Whether the board is there; the will writes it, too."""
    ABOUT = "about"
    GAME = "game"
    CLOCK = "clock"
    ALARM = "alarm"
    TABLE = "table"
    """Who is to sit there; the hall writes it."""


OWN_KINDS: Final = (Kind.ONLINE, Kind.ABOUT, Kind.GAME, Kind.CLOCK, Kind.ALARM)
"""What a board writes."""


class Command(StrEnum):
    """What the hall can ask of a board; each is the last level of a topic."""

    ORDER = "order"
    """An order in the arbiter's role."""
    SAY = "say"
    """A text on the faces, for some seconds."""
    GAMES = "games"
    """Which games the board has kept."""
    GAME = "game"
    """One of them, whole."""
    HOLDS = "holds"
    """How long a request holds yet: what the hall says to a board that has asked back."""


class Place(NamedTuple):
    """Where a message of a board belongs."""

    board: str
    kind: Kind | Command | None
    """None: an answer."""


def state_topic(hall: str, board: str, kind: Kind) -> str:
    """Return the topic of a retained state; `ONE` as the board: of all."""
    return f"{ROOT}/{hall}/boards/{board}/{kind}"


def command_topic(hall: str, board: str, command: Command | str) -> str:
    """Return the topic of a command; `ONE` as the command: of all."""
    return f"{ROOT}/{hall}/boards/{board}/{COMMANDS}/{command}"


def answer_topic(hall: str, board: str, asker: str) -> str:
    """Return the topic at which a board answers this asker; `ONE` as the board: all boards."""
    return f"{ROOT}/{hall}/boards/{board}/{ANSWERS}/{asker}"


def round_topic(hall: str) -> str:
    """Return the topic of the round's pairings, for pages."""
    return f"{ROOT}/{hall}/round"


def lease_topic(hall: str) -> str:
    """Return the topic of the lease: which of several hall programs pushes."""
    return f"{ROOT}/{hall}/lease"


def read_place(topic: str) -> Place | None:
    """Return where a message belongs; None if its topic is none of a board."""
    levels = topic.removeprefix(f"{ROOT}/").split("/")
    match levels:
        case [_, "boards", board, kind] if kind in tuple(Kind):
            return Place(board, Kind(kind))
        case [_, "boards", board, "cmd", command] if command in tuple(Command):
            return Place(board, Command(command))
        case [_, "boards", board, "answer", _]:
            return Place(board, None)
    return None
