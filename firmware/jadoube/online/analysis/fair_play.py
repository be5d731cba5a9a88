"""Fair play: whether a game may be analysed now, and why not.

The law: an engine helps nobody who is playing. The game that runs is not analysed before it is over, and
while it is played against people elsewhere, none is: they cannot see what is looked up. It refuses to know
who asks.
"""

from typing import Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.formats.pgn import MODE
from jadoube.local.desk_lines import Words
from jadoube.online.game_state import GameState
from jadoube.online.game_text import read_parts

ELSEWHERE: Final = frozenset(("ICS", "TC", "PM", "EM"))
"""Its values for people who are not at the board: a server, telecommunication, post, mail."""

RUNS: Final[Words] = worded(EdgePhrase.ANALYSIS_WHILE_PLAYED)
AGAINST_PEOPLE: Final[Words] = worded(EdgePhrase.ANALYSIS_AGAINST_PEOPLE)


def may_analyse(game_id: str, running: GameState | None) -> Words | None:
    """Return why a kept game may not be analysed, or its analysis shown; None if it may.

    `running` is the board's game as it stands, which may be over.
    """
    if running is None or running.over:
        return None
    if running.game_id == game_id:
        return RUNS
    return AGAINST_PEOPLE if is_against_people_elsewhere(running) else None


def is_against_people_elsewhere(running: GameState) -> bool:
    """Whether a side of this game is played by people who are not at the board."""
    try:
        parts = read_parts(running.pgn)
    except ValueError:
        return False
    return any(part.tags.get(MODE, "").upper() in ELSEWHERE for part in parts)
