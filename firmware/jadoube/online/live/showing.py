"""What the live folder shows: each game's newest state that may be shown, once the delay lets it through.

The law: it joins the delay with the folder. What was shown before this start is what the folder holds. It
refuses to know where states come from, and reads no clock. An OSError is for who calls; what could not be
written is written at a later call.
"""

from collections.abc import Collection
from pathlib import Path

from jadoube.online.game_state import GameState, without
from jadoube.online.live.folder import LiveFolder, Stays
from jadoube.online.outgoing.delay import Delay, Waiting


class LiveShow:
    """The live folder of a board. Call it in one thread."""

    def __init__(self, path: Path, delay: Delay) -> None:
        self.delay = delay
        self._folder = LiveFolder(path)
        self._waiting: dict[str, Waiting] = {}
        self._shown: dict[str, GameState] = {}
        self._running = ""
        self._own: Collection[str] = ()
        """The games of the list that is played: none of them gives way to another."""

    def take(self, state: GameState, now_ms: int, *, running: bool) -> None:
        """Take a state; that of another game than the running one only if the folder has that game."""
        if running:
            self._running = state.game_id
        if state.game_id not in self._waiting:
            shown = self._folder.state(state.game_id)
            if not running and shown is None:
                return
            self._waiting[state.game_id] = Waiting(shown)
        self._waiting[state.game_id].take(state, now_ms, self.delay)

    def keep(self, game_ids: Collection[str], stays: Stays) -> None:
        """Let go what waits of other games than these, a list's; of the folder what else does not stay."""
        self._own = frozenset(game_ids)
        for game_id in [each for each in self._waiting if each not in game_ids]:
            del self._waiting[game_id]
            self._shown.pop(game_id, None)
        self._folder.keep(lambda game, event, number: game in game_ids or stays(game, event, number))

    def forget(self, name: str) -> None:
        """Forget a person in all games but the one that is shown as the running one."""
        for game_id, waiting in self._waiting.items():
            if game_id != self._running:
                waiting.change(lambda state: without(state, name))
        self._folder.forget(name, but=self._running)

    def show(self, now_ms: int) -> None:
        """Write what may be shown now and is not."""
        for game_id, waiting in list(self._waiting.items()):
            state = waiting.show(self.delay, now_ms)
            if state and state != self._shown.get(game_id):
                self._folder.put(state, self._own)
                self._shown[game_id] = state
            if game_id != self._running and waiting.due_ms(self.delay) is None:
                del self._waiting[game_id]  # the folder has it
                self._shown.pop(game_id, None)
        self._folder.write()
