"""The pieces as things: nothing is lost or doubled, and only what stands closes a reed."""

import re
from collections import Counter
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.squares import Occupancy
from jadoube_sim.page import workbench
from jadoube_sim.page.pieces import QUEENS, arranged, boxed, new_set, spare, strangers
from jadoube_sim.page.world import ROOM, Piece, World, middle, snapped

START = new_set(chess.Board())
HANDS = (None, "k1", "k2")

places = st.floats(-4, 12)
deeds = st.lists(
    st.tuples(
        st.sampled_from(["lift", "put", "exact", "carry", "hang", "slide", "let_go"]),
        st.integers(0, len(START.pieces) - 1),
        places,
        places,
        st.sampled_from(HANDS),
    ),
    max_size=25,
)


def after(world: World, deed: tuple[Any, ...]) -> World:
    """The world after a deed; what cannot be done changes nothing."""
    what, number, x, y, by = deed
    try:
        match what:
            case "lift":
                return world.lift(number, by)
            case "put" | "exact":
                return world.put(number, x, y, by, exact=what == "exact")
            case "carry" | "hang":
                return (world.carry if what == "carry" else world.hang)(number, x, y, by)
            case "slide":
                return world.slide(number, x, y, by)[-1]
        return world.let_go(by) if by else world
    except ValueError:
        return world


@given(deeds)
def test_no_piece_is_lost_or_doubled(done: list[tuple[Any, ...]]) -> None:
    """Whatever hands do: the same pieces by the same numbers, and none stands in another on the board."""
    world = START
    for deed in done:
        world = after(world, deed)
        assert [piece.kind for piece in world.pieces] == [piece.kind for piece in START.pieces]
        standing = [piece for piece in world.pieces if not piece.up and piece.on_board]
        for index, piece in enumerate(standing):
            assert all(piece.distance(other.x, other.y) >= ROOM for other in standing[index + 1 :])
        assert not any(piece.by and not piece.up for piece in world.pieces)


@given(deeds, st.floats(0.3, 0.7))
def test_only_what_stands_closes_a_reed(done: list[tuple[Any, ...]], reach: float) -> None:
    """A reed is closed if and only if the middle of a piece that stands is within reach of it."""
    world = START
    for deed in done:
        world = after(world, deed)
    near: Occupancy = 0
    for square in chess.SQUARES:
        if any(not piece.up and piece.distance(*middle(square)) <= reach for piece in world.pieces):
            near |= chess.BB_SQUARES[square]
    assert world.closed(reach) == near
    assert world.closed(reach) == World(tuple(each for each in world.pieces if not each.up)).closed(reach)


@given(st.permutations(list(chess.SQUARES)), st.integers(0, 34))
def test_where_pieces_are_put_reeds_close(squares: list[chess.Square], count: int) -> None:
    """However all were lifted and put: when they stand on these squares, these reeds are closed."""
    world = START
    for number in range(len(world.pieces)):
        world = world.lift(number)
    for number, square in enumerate(squares[:count]):
        file, rank = chess.square_file(square), chess.square_rank(square)
        world = world.put(number, file + 0.2, rank + 0.9)
    assert world.closed() == chess.SquareSet(squares[:count]).mask


@given(places, places)
def test_a_slide_leaves_a_trail(x: float, y: float) -> None:
    """On its way every reed that it comes near is closed for a while, and no other; it ends at the point."""
    world = World((Piece("R", 0.5, 0.5),))
    way = world.slide(0, x, y)
    seen = 0
    for here in way:
        seen |= here.closed()
    crossed = {each for here in way if (each := here.pieces[0].square) is not None}
    centres = {each for each in crossed if any(h.pieces[0].distance(*middle(each)) <= 0.45 for h in way)}
    assert set(chess.SquareSet(seen)) == centres
    assert (way[-1].pieces[0].x, way[-1].pieces[0].y) == (x, y)


def test_a_rook_slid_closes_the_reeds_between() -> None:
    """From a1 to a4: a1, a2, a3 and a4, in that order, never two at once with a usual magnet."""
    world = World((Piece("R", 0.5, 0.5),))
    shown = [here.closed() for here in world.slide(0, 0.5, 3.5)]
    trail = [shown[0], *(each for before, each in pairwise(shown) if each != before)]
    squares = [chess.BB_SQUARES[square] for square in (chess.A1, chess.A2, chess.A3, chess.A4)]
    assert [each for each in trail if each] == squares


