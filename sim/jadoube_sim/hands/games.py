"""Games for hands to play, from a PGN file.

It decides which games a board can be shown: standard chess, every move legal. It takes the main line and
leaves variations aside, and comments too but for what they say of the clocks (`[%clk 1:30:58]`).
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike

import chess
import chess.pgn

from jadoube.config.files import read_bytes
from jadoube.config.problems import BadInput
from jadoube.core.messages.names import NO_NAMES, Names
from jadoube.core.messages.orders import DECIDED
from jadoube.formats.pgn_tags import names_of_tags
from jadoube.formats.sensorlog import parse_start_fen


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be played: its number in the file, from 1; its start, a FEN; its moves; and its result.

    `clocks_ms` is what the mover's clock showed after each move, None where the file does not say.
    """

    number: int
    start_fen: str
    moves: tuple[chess.Move, ...]
    clocks_ms: tuple[int | None, ...] = ()
    result: str = "*"
    time_control: str = "?"
    event: str = "?"
    white: str = "?"
    black: str = "?"
    names: Names = NO_NAMES
    """All that the file tells of who played, and where."""
    irregular: int = 0
    """The number of the ply, from 1, that is against the laws; 0: none is, as in every game of a file."""


def read_games(path: str | PathLike[str]) -> Iterator[Game | BadInput]:
    """Read the games of a PGN file one by one, in order; raises BadInput for a file that holds none.

    In the place of a game that cannot be played (a variant, Chess960, an illegal move, a start that is no
    position) stands the BadInput that says why, with the line on which the game begins.
    """
    text = read_bytes(path, "a PGN file").decode("utf-8-sig", errors="replace")  # only names can suffer
    return games_of(text, str(path))


def playable_games(path: str | PathLike[str]) -> list[Game]:
    """Read the games of a PGN file that can be played; raises BadInput for a file that holds none."""
    read = [game for game in read_games(path) if isinstance(game, Game)]
    if not read:
        raise BadInput(str(path), "no game that can be played, expected standard chess")
    return read


def games_of(text: str, name: str) -> Iterator[Game | BadInput]:
    """Read the games of a PGN's text one by one, as `read_games` does; problems name it so."""
    number = 0
    for line, read in _each(text, name):
        number += 1
        try:
            yield Game(
                number,
                read.start_fen(),
                read.played(),
                tuple(read.clocks_ms),
                read.stated(),
                *read.tags(),
                names=names_of_tags(read.headers),
            )
        except ValueError as problem:
            yield BadInput(f"{name}:{line}", f"game {number}: {problem}")
    if number == 0:
        raise BadInput(name, "no game found, expected PGN")


_CLOCK = re.compile(r"\[%clk\s+(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\s*\]").search


class _Read(chess.pgn.BaseVisitor["_Read"]):
    """What python-chess finds in one game of the file."""

    def __init__(self) -> None:
        self.headers = chess.pgn.Headers({})
        self.moves: list[chess.Move] = []
        self.clocks_ms: list[int | None] = []
        self.errors: list[Exception] = []

    def begin_headers(self) -> chess.pgn.Headers:
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        if not move:
            self.errors.append(ValueError(f"a null move found in {board.fen()}, expected a legal one"))
        self.moves.append(move)
        self.clocks_ms.append(None)

    def visit_comment(self, comment: str) -> None:
        if self.moves and (clock := _CLOCK(comment)):
            hours, minutes, seconds = clock.groups()
            self.clocks_ms[-1] = round((int(hours) * 60 + int(minutes)) * 60_000 + float(seconds) * 1000)

    def handle_error(self, error: Exception) -> None:
        self.errors.append(error)

    def result(self) -> "_Read":
        return self

    def start_fen(self) -> str:
        """Give the start; raises ValueError for a variant or a start that is no position."""
        variant = self.headers.get("Variant", "Standard")
        if variant.lower() not in _STANDARD:
            raise ValueError(f"variant {variant!r} found, expected standard chess")
        return parse_start_fen(self.headers.get("FEN", chess.STARTING_FEN)).fen(en_passant="fen")

    def stated(self) -> str:
        """Give the result; `*` where the file states none."""
        result = self.headers.get("Result", "*")
        return result if result in DECIDED else "*"

    def tags(self) -> tuple[str, str, str, str]:
        """Give time control, event and players as the file has them."""
        time_control, event, white, black = (
            self.headers.get(name, "?") for name in ("TimeControl", "Event", "White", "Black")
        )
        return time_control, event, white, black

    def played(self) -> tuple[chess.Move, ...]:
        """Give the moves; raises ValueError for the first that is not legal."""
        if self.errors:
            raise ValueError(str(self.errors[0]))
        return tuple(self.moves)


#: Names for standard chess; "From Position" is what lichess writes when a game has a start of its own.
_STANDARD = tuple(name.lower() for name in chess.Board.aliases)


def _each(text: str, name: str) -> Iterator[tuple[int, _Read]]:
    """Give each game with the line, from 1, on which it begins; what has neither header nor move is none.

    Raises BadInput for what python-chess cannot read at all.
    """
    handle = io.StringIO(text)
    line, begin = 1, 0
    while (read := _next(handle, f"{name}:{line}")) is not None:
        end = handle.tell()
        blank = len(text[begin:end]) - len(text[begin:end].lstrip())
        if read.headers or read.moves or read.errors:
            yield line + text.count("\n", begin, begin + blank), read
        line += text.count("\n", begin, end)
        begin = end


def _next(handle: io.StringIO, place: str) -> _Read | None:
    try:
        return chess.pgn.read_game(handle, Visitor=_Read)
    except ValueError as problem:  # `$` and thousands of digits
        raise BadInput(place, "a game with a number without end found, expected PGN") from problem
