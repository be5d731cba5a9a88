"""Who may do what at the broker, as an access list of mosquitto.

The law: each board has its own lines, with each topic by its name. A pattern for all users (`%u`) would let a
spectator write the states of a board of his name, and a `#` would let a board give itself orders. It refuses
to know passwords.
"""

from typing import Final

from jadoube.mqtt.topics import (
    ONE,
    OWN_KINDS,
    ROOT,
    Kind,
    answer_topic,
    command_topic,
    round_topic,
    state_topic,
)

HALL_USER: Final = "hall"
SPECTATOR: Final = "spectator"


def hall_rights(hall: str) -> str:
    """Return the lines of the hall's programs: all of its boards, so they can also remove what is left."""
    return _user(HALL_USER, [f"readwrite {ROOT}/{hall}/#", f"readwrite {home_topic(ONE)}"])


def spectator_rights(hall: str) -> str:
    """Return the lines of whoever looks on: what boards show, and the round. No seatings, orders, answers."""
    states = [f"read {state_topic(hall, ONE, kind)}" for kind in OWN_KINDS]
    return _user(SPECTATOR, [*states, f"read {round_topic(hall)}"])


def board_rights(hall: str, board: str) -> str:
    """Return the lines of a board: it writes states and answers, and reads states, seating, commands."""
    lines = [f"readwrite {state_topic(hall, board, kind)}" for kind in OWN_KINDS]
    lines += [
        f"write {answer_topic(hall, board, ONE)}",
        f"read {state_topic(hall, board, Kind.TABLE)}",
        f"read {command_topic(hall, board, ONE)}",
        f"write {home_topic(board)}",
        f"read {HOME_STATUS}",
    ]
    return _user(board, lines)


HOME_STATUS: Final = "homeassistant/status"


def home_topic(board: str) -> str:
    """Return where a board describes itself to Home Assistant."""
    return f"homeassistant/device/jadoube/{board}/config"


def users_of(rights: str) -> set[str]:
    """Return the users who have lines in an access list."""
    lines = (line.split() for line in rights.splitlines())
    return {words[1] for words in lines if len(words) == 2 and words[0] == "user"}


def _user(name: str, lines: list[str]) -> str:
    return "".join([f"\nuser {name}\n", *(f"topic {line}\n" for line in lines)])
