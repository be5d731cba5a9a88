"""What the opponent who plays from elsewhere is asked now: to move, in a game that is whole each time.

The law: he is asked if he has the move, knows the game as it is read, has told no move, and nothing about the
board is open: no takeback, no end of the game. The same game gives the same question, except for the clocks.
"""

from typing import NamedTuple

import chess

from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.reading.doubts import doubts
from jadoube.core.rules.game_line import Line, numbered_san
from jadoube.core.state.table import Table, read_clock


def legal_start(line: Line) -> Line:
    """The position from which all moves are legal: the start, or the one after the last irregular ply."""
    return line.back_to(line.irregular_ply)


def legal_moves(line: Line) -> tuple[str, ...]:
    """The moves since then, in UCI notation."""
    return tuple(each.move.uci() for each in line.plies()[line.irregular_ply :] if each.move)


class MoveAsked(NamedTuple):
    """The question for a move. Times are whole milliseconds."""

    line: Line
    """The game so far; the opponent has the move."""
    level: int
    """How strong he is to play, in Elo."""
    offered: bool
    """Whether the player offers a draw."""
    clock_ms: tuple[int, int] | None = None
    """What White and Black have left; None: no clock."""
    increment_ms: tuple[int, int] = (0, 0)

    @property
    def ply(self) -> int:
        """The ply that he is asked for."""
        return self.line.ply + 1

    @property
    def side(self) -> chess.Color:
        """His side."""
        return self.line.side_to_move

    @property
    def start(self) -> Line:
        """The position from which all moves are legal."""
        return legal_start(self.line)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves since then, in UCI notation."""
        return legal_moves(self.line)

    def is_same(self, other: object) -> bool:
        """Whether it is the same question, whatever the clocks show."""
        return isinstance(other, MoveAsked) and self[:3] == other[:3]


class MoveAnswer(NamedTuple):
    """The opponent's answer."""

    move: str
    """In UCI notation."""
    resigns: bool = False
    """Whether he resigns instead."""
    offers_draw: bool = False
    accepts_draw: bool = False
    """Whether he takes a draw that is offered."""


def ask_for_move(table: Table, now_ms: int) -> MoveAsked | None:
    """The question at this instant; None if nothing is asked: a server or a program tells."""
    return None if table.terms.server_game or table.terms.program else expected_move(table, now_ms)


def expected_move(table: Table, now_ms: int) -> MoveAsked | None:
    """The move that is expected of him, be it asked for or told by a server; None if none is."""
    agreed, play = table.seen.agreed, table.play
    if agreed is None or agreed.told or agreed.heard is not table.line:
        return None
    line = agreed.heard
    if line.side_to_move != agreed.side or play.ends or play.retreat or play.proposal:
        return None
    if not _is_on(table) or (line.ply == 0 and not table.seen.ready):
        return None
    clock = read_clock(table, now_ms)
    if clock is None or play.clock is None:
        return MoveAsked(line, table.terms.level, play.offer == (not agreed.side))
    white, black = clock.sides[chess.WHITE].ms, clock.sides[chess.BLACK].ms
    more = play.clock.period(chess.WHITE).increment_ms, play.clock.period(chess.BLACK).increment_ms
    return MoveAsked(line, table.terms.level, play.offer == (not agreed.side), (white, black), more)


def told_move(table: Table) -> Line | None:
    """The game after the opponent's told move, which a hand is to make; None if he has told none."""
    agreed = table.seen.agreed
    return agreed.told_line if agreed else None


def is_clocked(table: Table) -> bool:
    """Whether a press says that a ply is made: the game has a clock that was started."""
    return table.play.clock is not None and table.play.clock.started


def is_in_doubt(table: Table) -> bool:
    """Whether the player's last ply is made, and is not sent because it is in doubt: the board asks."""
    made = table.play.completed >= table.line.ply or not is_clocked(table)
    return made and table.play.confirmed < table.line.ply and is_doubtful(table)


def is_doubtful(table: Table) -> bool:
    """Whether the player's last ply, which the opponent does not know, is in doubt, be it made or not."""
    agreed, line = table.seen.agreed, table.line
    return agreed is not None and agreed.lacks(line) and line.ply in doubts(table.seen)


def which_to_send(table: Table) -> Sentence:
    """What the board asks about the player's last ply, which is in doubt."""
    line = table.line
    others = doubts(table.seen)[line.ply]
    return sentence(Phrase.SEND_WHICH, played=numbered_san(line), others=others)


def is_thinking(table: Table) -> bool:
    """Whether a move is expected of the opponent."""
    return expected_move(table, table.play.clock.since_ms if table.play.clock else 0) is not None


def _is_on(table: Table) -> bool:
    """Whether the game goes on: its clock runs, or it has none and its pieces stand."""
    clock, phase = table.play.clock, table.play.phase
    if clock is None:
        return phase in (Phase.SETTING_UP, Phase.PLAYING) and table.board.rested
    return phase is Phase.PLAYING and (not clock.started or clock.running == table.line.side_to_move)
