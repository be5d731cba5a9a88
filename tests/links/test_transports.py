"""Transports over real ptys and sockets: programs that come, go, vanish, flood, and do not read."""

import asyncio
import fcntl
import os
import socket
import sys
import termios
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from jadoube.links.transports import byte_line, serial_line
from jadoube.links.transports.byte_line import MOST_READ, MOST_WAITING
from jadoube.links.transports.programs import DOES_NOT_READ, Line, once
from jadoube.links.transports.pty_line import serve_pty
from jadoube.links.transports.serial_line import open_raw, serve_serial
from jadoube.links.transports.tcp_line import BROWSER, MOST_PROGRAMS, TOO_MANY, open_doors, serve_tcp
from shared.board.served import until


class Heard:
    """Who hears one program, and echoes."""

    def __init__(self, line: Line) -> None:
        self.line, self.bytes, self.ended = line, b"", 0

    def hear(self, data: bytes) -> None:
        """Keep what came, and send it back."""
        self.bytes += data
        self.line.write(data)

    def end(self) -> None:
        """Count it."""
        self.ended += 1


class Hall:
    """All programs that came, and what was said."""

    def __init__(self) -> None:
        self.came: list[Heard] = []
        self.said: list[str] = []

    def welcome(self, line: Line) -> Heard:
        """Hear one more."""
        self.came.append(Heard(line))
        return self.came[-1]

    async def echoed(self, handle: int, data: bytes) -> None:
        """Send this over a descriptor, and wait until it has come back."""
        os.write(handle, data)
        got = b""

        def all_is_back() -> bool:
            nonlocal got
            with suppress(BlockingIOError):
                got += os.read(handle, 4096)
            return got == data

        await until(all_is_back)


def while_served(
    serving: Callable[[Hall], Coroutine[Any, Any, None]], act: Callable[[Hall], Awaitable[None]]
) -> Hall:
    """Act while a transport serves; return who came."""
    hall = Hall()

    async def run() -> None:
        task = asyncio.create_task(serving(hall))
        try:
            await act(hall)
        finally:
            task.cancel()
            await asyncio.wait({task})
        assert task.cancelled()

    asyncio.run(run())
    assert all(each.ended == 1 for each in hall.came), "whoever came has gone once"
    return hall


async def soon(_: float) -> None:
    """A pause that is as short as can be."""
    await asyncio.sleep(0.001)


def opened(path: Path | str) -> int:
    """A file opened as a program opens a serial line."""
    return os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)


def pty_at(path: Path) -> Callable[[Hall], Coroutine[Any, Any, None]]:
    """What serves a pty there."""
    return lambda hall: serve_pty(path, hall.welcome, hall.said.append, soon)


def test_a_pty_is_a_line_for_one_program_after_the_other(tmp_path: Path) -> None:
    """Every byte goes through as it is, both ways; each opening is a session, and the file stays."""
    path = tmp_path / "board"
    every_byte = bytes(range(256))

    async def act(hall: Hall) -> None:
        await until(path.is_symlink)
        for count in (1, 2, 3):
            handle = opened(path)
            await hall.echoed(handle, every_byte)
            assert len(hall.came) == count
            os.close(handle)
            await until(lambda: hall.came[-1].ended == 1)

    hall = while_served(pty_at(path), act)
    assert [each.bytes for each in hall.came] == [every_byte] * 3
    assert hall.said == []
    assert not path.is_symlink()


def test_what_a_program_left_unread_reaches_nobody(tmp_path: Path) -> None:
    """The next one starts with an empty line, and an echo that a program switched on is off."""
    path = tmp_path / "board"

    async def act(hall: Hall) -> None:
        await until(path.is_symlink)
        handle = opened(path)
        await until(lambda: len(hall.came) == 1)
        hall.came[0].line.write(b"left")
        mode = termios.tcgetattr(handle)
        mode[3] |= termios.ECHO | termios.ICANON
        termios.tcsetattr(handle, termios.TCSANOW, mode)
        os.close(handle)
        await until(lambda: hall.came[0].ended == 1)
        handle = opened(path)
        await hall.echoed(handle, b"mine")
        os.close(handle)
        await until(lambda: hall.came[1].ended == 1)

    assert while_served(pty_at(path), act).came[1].bytes == b"mine"


def test_a_file_of_somebody_else_stays(tmp_path: Path) -> None:
    """No link is made over it; one that was left behind is replaced."""
    path = tmp_path / "board"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        asyncio.run(serve_pty(path, Hall().welcome, print))
    assert path.read_text() == "mine"
    path.unlink()
    path.symlink_to(tmp_path / "nowhere")

    async def act(hall: Hall) -> None:
        await until(lambda: path.is_symlink() and path.exists())
        handle = opened(path)
        await hall.echoed(handle, b"x")
        os.close(handle)

    while_served(pty_at(path), act)


