"""The folder of a hall's broker: all that the broker, the hall and each board need there.

The law: a file that is there is never overwritten. A second run adds boards, and finishes what a first one
has left out; what it cannot add to is refused. Everything is for the user alone.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.config.files import read_bytes
from jadoube.config.problems import BadInput, os_words
from jadoube.hall.setup import passwords, rights, texts
from jadoube.hall.setup.certificates import Certified, hosts_of, make_authority, make_server
from jadoube.hall.setup.tools import expect_tools
from jadoube.local.whole_file import write_whole

MOST_BOARDS: Final = 999
"""Three digits."""

BESIDE: Final = "localhost"
"""The broker's name for programs on its own machine."""

CONFIG_FILE: Final = "jadoube.conf"
HALL_FILE: Final = "jadoube-hall.toml"
FOLDERS: Final = ("authority", "broker", "hall", "spectator", "boards")


class Wanted(NamedTuple):
    """What a hall is to have."""

    boards: int
    hosts: tuple[str, ...]
    """Names and addresses of the broker; boards connect to the first."""
    hall: str = "hall"
    pages: bool = False
    """Whether pages may speak MQTT to the broker, over WebSocket."""
    place: str = texts.BROKER_PLACE
    """Where the broker finds its files."""


def board_id(number: int) -> str:
    """Return the id of a board, which is its user at the broker, too."""
    return f"board-{number:03}"


def set_up(folder: Path, wanted: Wanted) -> list[str]:
    """Write what is missing there and return the names of the files; BadInput if it cannot be."""
    expect_tools()
    _expect_ours(folder, wanted)
    try:
        before = set(_files(folder))
        _write(folder, wanted)
        return sorted(set(_files(folder)) - before)
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(str(problem.filename or folder), f"{found}, expected a folder to write in") from None


def _expect_ours(folder: Path, wanted: Wanted) -> None:
    """Refuse a folder of something else, or of another hall or broker than is asked for."""
    if not folder.exists() or not any(folder.iterdir()):
        return
    authority = folder / "authority"
    if not authority.is_dir():
        raise BadInput(
            str(folder), "other files found, expected an empty folder, or one made by this command"
        )
    if (folder / "hall" / HALL_FILE).exists():
        found = _hall_of(folder / "hall" / HALL_FILE)
        if found != wanted.hall:
            raise BadInput(
                str(folder), f"the hall {found!r} found, expected {wanted.hall!r}: use another folder"
            )
    _expect_same_options(folder / "broker" / CONFIG_FILE, wanted)
    certificate = folder / "broker" / "server.crt"
    if certificate.exists() and (found_hosts := hosts_of(certificate)) != {*wanted.hosts, BESIDE}:
        raise BadInput(
            str(certificate),
            f"a certificate for {_listed(found_hosts)} found, expected one for {_listed(wanted.hosts)}: "
            "remove server.crt and server.key, and each broker.toml that has the old name, for new ones",
        )


def _hall_of(path: Path) -> object:
    """The hall in a configuration that an earlier run has written."""
    try:
        return tomllib.loads(read_bytes(path, "a configuration").decode())["broker"]["hall"]
    except (ValueError, KeyError, TypeError) as problem:
        found = " ".join(str(problem).split())
        expected = "expected the id of the hall under [broker]: mend it, or remove it for a new one"
        raise BadInput(str(path), f"{type(problem).__name__} ({found}) found, {expected}") from None


def _expect_same_options(path: Path, wanted: Wanted) -> None:
    """Refuse other options than those of the broker's configuration that is there: it stays as it is."""
    text = read_bytes(path, "a configuration").decode("utf-8", "replace") if path.exists() else ""
    places = re.findall(r"^password_file (.*)/passwd$", text, re.MULTILINE)
    again = "give the options of the first run, or remove this file for a new one"
    if places and places != [wanted.place]:
        raise BadInput(str(path), f"--place {places[0]} found, expected {wanted.place}: {again}")
    pages = f"listener {texts.PAGES_PORT}\n" in text
    if text and pages != wanted.pages:
        found, expected = ("--websockets", "none") if pages else ("no --websockets", "it")
        raise BadInput(str(path), f"{found} found, expected {expected}: {again}")


