"""What an earlier version of the hall has kept, made into what this one means.

The law: each step is taken once, when the hall's file is brought to the next version; what it cannot read
was nothing. It refuses to know the file.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from jadoube.hall.rounds.lichess_targets import sound_targets
from jadoube.online.lichess.choice import CHOICE_FILE, Choice, read_choice

_WITHOUT_DELAY: Final = 3
"""So much was kept of a round of Lichess: event and round of the hall, and when a person said so."""


def with_delays(relayed: str, folder: Path) -> str:
    """Return the bindings of rounds at Lichess, each with a delay of its own, one for a round of the hall.

    It is what was said for that round of Lichess; where that is not known any more, what is chosen now: so
    it was until now. OSError if it cannot be read what was said.
    """
    choice = read_choice(folder / CHOICE_FILE) or Choice()
    said = {each.lichess: (each.minutes, each.plies) for each in sound_targets(folder).values()}
    chosen = choice.round.id if choice.round else ""
    rounds: dict[tuple[Any, ...], tuple[str, list[Any]]] = {}
    with suppress(AttributeError, LookupError, TypeError, ValueError, RecursionError):
        known = json.loads(relayed).items()
        for lichess, bound in sorted(known, key=lambda each: (each[0] == chosen, each[1][2])):
            delay = bound[_WITHOUT_DELAY:] or said.get(lichess, (choice.delay_min, choice.delay_plies))
            rounds[tuple(bound[:2])] = lichess, [*bound[:_WITHOUT_DELAY], *delay]  # the newest stays
    return json.dumps(dict(rounds.values()))
