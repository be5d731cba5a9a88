"""The tidy hand: every order as promised, and edges that leave the board as the game does."""

import random
from collections.abc import Iterable, Iterator
from itertools import pairwise

import chess
import pytest

from jadoube.core.messages.events import Button
from jadoube.formats.sensorlog import Edge, SensorLog, format_sensor_log, parse_sensor_log
from jadoube_sim.hands import (
    MANNERS,
    TIDY,
    Capture,
    Castling,
    EnPassant,
    Key,
    Lift,
    Manner,
    Pace,
    Place,
    Promotion,
    Step,
    TidyHand,
    Together,
    Wait,
    adjusting,
    gesture_for,
    play,
    play_edges,
    timed,
    touching,
    trying,
)

PAWNS = "1n4n1/P1P4P/8/8/2K5/8/p1p4p/1N1k2N1 w - - 0 1"

#: Start and moves: between them every kind of move, by both sides.
GAMES = {
    "castling kingside": (chess.STARTING_FEN, "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d4 exd4 Nxd4 Nxe4"),
    "castling queenside": (
        chess.STARTING_FEN,
        "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O e4 dxe4 d5 Nb4 Bxc7 Kxc7",
    ),
    "en passant": (chess.STARTING_FEN, "e4 Nf6 e5 d5 exd6 Nc6 dxc7 e5 a3 e4 f4 exf3 h3 fxg2 cxd8=R+ Kxd8"),
    "mate": (chess.STARTING_FEN, "f3 e5 g4 Qh4#"),
    "promoting to queen, rook and bishop": (PAWNS, "a8=Q a1=Q h8=R h1=R c8=B c1=B"),
    "promoting to knight": (PAWNS, "a8=N a1=N"),
    "promoting to queen and rook with capture": (PAWNS, "axb8=Q axb1=Q hxg8=R hxg1=R"),
    "promoting to bishop and knight with capture": (PAWNS, "axb8=B axb1=B hxg8=N hxg1=N"),
    "Black begins": ("4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1", "Ke7 O-O-O Ke6 Rhf1"),
}


def moves_of(start: str, line: str) -> list[chess.Move]:
    """The moves of a line in SAN."""
    board = chess.Board(start)
    return [board.push_san(san) for san in line.split()]


def told(steps: Iterable[Step]) -> str:
    """The steps in words: `-e2` lifted, `+e4` placed, `=plus` pressed, `~500` waited, `&` at one moment."""
    return " ".join(_told(step) for step in steps)


def _told(step: Step) -> str:
    match step:
        case Lift(square):
            return f"-{chess.SQUARE_NAMES[square]}"
        case Place(square):
            return f"+{chess.SQUARE_NAMES[square]}"
        case Key(button):
            return f"={str(button.name).lower()}"
        case Wait(ms):
            return f"~{ms}"
        case Together(both):
            return "&".join(_told(one) for one in both)


def reeds_after(edges: Iterable[Edge], reeds: int) -> int:
    """The plain model: whatever the reeds did last, in order of time."""
    for edge in edges:
        square = (
            chess.BB_SQUARES[chess.SQUARE_NAMES.index(edge.name)] if edge.name in chess.SQUARE_NAMES else 0
        )
        reeds = reeds & ~square if edge.word == "open" else reeds | square
    return reeds


def told_for(start: str, san: str, manner: Manner) -> str:
    """The steps of one move."""
    board = chess.Board(start)
    return told(gesture_for(board, board.parse_san(san), manner))


@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS)
@pytest.mark.parametrize("presses", [True, False], ids=["presses", "no presses"])
@pytest.mark.parametrize(("start", "line"), GAMES.values(), ids=GAMES)
def test_each_ply_leaves_the_reeds_as_its_position_is(
    start: str, line: str, presses: bool, manner: Manner
) -> None:
    """After the last bounce of each ply a reed is closed wherever a piece stands, and nowhere else."""
    hand = TidyHand(start, manner, seed=7, presses=presses)
    reeds, board = chess.Board(start).occupied, chess.Board(start)
    for move in moves_of(start, line):
        mover = board.turn
        board.push(move)
        edges = hand.ply(move)
        reeds = reeds_after(edges, reeds)
        assert reeds == board.occupied
        assert (edges[-1].name == ("white" if mover else "black")) == presses
    assert hand.board == board


