"""The relay: the round to the live folder and to a broadcast on Lichess, in the order of the boards.

The law: the games are those of the pairings, with the names, event, site and id of the pairing. What is
shown elsewhere waits for the delay that was chosen there. A round of Lichess belongs to one round here,
so a later one never gets into it: it is chosen when that round is played. What changes in an earlier round
still goes where that round has gone, or is said to go since then. Only the holder of the lease shows
and sends. Who is none takes in all the same, so that he has the newest state when he becomes it; then he
pushes all of it, as another has pushed until now. What cannot be written is a trouble, and is tried again. A
game that cannot be shown is one line, and the others are shown.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.glances.faults import Faults
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.rounds.bindings import Bindings, Bound, bound_to
from jadoube.hall.rounds.games import RoundGames
from jadoube.hall.rounds.lichess_targets import FILE, Target, Targets, others_of, read_targets
from jadoube.hall.rounds.pairings import pairing_id
from jadoube.hall.store import Store
from jadoube.hall.troubles import Kind, Trouble, worded_problem
from jadoube.local.desk_lines import DeskError, Words
from jadoube.mqtt.payloads import Round
from jadoube.online.air import OFF, Air
from jadoube.online.delay import Delay
from jadoube.online.game_state import GameState
from jadoube.online.lichess.broadcaster import Broadcaster, Times
from jadoube.online.lichess.choice import CHOICE_FILE, Choice
from jadoube.online.lichess.client import LichessClient
from jadoube.online.lichess.pusher import BOARDS_MOST
from jadoube.online.live.showing import LiveShow
from jadoube.online.secrets import TOKEN_NAME, Secrets
from jadoube.online.troubles import in_words

EVERY_S: Final = 2.0
"""How often changed games are shown and offered; Lichess wants the newest state once in three seconds."""

SECRETS: Final = "secrets.json"

Say = Callable[[str], None]
Stamps = tuple[tuple[int, int] | None, ...]


class Live(NamedTuple):
    """The live folder, and how long a move waits for it."""

    path: Path
    delay: Delay


class Sending(NamedTuple):
    """What sends to Lichess."""

    folder: Path
    times: Times
    lot: Callable[[], float]
    client: LichessClient | None = None


class Relay:
    """Shows and sends the round. Without `live` there is no folder."""

    def __init__(
        self,
        boards: Boards,
        store: Store,
        live: Live | None,
        sending: Sending,
        say: Say,
    ) -> None:
        self._boards, self._store, self._say = boards, store, say
        self._faults = Faults(say, boards.now_ms)
        self._bindings = Bindings(store)
        self._games: RoundGames | None = None
        self._live = LiveShow(live.path, live.delay) if live else None
        self._sending = sending
        self._heeded: tuple[Stamps, str, str, bool] | None = None
        self._ended: set[str] = set()  # names of rounds that a person has sent to none
        self._air = Air(sending.times.now_ms)
        self._changed: set[str] = set()
        self._failed: Words | None = None
        self._held = False
        self._takes_over = False
        boards.listen(self._heed_lease)
        self._writer = ThreadPoolExecutor(1, "shows")

    def follow(self, games: RoundGames) -> None:
        """Take the games from here."""
        self._games = games

    def mark(self, pairings: Iterable[str]) -> None:
        """These pairings have changed, by their ids."""
        self._changed.update(pairings)

    # Showing and sending

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
        if self._air.sender:
            self._air.sender.close()

    async def _send(self) -> None:
        while True:
            try:
                await self._air.run()
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
        self.heed_files()
        self._take_over()
        if self._boards.round.round:
            await self.show()
        self.look_at_lichess()

    def look_at_lichess(self) -> None:
        """Tell arbiters why Lichess does not get the round, if it should; only who pushes does."""
        problem = self._lichess_problem() if self._boards.holds else None
        if problem:
            self._boards.trouble(HALL, Trouble(Kind.LICHESS, problem))
        else:
            self._boards.end_trouble(HALL, Kind.LICHESS)

    def _lichess_problem(self) -> Words | None:
        found, sender = self._boards.round, self._air.sender
        problem = self._failed
        is_sent = bool(found.round) and found.round not in self._ended
        if not problem and isinstance(sender, Broadcaster) and sender.choice.round and is_sent:
            if self._chosen_for(found) is None:
                return worded(EdgePhrase.HALL_NO_LICHESS_ROUND, round=found.round)
            try:
                problem = _problem_of(sender.status()["broadcast"])
            except sqlite3.Error as unreadable:
                problem = in_words(unreadable)
            if not problem and len(found.boards) > BOARDS_MOST:
                return worded(EdgePhrase.HALL_LICHESS_MOST, boards=len(found.boards), most=BOARDS_MOST)
        return worded_problem(EdgePhrase.HALL_NOT_AT_LICHESS, problem) if problem else None

    def _heed_lease(self, board: str) -> None:
        """Something of the hall has changed: whether it pushes, perhaps."""
        if board == HALL and self._boards.holds != self._held:
            self._held = self._takes_over = self._boards.holds

    def _may_send(self) -> bool:
        return self._boards.holds and not self._takes_over

    def _take_over(self) -> None:
        """Push all again where another hall program has pushed until now."""
        sender = self._air.sender
        try:
            if self._takes_over and isinstance(sender, Broadcaster):
                sender.take_over()
        except sqlite3.Error as problem:
            self._failed = in_words(problem)  # tried again at the next look
        else:
            self._takes_over = False

    def heed_files(self) -> None:
        """Heed what was chosen before this start, or on the command line since: `jadoube hall lichess`."""
        found, folder = self._boards.round, self._sending.folder
        stamps = _stamps(folder)
        heeded = (stamps, found.event, found.round, self._store.is_open)
        if heeded == self._heeded or stamps[:2] == (None, None):
            return
        try:
            sender = self._begin()
            if self._heeded is None or stamps[2] != self._heeded[0][2]:
                sender.heed_token()
            if stamps[0]:
                self._heed_targets(sender, read_targets(folder))
        except (sqlite3.Error, OSError, DeskError, BadInput) as problem:
            self._failed = problem.words if isinstance(problem, DeskError) else in_words(problem)
        else:
            self._failed = None
            self._heeded = (_stamps(folder), *heeded[1:])

    def _heed_targets(self, sender: Broadcaster, targets: Targets) -> None:
        """Send each round where it was said, and none that was ended."""
        found = self._boards.round
        self._ended = {name for name, each in targets.items() if not each.lichess}
        if not targets:
            self._end_all()
        for lichess, bound in tuple(self._bindings.all().items()):
            if bound.round in self._ended:
                self._end(sender, lichess, bound)
        for name, target in targets.items():
            if target.lichess and name != found.round and not others_of(targets, name, target.lichess):
                self._heed_earlier(sender, bound_to(Round(found.event, "", name), target), target)
        present = targets.get(found.round)
        if present and present.lichess:
            self._heed_target(sender, present)
        self._mark_round()

    def _heed_target(self, sender: Broadcaster, target: Target) -> None:
        """Choose the round of Lichess that was said for the round that is played now."""
        found, bound = self._boards.round, self._bindings.all().get(target.lichess)
        is_new = bound is None or not bound.is_as(target)
        if bound and not is_new and not bound.is_for(found):
            return  # it was said for another event
        if is_new or _wanted(target.choice) != _wanted(sender.choice):
            self._choose(*_wanted(target.choice))
        if is_new:  # last: what has failed before is tried again
            self._bindings.bind(target.lichess, bound_to(found, target))

    def _heed_earlier(self, sender: Broadcaster, moved: Bound, target: Target) -> None:
        """A round that was played may be sent elsewhere since then, after another time, or once more."""
        games, bound = self._games_of(moved), self._bindings.all().get(target.lichess)
        if not games or (bound and bound.is_as(target)) or not self._has_begun(moved):
            return
        sender.move(games, target.lichess)
        self._bindings.bind(target.lichess, moved)  # last: what has failed before is tried again
        self._changed.update(games)

    def _has_begun(self, bound: Bound) -> bool:
        """Whether something of a round was sent, or there is a game of it: it is not one to come."""
        if self._bindings.of(Round(bound.event, "", bound.round)):
            return True
        rows = self._games.rounds.results(bound.round) if self._games else ()
        return any(row.game_ids for row in rows)

    def _end(self, sender: Broadcaster, lichess: str, bound: Bound) -> None:
        """Send a round nowhere any more."""
        sender.end(lichess)
        self._bindings.end(lichess)
        self._air.drop(self._games_of(bound))

    def _end_all(self) -> None:
        for bound in self._bindings.all().values():
            self._air.drop(self._games_of(bound))
        self._bindings.end_all()
        self._choose(None, 0, 0)

    def _games_of(self, bound: Bound) -> list[str]:
        """The games of a round that was bound, by their ids; none if it is of another event."""
        rounds = self._games.rounds if self._games else None
        known = rounds and bound.round in rounds.names and rounds.round(bound.round)
        return self._pairings(known) if known and bound.is_for(known) else []

    def _not_shown(self, problem: OSError) -> None:
        said = worded_problem(EdgePhrase.HALL_NOT_SHOWN, in_words(problem))
        self._boards.trouble(HALL, Trouble(Kind.LIVE, said))

    async def show(self) -> None:
        """Show and offer what has changed: also games of earlier rounds, which may go on."""
        changed, self._changed = self._changed, set()
        states, relayed = list[GameState](), list[tuple[GameState, Delay]]()
        rounds = self._games.rounds if self._games else None
        for each in rounds.in_order(changed) if rounds else ():
            with self._told(each):
                found, state = self._state(each)
                states.append(state)
                if to := self._bindings.of(found):
                    relayed.append((state, to[1].delay))
            await asyncio.sleep(0)  # plies come in meanwhile
        await self._show_live(states)
        for state, own in relayed:
            with self._told(state.game_id):
                self._air.take([state], running=not state.over, own=own)
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

    async def _show_live(self, states: list[GameState]) -> None:
        live, now_ms, holds = self._live, self._boards.now_ms(), self._boards.holds
        if live is None:
            return

        def written() -> None:
            for state in states:
                with self._told(state.game_id):
                    live.take(state, now_ms, running=True)
            if holds:
                live.show(now_ms)

        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, written)
        except OSError as problem:
            self._not_shown(problem)
        else:
            self._boards.end_trouble(HALL, Kind.LIVE)

    # What a person does

    def status(self) -> dict[str, Any]:
        """How it stands: the parts `token` and `broadcast`, as the desk of a board answers `status`."""
        return self._air.status()

    @property
    def folder(self) -> Path:
        """Where the token lies, and what was chosen."""
        return self._sending.folder

    def how_it_stands(self) -> dict[str, Any]:
        """How it stands, in short: `token`, `targets`, `round`, `state`, `sent_s_ago` and `problem`."""
        targets: Targets = {}
        to = self._bindings.of(self._boards.round)
        has_token, sending = False, OFF["broadcast"]
        try:
            targets, sending = read_targets(self.folder), self.status()["broadcast"]
            has_token = Secrets(self.folder / SECRETS).get(TOKEN_NAME) is not None
        except (sqlite3.Error, OSError, BadInput) as problem:
            sending = {**sending, "problem": in_words(problem)}
        return {
            "token": has_token,
            "targets": [
                {"round": name, "lichess": each.lichess, "minutes": each.minutes, "plies": each.plies}
                for name, each in targets.items()
                if each.lichess
            ],
            "round": to[0] if to else "",
            "state": sending["state"] if to or sending["state"] != "up to date" else "off",
            "sent_s_ago": sending["sent_s_ago"],
            "problem": sending["problem"],
        }

    def set_token(self, text: str) -> None:
        """Store a token; BadInput if it is none, OSError if it cannot be written."""
        self._begin().set_token(text)

    def forget_token(self) -> bool:
        """Forget the token; return whether there was one."""
        return self._begin().forget_token()

    async def offered(self) -> list[dict[str, str]]:
        """Ask Lichess for the rounds of the account; DeskError says why there is no answer."""
        return await self._begin().rounds()

    def choose(self, round_id: str | None, delay_min: int = 0, delay_plies: int = 0) -> None:
        """Send the round that is played now to this one of Lichess, None: to none.

        DeskError if it cannot be, OSError if it cannot be kept.
        """
        self._choose(round_id, delay_min, delay_plies)
        if round_id:
            found = self._boards.round
            self._bindings.bind(round_id, Bound(found.event, found.round, 0, delay_min, delay_plies))

    def _choose(self, round_id: str | None, delay_min: int, delay_plies: int) -> None:
        sender = self._begin()
        if round_id:
            sender.move(self._pairings(self._boards.round), round_id)  # one before was a mistake
        sender.forget_states()
        sender.choose(round_id, delay_min, delay_plies)
        self._mark_round()

    def _mark_round(self) -> None:
        self._changed.update(self._pairings(self._boards.round))

    @staticmethod
    def _pairings(found: Round) -> list[str]:
        """The ids of a round's pairings: those of their games."""
        return [pairing_id(found, each.number) for each in found.boards]

    def _chosen_for(self, found: Round) -> str | None:
        """The round of Lichess that gets this round, if it is the chosen one; else None."""
        sender, to = self._air.sender, self._bindings.of(found)
        chosen = sender.choice.round if isinstance(sender, Broadcaster) else None
        return chosen.id if chosen and to and to[0] == chosen.id else None

    def _goes_to(self, pairing: str) -> str | None:
        """The round of Lichess that gets the game of a pairing; None: none of them."""
        place = self._games.rounds.place(pairing) if self._games else None
        to = self._bindings.of(place[0]) if place else None
        return to[0] if to else None

    def _begin(self) -> Broadcaster:
        """What sends; sqlite3.Error or OSError if its files cannot be used."""
        sender = self._air.sender
        if not isinstance(sender, Broadcaster):
            sending = self._sending
            secrets = Secrets(sending.folder / SECRETS)
            sender = Broadcaster(
                *(sending.folder, secrets, sending.times, self._say, sending.lot, sending.client),
                goes_to=self._goes_to,
            )
            sender.send_while(self._may_send)
            self._air.begin(sender)
        return sender


def _stamps(folder: Path) -> Stamps:
    """What differs once something else was chosen: of targets, choice and token."""
    return tuple(_stamp(folder / name) for name in (FILE, CHOICE_FILE, SECRETS))


def _stamp(path: Path) -> tuple[int, int] | None:
    """What differs once a file was written anew; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ino


def _problem_of(broadcast: Mapping[str, Any]) -> Words | None:
    """Why a broadcast does not get all games, or what is wrong with one of them; None: nothing is."""
    games = (each["problem"] for each in broadcast["games"])
    found: Words | None = broadcast["problem"] or next((each for each in games if each), None)
    return found


def _wanted(choice: Choice) -> tuple[str | None, int, int]:
    """A choice as `Relay.choose` takes it."""
    return choice.round.id if choice.round else None, choice.delay_min, choice.delay_plies
