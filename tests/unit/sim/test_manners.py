"""What real hands do, and worn reeds: every habit is what it says, and plays the game it is given."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import chess
import pytest

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import BUTTONS
from jadoube.core.rules.game_line import flipped_squares
from jadoube.formats.sensorlog import Edge, SensorLog, format_sensor_log, parse_sensor_log
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.cli import BUILT_IN, main
from jadoube_sim.benchmarks.played import reading as bench
from jadoube_sim.benchmarks.played.shown import again
from jadoube_sim.benchmarks.played.stepping import stepped
from jadoube_sim.hands import between, ways
from jadoube_sim.hands.faults import FAULTS
from jadoube_sim.hands.games import Game, read_games
from jadoube_sim.hands.gestures import gesture_for
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.player import play_habit, thinks_ms
from jadoube_sim.hands.steps import AtOnce, Lift, Motion, Pace, Place, Together, timed

DEBOUNCE_US = 20_000
PROMOTING = Game(
    1,
    "1n4n1/P1P4P/8/8/2K5/8/p1p4p/1N1k2N1 w - - 0 1",
    tuple(map(chess.Move.from_uci, ("a7b8r", "a2b1b", "h7h8n", "c2c1q"))),
)
SLIDING = Game(1, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", (chess.Move.from_uci("a1a8"),))
DEEDS = {
    "adjusts": between.adjusts,
    "touches": between.touches_wrong_piece,
    "tries": between.tries_illegal_move,
    "takes back": between.takes_back,
    "shows a line": between.shows_line,
    "knocks over": between.knocks_over,
}


def built_in() -> list[Game]:
    """The four games of the wheel, without what the players could have played after their end."""
    games = [game for game in read_games(BUILT_IN) if isinstance(game, Game)]
    return [replace(game, moves=bench.up_to_the_end(game)) for game in games]


GAMES = [*built_in(), PROMOTING]
#: One with every special move, and the promotions: enough where each habit is played by each lever.
FEW = GAMES[3:]


def end(game: Game) -> chess.Board:
    """The position after the last move."""
    board = chess.Board(game.start_fen)
    for move in game.moves:
        board.push(move)
    return board


def reeds_after(log: SensorLog) -> int:
    """The reeds that are closed when all is done; raises for an edge that changes nothing."""
    reeds, buttons = log.reeds, set[str]()
    for at_us, word, name in log.edges:
        if name in BUTTONS:
            assert (name in buttons) == (word == "release"), (at_us, word, name)
            buttons ^= {name}
        else:
            reed = 1 << chess.SQUARE_NAMES.index(name)
            assert bool(reeds & reed) == (word == "open"), (at_us, word, name)
            reeds ^= reed
    assert not buttons
    return reeds


def held_us(log: SensorLog, square: chess.Square, word: str) -> list[int]:
    """How long a reed stayed in the state that this word brings, bounce left out."""
    edges = [edge for edge in log.edges if edge.name == chess.SQUARE_NAMES[square]]
    spans = [after.at_us - edge.at_us for edge, after in pairwise(edges) if edge.word == word]
    return [span for span in spans if span > 1_500]


def all_moments() -> Iterator[ways.Moment]:
    """Every ply of the games, with the position before it."""
    for game in GAMES:
        board = chess.Board(game.start_fen)
        for number, move in enumerate(game.moves):
            yield ways.Moment(board.copy(stack=False), move, random.Random(number), presses=True)
            board.push(move)


def edges_of(steps: list[Motion]) -> tuple[Edge, ...]:
    """The edges of some steps."""
    return tuple(timed(steps, Pace(), random.Random(0))[0])


@pytest.mark.parametrize("levers", bench.LEVERS)
@pytest.mark.parametrize("name", HABITS)
def test_every_habit_plays_the_game_it_is_given(name: str, levers: str) -> None:
    """Pieces are lifted only where they stand, placed only where there is room, and end as the game does."""
    presses, control = bench.LEVERS[levers]
    for game in FEW:
        log = play_habit(game, HABITS[name], seed=7, presses=presses, time_control=control)
        last = chess.Board() if HABITS[name].clears_up else end(game)
        assert reeds_after(log) == last.occupied
        assert parse_sensor_log(format_sensor_log(log), "log") == replace(log, closed=None)


@pytest.mark.parametrize("name", HABITS)
def test_a_habit_is_its_seed_s(name: str) -> None:
    """The same seed gives the same log; another seed gives another."""
    game = FEW[0]
    first, same, other = (play_habit(game, HABITS[name], seed=seed) for seed in (1, 1, 2))
    assert first == same
    assert first != other


@pytest.mark.parametrize("name", ["plain", "slow-slide", "takebacks", "replies-early", "final-frame"])
def test_the_first_plies_alone_are_played_as_in_the_whole_game(name: str) -> None:
    """So that a game that is read wrong can be cut down to where it goes wrong."""
    game = GAMES[0]
    whole = play_habit(game, HABITS[name], seed=3)
    part = play_habit(replace(game, moves=game.moves[:10]), HABITS[name], seed=3)
    shared = sum(one == other for one, other in zip(whole.edges, part.edges, strict=False))
    assert shared >= len(part.edges) - 12


def test_every_habit_says_what_it_models() -> None:
    """In a sentence."""
    assert [name for name, habit in HABITS.items() if not habit.motion.endswith(".")] == []


def test_without_levers_no_habit_presses_one() -> None:
    """Only the panel is used, for promotions."""
    for name, habit in HABITS.items():
        log = play_habit(FEW[0], habit, seed=5, presses=False)
        assert not {edge.name for edge in log.edges} & {"white", "black"}, name


def test_a_slow_slide_holds_every_square_on_its_way() -> None:
    """Each longer than a debounce, whichever of two reeds is first."""
    for seed in range(20):
        log = play_habit(SLIDING, HABITS["slow-slide"], seed=seed)
        for square in (chess.A2, chess.A3, chess.A7):
            assert len(held_us(log, square, "close")) == 1
            assert held_us(log, square, "close")[0] > DEBOUNCE_US


def test_a_slide_closes_the_next_reed_before_the_last_one_opens_or_after() -> None:
    """Both are played."""
    seen = set()
    for seed in range(20):
        edges = play_habit(SLIDING, HABITS["slow-slide"], seed=seed).edges
        first = {name: next(each.at_us for each in edges if each.name == name) for name in ("a1", "a2")}
        seen.add(first["a1"] < first["a2"])
    assert seen == {True, False}


def test_a_fast_slide_holds_no_square_for_a_debounce() -> None:
    """All the squares on the way glitch."""
    for seed in range(20):
        log = play_habit(SLIDING, HABITS["fast-slide"], seed=seed)
        for square in (chess.A2, chess.A3, chess.A7):
            edges = [edge.at_us for edge in log.edges if edge.name == chess.SQUARE_NAMES[square]]
            assert 0 < edges[-1] - edges[0] < DEBOUNCE_US


def test_a_swap_leaves_the_victim_s_reed_alone() -> None:
    """And a glimpsed one opens it for 3 to 16 ms, bounce included."""
    for moment in all_moments():
        if not moment.board.is_capture(moment.move) or moment.board.is_en_passant(moment.move):
            continue
        target = chess.SQUARE_NAMES[moment.move.to_square]
        assert target not in {edge.name for edge in edges_of(ways.swap(moment))}
        seen = [edge.at_us for edge in edges_of(ways.glimpsed_swap(moment)) if edge.name == target]
        assert 3_000 <= seen[-1] - seen[0] <= 16_000


def test_a_final_frame_is_one_instant() -> None:
    """All that the ply changes, and nothing else, changes in it."""
    for moment in all_moments():
        reeds = [each for each in edges_of(ways.final_frame(moment)) if each.name in chess.SQUARE_NAMES]
        changed = flipped_squares(moment.board, moment.move)
        assert {each.name for each in reeds} == {chess.square_name(each) for each in chess.SquareSet(changed)}
        assert len({each.at_us for each in reeds}) == 1


def test_two_hands_leave_in_one_scan() -> None:
    """A capture and a castling begin with two lifts at one instant."""
    for moment in all_moments():
        if moment.board.is_capture(moment.move) or moment.board.is_castling(moment.move):
            first = ways.two_hands(moment)[0]
            assert isinstance(first, AtOnce)
            assert [type(one) for one in first.steps] == [Lift, Lift]


def test_second_thoughts_try_a_legal_square_first() -> None:
    """Where the piece has another one to go to."""
    tried = [
        (moment, steps[1].square)
        for moment in all_moments()
        if isinstance((steps := ways.second_thoughts(moment))[1], Place)
        and steps[1].square != moment.move.to_square
    ]
    assert len(tried) > 50
    for moment, square in tried:
        assert chess.Move(moment.move.from_square, square) in moment.board.legal_moves


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_what_is_done_between_plies_leaves_no_trace_on_the_board(deed: between.Deed) -> None:
    """Every piece is back on its square, and something was touched."""
    touched = 0
    for moment in all_moments():
        log = SensorLog(start=moment.board.fen(en_passant="fen"), edges=edges_of(deed(moment)))
        assert reeds_after(log) == moment.board.occupied
        touched += bool(log.edges)
    assert touched > 100


def test_putting_back_unmakes_every_legal_move() -> None:
    """Captures, castling and en passant too."""
    for moment in all_moments():
        for move in moment.board.legal_moves:
            steps = [*gesture_for(moment.board, move, ways.PLAIN), *between.putting_back(moment.board, move)]
            assert _occupied_after(moment.board.occupied, list(steps)) == moment.board.occupied


def _occupied_after(occupied: int, steps: list[Motion]) -> int:
    for step in steps:
        match step:
            case Lift(square):
                occupied &= ~(1 << square)
            case Place(square):
                occupied |= 1 << square
            case Together(together) | AtOnce(together):
                occupied = _occupied_after(occupied, list(together))
    return occupied


def test_levers_go_down_before_the_piece_does() -> None:
    """In the habit that presses in the air, and in no tidy one."""
    log = play_habit(GAMES[0], HABITS["press-in-the-air"], seed=1)
    assert len(_placed_while_pressed(log)) > 5
    assert _placed_while_pressed(play_habit(GAMES[0], HABITS["plain"], seed=1)) == set()


def _placed_while_pressed(log: SensorLog) -> set[int]:
    """The instants of the presses during which a reed closes."""
    held_since_us, found = None, set[int]()
    for at_us, word, name in log.edges:
        if name in BUTTONS:
            held_since_us = at_us if word == "press" else None
        elif word == "close" and held_since_us is not None:
            found.add(held_since_us)
    return found


def test_forgotten_presses_are_few() -> None:
    """About one in ten."""
    whole = play_habit(GAMES[2], HABITS["any-order"], seed=1)
    some = play_habit(GAMES[2], HABITS["forgotten-presses"], seed=1)
    missing = _presses(whole) - _presses(some)
    assert 0 < missing < len(GAMES[2].moves) // 4


def _presses(log: SensorLog) -> int:
    return sum(edge.word == "press" and edge.name in ("white", "black") for edge in log.edges)


def test_players_think_as_long_as_their_clocks_say() -> None:
    """The increment is found out, the hands' own second is left aside, a new period is no increment."""
    moves = (chess.Move.from_uci("e2e4"),) * 7
    clocks = (60_000, 60_000, 55_000, 63_000, 50_000, None, 1_850_000)
    thinks = [None, None, 5_000 + 3_000 - 1_000, 400, 5_000 + 3_000 - 1_000, None, 400]
    assert thinks_ms(Game(1, chess.STARTING_FEN, moves, clocks), 400) == thinks


