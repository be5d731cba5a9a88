"""Which piece a hand moves: told from squares, for every manner and habit, and what plays by itself."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.hands.games import Game
from jadoube_sim.page.performing.follow import Following, follow, without_bounce
from jadoube_sim.page.performing.playing import NAMES, Playing, hand_with, nth_game, replay_of
from jadoube_sim.page.pieces import new_set
from jadoube_sim.page.world import World


def letters(world: World) -> dict[chess.Square, str]:
    """What stands on the board."""
    return {square: p.kind for p in world.pieces if not p.up and (square := p.square) is not None}


def followed(board: chess.Board, edges: list[str], after: chess.Board | None = None) -> World:
    """The pieces after these edges, `-e2` opens and `+e4` closes."""
    made = [
        Edge(at * 100_000, "open" if each[0] == "-" else "close", each[1:]) for at, each in enumerate(edges)
    ]
    now = Following(new_set(board))
    for number in range(len(made)):
        now = follow(now, made[number:], after)
    return now.world


@pytest.mark.parametrize(
    ("fen", "move", "edges"),
    [
        (chess.STARTING_FEN, "e2e4", "-e2 +e4"),
        (chess.STARTING_FEN, "e2e4", "-e2 +e3 -e3 +e4"),
        (chess.STARTING_FEN, "e2e4", "+e4 -e2"),
        (chess.STARTING_FEN, "e2e4", "-e2 -d1 +d1 +e4"),
        (chess.STARTING_FEN, "g1f3", "-g1 -f1 -e1 +e1 +f1 +f3"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "-d5 -e4 +d5"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "-e4 -d5 +d5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "-e5 +d6 -d5"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "-e1 -h1 +f1 +g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "-a1 +d1 -e1 +c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "-e1 +f1 +g1 -h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "-a8 +a2 -a1 +a3 -a2 +a8 -a3"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "-a7 +a8"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "-a7 +a8 -a8 +a8"),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "-b8 +b8 -a7"),
    ],
)
def test_the_right_piece_comes_to_the_right_square(fen: str, move: str, edges: str) -> None:
    """In whatever order hands have it: what stands at the end is what the ply puts there."""
    board = chess.Board(fen)
    after = board.copy(stack=False)
    after.push_uci(move)
    world = followed(board, edges.split(), after)
    wanted = {square: piece.symbol() for square, piece in after.piece_map().items()}
    assert letters(world) == wanted


def test_without_a_game_the_order_of_the_hands_tells() -> None:
    """A log says nothing of pieces: what was lifted last, and does not come from there, is set down."""
    board = chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    assert letters(followed(board, ["-d5", "-e4", "+d5"]))[chess.D5] == "P"
    assert letters(followed(board, ["-e4", "-d5", "+d5"]))[chess.D5] == "P"
    assert letters(followed(board, ["-e4", "+e4"])) == letters(new_set(board))


def test_a_bounce_is_one_change() -> None:
    """The edges that follow a reed's first one at once are left out; a button's stay."""
    edges = [
        Edge(0, "open", "e2"),
        Edge(200, "close", "e2"),
        Edge(900, "open", "e2"),
        Edge(950, "press", "ok"),
    ]
    assert without_bounce([*edges, Edge(9000, "close", "e2")]) == (
        edges[0],
        edges[3],
        Edge(9000, "close", "e2"),
    )


# What plays by itself


def drawn_game(choices: list[int]) -> Game:
    """A game of legal moves drawn by these."""
    board, moves = chess.Board(), []
    for choice in choices:
        if legal := list(board.legal_moves):
            moves.append(legal[choice % len(legal)])
            board.push(moves[-1])
    return Game(1, chess.STARTING_FEN, tuple(moves))


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=40), st.sampled_from(NAMES), st.booleans())
def test_a_hand_comes_to_each_position(choices: list[int], manner: str, presses: bool) -> None:
    """Its stops are in order and have every position of the game; reeds then show just that position."""
    game = drawn_game(choices)
    playing = hand_with(game, manner, SensorLog(), seed=3, presses=presses)
    stands = chess.Board().occupied
    done = 0
    for stop in playing.stops:
        for edge in playing.edges[done : stop.edges]:
            if edge.word in ("open", "close"):
                bit = chess.BB_SQUARES[chess.parse_square(edge.name)]
                assert bool(stands & bit) == (edge.word == "open")
                stands ^= bit
        done = stop.edges
        assert stop.board is not None
        assert stands == stop.board.occupied
    assert (playing.stops[-1].ply, playing.stops[-1].edges) == (len(game.moves), len(playing.edges))


def test_a_step_is_a_ply_or_an_edge() -> None:
    """It ends where the next ply stands; of a log it is the next edge."""
    pgn = '[White "Morphy"]\n[Black "Allies"]\n\n1. e4 e5 *'
    playing = hand_with(nth_game(pgn, 1), "tidy", SensorLog(), seed=1, presses=True)
    assert playing.name == "Morphy \N{EN DASH} Allies"
    assert playing.ply == 0
    assert playing.steps_to() == playing.stops[1].edges
    playing.done = playing.steps_to()
    assert (playing.ply, playing.over) == (1, False)
    log = SensorLog(edges=(Edge(1, "open", "e2"), Edge(2, "close", "e4")))
    replayed: Playing = replay_of(log, "log")
    assert (replayed.steps_to(), replayed.of) == (1, 2)
