"""The score of the hard rows: what counts as exact, silent, invented, in time and marked."""

from dataclasses import replace
from pathlib import Path

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.formats.sensorlog import parse_sensor_log
from jadoube_sim.benchmarks.cli import BUILT_IN, main
from jadoube_sim.benchmarks.hard import shown
from jadoube_sim.benchmarks.hard.rows import HARD_ROWS, MANNER_ROWS, HardJob, hard_rows
from jadoube_sim.benchmarks.hard.scores import HardScore, hard_table, judge, score
from jadoube_sim.benchmarks.played.reading import LEVERS, up_to_the_end
from jadoube_sim.hands.games import playable_games
from jadoube_sim.hands.hard.played import BadReed, Look, Played
from jadoube_sim.hands.tidy import play

GAME = playable_games(BUILT_IN)[0]
MOVES = up_to_the_end(GAME)
JOB = HardJob(GAME, "sticks-open", "clock", 0)
CLEAN = Played(play(MOVES, time_control="300+3", seed=5), GAME.start_fen, MOVES)
LATE_US = CLEAN.log.lasts_us - 1


def test_a_clean_game_is_exact() -> None:
    """Every ply is right, and nothing else is counted."""
    total = judge(JOB, CLEAN)
    counted = {name: count for name, count in total.counts.items() if count}
    assert counted == {"games": 1, "exact": 1, "plies": len(MOVES), "right": len(MOVES)}
    assert total.failed == ()


def test_a_ply_after_the_last_is_invented() -> None:
    """The board reads one ply more than was played: silently, as no doubt can name what was not."""
    total = judge(JOB, replace(CLEAN, moves=MOVES[:-1]))
    assert (total["exact"], total["silent"], total["invented"]) == (0, 1, 1)
    assert total["right"] == total["plies"] == len(MOVES) - 1
    assert total.failed == (JOB,)


def test_another_ply_is_silent_and_all_others_are_right() -> None:
    """The first move is said to be another than the one that is read."""
    total = judge(JOB, replace(CLEAN, moves=(chess.Move.from_uci("a2a3"), *MOVES[1:])))
    assert (total["exact"], total["silent"], total["invented"]) == (0, 1, 0)
    assert total["right"] == len(MOVES) - 1


@pytest.mark.parametrize(("plies", "wrong"), [(len(MOVES), 0), (len(MOVES) - 1, 1), (0, 1)])
def test_a_look_is_wrong_where_other_plies_stand(plies: int, wrong: int) -> None:
    """At the end all plies stand: who expects fewer is told of one too many, without a doubt."""
    total = judge(JOB, replace(CLEAN, looks=(Look(0, 0), Look(LATE_US, plies))))
    assert (total["looks"], total["wrong_looks"], total["silent_looks"]) == (2, wrong, wrong)
    assert bool(total.failed) == bool(wrong)


def test_a_look_sees_what_stood_at_its_instant() -> None:
    """Between two plies of the game just the plies that were made."""
    presses = [edge.at_us for edge in CLEAN.log.edges if edge.word == "release"]
    looks = tuple(Look(at_us, plies) for plies, at_us in enumerate(presses))
    assert judge(JOB, replace(CLEAN, looks=looks))["wrong_looks"] == 0


def test_the_plies_after_an_illegal_one_are_counted() -> None:
    """All of them are right here, and the ply in question, which is legal, is not marked."""
    total = judge(JOB, replace(CLEAN, irregular=3))
    assert (total["later"], total["later_right"]) == (len(MOVES) - 3, len(MOVES) - 3)
    assert (total["irregular"], total["marked"]) == (1, 0)


