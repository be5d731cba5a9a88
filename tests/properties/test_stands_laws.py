"""`stands`, whatever lies on the board: that is the position, the game goes on, its parts can be joined."""

import io
import random

import chess
import chess.pgn
from hypothesis import assume, given
from hypothesis import strategies as st

from jadoube.core.display.effect_text import game_text
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import OrderRefused
from jadoube.core.messages.events import Ordered, Restarted
from jadoube.core.messages.order_text import order_text, parse_order
from jadoube.core.messages.orders import Promote, Stands
from jadoube.core.pages.page_view import full_view
from jadoube.core.permissions.menu_entries import offers_stands
from jadoube.core.permissions.refusal import Asked
from jadoube.core.rules.game_line import flipped_squares
from jadoube.core.state.as_it_stands import question_after
from jadoube.formats.pgn import write_pgn
from shared.drawn.games import STARTS, drawn_moves
from shared.hands.panel import Hands, at_start

SEEDS = st.integers(0, 2**32 - 1)


def played(start: str, plies: int, seed: int, control: str) -> Hands:
    """Hands at a game in play; each ply is one change of the board and a press."""
    hands = at_start(control, fen=start, turned=False)
    if control != "-":
        hands.tap("white" if chess.Board(start).turn == chess.BLACK else "black")
    for move in drawn_moves(start, plies, seed):
        _play(hands, move)
    assume(hands.table.seen.ready and hands.table.play.outcome is None and hands.table.line.ply)
    return hands


def _play(hands: Hands, move: chess.Move) -> None:
    """Make one ply as a tidy hand does, choose the piece of a promotion, and press."""
    board = hands.table.line.board
    squares = [chess.SQUARE_NAMES[at] for at in chess.SquareSet(flipped_squares(board, move))]
    target = chess.SQUARE_NAMES[move.to_square]
    victim = [target, target] if board.occupied & chess.BB_SQUARES[move.to_square] else []
    lifted = [name for name in squares if hands.reeds >> chess.parse_square(name) & 1]
    placed = [name for name in squares if name not in lifted]
    side = chess.COLOR_NAMES[board.turn]
    hands.touch(" ".join([*victim[:1], *lifted, *victim[1:], *placed]))
    if move.promotion:
        hands.feed(Ordered(Promote(move.promotion)))
    hands.tap(side)


def misplace(hands: Hands, rng: random.Random) -> chess.Board:
    """Put one to three pieces on free squares, in any order, and take some off; the position then."""
    board = hands.table.line.board.copy(stack=False)
    free = list(chess.SquareSet(~board.occupied & chess.BB_ALL))
    lifted = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        square = rng.choice(list(chess.SquareSet(board.occupied)))
        lifted.append(board.remove_piece_at(square))
        hands.touch(chess.SQUARE_NAMES[square])
    for piece in rng.sample(lifted, len(lifted)):
        if piece and (piece.piece_type == chess.KING or rng.random() < 0.8):
            square = free.pop(rng.randrange(len(free)))
            board.set_piece_at(square, piece)
            hands.touch(chess.SQUARE_NAMES[square])
    hands.wait(1500)
    return board


def answers(hands: Hands, real: chess.Board) -> Stands:
    """What players answer who see the board."""
    said: tuple[tuple[chess.Square, str], ...] = ()
    while question := question_after(hands.table, said):
        piece = real.piece_at(question.square)
        assume(piece)  # otherwise a reed is taken for dead there
        said = (*said, (question.square, piece.symbol() if piece else ""))
    return Stands(None, said)


@given(st.sampled_from(STARTS), st.integers(1, 8), SEEDS, st.sampled_from(("-", "35999+30")))
def test_the_position_becomes_the_games(start: str, plies: int, seed: int, control: str) -> None:
    """Piece for piece, with the answers of people who see it; then the game goes on, and comes back whole."""
    hands = played(start, plies, seed, control)
    known = hands.table.line
    real = misplace(hands, random.Random(seed))
    order = answers(hands, real)
    offered = offers_stands(Asked(hands.table, hands.now_ms))
    hands.feed(Ordered(parse_order(order_text(order))))
    assume(not isinstance(hands.told[-1], OrderRefused))
    assert offered or len(order.pieces) > 3 or hands.table.best.fits
    assume(hands.table.line.irregular)
    assume(hands.table.line.before is known)  # otherwise a part of it was read as legal plies
    if not any(real.pieces(chess.PAWN, side) & chess.BB_BACKRANKS for side in chess.COLORS):
        assert hands.table.line.board.board_fen() == real.board_fen()
    hands.feed(Restarted())
    assert_comes_back(hands)
    for move in list(hands.table.line.board.legal_moves)[:1]:
        _play(hands, move)
    assert_comes_back(hands)


def assert_comes_back(hands: Hands) -> None:
    """The parts of the PGN, joined, have every position of the game; the page shows each ply."""
    handle, parts = io.StringIO(write_pgn(scoresheet(hands.table))), list[chess.pgn.Game]()
    while game := chess.pgn.read_game(handle):
        assert not game.errors
        parts.append(game)
    irregular = sum(line.irregular for line in hands.table.line.plies())
    assert [("Continues" in game.headers) for game in parts] == [False] + [True] * irregular
    fens = [node.board().fen() for game in parts for node in (game, *game.mainline())]
    start = hands.table.line.back_to(0)
    assert fens == [line.board.fen() for line in (start, *hands.table.line.plies())]
    assert len(full_view(hands.table, hands.now_ms).game.plies) == hands.table.line.ply
    assert game_text(hands.table).count("(irregular)") == irregular
