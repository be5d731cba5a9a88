"""Who a board is at the broker, and what opens the broker to it.

The law: a machine's id does not lead to its serial number, and a copied card does not share it. The password
comes from a file that nobody else can read; anything else is refused in one line, and it stands in no text
but where it is sent. It reads files, and refuses to know topics.
"""

import hashlib
import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import Final, NamedTuple

from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import BrokerSettings
from jadoube.mqtt.connection import Broker, tls_context

MACHINE_FILES: Final = (
    Path("/etc/machine-id"),
    Path("/sys/firmware/devicetree/base/serial-number"),  # of a Pi; a card can be copied, it cannot
    Path("/proc/device-tree/serial-number"),
)

DIGITS: Final = 8
"""Of a machine's id; two of a thousand boards share one with a chance of one in ten thousand."""

LONGEST_PASSWORD: Final = 4096


class Identity(NamedTuple):
    """Who a board is."""

    hall: str
    board: str
    machine: str


def identity(settings: BrokerSettings, machine: str | None = None) -> Identity:
    """Return who the board is by its configuration, or by its machine."""
    machine = machine_id() if machine is None else machine
    return Identity(settings.hall, settings.board or f"board-{machine}", machine)


def machine_id(files: tuple[Path, ...] = MACHINE_FILES) -> str:
    """Return an id of this machine: the same at each start, another one on each board."""
    digest = hashlib.sha256(b"jadoube")
    for path in files:
        with suppress(OSError):
            digest.update(path.read_bytes().strip(b"\0\n "))
    return digest.hexdigest()[:DIGITS]


def broker(settings: BrokerSettings, who: Identity) -> Broker:
    """Return where the broker is, and as whom the board comes. BadInput for what cannot be used."""
    return Broker(
        host=settings.host,
        port=settings.port,
        identifier=f"jadoube-{who.board}-{who.machine}",
        user=settings.user,
        password=read_password(Path(settings.password_file)) if settings.password_file else "",
        tls=_tls(settings),
    )


def _tls(settings: BrokerSettings) -> ssl.SSLContext | None:
    if not settings.tls:
        return None
    files = [Path(each) if each else None for each in (settings.ca, settings.certificate, settings.key)]
    authority, certificate, key = files
    for each in filter(None, files):
        with _refused_by(each), each.open("rb") as file:
            file.read(1)
    with _refused_by(authority or "broker"):
        context = tls_context(authority, None, None)
    if certificate:
        with _refused_by(certificate):
            tls_context(certificate, None, None)  # whether it is one
        with _refused_by(key or certificate):
            context.load_cert_chain(certificate, key or certificate)
    return context


@contextmanager
def _refused_by(place: Path | str) -> Iterator[None]:
    """Refuse what goes wrong inside in one line that names this file."""
    try:
        yield
    except OSError as problem:
        raise BadInput(str(place), f"{problem.strerror or problem}") from problem


def read_password(path: Path) -> str:
    """Return the password of a file's first line. BadInput if it is missing, or others could read it."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(str(path), f"{found}, expected a file with the password of the broker") from problem
    try:
        status = os.fstat(handle)
        if not S_ISREG(status.st_mode):
            raise BadInput(str(path), "no file found, expected a file with the password of the broker")
        if status.st_mode & 0o037:
            mode = status.st_mode & 0o777
            raise BadInput(str(path), f"mode {mode:04o} found, expected 0600 or 0640: others could read it")
        data = os.read(handle, LONGEST_PASSWORD)
    finally:
        os.close(handle)
    try:
        return data.decode().partition("\n")[0].rstrip("\r")
    except UnicodeDecodeError:
        raise BadInput(str(path), "no text found, expected a password in UTF-8") from None