def test_the_first_ply_s_time_is_compared() -> None:
    """From Black's press to White's, within some scans."""
    presses = [edge.at_us // 1000 for edge in CLEAN.log.edges if edge.word == "press"]
    took_ms = presses[1] - presses[0]
    right, wrong = (judge(JOB, replace(CLEAN, first_ply_ms=ms)) for ms in (took_ms, took_ms + 100))
    assert (right["times"], right["times_right"]) == (1, 1)
    assert (wrong["times"], wrong["times_right"]) == (1, 0)


def test_reeds_are_counted_that_a_ply_needs() -> None:
    """One that is used and one that is not: neither is named, as both are sound."""
    used, unused = BadReed(MOVES[0].from_square, 0), BadReed(chess.H5, 0)
    assert all(chess.H5 not in {move.from_square, move.to_square} for move in MOVES)
    total = judge(JOB, replace(CLEAN, bad=(used, unused)))
    assert (total["bad"], total["named"], total["falsely"]) == (1, 0, 0)


def test_a_game_without_occasion_is_not_counted() -> None:
    """Nobody can break the laws in a game of one ply, or none after which eight more follow."""
    job = HardJob(replace(GAME, moves=MOVES[:2]), "illegal-unnoticed", "pressed", 0)
    assert job.played() is None
    assert score(job) == HardScore()


def test_scores_add_up() -> None:
    """Counts and failures of all games, row by row, in the order that was asked for."""
    asked = hard_rows(("sweeps-by-rows", "black-first"), ("none",))
    done: list[int] = []
    games = playable_games(BUILT_IN)[:2]
    rows = list(hard_table(games, asked, 0, 1, done.append))
    assert [(name, levers) for name, levers, _ in rows] == asked
    assert [total["games"] for _, _, total in rows] == [2, 2]
    assert done == [1, 2, 3, 4]


def test_all_rows_are_asked_for_with_their_levers() -> None:
    """Where nothing is named; each row says what it expects."""
    assert {name for name, _ in hard_rows((), ())} == set(HARD_ROWS)
    assert ("kings-by-chance", "pressed") not in hard_rows((), ())
    assert all(set(row.levers) <= set(LEVERS) and row.goal for row in HARD_ROWS.values())


def test_a_fault_comes_under_any_hands() -> None:
    """Its name tells by which habit it is played; one that needs levers is not played without."""
    assert hard_rows(("lies-3s",), (), ("club", "replies-early")) == [
        ("club+lies-3s", "pressed"),
        ("club+lies-3s", "none"),
        ("replies-early+lies-3s", "pressed"),
    ]
    assert {name for name, _ in hard_rows((), (), ("blitz",))} == {f"blitz+{name}" for name in MANNER_ROWS}
    game = playable_games(BUILT_IN)[0]
    plain, same, blitz = (HardJob(game, f"{hands}lies-3s", "none", 0) for hands in ("", "plain+", "blitz+"))
    assert plain.played() == same.played() != blitz.played()
    assert "--hard lies-3s --manner blitz --levers none" in shown.again(blitz, None)


def test_an_irregular_ply_is_made_by_any_hands() -> None:
    """It is made as they make a legal one; the same ply is drawn, and the same play after it."""
    game = next(each for each in playable_games(BUILT_IN) if len(each.moves) > 40)
    tidy, slides, blitz = (
        HardJob(game, f"{hands}illegal-unnoticed", "none", 0).played()
        for hands in ("", "slow-slide+", "blitz+")
    )
    assert tidy is not None
    for each in (slides, blitz):
        assert each is not None
        assert (each.irregular, each.moves) == (tidy.irregular, tidy.moves)
        assert len(each.log.edges) > len(tidy.log.edges)
        board = chess.Board(each.start_fen)
        for number, move in enumerate(each.moves, start=1):
            assert board.is_legal(move) == (number != each.irregular)
            board.push(move)


def test_the_table_has_a_column_for_each_count() -> None:
    """Under its head; what a row does not count is left out."""
    counts = judge(JOB, replace(CLEAN, bad=(BadReed(MOVES[0].from_square, 0),), irregular=3)).counts
    line = shown.line("sticks-open", "clock", HardScore(counts))
    for head, value in (("exact", "1/1"), ("named", "0/1"), ("doubts", "0.0/10"), ("else", "later 100 %")):
        at = shown.HEAD.index(head)
        assert value in line[max(0, at - 9) : at + 28]
    assert line.endswith(HARD_ROWS["sticks-open"].goal)
    assert "later" not in shown.line("sticks-open", "clock", judge(JOB, CLEAN))


def test_the_printed_command_writes_the_game_that_was_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its log, edge by edge, and the moves that it should be read as; with levers named, only with those."""
    job = HardJob(playable_games(BUILT_IN)[1], "illegal-unnoticed", "pressed", seed=4)
    jadoube, command, *words, _folder = shown.again(job, BUILT_IN).split()
    assert (jadoube, command) == ("jadoube", "bench")
    assert main([*words, str(tmp_path), "--show"]) == 0
    (log,), (moves,) = tmp_path.glob("*.log"), tmp_path.glob("*.moves")
    played = job.played()
    assert played
    assert parse_sensor_log(log.read_text("ascii"), "log").edges == played.log.edges
    assert moves.read_text("ascii").split() == [move.uci() for move in played.moves]
    assert "illegal-unnoticed" in capsys.readouterr().out


def test_a_hard_row_has_its_own_manner() -> None:
    """Another one beside it is refused, in one line."""
    with pytest.raises(BadInput, match="--fault found beside it, expected none"):
        main(["hands", "--hard", "sticks-open", "--fault", "turned"])
    with pytest.raises(BadInput, match="--hard black-first found, expected rows of sticks-open, "):
        main(["hands", "--hard", "black-first", "--manner", "blitz"])
