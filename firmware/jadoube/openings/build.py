"""Makes the table of openings from Lichess' list: `make openings`.

It decides what the list may hold: three columns, an ECO code of the file's letter, legal moves from the
start, each position once. It refuses to know how the table is searched (`lookup.py`).
"""

import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import chess
import chess.pgn

from jadoube.openings.lookup import TABLE, Opening, position_hash

VOLUMES = "abcde"
"""The volumes of the Encyclopaedia of Chess Openings: a file of the list for each."""

_HEADER = "eco\tname\tpgn"


class Named(NamedTuple):
    """A line of the list: an opening, its moves as they stand there, the position after them."""

    opening: Opening
    moves: str
    board: chess.Board


def read_volume(path: Path) -> Iterator[Named]:
    """Read a file of the list; ValueError names the line that is wrong."""
    lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    if lines[0] != _HEADER:
        raise ValueError(f"{path.name}, line 1: found {lines[0]!r}, expected {_HEADER!r}")
    for number, line in enumerate(lines[1:], start=2):
        try:
            yield _read_line(line, path.stem.upper())
        except ValueError as error:
            raise ValueError(f"{path.name}, line {number}: {error}") from None


def table_text(folder: Path) -> str:
    """The table of the volumes in a folder; ValueError if a line is wrong or a position has two names."""
    rows: dict[str, Opening] = {}
    for volume in VOLUMES:
        for opening, moves, board in read_volume(folder / f"{volume}.tsv"):
            key = position_hash(board)
            if key in rows:
                raise ValueError(
                    f"{volume}.tsv: found {moves!r} with the hash of {rows[key].name!r}, expected each once"
                )
            rows[key] = opening
    return "".join(f"{key}\t{eco}\t{name}\n" for key, (eco, name) in sorted(rows.items()))


def _read_line(line: str, volume: str) -> Named:
    columns = line.split("\t")
    if len(columns) != len(_HEADER.split("\t")):
        raise ValueError(f"found {len(columns)} columns, expected ECO, name and moves with tabs between them")
    eco, name, moves = columns
    if not re.fullmatch(volume + "[0-9]{2}", eco):
        raise ValueError(f"found the ECO code {eco!r}, expected {volume} and two digits")
    if not name or name != name.strip():
        raise ValueError(f"found the name {name!r}, expected one without blanks around it")
    return Named(Opening(eco, name), moves, _position(moves))


def _position(moves: str) -> chess.Board:
    """The position after these moves, which have to be written exactly as PGN does."""
    game = chess.pgn.read_game(StringIO(moves))
    if game is None or game.errors:
        raise ValueError(f"found {moves!r}, expected legal moves in PGN")
    end = game.end().board()
    written = chess.Board().variation_san(end.move_stack)
    if not end.move_stack or written != moves:
        raise ValueError(f"found {moves!r}, expected it as {written!r}")
    return end


def main() -> int:
    """Write the table beside the volumes."""
    try:
        text = table_text(TABLE.parent)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    TABLE.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
