"""The names of openings: which position names a game, and what is never named."""

from collections.abc import Iterator
from itertools import chain, repeat

import chess
import pytest

from jadoube.core.rules.game_line import positions_after
from jadoube.openings import lookup
from jadoube.openings.build import VOLUMES, Named, read_volume
from jadoube.openings.lookup import LONGEST, TABLE, Opening, opening_of, position_hash


def moves_of(sans: str) -> list[chess.Move]:
    """The moves of a game from the usual start position."""
    board = chess.Board()
    return [board.push_san(san) for san in sans.split()]


def named(sans: str) -> Opening | None:
    """What the game from the usual start position is called."""
    return opening_of(chess.STARTING_FEN, moves_of(sans))


@pytest.fixture(scope="module")
def openings() -> list[Named]:
    """The whole list."""
    return [each for volume in VOLUMES for each in read_volume(TABLE.parent / f"{volume}.tsv")]


def test_each_opening_of_the_list_is_found(openings: list[Named]) -> None:
    """The moves of each line of the list lead to its code and name."""
    assert len(openings) == 3810
    wrong = [
        each for each in openings if opening_of(chess.STARTING_FEN, each.board.move_stack) != each.opening
    ]
    assert wrong == []


def test_a_game_keeps_the_name_with_which_it_left_the_list() -> None:
    """Moves behind the last named position change nothing."""
    najdorf = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"
    assert named(najdorf) == ("B90", "Sicilian Defense: Najdorf Variation")
    assert named(f"{najdorf} Qd3 h6 a4") == named(najdorf)


def test_other_moves_to_a_position_give_its_name() -> None:
    """A transposition counts: the Queen's Gambit Declined by way of the English Opening."""
    assert named("c4 e6 d4 d5") == named("d4 d5 c4 e6") == ("D30", "Queen's Gambit Declined")


def test_a_game_may_come_back_to_the_list() -> None:
    """A position without a name between two named ones does not end the search."""
    between = "e3 e5 c4 d6 Nc3"
    assert named(between) == named("e3 e5") == ("A00", "Van't Kruijs Opening")
    assert position_hash(last_board(between)).encode() not in TABLE.read_bytes()
    assert named(f"{between} Nc6 b3 Nf6") == ("A00", "Amsterdam Attack")


def last_board(sans: str) -> chess.Board:
    """The position after these moves."""
    *_, board = positions_after(chess.STARTING_FEN, moves_of(sans))
    return board


def test_a_game_without_plies_has_no_name() -> None:
    """Before the first move there is no opening."""
    assert named("") is None


def test_only_the_usual_start_position_has_openings() -> None:
    """A game from elsewhere has no opening, also if its moves or its positions are those of one."""
    without_a_knight = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
    assert opening_of(without_a_knight, moves_of("e4 c5")) is None
    after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert opening_of(after_e4, [chess.Move.from_uci("c7c5")]) is None
    assert opening_of(chess.STARTING_FEN, moves_of("e4 c5")) == ("B20", "Sicilian Defense")


def test_castling_rights_are_part_of_a_position() -> None:
    """The same pieces without the right to castle are another position."""
    plain, moved = "e4 e5 Nf3 Nc6 Bb5", "e4 e5 Nf3 Nc6 Rg1 a6 Rh1 a5 Bb5"
    assert named(plain) == ("C60", "Ruy Lopez")
    assert named(moved) != named(plain)
    rights = chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    fewer = chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1")
    assert position_hash(rights) != position_hash(fewer)


def test_a_capture_en_passant_counts_only_if_it_is_legal() -> None:
    """A double step that no pawn may answer en passant leaves no trace."""
    after_step = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    without = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert position_hash(after_step) == position_hash(without)
    legal = chess.Board("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3")
    gone = chess.Board("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3")
    assert position_hash(legal) != position_hash(gone)


def test_the_longest_line_is_the_limit(openings: list[Named]) -> None:
    """No line of the list is longer than what is looked up, and one is as long."""
    assert max(len(each.board.move_stack) for each in openings) == LONGEST


def test_no_more_is_read_of_a_game_than_may_have_a_name() -> None:
    """Of an endless game only so many moves are taken as the longest line has."""
    knights = [chess.Move.from_uci(uci) for uci in ("g1f3", "g8f6", "f3g1", "f6g8")]
    taken = 0

    def endless() -> Iterator[chess.Move]:
        nonlocal taken
        for move in chain.from_iterable(repeat(knights)):
            taken += 1
            yield move

    assert opening_of(chess.STARTING_FEN, endless()) == ("A05", "Zukertort Opening")
    assert taken == LONGEST


def test_the_first_and_the_last_line_of_the_table_are_found() -> None:
    """The search reaches both ends of the file, and finds nothing before, between and behind."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    for line in (lines[0], lines[-1]):
        key, eco, name = line.split("\t")
        assert lookup._named(key.encode()) == Opening(eco, name)
        assert lookup._named(f"{int(key, 16) ^ 1:016x}".encode()) is None
    assert lookup._named(b"0" * 16) is None
    assert lookup._named(b"f" * 16) is None
