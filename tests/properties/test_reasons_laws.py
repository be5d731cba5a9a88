"""One reason for every ply that the generator refuses, and none for any that it has; and each is true.

What a reason says is asked of python-chess by other ways than the reason was found: by making the move on a
copy of the board, by its pins, by walking from square to square, by playing the game again.
"""

import random
from collections.abc import Callable

import chess
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jadoube.core.arbiter import step
from jadoube.core.language.render import reason_words
from jadoube.core.messages.effects import ReasonTold
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.rules.game_line import Line, begin
from jadoube.core.rules.illegality import Kind, Reason, why_not
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.squares import squares
from jadoube.core.state.table import Terms, new_table

#: Where games begin: the start, castling everywhere, pawns about to meet, checks and pins, promotions.
STARTS = (
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "k3r3/8/8/1b6/1b6/3n4/P2PRP2/R3K2R w KQ - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/3k4/8/3K4/8/8/R6r w - - 0 1",
)


def a_game(start: str, plies: int, seed: int) -> Line:
    """A game of random plies."""
    rng = random.Random(seed)
    line = begin(start)
    while line.ply < plies and (moves := list(line.board.legal_moves)):
        line = line.after(rng.choice(moves))
    return line


def refused(line: Line) -> list[Reason]:
    """Every reason on this board: exactly one wherever there is no legal ply, and none elsewhere."""
    legal = {(move.from_square, move.to_square) for move in line.board.legal_moves}
    reasons = []
    for source in chess.SQUARES:
        for target in chess.SQUARES:
            reason = why_not(line, source, target)
            assert (reason is None) == ((source, target) in legal), (source, target)
            if reason:
                assert (reason.source, reason.target) == (source, target)
                reasons.append(reason)
    return reasons


def tried(line: Line, reason: Reason) -> chess.Board:
    """The board after the try, made on it as if it were a ply."""
    board = line.board.copy(stack=False)
    if not board.is_castling(chess.Move(reason.source, reason.target)):
        promotes = reason.piece == chess.PAWN and chess.square_rank(reason.target) in (0, 7)
        board.push(chess.Move(reason.source, reason.target, chess.QUEEN if promotes else None))
    return board


def in_check_after(line: Line, reason: Reason) -> bool:
    """Whether the try would leave its king attacked by just these pieces, or by these among others."""
    board = tried(line, reason)
    king = board.king(reason.side)
    assert king is not None
    return not reason.because & ~int(board.attackers(not reason.side, king))


def steps(source: chess.Square, target: chess.Square) -> list[chess.Square]:
    """The squares between two on one line, the first step's first."""
    files = chess.square_file(target) - chess.square_file(source)
    ranks = chess.square_rank(target) - chess.square_rank(source)
    far = max(abs(files), abs(ranks))
    step = files // far + 8 * (ranks // far)
    return [source + step * times for times in range(1, far)]


def only(reason: Reason) -> chess.Square:
    """The one square that is the reason."""
    (square,) = squares(reason.because)
    return square


def first_between(line: Line, reason: Reason, target: chess.Square) -> bool:
    """Whether the reason is the first piece on the way."""
    way = [square for square in steps(reason.source, target) if line.board.piece_at(square)]
    return way[:1] == [only(reason)]


def corner(reason: Reason) -> chess.Square:
    """Where the rook stands with which the king tried to castle."""
    aside = reason.target > reason.source
    return chess.square(7 if aside else 0, chess.square_rank(reason.source))


def goes_on_empty(reason: Reason) -> bool:
    """Whether the piece goes so where nothing else stands; a pawn's ways ahead of it."""
    assert reason.piece
    board = chess.Board(None)
    board.set_piece_at(reason.source, chess.Piece(reason.piece, reason.side))
    board.turn = reason.side
    reaches = {move.to_square for move in board.generate_pseudo_legal_moves()}
    return reason.target in reaches | set(board.attacks(reason.source))


def plies_by(line: Line, side: chess.Color, piece: chess.PieceType) -> bool:
    """Whether this side has made a ply with such a piece."""
    return any(
        played.before and played.move and played.before.board.piece_at(played.move.from_square) == man
        for played in line.plies()
        for man in (chess.Piece(piece, side),)
    )


def arrived_by(line: Line, square: chess.Square) -> int | None:
    """How many ranks its piece went when it came to this square; None if that was before the start."""
    ranks = None
    for played in line.plies():
        if played.move and played.move.to_square == square:
            ranks = abs(chess.square_rank(played.move.from_square) - chess.square_rank(square))
    return ranks


