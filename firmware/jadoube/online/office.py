"""The office: what the desk can be asked for, and who carries it out.

The law: it joins the questions with the archive, the broadcast, the pairings and the live folder. What sends
is made when there is something of it on the disk, or when it is first asked for. It refuses to know sockets
and sees no files of the board.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import DeskError
from jadoube.online.analysis.analyst import Analyst
from jadoube.online.analysis.questions import FOLDER, AnalysisQuestions
from jadoube.online.desk import Handler, Handlers, Streamed, Told
from jadoube.online.game_state import GameState
from jadoube.online.intake.filing import Filing, Take
from jadoube.online.intake.watch import GamesFolder
from jadoube.online.library import ArchiveLibrary
from jadoube.online.lichess.play.standing import UNCONNECTED, standing
from jadoube.online.outgoing.air import Air
from jadoube.online.pairings_file import PairingsFile
from jadoube.online.troubles import Troubles, in_words, place_of

if TYPE_CHECKING:
    from jadoube.online.lichess.broadcaster import Broadcaster
    from jadoube.online.lichess.client import LichessClient
    from jadoube.online.playing.room import PlayRoom
    from jadoube.online.publishing.publisher import Publisher
    from jadoube.online.secrets import Secrets

KEPT_BY_SENDER: Final = ("broadcast.json", "secrets.json", "outbox.db")
"""Where one of these is, there may be something to send."""

RETRY_S: Final = 30.0
"""How long it waits for files of the broadcast that cannot be used (a guess)."""

CALM_S: Final = 10 * RETRY_S
"""What publishes the board works again if it has no fault for so long (a guess)."""

FAULT: Final = "publisher"
"""The name of the trouble that what publishes the board has ended with a fault."""

Say = Callable[[str], None]

ForgetShown = Callable[[str], Awaitable[None]]
"""Forgets a person in the live folder."""


class Tells(NamedTuple):
    """Who tells the time, and draws lots."""

    now_ms: Callable[[], int]
    """The instant of a monotonic clock."""
    unix_s: Callable[[], int]
    """Seconds since 1970; wrong until the system's time is known."""
    lot: Callable[[], float]
    """A number from 0 to 1."""


