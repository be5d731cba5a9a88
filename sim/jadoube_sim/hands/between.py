"""What hands do between plies: nothing that makes a move, and all of it put back.

Each deed takes the moment of the ply that comes next, and gives its steps; it leaves the board as it found
it. What is pressed within it is pressed in vain, or for a ply that is taken back. It decides what is
touched, and refuses to know how often: that is the habit's.
"""

import random
from collections.abc import Mapping

import chess

from jadoube.core.rules.rule_sets import position_outcome
from jadoube_sim.hands.gestures import adjusting, gesture_for, lever, touching, trying
from jadoube_sim.hands.steps import Lift, Motion, Place, Wait
from jadoube_sim.hands.ways import PLAIN, Moment, Way

#: A deed is of the same shape as a way, but for what it leaves on the board.
Deed = Way


def adjusts(moment: Moment) -> list[Motion]:
    """J'adoube: a piece of either side is lifted and put back; now and then two at once."""
    pieces = list(chess.SquareSet(moment.board.occupied))
    if moment.rng.random() < 0.8:
        return list(adjusting(moment.rng.choice(pieces)))
    one, other = moment.rng.sample(pieces, 2)
    back = moment.rng.sample([one, other], 2)
    return [Lift(one), Lift(other), *map(Place, back)]


def touches_wrong_piece(moment: Moment) -> list[Motion]:
    """The mover lifts a piece, thinks better of it and puts it back, before he moves another."""
    own = chess.SquareSet(moment.board.occupied_co[moment.board.turn])
    others = [square for square in own if square != moment.move.from_square]
    if not others:
        return []
    return list(touching(moment.rng.choice(others), moment.rng.randint(300, 2000)))


def tries_illegal_move(moment: Moment) -> list[Motion]:
    """The mover sets a move that the laws forbid, presses perhaps, sees it, and puts it right."""
    board, rng = moment.board, moment.rng
    own, theirs = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    sources = [square for square in chess.SquareSet(own) if square != board.king(board.turn)]
    legal = {(move.from_square, move.to_square) for move in board.legal_moves}
    for _ in range(20):  # of drawn squares nearly all are illegal, and most of them free
        tried = chess.Move(rng.choice(sources or [moment.move.from_square]), rng.randrange(64))
        takes = theirs >> tried.to_square & 1
        free = not board.occupied >> tried.to_square & 1
        if (tried.from_square, tried.to_square) not in legal and (free or takes):
            presses = moment.presses and bool(free) and rng.random() < 0.3
            return list(trying(board, tried, rng.randint(500, 3000), presses=presses))
    return []


def takes_back(moment: Moment) -> list[Motion]:
    """Another move is made, mostly one, now and then two or three plies; then all is put back, last first.

    One ply is taken back after its press or before it, more of them after every press.
    """
    board, rng = moment.board.copy(stack=False), moment.rng
    plies = rng.choices((1, 2, 3), (80, 15, 5))[0]
    steps: list[Motion] = []
    back: list[Motion] = []
    for _ in range(plies):
        move = _another(board, moment.move, rng)
        if move is None:
            break
        pressed = moment.presses and (plies > 1 or rng.random() < 0.5)
        steps += [*gesture_for(board, move, PLAIN), *([lever(board.turn)] if pressed else [])]
        back = putting_back(board, move) + back
        board.push(move)
    return [*steps, Wait(rng.randint(800, 4000)), *back] if steps else []


def shows_line(moment: Moment) -> list[Motion]:
    """A player shows two to four plies of a line, presses for none, and puts all back in any order."""
    board, rng = moment.board.copy(stack=False), moment.rng
    steps: list[Motion] = []
    for _ in range(rng.randint(2, 4)):
        move = _another(board, moment.move, rng)
        if move is None:
            break
        steps += gesture_for(board, move, PLAIN)
        board.push(move)
    return [*steps, Wait(rng.randint(800, 4000)), *_setting_right(board, moment.board, rng)] if steps else []