def own_piece(line: Line, reason: Reason, square: chess.Square) -> chess.PieceType | None:
    """What piece of the side that tried stands on a square."""
    piece = line.board.piece_at(square)
    return piece.piece_type if piece and piece.color == reason.side else None


def beside(line: Line, reason: Reason) -> bool:
    """Whether the reason is an enemy pawn beside the one that tried, on the file to which it tried to go."""
    pawn = line.board.piece_at(only(reason))
    passed = chess.square(chess.square_file(reason.target), chess.square_rank(reason.source))
    return only(reason) == passed and pawn == chess.Piece(chess.PAWN, not reason.side)


def stepped_before(line: Line, reason: Reason) -> bool:
    """Whether the pawn beside made a double step, and not in the last ply."""
    before_start = line.back_to(0).board.ep_square == reason.target
    double = arrived_by(line, only(reason)) == 2 or (arrived_by(line, only(reason)) is None and before_start)
    return double and line.board.ep_square != reason.target


def castling_ready(line: Line, reason: Reason) -> bool:
    """Whether the right to castle is there, and nothing between."""
    right = line.board.clean_castling_rights() & chess.BB_SQUARES[corner(reason)]
    return bool(right) and not any(map(line.board.piece_at, steps(reason.source, corner(reason))))


def no_right(line: Line, reason: Reason) -> bool:
    """Whether king and rook stand at home, and the right to castle is gone."""
    at_home = own_piece(line, reason, corner(reason)) == chess.ROOK
    return at_home and not line.board.clean_castling_rights() & chess.BB_SQUARES[corner(reason)]


def attacks(line: Line, reason: Reason, square: chess.Square) -> bool:
    """Whether just the pieces that are the reason attack a square."""
    return int(line.board.attackers(not reason.side, square)) == reason.because


def pinned(line: Line, reason: Reason) -> bool:
    """Whether the piece is pinned, by this attacker: it is in line with both, and alone between them."""
    king = line.board.king(reason.side)
    assert king is not None
    between = [square for square in steps(king, only(reason)) if line.board.piece_at(square)]
    return line.board.is_pinned(reason.side, reason.source) and between == [reason.source]


def king_attacked(line: Line, reason: Reason) -> bool:
    """Whether just these pieces would attack the king where it tried to go."""
    board = tried(line, reason)
    king = board.king(reason.side)
    assert king == reason.target
    return int(board.attackers(not reason.side, king)) == reason.because


def checkers(line: Line) -> int:
    """What gives check."""
    return int(line.board.checkers())


def ranks_ahead(reason: Reason) -> int:
    """How far ahead a try went, for its own side."""
    ranks = chess.square_rank(reason.target) - chess.square_rank(reason.source)
    return ranks if reason.side else -ranks


TRUE: dict[Kind, Callable[[Line, Reason], bool]] = {
    Kind.NO_PIECE: lambda line, no: line.board.piece_at(no.source) is None,
    Kind.NOT_YOUR_TURN: lambda line, no: line.board.color_at(no.source) == no.side != line.board.turn,
    Kind.SAME_SQUARE: lambda _, no: no.source == no.target,
    Kind.KING_NOT_CAPTURED: lambda line, no: line.board.king(not no.side) == no.target == only(no),
    Kind.CASTLING_NO_ROOK: lambda line, no: own_piece(line, no, only(no)) != chess.ROOK,
    Kind.CASTLING_KING_MOVED: lambda line, no: no_right(line, no) and plies_by(line, no.side, chess.KING),
    Kind.CASTLING_ROOK_MOVED: lambda line, no: (
        no_right(line, no) and plies_by(line, no.side, chess.ROOK) and only(no) == corner(no)
    ),
    Kind.CASTLING_LOST: lambda line, no: (
        no_right(line, no) and not line.back_to(0).board.clean_castling_rights() & no.because
    ),
    Kind.CASTLING_BETWEEN: lambda line, no: first_between(line, no, corner(no)),
    Kind.CASTLING_OUT_OF_CHECK: lambda line, no: (
        castling_ready(line, no) and attacks(line, no, no.source) and line.board.is_check()
    ),
    Kind.CASTLING_THROUGH: lambda line, no: (
        castling_ready(line, no)
        and no.through == (no.source + no.target) // 2
        and attacks(line, no, no.through)
    ),
    Kind.CASTLING_INTO: lambda line, no: castling_ready(line, no) and attacks(line, no, no.target),
    Kind.PAWN_BACK: lambda _, no: no.piece == chess.PAWN and ranks_ahead(no) < 0,
    Kind.PAWN_TWO_SQUARES: lambda _, no: no.piece == chess.PAWN and ranks_ahead(no) == 2,
    Kind.PAWN_STRAIGHT: lambda line, no: (
        line.board.color_at(no.target) == (not no.side) and (no.target - no.source) % 8 == 0
    ),
    Kind.PAWN_DIAGONAL: lambda line, no: line.board.piece_at(no.target) is None and goes_on_empty(no),
    Kind.EN_PASSANT_LATE: lambda line, no: beside(line, no) and stepped_before(line, no),
    Kind.EN_PASSANT_ONE_STEP: lambda line, no: beside(line, no) and arrived_by(line, only(no)) == 1,
    Kind.EN_PASSANT_NOT_NOW: lambda line, no: beside(line, no) and arrived_by(line, only(no)) is None,
    Kind.WAY: lambda _, no: not goes_on_empty(no),
    Kind.BLOCKED: lambda line, no: first_between(line, no, no.target) and goes_on_empty(no),
    Kind.OWN_PIECE: lambda line, no: own_piece(line, no, no.target) is not None and goes_on_empty(no),
    Kind.KINGS_MEET: lambda line, no: (
        chess.square_distance(no.target, only(no)) == 1 and line.board.king(not no.side) == only(no)
    ),
    Kind.KING_ATTACKED: king_attacked,
    Kind.DOUBLE_CHECK: lambda line, no: (
        checkers(line) == no.because and no.because.bit_count() == 2 and no.piece != chess.KING
    ),
    Kind.IN_CHECK: lambda line, no: checkers(line) == no.because and in_check_after(line, no),
    Kind.PINNED: lambda line, no: pinned(line, no) and in_check_after(line, no),
    Kind.EN_PASSANT_UNCOVERS: lambda line, no: (
        line.board.ep_square == no.target
        and in_check_after(line, no)
        and not line.board.is_pinned(no.side, no.source)
    ),
}

