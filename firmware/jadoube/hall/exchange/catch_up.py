"""Catching up: which games a board has kept that the hall lacks, and bringing them here.

The law: a board's journal is the truth of its games. It is asked when it comes, when this program has come,
and when something that it published was dropped; a few boards at a time. What it has more of than the store
is asked for, the oldest games first. A board that does not answer is asked again a little later, a few times;
then it is taken for lost, until something is heard of it.
"""

import asyncio
from collections import deque
from typing import Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.glances.faults import Faults
from jadoube.hall.boards import Boards
from jadoube.hall.exchange.requests import ANSWERS_S, Requests
from jadoube.hall.file.kept_game import KeptRow
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.troubles import PASSES_MS, Kind, Trouble
from jadoube.mqtt.connection import Away
from jadoube.mqtt.payloads import KeptGame, Request
from jadoube.mqtt.topics import Command

AT_ONCE: Final = 4
"""So many boards are asked at once: each answer with a game has some kB."""

GAMES_MOST: Final = 32
"""So many of a board's newest games are compared: those of an evening of blitz (a choice)."""

TRIES: Final = 3
AGAIN_S: Final = 20.0


class CatchUp:
    """Asks boards for what is lacking."""

    def __init__(
        self,
        boards: Boards,
        store: Store,
        rounds: RoundKeeper,
        requests: Requests,
        faults: Faults,
    ) -> None:
        self._boards, self._store, self._rounds, self._requests = boards, store, rounds, requests
        self._faults = faults
        self._waiting: deque[str] = deque()
        self._tries: dict[str, int] = {}
        self._since_ms: dict[str, int] = {}  # when it was first asked
        self._news = asyncio.Event()

    def want(self, board: str) -> None:
        """Have a board asked."""
        self._tries.pop(board, None)
        self._since_ms[board] = self._boards.now_ms()
        self._queue(board)

    def want_all(self) -> None:
        """Have all boards asked that are there."""
        for each in self._boards.all():
            if each.is_on:
                self.want(each.id)

    def _queue(self, board: str) -> None:
        if board not in self._waiting:
            self._waiting.append(board)
        self._news.set()

    async def run(self) -> None:
        """Ask until cancelled."""
        async with asyncio.TaskGroup() as together:
            for _ in range(AT_ONCE):
                together.create_task(self._work())

    async def _work(self) -> None:
        while True:
            while not self._waiting:
                self._news.clear()
                await self._news.wait()
            board = self._waiting.popleft()
            try:
                if not await self._ask(board):
                    self._try_again(board)
            except Away:
                continue  # all are asked when the broker is back
            except Exception as problem:  # noqa: BLE001 - whatever a board answers, the others are asked
                self._faults.tell(problem, f"hall: {problem!r} on what {board} has kept; it is left out")

    def _try_again(self, board: str) -> None:
        self._tries[board] = self._tries.get(board, 0) + 1
        if self._tries[board] < TRIES:
            asyncio.get_running_loop().call_later(AGAIN_S, self._queue, board)
        else:
            self._boards.unheard(board, self._since_ms[board])

    async def _ask(self, board: str) -> bool:
        """Ask a board for what is lacking; return whether it has answered."""
        state = self._boards.board(board)
        if (
            state is None
            or not (state.is_on or state.unheard)
            or not _can(state.about.can if state.about else (), Command.GAMES)
        ):
            return True
        answer = await self._requests.ask(board, Command.GAMES, Request, ANSWERS_S)
        if answer is None:
            return False
        if not answer.ok:
            return True
        for each in reversed(answer.games[:GAMES_MOST]):
            if self._lacks(board, each) and not await self._bring(board, each):
                return False
        return True

    def _lacks(self, board: str, game: KeptGame) -> bool:
        """Whether a board has more of a game than is kept: of it, or of its machine under an earlier id."""
        found, plain = self._rounds.games.id_of(board, game.game_id), self._store.row(game.game_id)
        row = self._store.row(found)
        if plain and plain.machine and plain.machine == self._machine(board):
            row = row or plain
        return row is None or self._store.lacks_text(row.game_id) or not _has_all(row, game)

    def _machine(self, board: str) -> str:
        state = self._boards.board(board)
        return state.about.machine if state and state.about else ""

    async def _bring(self, board: str, game: KeptGame) -> bool:
        answer = await self._requests.ask(
            board, Command.GAME, lambda made: Request(made, game_id=game.game_id), ANSWERS_S
        )
        if answer is None:
            return False
        machine = self._machine(board)
        try:
            if answer.ok:
                self._rounds.games.take_kept(board, machine, game, answer.pgn)
        except Exception as problem:  # noqa: BLE001 - whatever its text is: asking again would not help
            said = worded(
                EdgePhrase.HALL_UNREADABLE, board=board, kind=str(Command.GAME), problem=str(problem)
            )
            until_ms = self._boards.now_ms() + PASSES_MS
            self._boards.trouble(board, Trouble(Kind.UNREADABLE, said, until_ms))
        return True


def _has_all(row: KeptRow, game: KeptGame) -> bool:
    """Whether no less is kept of a game than the board has."""
    if row.plies < game.plies:
        return False
    return not game.over or (row.over and row.result == game.result)


def _can(commands: tuple[str, ...], command: Command) -> bool:
    """Whether a board takes a command; one that has not said what it takes may."""
    return not commands or command in commands
