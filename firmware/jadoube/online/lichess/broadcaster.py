"""The broadcaster: joins outbox, pusher and client to the process, and says how it stands.

The law: nothing is sent before a token is stored and a round chosen. A game goes to the round that was
chosen when it was first seen; one that is not over when another round is chosen goes there. A game that was
over before belongs to no round: only its own start, by the date in its PGN, shows that it is a new one.
What waits for an earlier round is still sent there. It reads no clock: instants come from who makes it.
"""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.local.desk_lines import DeskError, Words
from jadoube.online.game_state import GameState, without
from jadoube.online.lichess import words
from jadoube.online.lichess.answers import Answer, Answered, NotSent, Unknown, error_text
from jadoube.online.lichess.broadcast_pgn import BOARDS, boards_of
from jadoube.online.lichess.choice import CHOICE_FILE, Choice, Round, read_choice, write_choice
from jadoube.online.lichess.client import LichessClient
from jadoube.online.lichess.pusher import Push, Pusher, arriving, problem_of
from jadoube.online.lichess.rounds import read_rounds
from jadoube.online.outgoing.outbox import Destination, Entry, Outbox
from jadoube.online.secrets import TOKEN_NAME, Secret, Secrets, read_token
from jadoube.online.troubles import Troubles, in_words, is_locked

STATES_MOST: Final = 64
"""Newest states that are kept for a choice that is still to come."""

TIDIES_MS: Final = 24 * 3600 * 1000
"""How often old entries of the outbox are removed."""

DISK_S: Final = 30.0
"""After an error of the disk; each try may write."""

LOCKED_S: Final = 1.0
"""After another program has held the outbox."""

_STARTED = re.compile(r'^\[UTC(Date|Time) "([0-9.:]+)"\]', re.MULTILINE)


class Times(NamedTuple):
    """Who tells the time."""

    now_ms: Callable[[], int]
    """The monotonic instant."""
    unix_s: Callable[[], int]
    """Seconds since 1970; wrong until the system's time is known."""


