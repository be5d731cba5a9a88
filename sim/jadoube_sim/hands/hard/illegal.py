"""Hands that break the laws: captures that leave the own king in check, and one illegal ply that stands.

It decides what is played against the laws and where; how a ply is made is the tidy hand's, or a habit's.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import chess

from jadoube.core.rules.rule_sets import position_outcome
from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.hands.gestures import lever
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.hard.played import Look, Played, Setting
from jadoube_sim.hands.steps import Lift, Place, Step, Wait
from jadoube_sim.hands.tidy import TidyHand

LEAST_LATER_PLIES = 8
"""So many legal plies must be possible after an illegal one."""


def illegal_captures(setting: Setting) -> Played | None:
    """Before each ply where it can be, an illegal capture is made, pressed, seen and put right."""
    hand, looks = setting.hand(), []
    for count, move in enumerate(setting.game.moves):
        if tries := captures_into_check(hand.board):
            tried = setting.rng.choice(tries)
            looks.append(_make_and_rest(hand, tried, setting, count))
            hand.make([Lift(tried.to_square), Place(tried.from_square), Place(tried.to_square)])
        hand.ply(move)
    return Played(hand.log(), setting.game.start_fen, setting.game.moves, tuple(looks)) if looks else None


def illegal_capture_last(setting: Setting) -> Played | None:
    """The game breaks off in the last position where an illegal capture can be made, and it is made."""
    found = [
        count
        for count, board in positions(setting.game.start_fen, setting.game.moves)
        if captures_into_check(board)
    ]
    if not found:
        return None
    moves, hand = setting.game.moves[: found[-1]], setting.hand()
    for move in moves:
        hand.ply(move)
    look = _make_and_rest(hand, setting.rng.choice(captures_into_check(hand.board)), setting, len(moves))
    return Played(hand.log(), setting.game.start_fen, moves, (look,))


def captures_into_check(board: chess.Board) -> list[chess.Move]:
    """The captures that would be legal if they did not leave, or put, the own king in check."""
    return [
        move
        for move in board.pseudo_legal_moves
        if board.is_capture(move)
        and not (board.is_en_passant(move) or move.promotion or board.is_legal(move))
    ]


def _make_and_rest(hand: TidyHand, tried: chess.Move, setting: Setting, plies: int) -> Look:
    """Take, press, and rest for a while."""
    lifts: list[Step] = [Lift(tried.to_square), Lift(tried.from_square)]
    steps: list[Step] = [*setting.rng.sample(lifts, 2), Place(tried.to_square)]
    pressed = [lever(hand.board.turn)] if setting.presses else []
    hand.make([*steps, *pressed, Wait(setting.rng.randint(1500, 4000))])
    return Look(hand.now_us, plies)


def illegal_unnoticed(setting: Setting, kinds: Sequence[str], habit: str = "") -> Played | None:
    """One illegal ply that nobody notices; then legal play goes on, the game's moves while they are legal.

    `kinds`: of `STRAYS`, those of which one is drawn. `habit`: whose hands play it; "": the tidy hand.
    """
    found = _drawn_stray(setting, kinds)
    if not found:
        return None
    count, stray, later = found
    moves = (*setting.game.moves[:count], stray, *later)
    if habit:  # the clock times of a PGN are not those of these moves: nobody plays by them
        game = replace(setting.game, moves=moves, clocks_ms=(), irregular=count + 1)
        log = setting.played_by(HABITS[habit], game)
    else:
        log = _played_tidily(setting, count, moves)
    return Played(log, setting.game.start_fen, moves, irregular=count + 1)


def _played_tidily(setting: Setting, count: int, moves: tuple[chess.Move, ...]) -> SensorLog:
    stray, later = moves[count], moves[count + 1 :]
    hand = setting.hand()
    for move in setting.game.moves[:count]:
        hand.ply(move)
    board = hand.board
    hand.make([*_gesture(board, stray, setting.rng), *([lever(board.turn)] if setting.presses else [])])
    board.push(stray)
    for move in later:
        hand.ply(move)
    return hand.log()


def positions(start_fen: str, moves: tuple[chess.Move, ...]) -> Iterator[tuple[int, chess.Board]]:
    """The position before each ply, and the last one, each with the number of plies before it."""
    board = chess.Board(start_fen)
    yield 0, board
    for count, move in enumerate(moves, start=1):
        board.push(move)
        yield count, board


def _drawn_stray(setting: Setting, kinds: Sequence[str]) -> tuple[int, chess.Move, list[chess.Move]] | None:
    """Draw a kind that the game has an occasion for, one of its occasions, and the play after it."""
    game = setting.game
    found: dict[str, list[tuple[int, chess.Move]]] = {}
    for count, board in positions(game.start_fen, game.moves[: 3 * len(game.moves) // 4]):
        for kind in kinds:
            found.setdefault(kind, []).extend((count, move) for move in STRAYS[kind](board))
    occasions = [strays for strays in found.values() if strays]
    for _ in range(40):
        if not occasions:
            return None
        count, stray = setting.rng.choice(setting.rng.choice(occasions))
        later = _legal_play(
            game.start_fen, (*game.moves[:count], stray), game.moves[count + 1 :], setting.rng
        )
        if len(later) >= LEAST_LATER_PLIES:
            return count, stray, later
    return None


def _legal_play(
    start_fen: str, before: tuple[chess.Move, ...], wanted: tuple[chess.Move, ...], rng: random.Random
) -> list[chess.Move]:
    """As many legal plies as wanted: the wanted ones while they are legal, then any."""
    board = chess.Board(start_fen)
    for move in before:
        board.push(move)
    played: list[chess.Move] = []
    follows = True
    for each in wanted:
        legal = [move for move in board.legal_moves if move.to_square != board.king(not board.turn)]
        if not legal or (played and position_outcome(board)):
            return played
        follows = follows and each in legal
        played.append(each if follows else rng.choice(legal))
        board.push(played[-1])
    return played


def _gesture(board: chess.Board, move: chess.Move, rng: random.Random) -> list[Step]:
    """How an illegal ply is made: as a legal one."""
    steps: list[Step] = [Lift(move.from_square), Place(move.to_square)]
    if board.piece_at(move.to_square):
        victim = Lift(move.to_square)
        steps = [victim, *steps] if rng.random() < 0.5 else [steps[0], victim, steps[1]]
    if board.is_castling(move):
        rank, kingside = chess.square_rank(move.from_square), board.is_kingside_castling(move)
        steps += [
            Lift(chess.square(7 if kingside else 0, rank)),
            Place(chess.square(5 if kingside else 3, rank)),
        ]
    return steps


def _into_check(board: chess.Board) -> list[chess.Move]:
    return [
        move
        for move in board.pseudo_legal_moves
        if not (
            move.promotion or board.is_castling(move) or board.is_en_passant(move) or board.is_legal(move)
        )
    ]


def _pinned(board: chess.Board) -> list[chess.Move]:
    """A pinned piece moves off its line."""
    if board.is_check():
        return []
    return [move for move in _into_check(board) if move.from_square != board.king(board.turn)]


def _check_not_answered(board: chess.Board) -> list[chess.Move]:
    """A check is overlooked."""
    if not board.is_check():
        return []
    return [move for move in _into_check(board) if move.from_square != board.king(board.turn)]


def _king_into_check(board: chess.Board) -> list[chess.Move]:
    """The king steps on a square that is attacked."""
    return [move for move in _into_check(board) if move.from_square == board.king(board.turn)]


def _bishop_strays(board: chess.Board) -> list[chess.Move]:
    """A bishop comes down one file beside the square that it could reach."""
    found = [
        chess.Move(bishop, beside)
        for bishop in board.pieces(chess.BISHOP, board.turn)
        for target in board.attacks(bishop)
        for beside in (target - 1, target + 1)
        if 0 <= beside < 64 and chess.square_rank(beside) == chess.square_rank(target)
    ]
    return _to_free_squares(
        board, [move for move in found if move.to_square not in board.attacks(move.from_square)]
    )


def _castles_without_right(board: chess.Board) -> list[chess.Move]:
    """The king castles though it, or the rook, has moved before, is in check, or crosses a checked square."""
    rank = 0 if board.turn == chess.WHITE else 7
    king = chess.square(4, rank)
    if board.king(board.turn) != king:
        return []
    found = []
    for corner, target in ((7, 6), (0, 2)):
        rook, move = chess.square(corner, rank), chess.Move(king, chess.square(target, rank))
        free = not chess.SquareSet.between(king, rook) & board.occupied
        if free and board.piece_at(rook) == chess.Piece(chess.ROOK, board.turn) and not board.is_legal(move):
            found.append(move)
    return found


def _jumps_over(board: chess.Board) -> list[chess.Move]:
    """A bishop, rook or queen passes through a piece to a free square behind it."""
    found = []
    for kind in (chess.BISHOP, chess.ROOK, chess.QUEEN):
        for slider in board.pieces(kind, board.turn):
            reached = chess.Board(None)
            reached.set_piece_at(slider, chess.Piece(kind, board.turn))
            found += [
                chess.Move(slider, target) for target in reached.attacks(slider) - board.attacks(slider)
            ]
    return _to_free_squares(board, found)


def _pawn_runs(board: chess.Board) -> list[chess.Move]:
    """A pawn that has moved before goes two squares at once, to a rank where it does not promote."""
    forward, home = (16, 1) if board.turn == chess.WHITE else (-16, 6)
    return _to_free_squares(
        board,
        [
            chess.Move(pawn, pawn + forward)
            for pawn in board.pieces(chess.PAWN, board.turn)
            if chess.square_rank(pawn) != home and 8 <= pawn + forward < 56
        ],
    )


def _knight_strays(board: chess.Board) -> list[chess.Move]:
    """A knight comes down two squares away, straight or diagonally."""
    return _to_free_squares(
        board,
        [
            chess.Move(knight, target)
            for knight in board.pieces(chess.KNIGHT, board.turn)
            for target in chess.SQUARES
            if chess.square_distance(knight, target) == 2 and target not in board.attacks(knight)
        ],
    )


def _to_free_squares(board: chess.Board, moves: list[chess.Move]) -> list[chess.Move]:
    """Those of the moves that end on a free square and leave the own king out of check."""
    return [move for move in moves if not board.piece_at(move.to_square) and not _checked_after(board, move)]


def _checked_after(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return after.was_into_check()


STRAYS: Mapping[str, Callable[[chess.Board], list[chess.Move]]] = {
    "pinned": _pinned,
    "check not answered": _check_not_answered,
    "king into check": _king_into_check,
    "bishop strays": _bishop_strays,
    "castles without right": _castles_without_right,
    "jumps over": _jumps_over,
    "pawn runs": _pawn_runs,
    "knight strays": _knight_strays,
}
"""The kinds of illegal plies, each with those that a position has an occasion for."""