def test_clock_times_are_read_from_the_pgn(tmp_path: Path) -> None:
    """Also when a comment breaks over a line; without them there are none."""
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 { [%clk 1:30:58] } 1... e5 { [%clk\n0:00:07.5] } 2. Nf3 { good } *\n", "ascii")
    (game,) = read_games(file)
    assert isinstance(game, Game)
    assert game.clocks_ms == (5_458_000, 7_500, None)


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_its_seed_s(name: str) -> None:
    """The same lots give the same log, and it is a log."""
    log = play_habit(GAMES[2], HABITS["plain"], seed=1)
    one, same = (FAULTS[name](log, random.Random(5)) for _ in range(2))
    assert one == same
    assert one != log
    assert parse_sensor_log(format_sensor_log(one), "log") == one or one.closed is None
    reeds_after(one)


@pytest.mark.parametrize("name", ["flickering", "ghosts", "weak-magnets", "long-bounce"])
def test_what_comes_and_goes_leaves_the_board_as_it_is(name: str) -> None:
    """The faults that pass leave the last position, or at most their last pulse in it."""
    log = play_habit(GAMES[2], HABITS["plain"], seed=1)
    for seed in range(5):
        faulty = FAULTS[name](log, random.Random(seed))
        assert (reeds_after(faulty) ^ end(GAMES[2]).occupied).bit_count() <= 1