KINGSIDE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
QUEENSIDE = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"


@pytest.mark.parametrize(
    ("order", "white_short", "black_long"),
    [
        (Castling.KING_THEN_ROOK, "-e1 +g1 -h1 +f1", "-e8 +c8 -a8 +d8"),
        (Castling.ROOK_THEN_KING, "-h1 +f1 -e1 +g1", "-a8 +d8 -e8 +c8"),
        (Castling.KING_UP_ROOK_UP_KING_DOWN, "-e1 -h1 +g1 +f1", "-e8 -a8 +c8 +d8"),
        (Castling.KING_UP_ROOK_UP_ROOK_DOWN, "-e1 -h1 +f1 +g1", "-e8 -a8 +d8 +c8"),
        (Castling.ROOK_UP_KING_UP_KING_DOWN, "-h1 -e1 +g1 +f1", "-a8 -e8 +c8 +d8"),
        (Castling.ROOK_UP_KING_UP_ROOK_DOWN, "-h1 -e1 +f1 +g1", "-a8 -e8 +d8 +c8"),
        (Castling.TWO_HANDS, "-e1&-h1 +g1&+f1", "-e8&-a8 +c8&+d8"),
    ],
)
def test_castling_keeps_its_order(order: Castling, white_short: str, black_long: str) -> None:
    """King and rook rise and come down as the order says, on either wing."""
    assert told_for(KINGSIDE, "O-O", Manner(castling=order)) == white_short
    assert told_for(QUEENSIDE, "O-O-O", Manner(castling=order)) == black_long


def test_castling_has_every_order() -> None:
    """There are six ways to interleave two lifts and two places, and the two hands."""
    assert len(Castling) == 7


@pytest.mark.parametrize(
    ("order", "steps"), [(Capture.VICTIM_FIRST, "-d5 -e4 +d5"), (Capture.MOVER_FIRST, "-e4 -d5 +d5")]
)
def test_captures_keep_their_order(order: Capture, steps: str) -> None:
    """The victim leaves before the mover, or while the mover is in the air."""
    assert told_for("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", Manner(capture=order)) == steps


@pytest.mark.parametrize(
    ("order", "white", "black"),
    [
        (EnPassant.BEFORE, "-d5 -e5 +d6", "-e4 -d4 +e3"),
        (EnPassant.BETWEEN, "-e5 -d5 +d6", "-d4 -e4 +e3"),
        (EnPassant.AFTER, "-e5 +d6 -d5", "-d4 +e3 -e4"),
    ],
)
def test_en_passant_keeps_its_order(order: EnPassant, white: str, black: str) -> None:
    """The pawn that is taken leaves before, between or after."""
    assert told_for("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", Manner(en_passant=order)) == white
    assert told_for("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3", Manner(en_passant=order)) == black


@pytest.mark.parametrize(
    ("capture", "promotion", "quiet", "taking"),
    [
        (Capture.VICTIM_FIRST, Promotion.EXCHANGED, "-a7 +a8 -a8 +a8", "-b8 -a7 +b8 -b8 +b8"),
        (Capture.VICTIM_FIRST, Promotion.DIRECT, "-a7 +a8", "-b8 -a7 +b8"),
        (Capture.VICTIM_FIRST, Promotion.PIECE_FIRST, "+a8 -a7", "-b8 +b8 -a7"),
        (Capture.MOVER_FIRST, Promotion.EXCHANGED, "-a7 +a8 -a8 +a8", "-a7 -b8 +b8 -b8 +b8"),
        (Capture.MOVER_FIRST, Promotion.DIRECT, "-a7 +a8", "-a7 -b8 +b8"),
        (Capture.MOVER_FIRST, Promotion.PIECE_FIRST, "+a8 -a7", "-b8 +b8 -a7"),
    ],
)
def test_promotions_keep_their_order(capture: Capture, promotion: Promotion, quiet: str, taking: str) -> None:
    """The pawn is exchanged on the last rank, taken off, or leaves last; with and without a capture."""
    manner = Manner(capture=capture, promotion=promotion)
    assert told_for(PAWNS, "a8=Q", manner) == quiet
    assert told_for(PAWNS, "axb8=Q", manner) == taking


