"""The hands of the hard rows: what they leave on the board, and what they break of the laws of chess."""

import random
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import chess
import pytest

from jadoube.core.signals.lines import NAMES
from jadoube.formats.log_contacts import LogContacts
from jadoube.formats.sensorlog import SensorLog, format_sensor_log, parse_sensor_log
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.hard.rows import HARD_ROWS, HardJob
from jadoube_sim.benchmarks.played.reading import up_to_the_end
from jadoube_sim.hands.games import playable_games
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.hard.faults import HARD_FAULTS
from jadoube_sim.hands.hard.illegal import STRAYS, captures_into_check, positions
from jadoube_sim.hands.hard.played import Played
from jadoube_sim.hands.hard.taken_back import look_alikes
from jadoube_sim.hands.player import play_habit

GAMES = [replace(game, moves=up_to_the_end(game)) for game in playable_games(BUILT_IN)]
HOUR = SensorLog(end_us=3_600_000_000)
"""The start position stands for an hour, and nobody touches it."""
PLAYED = play_habit(GAMES[2], HABITS["plain"], seed=1)
SEEDS = range(5)
SIDES = ("white", "black")
SQUARES = frozenset(chess.SQUARE_NAMES)


def reeds_at(log: SensorLog, at_us: int) -> int:
    """The reeds that read closed after the edges up to this instant; raises for a reed's edge in vain."""
    instants, shown, in_vain = course(log)
    edges = bisect_right(instants, at_us)
    assert in_vain is None or in_vain >= edges, log.edges[in_vain]
    return shown[edges]


@lru_cache(maxsize=2)
def course(log: SensorLog) -> tuple[list[int], list[int], int | None]:
    """The instants of the edges, the reeds before and after each, and the first reed's edge in vain."""
    contacts, cut, in_vain = LogContacts(log.reeds), False, None
    shown = [contacts.scanned.reeds]
    for number, edge in enumerate(log.edges):
        before = contacts.scanned
        cut |= edge.word == "cut"  # from then on eight reeds change without being seen
        if contacts.apply([edge]) == before and not cut and in_vain is None:
            in_vain = number
        shown.append(contacts.scanned.reeds)
    return [edge.at_us for edge in log.edges], shown, in_vain


def board_after(played: Played, plies: int) -> chess.Board:
    """The position after so many plies, legal or not."""
    board = chess.Board(played.start_fen)
    for move in played.moves[:plies]:
        board.push(move)
    return board


def played_by(name: str, levers: str | None = None) -> Iterator[Played]:
    """The built-in games that give an occasion for this row."""
    for job in [HardJob(game, name, levers or HARD_ROWS[name].levers[0], 3) for game in GAMES]:
        if played := job.played():
            yield played


@pytest.mark.parametrize("name", HARD_ROWS)
def test_a_row_is_its_seed_s(name: str) -> None:
    """The same seed gives the same log, which can be written and read again; another seed gives another."""
    for levers in HARD_ROWS[name].levers:
        first, same, other = (HardJob(GAMES[3], name, levers, seed).played() for seed in (1, 1, 2))
        if first:
            assert first == same
            assert first != other
            assert (
                replace(parse_sensor_log(format_sensor_log(first.log), "log"), closed=first.log.closed)
                == first.log
            )
            reeds_at(first.log, first.log.lasts_us)