@pytest.mark.parametrize(("name", "closed"), [("stuck-open", False), ("stuck-closed", True)])
def test_a_dead_reed_never_changes(name: str, closed: bool) -> None:
    """It is one that hands touch, and it shows the same from beginning to end."""
    log = play_habit(GAMES[2], HABITS["plain"], seed=1)
    faulty = FAULTS[name](log, random.Random(5))
    dead = {edge.name for edge in log.edges} - {edge.name for edge in faulty.edges}
    assert len(dead) == 1
    assert bool(faulty.reeds >> chess.SQUARE_NAMES.index(dead.pop()) & 1) == closed


def test_ghosts_only_close_and_weak_magnets_only_open() -> None:
    """Each where nothing, and where something stands."""
    log = SensorLog(end_us=3_600_000_000)
    for _, word, name in FAULTS["ghosts"](log, random.Random(1)).edges[::2]:
        assert (word, log.reeds >> chess.SQUARE_NAMES.index(name) & 1) == ("close", 0)
    for _, word, name in FAULTS["weak-magnets"](log, random.Random(1)).edges[::2]:
        assert (word, log.reeds >> chess.SQUARE_NAMES.index(name) & 1) == ("open", 1)


def test_a_turned_board_turned_again_is_the_board() -> None:
    """Squares and levers, and the panel stays where it is."""
    log = play_habit(FEW[1], HABITS["plain"], seed=1)
    lots = random.Random(0)
    turned = FAULTS["turned"](log, lots)
    assert {edge.name for edge in turned.edges} >= {"white", "black", "plus"}
    assert replace(FAULTS["turned"](turned, lots), closed=None) == log