def _write(folder: Path, wanted: Wanted) -> None:
    boards = [board_id(number) for number in range(1, wanted.boards + 1)]
    for name in (*FOLDERS, *(f"boards/{each}" for each in boards)):
        (folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    authority = _authority(folder, wanted)
    homes = {rights.HALL_USER: folder / "hall", rights.SPECTATOR: folder / "spectator"}
    homes |= {board: folder / "boards" / board for board in boards}
    _write_passwords(folder / "broker" / "passwd", homes)
    _write_rights(folder / "broker" / "acl", wanted.hall, boards)
    for home in homes.values():
        _new(home / "ca.crt", authority)
    set_up_board = files(__package__).joinpath("set-up-board.sh").read_bytes()
    for board in boards:
        _new(homes[board] / "broker.toml", texts.board_table(wanted.hosts[0], wanted.hall, board))
        _new(homes[board] / "set-up", set_up_board)
    _new(folder / "hall" / HALL_FILE, texts.hall_config(wanted.hosts, wanted.hall, rights.HALL_USER))
    _new(folder / "broker" / CONFIG_FILE, texts.broker_config(wanted.place, pages=wanted.pages))
    _new(folder / "READ-ME.txt", texts.guide(wanted.hosts, pages=wanted.pages))


def _authority(folder: Path, wanted: Wanted) -> bytes:
    """Write the certificates that are missing, and return the authority's."""
    certificate, key = folder / "authority" / "ca.crt", folder / "authority" / "ca.key"
    if not certificate.exists():
        made = make_authority(wanted.hall)
        _new(key, made.key)
        _new(certificate, made.certificate)
    server = folder / "broker" / "server.crt"
    if not server.exists():
        if not key.exists():
            raise BadInput(str(key), "no file found, expected the key of ca.crt: bring it back for this")
        authority = Certified(certificate.read_bytes(), key.read_bytes())
        made = make_server(authority, (*wanted.hosts, BESIDE))
        write_whole(server.with_suffix(".key"), made.key, mode=0o600)  # that of a run which was broken off
        _new(server, made.certificate)
    return certificate.read_bytes()


def _write_passwords(place: Path, homes: Mapping[str, Path]) -> None:
    """Give each user a password, and tell the broker of those that it does not know, or knows another of."""
    made = {user for user, home in homes.items() if not (home / "password").exists()}
    before = passwords.without(place.read_text() if place.exists() else "", made)
    if made and place.exists():
        write_whole(place, before.encode(), mode=0o600)  # if this breaks off, the next run tells the rest
    for user in made:
        _new(homes[user] / "password", f"{passwords.new_password()}\n")
    known = passwords.users_of(before)
    added = {
        user: (home / "password").read_text().strip() for user, home in homes.items() if user not in known
    }
    if added:
        write_whole(place, (before + passwords.hashed(added)).encode(), mode=0o600)


def _write_rights(place: Path, hall: str, boards: Iterable[str]) -> None:
    """Give each user his rights, below those that stand there."""
    before = place.read_text() if place.exists() else texts.rights_head(hall)
    known = rights.users_of(before)
    all_rights = {rights.HALL_USER: rights.hall_rights(hall), rights.SPECTATOR: rights.spectator_rights(hall)}
    all_rights |= {board: rights.board_rights(hall, board) for board in boards}
    added = "".join(lines for user, lines in all_rights.items() if user not in known)
    if added:
        write_whole(place, (before + added).encode(), mode=0o600)


def _new(path: Path, content: bytes | str) -> None:
    """Write a file if there is none."""
    if not path.exists():
        write_whole(path, content if isinstance(content, bytes) else content.encode(), mode=0o600)


def _files(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(set(names) - {BESIDE})) or BESIDE
