"""What a person has chosen of a broadcast: the round, the delay, and how parts of a game are shown.

The law: it is kept in `broadcast.json`, written whole or not at all; a file that cannot be read is no
choice, so nothing is sent. It refuses to know what is sent.
"""

import json
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from jadoube.local.desk_lines import DeskError
from jadoube.local.whole_file import write_whole
from jadoube.online.lichess import words
from jadoube.online.lichess.broadcast_pgn import BOARDS, PARTS

CHOICE_FILE: Final = "broadcast.json"
"""The name of the file in which what sends keeps it."""

DELAY_MIN_MOST: Final = 240
DELAY_PLIES_MOST: Final = 100
LONGEST_FILE: Final = 64 << 10

_is_round_id = re.compile(r"[A-Za-z0-9]{8}").fullmatch


class Round(NamedTuple):
    """A round of a broadcast at Lichess."""

    id: str
    name: str
    tour: str
    url: str


class Choice(NamedTuple):
    """What was chosen, and when in seconds since 1970."""

    round: Round | None = None
    delay_min: int = 0
    delay_plies: int = 0
    parts: str = BOARDS
    chosen_s: int = 0

    def checked(self) -> "Choice":
        """Return it if it can be; DeskError if not."""
        if self.round and not _is_round_id(self.round.id):
            raise DeskError(words.NO_SUCH_ROUND)
        if not (0 <= self.delay_min <= DELAY_MIN_MOST and 0 <= self.delay_plies <= DELAY_PLIES_MOST):
            raise DeskError(words.BAD_DELAY)
        if self.parts not in PARTS:
            raise DeskError(words.BAD_PARTS)
        return self


def read_choice(path: Path) -> Choice | None:
    """Read what was chosen; nothing if there is no file, None if it cannot be read."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(LONGEST_FILE))
    except FileNotFoundError:
        return Choice()
    except (OSError, ValueError, RecursionError):
        return None
    try:
        return _choice(found)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _choice(found: Any) -> Choice:
    chosen = found["round"]
    round_ = Round(*(_text(chosen[name]) for name in Round._fields)) if chosen else None
    delay_min, delay_plies, chosen_s = (
        _number(found[name]) for name in ("delay_min", "delay_plies", "chosen_s")
    )
    return Choice(round_, delay_min, delay_plies, _text(found["parts"]), chosen_s).checked()


def write_choice(path: Path, choice: Choice) -> None:
    """Keep what was chosen; OSError if it cannot be written."""
    chosen = choice.round and choice.round._asdict()
    text = json.dumps({**choice._asdict(), "round": chosen})
    write_whole(path, text.encode())


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value
