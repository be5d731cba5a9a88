"""The relay: the round to the live folder and to the broadcast on Lichess, in the order of the boards.

The law: the games are those of the pairings, with the names, event, site and id of the pairing. What is
shown elsewhere waits for the delay that was chosen there. Only the holder of the lease shows and sends. What
cannot be written is a trouble, and is tried again. A game that cannot be shown is one line, and the others
are shown. It refuses to know which round goes where on Lichess (`broadcast.py`).
"""

import asyncio
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.glances.faults import Faults
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.elsewhere.broadcast import Broadcast, Say, Sending
from jadoube.hall.elsewhere.broadcast_state import lichess_problem
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.bindings import Bound
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.hall.troubles import Kind, Trouble, worded_problem
from jadoube.mqtt.payloads import Round
from jadoube.online.game_state import GameState
from jadoube.online.live.folder import Stays
from jadoube.online.live.places import named_place
from jadoube.online.live.showing import LiveShow
from jadoube.online.outgoing.delay import Delay
from jadoube.online.troubles import in_words

EVERY_S: Final = 2.0
"""How often changed games are shown and offered; Lichess wants the newest state once in three seconds."""


class Live(NamedTuple):
    """The live folder, and how long a move waits for it."""

    path: Path
    delay: Delay


class Relay:
    """Shows and sends the round. Without `live` there is no folder."""

    def __init__(self, boards: Boards, store: Store, live: Live | None, sending: Sending, say: Say) -> None:
        self._boards = boards
        self._faults = Faults(say, boards.now_ms)
        self.broadcast = Broadcast(boards, store, sending, say, self.mark)
        """What sends it to Lichess."""
        self._games: RoundGames | None = None
        self._live = LiveShow(live.path, live.delay) if live else None
        self._changed: set[str] = set()
        self._writer = ThreadPoolExecutor(1, "shows")

    def follow(self, games: RoundGames) -> None:
        """Take the games from here."""
        self._games = games
        self.broadcast.follow(games)

    def mark(self, pairings: Iterable[str]) -> None:
        """These pairings have changed, by their ids."""
        self._changed.update(pairings)

    async def run(self) -> None:
        """Show and send until cancelled."""
        try:
            async with asyncio.TaskGroup() as together:
                together.create_task(self._send())
                together.create_task(self._look())
        finally:
            self.close()

    def close(self) -> None:
        """Give up what is being shown and sent."""
        self._writer.shutdown(wait=False, cancel_futures=True)
        self.broadcast.close()

    async def _send(self) -> None:
        while True:
            try:
                await self.broadcast.run()
            except Exception as problem:  # noqa: BLE001 - what cannot be sent is not to end the hall
                self._faults.tell(problem, f"relay: {problem!r} while sending; it is tried again")
            await asyncio.sleep(EVERY_S)

    async def _look(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as problem:  # noqa: BLE001 - what cannot be shown is not to end the hall
                self._faults.tell(problem, f"relay: {problem!r}; it is tried again")
            await asyncio.sleep(EVERY_S)

    async def look(self) -> None:
        """Heed what was chosen, show and offer what has changed, and tell what does not work."""
        self.broadcast.look()
        if self._boards.round.round:
            await self.show()
        self.look_at_lichess()

    def look_at_lichess(self) -> None:
        """Tell arbiters why Lichess does not get the round, if it should; only who pushes does."""
        problem = lichess_problem(self.broadcast, self._boards.round) if self._boards.holds else None
        if problem:
            self._boards.trouble(HALL, Trouble(Kind.LICHESS, problem))
        else:
            self._boards.end_trouble(HALL, Kind.LICHESS)

    async def show(self) -> None:
        """Show and offer what has changed: also games of earlier rounds, which may go on."""
        changed, self._changed = self._changed, set()
        states, relayed = list[GameState](), list[tuple[GameState, Bound]]()
        rounds = self._games.rounds if self._games else None
        for each in rounds.in_order(changed) if rounds else ():
            with self._told(each):
                found, state = self._state(each)
                states.append(state)
                if to := self.broadcast.goes_to(found):
                    relayed.append((state, to[1]))
            await asyncio.sleep(0)  # plies come in meanwhile
        await self._show_live(states)
        for state, bound in relayed:
            with self._told(state.game_id):
                self.broadcast.take(state, bound)
            await asyncio.sleep(0)

    def _state(self, pairing: str) -> tuple[Round, GameState]:
        """The game of a pairing, and its round; one that cannot be read now is tried again."""
        games = self._games
        place = games.rounds.place(pairing) if games else None
        if games is None or place is None:
            raise LookupError(pairing)
        try:
            return place[0], games.state(*place)
        except sqlite3.Error:
            self._changed.add(pairing)
            raise

    @contextmanager
    def _told(self, game: str) -> Iterator[None]:
        """Tell a fault of one game, and go on with the others."""
        try:
            yield
        except Exception as problem:  # noqa: BLE001 - whatever a board has written, the others are shown
            self._faults.tell(problem, f"relay: {problem!r} in game {game}; it is left out")

    def _left_over(self) -> tuple[Collection[str], Stays] | None:
        """The pairings of the event that is played, and what else stays in the live folder beside them.

        A game of a round that is known goes if it is no pairing's: another list was read. Of a round that is
        not known here any more what is of this event stays.
        """
        if self._games is None or not self._games.store.is_open:
            return None
        event = self._boards.round.event
        ids, names = self._games.rounds.of_event(event)
        numbers = {named_place({"Round": name})[0] for name in names}
        return ids, lambda _, other, number: number not in numbers and other == (event or other)

    async def _show_live(self, states: list[GameState]) -> None:
        live, now_ms, holds = self._live, self._boards.now_ms(), self._boards.holds
        if live is None:
            return
        left = self._left_over() if holds else None

        def written() -> None:
            for state in states:
                with self._told(state.game_id):
                    live.take(state, now_ms, running=True)
            if left:
                live.keep(*left)
            if holds:
                live.show(now_ms)

        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, written)
        except OSError as problem:
            said = worded_problem(EdgePhrase.HALL_NOT_SHOWN, in_words(problem))
            self._boards.trouble(HALL, Trouble(Kind.LIVE, said))
        else:
            self._boards.end_trouble(HALL, Kind.LIVE)
