"""The process of links: a child of the board or by itself, killed at any time, and refused without a link."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from jadoube.cli.main import main
from jadoube.config.problems import CANNOT_SERVE
from shared.board.daemon import child_of, daemon, ordered_config, wait_for

VERSION, ANSWER = b"\x4d", b"\x93\x00\x05"
"""DGT's question for the version, and how it is answered."""


A_PAGE = '[web]\nport = 0\naddress = "127.0.0.1"\n'


@pytest.fixture
def port() -> int:
    """One that is free."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def linked_config(folder: Path, port: int) -> Path:
    """A board with a link, and without a page."""
    return ordered_config(folder, f'[[link]]\nprotocol = "dgt"\nlisten = "localhost:{port}"\n')


def asked(process: "subprocess.Popen[str]", port: int) -> bytes:
    """Ask a board's version as soon as somebody is served there; give the first bytes of the answer."""
    while True:
        assert process.poll() is None
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 5) as program:
            program.sendall(VERSION)
            if answer := program.makefile("rb").read(3):
                return answer
        os.sched_yield()


@contextmanager
def links(file: Path, *more: str) -> "Iterator[subprocess.Popen[str]]":
    """The process, started by hand."""
    command = [sys.executable, "-m", "jadoube", "links", *more, "--config", str(file)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_board_keeps_it_also_without_a_page(tmp_path: Path, port: int) -> None:
    """Another one is started if it is killed, and it goes with the board."""
    with daemon(linked_config(tmp_path, port)) as board:
        assert asked(board, port) == ANSWER
        child = child_of(board, "links")
        os.kill(child, signal.SIGKILL)
        assert "links: its process ended, killed by signal 9" in wait_for(board, "links: ")
        assert asked(board, port) == ANSWER
        board.terminate()
        assert board.wait(20) == 0
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), 5)


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_waits_for_the_board_and_ends_when_it_is_told(
    tmp_path: Path, port: int, by: signal.Signals
) -> None:
    """Nothing is said while all is well, and a board that is not there is no fault."""
    file, without = linked_config(tmp_path, port), tmp_path / "without.toml"
    text = file.read_text("utf-8").partition("[[link]]")[0]
    without.write_text(text.replace("[web]\nenabled = false\n", A_PAGE), encoding="utf-8")
    with links(file) as process:
        with daemon(without):
            assert asked(process, port) == ANSWER
        process.send_signal(by)
        assert process.communicate(timeout=20) == ("", "")
        assert process.returncode == 0


def test_a_child_ends_with_its_standard_input(tmp_path: Path, port: int) -> None:
    """Its parent may have been killed."""
    with links(linked_config(tmp_path, port), "--child") as process:
        assert process.communicate(timeout=20) == ("", "")
        assert process.returncode == 0


def test_without_a_link_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, with the status after which nobody starts it again."""
    file = tmp_path / "board.toml"
    file.write_text("", encoding="utf-8")
    assert main(["links", "--config", str(file)]) == CANNOT_SERVE
    said = capsys.readouterr().err
    assert said == f"{file}: no [[link]] found, expected one: this board has no links (docs/links.md)\n"
    assert main(["links"]) == CANNOT_SERVE
    assert capsys.readouterr().err == said.replace(str(file), "jadoube links")
