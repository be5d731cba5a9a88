"""The customer's rules: what ends a game by itself, and what a fallen flag means."""

import chess
import pytest

from jadoube.core.effects import Outcome, Termination
from jadoube.core.rules import CLUB, RULE_SETS, ending, flag_fall, is_dead

DEAD = {
    "king against king": "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "king against king and bishop": "8/8/4k3/8/8/4KB2/8/8 w - - 0 1",
    "king and bishop against king": "8/8/4kb2/8/8/4K3/8/8 b - - 0 1",
    "king against king and knight": "8/8/4k3/8/8/4KN2/8/8 w - - 0 1",
    "king and knight against king": "8/8/4kn2/8/8/4K3/8/8 w - - 0 1",
    "bishops both on light squares": "8/8/2b1k3/8/8/4KB2/8/8 w - - 0 1",
    "bishops both on dark squares": "8/8/3bk3/8/8/4K3/5B2/8 w - - 0 1",
}
ALIVE = {
    "bishops on squares of two colours": "8/8/2b1k3/8/8/4K3/5B2/8 w - - 0 1",
    "two knights": "8/8/4k3/8/8/3NKN2/8/8 w - - 0 1",
    "bishop against knight": "8/8/2n1k3/8/8/4KB2/8/8 w - - 0 1",
    "knight against knight": "8/8/2n1k3/8/8/4KN2/8/8 w - - 0 1",
    "two bishops of one side on squares of one colour": "8/8/4k3/8/8/4KB2/6B1/8 w - - 0 1",
    "two bishops against one, all on light squares": "8/8/2b1k3/8/8/4KB2/6B1/8 w - - 0 1",
    "a pawn": "8/8/4k3/8/8/4KP2/8/8 w - - 0 1",
    "a rook": "8/8/4k3/8/8/4KR2/8/8 w - - 0 1",
    "a queen": "8/8/4k3/8/8/4KQ2/8/8 w - - 0 1",
}
ENDINGS = {
    "the fool's mate": (
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        Outcome(Termination.CHECKMATE, chess.BLACK),
    ),
    "mate by White": ("4R1k1/5ppp/8/8/8/8/8/K7 b - - 0 1", Outcome(Termination.CHECKMATE, chess.WHITE)),
    "stalemate": ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", Outcome(Termination.STALEMATE)),
    "a check that can be parried": ("4R1k1/5pp1/8/8/8/8/8/K7 b - - 0 1", None),
    "the start": (chess.STARTING_FEN, None),
    "a bare king with no move is dead before it is stalemate": (
        "k7/2K5/1B6/8/8/8/8/8 b - - 0 1",
        Outcome(Termination.DEAD_POSITION),
    ),
}
#: Where the customer's text loses and where it draws: whose flag fell is to move.
FLAGS = {
    "queen against knight": ("8/8/8/2k5/8/3n4/8/K6Q w - - 0 1", chess.BLACK),
    "rook against bishop": ("8/8/8/3k4/8/3b4/8/K6R w - - 0 1", chess.BLACK),
    "pawn against bishop": ("8/8/8/3k4/8/3b4/P7/K7 w - - 0 1", chess.BLACK),
    "king against two knights": ("8/8/8/3k4/8/3nn3/8/K7 w - - 0 1", chess.BLACK),
    "king against two bishops on light squares": ("8/8/8/3k4/8/3b4/2b5/K7 w - - 0 1", chess.BLACK),
    "a wall of pawns": ("8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1", chess.BLACK),
    "queen against bare king": ("8/8/8/2k5/8/8/8/K6Q w - - 0 1", None),
    "pawns against a pawn": ("7k/6pP/6P1/5K2/8/8/8/8 w - - 1 67", chess.BLACK),
    "Black's flag": ("8/p6p/5kp1/5pP1/5P1K/1r5P/8/8 b - - 0 47", chess.WHITE),
    "Black's flag against a bare king": ("8/8/5kq1/8/7K/8/8/8 b - - 0 47", None),
}


@pytest.mark.parametrize("fen", DEAD.values(), ids=DEAD)
def test_dead_positions_are_drawn_at_once(fen: str) -> None:
    """The customer's three material draws end the game, whoever has the piece."""
    assert ending(chess.Board(fen)) == Outcome(Termination.DEAD_POSITION)


@pytest.mark.parametrize("fen", ALIVE.values(), ids=ALIVE)
def test_other_material_plays_on(fen: str) -> None:
    """Whatever the customer's text does not name is no dead position."""
    assert not is_dead(chess.Board(fen))


@pytest.mark.parametrize(("fen", "outcome"), ENDINGS.values(), ids=ENDINGS)
def test_positions_that_end_the_game(fen: str, outcome: Outcome | None) -> None:
    """Mate wins for the side that gave it, stalemate draws, and a check is no end."""
    assert ending(chess.Board(fen)) == outcome


@pytest.mark.parametrize(("fen", "winner"), FLAGS.values(), ids=FLAGS)
def test_a_fallen_flag_draws_only_against_a_bare_king(fen: str, winner: chess.Color | None) -> None:
    """However little the opponent has left beside his king, it wins."""
    board = chess.Board(fen)
    assert flag_fall(board, board.turn) == Outcome(Termination.FLAG_FELL, winner)


def test_rule_sets_go_by_their_names() -> None:
    """A log's or a configuration's word finds the rule set that writes it."""
    assert {name: rules.name for name, rules in RULE_SETS.items()} == {"club": "club"}
    assert RULE_SETS["club"] is CLUB
