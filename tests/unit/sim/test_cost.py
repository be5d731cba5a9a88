"""What the core's work costs: counted whenever the tests run, and measured by a bench that is not misled."""

import gc
import re
import sys
from collections import Counter as Tally
from functools import partial
from itertools import product
from pathlib import Path

import chess
import pytest

from jadoube.config.problems import BadInput
from jadoube.core.arbiter import begin_step, think
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.cli import BUILT_IN, main
from jadoube_sim.benchmarks.played.reading import LEVERS, NO_FAULT, Job, Row, log_of, up_to_the_end
from jadoube_sim.cost import command, counts, figures, showing, steps, yardsticks
from jadoube_sim.cost.doing import look_at
from jadoube_sim.cost.figures import CEILINGS, IN_CHECKOUT, Figures, read_figures
from jadoube_sim.cost.steps import OVER_1_MS, Long, Steps
from jadoube_sim.hands.faults import FAULTS
from jadoube_sim.hands.games import playable_games
from jadoube_sim.hands.habits import HABITS

GAMES = playable_games(BUILT_IN)
ROOT = Path(__file__).parents[3]
KEPT = read_figures(ROOT / IN_CHECKOUT)


@pytest.mark.parametrize("name", list(command.counted_jobs(GAMES)))
def test_a_ply_takes_no_more_calls_and_positions_than_it_did(name: str) -> None:
    """Each count is at most the kept one, but for the tolerance of its section.

    Calls are compared where the kept figures have this version of Python. Positions are always compared.
    """
    counted = command.count_sections({name: command.counted_jobs(GAMES)[name]})
    kept = [section for section in counted if section in KEPT.sections]
    assert {"positions a ply", "positions in a step"} <= set(kept)
    worse = [each for section in kept for each in KEPT.compare(section, counted[section], exact=True)]
    assert [verdict.line for verdict in worse if verdict.fails or "not kept" in verdict.line] == []


def test_showing_the_board_takes_no_more_calls_than_it_did() -> None:
    """A view takes fewer than 200 calls of Python functions, and no message more than 500.

    No figure is worse than the kept one. Other versions of Python than those that have kept figures count
    otherwise, but never so many.
    """
    (counted,) = command.shown_section(GAMES).items()
    section, figures = counted
    views = [calls for name, calls in figures.items() if name.startswith("view")]
    assert len(views) == 2
    assert max(views) < 200
    assert KEPT.break_ceilings(figures) == []
    assert figures[showing.LARGEST] >= max(figures.values())
    if section in KEPT.sections:
        worse = KEPT.compare(section, figures, exact=True)
        assert [verdict.line for verdict in worse if verdict.fails or "not kept" in verdict.line] == []


def test_what_is_shown_twice_is_counted_twice() -> None:
    """A function that calls two others, one of them twice, takes four calls with its own."""

    def one() -> int:
        return 1

    def two() -> int:
        return one() + one()

    assert showing.count_calls(lambda: two()) == 4  # noqa: PLW0108 - the lambda is the fourth


def test_calls_and_positions_are_counted_one_by_one() -> None:
    """A function that pushes three moves: its own call and those of python-chess, three pushes among them."""

    def play() -> None:
        board = chess.Board()
        for move in ("e2e4", "e7e5", "g1f3"):
            board.push(chess.Move.from_uci(move))

    counter = counts.Counter()
    counter.run(play)
    again = counts.Counter()
    again.run(play)
    assert counter.positions == again.positions == 3
    assert counter.calls == again.calls > 7


def test_a_step_of_the_counter_is_no_call_of_the_core() -> None:
    """A replay that is looked at in every step counts as many calls as one that is not."""
    job = Job(GAMES[0], Row("plain", "clock"), 0)
    looked_at = counts.count([job])
    alone = counts.Counter()
    take_steps = partial(replay, log_of(job), stepper=begin_step, thinker=think)
    take_steps()
    gc.disable()  # other tests' libraries may listen to the garbage collector, and be counted
    try:
        alone.run(take_steps)
    finally:
        gc.enable()
    assert (alone.calls, alone.positions) == (looked_at.calls, looked_at.positions)
    assert 0 < looked_at.most < looked_at.positions