class Broadcaster:
    """Sends games to a round. Files lie in `folder`; `say` gets lines for the log.

    `goes_to`: who says which round gets a game, None: none does; then each push has all games of a round, in
    their order. Without it a game goes to the round that was chosen when it was first seen.
    """

    def __init__(
        self,
        folder: Path,
        secrets: Secrets,
        times: Times,
        say: Callable[[str], None],
        lot: Callable[[], float],
        client: LichessClient | None = None,
        *,
        goes_to: Callable[[str], str | None] | None = None,
    ) -> None:
        self._path, self._secrets, self._times = folder / CHOICE_FILE, secrets, times
        self._troubles = Troubles(say)
        self._client = client or LichessClient()
        self._outbox = Outbox(folder / "outbox.db", say)
        self._pusher = Pusher(self._outbox, lot, whole=goes_to is not None)
        self._goes_to = goes_to
        self._may_send: Callable[[], bool] = lambda: True
        self._states: dict[str, GameState] = {}
        self._unkept: dict[str, GameState] = {}
        self._offered: dict[str, Round] = {}
        self._news = asyncio.Event()
        choice = read_choice(self._path)
        if choice is None:
            say(f"{self._path}: damaged, expected a chosen round; nothing is sent until one is chosen")
        self.choice = choice or Choice()
        known = {each.destination for each in self._outbox.destinations()}
        if self.choice.round and self.choice.round.id not in known:
            self._outbox.open(self.choice.round.id)  # the one that knew it was damaged
        if self._token() is not None:
            self._pusher.token_given()

    # What a person does

    def set_token(self, text: str) -> None:
        """Store a token; BadInput if it is none, OSError if it cannot be written."""
        self._secrets.put(TOKEN_NAME, read_token(text))
        self._pusher.token_given()
        self._news.set()

    def heed_token(self) -> None:
        """Somebody else may have stored or forgotten the token."""
        if self._token() is None:
            self._pusher.token_taken()
        else:
            self._pusher.token_given()
        self._news.set()

    def forget_token(self) -> bool:
        """Forget the token; return whether there was one."""
        found = self._secrets.forget(TOKEN_NAME)
        self._pusher.token_taken()
        return found

    def choose(
        self, round_id: str | None, delay_min: int = 0, delay_plies: int = 0, parts: str = BOARDS
    ) -> None:
        """Choose a round, None for none; DeskError if it cannot be, OSError if it cannot be kept."""
        before = self.choice.round
        same = before if before and before.id == round_id else None
        chosen = self._offered.get(round_id or "") or same or self._unnamed(round_id)
        since_s = self.choice.chosen_s if same else self._times.unix_s()
        choice = Choice(chosen, delay_min, delay_plies, parts, since_s).checked()
        if chosen is None:
            self._outbox.close_all()
        else:
            self._outbox.open(chosen.id)
        self._outbox.tidy(self._times.unix_s())
        write_choice(self._path, choice)  # last: what is shown as chosen is open
        self.choice = choice
        if chosen is None:
            return
        for state in self._states.values():
            self._keep(state, chosen.id)
        self._pusher.round_chosen()
        self._news.set()

    def _unnamed(self, round_id: str | None) -> Round | None:
        """A round that nobody has looked up."""
        if round_id is None:
            return None
        return Round(round_id, round_id, "", f"{self._client.base_url}/broadcast/-/-/{round_id}")

    async def rounds(self) -> list[dict[str, str]]:
        """Ask Lichess for the rounds of the account; DeskError says why there is no answer."""
        token = self._token()
        if token is None:
            raise DeskError(self._token_problem() or words.NO_TOKEN)
        if self._pusher.quiet_until_ms() > self._times.now_ms() and self._pusher.trouble == words.TOO_MANY:
            raise DeskError(words.TOO_MANY)
        match await self._client.my_rounds(token):
            case NotSent(why) | Unknown(why):
                raise DeskError(why)
            case Answered() as answer:
                found = self._rounds_of(answer)
        self._offered = {each.id: each for each in found}
        return [each._asdict() for each in found]

    def _rounds_of(self, answer: Answered) -> list[Round]:
        match answer.status:
            case 200:
                found = read_rounds(answer.body)
                if found is None:
                    raise DeskError(words.NOT_UNDERSTOOD)
                return found
            case 401:
                raise DeskError(words.WRONG_TOKEN)
            case 403:
                raise DeskError(words.WRONG_SCOPE)
            case 429:
                self._pusher.too_many(answer.retry_after_s, self._times.now_ms())
                raise DeskError(words.TOO_MANY)
            case status if status >= 500:
                raise DeskError(words.SERVER_TROUBLE)
        raise DeskError(words.round_refused(error_text(answer.body)))

    # What the board shows

    def offer(self, states: Sequence[GameState]) -> None:
        """These are the newest states of these games, as they may be shown now."""
        for state in states:
            self._states.pop(state.game_id, None)
            self._states[state.game_id] = state
            self._keep(state)
        over = [each.game_id for each in self._states.values() if each.over]
        for game_id in over[: max(0, len(self._states) - STATES_MOST)]:
            del self._states[game_id]

    def send_while(self, may_send: Callable[[], bool]) -> None:
        """Begin no push but while this says so; what is offered meanwhile is kept as ever."""
        self._may_send = may_send

    def take_over(self) -> None:
        """Another program has pushed until now: push all boards of the round. sqlite3.Error if it fails."""
        if self.choice.round:
            self._pusher.taken_over(self.choice.round.id, self._times.now_ms())
        self._news.set()

    def move(self, games: Sequence[str], round_id: str) -> None:
        """What was to go elsewhere of these games goes to this round from now on. May be sqlite3.Error."""
        self._outbox.move(games, round_id)
        self._outbox.open(round_id)
        self._pusher.round_chosen()
        self._news.set()

    def end(self, round_id: str) -> None:
        """Send nothing to this round any more, until games move there. May be sqlite3.Error."""
        self._outbox.end(round_id)

    def forget_states(self) -> None:
        """Take none of the games that were offered before into a round that is chosen later."""
        self._states.clear()

    def forget(self, name: str, but: str) -> None:
        """Forget a person in all games but one; what is shown elsewhere is told, where it is still sent."""
        for game_id, state in self._states.items():
            if game_id != but:
                self._states[game_id] = without(state, name)
        self._outbox.forget(name, but)
        self._news.set()

    def _keep(self, state: GameState, moves_to: str | None = None) -> None:
        """Put a state into the outbox, or keep it in memory until it can be; a running game may move."""
        self._unkept.pop(state.game_id, None)
        try:
            if moves_to and not state.over and self._outbox.home(state.game_id) not in {None, moves_to}:
                self._outbox.leave(state.game_id)
            self._take(state)
        except sqlite3.Error as problem:
            self._troubles.begin("broadcast", in_words(problem, self._outbox.path))
            self._unkept[state.game_id] = state
            self._news.set()

    def _take(self, state: GameState) -> None:
        home = self._goes_to(state.game_id) if self._goes_to else self._home(state)
        if home and self._outbox.put(
            home, state.game_id, boards_of(state, self.choice.parts), self._times.unix_s()
        ):
            self._news.set()

    def _home(self, state: GameState) -> str | None:
        """Where a game has gone, else the chosen round, if it belongs to it."""
        chosen = self.choice.round
        belongs = chosen and (not state.over or self._is_new(state))
        return self._outbox.home(state.game_id) or (chosen.id if chosen and belongs else None)

    def _is_new(self, state: GameState) -> bool:
        """Whether a game that is over, and was never seen before, began after the round was chosen."""
        found = dict(_STARTED.findall(state.pgn))
        with suppress(ValueError):
            started = datetime.strptime(
                f"{found.get('Date')} {found.get('Time')} +0000", "%Y.%m.%d %H:%M:%S %z"
            )
            return started >= datetime.fromtimestamp(self.choice.chosen_s, UTC)
        return False

    # Sending

    async def run(self) -> None:
        """Send until cancelled."""
        try:
            tidied_ms: int | None = None
            while True:
                try:
                    now_ms = self._times.now_ms()
                    if tidied_ms is None or now_ms - tidied_ms >= TIDIES_MS:
                        self._outbox.tidy(self._times.unix_s())
                        tidied_ms = now_ms
                    await self._next()
                except sqlite3.Error as problem:
                    self._troubles.begin("broadcast", in_words(problem, self._outbox.path))
                    await asyncio.sleep(LOCKED_S if is_locked(problem) else DISK_S)
        finally:
            await self._client.close()

    def close(self) -> None:
        """Close the outbox, after `run` has ended."""
        self._outbox.close()

    async def _next(self) -> None:
        """Carry out the push that is due, or wait until one may be."""
        self._news.clear()
        for state in list(self._unkept.values()):
            self._take(state)
            self._unkept.pop(state.game_id, None)
        token = self._token() if self._may_send() else None
        now_ms = self._times.now_ms()
        push = self._pusher.next_push(now_ms) if token else None
        if push and token:
            await self._carry(push, token)
            return
        due_ms = self._pusher.due_ms(now_ms) if token else None
        self._troubles.end("broadcast")
        with suppress(TimeoutError):
            await asyncio.wait_for(
                self._news.wait(), None if due_ms is None else max(0, due_ms - now_ms) / 1000
            )

    async def _carry(self, push: Push, token: Secret) -> None:
        answer: Answer = Unknown(words.NO_ANSWER)  # if the process ends meanwhile
        try:
            answer = await self._client.send(push.round_id, push.body, token)
        finally:
            self._pusher.answered(push, answer, self._times.now_ms())

    def _token(self) -> Secret | None:
        with suppress(BadInput):
            return self._secrets.get(TOKEN_NAME)
        return None

    def _token_problem(self) -> Words | None:
        try:
            self._secrets.get(TOKEN_NAME)
        except BadInput as problem:
            return words.stored_badly(str(problem))
        return self._pusher.token_problem

    # How it stands

    def status(self) -> dict[str, Any]:
        """How it stands, as the desk answers `status`: the parts `token` and `broadcast`."""
        known = self._token() is not None
        return {
            "token": {"known": known, "problem": self._token_problem()},
            "broadcast": self._broadcast(known=known),
        }

    def _broadcast(self, *, known: bool) -> dict[str, Any]:
        chosen = self.choice.round
        places = self._outbox.destinations()
        here = next((each for each in places if chosen and each.destination == chosen.id), None)
        entries = self._shown(places)
        return {
            "round": chosen._asdict() if chosen else None,
            "state": self._state(here, entries, known=known),
            "problem": self._problem(here, known=known) if chosen else None,
            "games": [_game(entry) for entry in entries],
            "sent_s_ago": self._sent_s_ago(),
            "delay_min": self.choice.delay_min,
            "delay_plies": self.choice.delay_plies,
            "parts": self.choice.parts,
        }

    def _shown(self, places: list[Destination]) -> list[Entry]:
        """The boards of the chosen round, and those that still wait for an earlier one."""
        chosen = self.choice.round
        shown = self._outbox.entries(chosen.id) if chosen else []
        others = [
            each.destination for each in places if each.open and chosen and each.destination != chosen.id
        ]
        return [*shown, *(entry for other in others for entry in arriving(self._outbox.entries(other)))]

    def _state(self, here: Destination | None, entries: list[Entry], *, known: bool) -> str:
        if self.choice.round is None:
            return "off"
        if not known or self._pusher.token_problem or (here and here.problem):
            return "stopped"
        if self._pusher.busy:
            return "sending"
        waits = arriving(entries) or self._pusher.is_in_doubt()
        return "waiting" if waits else "up to date"

    def _problem(self, here: Destination | None, *, known: bool) -> Words | None:
        if not known:
            return self._token_problem() or words.NO_TOKEN
        return self._pusher.token_problem or (here and here.problem) or self._pusher.trouble

    def _sent_s_ago(self) -> int | None:
        arrived_ms = self._pusher.arrived_ms
        return None if arrived_ms is None else (self._times.now_ms() - arrived_ms) // 1000


def _game(entry: Entry) -> dict[str, Any]:
    return {
        "game_id": entry.board_id,
        "white": entry.white,
        "black": entry.black,
        "moves": len(entry.moves.split()),
        "problem": problem_of(entry),
    }
