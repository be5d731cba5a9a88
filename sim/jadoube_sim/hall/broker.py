"""A real mosquitto on this machine: its own port, its own folder, and nothing left of it afterwards.

The law: it decides where the broker listens and whom it lets in. It refuses to know what is published
there.
"""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from jadoube.config.problems import BadInput
from jadoube_sim.hall.with_us import ending_with_us

NEVER_ON_PATH: Final = "/usr/local/sbin:/usr/sbin"
"""Where Debian puts it; a user's path does not have it."""

TRIES: Final = 20
"""So many ports are tried; another program may take a free one first."""

STARTS_WITHIN_S: Final = 10.0
LOOKS_S: Final = 0.01
OWNER_ONLY: Final = 0o600


@dataclass(slots=True)
class LocalBroker:
    """A broker at 127.0.0.1; it runs while it is entered, or from `start` to `stop` or `kill`."""

    folder: Path
    """Of its configuration, log and database; made if it is not there."""
    passwords: Mapping[str, str] = field(default_factory=dict)
    """Of those who may come, by user; empty: everybody may."""
    acl: str = ""
    """Who may read and write what, as mosquitto's `acl_file` has it; empty: everybody everything."""
    port: int = 0
    """Where it listens; chosen at the first start, and kept from then on."""
    _process: "subprocess.Popen[bytes] | None" = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The process while it runs; 0 otherwise."""
        return self._process.pid if self._process else 0

    @property
    def log(self) -> str:
        """What it has said so far."""
        file = self.folder / "log"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    def start(self) -> None:
        """Start it and return once it listens; on the port of before, if there was one.

        BadInput without mosquitto, or if it does not start.
        """
        program = find_mosquitto()
        self.folder.mkdir(parents=True, exist_ok=True)
        self._write_passwords()
        for _ in range(1 if self.port else TRIES):
            port = self.port or _free_port()
            process = _started(program, self._configured(port))
            if _listens(process, port):
                self._process, self.port = process, port
                return
        raise BadInput("mosquitto", f"it did not start: {self.log[-300:]!r}")

    def stop(self) -> None:
        """End it as a service is ended; its retained messages are there at the next start."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it without a word, as a power cut does: what it had not saved is lost."""
        self._end(signal.SIGKILL)

    def hold(self) -> None:
        """Hold it up: connections stay, and nothing goes over them. As a network that is cut off."""
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let one go on that was held up."""
        os.kill(self.pid, signal.SIGCONT)

    def _end(self, how: signal.Signals) -> None:
        if self._process:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGCONT)
                self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def _configured(self, port: int) -> Path:
        """Write what it is told; mosquitto 2 refuses strangers and other machines unless told otherwise."""
        lines = [
            f"listener {port} 127.0.0.1",
            f"allow_anonymous {'false' if self.passwords else 'true'}",
            "persistence true",
            f"persistence_location {self.folder}/",
            f"log_dest file {self.folder / 'log'}",
            "max_keepalive 120",
            "max_queued_messages 100000",  # as at a hall: retained states of many boards come at once
        ]
        if self.passwords:
            lines.append(f"password_file {self.folder / 'passwords'}")
        if self.acl:
            acl = self.folder / "acl"
            _write_private(acl, self.acl)
            lines.append(f"acl_file {acl}")
        if not os.geteuid():
            lines.append("user root")  # else it goes on as another user, who may not read this folder
        file = self.folder / "mosquitto.conf"
        file.write_text("\n".join([*lines, ""]), encoding="utf-8")
        return file

    def _write_passwords(self) -> None:
        if self.passwords:
            file = self.folder / "passwords"
            _write_private(file, "".join(f"{user}:{word}\n" for user, word in self.passwords.items()))
            subprocess.run([_find("mosquitto_passwd"), "-U", str(file)], check=True, capture_output=True)  # noqa: S603 - a fixed program, our own file


def find_mosquitto() -> str:
    """Return where the broker's program is; BadInput names its package if there is none."""
    return _find("mosquitto")


def _find(name: str) -> str:
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), NEVER_ON_PATH])
    if found := shutil.which(name, path=path):
        return found
    raise BadInput(name, "no such program, expected the one of Debian's package mosquitto")


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _started(program: str, configuration: Path) -> "subprocess.Popen[bytes]":
    """Start it; Ctrl-C in a terminal is for who has started it, and then ends it."""
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(  # noqa: S603 - a fixed program, our own file
        ending_with_us([program, "-c", str(configuration)]),
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        start_new_session=True,
    )


def _listens(process: "subprocess.Popen[bytes]", port: int) -> bool:
    """Wait until it listens; False if it ends instead: the port was taken, or something is wrong."""
    for _ in range(int(STARTS_WITHIN_S / LOOKS_S)):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return process.poll() is None
        with suppress(subprocess.TimeoutExpired):
            process.wait(LOOKS_S)
            return False
    process.kill()
    process.wait()
    return False


def _write_private(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    file.chmod(OWNER_ONLY)
