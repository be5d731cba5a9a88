"""The player: joins a game at Lichess with the board, and says how it stands.

The law: while play is on, the stream of events is held open, and that of the game; without network the game
is kept, and goes on by itself. A game that the board has, and that has not ended there, is the one that is
followed, whatever else runs. The board's newest state and the server's meet in the reconciler
(`reconcile.py`); its orders go to the board, its commands to Lichess, one of each at a time. An order that
the board refuses is tried again. It reads no clock: instants come from who makes it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import chess

from jadoube.core.clock.lichess_speeds import CHALLENGE_LEAST_S, SEEK_LEAST_S, Speed
from jadoube.local.desk_lines import DeskError, Words
from jadoube.online.lichess.answers import Answer, Answered, Unknown
from jadoube.online.lichess.play import words
from jadoube.online.lichess.play.board_api import BoardApi, Wish, checked
from jadoube.online.lichess.play.chat import Chat
from jadoube.online.lichess.play.link import STEADY_MS, Link
from jadoube.online.lichess.play.lobby import Lobby, Started
from jadoube.online.lichess.play.reconcile import BoardGame, Command, Order, Reconciler, id_of
from jadoube.online.lichess.play.server_game import (
    ServerGame,
    ServerGameError,
    chat_line,
    chat_lines,
    finished,
    game_from,
    heard,
    message_of,
)
from jadoube.online.lichess.play.standing import UNCONNECTED, standing
from jadoube.online.secrets import Secret

AGAIN_MS: Final = 1000
"""When an order that the board has refused is tried again."""

LISTED_MS: Final = 1000
"""After so long, or with its first keep-alive, the stream of events has told what ran before: a guess."""

LISTENS_MS: Final = 3000
"""How long a request that begins a game waits for the stream of events, which alone tells of that game."""


class Refused(NamedTuple):
    """What the board has refused. What it shows then wakes the player, so it is not given again at once."""

    meanings: frozenset[object] = frozenset()
    again_ms: int = 0

    def rest_ms(self, orders: Sequence[Order], now_ms: int) -> int:
        """For how long these orders wait; 0: one of them is new, or it is time to try again."""
        known = {each.meaning for each in orders} <= self.meanings
        return max(0, self.again_ms - now_ms) if known else 0


GiveOrder = Callable[[str], Awaitable[str | None]]
"""Gives the board an order; None if it is obeyed, else why it is not."""


class Player:
    """Plays on Lichess for the board. `order` gives the board an order."""

    def __init__(self, api: BoardApi, link: Link, order: GiveOrder) -> None:
        self._api, self._link, self._order = api, link, order
        self._both = Reconciler()
        self._lobby = Lobby()
        self._game: Started | None = None
        self._events_open = self._game_open = False
        self._opened_ms = 0  # the stream of events
        self._board_known = False  # it has told its game, or is away
        self._look = 0  # of the game's stream that is open
        self._failures = 0  # of the game's stream, in a row
        self._chat = Chat()
        self._search: asyncio.Task[None] | None = None
        self._searching = ""
        self._refusal: Words | None = None  # of what a person has asked for
        self._board_trouble: Words | None = None

    # What the board says

    def take(self, board: BoardGame) -> None:
        """The board stands like this now. Tell each of its states."""
        self._board_known = True
        self._both.board_is(board)
        self._link.wake()

    def board_is_away(self) -> None:
        """The board cannot be asked; what it said last holds."""
        self._board_known = True
        self._link.wake()

    @property
    def board_plays(self) -> bool:
        """Whether the board has a game of Lichess that has not ended there."""
        return self._at_board() is not None

    @property
    def searches(self) -> bool:
        """Whether somebody is looked for, or is asked."""
        return bool(self._searching)

    @property
    def plays(self) -> bool:
        """Whether a game has begun that the board plays, or is to join."""
        return self._is_busy()

    @property
    def waits_for_board(self) -> bool:
        """Whether a game has begun that the board has not joined."""
        return self._game is not None and not self._is_done() and not self._both.joined

    @property
    def trouble(self) -> Words | None:
        """Why what was asked for last has found nobody; None: it has, or nothing is known yet."""
        return self._refusal

    @property
    def reaches_server(self) -> bool:
        """Whether the server can be reached, as far as is known."""
        return self._events_open or self._link.network is None

    # What a person does

    def start(self) -> None:
        """Play is on: challenges come in, and games that run are played."""
        self._link.on = True
        self._link.wake()

    async def stop(self) -> None:
        """Play is off. A game that runs goes on at Lichess, without the board."""
        self._link.on = False
        self._link.wake()
        await self._end_search()

    async def seek(self, minutes: int, increment_s: int, *, rated: bool = False, color: str = "") -> None:
        """Look for an opponent, until one is found or `cancel`."""
        wish = Wish(checked(Speed(minutes, increment_s), SEEK_LEAST_S), rated, color)
        await self._begin_search("seeking", lambda token: self._api.seek(token, wish, lambda _: None))

    async def challenge(
        self, user: str, minutes: int, increment_s: int, *, rated: bool = False, color: str = ""
    ) -> None:
        """Challenge somebody, until he answers or `cancel`."""
        wish = Wish(checked(Speed(minutes, increment_s), CHALLENGE_LEAST_S), rated, color)
        self._api.check_user(user)
        said: list[bytes] = []

        async def ask(token: Secret) -> Answer:
            answer = await self._api.challenge(token, user, wish, said.append)
            with suppress(ServerGameError):
                if message_of(said[-1] if said else b"").get("done", "accepted") != "accepted":
                    self._refusal = words.NOT_ACCEPTED
            return answer

        await self._begin_search("challenging", ask)

    async def ai(self, level: int, minutes: int = 0, increment_s: int = 0, color: str = "") -> None:
        """Play against Lichess' computer; without time there is no clock."""
        speed = Speed(minutes, increment_s) if minutes or increment_s else None
        wish = Wish(speed and checked(speed, CHALLENGE_LEAST_S), color=color)
        await self._prepare_game()
        await self._ask(lambda token: self._api.challenge_ai(token, level, wish))

    async def accept(self, challenge_id: str) -> None:
        """Accept a challenge; its game comes as an event."""
        await self._prepare_game()
        await self._answer_challenge(challenge_id, "accept")

    async def decline(self, challenge_id: str) -> None:
        """Decline a challenge."""
        await self._answer_challenge(challenge_id, "decline")

    async def _answer_challenge(self, challenge_id: str, how: str) -> None:
        await self._ask(lambda token: self._api.answer_challenge(token, challenge_id, how))
        self._lobby.incoming.pop(challenge_id, None)

    async def cancel(self) -> None:
        """Look for nobody any more: closing the stream withdraws seek and challenge."""
        await self._end_search()

    async def abort(self) -> None:
        """Abort the game, before both have moved."""
        await self._in_game(Command("abort"))

    async def resign(self) -> None:
        """Resign a game that the board has not joined; at the board its player resigns there."""
        await self._in_game(Command("resign"))

    async def claim(self, what: str = "victory") -> None:
        """Claim `victory` or `draw`, as the opponent has left."""
        await self._in_game(Command("claim-draw" if what == "draw" else "claim-victory"))

    async def chat(self, text: str) -> None:
        """Write to the opponent."""
        game = self._playing()
        await self._ask(lambda token: self._api.chat(token, game.game_id, text))

    async def rematch(self) -> None:
        """Play the same opponent once more, with the other colour and the same time."""
        game = self._both.server
        if game is None or not game.over:
            raise DeskError(words.NO_GAME if game is None else words.PLAYING)
        control, level = game.control, game.opponent.ai_level
        if not _can_be_repeated(game):
            raise DeskError(words.NO_REMATCH)
        minutes, increment_s = (
            (control.initial_ms // 60_000, control.increment_ms // 1000) if control else (0, 0)
        )
        color = chess.COLOR_NAMES[not game.side]
        if level is None:
            await self.challenge(game.opponent.name, minutes, increment_s, rated=game.rated, color=color)
        else:
            await self.ai(level, minutes, increment_s, color)

    def _playing(self) -> ServerGame:
        game = self._both.server
        if game is None or game.over or not self._is_followed(game):
            raise DeskError(words.NO_GAME)
        return game

    def _is_free(self) -> None:
        if self._is_busy():
            raise DeskError(words.PLAYING)

    def _is_busy(self) -> bool:
        return self.board_plays or bool(self._game and not self._is_done())

    async def _in_game(self, command: Command) -> None:
        game = self._playing()
        await self._ask(lambda token: self._api.command(token, game.game_id, command))

    async def _ask(self, ask: Callable[[Secret], Awaitable[Answer]]) -> None:
        token = self._link.needed()
        why = self._link.judge(await ask(token), token)
        self._link.wake()
        if why:
            raise DeskError(why)

    async def _prepare_game(self) -> None:
        """Whoever asks for a game at once has to hear of it; DeskError if that cannot be."""
        self._is_free()
        self._link.needed()
        self.start()
        if not await self._hears(LISTENS_MS):
            raise DeskError(self._link.network or words.SILENT)
        self._is_free()
        self._refusal = None
        self._lobby.asked()

    @property
    def listens(self) -> bool:
        """Whether it hears of games that begin, and knows those that ran before and the board's."""
        return self._events_open and self._is_listed() and self._board_known

    def _is_listed(self) -> bool:
        return self._lobby.listed or self._link.now_ms() - self._opened_ms >= LISTED_MS

    async def _hears(self, most_ms: int | None = None) -> bool:
        """Wait until it listens, at most for so long; return whether it does."""
        wake, since_ms = self._link.new_wake(), self._link.now_ms()
        try:
            while not self.listens:
                now_ms = self._link.now_ms()
                ends = [] if most_ms is None else [since_ms + most_ms]
                if ends and now_ms >= ends[0]:
                    return False
                ends += [self._opened_ms + LISTED_MS] if self._events_open and not self._is_listed() else []
                wake.clear()
                await self._link.wait(wake, min(ends) - now_ms if ends else None)
            return True
        finally:
            self._link.forget_wake(wake)

    async def _begin_search(self, state: str, ask: Callable[[Secret], Awaitable[Answer]]) -> None:
        self._is_free()
        token = self._link.needed()
        await self._end_search()
        self.start()
        self._refusal = None
        self._searching = state
        self._search = asyncio.ensure_future(self._hold_search(token, ask))

    async def _hold_search(self, token: Secret, ask: Callable[[Secret], Awaitable[Answer]]) -> None:
        try:
            await self._hears()  # the stream of events alone tells who was found
            if self._is_busy():
                return
            self._lobby.asked()
            answer = await ask(token)
            why = self._link.judge(answer, token)
            lost = why and not isinstance(answer, Answered)
            self._refusal = words.SEARCH_LOST if lost else why or self._refusal
        finally:
            self._searching = ""
            self._link.wake()

    async def _end_search(self) -> None:
        search, self._search = self._search, None
        if search:
            search.cancel()
            await asyncio.wait({search})

    # What Lichess says

    def _hear_event(self, line: bytes) -> None:
        self._link.network = None
        if not self._events_open:
            self._events_open, self._opened_ms = True, self._link.now_ms()
            self._lobby.opens()
        elif not line:  # the one that it begins with is no keep-alive yet
            self._lobby.listed = True
        if not line:
            self._link.wake()
            return
        self._lobby.listed = self._is_listed()
        with suppress(ServerGameError):
            self._lobby.hear(message_of(line))
        game, server = self._game, self._both.server
        if game and server and server.game_id == game.game_id and not server.over:
            ended = self._ended(server)
            if ended.over:
                self._both.server_is(ended)
                self._both.look_again()
        self._link.wake()

    def _choose_game(self) -> None:
        """Follow the board's game until it has ended there, else the first that runs and can be played."""
        if at_board := self._at_board():
            if self._game is None or self._game.game_id != at_board.game_id:
                self._follow(at_board)
            return
        if not self._board_known or (self._game and not self._is_done()):
            return
        before = self._game.game_id if self._game else ""
        others = [each for each in self._lobby.begun if each.game_id != before]
        if self._refusal == words.NOT_PLAYABLE and all(each.playable for each in others):
            self._refusal = None
        if playable := [each for each in others if each.playable]:
            self._follow(playable[0])
        elif others:
            self._refusal = words.NOT_PLAYABLE

    def _follow(self, game: Started) -> None:
        self._game, self._failures, self._refusal = game, 0, None
        self._chat.clear()
        if self._search:
            self._search.cancel()

    def _at_board(self) -> Started | None:
        """The game that the board has, if it has not ended there."""
        board = self._both.board
        game_id = id_of(board.game)
        unfinished = self._board_known and game_id and not board.result
        return Started(game_id, not board.side, playable=True) if unfinished else None

    def _is_followed(self, game: ServerGame) -> bool:
        return self._game is not None and self._game.game_id == game.game_id

    def _ended(self, game: ServerGame) -> ServerGame:
        """The game with the end that the stream of events has told, if it has."""
        finish = self._lobby.finishes.get(game.game_id)
        return finished(game, finish) if finish else game

    def _hear_game(self, started: Started, line: bytes) -> None:
        if not line:
            return
        server = self._both.server
        try:
            said = message_of(line)
            if said.get("type") == "gameFull":
                game = self._ended(game_from(said, started.side, self._link.now_ms()))
                self._both.server_is(game, self._look)
                self._game_open, self._failures, self._link.network = True, 0, None
                self._chat.opens()
                self._refusal = None if self._refusal == words.UNKNOWN_GAME else self._refusal
            elif line_of_chat := chat_line(said):
                self._chat.hear(line_of_chat)
            elif self._game_open and server:
                self._both.server_is(self._ended(heard(server, said, self._link.now_ms())))
        except ServerGameError:
            self._failures += 1
            self._both.trouble = words.NOT_UNDERSTOOD
            self._both.look_again()
        self._link.wake()

    def _is_done(self) -> bool:
        """Whether the game that is followed is over, and known to its end."""
        game, server = self._game, self._both.server
        return bool(
            game and server and server.game_id == game.game_id and server.over and not self._both.in_doubt
        )

    # The loops

    async def run(self) -> None:
        """Play until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                for loop in (self._hold_events, self._hold_game, self._give_orders, self._send_commands):
                    group.create_task(loop())
        finally:
            await self._end_search()
            await self._api.client.close()

    async def _hold_events(self) -> None:
        wake, failures = self._link.new_wake(), 0
        while True:
            wake.clear()
            token = self._link.usable()
            if token is None:
                await self._link.wait(wake, self._link.quiet_ms() or None)
                continue
            since_ms = self._link.now_ms()
            answer = await self._link.hold(
                self._api.events(token, self._hear_event),
                lambda token=token: not self._link.on or self._link.token() != token,  # type: ignore[misc]
                lambda: None,
                wake,
            )
            self._events_open = False
            if answer:
                self._link.judge(answer, token)
                failures = 0 if self._link.now_ms() - since_ms >= STEADY_MS else failures + 1
                await self._link.pause(failures)

    async def _hold_game(self) -> None:
        wake = self._link.new_wake()
        while True:
            wake.clear()
            self._choose_game()
            token, started = self._link.usable(), self._game
            if token is None or started is None or self._is_done():
                await self._link.wait(wake, self._link.quiet_ms() or None)
                continue
            self._look = self._both.begin_look()
            answer = await self._hold_stream(token, started, wake)
            self._game_open = False
            if self._is_done():
                continue
            self._failures += answer is not None
            if isinstance(answer, Answered) and answer.status == 404:
                self._forget_game()
            elif answer:
                self._link.judge(answer, token)
            if self._failures:
                await self._link.pause(self._failures)

    async def _hold_stream(self, token: Secret, started: Started, wake: asyncio.Event) -> Answer | None:
        """Hold the stream of this game for as long as it is the one to be followed."""
        try:
            return await self._link.hold(
                self._api.game(token, started.game_id, lambda line: self._hear_game(started, line)),
                lambda: self._is_enough(token, started),
                self._both.look_due_ms,
                wake,
            )
        except DeskError as problem:  # a name that Lichess cannot have given
            self._refusal = problem.words
            return Answered(404, b"")

    def _forget_game(self) -> None:
        """Lichess does not know the game: its end was told, or it is none, or another account's."""
        server = self._both.server
        if server and server.over and self._is_followed(server):
            self._both.needed = 0
        elif self._at_board():
            self._refusal = words.UNKNOWN_GAME
        elif self._game:
            self._lobby.started.pop(self._game.game_id, None)
            self._game = None

    def _is_enough(self, token: Secret, started: Started) -> bool:
        """Whether the stream of this game is to be closed, or opened anew."""
        due_ms = self._both.look_due_ms()
        if due_ms is not None and due_ms <= self._link.now_ms():
            self._both.look_again()
        at_board = self._at_board()
        other = not self._link.on or self._link.token() != token or self._game is not started
        other = other or (at_board is not None and at_board.game_id != started.game_id)
        return other or self._both.needed > self._look

    async def _give_orders(self) -> None:
        wake, refused = self._link.new_wake(), Refused()
        while True:
            wake.clear()
            now_ms = self._link.now_ms()
            orders = self._orders(now_ms)
            rest_ms = refused.rest_ms(orders, now_ms)
            if not orders or rest_ms:
                self._board_trouble = self._board_trouble if orders else None
                due_ms = self._both.cut_off_due_ms()
                rests = [rest_ms, 0 if due_ms is None else due_ms - now_ms]
                await self._link.wait(wake, min((each for each in rests if each > 0), default=None))
                continue
            refused = await self._give(orders)
            self._link.wake()

    def _orders(self, now_ms: int) -> tuple[Order, ...]:
        """What the board is to be told now."""
        self._both.reached = (
            self._game_open and self._link.network is None and self._link.usable() is not None
        )
        server = self._both.server
        follows = server is None or self._is_followed(server)
        return self._both.plan(now_ms).orders if follows else ()

    async def _give(self, orders: Sequence[Order]) -> Refused:
        """Give the board these orders, and return those that it has refused."""
        refused, trouble = set(), None
        for each in orders:
            why = await self._order(each.text)
            if why is None:
                self._both.obeyed(each)
            else:
                refused.add(each.meaning)
                trouble = words.board_refuses(why)
        self._board_trouble = trouble
        return Refused(frozenset(refused), self._link.now_ms() + AGAIN_MS)

    async def _send_commands(self) -> None:
        wake = self._link.new_wake()
        while True:
            wake.clear()
            token, game = self._link.usable(), self._both.server
            plan = self._both.plan(self._link.now_ms())
            follows = self._game_open and game is not None and self._is_followed(game)
            if token is None or game is None or not follows or not (plan.commands or self._chat.is_due):
                await self._link.wait(wake, self._link.quiet_ms() or None)
                continue
            if not plan.commands:
                await self._read_chat(token, game.game_id)
                continue
            command = plan.commands[0]
            answer: Answer = Unknown(words.SILENT)  # if the process ends meanwhile
            self._both.sent(command)
            try:
                answer = await self._api.command(token, game.game_id, command)
            finally:
                self._both.answered(command, answer, self._link.now_ms())
            self._link.judge(answer, token)
            self._link.wake()
            if self._both.failures:
                await self._link.pause(self._both.failures)

    async def _read_chat(self, token: Secret, game_id: str) -> None:
        """Read what was written before the stream was open; it is tried once each time that it opens."""
        self._chat.is_due = False
        answer = await self._api.read_chat(token, game_id)
        followed = self._game is not None and self._game.game_id == game_id
        if self._link.judge(answer, token) is None and isinstance(answer, Answered) and followed:
            with suppress(ServerGameError):
                self._chat.take_whole(chat_lines(answer.body))
        self._link.wake()

    # How it stands

    def status(self) -> dict[str, Any]:
        """How it stands, in types of JSON."""
        game = self._both.server if self._game else None
        return standing(
            self._state(),
            self._problem(),
            game and self._game_status(game),
            [each._asdict() for each in self._chat.lines],
            [each._asdict() for each in self._lobby.incoming.values()],
        )

    def _state(self) -> str:
        if self._link.token() is None:
            return "refused" if self._link.token_problem() else UNCONNECTED
        if self._link.on and not self._events_open and self._link.network:
            return "no-network"
        if self._is_busy():
            return "playing"
        return self._searching or "idle"

    def _problem(self) -> Words | None:
        if self._link.token() is None:
            return self._link.token_problem() or words.NO_TOKEN
        if self._link.quiet_ms():
            return words.TOO_MANY
        both = self._both.trouble if self._game else None
        return (self._link.network if self._link.on else None) or both or self._board_trouble or self._refusal

    def _game_status(self, game: ServerGame) -> dict[str, Any]:
        opponent, now_ms = not game.side, self._link.now_ms()
        gone, first = game.gone, game.expiration
        left_s = max(0, gone.claim_s - (now_ms - gone.heard_ms) // 1000) if gone else None
        first_ms = first.to_move_ms - first.idle_ms - (now_ms - game.heard_ms) if first else None
        return {
            "id": game.game_id,
            "side": chess.COLOR_NAMES[game.side],
            "opponent": game.opponent._asdict(),
            "rated": game.rated,
            "moves": len(game.moves),
            "status": game.status,
            "result": game.result,
            "offers_draw": opponent in game.offers_draw,
            "asks_back": opponent in game.asks_back,
            "gone_s": left_s,
            "first_move_s": None if first_ms is None else max(0, first_ms // 1000),
            "rematch": game.rematch_id,
            "repeatable": _can_be_repeated(game),
            "joined": self._both.joined,
        }


def _can_be_repeated(game: ServerGame) -> bool:
    """Whether the same game can be asked for: a challenge takes whole minutes, only the computer no clock."""
    if game.control is None:
        return game.opponent.ai_level is not None
    return game.control.initial_ms > 0 and game.control.initial_ms % 60_000 == 0
