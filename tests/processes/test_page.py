"""Board and page are two processes: each may be killed, and the other goes on and says what is missing."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from jadoube.config.problems import CANNOT_SERVE
from shared.board.daemon import CONFIG, child_of, daemon, order, wait_for

PAGE = """\
[control]
socket = "control"
"""
LOOKS_S = 0.04
PATIENCE = 1000
"""So often it is looked whether something holds."""


def config(folder: Path) -> Path:
    """The configuration of a board with a page on loopback."""
    file = folder / "board.toml"
    text = CONFIG.format(pins="mock", faces="false", folder=folder / "games")
    web = '[web]\naddress = "127.0.0.1"\nport = 0\n'
    file.write_text(text.replace("[web]\nenabled = false\n", PAGE + web), encoding="utf-8")
    return file


@contextmanager
def page_of(file: Path) -> Iterator[subprocess.Popen[str]]:
    """A page's process of its own, as its systemd unit starts it."""
    words = [sys.executable, "-m", "jadoube", "page", "--config", str(file)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, encoding="utf-8") as process:
        try:
            yield process
        finally:
            process.kill()


def port_in(line: str) -> int:
    """The port that a line names."""
    found = re.search(r"http://127\.0\.0\.1:([0-9]+)/", line)
    assert found, line
    return int(found[1])


def asked(port: int, path: str = "/api/v1/view") -> tuple[int, dict[str, Any]]:
    """Ask a page for something."""
    visitor = HTTPConnection("127.0.0.1", port, timeout=30)
    visitor.request("GET", path)
    answer = visitor.getresponse()
    body = json.loads(answer.read())
    visitor.close()
    return answer.status, body


def until(page: subprocess.Popen[str], port: int, status: int) -> dict[str, Any]:
    """Ask for the view until the answer has this status, not oftener than a budget allows; give it."""
    found: list[tuple[int, dict[str, Any]]] = []

    def holds() -> bool:
        found[:] = [asked(port)]
        return found[0][0] == status

    waits(page, holds)
    return found[0][1]


def known(folder: Path) -> list[str]:
    """What the journal says of the page, event by event."""
    journal = (folder / "games" / "000001.journal").read_text(encoding="utf-8")
    return re.findall(r"^[0-9]+ page (\w+)", journal, re.MULTILINE)


def waits(process: subprocess.Popen[str], holds: Callable[[], bool]) -> None:
    """Wait until something holds that processes bring about, of which this one must not end."""
    for _ in range(PATIENCE):
        if holds():
            return
        with suppress(subprocess.TimeoutExpired):
            raise AssertionError(f"it has ended, status {process.wait(LOOKS_S)}")
    raise AssertionError("it never holds")


def test_a_page_that_is_killed_comes_again_and_the_board_goes_on(tmp_path: Path) -> None:
    """It is said in one line; the board shows meanwhile that there is no page, and takes orders."""
    with daemon(config(tmp_path)) as process:
        port_in(wait_for(process, "page: "))
        waits(process, lambda: known(tmp_path) == ["known"])
        os.kill(child_of(process), signal.SIGKILL)
        said = wait_for(process, "page: ")
        assert said == "page: its process ended, killed by signal 9; another is started\n"
        assert order(process, tmp_path, "sound off").startswith("ok")
        port = port_in(wait_for(process, "page: "))
        assert asked(port)[0] == 200
        waits(process, lambda: known(tmp_path)[-1] == "known")
        process.terminate()
        assert process.wait(20) == 0


def test_a_board_that_is_killed_is_waited_for(tmp_path: Path) -> None:
    """Its page answers that the board does not, in both languages, and shows it when it is there again."""
    file = config(tmp_path)
    with page_of(file) as page:
        assert "it waits for the board" in wait_for(page, "page: ")
        port = port_in(wait_for(page, "page: "))
        assert asked(port)[0] == 503
        with _board(file) as board:
            assert until(page, port, 200)["phase"] == "setting up"
            waits(board, lambda: known(tmp_path) == ["known"])
            board.kill()
        said = until(page, port, 503)["error"]
        assert said["en"].startswith("the board does not answer")
        assert said["fr"].startswith("l'échiquier ne répond pas")
        assert asked(port, "/api/v1/control?text=3%2B2")[0] == 200  # what needs no board
        with _board(file) as board:
            assert until(page, port, 200)["phase"] == "setting up"
            board.terminate()
            assert board.wait(20) == 0
        page.terminate()
        _, errors = page.communicate(timeout=20)
        assert (page.returncode, errors) == (0, "")


@contextmanager
def _board(file: Path) -> Iterator[subprocess.Popen[str]]:
    """A board that leaves its page to another."""
    words = [
        sys.executable,
        "-m",
        "jadoube",
        "run",
        "--page",
        "separate",
        "--online",
        "separate",
        "--config",
        str(file),
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            wait_for(process, "scanning every")
            yield process
        finally:
            process.kill()


def test_the_page_ends_with_a_daemon_that_is_killed(tmp_path: Path) -> None:
    """Whoever started it by hand finds no process left behind."""
    with daemon(config(tmp_path)) as process:
        port_in(wait_for(process, "page: "))
        page = child_of(process)
        process.kill()
        process.communicate(timeout=20)  # to the end of the output, which its page has, too
        for _ in range(PATIENCE):
            if not _lives(page):
                return
    raise AssertionError("the page lives")


def _lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"  # in a container nobody may take what has ended


def test_nothing_of_http_is_in_the_daemon(tmp_path: Path) -> None:
    """However long it has served its page."""
    file = config(tmp_path)
    tells = (
        "import signal, sys; from jadoube.cli.main import main\n"
        "def tell(*_):\n"
        "    print('HTTP:', sorted({'aiohttp', 'http.client', 'jadoube.web.server'} & set(sys.modules)), "
        "flush=True)\n"
        "signal.signal(signal.SIGUSR1, tell); sys.exit(main())"
    )
    words = [sys.executable, "-c", tells, "run", "--config", str(file)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            assert asked(port_in(wait_for(process, "page: ")))[0] == 200
            process.send_signal(signal.SIGUSR1)
            assert wait_for(process, "HTTP:") == "HTTP: []\n"
        finally:
            process.terminate()


def test_a_board_without_a_page_says_so(tmp_path: Path) -> None:
    """To who starts its page all the same: one line, the status after which nobody starts it again."""
    file = config(tmp_path)
    file.write_text(file.read_text().replace("[web]\n", "[web]\nenabled = false\n"))
    words = [sys.executable, "-m", "jadoube", "page", "--config", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == CANNOT_SERVE
    assert done.stderr == f"{file}: web.enabled is false, expected true: this board has no page\n"
