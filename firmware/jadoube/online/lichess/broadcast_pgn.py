"""From our PGN to what is pushed to a Lichess broadcast: one text for each board that is shown there.

The law: a board has a `GameId` that never changes. Lichess takes two boards for one also where their ids
differ, if event, site and the round's number are equal and either the names or the position after the plies
that both have (lila, RelayUpdatePlan.scala 39329bfd): two boards of a club that both begin with 1. e4 would
become one. So the `Site` of each board bears its id, too. Only `%clk` is left of the comments, no blank
line stands within tags or moves, and without a FIDE id the id is 0, so that Lichess does not guess who a
club player is.

An irregular ply splits a game. Its further parts are boards of their own (`BOARDS`), or only the part
before it is shown, with the result of the whole (`LEGAL`). It refuses to know when anything is sent.
"""

import io
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import chess
import chess.pgn

from jadoube.core.messages.orders import DECIDED
from jadoube.online.game_state import GameState

BOARDS: Final = "boards"
LEGAL: Final = "legal"
PARTS: Final = (BOARDS, LEGAL)

MOST_PARTS: Final = 50
"""Each part of a game is a board; a round of Lichess has 100."""

LONGEST_TAG: Final = 200

_UNKNOWN: Final = frozenset({"", "?", "-", "????.??.??"})

_CARRIED: Final = (
    "WhiteTitle",
    "WhiteElo",
    "WhiteTeam",
    "BlackTitle",
    "BlackElo",
    "BlackTeam",
    "TimeControl",
    "Termination",
)
"""Tags that Lichess keeps and that need no care (docs/broadcast.md)."""

_NUMBER = re.compile(r"[0-9]{1,4}").fullmatch
_ROUND_AND_BOARD = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})").fullmatch
_CLOCK = re.compile(r"\[%clk ([0-9]{1,3}:[0-9]{2}:[0-9]{2})").search
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class Board(NamedTuple):
    """What Lichess is to show of a game, or of a part of one."""

    board_id: str
    place: str
    """Sorts boards in the order in which they are to appear."""
    white: str
    black: str
    moves: str
    """The plies in UCI, with blanks between."""
    over: bool
    text: str
    """The PGN, with an empty line at the end."""


def boards_of(state: GameState, parts: str = BOARDS) -> tuple[Board, ...]:
    """Return the boards of a game; none if its PGN has no game."""
    read = list(_parts(state.pgn))
    if parts == LEGAL and read:
        first, last = read[0], read[-1].tags
        for name in ("Result", "Termination"):
            first.tags.pop(name, None)
            if name in last:
                first.tags[name] = last[name]
        return (_board(first, state.game_id, 1, over=state.over),)
    return tuple(
        _board(part, state.game_id, number, over=state.over or number < len(read))
        for number, part in enumerate(read, start=1)
    )


class _Part(chess.pgn.BaseVisitor["_Part"]):
    """A part of a game as its PGN has it: tags, and legal plies with their texts."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.plies: list[str] = []
        self.texts: list[str] = []

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.tags[tagname] = tagvalue.replace('\\"', '"').replace("\\\\", "\\")

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        if board.turn == chess.WHITE or not self.plies:
            self.texts.append(f"{board.fullmove_number}{'.' if board.turn == chess.WHITE else '...'}")
        self.texts.append(board.san(move))
        self.plies.append(move.uci())

    def visit_comment(self, comment: str) -> None:
        found = _CLOCK(comment)
        if found and self.plies:
            self.texts.append(f"{{[%clk {found[1]}]}}")

    def handle_error(self, error: Exception) -> None:
        """What follows is skipped by the reader."""

    def result(self) -> "_Part":
        return self


def _parts(pgn: str) -> Iterator[_Part]:
    file = io.StringIO(pgn)
    for _ in range(MOST_PARTS):
        part = chess.pgn.read_game(file, Visitor=_Part)
        if part is None:
            return
        yield part


def _board(part: _Part, game_id: str, number: int, *, over: bool) -> Board:
    board_id = f"{game_id}-{number}" if number > 1 else game_id
    tags = _tags(part.tags, board_id)
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    return Board(
        board_id,
        _place(tags, number),
        tags.get("White", ""),
        tags.get("Black", ""),
        " ".join(part.plies),
        over,
        "\n".join((*lines, "", " ".join((*part.texts, tags["Result"])), "", "")),
    )


def _tags(given: Mapping[str, str], board_id: str) -> dict[str, str]:
    """The tags of a board, in the order in which they stand."""
    found = {name: _clean(value) for name, value in given.items()}
    known = {name: value for name, value in found.items() if value not in _UNKNOWN}
    site = known.get("Site")
    tags = {
        "Event": known.get("Event", ""),
        "Site": f"{site}, game {board_id}" if site else f"game {board_id}",
        "Round": _round(known),
        "White": known.get("White", ""),
        "Black": known.get("Black", ""),
        "Result": found["Result"] if found.get("Result") in DECIDED else "*",
        "GameId": board_id,
        "Board": known.get("Board", ""),
        "WhiteFideId": known.get("WhiteFideId", "0"),
        "BlackFideId": known.get("BlackFideId", "0"),
        **{name: known.get(name, "") for name in _CARRIED},
    }
    if "FEN" in known:
        tags |= {"Variant": known.get("Variant", "From Position"), "SetUp": "1", "FEN": known["FEN"]}
    return {name: value for name, value in tags.items() if value}


def _round(known: Mapping[str, str]) -> str:
    """Round and board as Lichess wants them, `3.2`."""
    number, board = known.get("Round", ""), known.get("Board", "")
    return f"{number}.{board}" if _NUMBER(number) and _NUMBER(board) else number


def _place(tags: Mapping[str, str], number: int) -> str:
    found = _ROUND_AND_BOARD(tags.get("Round", ""))
    round_, board = (int(found[1]), int(found[2])) if found else (0, 0)
    return f"{round_:04}.{board:04}.{number:03}"


def _clean(value: str) -> str:
    """A tag's value on one line, without what ends a line anywhere, and not endless."""
    return _CONTROL.sub(" ", value).strip()[:LONGEST_TAG]


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