class Office:
    """Those who carry out what is asked."""

    def __init__(
        self, settings: Settings, tells: Tells, say: Say, troubles: Troubles, forget_shown: ForgetShown
    ) -> None:
        self._forget_shown = forget_shown
        self._settings = settings
        self._tells = tells
        self._say = say
        self._troubles = troubles
        self._library = ArchiveLibrary(settings, say)
        self._filing = Filing(self._library, say, troubles)
        self._pairings = PairingsFile(settings.online.directory)
        self._analyst = Analyst(settings.online.directory / FOLDER, say)
        self._analysis = AnalysisQuestions(self._analyst, self._kept_game)
        self._air = Air(tells.now_ms)
        self._broadcaster: Broadcaster | None = None
        self._lichess: LichessClient | None = None
        self._room: PlayRoom | None = None
        self._publisher: Publisher | None = None
        self._plays = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def handlers(self) -> Handlers:
        """What can be asked, and who carries it out."""
        library, pairings = self._library, self._pairings
        return {
            "status": self._status,
            "token": self._token,
            "token-forget": self._token_forget,
            "rounds": self._rounds,
            "broadcast": self._broadcast,
            "play": self._play,
            "play-do": self._play_do,
            "games": self._with_archive(library.games),
            "game": self._with_archive(library.game),
            "export": self._export,
            "import": self._with_archive(library.take_in),
            "correct": self._with_archive(library.correct),
            "delete": self._with_archive(library.delete),
            "forget": self._forget,
            "rebuild": self._with_archive(library.rebuild),
            "players": self._with_archive(library.players),
            "pairings": self._beside(lambda _: pairings.read()),
            "pairings-set": self._beside(lambda fields: pairings.put(fields["text"])),
            "pairings-clear": self._beside(lambda _: pairings.clear()),
            **self._analysis.handlers(),
        }

    async def run(self) -> None:
        """Do what is done without being asked, until cancelled."""
        try:
            async with asyncio.TaskGroup() as together:
                together.create_task(self._take_up_broadcast())
                together.create_task(self._air.run())
                together.create_task(self._run_room())
                together.create_task(self._run_publisher())
        finally:
            if self._broadcaster:
                self._broadcaster.close()

    async def _take_up_broadcast(self) -> None:
        """Go on with what was sent before the start, as soon as its files can be used."""
        folder = self._settings.online.directory
        while self._broadcaster is None and any((folder / name).exists() for name in KEPT_BY_SENDER):
            try:
                self._made_broadcaster()
            except DeskError as problem:
                self._troubles.begin("broadcast", problem.words)
                await asyncio.sleep(RETRY_S)
            else:
                self._troubles.end("broadcast")

    def offer(self, states: Sequence[GameState], *, running: bool = False) -> None:
        """Take the newest states of games, for what sends them, and for who may be helped meanwhile."""
        self._air.take(states, running=running)
        if running:
            self._analysis.runs(states[-1])

    @property
    def is_filing(self) -> bool:
        """Whether the folder of games is being gone through."""
        return self._filing.is_busy

    def file(self, folder: GamesFolder, running: GameState | None, take: Take) -> None:
        """Go through the folder of games."""
        self._filing.is_busy = True
        self._begin(self._filing.file(folder, running, take))

    def close(self) -> None:
        """Give up what is being done."""
        for task in self._tasks:
            task.cancel()
        self._analyst.close()
        self._filing.close()

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The archive

    def _with_archive(self, work: Callable[[Mapping[str, Any], Told], object]) -> Handler:
        """Carry out a question in the thread that has the archive."""

        async def handle(fields: Mapping[str, Any], told: Told) -> object:
            return await self._filing.do(lambda: self._library.asked(partial(work, fields, told)))

        return handle

    async def _kept_game(self, game_id: str) -> Mapping[str, Any]:
        """Return a game of the archive, with its PGN."""
        fields, library = {"id": game_id}, self._library
        found: Mapping[str, Any] = await self._filing.do(
            lambda: library.asked(lambda: library.game(fields, lambda *_: None))
        )
        return found

    async def _forget(self, fields: Mapping[str, Any], told: Told) -> object:
        """Forget a person in all that this process has; the running game keeps the name until it is over."""
        name, filing = fields["name"], self._filing
        games = await filing.do(lambda: self._library.asked(partial(self._library.forget, fields, told)))
        pairings = await filing.do(lambda: self._pairings.forget(name))
        await self._forget_shown(name)
        if (self._settings.online.directory / "outbox.db").exists():
            self._made_broadcaster()
        self._air.forget(name)
        return {"games": games, "pairings": pairings}

    async def _export(self, fields: Mapping[str, Any], _told: Told) -> object:
        texts = self._library.texts(fields["search"])
        first = await self._next(texts.__next__)
        return Streamed(self._texts(first, texts.__next__))

    async def _texts(self, first: str | None, following: Callable[[], str]) -> AsyncIterator[str]:
        text = first
        while text is not None:
            yield text
            text = await self._next(following)

    async def _next(self, following: Callable[[], str]) -> str | None:
        def work() -> str | None:
            try:
                return self._library.asked(following)
            except StopIteration:  # may not pass through a future
                return None

        return await self._filing.do(work)

    # What is sent

    def _made_broadcaster(self) -> "Broadcaster":
        """Make what sends, once. DeskError if its files cannot be used now."""
        if self._broadcaster is None:
            from jadoube.online.lichess.broadcaster import Broadcaster, Times  # noqa: PLC0415 - heavy

            folder, tells = self._settings.online.directory, self._tells
            times, secrets, client = Times(tells.now_ms, tells.unix_s), self._secrets(), self._client()
            try:
                self._broadcaster = Broadcaster(folder, secrets, times, self._say, tells.lot, client)
            except (OSError, sqlite3.Error) as problem:
                raise DeskError(in_words(problem, folder)) from problem
            self._air.begin(self._broadcaster)
        return self._broadcaster

    def _client(self) -> "LichessClient":
        """The one way to Lichess: an account asks for one thing at a time."""
        if self._lichess is None:
            from jadoube.online.lichess.client import LichessClient  # noqa: PLC0415 - heavy

            self._lichess = LichessClient()
        return self._lichess

    def _secrets(self) -> "Secrets":
        from jadoube.online.secrets import Secrets  # noqa: PLC0415 - when it is needed

        return Secrets(self._settings.online.directory / "secrets.json")

    # Games over a server

    async def _run_room(self) -> None:
        """Go on with the board's game, and hear what is wished there, as soon as there is an account."""
        if self._has_token():
            self._made_room()
        await self._plays.wait()
        await self._made_room().run()

    def _made_room(self) -> "PlayRoom":
        """Make the room, once."""
        if self._room is None:
            from jadoube.online.playing.room import PlayRoom  # noqa: PLC0415 - heavy

            control, tells = self._settings.control.socket, self._tells
            self._room = PlayRoom(control, self._secrets(), tells.now_ms, tells.lot, self._client())
            self._plays.set()
        return self._room

    # The hall

    async def _run_publisher(self) -> None:
        """Publish the board where there is a broker; files that cannot be used are tried again."""
        if not self._settings.broker.host:
            return
        try:
            from jadoube.online.publishing.make import made_publisher  # noqa: PLC0415 - heavy
        except ImportError as missing:
            found = f"{missing.name or missing} is not installed"
            self._say(f"hall: {found}, expected: pip install 'jadoube[hall]'; nothing is published")
            return
        tells, folder = self._tells, self._settings.online.directory
        while True:
            try:
                self._publisher = made_publisher(
                    self._settings, folder, tells.now_ms, tells.unix_s, self._troubles, self._say
                )
            except BadInput as problem:
                self._troubles.begin("hall", in_words(problem))
            else:
                self._troubles.end("hall")
                await self._publish(self._publisher)
                self._publisher = None
            await asyncio.sleep(RETRY_S)

    async def _publish(self, publisher: "Publisher") -> None:
        """Let it publish until a fault of its own ends it: no fault there may end archive or broadcast."""
        calm = asyncio.get_running_loop().call_later(CALM_S, self._troubles.end, FAULT)
        try:
            await publisher.run()
        except Exception as problem:  # noqa: BLE001 - it is said, and begun anew
            self._troubles.begin(FAULT, worded(EdgePhrase.CANNOT_BE_USED, problem=place_of(problem)))
        finally:
            calm.cancel()

    async def _play(self, _fields: Mapping[str, Any], _told: Told) -> object:
        if self._room is None and not self._has_token():
            return standing(UNCONNECTED)
        room = self._made_room()
        room.take_up()  # who looks is to see who challenges him
        return room.status()

    def _has_token(self) -> bool:
        """Whether a token is stored, or something in its place that has to be told."""
        from jadoube.online.secrets import TOKEN_NAME  # noqa: PLC0415 - when it is needed

        try:
            return self._secrets().get(TOKEN_NAME) is not None
        except BadInput:
            return True

    async def _play_do(self, fields: Mapping[str, Any], _told: Told) -> object:
        return await self._made_room().do(fields["do"], fields["given"])

    async def _token(self, fields: Mapping[str, Any], _told: Told) -> object:
        self._made_broadcaster().set_token(fields["token"])
        self._made_room().token_changed()
        return True

    async def _token_forget(self, _fields: Mapping[str, Any], _told: Told) -> object:
        found = self._made_broadcaster().forget_token()
        if self._room:
            self._room.token_changed()
        return found

    async def _rounds(self, _fields: Mapping[str, Any], _told: Told) -> object:
        return await self._made_broadcaster().rounds()

    async def _broadcast(self, fields: Mapping[str, Any], _told: Told) -> object:
        self._made_broadcaster().choose(
            fields["round"], fields["delay_min"], fields["delay_plies"], fields["parts"]
        )
        return self._air.status()["broadcast"]

    # The rest

    def _beside(self, work: Callable[[Mapping[str, Any]], object]) -> Handler:
        """Carry out a question about small files in the same thread."""

        async def handle(fields: Mapping[str, Any], _told: Told) -> object:
            return await self._filing.do(lambda: work(fields))

        return handle

    async def _status(self, _fields: Mapping[str, Any], _told: Told) -> object:
        live = self._settings.live
        return {
            **self._air.status(),
            "live": {
                "enabled": live.enabled,
                "url_path": "/live/",
                "delay_min": live.delay_min,
                "delay_plies": live.delay_plies,
                "problem": self._troubles.of("live"),
            },
            **({"hall": self._hall()} if self._settings.broker.host else {}),
        }

    def _hall(self) -> Mapping[str, object]:
        """How the way to the hall stands."""
        if self._publisher:
            return self._publisher.status()
        broker = self._settings.broker
        return {
            "broker": f"{broker.host}:{broker.port}",
            "hall": broker.hall,
            "board": broker.board,
            "connected": False,
            "problem": self._troubles.of("hall") or self._troubles.of(FAULT),
        }
