"""The pusher's laws, over any evening: what arrives, in which order, how often it asks."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import chess
import chess.pgn
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.online.game_state import GameState
from jadoube.online.lichess import words
from jadoube.online.lichess.pusher import GAP_MS
from shared.lichess.round import LichessRound
from shared.lichess.virtual_pushes import BUSY, ROUND, TROUBLES, UP, Network, VirtualBoard

MINUTE_MS = 60_000
GAMES = ("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc")


class Deed(NamedTuple):
    """Something happens to a game, then time passes under a network."""

    game: int
    kind: str
    choice: int
    passes_ms: int
    network: Network


deeds = st.lists(
    st.builds(
        Deed,
        st.integers(0, 2),
        st.sampled_from(["move", "move", "move", "back", "correct", "result", "reopen", "power", "nothing"]),
        st.integers(0, 1000),
        st.sampled_from([0, 50, 150, 700, 3000, 11_000, 25_000, 40_000, 70_000]),
        st.sampled_from([UP, UP, *TROUBLES]),
    ),
    min_size=1,
    max_size=14,
)


class Played:
    """A game: its plies and its result."""

    def __init__(self, number: int) -> None:
        self.game_id = GAMES[number]
        self.number = number + 1
        self.moves: list[chess.Move] = []
        self.result = "*"

    def board(self) -> chess.Board:
        """The position after its plies."""
        board = chess.Board()
        for move in self.moves:
            board.push(move)
        return board

    def do(self, deed: Deed) -> None:
        """Play, correct, take back, end or reopen."""
        if deed.kind in {"back", "correct"} and self.moves:
            self.moves.pop()
        if deed.kind in {"move", "correct"}:
            legal = sorted(self.board().legal_moves, key=chess.Move.uci)
            if legal:
                self.moves.append(legal[deed.choice % len(legal)])
        if deed.kind == "result":
            self.result = ("1-0", "0-1", "1/2-1/2")[deed.choice % 3]
        if deed.kind == "reopen":
            self.result = "*"

    def state(self) -> GameState:
        """As the board offers it."""
        game = chess.pgn.Game()
        game.add_line(self.moves)
        game.headers.update(
            Event="Club",
            Site="Hall",
            Round="1",
            Board=str(self.number),
            Result=self.result,
            GameId=self.game_id,
        )
        game.headers["White"], game.headers["Black"] = f"White {self.number}", f"Black {self.number}"
        return GameState(self.game_id, f"{game}\n\n", self.result != "*")

    def stands(self, there: LichessRound) -> bool:
        """Whether the round shows this state as the newest."""
        chapter = there.board(self.game_id)
        plies = [move.uci() for move in self.moves]
        mate = self.board().is_checkmate() or self.board().is_stalemate()
        return chapter.plies[: len(plies)] == plies and (mate or chapter.result == self.result)


def _always(network: Network, _now_ms: int) -> Network:
    return network


def evening(folder: Path, played: list[Deed]) -> tuple[VirtualBoard, list[Played]]:
    """Let an evening pass; a minute after its last trouble it stands still."""
    board = VirtualBoard(folder, LichessRound(ROUND))
    games = [Played(number) for number in range(3)]
    for deed in played:
        board.network = partial(_always, deed.network)
        if deed.kind == "power":
            board.cut_power()
        games[deed.game].do(deed)
        board.offer(games[deed.game].state())
        board.run_until(board.now_ms + deed.passes_ms)
    board.network = partial(_always, UP)
    board.run_until(board.now_ms + BUSY.answer_ms)  # the answer "too many requests" may be on its way
    if board.pusher.trouble == words.TOO_MANY:  # the minute that Lichess asks for belongs to the trouble
        board.run_until(board.pusher.quiet_until_ms())
    board.run_until(board.now_ms + MINUTE_MS)
    return board, [game for game in games if any(deed.game == game.number - 1 for deed in played)]


@given(deeds)
@settings(max_examples=120)
def test_a_minute_after_the_network_is_back_the_last_state_stands(played: list[Deed]) -> None:
    """Of every game, whatever was played, corrected, taken back, lost, late or cut off; each once."""
    with TemporaryDirectory() as folder:
        board, games = evening(Path(folder), played)
        assert all(game.stands(board.there) for game in games)
        assert len(board.there.chapters) == len(games)
        board.run_until(board.now_ms + 10 * MINUTE_MS)
        assert all(game.stands(board.there) for game in games), "something older came after it"
        board.outbox.close()


@given(deeds)
@settings(max_examples=50)
def test_one_request_at_a_time_and_three_seconds_apart(played: list[Deed]) -> None:
    """Also while it is corrected, and while nothing arrives."""
    with TemporaryDirectory() as folder:
        board, _ = evening(Path(folder), played)
        assert board.most_at_once <= 1
        gaps = [later - earlier for earlier, later in zip(board.begun_ms, board.begun_ms[1:], strict=False)]
        assert all(gap >= GAP_MS for gap in gaps)
        board.outbox.close()


@given(deeds)
@settings(max_examples=30)
def test_what_has_arrived_is_not_sent_again(played: list[Deed]) -> None:
    """Ten quiet minutes after the last trouble nothing is due."""
    with TemporaryDirectory() as folder:
        board, _ = evening(Path(folder), played)
        board.run_until(board.now_ms + 10 * MINUTE_MS)
        assert board.pusher.due_ms(board.now_ms) is None
        board.outbox.close()
