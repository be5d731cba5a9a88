"""The reconciler's laws, over any game: each ply arrives once, whatever is lost and taken back."""

from typing import NamedTuple

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.lichess.virtual_play import LOSSES, VirtualPlay


class Deed(NamedTuple):
    """Something happens; `choice` draws a move, `loss` is what becomes of a command."""

    kind: str
    choice: int
    loss: str


def deeds(kinds: list[str]) -> st.SearchStrategy[list[Deed]]:
    """A game of such deeds."""
    deed = st.builds(Deed, st.sampled_from(kinds), st.integers(0, 400), st.sampled_from(LOSSES))
    return st.lists(deed, min_size=8, max_size=60)


PLAY = ["hand", "hand", "opponent", "step", "step", "step", "cut", "connect", "release"]
BACK = ["back", "their back"]


def played(side: chess.Color, done: list[Deed], *, rook_castling: bool) -> VirtualPlay:
    """Play it; afterwards all is done that is still to be done."""
    play = VirtualPlay(side, rook_castling=rook_castling)
    play.settle()
    for deed in done:
        match deed.kind:
            case "hand":
                play.hand(deed.choice)
            case "opponent":
                play.opponent(deed.choice)
            case "step":
                play.step(deed.loss)
            case "cut" | "connect" | "release":
                getattr(play, deed.kind)()
            case _:
                play.ask_back(opponent=deed.kind == "their back")
    play.settle()
    return play


def line(play: VirtualPlay) -> list[str]:
    """The board's game with the move that waits for a hand."""
    return [*play.board.moves, *([play.board.told] if play.board.told else [])]


@given(st.booleans(), deeds(PLAY), st.booleans())
@settings(max_examples=60)
def test_each_ply_arrives_once_and_in_order(side: chess.Color, done: list[Deed], rook: bool) -> None:
    """Cut streams, lost requests and lost answers, castling written either way."""
    play = played(side, done, rook_castling=rook)
    everything = [uci for _, uci in play.there.by]
    his = [uci for mover, uci in play.there.by if mover != side]
    assert _made_by(play) == play.made
    told = len(play.told)
    assert play.told == his[:told]
    assert told == len(his)
    assert line(play) == everything
    assert play.both.trouble is None
    assert play.refused == 0


@given(st.booleans(), deeds([*PLAY, *PLAY, *BACK]))
@settings(max_examples=60)
def test_with_takebacks_both_end_with_one_game(side: chess.Color, done: list[Deed]) -> None:
    """No ply that was taken back comes back, no move is told twice without one being taken away."""
    play = played(side, done, rook_castling=True)
    for _ in range(60):
        if not play.board.told:
            break
        play.hand(0)
        play.settle()
    assert list(play.board.moves) == [move.uci() for move in play.there.board.move_stack]
    mine = _made_by(play)
    assert _is_within(mine, play.made)


def _made_by(play: VirtualPlay) -> list[str]:
    """The player's plies that the server has ever taken, in order."""
    return [uci for mover, uci in play.there.by if mover == play.side]


def _is_within(some: list[str], all_of_them: list[str]) -> bool:
    """Whether they stand there in this order, others between them."""
    rest = iter(all_of_them)
    return all(each in rest for each in some)
