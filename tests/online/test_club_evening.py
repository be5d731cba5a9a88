"""A club evening in virtual time: two boards, six rounds, an hour offline, a power cut, slips of people."""

import random
from functools import partial
from pathlib import Path
from typing import NamedTuple

import chess

from jadoube.online.game_state import GameState
from jadoube.online.lichess.broadcast_pgn import boards_of
from shared.lichess.round import LichessRound
from shared.lichess.virtual_pushes import CUT, DOWN, LATE, LATER, UP, Network, VirtualBoard

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
OFFLINE_MS = (60 * MINUTE_MS, 120 * MINUTE_MS)
ROUNDS = 6
IRREGULAR = (1, 3)
"""Board and round of the game with an irregular ply."""
CORRECTED = (2, 2)
"""Of the result that was entered wrong."""
REOPENED = (1, 5)
"""Of the game that ended, and was continued."""
POWER_CUT = (2, 4)
"""Of the game during which the power fails."""


class Ended(NamedTuple):
    """A game as it has to stand there at the end: its parts' plies, and its result."""

    parts: list[list[str]]
    result: str


def drawn_game(lots: random.Random, start: chess.Board) -> list[chess.Move]:
    """Legal plies, captures and checks rather than others, so that games differ and pieces go."""
    board, moves = start.copy(), []
    for _ in range(lots.randrange(36, 60)):
        legal = sorted(board.legal_moves, key=chess.Move.uci)
        lively = [move for move in legal if board.is_capture(move) or board.gives_check(move)]
        if not legal:
            break
        move = lots.choice(lively if lively and lots.random() < 0.4 else legal)
        board.push(move)
        if board.is_game_over():
            break
        moves.append(move)
    return moves


class ClubBoard:
    """One of the boards: its games, and its outbox and pusher."""

    def __init__(self, number: int, folder: Path, rounds: dict[str, LichessRound]) -> None:
        self.number = number
        self.lots = random.Random(number)
        (folder / str(number)).mkdir()
        self.virtual = VirtualBoard(folder / str(number), rounds["RoUnD001"], self.lots.random)
        self.virtual.network, self.virtual.rounds = self.network, rounds
        self.ended: dict[tuple[str, str], Ended] = {}

    def network(self, now_ms: int) -> Network:
        """Away for an hour; slow and bad now and then before and after it."""
        if OFFLINE_MS[0] <= now_ms < OFFLINE_MS[1]:
            return DOWN
        return self.lots.choice([UP] * 16 + [CUT, LATE, LATER, DOWN])

    def offer(self, round_id: str, state: GameState) -> None:
        """A state goes to the round of its game."""
        now_s = self.virtual.now_ms // 1000
        self.virtual.outbox.put(round_id, state.game_id, boards_of(state), now_s)

    def play(self, number: int) -> None:
        """Play a round."""
        round_id = f"RoUnD{number:03}"
        self.virtual.outbox.open(round_id)
        game_id = f"{self.number}{number:011}"
        parts = [("", drawn_game(self.lots, chess.Board()))]
        if (self.number, number) == IRREGULAR:
            parts = _with_irregular_ply(self.lots, parts[0][1])
        for at, (_, moves) in enumerate(parts):
            for plies in range(len(moves) + 1):
                shown = [*parts[:at], (parts[at][0], moves[:plies])]
                self.offer(round_id, self._state(number, game_id, shown, "*"))
                self._pass(self.lots.randrange(5, 60) * SECOND_MS)
                if (self.number, number) == POWER_CUT and plies == 20:
                    self.virtual.cut_power(90 * SECOND_MS)
        for result in self._results(number):
            self.offer(round_id, self._state(number, game_id, parts, result))
            self._pass(40 * SECOND_MS)
        final = [[move.uci() for move in moves] for _, moves in parts]
        self.ended[round_id, game_id] = Ended(final, self._results(number)[-1])

    def _pass(self, ms: int) -> None:
        self.virtual.run_until(self.virtual.now_ms + ms)

    def _results(self, number: int) -> list[str]:
        """What is entered, one after the other."""
        final = ("1-0", "0-1", "1/2-1/2")[(number + self.number) % 3]
        if (self.number, number) == CORRECTED:
            return ["1-0", "0-1"]
        return [final, "*", final] if (self.number, number) == REOPENED else [final]

    def _state(
        self, number: int, game_id: str, parts: list[tuple[str, list[chess.Move]]], result: str
    ) -> GameState:
        text = ""
        for at, (fen, moves) in enumerate(parts, start=1):
            tags = {
                "Event": "Club evening",
                "Site": "Hall",
                "Round": str(number),
                "White": f"White {self.number}{number}",
                "Black": f"Black {self.number}{number}",
                "Result": result if at == len(parts) else "*",
                "Board": str(self.number),
                **({"SetUp": "1", "FEN": fen} if fen else {}),
            }
            board = chess.Board(fen) if fen else chess.Board()
            played = board.variation_san(moves) if moves else ""
            text += "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
            text += f"\n{played} {tags['Result']}\n\n"
        return GameState(game_id, text, result != "*")


def _with_irregular_ply(lots: random.Random, moves: list[chess.Move]) -> list[tuple[str, list[chess.Move]]]:
    """The game goes on from a position to which no legal ply leads: a pawn was put down beside its file."""
    board = chess.Board()
    for move in moves[:12]:
        board.push(move)
    pawn = next(square for square in board.pieces(chess.PAWN, board.turn))
    empty = next(square for square in range(24, 40) if board.piece_at(square) is None)
    board.set_piece_at(empty, board.remove_piece_at(pawn))
    board.turn = not board.turn
    board.ep_square = None
    return [("", moves[:12]), (board.fen(), drawn_game(lots, board))]


def test_at_the_end_of_the_evening_each_round_shows_its_games(tmp_path: Path) -> None:
    """Each game once, a further part as a board of its own, with all plies and the right result."""
    rounds = {f"RoUnD{number:03}": LichessRound(f"RoUnD{number:03}") for number in range(1, ROUNDS + 1)}
    boards = [ClubBoard(number, tmp_path, rounds) for number in (1, 2)]
    for number in range(1, ROUNDS + 1):
        for board in boards:
            board.play(number)
    for board in boards:
        board.virtual.network = partial(_up, board)
        board.virtual.run_until(board.virtual.now_ms + 5 * MINUTE_MS)
        assert board.virtual.most_at_once == 1
        assert board.virtual.pusher.due_ms(board.virtual.now_ms) is None
        board.virtual.outbox.close()
    assert boards[0].virtual.now_ms > OFFLINE_MS[1]
    ended = {key: game for board in boards for key, game in board.ended.items()}
    assert len(ended) == 2 * ROUNDS
    for (round_id, game_id), game in ended.items():
        shown = rounds[round_id]
        for at, plies in enumerate(game.parts, start=1):
            chapter = shown.board(f"{game_id}-{at}" if at > 1 else game_id)
            assert (chapter.plies, chapter.side_lines) == (plies, 0)
            assert chapter.result == (game.result if at == len(game.parts) else "*")
    parts = sum(len(game.parts) for game in ended.values())
    assert sum(len(each.chapters) for each in rounds.values()) == parts == 2 * ROUNDS + 1


def _up(_board: ClubBoard, _now_ms: int) -> Network:
    return UP
