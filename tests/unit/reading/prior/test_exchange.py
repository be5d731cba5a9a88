"""The value of an exchange on one square."""

import chess
import pytest

from jadoube.core.reading.prior.exchange import exchange

EXCHANGES = {
    "a pawn for nothing": ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1),
    "a queen for nothing": ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 9),
    "pawn for pawn": ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
    "queen for pawn": ("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -8),
    "rook for knight": ("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", -2),
    "knight for rook": ("4k3/8/4p3/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5", 2),
    "the defender does not take at a loss": ("3qk3/8/8/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 1),
    "a king takes what nobody defends": ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e2", 9),
    "a king takes back": ("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -4),
    "a king does not take what is defended": ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1),
    "en passant": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1),
    "en passant, taken back": ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
    "a capture that promotes": ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 11),
    "a capture that promotes, taken back": ("rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 2),
    "and less to a knight": ("rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", 2),
    "black takes": ("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", "d5e4", 1),
}


@pytest.mark.parametrize(("fen", "uci", "wins"), EXCHANGES.values(), ids=EXCHANGES)
def test_an_exchange_goes_on_while_it_pays(fen: str, uci: str, wins: int) -> None:
    """A side that would lose by capturing does not; the value is the mover's gain, in pawns."""
    assert exchange(chess.Board(fen), chess.Move.from_uci(uci)) == wins


CHAINS = {
    "the pawn takes back before the knight": ("4k3/8/4pn2/3p4/2P1P3/8/8/4K3 w - - 0 1", "e4d5", 0),
    "two rooks behind each other against one": ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1),
    "two against two": ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -4),
    "a queen behind a rook": ("3rk3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", 1),
    "a rook behind a queen": ("3rk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", -3),
    "a bishop behind a pawn": ("4k3/8/2p1p3/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 0),
    "a bishop behind the defending pawn": ("4k3/1b6/2p5/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 0),
    "a queen behind a bishop, on the diagonal": ("4k3/8/2p5/3n4/4B3/5Q2/8/4K3 w - - 0 1", "e4d5", 1),
}


@pytest.mark.parametrize(("fen", "uci", "wins"), CHAINS.values(), ids=CHAINS)
def test_who_stands_behind_takes_part_when_the_way_is_free(fen: str, uci: str, wins: int) -> None:
    """Each side captures with its cheapest piece, and pieces behind it join in."""
    assert exchange(chess.Board(fen), chess.Move.from_uci(uci)) == wins
