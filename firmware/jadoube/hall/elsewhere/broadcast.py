"""The broadcast: the rounds of the hall on their way to rounds of Lichess, as a person said where.

The law: a round of Lichess belongs to one round here, so a later one never gets into it: it is chosen when
that round is played. What changes in an earlier round still goes where that round has gone, or is said to go
since then. Only the holder of the lease sends. Who is none takes in all the same, so that he has the newest
state when he becomes it; then he pushes all of it, as another has pushed until now. What fails is tried again
at the next look. It refuses to know how arbiters are told how it stands (`broadcast_state.py`).
"""

import sqlite3
from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.bindings import Bindings, Bound, bound_to
from jadoube.hall.rounds.lichess_targets import FILE, Target, Targets, others_of, read_targets
from jadoube.hall.rounds.pairings import own_id
from jadoube.hall.rounds.played.games import RoundGames
from jadoube.local.desk_lines import DeskError, Words
from jadoube.mqtt.payloads import Round
from jadoube.online.game_state import GameState
from jadoube.online.lichess.broadcaster import Broadcaster, Times
from jadoube.online.lichess.choice import CHOICE_FILE, Choice
from jadoube.online.lichess.client import LichessClient
from jadoube.online.outgoing.air import Air
from jadoube.online.secrets import Secrets
from jadoube.online.troubles import in_words

SECRETS: Final = "secrets.json"

Say = Callable[[str], None]
Mark = Callable[[Iterable[str]], None]
"""Have these pairings sent anew, by their ids."""
Stamps = tuple[tuple[int, int] | None, ...]


class Sending(NamedTuple):
    """What sends to Lichess."""

    folder: Path
    """Where the token lies, and what was chosen."""
    times: Times
    lot: Callable[[], float]
    client: LichessClient | None = None


