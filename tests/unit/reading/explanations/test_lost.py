"""Lost boards: what is found for a board at rest that nothing fits, what it costs, and its doubts."""

import random

import chess
import pytest

from jadoube.core.reading import calls, press_prices, setting_up, tracker, weights
from jadoube.core.reading.beam import Tracker, prune
from jadoube.core.reading.doubts import MOST_NAMED, doubts
from jadoube.core.reading.explanations.lost import find_back
from jadoube.core.reading.searching import MOST_POSITIONS, SLICE, Unfinished
from jadoube.core.rules.game_line import begin, moved_anyhow
from shared.hands.settled_squares import sans, settle, tracker_of

KNIGHT = "4k2r/7p/8/8/8/8/P7/4K1N1 w - - 0 1"
CASTLES = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1"


def made(seen: Tracker, *plies: str) -> Tracker:
    """Make these plies, each called for by a press."""
    for ply in plies:
        side = seen.best.line.side_to_move
        seen = settle(seen, *ply.split())
        seen = press_prices.complete(calls.consider_unseen(seen), side, seen.best.line.ply - 1)
    return seen


@pytest.mark.parametrize(("beside", "read"), [("h3", "Nh3"), ("e2", "Ne2")])
def test_a_piece_put_right_rewrites_the_ply_that_brought_it(beside: str, read: str) -> None:
    """A knight stood where it may go; after the reply it is put where it was meant to go."""
    seen = made(tracker_of(KNIGHT), f"g1 {beside}", "e8 e7", "a2 a3")
    assert sans(seen) == [read, "Ke7", "a3"]
    seen = settle(seen, beside, "f3")
    assert not seen.best.fits
    seen = tracker.rest(seen)
    assert (sans(seen), seen.best.fits) == (["Nf3", "Ke7", "a3"], True)
    assert doubts(seen) == {1: (read,)}
    seen = settle(seen, "h7", "h6")
    assert (sans(seen), doubts(seen)) == (["Nf3", "Ke7", "a3", "h6"], {})


def test_a_piece_put_right_was_no_irregular_ply() -> None:
    """A knight came down where it may not go, and was put right after the reply; the press tells it apart."""
    seen = settle(made(tracker_of(KNIGHT), "g1 g3", "e8 e7"), "g3", "f3")
    assert "Nf3 Ke7" in [" ".join(line.san for line in each.line.plies()) for each in seen.hypotheses]
    assert sans(made(seen, "a2 a3")) == ["Nf3", "Ke7", "a3"]


def test_a_piece_is_put_right_also_after_two_plies_had_proved_its_irregular_one() -> None:
    """At once, although it is not its side's turn; the irregular ply is a doubt until play goes on."""
    seen = tracker_of(KNIGHT)
    for number, ply in enumerate(("g1 g3", "e8 e7", "a2 a3")):
        seen = calls.consider_unseen(settle(seen, *ply.split()))
        seen = press_prices.complete(seen, number % 2 == 0, number)
    assert sans(seen) == ["Ng1-g3", "Ke7", "a3"]
    seen = settle(seen, "g3", "f3")
    assert (sans(seen), doubts(seen)) == (["Nf3", "Ke7", "a3"], {1: ("Ng1-g3",)})
    seen = settle(seen, "h7", "h6")
    assert (sans(seen), doubts(seen)) == (["Nf3", "Ke7", "a3", "h6"], {})


def test_a_lost_board_is_found_back_with_a_stop_of_one_piece() -> None:
    """A knight made two plies and a pawn one between two scans."""
    seen = settle(tracker_of("4k3/7p/8/8/8/8/8/4K1N1 w - - 0 1"), "g1&e5&h7&h6")
    assert (sans(seen), seen.best.fits) == (["Nf3", "h6", "Ne5"], True)


def test_it_is_found_also_with_the_ply_after_it() -> None:
    """The board did not rest between the correction and the next ply."""
    seen = tracker.rest(settle(made(tracker_of(KNIGHT), "g1 h3", "e8 e7", "a2 a3"), "h3", "f3", "h7", "h6"))
    assert sans(seen) == ["Nf3", "Ke7", "a3", "h6"]


def test_a_piece_that_could_not_go_there_is_not_put_right() -> None:
    """No earlier ply brings the knight to g3: the board stays as it is, unread."""
    seen = tracker.rest(settle(made(tracker_of(KNIGHT), "g1 h3", "e8 e7", "a2 a3"), "h3", "g3"))
    assert (sans(seen), seen.best.fits) == (["Nh3", "Ke7", "a3"], False)


def test_later_plies_must_be_legal_with_the_piece_put_right() -> None:
    """The king went through f3 later: no knight stood there."""
    seen = made(
        tracker_of("4k3/7p/8/8/8/8/4K3/6N1 w - - 0 1"), "g1 h3", "e8 e7", "e2 f3", "e7 e8", "f3 e4", "h7 h6"
    )
    seen = tracker.rest(settle(seen, "h3", "f3", "e8", "e7"))
    assert "Nf3" not in sans(seen)


