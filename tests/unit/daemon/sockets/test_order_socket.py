"""The control: orders come in by a socket, a line each, and nobody who connects can do harm."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import chess
import pytest

from jadoube.cli.order import main
from jadoube.config.problems import BadInput
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.names import NAME_MOST
from jadoube.core.messages.orders import Resign
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.daemon.sockets.order_socket import LONGEST_LINE, open_control
from jadoube.daemon.sockets.timed_text import TimedText
from jadoube.glances.glance import Answer


async def obey(ordered: Ordered) -> Answer:
    """Refuse resignations, and repeat what else is said."""
    if ordered == Ordered(Resign(chess.BLACK)):
        raise ValueError("no game has begun")
    return Answer(dict.fromkeys(LANGUAGES, ordered.text), [{"kind": "repeated"}])


def controlled(path: Path, act: Callable[[], Awaitable[None]]) -> None:
    """Act while orders are taken at a path."""

    async def run() -> None:
        server = await open_control(path, obey)
        async with server:
            await act()

    asyncio.run(run())


def config(folder: Path) -> Path:
    """A configuration with its socket in a folder."""
    file = folder / "jadoube.toml"
    file.write_text('[control]\nsocket = "control"\n')
    return file


def test_an_order_is_given_and_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With its role, if one is said. The command prints what came of it; a refusal is one line, status 2."""

    async def act() -> None:
        words = ["--config", str(config(tmp_path)), "time", "white", "-60"]
        assert await asyncio.to_thread(main, words) == 0
        assert await asyncio.to_thread(main, [*words[:2], "by", "arbiter", *words[2:]]) == 0
        with pytest.raises(BadInput, match="no game has begun"):
            await asyncio.to_thread(main, [*words[:2], "resign", "black"])

    controlled(tmp_path / "control", act)
    assert capsys.readouterr().out == "time white -60\nby arbiter time white -60\n"


class _Board:
    """Notes the orders that it gets, and refuses a resignation; seconds pass when it is said."""

    def __init__(self) -> None:
        self.orders: list[str] = []
        self.waits: list[asyncio.Future[None]] = []
        self.texts = TimedText(self.obey, self.pause)

    async def obey(self, ordered: Ordered) -> Answer:
        """Take an order."""
        self.orders.append(ordered.text)
        return await obey(ordered)

    async def pause(self, seconds: float) -> None:
        """Wait until these seconds have passed."""
        self.waits.append(asyncio.get_running_loop().create_future())
        self.orders.append(f"{seconds:g} s")
        await self.waits[-1]

    async def say(self, text: str) -> None:
        """Give an order, and let what follows from it begin."""
        await self.texts.obey(text)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def pass_time(self) -> None:
        """All that waits has waited long enough."""
        for each in self.waits:
            if not each.done():
                each.set_result(None)
        await asyncio.sleep(0)
        await asyncio.sleep(0)


def test_the_board_itself_takes_a_text_back_after_its_seconds() -> None:
    """In the name of who wrote it; a newer text stands for its own time, and a program ends none of it."""

    async def run() -> None:
        board = _Board()
        await board.say('for 15 by arbiter "Vera" writes Round 2')
        assert board.orders == ['by arbiter "Vera" writes Round 2', "15 s"]
        await board.say("by program writes off")
        await board.pass_time()
        assert board.orders[2:] == ["by program writes off", 'by arbiter "Vera" writes off']
        board.orders.clear()
        await board.say("for 15 writes One")
        await board.say("writes Two")
        await board.pass_time()
        await board.say("for 15 writes Three")
        await board.say("for 600 writes Four")
        await board.pass_time()
        assert [each for each in board.orders if each.startswith("writes")] == [
            *("writes One", "writes Two", "writes Three", "writes Four", "writes off")
        ]

    asyncio.run(run())


class _SlowBoard(_Board):
    """A board whose time passes while it writes a second text."""

    async def obey(self, ordered: Ordered) -> Answer:
        """Take an order."""
        answer = await super().obey(ordered)
        if ordered.text == "writes Two":
            await self.pass_time()
        return answer


def test_seconds_that_end_while_a_newer_text_is_written_take_nothing_back() -> None:
    """What was to end the older text would end the newer one."""

    async def run() -> None:
        board = _SlowBoard()
        await board.say("for 15 writes One")
        await board.say("writes Two")
        await board.pass_time()
        assert [each for each in board.orders if each.startswith("writes")] == ["writes One", "writes Two"]

    asyncio.run(run())


@pytest.mark.parametrize(
    "text",
    ["for 0 writes A", "for 601 writes A", "for x writes A", "for 15 pause", "for 15", "for 15 for 2 pause"],
)
def test_seconds_that_cannot_be_are_refused(text: str) -> None:
    """And those of what does not write; nothing is done."""

    async def run() -> None:
        board = _Board()
        with pytest.raises(ValueError, match="expected"):
            await board.texts.obey(text)
        assert board.orders == []

    asyncio.run(run())


