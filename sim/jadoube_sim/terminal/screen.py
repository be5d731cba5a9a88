"""The picture on a terminal, with a line to type on: prompt_toolkit in the one asyncio loop.

It decides what is where on the screen. What the picture shows is the picture's business, what the words do
is the session's. A line that is refused comes back to be mended.
"""

import asyncio
import textwrap
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import BufferControl, Dimension, FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.processors import AfterInput, BeforeInput, ConditionalProcessor
from prompt_toolkit.output import create_output

from jadoube.core.display.effect_text import answer_text
from jadoube.core.messages.effects import Effect
from jadoube.core.state.announced.sounds import is_wanted
from jadoube.core.state.table import Table
from jadoube_sim.desk import Ears
from jadoube_sim.terminal.picture import WIDTH, Fragments, flat, legend, plain, scene, tall
from jadoube_sim.terminal.script import REEDS
from jadoube_sim.terminal.session import Answer, Session
from jadoube_sim.terminal.words import Ask, Plug, Quit, parse_line

PICTURE_LINES = 20
SCREEN_LINES = 24
"""What everything takes; with fewer the board is drawn with one line a rank."""
MESSAGE_LINES = 2
HINT = "a move (Nf3) or what hands do (open e2, press white); help lists all"
WATCHING_HINT = "quit leaves; pgn, fen, help, unplug white-face do what they say"


class Screen:
    """A terminal that shows one session after the other. Also an Onlooker of games that play themselves."""

    def __init__(self, *, watching: bool = False, bell: bool = False) -> None:
        self.ears = Ears(say=self._note, tell=self._tell)
        self.last_picture = ""
        """The picture at the end of the last game, as plain text."""
        self._session: Session | None = None
        self._watching, self._bell = watching, bell
        self._title, self._plies = "", 0
        self._notes: deque[str] = deque(maxlen=2)
        self._refusal = ""
        self._page: list[str] = []
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._input = Buffer(history=InMemoryHistory(), multiline=False, accept_handler=self._accept)
        self._app = self._application()

    def after_scan(self) -> None:
        """Draw anew what may have changed."""
        self._app.invalidate()

    def begin(self, session: Session, title: str = "", plies: int = 0) -> None:
        """Show this session; of a game that plays itself, where it is in it."""
        self._session, self._title, self._plies = session, title, plies
        self._notes.clear()
        self._app.invalidate()

    def end(self, session: Session) -> None:
        """Keep the picture: the screen will be gone."""
        self.last_picture = plain(scene(session.desk))

    def leave(self) -> None:
        """Give the terminal back."""
        if self._app.is_running and not self._app.future.done():  # type: ignore[union-attr] # it runs
            self._app.exit()

    async def run(self) -> None:
        """Show and take lines until somebody leaves, or the terminal is gone."""
        worker = asyncio.create_task(self._work())
        worker.add_done_callback(lambda _: self.leave())
        try:
            with suppress(EOFError):
                await self._app.run_async()
        finally:
            worker.cancel()
            with suppress(asyncio.CancelledError):
                await worker

    async def while_doing(self, doing: Coroutine[None, None, None]) -> None:
        """Show until this is done, or somebody leaves before; then it is cancelled."""
        task = asyncio.ensure_future(doing)
        task.add_done_callback(lambda _: self.leave())
        try:
            await self.run()
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    # Lines

    def _accept(self, buffer: Buffer) -> bool:
        self._page, self._refusal = [], ""
        self._lines.put_nowait(buffer.text)
        return False

    async def _work(self) -> None:
        """Do line after line until one says quit."""
        while True:
            line = await self._lines.get()
            try:
                answer = await self._do(line)
            except ValueError as problem:
                self._refuse(line, str(problem))
            else:
                self._page = _page(answer.text)
                if answer.leaves:
                    return
            self._app.invalidate()

    async def _do(self, line: str) -> Answer:
        if self._session is None:
            return Answer(leaves=bool(parse_line(line)))
        if self._watching:
            _refuse_meddling(line)
        return await self._session.do(line)

    def _refuse(self, line: str, problem: str) -> None:
        self._refusal = problem
        if not self._input.text:
            self._input.insert_text(line)

    def _tell(self, now_ms: int, table: Table, effects: tuple[Effect, ...]) -> None:
        heard = table.notices.heard if self._bell else None
        if heard and heard.at_ms == now_ms and is_wanted(heard.sound, table.comfort):
            self._app.output.bell()
        for effect in effects:
            if not isinstance(effect, REEDS):
                self._note(answer_text(effect, table))

    def _note(self, line: str) -> None:
        self._notes.append(line)

    # What is where

    def _application(self) -> "Application[None]":
        hint = ConditionalProcessor(
            AfterInput(WATCHING_HINT if self._watching else HINT, style="fg:#808080"),
            Condition(lambda: not self._input.text),
        )
        entry = BufferControl(self._input, input_processors=[BeforeInput("> ", style="bold"), hint])
        rows = [
            Window(
                FormattedTextControl(self._picture),
                height=Dimension(min=1, preferred=PICTURE_LINES, max=PICTURE_LINES),
            ),
            Window(FormattedTextControl(self._words), height=1),
            Window(FormattedTextControl(self._message), height=MESSAGE_LINES, wrap_lines=True),
            Window(entry, height=1),
            Window(),
        ]
        return Application(
            Layout(HSplit(rows), focused_element=entry),
            key_bindings=_keys(self.leave, lambda: self._lines.put_nowait("quit")),
            full_screen=True,
            min_redraw_interval=0.02,
            output=create_output(always_prefer_tty=True),
        )

    def _picture(self) -> StyleAndTextTuples:
        if self._session is None:
            return []
        if self._page:
            return [("", "\n".join(self._page))]
        seen = scene(self._session.desk)
        board = tall(seen) if self._app.output.get_size().rows >= SCREEN_LINES else flat(seen)
        return _joined([*board, *legend(seen)][:PICTURE_LINES])

    def _words(self) -> StyleAndTextTuples:
        if self._session is None:
            return []
        progress = ""
        if self._watching:
            progress = f"{self._title}ply {self._session.desk.table.line.ply} of {self._plies}: "
        return [("bold", f"{progress}{self._session.words}")]

    def _message(self) -> StyleAndTextTuples:
        if self._refusal:
            width = self._app.output.get_size().columns
            return [("fg:#ff5f5f bold", "\n".join(textwrap.wrap(f"not done: {self._refusal}", width)))]
        return [("fg:#909090", "\n".join(self._notes))]


def _refuse_meddling(line: str) -> None:
    """While a game plays itself, nobody else has hands at the board."""
    if not all(isinstance(word, Ask | Plug | Quit) for word in parse_line(line)):
        raise ValueError(f"{line}: a game is being played, expected quit or another question")


def _keys(leave: Callable[[], None], quit_: Callable[[], None]) -> KeyBindings:
    """Ctrl-C leaves at once; Ctrl-D is the end of input: what was typed before it is done first."""
    keys = KeyBindings()
    for name in ("c-c", "<sigint>"):
        keys.add(name)(lambda _event: leave())
    keys.add("c-d")(lambda _event: quit_())
    return keys


def _joined(lines: list[Fragments]) -> StyleAndTextTuples:
    joined: StyleAndTextTuples = []
    for line in lines:
        joined += [*line, ("", "\n")]
    return joined


def _page(text: str) -> list[str]:
    """Wrap a text to a page; of a long one the end."""
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, WIDTH) or [""]]
    return lines if len(lines) <= PICTURE_LINES else ["...", *lines[1 - PICTURE_LINES :]]
