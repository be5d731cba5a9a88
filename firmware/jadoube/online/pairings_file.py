"""The pairing list that is kept: its text as it came, in `pairings.json`, and what it says.

The law: the text is kept, and read anew each time; so a later version understands more of the same list. It
is written whole or not at all. It refuses to know which game is played.
"""

import json
from pathlib import Path
from typing import Any, Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import DeskError
from jadoube.local.whole_file import write_whole

NAME: Final = "pairings.json"
_FIELD: Final = "text"

SIDES: Final = ("white", "black")

NOTHING: Final = worded(EdgePhrase.NO_PAIRING)


class PairingsFile:
    """The pairing list in a folder. Call it in one thread."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def read(self) -> dict[str, Any] | None:
        """What the list says; None if there is none. OSError if it cannot be read."""
        try:
            kept = json.loads(self._path.read_bytes())
        except (FileNotFoundError, ValueError):
            return None
        text = kept.get(_FIELD) if isinstance(kept, dict) else None
        return told(text) if isinstance(text, str) else None

    def put(self, text: str) -> dict[str, Any]:
        """Keep a list, and return what it says. DeskError for one without a pairing: the one before stays."""
        says = told(text)
        if not says["pairings"]:
            problem = next(iter(says["problems"]), None)
            if problem is None:
                raise DeskError(NOTHING)
            raise DeskError(problem["words"])
        write_whole(self._path, json.dumps({_FIELD: text}).encode(), flushes=False)
        return says

    def clear(self) -> None:
        """Forget the list."""
        self._path.unlink(missing_ok=True)

    def forget(self, name: str) -> bool:
        """Remove the list if it has a person; return whether it had. It cannot be read without him."""
        from jadoube.games.forgetting import Whom  # noqa: PLC0415 - seldom

        self._path.with_name(f"{NAME}.tmp").unlink(missing_ok=True)
        try:
            kept = self._path.read_text("utf-8", "replace")
        except FileNotFoundError:
            return False
        whom, says = Whom(name), self.read()
        text = json.loads(kept)[_FIELD] if says else kept
        sides = [pairing[side]["name"] for pairing in says["pairings"] for side in SIDES] if says else []
        players = [player["name"] for player in says["players"]] if says else []
        if not any(map(whom.is_named, [*sides, *players])) and whom.out_of(text) == text:
            return False
        self.clear()
        return True


def told(text: str) -> dict[str, Any]:
    """What a pairing list says, as JSON has it."""
    from jadoube.formats.pairings import read_pairings  # noqa: PLC0415 - when it is asked for

    found = read_pairings(text.encode("utf-8", "replace"))
    return {
        "name": found.name,
        "event": found.event,
        "site": found.site,
        "due": found.due,
        "boards_proposed": found.boards_proposed,
        "players": [player._asdict() for player in found.players],
        "pairings": [
            {**pairing._asdict(), "white": pairing.white._asdict(), "black": pairing.black._asdict()}
            for pairing in found.pairings
        ],
        "problems": [
            {"line": each.line, "words": worded(EdgePhrase.IN_LINE, line=each.line, problem=each.why)}
            for each in found.problems
        ],
    }
