"""`jadoube bench soak`: games on one board that goes through power cuts and bad disks."""

import random
from dataclasses import replace

import chess
import pytest

from jadoube.core.display.scoresheet import Ply
from jadoube_sim.benchmarks.cli import BUILT_IN, main
from jadoube_sim.benchmarks.soak import plan, sizes
from jadoube_sim.benchmarks.soak.plan import Plan, Trouble
from jadoube_sim.benchmarks.soak.verdicts import Verdict, verdict
from jadoube_sim.hands.games import playable_games

GAMES = playable_games(BUILT_IN)


def planned(trouble: Trouble) -> Plan:
    """The first game that is drawn with this trouble."""
    lots = random.Random(0)
    drawn = (plan.drawn(GAMES, "-", number, lots) for number in range(1000))
    return next(each for each in drawn if each.trouble is trouble)


def plies(game: Plan) -> list[Ply]:
    """The plies as they were played."""
    board = chess.Board(game.game.start_fen)
    return [Ply(move, board.san_and_push(move)) for move in game.game.moves]


def test_a_short_soak_ends_well_and_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    """Three games, with a power cut and a disk that fails among them; each is judged."""
    assert main(["soak", "--games", "3", "--seed", "274"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert " 3 games, " in said[0]
    assert "0 power cuts" not in said[1]
    assert "0 disk faults" not in said[1]
    assert said[2] == "soak     exact 3"
    assert said[-1].split()[1] == "3", "the last line has the sizes after the last game: nothing was wrong"


def test_the_same_seed_draws_the_same_week() -> None:
    """So that a fault that a soak finds can be played again."""
    first, again = (plan.drawn(GAMES, "7200+30", 5, random.Random(3)) for _ in range(2))
    assert first == again
    assert first != plan.drawn(GAMES, "7200+30", 5, random.Random(4))


def test_the_power_goes_where_hands_rest() -> None:
    """And after a quarter of the game."""
    game = planned(Trouble.CUT)
    before, after = game.log.edges[game.cut_at - 1 : game.cut_at + 1]
    assert after.at_us - before.at_us >= plan.REST_US
    assert game.cut_at >= len(game.log.edges) // 4


def test_clearing_up_leaves_the_start_position() -> None:
    """Whatever was played before, and however it ended."""
    lots = random.Random(1)
    for number in range(20):
        game = plan.drawn(GAMES, "-", number, lots)
        edges = plan.clearing_up(game, 0, lots)
        assert plan.changed(edges, game.final.occupied) == chess.Board().occupied


def test_a_game_that_is_misread_or_not_kept_is_told_from_one_that_is_in_doubt() -> None:
    """Only what the board says itself, or what its log alone gives, excuses a wrong ply."""
    game = planned(Trouble.NONE)
    right = plies(game)
    wrong = [*right[:4], replace(right[4], move=chess.Move.null()), *right[5:]]
    doubted = [*wrong[:4], replace(wrong[4], doubts=(right[4].san,)), *wrong[5:]]
    assert verdict(game, right, right, unfit=False) is Verdict.EXACT
    assert verdict(game, doubted, doubted, unfit=False) is Verdict.DOUBTED
    assert verdict(game, wrong, wrong, unfit=True) is Verdict.UNFIT
    assert verdict(game, wrong, wrong, unfit=False) is Verdict.SILENT
    assert verdict(game, right, wrong, unfit=False) is Verdict.LOST
    assert verdict(game, right, (), unfit=False) is Verdict.LOST


def test_what_grows_is_said() -> None:
    """Memory by more than a share and some megabytes; descriptors and threads at all."""
    before = sizes.Sizes(60, 60_000_000, 10, 2, 90_000, 100, 2_000_000)
    rest = before._replace(games=600, objects=99_000, files=200)
    assert not list(sizes.grown([before, before, rest, rest._replace(resident=65_900_000)]))
    assert list(sizes.grown([before, before, rest._replace(resident=67_000_000)])) == [
        "resident memory grew from 60.0 to 67.0 MB"
    ]
    found = list(sizes.grown([before, before, rest._replace(descriptors=11, threads=3)]))
    assert found == ["open file descriptors grew from 10 to 11", "threads grew from 2 to 3"]
    early = before._replace(games=6)
    assert not list(sizes.grown([early, early, rest._replace(resident=80_000_000)])), "it still fills up"
