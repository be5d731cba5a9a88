"""Link views of games that are given ply by ply, with pieces in the hand or not."""

import dataclasses

import chess

from jadoube.core.pages.link_view import LinkClock, LinkView
from jadoube.core.rules.game_line import Line


def letters(board: chess.Board) -> str:
    """The 64 letters of a position, a1 first."""
    return "".join(piece.symbol() if (piece := board.piece_at(at)) else "." for at in chess.SQUARES)


def view_after(
    *moves: str,
    start: str = chess.STARTING_FEN,
    at_ms: int = 0,
    program: str = "",
    clock: LinkClock | None = None,
) -> LinkView:
    """The board after these moves, settled."""
    line = Line(chess.Board(start))
    for move in moves:
        line = line.after(chess.Move.from_uci(move))
    return LinkView(
        at_ms=at_ms,
        pieces=letters(line.board),
        start_fen=start,
        fen=line.fen,
        moves=moves,
        ply=line.ply,
        legal_from=start,
        settled=True,
        clock=clock,
        phase="playing" if moves else "setting up",
        result="*",
        program=program,
        told="",
    )


def lifted(view: LinkView, names: str, at_ms: int | None = None) -> LinkView:
    """The same board with these squares' pieces in the hand."""
    pieces = list(view.pieces)
    for name in names.split():
        pieces[chess.parse_square(name)] = "."
    return dataclasses.replace(
        view, pieces="".join(pieces), settled=False, at_ms=view.at_ms if at_ms is None else at_ms
    )
