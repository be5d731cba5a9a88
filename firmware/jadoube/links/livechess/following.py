"""The game that a program has set up: which moves of the board belong to it, in the program's own position.

The law: the moves since the set-up are those of the tracked game, and only while the board stands settled;
with a piece in the air nothing changes. A piece that may be pushed on along its line has to stand for
`STANDS_MS` first: pages send a move to their server as soon as they know it, and a server takes nothing back.
A ply that the program was told is not told again by another set-up: if the position before it is set up, it
is to be taken back first. A ply that stands on the board and was not told yet belongs to the game if it is
the only one, as when the program lost its connection meanwhile.

It refuses to know messages, and pieces that stand elsewhere than in the game's position.
"""

from typing import Final, NamedTuple

import chess

from jadoube.core.pages.link_view import LinkView
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.placement import piece_letters

KINGS: Final = chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING | chess.STATUS_TOO_MANY_KINGS

STANDS_MS: Final = 250
"""How long a piece stands on a square that it is only pushed over: 150 ms at most in the simulated hands. A
board of DGT looks at its squares every 200 to 250 ms."""

Played = tuple[str, ...]
"""Plies in UCI notation, behind the FEN that they were played from."""


class Following(NamedTuple):
    """A game from a set-up on."""

    start_fen: str
    """As the program said it."""
    line: Line
    """The game so far, from the program's position."""
    before: Played | None = None
    """The board's plies that led to the set-up, behind a FEN; None: it has not stood on the board yet."""
    told: Played = ()
    """The board's plies that the program knows."""
    seen: Played = ()
    """The board's plies when it last stood settled, and since when it has had them."""
    seen_ms: int = 0
    due_ms: int | None = None
    """When a piece will have stood long enough; None: none has to."""

    @property
    def san(self) -> list[str]:
        """The moves since the set-up."""
        return [each.san for each in self.line.plies()]

    @property
    def pieces(self) -> str:
        """The 64 letters of the position after them, a1 first."""
        return letters(self.line.board)

    def look(self, view: LinkView) -> "Following":
        """Take in what stands on the board."""
        if not view.settled:
            return self._replace(due_ms=None)
        played = played_on(view)
        since_ms = self.seen_ms if played == self.seen else view.at_ms
        game = self._replace(seen=played, seen_ms=since_ms, due_ms=None)
        before = self.before
        if before is None or played[: len(before)] != before:
            begin = self.line.back_to(0)
            if view.pieces != letters(begin.board):
                return game
            return game._replace(before=played, line=begin, told=played)
        line = _follow(self.line, [chess.Move.from_uci(each) for each in played[len(before) :]])
        if self.line.goes_on_from(line) or not _may_go_on(line) or view.at_ms >= since_ms + STANDS_MS:
            return game._replace(line=line, told=played)
        return game._replace(line=line.back_to(line.ply - 1), told=played[:-1], due_ms=since_ms + STANDS_MS)


def set_up(fen: str, view: LinkView, told: Played) -> Following | None:
    """Begin to follow a game; None if the FEN is none. `told` are the plies that the program knows."""
    try:
        board = chess.Board(fen)
    except ValueError:
        return None
    if board.status() & KINGS:
        return None
    game, played = Following(fen, Line(board)), played_on(view)
    game = game._replace(told=told)
    if letters(chess.Board(view.fen)) == game.pieces:
        game = game._replace(before=played)
    elif view.moves and told != played and _before_last(view) == game.pieces:
        game = game._replace(before=played[:-1])
    return game.look(view)


def played_on(view: LinkView) -> Played:
    """The plies of the board's game, behind the FEN from which all are legal."""
    return (view.legal_from, *view.moves)


def letters(board: chess.Board) -> str:
    """The 64 letters of a position, a1 first, `.` for an empty square."""
    return "".join(letter or "." for letter in piece_letters(board))


def _before_last(view: LinkView) -> str:
    line = Line(chess.Board(view.legal_from))
    for move in view.moves[:-1]:
        line = line.after(chess.Move.from_uci(move))
    return letters(line.board)


def _may_go_on(line: Line) -> bool:
    """Whether the piece that was moved last may as well be on its way to a square behind."""
    if line.before is None or line.move is None:
        return False
    source, target = line.move.from_square, line.move.to_square
    return any(
        chess.between(source, other.to_square) & chess.BB_SQUARES[target]
        for other in line.before.legal_moves(chess.BB_SQUARES[source])
    )


def _follow(line: Line, moves: list[chess.Move]) -> Line:
    """The line of these moves from the same start, as far as they are legal there."""
    known = [each.move for each in line.plies()]
    same = next((at for at, pair in enumerate(zip(known, moves, strict=False)) if pair[0] != pair[1]), None)
    line = line.back_to(min(len(known), len(moves)) if same is None else same)
    for move in moves[line.ply :]:
        if not line.board.is_legal(move):
            break
        line = line.after(move)
    return line
