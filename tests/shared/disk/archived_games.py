"""Games for the tests of the archive: as the board writes them, and as others do."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jadoube.archive.store import Archive

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"


def pgn_of(white: str = "Carlsen, Magnus", black: str = "Zoë", moves: str = MOVES, **tags: str) -> str:
    """The PGN of a game with these tags; one that is empty is left out."""
    usual = {
        "Event": "Club evening",
        "Site": "Here",
        "Date": "2026.11.23",
        "Round": "1",
        "White": white,
        "Black": black,
        "Result": "1-0",
    }
    all_ = {**usual, **tags}
    lines = [f'[{tag} "{value}"]' for tag, value in all_.items() if value]
    return "\n".join([*lines, "", f"{moves} {all_['Result']}", "", ""])


IRREGULAR = pgn_of(GameId="aa00bb11cc22", Result="*", Termination="unterminated") + pgn_of(
    GameId="aa00bb11cc22-2",
    moves="1. d4 d5",
    SetUp="1",
    FEN="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    Variant="From Position",
    Continues="rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    Result="0-1",
    Termination="normal",
)
"""A game with an irregular ply: two parts, one game."""


@contextmanager
def archive_in(folder: Path) -> Iterator[Archive]:
    """An archive in a folder."""
    with Archive(folder / "archive.db") as archive:
        yield archive
