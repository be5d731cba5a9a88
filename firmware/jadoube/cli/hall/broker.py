"""`jadoube hall broker FOLDER --boards N --host NAME`: writes what a broker needs to serve a hall."""

from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from jadoube.cli.common.parser import Parser
from jadoube.config import kinds
from jadoube.config.problems import BadInput
from jadoube.hall.setup.folder import MOST_BOARDS, Wanted, board_id, set_up

PROG = "jadoube hall broker"


def main(argv: Sequence[str]) -> int:
    """Write the files and say what came of it; exit status 2 if that cannot be."""
    given = _parser().parse_args(argv)
    hosts = tuple(dict.fromkeys(_host(host) for host in given.host))
    wanted = Wanted(
        _taken(kinds.whole(1, MOST_BOARDS), "--boards", given.boards),
        hosts,
        _taken(kinds.topic_id(), "--hall", given.hall),
        pages=given.websockets,
        place=str(given.place) if given.place else Wanted._field_defaults["place"],
    )
    written = set_up(given.folder, wanted)
    last = board_id(wanted.boards)
    if written:
        print(f"{given.folder}: {len(written)} files written, for the broker and boards up to {last}")
        print(f"Where each goes: {given.folder / 'READ-ME.txt'}")
    else:
        print(f"{given.folder}: all is there, up to {last}")
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog=PROG,
        description="Write into a folder what mosquitto, the hall and each board need: configuration, "
        "rights, passwords and certificates. Nothing is overwritten: run again with more boards, it adds.",
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the files go; best a new one")
    parser.add_argument("--boards", metavar="N", type=int, required=True, help="how many boards, with spares")
    parser.add_argument(
        "--host",
        metavar="NAME",
        action="append",
        required=True,
        help="name or address of the broker; the first is the one that boards connect to",
    )
    parser.add_argument("--hall", metavar="ID", default="hall", help="id of the hall; usual: %(default)s")
    parser.add_argument("--websockets", action="store_true", help="let pages speak MQTT to the broker, too")
    parser.add_argument(
        "--place",
        metavar="FOLDER",
        type=Path,
        help="where the broker finds its files, if not where Debian has it",
    )
    return parser


def _host(text: str) -> str:
    host: str = _taken(kinds.host(), "--host", text)
    try:
        return str(ip_address(host))
    except ValueError:
        return host.lower()


def _taken(kind: kinds.Kind, option: str, value: object) -> Any:
    take: Callable[[object], Any] = kind.take
    try:
        return take(value)
    except ValueError as expected:
        raise BadInput(f"{PROG} {option}", f"{value!r} found, expected {expected}") from None
