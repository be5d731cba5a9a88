"""The PGN of a game whose journal was folded: as the keeper writes it.

It refuses to know files and the text of a PGN (`formats/pgn.py`).
"""

from jadoube.core.display.scoresheet import scoresheet
from jadoube.formats.pgn import write_pgn
from jadoube.formats.pgn_tags import tags_with_names
from jadoube.games.journal.fold import Folded


def pgn_of(folded: Folded) -> str:
    """Return the PGN of a folded game, with all its parts."""
    return write_pgn(scoresheet(folded.table), tags_with_names(folded.header.tags, folded.table.names))