def test_the_yardstick_is_one_yardstick() -> None:
    """What plays the same moves in the same way costs about one, whatever else the machine does."""
    works = [
        yardsticks.Work(partial(yardsticks.play_ns, game.start_fen, game.moves), game.start_fen, game.moves)
        for game in GAMES
    ]
    spread = yardsticks.measure(works, rounds=3)
    assert len(spread.rounds) == 3
    assert 0.5 < spread.median < 2
    assert gc.isenabled()


def test_the_tracker_alone_reads_the_games() -> None:
    """`settle alone` plays every game up to a promotion that is chosen on the panel, and no other ply."""
    works = yardsticks.settlings(GAMES)
    plies = [len(work.moves) for work in works[: len(GAMES)]]
    whole = [len(up_to_the_end(game)) for game in GAMES]
    assert all(0 < some <= every for some, every in zip(plies, whole, strict=True))
    assert sum(some == every for some, every in zip(plies, whole, strict=True)) >= 3
    for work in works[: len(GAMES)]:
        assert work.run() == len(work.moves)


def test_every_habit_meets_every_fault_with_every_use_of_levers() -> None:
    """Of 24 games on; a habit that needs levers has them always. No game and habit comes twice."""
    games = GAMES * 6
    jobs = steps.dealt(games, 0)
    assert len(jobs) == len(games) * len(HABITS)
    met = Tally((job.row.manner, job.row.levers, job.row.fault) for job in jobs)
    for habit, levers, fault in product(HABITS, LEVERS, (NO_FAULT, *FAULTS)):
        if LEVERS[levers][0] or not HABITS[habit].levers_only:
            assert met[habit, levers, fault]
        else:
            assert not met[habit, levers, fault]


def test_a_step_that_was_long_only_once_is_not_long() -> None:
    """The least of three times counts for each step, and nothing is measured again where none was long."""
    measured = iter([[10, 9 * OVER_1_MS, 3], [12, 7, 2 * OVER_1_MS], [11, 8, 5]])
    assert steps.least(lambda: next(measured)) == [10, 7, 3]
    assert next(measured) == [11, 8, 5]
    always = iter([[2 * OVER_1_MS, 9], [3 * OVER_1_MS, 7], [4 * OVER_1_MS, 8]])
    assert steps.least(lambda: next(always)) == [2 * OVER_1_MS, 7]


def test_steps_add_up() -> None:
    """The longest of all come first, whichever log they are in."""
    job = Job(GAMES[0], Row("plain", "clock"), 0)
    one = Steps(1, 10, 100, 1, 1, (Long(9_000_000, job, 3),), 400_000)
    other = Steps(1, 10, 300, 1, 0, (Long(2_000_000, job, 5),), 400_000)
    total = other + one
    assert (total.logs, total.plies, total.steps, total.over_1_ms, total.over_5_ms) == (2, 20, 400, 2, 1)
    assert [long.number for long in total.longest] == [3, 5]
    assert total.share_under_1_ms == 0.995
    assert total.longest_yardsticks == 225


def test_all_steps_of_a_log_are_timed() -> None:
    """As many as the replay takes, and the plies of the game."""
    timed = steps.timed(Job(GAMES[0], Row("plain", "clock"), 0))
    assert timed.plies == len(up_to_the_end(GAMES[0]))
    assert timed.steps > 4 * timed.plies
    assert timed.yards_ns > 0
    assert gc.isenabled()


def test_a_step_says_what_it_was_doing() -> None:
    """Its instant, what it took in, the function that took most of it, and the command that repeats it."""
    job = Job(GAMES[1], Row("final-frame", "clock", "ghosts"), 3)
    whole = steps.timed(job)
    doing = look_at(Long(1, job, 40))
    assert doing.event.startswith("a scan")
    assert doing.readings > 0
    assert re.fullmatch(r"\w+\.[A-Za-z.]\w*.* \(.+\)", doing.search)
    assert 0.5 <= doing.search_share <= 1
    assert 0 < doing.own_share < 1
    with pytest.raises(ValueError, match="expected one of the replay"):
        look_at(Long(1, job, whole.steps))


