"""`jadoube run` serves its page: when the board is up, and whatever becomes of it the board goes on."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from jadoube.config.settings import default_settings
from jadoube.daemon.ending import UNFINISHED
from shared.board.daemon import child_of, wait_for
from shared.board.online_process import lives

CONFIG = """\
[reeds]
scanner = "gpiozero"
pin_factory = "mock"
[lamps]
enabled = false
[faces]
enabled = false
[archive]
directory = "{games}"
[control]
socket = "{folder}/control"
[web]
address = "{address}"
port = {port}
[online]
enabled = false
"""
TELLS_GARBAGE = """\
import gc, signal, sys
from jadoube.cli.main import main
def tell(*_):
    print(f"frozen {gc.get_freeze_count()}, looking by itself: {gc.isenabled()}", flush=True)
signal.signal(signal.SIGUSR1, tell)
sys.exit(main())
"""
"""The program, and a signal at which it says how garbage is looked for."""
WITHOUT_AIOHTTP = "raise ModuleNotFoundError(name='aiohttp')"
"""A module of that name, which stands before the one that is installed."""
ASKS = (
    b"GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@contextmanager
def daemon(
    folder: Path,
    *python: str,
    address: str = "127.0.0.1",
    port: int = 0,
    games: str = "games",
    env: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """A daemon that keeps its games in this folder."""
    folder.mkdir(exist_ok=True)
    file = folder / "board.toml"
    file.write_text(CONFIG.format(folder=folder, games=games, address=address, port=port), encoding="utf-8")
    words = [sys.executable, *(python or ("-m", "jadoube.cli.main")), "run", "--config", str(file)]
    pipe = subprocess.PIPE
    around = os.environ | dict(env or {})
    with subprocess.Popen(
        words, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", env=around
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def port_of(process: subprocess.Popen[str]) -> int:
    """Wait until the page is served, and give its port."""
    found = re.search(
        r"page: http://127\.0\.0\.1:([0-9]+)/, PIN in the board's menu", wait_for(process, "page: ")
    )
    assert found
    return int(found[1])


def ended(process: subprocess.Popen[str], by: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
    """Stop a daemon, and give its status and what it said on standard error."""
    process.send_signal(by)
    _, errors = process.communicate(timeout=20)
    return process.returncode, errors


def test_the_page_is_served_when_the_board_is_up(tmp_path: Path) -> None:
    """After the first scan; the view is there, and the journal says that the page is known, and no more."""
    with daemon(tmp_path) as process:
        assert "scanning every" in wait_for(process, "jadoube ")
        asked = HTTPConnection("127.0.0.1", port_of(process), timeout=30)
        asked.request("GET", "/api/v1/view")
        view = json.loads(asked.getresponse().read())
        asked.close()
        assert view["phase"] == "setting up"
        assert view["game"]["tags"]["White"] == "?"
        journal = tmp_path / "games" / "000001.journal"
        while not re.search(r"^[0-9]+ page known \*", journal.read_text(encoding="utf-8"), re.MULTILINE):
            lives(process)
        assert ended(process) == (0, "")
    assert "127.0.0.1" not in journal.read_text(encoding="utf-8")


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_while_spectators_look(tmp_path: Path, by: signal.Signals) -> None:
    """Some have never read a thing; each hears that the board goes away, and nothing is told as a fault.

    Some are let in just then; Python warns of a connection that nobody closes.
    """
    warning = {"PYTHONWARNINGS": "always:unclosed transport:ResourceWarning"}
    with daemon(tmp_path, env=warning) as process, ExitStack() as open_:
        port = port_of(process)
        spectators = [open_.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(20)]
        for spectator in spectators:
            spectator.settimeout(30)
            spectator.sendall(ASKS)
        assert spectators[0].recv(100).startswith(b"HTTP/1.1 101")
        assert ended(process, by) == (0, "")
        rest = b""
        while more := spectators[0].recv(65536):
            rest += more
        assert b"\x88\x02\x03\xe9" in rest  # a closing frame, 1001


@pytest.mark.skipif(sys.platform != "linux", reason="Linux says how much memory a process has")
def test_pings_and_reconnecting_take_no_memory(tmp_path: Path) -> None:
    """A stranger sends 64 kB of pings and closes without reading, 500 times: 16 MB more at most."""
    with daemon(tmp_path) as process:
        port = port_of(process)
        _ping_and_go(port)
        both = (process.pid, child_of(process))
        before = [_memory_kb(each) for each in both]
        for _ in range(500):
            _ping_and_go(port)
        with socket.create_connection(("127.0.0.1", port), 10, source_address=("127.0.0.2", 0)) as other:
            other.sendall(b"GET /api/v1/view HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert other.recv(12) == b"HTTP/1.1 200"
        assert all(_memory_kb(each) - was < 16 * 1024 for each, was in zip(both, before, strict=True))
        assert ended(process) == (0, "")


def _ping_and_go(port: int) -> None:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 10) as stranger:
        stranger.sendall(ASKS)
        stranger.recv(1024)
        stranger.sendall(b"\x89\x81\x00\x00\x00\x00x" * 9362)


def _memory_kb(process: int) -> int:
    """What a process has had at the most."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_may_be_ended_before_the_page_is_there(tmp_path: Path, by: signal.Signals) -> None:
    """While what it needs is being imported, or served for the first time."""
    with daemon(tmp_path) as process:
        wait_for(process, "scanning every")
        assert ended(process, by) == (0, "")


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    """Of two boards on one port the second says so, and goes on without a page."""
    with daemon(tmp_path / "one") as first:
        port = port_of(first)
        with daemon(tmp_path / "two", port=port) as second:
            line = wait_for(second, "page: ")
            assert (
                line == f"page: 127.0.0.1, port {port}: Address already in use; the board serves none yet\n"
            )
            assert ended(second) == (0, "")
        assert first.poll() is None