@pytest.mark.parametrize(
    ("piece", "keys"), [("Q", ""), ("R", " =plus"), ("B", " =plus =plus"), ("N", " =minus")]
)
def test_the_panel_chooses_the_piece_by_the_shortest_way(piece: str, keys: str) -> None:
    """From the queen, which is shown first, round through rook, bishop and knight."""
    assert told_for(PAWNS, f"a8={piece}", Manner(promotion=Promotion.DIRECT)) == "-a7 +a8" + keys
    assert told_for(PAWNS, f"axb8={piece}", Manner(promotion=Promotion.DIRECT)) == "-b8 -a7 +b8" + keys


def test_the_manners_have_every_order_between_them() -> None:
    """Whoever plays a game in each manner has seen every order, and each promotion with either capture."""
    manners = MANNERS.values()
    assert {manner.castling for manner in manners} == set(Castling)
    assert {manner.en_passant for manner in manners} == set(EnPassant)
    pairs = {(manner.capture, manner.promotion) for manner in manners}
    assert pairs == {(capture, promotion) for capture in Capture for promotion in Promotion}


def test_an_illegal_move_has_no_gesture() -> None:
    """It is refused with the move and the position."""
    with pytest.raises(ValueError, match=r"^e2e5 is not legal in rnbqkbnr/.* w KQkq - 0 1$"):
        gesture_for(chess.Board(), chess.Move.from_uci("e2e5"))


def test_what_hands_do_between_plies() -> None:
    """Adjusting, a wrong piece touched, and a try put right, as plain steps."""
    board = chess.Board("4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1")
    assert told(adjusting(chess.E1)) == "-e1 +e1"
    assert told(touching(chess.E3, 700)) == "-e3 ~700 +e3"
    assert told(trying(board, chess.Move.from_uci("e3e5"), 800)) == "-e3 +e5 ~800 -e5 +e3"
    in_vain = trying(board, chess.Move.from_uci("e3d5"), 800, presses=True)
    assert told(in_vain) == "-d5 -e3 +d5 =white ~800 -d5 +e3 +d5"


@pytest.mark.parametrize(
    "steps",
    [
        adjusting(chess.E1),
        touching(chess.D8),
        trying(chess.Board(), chess.Move.from_uci("e2e5")),
        trying(chess.Board(), chess.Move.from_uci("d1d7"), presses=True),
    ],
)
def test_what_is_put_back_leaves_the_reeds_as_they_were(steps: list[Step]) -> None:
    """Between plies a hand can do all this, and the game goes on."""
    hand = TidyHand(seed=3)
    hand.ply(chess.Move.from_uci("g1f3"))
    before = reeds_after(hand.edges, chess.Board().occupied)
    edges = hand.make(steps)
    assert len(edges) >= 2
    assert reeds_after(edges, before) == before
    hand.ply(chess.Move.from_uci("g8f6"))
    assert reeds_after(hand.edges, chess.Board().occupied) == hand.board.occupied


def every_log() -> Iterator[SensorLog]:
    """Every game in every manner, with presses and a clock."""
    for start, line in GAMES.values():
        for seed, manner in enumerate(MANNERS.values()):
            yield play(moves_of(start, line), start, manner, seed=seed, time_control="300+3")


def test_each_reed_and_button_alternates_and_never_twice_at_an_instant() -> None:
    """A reed that opens was closed; a button that comes up was down; time never turns back."""
    for log in every_log():
        state = {chess.SQUARE_NAMES[square]: "close" for square in chess.SquareSet(log.reeds)}
        latest: dict[str, int] = {}
        assert all(one.at_us <= other.at_us for one, other in pairwise(log.edges))
        for edge in log.edges:
            assert latest.get(edge.name) != edge.at_us
            assert (edge.word in {"close", "press"}) != (state.get(edge.name) in {"close", "press"})
            state[edge.name], latest[edge.name] = edge.word, edge.at_us