class Broadcast:
    """Sends rounds to Lichess."""

    def __init__(self, boards: Boards, store: Store, sending: Sending, say: Say, mark: Mark) -> None:
        self._boards, self._store, self._say, self._mark = boards, store, say, mark
        self._sending = sending
        self._bindings = Bindings(store)
        self._games: RoundGames | None = None
        self._heeded: tuple[Stamps, str, str, bool] | None = None
        self._ended: set[str] = set()  # names of rounds that a person has sent to none
        self._air = Air(sending.times.now_ms)
        self._unheeded: Words | None = None
        self._not_taken_over: Words | None = None
        self._held = False
        self._takes_over = False
        boards.listen(self._heed_lease)

    def follow(self, games: RoundGames) -> None:
        """Take the games from here."""
        self._games = games

    # How it stands

    @property
    def folder(self) -> Path:
        """Where the token lies, and what was chosen."""
        return self._sending.folder

    @property
    def failed(self) -> Words | None:
        """Why what was chosen was not heeded at the last look, or not all pushed again; None: it was."""
        return self._unheeded or self._not_taken_over

    @property
    def is_chosen(self) -> bool:
        """Whether a round of Lichess is chosen, be it for the round that is played or another."""
        sender = self._air.sender
        return isinstance(sender, Broadcaster) and sender.choice.round is not None

    def is_ended(self, found: Round) -> bool:
        """Whether a person has said that a round is sent nowhere any more."""
        return found.round in self._ended

    def goes_to(self, found: Round) -> tuple[str, Bound] | None:
        """Return the round of Lichess that gets a round, and how it is bound; None: none does."""
        return self._bindings.of(found)

    def is_for(self, found: Round) -> bool:
        """Whether the chosen round of Lichess is the one that gets this round."""
        sender, to = self._air.sender, self._bindings.of(found)
        chosen = sender.choice.round if isinstance(sender, Broadcaster) else None
        return bool(chosen and to and to[0] == chosen.id)

    def status(self) -> dict[str, Any]:
        """How it stands: `token` and `broadcast`, as a board's desk says them. May be sqlite3.Error."""
        return self._air.status()

    # Sending

    async def run(self) -> None:
        """Send what is let go, until cancelled."""
        await self._air.run()

    def close(self) -> None:
        """Give up what is being sent."""
        if self._air.sender:
            self._air.sender.close()

    def take(self, state: GameState, bound: Bound) -> None:
        """Take the newest state of a game of a round that is bound so."""
        self._air.take([state], running=not state.over, own=bound.delay)

    def look(self) -> None:
        """Heed what was chosen, and the lease."""
        self.heed_files()
        self._take_over()

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
            self._not_taken_over = in_words(problem)  # tried again at the next look
        else:
            self._takes_over, self._not_taken_over = False, None

    # What was chosen

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
            self._unheeded = problem.words if isinstance(problem, DeskError) else in_words(problem)
        else:
            self._unheeded = None
            self._heeded = (_stamps(folder), *heeded[1:])

    def _heed_targets(self, sender: Broadcaster, targets: Targets) -> None:
        """Send each round where it was said, and none that was ended."""
        found = self._boards.round
        ended = {name: each for name, each in targets.items() if not each.lichess}
        self._ended = {name for name, each in ended.items() if not self._is_of_before(each)}
        if not targets:
            self._end_all(sender)
        for lichess, bound in tuple(self._bindings.all().items()):
            if bound.round in ended:
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
        if (bound and not is_new and not bound.is_for(found)) or (not bound and self._is_of_before(target)):
            return  # it was said for another event
        if is_new or _wanted(target.choice) != _wanted(sender.choice):
            sender.move(self._pairings(found), target.lichess)  # one before was a mistake
            self._choose(sender, target.choice)
        if is_new:  # last: what has failed before is tried again
            self._bindings.bind(target.lichess, bound_to(found, target))

    def _heed_earlier(self, sender: Broadcaster, moved: Bound, target: Target) -> None:
        """A round that was played may be sent elsewhere since then, after another time, or once more."""
        games, bound = self._games_of(moved), self._bindings.all().get(target.lichess)
        is_heeded = bound.is_as(target) if bound else self._is_of_before(target)
        if not games or is_heeded or not self._has_begun(moved):
            return
        sender.move(games, target.lichess)
        self._bindings.bind(target.lichess, moved)  # last: what has failed before is tried again
        self._mark(games)

    def _has_begun(self, bound: Bound) -> bool:
        """Whether something of a round was sent, or there is a game of it: it is not one to come."""
        if self._bindings.of(Round(bound.event, "", bound.round)):
            return True
        rows = self._games.rounds.results.of(bound.round) if self._games else ()
        return any(row.game_ids for row in rows)

    def _is_of_before(self, target: Target) -> bool:
        """Whether another event was begun after a person has said it and before this one: he meant that."""
        rounds, event = self._games.rounds if self._games else None, self._boards.round.event
        begun = [each for each in rounds.known.all() if each.begun_s] if rounds else []
        own_s = min((each.begun_s for each in begun if each.event == event), default=inf)
        return any(each.event != event and target.said_s < each.begun_s < own_s for each in begun)

    def _end(self, sender: Broadcaster, lichess: str, bound: Bound) -> None:
        """Send a round nowhere any more."""
        sender.end(lichess)
        self._bindings.end(lichess)
        self._air.drop(self._games_of(bound))

    def _end_all(self, sender: Broadcaster) -> None:
        for bound in self._bindings.all().values():
            self._air.drop(self._games_of(bound))
        self._bindings.end_all()
        self._choose(sender, Choice())

    def _choose(self, sender: Broadcaster, choice: Choice) -> None:
        sender.forget_states()
        sender.choose(*_wanted(choice))
        self._mark_round()

    def _games_of(self, bound: Bound) -> list[str]:
        """The games of a round that was bound, by their ids; none if it is of another event."""
        rounds = self._games.rounds if self._games else None
        known = rounds and bound.round in rounds.names and rounds.round(bound.round)
        return self._pairings(known) if known and bound.is_for(known) else []

    def _mark_round(self) -> None:
        self._mark(self._pairings(self._boards.round))

    @staticmethod
    def _pairings(found: Round) -> list[str]:
        """The ids of a round's pairings: those of their games."""
        return [own_id(found, each) for each in found.boards]

    def _home(self, pairing: str) -> str | None:
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
                goes_to=self._home,
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


def _wanted(choice: Choice) -> tuple[str | None, int, int]:
    """A choice as `Broadcaster.choose` takes it."""
    return choice.round.id if choice.round else None, choice.delay_min, choice.delay_plies
