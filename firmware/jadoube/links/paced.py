"""Every position of the game stands for a moment before the next one begins, also one that came late.

A ply may be known only when the reply has begun: the board holds a rook's move back that may become castling,
and a promotion while its piece is chosen, and two plies may settle in one scan. A program that is shown the
reply's lifted piece together with the ply never sees the position between, and is lost. So that position is
shown first, and then what stands. A position stands as long if it is shown in full only some time after its
ply was known: a piece was chosen, or a victim taken off. What was shown in full when it came is not delayed.

It refuses to know protocols: it stands between the board and any link.
"""

from dataclasses import replace
from typing import Final, NamedTuple

import chess

from jadoube.core.pages.link_view import LinkView
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.placement import piece_letters
from jadoube.core.squares import squares
from jadoube.links.translation import Link, Said

RESTS_MS: Final = 300
"""How long such a position stands: picochess asks for the board 0.25 s after a change, others sooner."""


class Paced(NamedTuple):
    """A link, and which position it was shown last."""

    link: Link
    legal_from: str = ""
    moves: tuple[str, ...] = ()
    """The plies of the last position that was shown in full, since `legal_from`."""
    known: tuple[str, ...] = ()
    """The plies of the last view, whatever was shown of it."""
    stands: LinkView | None = None
    """What is shown until `until_ms`; None: the board as it is."""
    until_ms: int = 0

    def hear(self, data: bytes, view: LinkView) -> tuple["Paced", Said]:
        """Take in bytes of the program, which sees what it is shown."""
        paced, shown = _pace(self, view)
        link, said = paced.link.hear(data, shown)
        return paced._replace(link=link), said

    def show(self, view: LinkView) -> tuple["Paced", Said]:
        """Show the board, or a position that it had."""
        paced, shown = _pace(self, view)
        link, said = paced.link.show(shown)
        return paced._replace(link=link), said

    def due_ms(self) -> int | None:
        """When the link wants it, and when the board as it is comes again."""
        own = self.until_ms if self.stands else None
        return min((ms for ms in (own, self.link.due_ms()) if ms is not None), default=None)


def _pace(paced: Paced, view: LinkView) -> tuple[Paced, LinkView]:
    """What to show."""
    known, paced = paced.known, paced._replace(known=view.moves)
    if paced.stands and view.at_ms < paced.until_ms:
        return paced, _as_of(paced.stands, view)
    paced = paced._replace(stands=None)
    unseen = _unseen(paced, view)
    if unseen:
        return _let_stand(paced, unseen), unseen
    if known == view.moves != paced.moves and _is_full(view):
        return _let_stand(paced, view), view
    if view.legal_from != paced.legal_from or _is_full(view):
        paced = paced._replace(legal_from=view.legal_from, moves=view.moves)
    return paced, view


def _let_stand(paced: Paced, position: LinkView) -> Paced:
    """Show nothing else for a while than a position of the game."""
    return paced._replace(
        legal_from=position.legal_from,
        moves=position.moves,
        stands=position,
        until_ms=position.at_ms + RESTS_MS,
    )


def _as_of(stands: LinkView, view: LinkView) -> LinkView:
    """The position that stands, with all else as it is now."""
    return replace(
        view, pieces=stands.pieces, fen=stands.fen, moves=stands.moves, ply=stands.ply, settled=stands.settled
    )


def _unseen(paced: Paced, view: LinkView) -> LinkView | None:
    """The first position of the game that was not shown and no longer stands; None: none."""
    seen = len(paced.moves)
    more = len(view.moves) - seen
    if view.legal_from != paced.legal_from or view.moves[:seen] != paced.moves or more < 1:
        return None
    if more == 1 and not _is_answered(view):
        return None
    line = Line(chess.Board(view.legal_from))
    for move in view.moves[: seen + 1]:
        line = line.after(chess.Move.from_uci(move))
    return replace(
        view,
        pieces=_full(line.fen),
        fen=line.fen,
        moves=view.moves[: seen + 1],
        ply=view.ply - more + 1,
        settled=True,
    )


def _is_answered(view: LinkView) -> bool:
    """Whether hands have begun the reply: only pieces in the hand are astray, the mover's among them.

    If the piece that has just moved is in a hand, too, the reply captures it; or its ply is made otherwise.
    """
    board, full = chess.Board(view.fen), _full(view.fen)
    lifted = int(chess.SquareSet(at for at in chess.SQUARES if view.pieces[at] != full[at]))
    if any(view.pieces[at] != "." for at in squares(lifted)) or not lifted & board.occupied_co[board.turn]:
        return False
    moved = lifted & chess.BB_SQUARES[chess.Move.from_uci(view.moves[-1]).to_square]
    return not moved or any(board.generate_legal_moves(lifted, moved))


def _is_full(view: LinkView) -> bool:
    """Whether the pieces stand as the game's position has them."""
    return view.pieces == _full(view.fen)


def _full(fen: str) -> str:
    """The letters of a position, a1 first."""
    return "".join(letter or "." for letter in piece_letters(chess.Board(fen)))
