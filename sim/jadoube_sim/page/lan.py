"""What `--lan` opens, as it is said on the terminal: where phones find the board, and who may do what there.

The law: the address is said in words, and as a code for a phone's camera where the output can hold it: dark
on light, whatever the terminal's colours. Nothing is sent to find the addresses.
"""

from collections.abc import Iterator
from socket import AF_INET, gaierror, getaddrinfo, gethostname, socket
from typing import Final, TextIO

from jadoube.web.guard.peer import is_loopback
from jadoube.web.handlers.share import code_lines
from jadoube.web.listener import reachable_address

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - asked for by `--lan`; the guard checks requests

OPENS: Final = """\
Everybody in this network may look on. Who has the PIN (the board's menu, page) or a code that somebody shows
(Let a phone join, on the desk and under More) may give orders. The desk, with its hands, faults and power,
answers this machine alone."""

NOWHERE: Final = "this machine is in no network: no phone finds the board"

_BLACK_ON_WHITE: Final = "\033[30;107m"
_AS_BEFORE: Final = "\033[0m"
_BLOCKS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def addresses(listening: socket) -> list[str]:
    """Return HOST:PORT of this machine in its networks, the one that others find first."""
    port = listening.getsockname()[1]
    first = reachable_address(listening)
    try:
        found = [str(each[4][0]) for each in getaddrinfo(gethostname(), None, AF_INET)]
    except gaierror:
        found = []
    others = [f"{host}:{port}" for host in found if not is_loopback(host)]
    return list(dict.fromkeys([*([first] if first else []), *others]))


def tell_lan(found: list[str], out: TextIO) -> None:
    """Say where phones find the board, and what that opens."""
    if not found:
        print(NOWHERE, file=out, flush=True)
        return
    places = " or ".join(f"http://{place}/" for place in found)
    print(f"phones in this network find it at {places}", file=out)
    if _holds_blocks(out):
        for line in blocks(f"http://{found[0]}/"):
            print(f"{_BLACK_ON_WHITE}{line}{_AS_BEFORE}" if out.isatty() else line, file=out)
    print(OPENS, file=out, flush=True)


def blocks(text: str) -> Iterator[str]:
    """A QR code as lines of text, two rows of modules each: a block is dark."""
    rows = code_lines(text)
    rows += [(False,) * len(rows[0])] * (len(rows) % 2)
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))


def _holds_blocks(out: TextIO) -> bool:
    """Whether what is written there can have blocks."""
    try:
        "▀▄█".encode(out.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
