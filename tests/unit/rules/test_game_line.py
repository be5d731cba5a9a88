"""Lines and positions: which squares a legal ply flips, and games as values."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.rules.game_line import (
    PROMOTIONS,
    Line,
    begin,
    en_passant_victim,
    flipped_squares,
    have_same_move,
    move_number,
    moved_anyhow,
    moves_of,
    numbered_san,
)
from jadoube.core.squares import names

CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
FLIPS = {
    "a move": (chess.STARTING_FEN, "g1f3", "g1 f3"),
    "a capture": ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "e4"),
    "White castles kingside": (CASTLES, "e1g1", "e1 f1 g1 h1"),
    "White castles queenside": (CASTLES, "e1c1", "a1 c1 d1 e1"),
    "Black castles kingside": (CASTLES.replace(" w ", " b "), "e8g8", "e8 f8 g8 h8"),
    "Black castles queenside": (CASTLES.replace(" w ", " b "), "e8c8", "a8 c8 d8 e8"),
    "a king's single step": (CASTLES, "e1f1", "e1 f1"),
    "en passant by White": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "d5 e5 d6"),
    "en passant by Black": ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "d3 d4 e4"),
    "a promotion": ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a7 a8"),
    "a capture that promotes": ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "a7"),
}


def squares_of(text: str) -> int:
    """The set of the squares named."""
    return int(chess.SquareSet(map(chess.parse_square, text.split())))


@pytest.mark.parametrize(("fen", "uci", "flipped"), FLIPS.values(), ids=FLIPS)
def test_the_squares_that_a_move_flips(fen: str, uci: str, flipped: str) -> None:
    """Castling flips four, en passant three, a capture only the square that the mover leaves."""
    found = flipped_squares(chess.Board(fen), chess.Move.from_uci(uci))
    assert set(names(found)) == set(flipped.split())


STARTS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnb1q3/P1P3P1/8/8/k6K/8/p1p3p1/RNB1Q3 w - - 0 1",
    "4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 b - - 0 1",
)


@given(st.sampled_from(STARTS), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_plies_that_are_asked_for_are_those_of_all(fen: str, plies: int, seed: int) -> None:
    """The same plies come in the same order, whether all are known or only a few pieces are tried."""
    board, rng = chess.Board(fen), random.Random(seed)
    while len(board.move_stack) < plies and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    unknown, targets = chess.BB_SQUARES[rng.randrange(64)], rng.getrandbits(64)
    known = Line(board)
    for change in [*known.changes(), rng.getrandbits(64) & rng.getrandbits(64) & board.occupied]:
        for hidden in (0, unknown):
            asked = Line(board).plies_flipping(change & ~hidden, targets, hidden)
            every = [flipped for flipped in known.changes() if flipped & ~hidden == change & ~hidden]
            alike = [
                (move, flipped & ~board.occupied) for flipped in every for move in known.changes()[flipped]
            ]
            expected = [move for move, filled in alike if (filled | 1 << move.to_square) & targets]
            assert list(asked) == expected
            assert list(known.plies_flipping(change & ~hidden, targets, hidden)) == expected
        for least in (change, change & targets):
            over = [each for each in known.changes().items() if not least & ~each[0]]
            assert list(Line(board).changes_over(least)) == over


@given(st.sampled_from(STARTS), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_changes_agree_with_making_every_move(fen: str, plies: int, seed: int) -> None:
    """For every legal move of a position: the difference of the occupancies, by brute force."""
    board, rng = chess.Board(fen), random.Random(seed)
    while len(board.move_stack) < plies and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    expected: dict[int, set[chess.Move]] = {}
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        if move.promotion in (None, chess.QUEEN):
            expected.setdefault(board.occupied ^ after.occupied, set()).add(move)
    found = Line(board).changes()
    assert {change: set(moves) for change, moves in found.items()} == expected
    assert sum(map(len, found.values())) == sum(map(len, expected.values()))
    assert all(board.is_capture(move) for moves in found.values() if len(moves) > 1 for move in moves)


def test_the_pawn_taken_en_passant_stands_beside() -> None:
    """It stands on the file of the target, and on the rank of the source."""
    assert en_passant_victim(chess.Move.from_uci("e5d6")) == chess.D5
    assert en_passant_victim(chess.Move.from_uci("a4b3")) == chess.B4


def test_the_same_moves_are_the_same_line() -> None:
    """So explanations of the board are compared by identity."""
    start, move = begin(), chess.Move.from_uci("e2e4")
    assert start.after(move) is start.after(chess.Move.from_uci("e2e4"))
    assert begin().after(move) is not start.after(move)


def test_a_line_knows_its_moves() -> None:
    """A line gives its plies in order, their SAN, the side to move, and each earlier line."""
    start = begin()
    line = start
    for uci in ("e2e4", "e7e5", "g1f3"):
        line = line.after(chess.Move.from_uci(uci))
    assert [each.san for each in line.plies()] == ["e4", "e5", "Nf3"]
    assert [each.ply for each in line.plies()] == [1, 2, 3]
    assert (line.side_to_move, line.mover) == (chess.BLACK, chess.WHITE)
    assert line.occupancy == line.board.occupied
    assert line.back_to(1).san == "e4"
    assert line.back_to(0) is start
    assert line.back_to(7) is line


def test_a_game_goes_on_from_its_beginnings_and_from_no_other_game() -> None:
    """The same moves made anew are another game: only the lines that it came from count."""
    start = begin()
    first = start.after(chess.Move.from_uci("e2e4"))
    line = first.after(chess.Move.from_uci("e7e5"))
    assert all(line.goes_on_from(earlier) for earlier in (start, first, line))
    assert not first.goes_on_from(line)
    assert not line.goes_on_from(start.after(chess.Move.from_uci("d2d4")))
    assert not line.goes_on_from(begin())


def test_a_start_has_no_move() -> None:
    """At the start the mover is the side not to move, and there is no SAN."""
    start = begin("4k3/8/8/8/8/8/8/4K2R b K - 0 1")
    assert (start.san, start.move, start.before, start.plies()) == ("", None, None, [])
    assert (start.side_to_move, start.mover) == (chess.BLACK, chess.WHITE)


def test_a_longer_line_leaves_the_shorter_as_it_was() -> None:
    """Lines share their beginnings and never change."""
    start = begin()
    fen = start.board.fen()
    start.after(chess.Move.from_uci("e2e4")).after(chess.Move.from_uci("e7e5"))
    assert start.board.fen() == fen


@pytest.mark.parametrize("piece", PROMOTIONS, ids=chess.piece_name)
def test_a_promotion_can_become_each_piece(piece: chess.PieceType) -> None:
    """Only the piece differs; the way back gives the same line object."""
    queened = begin("8/P6k/8/8/8/8/8/K7 w - - 0 1").after(chess.Move.from_uci("a7a8q"))
    line = queened.promoting_to(piece)
    assert line.board.piece_type_at(chess.A8) == piece
    assert line.promoting_to(chess.QUEEN) is queened


def test_what_is_no_promotion_becomes_nothing_else() -> None:
    """The refusal names the ply."""
    with pytest.raises(ValueError, match="ply 1 is no promotion"):
        begin().after(chess.Move.from_uci("e2e4")).promoting_to(chess.ROOK)


def test_a_start_that_is_no_fen_is_refused() -> None:
    """The message is that of python-chess."""
    with pytest.raises(ValueError, match="expected"):
        begin("rnbqkbnr/pppppppp/8/8 w")


IRREGULAR = {
    "a knight strays": (chess.STARTING_FEN, "g1g4", "Ng1-g4", "/6N1/8/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
    "a king's move ends castling": (CASTLES, "e1e4", "Ke1-e4", "/4K3/8/8/R6R b kq - 1 1"),
    "a rook is taken at home": (CASTLES, "a1h8", "Ra1xh8", "r3k2R/8/8/8/8/8/8/4K2R b Kq - 0 1"),
    "two files are no castling": (CASTLES, "e1g1", "Ke1-g1", "/R5KR b kq - 1 1"),
    "Black moves out of turn": (chess.STARTING_FEN, "e7e5", "e7-e5", "PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    "a pawn strays to the end": ("4k3/8/8/P7/8/8/8/4K3 w - - 3 9", "a5a8", "a5-a8", "Q3k3/"),
}


@pytest.mark.parametrize(("fen", "uci", "san", "part"), IRREGULAR.values(), ids=IRREGULAR)
def test_the_position_after_an_irregular_ply(fen: str, uci: str, san: str, part: str) -> None:
    """The piece stands where it was put, the other side is to move, and lost castling rights stay lost."""
    line, move = begin(fen), chess.Move.from_uci(uci)
    after = line.standing(moved_anyhow(line.board, move), move)
    assert part in after.board.fen()
    assert (after.ply, after.irregular, after.irregular_ply, after.san) == (1, True, 1, san)


def test_a_game_goes_on_after_an_irregular_ply() -> None:
    """Later plies are legal again; the line still knows which ply was irregular, and shares its beginning."""
    line, move = begin(), chess.Move.from_uci("g1g4")
    strayed = line.standing(moved_anyhow(line.board, move), move)
    later = strayed.after(chess.Move.from_uci("e7e5")).after(chess.Move.from_uci("g4f6"))
    assert (later.irregular, later.irregular_ply, later.ply, later.san) == (False, 1, 3, "Nf6+")
    assert line.standing(moved_anyhow(line.board, move), move) is strayed
    assert strayed.standing(begin(CASTLES).board).san == "--"


@pytest.mark.parametrize("uci", ["e4e5", "e2e8"])
def test_what_no_irregular_ply_may_be(uci: str) -> None:
    """It begins with a piece and takes no king; the message names the move and the position."""
    with pytest.raises(ValueError, match=f"{uci} in .*expected a piece on its source"):
        moved_anyhow(chess.Board(), chess.Move.from_uci(uci))


def test_an_irregular_ply_without_a_move_is_not_the_same_as_none() -> None:
    """Nor as another position that was declared there."""
    line = begin()
    declared, other = line.standing(begin(CASTLES).board), line.standing(begin().board)
    assert have_same_move(1, declared, declared)
    assert not have_same_move(1, declared, line)
    assert not have_same_move(1, declared, other)


def test_numbers_when_a_side_moves_twice() -> None:
    """They come from the positions, and behind the end the sides move in turn."""
    line, move = begin(), chess.Move.from_uci("e7e5")
    strayed = line.standing(moved_anyhow(line.board, move), move).after(chess.Move.from_uci("e2e4"))
    assert [move_number(strayed, ply) for ply in (1, 2, 3, 4)] == [
        (1, chess.BLACK),
        (1, chess.WHITE),
        (1, chess.BLACK),
        (2, chess.WHITE),
    ]
    assert [numbered_san(each) for each in strayed.plies()] == ["1... e7-e5", "1. e4"]
    assert [moves_of(strayed, side) for side in (chess.WHITE, chess.BLACK)] == [1, 0]
