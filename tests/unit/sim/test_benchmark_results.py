"""`jadoube bench results`: games end as python-chess has it, and where they do not it is said."""

from pathlib import Path

import chess
import pytest

from jadoube_sim.benchmarks.cli import main
from jadoube_sim.benchmarks.played.results import Ended, ended, expected
from jadoube_sim.hands.games import Game

BISHOPS = "8/8/8/4k3/4R3/8/8/3B1B1K b - - 0 1"
"""Black takes the rook: two bishops of one colour are left, which python-chess and the Laws call dead."""


def _game(start: str, *sans: str) -> Game:
    board = chess.Board(start)
    return Game(1, start, tuple(board.push_san(san) for san in sans))


@pytest.mark.parametrize(("rules", "plies"), [("club", 3), ("fide", 1)])
def test_automatic_draws_are_expected_of_the_laws_only(rules: str, plies: int) -> None:
    """75 moves by each side end a game under `fide` and no other."""
    game = _game("4k3/8/8/8/8/8/8/R3K3 w - - 149 99", "Ra2", "Kd7", "Ra7+")
    assert expected(game, rules)[0] == plies


def test_what_the_rule_set_does_not_list_is_a_deviation() -> None:
    """The customer's text plays on where python-chess sees a dead position."""
    game = _game(BISHOPS, "Kxe4")
    assert ended(game, "club") == Ended(1, "goes on", "1/2-1/2 dead position", "*", exact=True)
    assert ended(game, "fide").board == "1/2-1/2 dead position"


def test_the_command_counts_results_and_lists_what_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line for each ending with how often it was, one for each game that ended otherwise."""
    pgn = tmp_path / "games.pgn"
    mate = '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    pgn.write_text(f'{mate}\n[SetUp "1"]\n[FEN "{BISHOPS}"]\n\n1... Kxe4 *\n', encoding="utf-8")
    assert main(["results", "--pgn", str(pgn)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "results  under club: 2 games, 2 exact",
        "      1  0-1 checkmate (the file says 0-1)",
        "      1  goes on (the file says *)",
        "  game 2: goes on, expected 1/2-1/2 dead position",
    ]
