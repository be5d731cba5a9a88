"""Rule sets: what ends a game automatically, what may be claimed, and how they are written."""

import re
from dataclasses import replace

import chess
import pytest

from jadoube.core.rules.game_line import Line, begin
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import (
    CLUB,
    FIDE,
    RULE_SETS,
    Dead,
    RuleSet,
    claimable_draw,
    game_outcome,
    is_dead,
    parse_rules,
    position_outcome,
    repetitions,
)

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


@pytest.mark.parametrize("fen", DEAD.values(), ids=DEAD)
def test_dead_positions_are_drawn_at_once(fen: str) -> None:
    """The customer's three material draws end the game, whichever side has the piece."""
    assert position_outcome(chess.Board(fen)) == Outcome(Termination.DEAD_POSITION)


@pytest.mark.parametrize("fen", ALIVE.values(), ids=ALIVE)
def test_other_material_plays_on(fen: str) -> None:
    """A position that the customer's text does not name is not dead."""
    assert not is_dead(chess.Board(fen))


@pytest.mark.parametrize(("fen", "outcome"), ENDINGS.values(), ids=ENDINGS)
def test_positions_that_end_the_game(fen: str, outcome: Outcome | None) -> None:
    """Mate wins for the side that gives it, stalemate draws, and a check does not end the game."""
    assert position_outcome(chess.Board(fen)) == outcome


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_a_rule_set_is_read_back_from_its_text(rules: RuleSet) -> None:
    """The text in the PGN and the journal gives back the whole rule set."""
    changed = replace(rules, flag_ends=not rules.flag_ends, dead=Dead.PROVED, illegal_loses=3)
    assert parse_rules(rules.text) == rules
    assert parse_rules(changed.text) == changed


def test_a_presets_text_is_its_name() -> None:
    """Only choices that differ from the preset follow the name."""
    assert [each.text for each in RULE_SETS.values()] == ["club", "fide", "fide-blitz", "casual"]
    assert replace(FIDE, touch_move=False).text == "fide touch_move=no"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fida", "'fida' found, expected one of: club, fide, fide-blitz, casual"),
        ("club flag_ends=maybe", "flag_ends='maybe' found, expected one of: no, yes"),
        ("club dead=often", "dead='often' found, expected one of: listed, proved"),
        ("club illegal_loses=two", "illegal_loses='two' found, expected a whole number"),
    ],
)
def test_nonsense_is_refused(text: str, expected: str) -> None:
    """An unknown rule set is refused with what was found and what was expected."""
    with pytest.raises(ValueError, match=re.escape(expected)):
        parse_rules(text)


def _line(*sans: str, fen: str = chess.STARTING_FEN) -> Line:
    line = begin(fen)
    for san in sans:
        line = line.after(line.board.parse_san(san))
    return line


SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")


def test_a_repetition_counts_the_first_time_too() -> None:
    """The start stands three times after the knights have gone out and home twice."""
    assert [repetitions(_line(*SHUFFLE * times)) for times in range(5)] == [1, 2, 3, 4, 5]


def test_a_lost_castling_right_is_another_position() -> None:
    """FIDE 9.2.3: the rook came home, but the right to castle with it did not."""
    once = _line("Nf3", "Nf6", "Rg1", "Rg8", "Rh1", "Rh8", "Ng1", "Ng8")
    assert repetitions(once) == 1


def test_an_en_passant_that_was_possible_is_another_position() -> None:
    """FIDE 9.2.3: right after the double step the pawn could be taken, on the same squares later not."""
    fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"
    line = _line("e4", "Kd8", "Kd1", "Ke8", "Ke1", fen=fen)
    assert repetitions(line) == 1
    assert repetitions(_line("e4", "Kd8", "Kd1", "Ke8", "Ke1", "Kd8", "Kd1", "Ke8", "Ke1", fen=fen)) == 2


def test_a_draw_may_be_claimed_at_the_third_time_and_after_fifty_moves() -> None:
    """Before that there is nothing to claim."""
    assert claimable_draw(_line(*SHUFFLE)) is None
    assert claimable_draw(_line(*SHUFFLE * 2)) is Termination.THREEFOLD
    assert claimable_draw(begin("4k3/8/8/8/8/8/8/R3K3 b - - 99 80")) is None
    assert claimable_draw(begin("4k3/8/8/8/8/8/8/R3K3 b - - 100 80")) is Termination.FIFTY


def test_the_automatic_draws_are_those_of_the_laws_only() -> None:
    """The fifth repetition and 75 moves end a game under `fide`; mate on the last move comes first."""
    fifth, late = _line(*SHUFFLE * 4), begin("4k3/8/8/8/8/8/8/R3K3 b - - 150 99")
    assert game_outcome(fifth, FIDE) == Outcome(Termination.FIVEFOLD)
    assert game_outcome(late, FIDE) == Outcome(Termination.SEVENTY_FIVE)
    assert game_outcome(fifth, CLUB) is None
    assert game_outcome(late, CLUB) is None
    mate = begin("4R1k1/5ppp/8/8/8/8/8/K7 b - - 150 99")
    assert game_outcome(mate, FIDE) == Outcome(Termination.CHECKMATE, chess.WHITE)