def test_the_printed_command_takes_the_same_steps(capsys: pytest.CaptureFixture[str]) -> None:
    """It plays that one log again."""
    job = Job(GAMES[1], Row("final-frame", "clock", "ghosts"), 3)
    *_, said = command.describe(Long(1, job, 40), None)
    program, bench, *words = said.split()
    assert (program, bench) == ("jadoube", "bench")
    assert main(words) == 0
    expected = steps.timed(job)
    said = capsys.readouterr().out
    assert f"{expected.steps:,} steps of {expected.plies} plies in 1 logs" in said
    assert "slower" not in said  # the kept figures are of other logs
    assert "faster" not in said


def test_the_kept_figures_are_as_the_program_writes_them() -> None:
    """The file can be written again at any time, and only what was measured differs."""
    assert KEPT.text() == (ROOT / IN_CHECKOUT).read_text("utf-8")
    assert KEPT.sections[CEILINGS] == {"levers and clock": 18.8, "mixed": 22.0, "the largest message": 500}


def test_what_differs_between_versions_of_python_is_kept_by_version() -> None:
    """Calls and yardsticks that are measured with one version are not compared with those of another."""
    kinds = {"calls a ply", "calls to show the board", "yardsticks a ply", "yardsticks a step"}
    measured = [section for section in KEPT.sections if section.partition(",")[0] in kinds]
    assert {section.partition(",")[0] for section in measured} == kinds
    assert all(re.fullmatch(r"[a-z ]+, Python 3\.\d+", section) for section in measured)
    ours = command.of_this_python("yardsticks a ply")
    assert ours == f"yardsticks a ply, Python {sys.version_info.major}.{sys.version_info.minor}"
    other = Figures({"tolerances": KEPT.sections["tolerances"], "yardsticks a ply, Python 3.0": {"mixed": 1}})
    (verdict,) = other.compare(ours, {"mixed": 9}, exact=False)
    assert verdict.line == f"not kept yet: mixed, {ours} is 9"


def test_what_got_slower_is_named() -> None:
    """A figure above the kept one by more than the tolerance; a count then fails, a time does not."""
    kept = Figures({"tolerances": {"a": 0.1}, "a": {"one": 10, "two": 10, "three": 10}})
    now = {"one": 11.5, "two": 10.5, "three": 8, "four": 1}
    said = kept.compare("a", now, exact=True)
    assert [verdict.line for verdict in said] == [
        "slower: one, a was 10, is 11.5 (limit 11)",
        "faster: three, a was 10, is 8",
        "not kept yet: four, a is 1",
    ]
    assert [verdict.fails for verdict in said] == [True, False, False]
    assert not any(verdict.fails for verdict in kept.compare("a", now, exact=False))


def test_accepting_raises_no_ceiling() -> None:
    """A figure over its ceiling fails, also after it was accepted."""
    kept = Figures({CEILINGS: {"one": 5}, "tolerances": {"a": 0.1}, "a": {"one": 4, "two": 4}})
    accepted = kept.with_measured({"a": {"one": 6}, CEILINGS: {"one": 6}, "b": {"three": 1}})
    assert accepted.sections == {
        CEILINGS: {"one": 5},
        "tolerances": {"a": 0.1},
        "a": {"one": 6, "two": 4},
        "b": {"three": 1},
    }
    (broken,) = accepted.break_ceilings({"one": 6, "two": 6})
    assert (broken.line, broken.fails) == ("slower: one is 6, over its ceiling of 5", True)


def test_figures_are_kept_in_a_checkout_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere nothing is written, and that is said."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"--accept: no sim/jadoube_sim/cost/figures\.toml found here"):
        figures.write_figures(KEPT)
    (tmp_path / IN_CHECKOUT).parent.mkdir(parents=True)
    (tmp_path / IN_CHECKOUT).touch()
    figures.write_figures(KEPT)
    assert read_figures() == KEPT
