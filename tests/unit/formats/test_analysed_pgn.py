"""An analysis stands in the PGN beside all that stood there."""

import chess
import pytest
from chess.engine import Cp, Mate, MateGiven

from jadoube.config.problems import BadInput
from jadoube.engines.evaluation import Assessed, Assessment, Evaluation
from jadoube.formats.analysed_pgn import annotate, positions, read_parts, text_of

FOOLS_MATE = """\
[Event "Club \\"evening\\""]
[Site "?"]
[Date "2026.11.24"]
[Round "?"]
[White "Menchik, Vera"]
[Black "?"]
[Result "0-1"]

{ White is late } 1. f3 { doubt: e3 } { White offers a draw }
{ [%clk 0:04:58.9] } { [%emt 0:00:01.1] } 1... e5 ( 1... d5 2. e4 ) 2. g4 Qh4# 0-1

"""


def line(*moves: str) -> tuple[chess.Move, ...]:
    """Moves in UCI."""
    return tuple(map(chess.Move.from_uci, moves))


def analysed(text: str) -> str:
    """The game with a blunder at its third ply."""
    (game,) = read_parts(text, "game")
    scores = (Cp(25), Cp(-70), Cp(-64), Mate(-1), Mate(0))
    better = line("g1h3", "d7d5")
    assessed = [Assessed(None, (), 0)] * 2 + [
        Assessed(Assessment.BLUNDER, better, 936),
        Assessed(None, (), 0),
    ]
    annotate(game, [Evaluation(score) for score in scores], assessed, "Engine 1.0, 5 nodes a position")
    return text_of(game)


def test_evaluations_lines_and_glyphs_are_added() -> None:
    """Tags, doubts, acts, times and the line of somebody else stay as they were, each apart."""
    moves = " ".join(analysed(FOOLS_MATE).partition("\n\n")[2].split())
    assert moves == (
        "{ White is late } 1. f3 { doubt: e3 } { White offers a draw } { [%clk 0:04:58.9] } "
        "{ [%emt 0:00:01.1] } { [%eval -0.70] } 1... e5 { [%eval -0.64] } ( 1... d5 2. e4 ) "
        "2. g4 $4 { [%eval #-1] } ( 2. Nh3 d5 ) 2... Qh4# 0-1"
    )
    assert '[Event "Club \\"evening\\""]' in analysed(FOOLS_MATE)
    assert '[Annotator "Engine 1.0, 5 nodes a position"]' in analysed(FOOLS_MATE)


def test_a_second_analysis_adds_nothing() -> None:
    """What the first has written is replaced, not repeated."""
    once = analysed(FOOLS_MATE)
    assert analysed(once) == once


def test_each_part_of_a_game_is_read() -> None:
    """A game with an irregular ply has two."""
    further = '[Event "?"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n[SetUp "1"]\n\n1. O-O *\n'
    parts = read_parts(f"{FOOLS_MATE}{further}", "game")
    assert [len(positions(part)) for part in parts] == [5, 2]
    assert positions(parts[0])[4].is_checkmate()


def test_another_variant_is_refused() -> None:
    """A game of atomic chess cannot be assessed by an engine for chess."""
    with pytest.raises(BadInput, match="game: the variant 'Atomic' found, expected a game of chess"):
        read_parts('[Variant "Atomic"]\n\n1. Nf3 *\n', "game")


def test_a_mate_on_the_board_has_no_evaluation() -> None:
    """There is nothing to evaluate, and no number for it in PGN."""
    (game,) = read_parts(FOOLS_MATE, "game")
    annotate(game, [Evaluation(MateGiven)] * 5, [Assessed(None, (), 0)] * 4, "Engine")
    assert "%eval" not in text_of(game)
