"""Whether a side can still mate: verdicts over positions whose truth is known, and the bound."""

from pathlib import Path

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.core.rules.mating_search import Answer, Verdict, can_mate, is_dead
from jadoube_sim.benchmarks.cli import main
from jadoube_sim.benchmarks.times.mating import BUILT_IN, Known, read_positions

POSITIONS = {each.name: each for each in read_positions(BUILT_IN)}
#: Where a mate is found with few positions looked at: the games that people play.
USUAL = ("the start", "castling rights", "a middle game", "a rook endgame", "rook against king")
MOST = 6000


@pytest.mark.parametrize("known", POSITIONS.values(), ids=POSITIONS)
def test_no_answer_is_wrong(known: Known) -> None:
    """Over the whole table no side that can mate is said to be unable, and each that cannot is found."""
    for side in chess.COLORS:
        verdict = can_mate(known.board, side, MOST).verdict
        assert (verdict is Verdict.CANNOT) is (side not in known.can)


@pytest.mark.parametrize("name", USUAL)
def test_usual_mates_are_found(name: str) -> None:
    """In usual positions a mate is found soon for each side that can mate."""
    known = POSITIONS[name]
    assert {can_mate(known.board, side, MOST).verdict for side in known.can} == {Verdict.CAN}


@pytest.mark.parametrize("known", POSITIONS.values(), ids=POSITIONS)
def test_colours_are_alike(known: Known) -> None:
    """With colours exchanged the answer is that of the other side."""
    for side in chess.COLORS:
        if side not in known.can:
            assert can_mate(known.board.mirror(), not side, MOST).verdict is Verdict.CANNOT


def test_every_position_has_its_reason() -> None:
    """The table has at least forty positions, each with its own name and a reason for its truth."""
    assert len(POSITIONS) == len(read_positions(BUILT_IN)) >= 40
    assert all(each.name and each.reason for each in POSITIONS.values())


def test_the_bound_leaves_it_undecided() -> None:
    """Without an answer within the bound it is undecided; all moves of the last position are visited."""
    board = POSITIONS["knight against knight"].board
    answer = can_mate(board, chess.WHITE, 200)
    assert answer.verdict is Verdict.UNDECIDED
    assert 200 <= answer.nodes < 200 + len(list(board.legal_moves)) + 10
    assert can_mate(board, chess.WHITE, 0).verdict is Verdict.UNDECIDED


def test_material_is_asked_first() -> None:
    """A bare king costs one position, and is answered within any bound."""
    assert can_mate(POSITIONS["kings alone"].board, chess.WHITE, 0) == Answer(Verdict.CANNOT, 1)


def test_a_question_has_one_answer() -> None:
    """Asked again, it visits the same positions."""
    board = POSITIONS["a middle game"].board
    assert can_mate(board, chess.WHITE, MOST) == can_mate(board, chess.WHITE, MOST)


def test_the_position_that_is_asked_about_stays() -> None:
    """The search uses a board of its own."""
    board = chess.Board()
    board.push_san("e4")
    before = board.copy()
    can_mate(board, chess.BLACK, 500)
    assert (board, board.move_stack) == (before, before.move_stack)


def test_moves_without_progress_end_no_play() -> None:
    """The 75-move rule is another rule: it makes no position harder to win."""
    board = POSITIONS["rook against king"].board.copy()
    board.halfmove_clock = 150
    assert can_mate(board, chess.WHITE, MOST).verdict is Verdict.CAN


@pytest.mark.parametrize("known", POSITIONS.values(), ids=POSITIONS)
def test_dead_is_where_neither_side_can_mate(known: Known) -> None:
    """A position is dead if the table has no side that can mate."""
    assert is_dead(known.board, MOST) is (known.can == [])


def test_the_bench_counts_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """`jadoube bench mating` counts right, undecided and wrong answers of its own positions."""
    assert main(["mating", "--nodes", "300"]) == 0
    out = capsys.readouterr().out
    assert [name in out for name in ("cannot mate: ", "can mate: ", "a question: ")] == [True] * 3
    assert out.count(" 0 wrong") == 2


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("8/8/8/8/8/8/8/K1k5 w - - ", "c0 None found"),
        ('8/8/8/8/8/8/8/K1k5 w - - c0 "both";', "c0 'both' found"),
        ('8/8/8/8/8/8/8/Kk6 w - - c0 "--";', "expected a position of standard chess"),
        ('K1k w - - c0 "--";', "expected a position in EPD"),
    ],
)
def test_other_files_are_refused(line: str, found: str, tmp_path: Path) -> None:
    """A line without a known position is refused with its number."""
    path = tmp_path / "positions.epd"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(BadInput, match=found) as refused:
        read_positions(path)
    assert refused.value.place == f"{path}:1"