def test_plies_of_one_scan_are_found_at_rest_with_their_rivals() -> None:
    """Ten squares changed at once; the doubts name other first plies."""
    seen = settle(tracker_of(CASTLES), "e1&g1&h1&f1&e8&c8&a8&d8&a2&a4")
    assert not seen.best.fits
    seen = tracker.rest(seen)
    assert (sans(seen), seen.best.fits) == (["O-O", "O-O-O", "a4"], True)
    assert set(doubts(seen)[1]) == {"a4", "Rg1"}


def test_nothing_is_sought_while_a_ply_is_under_way() -> None:
    """A piece in the air, or on its way, is no lost board."""
    for gesture in (["h2"], ["h2", "h7"], ["e1", "g1"]):
        seen = settle(tracker_of(CASTLES), *gesture)
        rested = tracker.rest(seen)
        assert all(each.line.ply <= 1 for each in rested.hypotheses)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_found_fits_and_is_in_doubt(seed: int) -> None:
    """Whatever is astray: it fits, ranks hardly better than what was lost, and the search is bounded."""
    rng = random.Random(seed)
    seen = tracker_of(rng.choice((KNIGHT, CASTLES, chess.STARTING_FEN)))
    board = seen.best.line.board.copy()
    for _ in range(rng.randint(1, 4)):
        board.push(rng.choice(list(board.legal_moves)))
    strays = chess.BB_SQUARES[rng.randrange(64)] * rng.randint(0, 1)
    flipped = (board.occupied ^ strays) ^ seen.occupancy
    if not flipped:
        return
    seen = tracker.settle(seen, flipped)
    lost = min(each.rank for each in seen.hypotheses)
    found = find_back(seen, lost)
    assert all(each.fits and each.line.board.is_valid() for each in found)
    assert all(each.rank >= lost - weights.ASTRAY > lost - weights.DOUBTFUL for each in found)
    if found:
        named = doubts(seen._replace(hypotheses=prune([*seen.hypotheses, *found])))
        assert all(len(moves) <= MOST_NAMED for moves in named.values())
    _assert_bounded(seen, lost)


def _quiet_plies(rng: random.Random, board: chess.Board) -> list[chess.Move]:
    """Draw up to six plies that move one piece to an empty square, and make them on this board."""
    plies: list[chess.Move] = []
    for _ in range(rng.randint(2, 6)):
        quiet = [
            each
            for each in board.legal_moves
            if not (board.is_capture(each) or board.is_castling(each) or each.promotion)
        ]
        plies += rng.sample(quiet, min(1, len(quiet)))
        if quiet:
            board.push(plies[-1])
    return plies


def _other_targets(seen: Tracker, ply: int) -> list[chess.Square]:
    """The empty squares where the piece of this ply might have gone instead."""
    line = seen.best.line.back_to(ply)
    if line.before is None or line.move is None or not seen.occupancy >> line.move.to_square & 1:
        return []
    source = chess.BB_SQUARES[line.move.from_square]
    moves = line.before.board.generate_legal_moves(source, ~seen.occupancy & chess.BB_ALL)
    return [each.to_square for each in moves]


def _names(*moved: chess.Square) -> str:
    return " ".join(map(chess.square_name, moved))


def test_a_ply_that_is_rewritten_is_in_doubt_as_it_was_read_before() -> None:
    """Whichever piece is put right: the doubt of a game that is found back names the old move."""
    rewritten = 0
    for seed in range(100):
        rng = random.Random(seed)
        seen = tracker_of(rng.choice((KNIGHT, CASTLES, chess.STARTING_FEN)))
        plies = _quiet_plies(rng, seen.best.line.board.copy())
        seen = made(seen, *(_names(each.from_square, each.to_square) for each in plies))
        ply, was = rng.randint(1, len(plies)), sans(seen)
        targets = _other_targets(seen, ply) if len(was) == len(plies) else []
        if not targets:
            continue
        beside = settle(seen, *_names(plies[ply - 1].to_square, rng.choice(targets)).split())
        rested = tracker.rest(beside)
        if beside.best.fits or not rested.best.fits:
            continue
        parted = next(at for at, (old, new) in enumerate(zip(was, sans(rested), strict=True)) if old != new)
        assert was[parted] in doubts(rested)[parted + 1]
        rewritten += 1
    assert rewritten >= MOST_NAMED  # otherwise nothing was claimed


def _assert_bounded(seen: Tracker, lost: float) -> None:
    """No slice looks at many more positions than it may, and no search at more than all may."""
    try:
        find_back(seen._replace(answers=()), lost)
    except Unfinished as unfinished:
        search = unfinished.search
        while search.tasks:
            after = search.next_slice()
            assert after.positions - search.positions < 20 * SLICE
            search = after
        assert search.positions < MOST_POSITIONS + 20 * SLICE


@pytest.mark.parametrize("first", ["a2a5", "a2a4"])
def test_an_irregular_ply_lets_no_other_ply_be_put_right(first: str) -> None:
    """A knight that has gone to f6 by the laws has not gone to e7, whatever stands earlier in the game."""
    start, move = begin(), chess.Move.from_uci(first)
    legal = start.board.is_legal(move)
    line = start.after(move) if legal else start.standing(moved_anyhow(start.board, move), move)
    for uci in ("e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3"):
        line = line.after(chess.Move.from_uci(uci))
    seen = settle(setting_up.begin(line, line.occupancy), "f6", "e7")
    assert not any(each.fits for each in seen.hypotheses if not each.bad)