def test_an_address_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    """And so is a port that this user may not have."""
    with daemon(tmp_path, address="192.0.2.77") as process:
        assert "192.0.2.77, port 0: Cannot assign requested address" in wait_for(process, "page: ")
        assert ended(process) == (0, "")


def test_without_aiohttp_the_board_goes_on(tmp_path: Path) -> None:
    """One line that says what to install."""
    (tmp_path / "aiohttp.py").write_text(WITHOUT_AIOHTTP)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    with daemon(tmp_path, env={"PYTHONPATH": path}) as process:
        line = wait_for(process, "page: ")
        assert "expected: pip install 'jadoube[web]'; the board serves none" in line
        assert ended(process) == (0, "")


def test_nothing_of_the_page_is_imported_before_the_first_scan(tmp_path: Path) -> None:
    """What `jadoube run` imports at its start has no aiohttp in it, nor what comes with it."""
    words = "import sys, jadoube.cli.run; print({'aiohttp', 'yarl', 'multidict'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", words], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout == "set()\n"


def test_without_a_folder_for_games_there_is_a_page(tmp_path: Path) -> None:
    """Where no journal can be written the page is served all the same; the status says what became of it."""
    with daemon(tmp_path, games="/proc/games") as process:
        port_of(process)
        assert ended(process)[0] == UNFINISHED


def test_the_unit_lets_it_serve() -> None:
    """The port is one that any user may have, and the page's unit leaves the network to the program."""
    unit = (Path(__file__).parents[2] / "systemd" / "jadoube-page.service").read_text(encoding="utf-8")
    assert default_settings().web.port >= 1024
    assert "AF_INET AF_INET6" in unit
    assert "PrivateNetwork" not in unit


def test_what_is_there_after_the_start_is_frozen(tmp_path: Path) -> None:
    """Once the page is served, all that was imported is left out of every look for garbage."""
    with daemon(tmp_path, "-c", TELLS_GARBAGE) as process:
        wait_for(process, "page: ")
        process.send_signal(signal.SIGUSR1)
        said = re.search(r"frozen (\d+), looking by itself: (\w+)", wait_for(process, "frozen "))
        assert said
        assert int(said[1]) > 30_000
        assert said[2] == "False"
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
    assert process.returncode == 0
