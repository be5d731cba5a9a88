"""The link view: what a program on a link is shown of the board, as one small value.

The law: `pieces` is the tracked game on the board as it stands, also in the middle of a gesture; where the
board is at rest and its position is the game's, it is that position. It is computed from an immutable table,
and costs less than a scan: it is made at each change while a program listens.

It refuses to know protocols. What it shows of hands is decided in `display/standing_pieces.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import chess

from jadoube.core.display.standing_pieces import Standing, standing
from jadoube.core.state.others.opponent_question import legal_moves, legal_start, told_move
from jadoube.core.state.table import Table, read_clock

SECOND_MS: Final = 1000


@dataclass(frozen=True, slots=True)
class LinkClock:
    """Both sides' clocks."""

    white_ms: int
    """The time left (or used, on a clock that counts up), in ms."""
    black_ms: int
    running: str
    """`white` or `black`, the side whose clock runs; empty: none."""
    started: bool
    """Whether the clock has run in this game."""


@dataclass(frozen=True, slots=True)
class LinkView:
    """What a program is shown. Squares are as the players name them, whichever way the board lies."""

    at_ms: int
    pieces: str
    """64 letters, a1 first, then b1: FEN letters (capitals are White's), `.` where nothing stands."""
    start_fen: str
    """The game's start position."""
    fen: str
    """The position of the game as it is read now, with side to move, rights and counters."""
    moves: tuple[str, ...]
    """The game's plies since `legal_from`, in UCI notation (castling as the king's move)."""
    ply: int
    """How many plies the game has, irregular ones too: the next is that many and one."""
    legal_from: str
    """The FEN from which all `moves` are legal: the start, or the position after the last irregular ply."""
    settled: bool
    """Whether the board shows the position of the game, and nothing is held back."""
    clock: LinkClock | None
    phase: str
    """`setting up`, `playing`, `paused` or `over`."""
    result: str
    """`1-0`, `0-1`, `1/2-1/2`; `*` while the game is not decided."""
    program: str
    """The side whose move a program has shown, `white` or `black`, until it is made; empty: none."""
    told: str
    """The program's move that a hand is to make, in UCI notation; empty: none."""
    shows: bool = False
    """Whether what a program lit, or anybody wrote, is shown."""

    @property
    def turn(self) -> str:
        """The side to move, `white` or `black`."""
        return chess.COLOR_NAMES[self.fen.split(" ")[1] == "w"]

    def letter(self, square: chess.Square) -> str:
        """The piece of a square, `.` if none stands there."""
        return self.pieces[square]


def link_view(table: Table, now_ms: int) -> LinkView:
    """Return what a program on a link is shown at this instant."""
    return _link_view(table, now_ms, standing(table, now_ms))


def link_view_until(table: Table, now_ms: int) -> tuple[LinkView, int | None]:
    """Return the view, and when it next changes without an event, in ms; None if it does not.

    A running clock is shown anew at each whole second.
    """
    stands = standing(table, now_ms)
    changes_ms = (_next_second_ms(table, now_ms), stands.held_until_ms)
    return _link_view(table, now_ms, stands), min((at_ms for at_ms in changes_ms if at_ms), default=None)


def _link_view(table: Table, now_ms: int, stands: Standing) -> LinkView:
    line, legal = table.line, legal_start(table.line)
    side = table.terms.opponent.side
    told = told_move(table)
    return LinkView(
        at_ms=now_ms,
        pieces=stands.pieces,
        start_fen=table.terms.start_fen,
        fen=line.fen,
        moves=legal_moves(line),
        ply=line.ply,
        legal_from=legal.fen,
        settled=stands.settled,
        clock=_link_clock(table, now_ms),
        phase=str(table.play.phase),
        result=table.play.outcome.result if table.play.outcome else "*",
        program="" if side is None else chess.COLOR_NAMES[side],
        told=told.move.uci() if told and told.move else "",
        shows=bool(table.link.lights or table.link.text),
    )


def _link_clock(table: Table, now_ms: int) -> LinkClock | None:
    clock = read_clock(table, now_ms)
    if clock is None or table.play.clock is None:
        return None
    running = "" if clock.running is None else chess.COLOR_NAMES[clock.running]
    white, black = clock.sides[chess.WHITE].ms, clock.sides[chess.BLACK].ms
    return LinkClock(white, black, running, table.play.clock.started)


def _next_second_ms(table: Table, now_ms: int) -> int | None:
    """When the clock that runs next shows a whole second; None if none runs."""
    clock = read_clock(table, now_ms)
    if clock is None or clock.running is None:
        return None
    return now_ms + (clock.sides[clock.running].ms % SECOND_MS or SECOND_MS)


def read_link_view(found: Mapping[str, Any]) -> LinkView:
    """Return the view that was sent as JSON; ValueError if it is one of another version."""
    try:
        clock = found["clock"] and LinkClock(**found["clock"])
        return LinkView(**{**found, "clock": clock, "moves": tuple(found["moves"])})
    except (TypeError, KeyError) as problem:
        raise ValueError(f"{problem} found, expected a view of this version") from problem