def test_every_log_can_be_written_and_read() -> None:
    """What a hand gives is a sensor log like any other."""
    for log in every_log():
        assert parse_sensor_log(format_sensor_log(log), "hand") == log


def test_every_state_outlasts_debounce_and_two_scans() -> None:
    """Between the last bounce of one step and the next, but for two hands at one moment, over 60 ms pass."""
    for log in every_log():
        for one, other in pairwise(log.edges):
            gap_us = other.at_us - one.at_us
            assert gap_us <= 10_000 or gap_us > 60_000
            if one.name != other.name and gap_us <= 10_000:
                assert {one.name[1], other.name[1]} <= {"1", "8"}  # a castling


def test_reeds_bounce() -> None:
    """Some changes have more than one edge, all within a millisecond or so."""
    names = [edge.name for log in every_log() for edge in log.edges]
    assert sum(one == other for one, other in pairwise(names)) > 1000


def test_two_hands_are_a_few_milliseconds_apart_and_either_comes_first() -> None:
    """King and rook rise as good as together, over seeds in both orders."""
    board = chess.Board(KINGSIDE)
    firsts = set()
    for seed in range(20):
        edges = play_edges(board, chess.Move.from_uci("e1g1"), 0, MANNERS["two-hands"], seed=seed)
        first_us = {name: next(edge.at_us for edge in edges if edge.name == name) for name in ("e1", "h1")}
        assert abs(first_us["e1"] - first_us["h1"]) <= 4000
        firsts.add(min(first_us, key=lambda name: first_us[name]))
    assert firsts == {"e1", "h1"}


def test_the_same_seed_is_the_same_log() -> None:
    """And another seed another one."""
    start, line = GAMES["castling kingside"]
    logs = [play(moves_of(start, line), start, seed=seed) for seed in (5, 5, 6)]
    assert logs[0] == logs[1]
    assert logs[0].edges != logs[2].edges


def test_with_a_clock_the_other_side_starts_it() -> None:
    """Black's lever starts White's clock, White's where Black is to move."""
    for key, first in (("mate", "black"), ("Black begins", "white")):
        start, line = GAMES[key]
        edges = play(moves_of(start, line), start, time_control="300").edges
        assert [edge[1:] for edge in edges[:2]] == [("press", first), ("release", first)]
        levers = [edge.name for edge in edges if edge.word == "press"]
        assert levers == [("white", "black")[(first == "white") ^ (i % 2 == 0)] for i in range(5)]


def test_without_presses_no_lever_is_touched() -> None:
    """Not even to start a clock; the panel still chooses a promotion's piece."""
    start, line = GAMES["promoting to queen, rook and bishop"]
    edges = play(moves_of(start, line), start, presses=False, time_control="300").edges
    pressed = [edge.name for edge in edges if edge.word == "press"]
    assert pressed == ["plus"] * 6


def test_a_log_says_how_it_was_played() -> None:
    """Start and time control stand in it, and quiet of over a second follows the last edge."""
    start, line = GAMES["Black begins"]
    log = play(moves_of(start, line), start, time_control="300+3")
    assert (log.start, log.time_control) == (start, "300+3")
    assert log.end_us is not None
    assert log.end_us - log.edges[-1].at_us >= 1_000_000


def test_a_wait_takes_the_place_of_the_pace() -> None:
    """To the millisecond; waits add up, also in front and behind."""
    pace = Pace(hold_ms=(100, 100), button_ms=(200, 200))
    key = Key(Button.OK)
    edges, until_us = timed([Wait(5), key, Wait(3), Wait(4), key, key, Wait(9)], pace, random.Random(1), 1000)
    assert [edge.at_us for edge in edges] == [6000, 106_000, 113_000, 213_000, 413_000, 513_000]
    assert until_us == 522_000


def test_a_start_that_is_none_is_refused() -> None:
    """In the words of the sensor log."""
    with pytest.raises(ValueError, match=r"^no white king found, expected a position of standard chess$"):
        play([], "4k3/8/8/8/8/8/8/8 w - - 0 1")


def test_a_game_of_no_moves_is_a_log_of_no_edges() -> None:
    """Nothing was played, nothing was sensed."""
    log = play([], manner=TIDY)
    assert log.edges == ()
    assert log.lasts_us > 0
