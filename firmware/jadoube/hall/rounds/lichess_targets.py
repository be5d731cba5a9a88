"""Which round of Lichess each round of the hall is sent to, as it is kept in a file.

The law: `jadoube hall lichess` and the hall's page write it. A round of the hall is named with that of
Lichess, so that it does not matter which one is played when a person says so. That a round is sent nowhere
any more is said, too. A round of Lichess is said of one round at most. It refuses to know what is sent.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import DeskError
from jadoube.local.whole_file import write_whole
from jadoube.online.lichess.choice import Choice, Round

FILE: Final = "lichess-rounds.json"
LONGEST_FILE: Final = 256 << 10


class Target(NamedTuple):
    """Where a round of the hall is sent, and when that was said, in seconds since 1970."""

    lichess: str
    """Empty: nowhere any more."""
    minutes: int
    plies: int
    said_s: int

    @property
    def choice(self) -> Choice:
        """The same as what sends takes it."""
        return Choice(Round(self.lichess, self.lichess, "", ""), self.minutes, self.plies)


Targets = Mapping[str, Target]
"""By the names of the hall's rounds."""


def read_targets(folder: Path) -> Targets:
    """Read them; none if there is no file. BadInput if it is damaged, OSError if it cannot be read."""
    try:
        with (folder / FILE).open("rb") as file:
            found = json.loads(file.read(LONGEST_FILE))
        targets = {str(name): _target(value) for name, value in found.items()}
    except FileNotFoundError:
        return {}
    except (AttributeError, TypeError, ValueError, RecursionError):
        raise BadInput(str(folder / FILE), "damaged, expected rounds of Lichess") from None
    return targets


def _target(value: list[object]) -> Target:
    lichess, *numbers = value
    minutes, plies, said_s = (int(str(each)) for each in numbers)
    return Target(str(lichess), minutes, plies, said_s)


def _write(folder: Path, targets: Targets) -> None:
    write_whole(folder / FILE, json.dumps(targets).encode())


def keep_target(folder: Path, name: str, target: Target) -> None:
    """Have a round of the hall sent there from now on; what was said of other rounds stays.

    DeskError as for `expect_free`; OSError if the file cannot be read or written. A damaged one is replaced.
    """
    kept = sound_targets(folder)
    expect_free(kept, name, target)
    _write(folder, {**kept, name: target})


def expect_free(targets: Targets, name: str, target: Target) -> None:
    """Expect that a round of the hall can be sent there: DeskError if it cannot, or another round is."""
    target.choice.checked()
    for other in others_of(targets, name, target.lichess):
        raise DeskError(worded(EdgePhrase.HALL_LICHESS_TAKEN, lichess=target.lichess, round=other))


def others_of(targets: Targets, name: str, lichess: str) -> list[str]:
    """Return the other rounds of the hall that are sent to a round of Lichess."""
    return [other for other, each in targets.items() if other != name and each.lichess == lichess]


def end_target(folder: Path, name: str, said_s: int) -> None:
    """Have a round of the hall sent nowhere any more; other rounds stay as they are. OSError as above."""
    _write(folder, {**sound_targets(folder), name: Target("", 0, 0, said_s)})


def end_targets(folder: Path) -> None:
    """Have no round sent any more; OSError if that cannot be written."""
    _write(folder, {})


def sound_targets(folder: Path) -> Targets:
    """Read them, none of a damaged file; OSError if it cannot be read."""
    with suppress(BadInput):
        return read_targets(folder)
    return {}