def knocks_over(moment: Moment) -> list[Motion]:
    """An elbow sweeps over a corner: up to half of the pieces fall, and are set up again on their squares."""
    board, rng = moment.board, moment.rng
    centre = rng.choice(list(chess.SquareSet(board.occupied)))
    nearest = sorted(
        chess.SquareSet(board.occupied), key=lambda each: (chess.square_distance(each, centre), each)
    )
    fallen = nearest[: min(rng.randint(3, 10), len(nearest) // 2)]
    falling: list[Motion] = []
    for square in rng.sample(fallen, len(fallen)):
        falling += [Lift(square), Wait(rng.randint(0, 60))]
    return [*falling, Wait(rng.randint(1000, 4000)), *map(Place, rng.sample(fallen, len(fallen)))]


#: The squares on which the kings say a result.
KINGS_SAY: Mapping[str, tuple[tuple[chess.Square, chess.Square], ...]] = {
    "1-0": ((chess.E4, chess.D5),),
    "0-1": ((chess.D4, chess.E5),),
    "1/2-1/2": (
        (chess.D4, chess.E4),
        (chess.D4, chess.D5),
        (chess.E4, chess.E5),
        (chess.D5, chess.E5),
    ),
}


def sets_kings(board: chess.Board, result: str, rng: random.Random) -> list[Motion]:
    """The players agree: both kings are set on the centre as the result says, and stand there a while.

    What stands on the centre is taken off first. The position is left as the board then shows it.
    """
    kings = list(chess.SquareSet(board.kings))
    steps: list[Motion] = [Wait(rng.randint(1000, 5000))]
    for square in chess.SquareSet(board.occupied & chess.BB_CENTER & ~board.kings):
        steps += [Lift(square), Wait(rng.randint(100, 600))]
        board.remove_piece_at(square)
    reached = rng.sample(rng.choice(KINGS_SAY[result]), 2)
    if kings[0] == reached[1] or kings[1] == reached[0]:
        reached.reverse()
    carried = [pair for pair in zip(kings, reached, strict=True) if pair[0] != pair[1]]
    for source, target in rng.sample(carried, len(carried)):
        steps += [Lift(source), Place(target)]
        board.set_piece_at(target, board.remove_piece_at(source))
    return [*steps, Wait(rng.randint(2500, 6000))]


def clears_up(board: chess.Board, rng: random.Random) -> list[Motion]:
    """After the game the pieces are swept off, or the others taken home, and all set up."""
    home = chess.SquareSet(chess.Board().occupied)
    standing = chess.SquareSet(board.occupied)
    swept = list(standing) if rng.random() < 0.5 else list(standing - home)
    missing = list(home - standing) if len(swept) < len(standing) else list(home)
    steps: list[Motion] = [Wait(rng.randint(1500, 6000))]
    for square in rng.sample(swept, len(swept)):
        steps += [Lift(square), Wait(rng.randint(20, 400))]
    for square in rng.sample(missing, len(missing)):
        steps += [Place(square), Wait(rng.randint(100, 600))]
    return [*steps, Wait(rng.randint(3000, 6000))]


def putting_back(board: chess.Board, move: chess.Move) -> list[Motion]:
    """Unmake a move by hand, given the position before it: its piece goes back, what it took comes back."""
    back: list[Motion] = [Lift(move.to_square), Place(move.from_square)]
    if board.is_castling(move):
        rank = chess.square_rank(move.from_square)
        beside, rook = (5, 7) if board.is_kingside_castling(move) else (3, 0)
        return [*back, Lift(chess.square(beside, rank)), Place(chess.square(rook, rank))]
    if board.is_en_passant(move):
        file, rank = chess.square_file(move.to_square), chess.square_rank(move.from_square)
        return [*back, Place(chess.square(file, rank))]
    return [*back, Place(move.to_square)] if board.is_capture(move) else back


def _setting_right(shown: chess.Board, before: chess.Board, rng: random.Random) -> list[Motion]:
    """Put the pieces back as they stood: one by one where their squares are free, or all off first."""
    now, was, clears = shown.piece_map(), before.piece_map(), rng.random() < 0.5
    homes = [square for square, piece in was.items() if now.get(square) != piece]
    astray = [square for square, piece in now.items() if was.get(square) != piece]
    steps: list[Motion] = []
    for square in rng.sample(astray, len(astray)):
        steps.append(Lift(square))
        piece = now.pop(square)
        free = () if clears else (each for each in homes if was[each] == piece and each not in now)
        if (home := next(iter(free), None)) is not None:
            steps.append(Place(home))
            now[home] = piece
            homes.remove(home)
    return [*steps, *map(Place, rng.sample(homes, len(homes)))]


def _another(board: chess.Board, played: chess.Move, rng: random.Random) -> chess.Move | None:
    """Draw a legal move that is not the one to be played, promotes nothing and does not end the game."""
    moves = [move for move in board.legal_moves if move != played and not move.promotion]
    for move in rng.sample(moves, len(moves)):
        board.push(move)
        ends = position_outcome(board)
        board.pop()
        if ends is None:
            return move
    return None