def test_the_longest_order_with_the_longest_name_is_understood(tmp_path: Path) -> None:
    """Whoever gives it, and whoever plays: names of letters that take four bytes each."""
    name = "\U0001d400" * NAME_MOST
    text = f'by arbiter "{name}" name white {name} | WFM | 2839 | 0123456789 | NOR | private'

    async def act() -> None:
        reader, writer = await asyncio.open_unix_connection(tmp_path / "control", limit=2 * LONGEST_LINE)
        writer.write(f"{text}\n".encode())
        assert (await reader.readline()).decode() == f"ok {text}\n"
        writer.close()
        await writer.wait_closed()

    controlled(tmp_path / "control", act)


def test_only_owner_and_group_may_give_orders(tmp_path: Path) -> None:
    """And a socket that a daemon left behind is no hindrance."""
    path = tmp_path / "control"
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()

    async def act() -> None:
        assert await asyncio.to_thread(lambda: path.stat().st_mode & 0o777) == 0o660

    controlled(path, act)


def test_a_caller_who_reads_late_leaves_no_fault(tmp_path: Path) -> None:
    """Many lines and the end at once: all are answered, though the answers wait until they are read."""
    lines, told = 300, list[object]()

    async def act() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        reader, writer = await asyncio.open_unix_connection(tmp_path / "control", limit=1024)
        writer.write(b"nonsense\n" * lines)
        writer.write_eof()
        for _ in range(200):
            await asyncio.sleep(0)
        assert (await reader.read()).count(b"refused") == lines
        writer.close()
        await writer.wait_closed()

    controlled(tmp_path / "control", act)
    assert told == []


def test_several_orders_and_nonsense_on_one_line_each(tmp_path: Path) -> None:
    """Each line has its answer, and nonsense ends nothing."""

    async def act() -> None:
        reader, writer = await asyncio.open_unix_connection(tmp_path / "control")
        writer.write(b"pause\nbla\n\xff\xfe\nresign black\nplay\n")
        answers = [(await reader.readline()).decode().split(" ")[0].strip() for _ in range(5)]
        assert answers == ["ok", "refused", "refused", "refused", "ok"]
        writer.close()
        await writer.wait_closed()

    controlled(tmp_path / "control", act)


def test_a_line_without_end_is_not_read_for_ever(tmp_path: Path) -> None:
    """Who sends more than any order is long is left, and others are served."""

    async def act() -> None:
        reader, writer = await asyncio.open_unix_connection(tmp_path / "control")
        writer.write(b"x" * 10 * LONGEST_LINE)
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()
        reader, writer = await asyncio.open_unix_connection(tmp_path / "control")
        writer.write(b"pause\n")
        assert await reader.readline() == b"ok pause\n"
        writer.close()
        await writer.wait_closed()

    controlled(tmp_path / "control", act)


def test_without_a_board_it_says_where_it_looked(tmp_path: Path) -> None:
    """No traceback: the place, what was found, what was expected."""
    with pytest.raises(BadInput, match="control: No such file or directory, expected a running board"):
        main(["--config", str(config(tmp_path)), "pause"])


def test_nonsense_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    """Whether a board runs or not."""
    with pytest.raises(BadInput, match="'surrender' found, expected one of: resign"):
        main(["--config", str(config(tmp_path)), "surrender", "white"])


def test_a_board_that_listens_keeps_its_socket(tmp_path: Path) -> None:
    """A second daemon with the same path gets none, and the first is still heard."""
    path = tmp_path / "control"

    async def act() -> None:
        with pytest.raises(OSError, match="in use"):
            await open_control(path, obey)
        assert await asyncio.to_thread(main, ["--config", str(config(tmp_path)), "pause"]) == 0

    controlled(path, act)


def test_a_path_that_no_socket_can_have_is_told(tmp_path: Path) -> None:
    """Longer than a socket's address may be: the command says that, and not merely that nobody answered."""
    file = config(tmp_path)
    file.write_text(f'[control]\nsocket = "{"x" * 120}"\n')
    with pytest.raises(BadInput, match="path too long, expected a running board"):
        main(["--config", str(file), "pause"])


def test_who_reads_no_answers_is_not_waited_for(tmp_path: Path) -> None:
    """The control ends at once, however many answers wait for a client that sends and never reads."""

    async def act() -> None:
        with socket.socket(socket.AF_UNIX) as flood:
            flood.connect(str(tmp_path / "control"))
            flood.setblocking(False)
            blocked = 0
            while blocked < 1000:  # for good: nothing is read any more, because no answer is
                try:
                    flood.send(b"pause and more\n" * 100)
                    blocked = 0
                except BlockingIOError:
                    blocked += 1
                await asyncio.sleep(0)
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for other in others:
                other.cancel()
            done, _ = await asyncio.wait(others, timeout=30)
            assert done == others

    controlled(tmp_path / "control", act)