def test_a_swap_never_opens_the_reed() -> None:
    """What stands is pushed into the air beside its square; its reed stays closed by the other."""
    world = new_set(chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"))
    pawn, victim = world.on(chess.E4), world.on(chess.D5)
    assert pawn is not None
    assert victim is not None
    before = world.lift(pawn, "k1")
    swapped = before.put(pawn, 3.4, 4.6, "k1")
    assert before.closed() & chess.BB_D5 == swapped.closed() & chess.BB_D5 == chess.BB_D5
    assert swapped.pieces[victim].up
    assert swapped.pieces[victim].by is None
    assert swapped.pieces[victim].distance(*middle(chess.D5)) < 1


def test_a_strong_magnet_between_two_squares_closes_both() -> None:
    """Set down exactly between: with little reach no reed sees it, with much of it two do."""
    world = World((Piece("P", 0, 0, up=True),)).put(0, 4.0, 1.5, exact=True)
    assert world.closed(0.45) == 0
    assert world.closed(0.6) == chess.BB_D2 | chess.BB_E2


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        (lambda world: world.lift(34), "there is no piece 34, only 0 to 33"),
        (lambda world: world.put(0, 1, 1), "this piece stands on the board or the table"),
        (lambda world: world.lift(0, "k1").put(0, 1, 1, "k2"), "this piece is in another hand"),
        (lambda world: world.lift(0, "k1").slide(0, 1, 1, "k1"), "this piece is in the air"),
    ],
)
def test_what_hands_cannot_do_is_refused(deed: Any, why: str) -> None:
    """In one line that says what is."""
    with pytest.raises(ValueError, match=why):
        deed(START)


def test_what_hangs_may_be_taken() -> None:
    """A piece that a hand has let go of in the air is free for any other."""
    world = START.lift(3, "k1").let_go("k1").lift(3, "k2")
    assert world.pieces[3].by == "k2"


# A set of pieces


def letters(world: World) -> dict[chess.Square, str]:
    """What stands on the board."""
    return {
        square: piece.kind for piece in world.pieces if not piece.up and (square := piece.square) is not None
    }


@given(st.lists(st.integers(0, 10_000), max_size=120), st.booleans())
def test_any_position_can_be_arranged(choices: list[int], turned: bool) -> None:
    """Of the same pieces: all that it has stand in the middle of their squares, the rest beside the board."""
    board = chess.Board()
    for choice in choices:
        if moves := list(board.legal_moves):
            board.push(moves[choice % len(moves)])
    world = arranged(START, board, turned=turned)
    wanted = {63 - at if turned else at: piece.symbol() for at, piece in board.piece_map().items()}
    assert letters(world) == wanted
    kept = Counter(piece.kind for piece in world.pieces[: len(START.pieces)])
    assert kept == Counter(piece.kind for piece in START.pieces)
    assert all(snapped(piece.x, piece.y) == (piece.x, piece.y) for piece in world.pieces)


def test_what_stands_right_is_not_touched() -> None:
    """Each piece goes the shortest way: after one move one piece has another place."""
    board = chess.Board()
    board.push_san("Nf3")
    changed = [
        number for number, piece in enumerate(arranged(START, board).pieces) if piece != START.pieces[number]
    ]
    assert [START.pieces[number].kind for number in changed] == ["N"]


def test_more_are_fetched_than_a_set_has() -> None:
    """A third queen is another piece, with a number of its own; a spare one lies in the box before."""
    world = arranged(START, chess.Board("QQQ4k/6pp/8/8/8/8/8/4K3 b - - 0 1"))
    assert len(world.pieces) == 35
    world, queen = spare(START, "Q")
    assert not world.pieces[queen].on_board
    fetched, knight = spare(START, "N")
    assert (len(fetched.pieces), knight) == (35, 34)


def test_strangers_get_their_names_where_they_stand() -> None:
    """A piece of which only the reed is known is named when it is known what stands there."""
    board = chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    world = arranged(strangers(board.occupied), board)
    assert [piece.kind for piece in world.pieces] == ["K", "k"]


def test_what_is_left_hanging_is_anybodys() -> None:
    """A piece that a hand leaves in the air hangs there in nobody's hand, and another takes it."""
    world = START.lift(0, "k1").hang(0, 3.2, 4.1, "k1")
    assert (world.piece(0).up, world.piece(0).by) == (True, None)
    assert world.lift(0, "k2").piece(0).by == "k2"


def _box_of_the_page() -> set[tuple[float, float]]:
    """The places of the trays, as the page has them."""
    text = (Path(workbench.__file__).parent / "static" / "board.js").read_text(encoding="utf-8")
    columns, rows = (
        [float(number) for number in re.findall(r"-?[\d.]+", re.findall(rf"const {name} = (.+);", text)[0])]
        for name in ("TRAYS", "ROWS")
    )
    queens = float(re.findall(r"const QUEENS = ([\d.]+);", text)[0])
    return set(product(columns, (*rows, queens)))


def test_queens_have_places_of_their_own_in_the_box() -> None:
    """What is laid into the box stands where the page has its trays, queens apart, each in its place."""
    swept = boxed(START, set(range(len(START.pieces))))
    places = [(piece.x, piece.y) for piece in swept.pieces]
    assert len(set(places)) == len(places)
    assert set(places) < _box_of_the_page()
    assert {piece.kind for piece in swept.pieces if piece.y == QUEENS} == {"Q", "q"}
    assert sum(piece.y == QUEENS for piece in swept.pieces) == 4