@pytest.mark.parametrize("name", ["plain", "slow-slide", "takebacks", "clearing-up", "blitz"])
def test_stepping_decides_as_the_replay_does(name: str) -> None:
    """The bench looks at every step, and changes nothing by it."""
    for game in GAMES:
        log = play_habit(game, HABITS[name], seed=11)
        run = stepped(log)
        assert scoresheet(run.table) == scoresheet(replay(log).table)
        assert run.alive.total() == run.took_us.total() >= len(game.moves)


def test_a_plain_game_is_exact() -> None:
    """Every ply of it, with presses and without, and nothing is in doubt."""
    for _, total in bench.table(GAMES, bench.rows(("plain",)), seed=0, jobs=1):
        assert (total.exact, total.plies_exact) == (len(GAMES), total.plies)
        assert (total.doubts, total.silent, total.failed) == (0, 0, ())


def test_a_game_that_is_misread_is_a_silent_error() -> None:
    """A log in which the last ply is missing is not exact, and no doubt says so."""
    game = GAMES[0]
    job = bench.Job(game, bench.Row("plain", "none"), seed=0)
    read = scoresheet(stepped(bench.log_of(job)).table).plies
    assert bench.is_doubted(game, read[:-1], len(read) - 1) is False
    marked = (replace(read[0], move=chess.Move.from_uci("d2d4"), doubts=("c4", "e4")), *read[1:])
    assert bench.is_doubted(game, marked, 0) is True
    other = (replace(marked[0], doubts=("c4",)), *read[1:])
    assert bench.is_doubted(game, other, 0) is False
    strays = replace(game, moves=(chess.Move.from_uci("g1g4"), *game.moves[1:]))
    named = (replace(marked[0], doubts=("e4", "Ng1-g4")), *read[1:])
    assert bench.is_doubted(strays, named, 0) is True


def test_the_rows_that_are_asked_for() -> None:
    """All habits, with levers and without where that is another thing, and all faults; or what is named."""
    asked = bench.rows()
    assert {row.manner for row in asked} == set(HABITS)
    assert {row.fault for row in asked} == {bench.NO_FAULT, *FAULTS}
    assert bench.rows(("replies-early",)) == [bench.Row("replies-early", "pressed")]
    assert bench.rows((), ("none",), ("turned",)) == [bench.Row("plain", "none", "turned")]


def test_quantiles() -> None:
    """The smallest value that so large a share does not exceed."""
    tally = Counter({1: 98, 7: 1, 9: 1})
    assert [bench.quantile(tally, share) for share in (0.5, 0.99, 1)] == [1, 7, 9]
    assert bench.quantile(Counter(), 0.5) == 0


def test_the_printed_command_writes_the_game_that_was_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its log, edge by edge, and the moves that it should be read as."""
    job = bench.Job(GAMES[1], bench.Row("blitz", "pressed", "ghosts"), seed=4)
    jadoube, command, *words, _folder = again("hands", job, BUILT_IN, "--write", "DIR").split()
    assert (jadoube, command) == ("jadoube", "bench")
    assert main([*words, str(tmp_path)]) == 0
    (log,), (moves,) = tmp_path.glob("*.log"), tmp_path.glob("*.moves")
    assert parse_sensor_log(log.read_text("ascii"), "log") == bench.log_of(job)
    assert moves.read_text("ascii").endswith("23. Be7#\n")
    assert "blitz + ghosts" in capsys.readouterr().out