def test_who_does_not_read_is_dropped_and_not_waited_for(tmp_path: Path) -> None:
    """It is said once; what was not read is gone, and the next session begins on the open line."""
    path = tmp_path / "board"

    async def act(hall: Hall) -> None:
        await until(path.is_symlink)
        handle = opened(path)
        await until(lambda: len(hall.came) == 1)
        for _ in range(40):
            hall.came[0].line.write(b"x" * (MOST_WAITING // 16))
        assert hall.came[0].ended == 1
        hall.came[0].line.write(b"y")
        await until(lambda: len(hall.came) == 2)
        await hall.echoed(handle, b"again")
        os.close(handle)
        await until(lambda: hall.came[1].ended == 1)

    hall = while_served(pty_at(path), act)
    assert hall.said == [f"{path}: {DOES_NOT_READ}"]


def test_a_flood_is_read_at_the_pace_of_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than the fastest line of a real board brings; and nothing of it is lost."""
    path = tmp_path / "board"
    monkeypatch.setattr(byte_line, "WINDOW_S", 3600)

    async def act(hall: Hall) -> None:
        await until(path.is_symlink)
        handle = opened(path)
        os.write(handle, b"x" * 3000)
        await until(lambda: bool(hall.came and hall.came[0].bytes))
        await asyncio.sleep(0.05)
        assert hall.came[0].bytes == b"x" * MOST_READ
        os.close(handle)

    while_served(pty_at(path), act)


def test_after_a_flood_the_rest_comes(tmp_path: Path) -> None:
    """With the next windows."""
    path = tmp_path / "board"

    async def act(hall: Hall) -> None:
        await until(path.is_symlink)
        handle = opened(path)
        await hall.echoed(handle, bytes(range(250)) * 4)
        os.close(handle)
        await until(lambda: hall.came[0].ended == 1)

    while_served(pty_at(path), act)


def test_a_serial_line_that_vanishes_is_opened_again(tmp_path: Path) -> None:
    """It is waited for, which is said once; what comes then is a session of its own."""
    path = tmp_path / "ttyGS0"

    async def act(hall: Hall) -> None:
        await until(lambda: bool(hall.said))
        for count in (1, 2):
            ours, theirs = os.openpty()
            os.set_blocking(ours, False)
            path.symlink_to(os.ttyname(theirs))
            await until(lambda count=count: len(hall.came) == count)  # type: ignore[misc]
            await hall.echoed(ours, bytes(range(256)))
            path.unlink()
            os.close(ours)
            os.close(theirs)
            await until(lambda: hall.came[-1].ended == 1)

    hall = while_served(
        lambda hall: serve_serial(str(path), 9600, hall.welcome, once(hall.said.append), soon), act
    )
    assert hall.said == [f"{path}: No such file or directory; it is waited for"]


def test_on_a_serial_line_nobody_is_waited_for(tmp_path: Path) -> None:
    """Who does not read loses the session; the next one begins on the same line."""
    path = tmp_path / "ttyGS0"
    ours, theirs = os.openpty()
    path.symlink_to(os.ttyname(theirs))

    async def act(hall: Hall) -> None:
        await until(lambda: len(hall.came) == 1)
        for _ in range(40):
            hall.came[0].line.write(b"x" * (MOST_WAITING // 16))
        await until(lambda: len(hall.came) == 2)
        assert hall.came[0].ended == 1

    hall = while_served(
        lambda hall: serve_serial(str(path), 38400, hall.welcome, hall.said.append, soon), act
    )
    os.close(ours)
    os.close(theirs)
    assert hall.said == [f"{path}: {DOES_NOT_READ}"]


def test_on_a_serial_line_what_is_not_taken_in_time_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Little of it, too; the next program begins on a clean line."""
    path = tmp_path / "ttyGS0"
    ours, theirs = os.openpty()
    os.set_blocking(ours, False)
    path.symlink_to(os.ttyname(theirs))
    monkeypatch.setattr(serial_line, "PATIENCE_S", 0.05)

    async def act(hall: Hall) -> None:
        await until(lambda: len(hall.came) == 1)
        hall.came[0].line.write(b"x" * (MOST_WAITING // 2))
        await until(lambda: len(hall.came) == 2)
        with suppress(BlockingIOError):
            while os.read(ours, 4096):  # what a pty's end has, as a gadget's kernel has it
                pass
        await hall.echoed(ours, b"mine")

    hall = while_served(
        lambda hall: serve_serial(str(path), 38400, hall.welcome, hall.said.append, soon), act
    )
    os.close(ours)
    os.close(theirs)
    assert [each.bytes for each in hall.came] == [b"", b"mine"]
    assert hall.said == [f"{path}: {DOES_NOT_READ}"]


def test_who_takes_something_is_not_dropped() -> None:
    """Though the kernel does not tell of it, as long as its buffer is more than a quarter full."""
    ours, theirs = socket.socketpair()
    ended: list[str] = []

    def pending() -> int:
        return int.from_bytes(fcntl.ioctl(theirs, termios.FIONREAD, bytes(4)), sys.byteorder)

    async def run() -> None:
        line = byte_line.ByteLine(ours.fileno(), ended.append, patience_s=0.05)
        line.begin(Hall().welcome)
        filled = -1
        while filled < (filled := pending()):
            line.write(b"x" * 1000)
        line.write(b"x" * 10_000)
        theirs.recv(filled // 2)
        left = pending()
        await until(lambda: pending() > left or bool(ended))
        assert pending() > left
        line.drop("")

    with ours, theirs:
        ours.setblocking(False)
        asyncio.run(run())


def test_what_is_no_serial_line_is_refused(tmp_path: Path) -> None:
    """A file, a folder, nothing."""
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(termios.error):
        open_raw(str(file), 9600)
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(OSError):  # noqa: PT011 - which one is the system's
            open_raw(str(path), 9600)


def tcp_served(place: str, act: Callable[[Hall, Sequence[int]], Awaitable[None]]) -> Hall:
    """Act while programs are served over TCP."""
    ports: list[int] = []

    async def acting(hall: Hall) -> None:
        await until(lambda: bool(ports))
        await act(hall, ports)

    return while_served(
        lambda hall: serve_tcp(place, hall.welcome, hall.said.append, soon, ports.extend), acting
    )


@pytest.mark.parametrize("place", ["localhost:0", "127.0.0.1:0", "any:0"])
def test_programs_come_over_the_network(place: str) -> None:
    """Several at once, each with a session of its own; one port at all addresses."""

    async def act(hall: Hall, ports: Sequence[int]) -> None:
        assert len(set(ports)) == 1
        first, second = [await asyncio.open_connection("127.0.0.1", ports[0]) for _ in range(2)]
        for number, (reader, writer) in enumerate((first, second)):
            writer.write(bytes([number]) * 5)
            assert await reader.readexactly(5) == bytes([number]) * 5
        first[1].close()
        await until(lambda: hall.came[0].ended == 1)
        second[1].write(b"still")
        assert await second[0].readexactly(5) == b"still"
        second[1].close()
        await until(lambda: hall.came[1].ended == 1)

    assert tcp_served(place, act).said == []


def test_one_too_many_is_hung_up_on() -> None:
    """Who was there is served on, and when one has gone there is room."""

    async def act(hall: Hall, ports: Sequence[int]) -> None:
        there = [await asyncio.open_connection("127.0.0.1", ports[0]) for _ in range(MOST_PROGRAMS)]
        await until(lambda: len(hall.came) == MOST_PROGRAMS)
        reader, more = await asyncio.open_connection("127.0.0.1", ports[0])
        assert await reader.read() == b""
        more.close()
        there[0][1].close()
        await until(lambda: hall.came[0].ended == 1)
        there[0] = await asyncio.open_connection("127.0.0.1", ports[0])
        await until(lambda: len(hall.came) == MOST_PROGRAMS + 1)
        for _, writer in there:
            writer.close()
        await until(lambda: all(each.ended for each in hall.came))

    hall = tcp_served("127.0.0.1:0", act)
    assert len(hall.said) == 1
    assert hall.said[0].endswith(TOO_MANY)


@pytest.mark.parametrize("request_", [b"GET / HTTP/1.1\r\n", b"POST /LL HTTP/1.1\r\n\r\nLL", b"OPTIONS * "])
def test_a_browser_is_no_program(request_: bytes) -> None:
    """A page elsewhere could have it send anything here: nothing of it is heard."""

    async def act(hall: Hall, ports: Sequence[int]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", ports[0])
        writer.write(request_)
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        await until(lambda: hall.came[0].ended == 1)

    hall = tcp_served("127.0.0.1:0", act)
    assert hall.came[0].bytes == b""
    assert hall.said[0].endswith(BROWSER)


def test_over_the_network_nobody_is_waited_for() -> None:
    """Who does not read is hung up on; the other program is served on."""

    async def act(hall: Hall, ports: Sequence[int]) -> None:
        deaf = socket.create_connection(("127.0.0.1", ports[0]))
        await until(lambda: len(hall.came) == 1)
        reader, writer = await asyncio.open_connection("127.0.0.1", ports[0])
        for _ in range(60):
            hall.came[0].line.write(b"x" * (MOST_WAITING // 4))
        assert hall.came[0].ended == 1
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"hello"
        writer.close()
        deaf.close()
        await until(lambda: hall.came[1].ended == 1)

    hall = tcp_served("127.0.0.1:0", act)
    assert [each.rpartition(": ")[2] for each in hall.said] == [DOES_NOT_READ]


def test_a_place_that_is_taken_is_waited_for() -> None:
    """It is said once; when it is free, programs are served."""
    taken = socket.create_server(("127.0.0.1", 0))
    place = f"127.0.0.1:{taken.getsockname()[1]}"
    ports: list[int] = []

    async def act(hall: Hall) -> None:
        await until(lambda: bool(hall.said))
        taken.close()
        await until(lambda: bool(ports))

    hall = while_served(
        lambda hall: serve_tcp(place, hall.welcome, once(hall.said.append), soon, ports.extend), act
    )
    assert hall.said == [f"{place}: Address already in use; it is tried again"]


def test_an_address_of_elsewhere_is_refused() -> None:
    """By the system."""
    with pytest.raises(OSError, match="assign"):
        open_doors("192.0.2.1:0")