#: Kinds whose squares have no piece, and those where nothing is asked of it.
EMPTY = {Kind.NO_PIECE, Kind.PAWN_DIAGONAL}
EITHER = {Kind.CASTLING_NO_ROOK}


def stands(line: Line, no: Reason) -> bool:
    """Whether pieces stand on the squares that are the reason, or none, as it says."""
    standing = no.because & line.board.occupied
    return no.kind in EITHER or standing == (0 if no.kind in EMPTY else no.because)


def test_every_kind_has_its_truth() -> None:
    """No reason is left unasked."""
    assert set(TRUE) == set(Kind)


@settings(max_examples=40)
@given(st.sampled_from(STARTS), st.integers(0, 60), st.integers(0, 2**32 - 1))
@example(STARTS[5], 0, 0)
@example(STARTS[6], 0, 0)
def test_one_true_reason_for_every_no(start: str, plies: int, seed: int) -> None:
    """For all pairs of squares: no reason where a legal ply goes, else one, and it is true."""
    line = a_game(start, plies, seed)
    untrue = [no for no in refused(line) if not (TRUE[no.kind](line, no) and stands(line, no))]
    assert not untrue, line.board.fen()


@pytest.mark.parametrize("language", LANGUAGES)
@given(start=st.sampled_from(STARTS), plies=st.integers(0, 60), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=10)
def test_every_reason_is_one_whole_sentence(language: str, start: str, plies: int, seed: int) -> None:
    """Nothing stands in braces, nothing is empty, and it begins and ends as a part of a line does."""
    for no in refused(a_game(start, plies, seed)):
        words = reason_words(no, language)
        assert words == " ".join(words.split())
        assert not set("{}").intersection(words)
        assert words[0].islower()
        assert words[-1] != "."


@given(st.sampled_from(STARTS), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_a_try_at_the_board_is_told_its_reason(start: str, plies: int, seed: int) -> None:
    """Whatever one piece is set down illegally, the board at rest tells just the reason against that."""
    line = begin(a_game(start, plies, seed).board.fen())
    no = random.Random(seed).choice([no for no in refused(line) if is_seen(line, no)])
    table = new_table(Terms(line.board.fen(), turned=False), settled_contacts(line.occupancy))
    lifted = line.occupancy & ~chess.BB_SQUARES[no.source]
    placed = lifted | chess.BB_SQUARES[no.target]
    told: list[Reason] = []
    for at_ms, reeds in ((100, lifted), (120, lifted), (500, placed), (520, placed), (1500, placed)):
        table, effects = step(table, Scanned(reeds), at_ms)
        told += [effect.reason for effect in effects if isinstance(effect, ReasonTold)]
    assert told == ([no] if table.notices.illegal else [])


def is_seen(line: Line, no: Reason) -> bool:
    """Whether the reeds show the whole try: a piece leaves, and fills an empty square."""
    return line.board.piece_at(no.source) is not None and line.board.piece_at(no.target) is None