@pytest.mark.parametrize(("name", "closed"), [("sticks-open", False), ("sticks-closed", True)])
def test_a_reed_sticks_in_the_middle_of_the_log(name: str, closed: bool) -> None:
    """Until then it is sound, from then on it shows one thing; all other reeds are sound."""
    for seed in SEEDS:
        log, bad = played_with(name, seed)
        assert squares_of(changed_names(PLAYED, log)) == bad
        assert chess.popcount(bad) == 1
        instants = [edge.at_us for edge in set(log.edges) ^ set(PLAYED.edges)]
        assert min(instants) >= PLAYED.lasts_us // 4
        since_us = max(3 * PLAYED.lasts_us // 4, min(instants))
        assert bad & squares_of({edge.name for edge in log.edges if edge.at_us > since_us}) == 0
        assert bool(reeds_at(log, log.lasts_us) & bad) == closed


def test_a_frozen_reed_does_not_jump() -> None:
    """It shows what it showed before: its edges are the first ones of the sound reed."""
    for seed in SEEDS:
        log, bad = played_with("sticks-frozen", seed)
        lost = set(PLAYED.edges) - set(log.edges)
        assert set(log.edges) < set(PLAYED.edges)
        assert squares_of({edge.name for edge in lost}) == bad
        kept = [edge.at_us for edge in log.edges if bad & squares_of({edge.name})]
        assert max(kept, default=0) < min(edge.at_us for edge in lost)


def played_with(name: str, seed: int) -> tuple[SensorLog, int]:
    """The log that was played, with this fault, and the squares whose reeds it made bad."""
    log, bad = HARD_FAULTS[name](PLAYED, random.Random(seed))
    return log, sum(chess.BB_SQUARES[each.square] for each in bad)


def squares_of(names: set[str]) -> int:
    """The set of the squares among these names."""
    return sum(chess.BB_SQUARES[chess.parse_square(name)] for name in names & SQUARES)


def changed_names(sound: SensorLog, faulty: SensorLog) -> set[str]:
    """The names of the reeds and lines that have other edges."""
    return {edge.name for edge in set(sound.edges) ^ set(faulty.edges)}


@pytest.mark.parametrize(
    ("name", "gap_s"), [("lies-1s", 1), ("lies-3s", 3), ("lies-10s", 10), ("lies-30s", 30)]
)
def test_a_lying_reed_flips_by_itself(name: str, gap_s: int) -> None:
    """One reed, as often as its name says, to the end of the log."""
    flips = HARD_FAULTS[name](HOUR, random.Random(1))[0].edges
    assert len({edge.name for edge in flips}) == 1
    assert 0.75 * 3600 / gap_s < len(flips) < 1.25 * 3600 / gap_s
    assert {one.word for one in flips} == {"open", "close"}
    assert flips[-1].at_us > 0.9 * HOUR.lasts_us


def test_a_reed_that_lies_shows_the_contrary_until_it_flips_again() -> None:
    """At each edge of the sound reed it shows what stands there, or the contrary, and both happen."""
    for seed in SEEDS:
        log, bad = played_with("lies-3s", seed)
        instants = range(0, PLAYED.lasts_us, 500_000)
        lied = [reeds_at(log, at_us) ^ reeds_at(PLAYED, at_us) for at_us in instants]
        assert set(lied) == {0, bad}
        assert sum(one != other for one, other in pairwise(lied)) <= PLAYED.lasts_us / 1_500_000


def test_a_reed_that_lies_for_a_while_is_sound_before_and_after() -> None:
    """It lies during a quarter of the log at the most."""
    for seed in SEEDS:
        flips = [edge.at_us for edge in HARD_FAULTS["lies-a-while"](HOUR, random.Random(seed))[0].edges]
        assert flips[-1] - flips[0] <= HOUR.lasts_us // 4
        assert len(flips) % 2 == 0


@pytest.mark.parametrize(("name", "reeds"), [("two-dead", 2), ("three-dead", 3)])
def test_dead_reeds_have_no_edge(name: str, reeds: int) -> None:
    """They read the same all game long; all others read as before."""
    for seed in range(40):
        dead, bad = played_with(name, seed)
        assert squares_of({edge.name for edge in PLAYED.edges} - {edge.name for edge in dead.edges}) == bad
        assert chess.popcount(bad) == reeds


def test_two_reeds_stick() -> None:
    """They have no edge after the middle half."""
    for seed in range(40):
        stuck, bad = played_with("two-stick", seed)
        assert squares_of(changed_names(PLAYED, stuck)) == bad
        late = {edge.name for edge in stuck.edges if edge.at_us > 3 * PLAYED.lasts_us // 4}
        assert bad & squares_of(late) == 0
        assert chess.popcount(bad) == 2


def test_reeds_that_stick_for_a_while_are_sound_again_after_ten_seconds() -> None:
    """Five times a reed shows what it shall; it may be the same one again."""
    for seed in range(40):
        stuck, bad = HARD_FAULTS["sticks-a-while"](PLAYED, random.Random(seed))
        assert len(bad) == 5
        assert squares_of(changed_names(PLAYED, stuck)) & ~sum({1 << each.square for each in bad}) == 0
        for edge in set(PLAYED.edges) ^ set(stuck.edges):
            since = [
                edge.at_us - each.from_us for each in bad if edge.name == chess.SQUARE_NAMES[each.square]
            ]
            assert any(0 <= us <= 10_000_000 for us in since)


@pytest.mark.parametrize(("name", "lines"), [("file-off", NAMES[:8]), ("rank-off", NAMES[8:16])])
def test_a_line_comes_off_for_good(name: str, lines: tuple[str, ...]) -> None:
    """One wire, in the middle half of the log; no reed itself changes."""
    for seed in SEEDS:
        log, bad = played_with(name, seed)
        assert bad == 0
        (cut,) = set(log.edges) ^ set(PLAYED.edges)
        assert cut.word == "cut"
        assert cut.name in lines
        assert PLAYED.lasts_us // 4 <= cut.at_us <= 3 * PLAYED.lasts_us // 4


def test_a_line_comes_back() -> None:
    """After half a minute to two minutes, and the same one."""
    for seed in SEEDS:
        cut, mend = HARD_FAULTS["line-comes-back"](HOUR, random.Random(seed))[0].edges
        assert (cut.word, mend.word, cut.name) == ("cut", "mend", mend.name)
        assert 30_000_000 <= mend.at_us - cut.at_us <= 120_000_000


@pytest.mark.parametrize("levers", ["pressed", "none"])
def test_illegal_captures_stand_while_they_are_looked_at(levers: str) -> None:
    """In every position that has one the taker's square is empty and no other; then all goes on."""
    for played in played_by("illegal-capture", levers):
        boards = {count: board.copy() for count, board in positions(played.start_fen, played.moves)}
        tried = {
            count: captures_into_check(board) for count, board in boards.items() if count < len(played.moves)
        }
        assert [look.plies for look in played.looks] == [count for count, moves in tried.items() if moves]
        for look in played.looks:
            gone = boards[look.plies].occupied ^ reeds_at(played.log, look.at_us)
            assert gone in {chess.BB_SQUARES[move.from_square] for move in tried[look.plies]}
        assert reeds_at(played.log, played.log.lasts_us) == board_after(played, len(played.moves)).occupied
        assert bool({edge.name for edge in played.log.edges} & set(SIDES)) == (levers == "pressed")


def test_an_illegal_capture_is_the_last_thing_done() -> None:
    """The game breaks off with it, and it is not among the moves that should be read."""
    for played in played_by("illegal-capture-last"):
        board = board_after(played, len(played.moves))
        gone = board.occupied ^ reeds_at(played.log, played.log.lasts_us)
        assert gone in {chess.BB_SQUARES[move.from_square] for move in captures_into_check(board)}


def test_a_capture_into_check_is_illegal_only_for_that() -> None:
    """A pinned piece takes, the king takes what is defended; what is legal, or takes nothing, is none."""
    board = chess.Board("4r1k1/8/8/1p6/8/8/3pB3/4K3 w - - 0 1")
    assert [move.uci() for move in captures_into_check(board)] == ["e2b5"]
    board = chess.Board("4r1k1/8/8/1p6/8/2p5/3pB3/4K3 w - - 0 1")
    assert {move.uci() for move in captures_into_check(board)} == {"e2b5", "e1d2"}


UNNOTICED = [name for name in HARD_ROWS if name.startswith("illegal-") and "capture" not in name]


@pytest.mark.parametrize("name", UNNOTICED)
def test_one_ply_is_illegal_and_all_others_are_legal(name: str) -> None:
    """Its number is given, the board ends as it was played, and no king is taken."""
    for played in played_by(name):
        board = chess.Board(played.start_fen)
        for ply, move in enumerate(played.moves, start=1):
            assert board.is_legal(move) == (ply != played.irregular)
            board.push(move)
        assert chess.popcount(board.kings) == 2
        assert played.irregular is not None
        assert len(played.moves) >= played.irregular + 8
        assert reeds_at(played.log, played.log.lasts_us) == board.occupied


@pytest.mark.parametrize(
    ("kind", "fen", "moves"),
    [
        ("pinned", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c1 e2c3 e2d4 e2f4 e2g1 e2g3"),
        ("pinned", "4r1k1/8/8/8/8/8/8/2N1K3 w - - 0 1", ""),
        ("check not answered", "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3 a2a4"),
        ("king into check", "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1 e1d2"),
        ("bishop strays", "6k1/8/8/8/8/8/1P6/B3K3 w - - 0 1", "a1a2 a1c2"),
        ("castles without right", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1"),
        ("castles without right", "4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", ""),
        ("castles without right", "4rk2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("jumps over", "6k1/8/8/8/8/8/1P6/B3K3 w - - 0 1", "a1c3 a1d4 a1e5 a1f6 a1g7 a1h8"),
        ("pawn runs", "6k1/8/P7/8/P7/8/1P6/4K3 b - - 0 1", ""),
        ("pawn runs", "6k1/7p/p7/8/6p1/7p/8/4K3 b - - 0 1", "a6a4 g4g2"),
        ("knight strays", "7k/8/8/8/8/8/8/N3K3 w - - 0 1", "a1a3 a1c1 a1c3"),
    ],
)
def test_each_kind_of_illegal_ply_is_what_it_says(kind: str, fen: str, moves: str) -> None:
    """In a small position, all that it finds, and nothing legal."""
    board = chess.Board(fen)
    assert sorted(move.uci() for move in STRAYS[kind](board)) == moves.split()
    assert not [move for move in STRAYS[kind](board) if board.is_legal(move)]


def test_two_plies_taken_back_look_like_one_more() -> None:
    """In all positions of the games: what stands before the two is what stands after a third legal ply."""
    found = 0
    for game in GAMES:
        for _, board in positions(game.start_fen, game.moves):
            for first, second in list(look_alikes(board)):
                before = board.occupied
                board.push(first)
                board.push(second)
                third = chess.Move(first.to_square, second.from_square)
                assert board.is_legal(third)
                board.push(third)
                assert board.occupied == before
                for _ in range(3):
                    board.pop()
                found += 1
    assert found > 50


def test_two_plies_taken_back_leave_the_position() -> None:
    """Whenever the board is looked at, they are put back."""
    for played in played_by("two-taken-back"):
        assert played.looks
        for look in played.looks:
            assert reeds_at(played.log, look.at_us) == board_after(played, look.plies).occupied
        assert reeds_at(played.log, played.log.lasts_us) == board_after(played, len(played.moves)).occupied


@pytest.mark.parametrize(("name", "plies"), [("3-plies-one-scan", 3), ("4-plies-one-scan", 4)])
def test_several_plies_are_made_between_two_scans(name: str, plies: int) -> None:
    """Up to twice in a game the board goes over so many positions at once."""
    for played in played_by(name):
        shown = {reeds_at(played.log, edge.at_us) for edge in played.log.edges}
        unseen = [
            count for count in range(1, len(played.moves)) if board_after(played, count).occupied not in shown
        ]
        assert plies - 1 <= len(unseen) <= 2 * (plies - 1)
        assert reeds_at(played.log, played.log.lasts_us) == board_after(played, len(played.moves)).occupied


@pytest.mark.parametrize(("name", "plies"), [("beside-ten-seconds", 0), ("beside-four-plies", 4)])
def test_a_piece_stands_beside_its_square_and_is_put_right(name: str, plies: int) -> None:
    """The positions of the plies in between never stand on the board; the last one of them does."""
    for played in played_by(name):
        shown = {reeds_at(played.log, edge.at_us) for edge in played.log.edges}
        hidden = [
            count for count in range(1, len(played.moves)) if board_after(played, count).occupied not in shown
        ]
        assert bool(hidden) == bool(plies)
        assert len(hidden) <= 2 * plies
        assert reeds_at(played.log, played.log.lasts_us) == board_after(played, len(played.moves)).occupied


@pytest.mark.parametrize("name", ["sweeps-by-rows", "sweeps-one-hand", "sweeps-together"])
@pytest.mark.parametrize("levers", ["pressed", "none"])
def test_pieces_are_swept_off_right_after_the_last_ply(name: str, levers: str) -> None:
    """All of them, 0.1 to 3 seconds after it; some players then set them up again."""
    for played in played_by(name, levers):
        last, board = board_after(played, len(played.moves) - 1), board_after(played, len(played.moves))
        instants = [edge.at_us for edge in played.log.edges]
        contacts = LogContacts(played.log.reeds)
        shown = [contacts.apply([edge]).reeds for edge in played.log.edges]
        assert shown[-1] == reeds_at(played.log, instants[-1])
        swept = shown.index(0)
        gaps_us = [after - at_us for at_us, after in pairwise(instants[:swept])]
        made = [n for n in range(swept - 1) if shown[n] == board.occupied and gaps_us[n] > 75_000]
        assert made
        assert gaps_us[made[-1]] < 3_100_000
        assert last.occupied in shown[: made[-1]]
        assert shown[-1] in {0, chess.Board().occupied}


def test_the_kings_reach_the_centre_by_a_step_that_is_legal() -> None:
    """One of them goes where it could go in the game, and both stand on the centre in the end."""
    for played in played_by("kings-by-chance"):
        board = board_after(played, len(played.moves))
        left = reeds_at(played.log, played.log.lasts_us)
        reached = left & chess.BB_CENTER
        assert chess.popcount(reached) == 2
        assert left & ~chess.BB_CENTER == board.occupied & ~(board.kings | chess.BB_CENTER)
        king = board.king(board.turn)
        assert king is not None
        assert any(board.is_legal(chess.Move(king, to)) for to in chess.SquareSet(reached) if king != to)


@pytest.mark.parametrize("name", ["black-first", "sleeve-before"])
@pytest.mark.parametrize("levers", ["clock", "none"])
def test_what_goes_wrong_before_the_first_ply_is_put_right(name: str, levers: str) -> None:
    """A piece of Black's moves first; in the end the board is as the game is."""
    for played in played_by(name, levers):
        opened = next(edge for edge in played.log.edges if edge.name in chess.SQUARE_NAMES)
        assert chess.parse_square(opened.name) >= chess.A7
        assert reeds_at(played.log, played.log.lasts_us) == board_after(played, len(played.moves)).occupied
        presses = [edge for edge in played.log.edges if edge.word == "press" and edge.name in SIDES]
        if levers == "none":
            assert (presses, played.first_ply_ms) == ([], None)
        else:
            assert presses[0].name == "black"
            white = next(edge for edge in presses if edge.name == "white")
            assert played.first_ply_ms == (white.at_us - presses[0].at_us) // 1000


def test_black_sees_his_mistake_before_white_moves_or_after() -> None:
    """His piece is astray at the first look, and put back at the second, by some after White's first ply."""
    second = set()
    for seed in range(8):
        played = HardJob(GAMES[0], "black-first", "clock", seed).played()
        assert played
        mistaken, right = played.looks
        assert mistaken.plies == 0
        astray = reeds_at(played.log, mistaken.at_us) ^ chess.Board().occupied
        assert chess.popcount(astray) == 2
        assert astray > chess.BB_RANK_4
        assert reeds_at(played.log, right.at_us) == board_after(played, right.plies).occupied
        second.add(right.plies)
    assert second == {0, 1}


def test_a_sleeve_moves_a_piece_before_the_clock_is_started() -> None:
    """Some put it back before they start the clock, others after White's first ply."""
    looks = set()
    for seed in range(8):
        played = HardJob(GAMES[0], "sleeve-before", "clock", seed).played()
        assert played
        start_us = next(edge.at_us for edge in played.log.edges if edge.name == "black")
        astray = reeds_at(played.log, start_us) ^ chess.Board().occupied
        looks.add((len(played.looks), chess.popcount(astray)))
    assert looks == {(1, 0), (2, 2)}
