"""A sheet: all of a board's game, each ply with the squares that it changes, so that one can step through it.

The law: a ply is as a board's own page is told of it (`core/pages/game_view.py`). What was played since the
game was asked for last is read alone. A game with an irregular ply is read from its PGN, which has its parts.
A move that nobody can read changes no square and is marked as irregular. It refuses to know who asks.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import chess

from jadoube.core.pages.game_view import changed_squares
from jadoube.core.rules.game_line import board_after
from jadoube.mqtt.payloads import PlayedGame
from jadoube.web.library.replayed import replayed

Json = dict[str, Any]

KEPT: Final = 64
"""Games of so many boards go on from where they were read last: those that people look at (a guess)."""

NO_MOVE: Final = "--"
"""In place of an irregular ply's move."""


class _Read(NamedTuple):
    """A game as far as it was read."""

    start: str
    san: tuple[str, ...]
    board: chess.Board
    plies: tuple[Json, ...]


class Sheets:
    """Makes sheets, and keeps what it has read. Not for two threads at once."""

    def __init__(self) -> None:
        self._read: OrderedDict[str, _Read] = OrderedDict()

    def of(self, game: PlayedGame) -> Json:
        """Return a game as it is shown alone. It takes some ms, at first and of a very long game a second."""
        start, plies = self._plies(game)
        doubts = {each.ply: list(each.others) for each in game.doubt}
        times = dict(enumerate(game.clk, start=1))
        return {
            "game_id": game.game_id,
            "seq": game.seq,
            "start": start,
            "fen": game.fen,
            "san": list(game.san),
            "plies": [
                _said(each, left_ms=times.get(ply), doubts=doubts.get(ply))
                for ply, each in enumerate(plies, start=1)
            ],
            "event": game.event,
            "site": game.site,
            "round": game.round,
            "board": game.board,
            "phase": game.phase,
            "over": game.over,
            "result": game.result,
        }

    def _plies(self, game: PlayedGame) -> tuple[str, tuple[Json, ...]]:
        """The position at the start, and the plies."""
        read = self._read_on(game)
        if len(read.plies) == len(game.san):
            return read.start, read.plies
        if game.pgn:
            found = replayed(game.pgn)
            if [each["san"] for each in found["plies"]] == list(game.san):
                return str(found["start"]), tuple(map(_shown, found["plies"]))
        return read.start, (*read.plies, *_unread(read, game.san))

    def _read_on(self, game: PlayedGame) -> _Read:
        """Read what is new; what was taken back is read anew."""
        start = _start(game.start_fen)
        known = self._read.pop(game.game_id, None)
        if known is None or known.start != start or known.san != game.san[: len(known.san)]:
            known = _Read(start, (), chess.Board(start), ())
        board, plies = known.board, list[Json]()
        for san in game.san[len(known.plies) :]:
            played = _played(board, san)
            if played is None:
                break
            board = played[0]
            plies.append(played[1])
        found = (*known.plies, *plies)
        read = _Read(start, game.san[: len(found)], board, found)
        self._read[game.game_id] = read
        if len(self._read) > KEPT:
            self._read.popitem(last=False)
        return read


def _start(fen: str) -> str:
    """A position at a start as it can be set up; the usual one where this one cannot be read."""
    try:
        return chess.Board(fen).fen() if fen else chess.STARTING_FEN
    except ValueError:
        return chess.STARTING_FEN


def _played(before: chess.Board, san: str) -> tuple[chess.Board, Json] | None:
    """A ply and the position after it; None if it is no move there."""
    try:
        move = before.parse_san(san) if san != NO_MOVE else chess.Move.null()
    except ValueError:
        return None
    if not move:
        return None
    after = board_after(before.fen(), [move.uci()])
    ply = _numbered(san, before.fullmove_number, before.turn)
    return after, {**ply, "move": move.uci(), "squares": changed_squares(before, after)}


def _unread(read: _Read, san: tuple[str, ...]) -> tuple[Json, ...]:
    """The plies that were not read: what is known of them."""
    first = 2 * read.board.fullmove_number + (not read.board.turn)
    return tuple(
        {**_numbered(each, at // 2, at % 2 == 0), "move": "", "squares": {}, "irregular": True}
        for at, each in enumerate(san[len(read.plies) :], start=first)
    )


def _numbered(san: str, number: int, turn: chess.Color) -> Json:
    return {"san": san, "number": number, "side": chess.COLOR_NAMES[turn]}


def _shown(ply: Mapping[str, Any]) -> Json:
    """A ply of a PGN."""
    names = ("san", "number", "side", "move", "squares", *(("irregular",) if ply["irregular"] else ()))
    return {name: ply[name] for name in names}


def _said(ply: Json, **more: object) -> Json:
    """A ply with what else is known of it."""
    return {**ply, **{name: value for name, value in more.items() if value not in (None, [])}}
