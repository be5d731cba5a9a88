"""`jadoube report [GAME]`: packs what a bug report needs into one zip file, and prints what is in it.

It decides where the file goes, and never writes over one. With `--bench` it first leads through the
measurements of docs/first-power.md (`jadoube.report.bench`) and packs them, too.
"""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from jadoube.cli.common.parser import Parser
from jadoube.cli.common.pins import refuse_beside_the_daemon
from jadoube.cli.selftest import REPORT as SELFTEST
from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import Settings, default_settings, load_settings
from jadoube.drivers.assemble_reeds import assemble_lines
from jadoube.drivers.interfaces import Electronics, PartFailed
from jadoube.drivers.pi import PiElectronics
from jadoube.local.local_socket import reachable
from jadoube.report.bench import Measuring
from jadoube.report.bundle import Asked, collect
from jadoube.report.expected import MEASURED_BOARD, load_volts
from jadoube.report.facts import pi_model
from jadoube.report.game import find_game
from jadoube.report.item import Item, manifest
from jadoube.report.measured import Measured, as_json, table

#: The file's name where none is given, in the current folder.
OUTPUT: Final = Path("jadoube-report.zip")
_COMMAND: Final = "jadoube report"
_BENCH: Final = f"{_COMMAND} --bench"


def main(argv: Sequence[str]) -> int:
    """Write the report; status 0, or 2 if it cannot be written."""
    asked = _asked(argv)
    settings, refusal = _settings(asked.config, strict=asked.bench)
    if asked.bench:
        _refuse_without_pins(settings)
    with _new_file(asked.output) as file:
        folder, measured = settings.archive.directory, None
        game = find_game(asked.game, folder)
        if asked.bench:
            electronics = PiElectronics(settings.reeds.pin_factory)
            refuse_without_lines(settings, electronics, pi_model())
            measured = lead(settings, electronics, _ask, pi_model())
        with _kept(measured):
            selftests = dict.fromkeys([folder / SELFTEST, Path(SELFTEST).absolute()])
            wanted = Asked(
                asked.config, settings.pins.path, tuple(selftests), folder, game, refusal, names=asked.names
            )
            items = [*collect(wanted), *_measurements(measured)]
            items.append(manifest(items))
            _pack(file, asked.output, items)
    for item in items:
        print(f"{item.name:16} {item.says}")
    print(f"All this is in {asked.output}. Look into it before you send it.")
    return 0


def _asked(argv: Sequence[str]) -> Namespace:
    parser = Parser(
        prog=_COMMAND,
        description="Pack into one file what a bug report needs: a game as its journal, its sensor log and "
        "its moves; versions, the Pi's model, GPIO chips, packages, configuration and pin map, reports of "
        "the self-test, and the daemon's log. Names of players and places, addresses and comments of the "
        "configuration are left out. Look into the file before you send it.",
    )
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="a journal, or its number in the folder of the games; without it, the game that was played last",
    )
    parser.add_argument(
        "--names", action="store_true", help="do not leave out the names of players, places and home folders"
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the board's configuration; without it, its defaults"
    )
    parser.add_argument(
        "--output", metavar="FILE", type=Path, default=OUTPUT, help=f"a new file; default {OUTPUT}"
    )
    parser.add_argument(
        "--bench",
        action="store_true",
        help="lead through the measurements of docs/first-power.md with a multimeter, and pack them; the "
        "daemon has to be stopped before. Ctrl-C ends them, and what was measured is packed",
    )
    return parser.parse_args(argv)


def lead(
    settings: Settings, electronics: Electronics, ask: Callable[[str], str], device_tree: str | None
) -> Measured:
    """Lead through the measurements; return what was measured, however it ended."""
    measuring = Measuring(settings.pins, load_volts(), device_tree, ask, print)
    open_lines = partial(assemble_lines, settings.pins, electronics, settings.reeds)
    return measuring.measure(open_lines, partial(electronics.settle, settings.reeds.settle_us))


def refuse_without_lines(settings: Settings, electronics: Electronics, device_tree: str | None) -> None:
    """Refuse to begin where the pins cannot be opened: on a desk, or as a user who may not."""
    try:
        assemble_lines(settings.pins, electronics, settings.reeds).close()
    except PartFailed as failure:
        if device_tree is None:
            wrong = "this computer is not a Raspberry Pi, expected one; the report without --bench needs none"
        else:
            wrong = f"{failure.what}, expected pins that open: {failure.todo}"
        raise BadInput(_BENCH, wrong) from failure


@contextmanager
def _kept(measured: Measured | None) -> Iterator[None]:
    """Print what was measured if it cannot be packed: it took somebody twenty minutes."""
    try:
        yield
    except BaseException:
        if measured is not None:
            print(table(measured), end="")
        raise


def _measurements(measured: Measured | None) -> list[Item]:
    """The measurements as items: a table to read, and JSON."""
    if measured is None:
        return []
    return [
        Item("bench.txt", table(measured), "the measurements"),
        Item("bench.json", as_json(measured), "the same for programs"),
    ]


def _pack(file: ZipFile, path: Path, items: Sequence[Item]) -> None:
    try:
        with file:
            for item in items:
                if item.text is not None:
                    file.writestr(item.name, item.data)
    except OSError as problem:
        raise BadInput(str(path), f"cannot be written, {os_words(problem)}") from problem


def _settings(config: Path | None, *, strict: bool) -> tuple[Settings, str]:
    """Return the settings; with a refused file the defaults and the refusal, unless the pins are needed."""
    try:
        return load_settings(config), ""
    except BadInput as refusal:
        if strict or (config and not _is_readable(config)):
            raise
        return default_settings(), str(refusal)


def _is_readable(path: Path) -> bool:
    try:
        path.open("rb").close()
    except OSError:
        return False
    return True


def _refuse_without_pins(settings: Settings) -> None:
    """Refuse to measure where there are no pins, another board, or the daemon."""
    if settings.reeds.scanner == "serial":
        raise BadInput(_BENCH, "reeds.scanner is serial, expected a matrix on the Pi's own pins")
    if settings.pins.name != MEASURED_BOARD:
        raise BadInput(_BENCH, f"the board is {settings.pins.name}, expected {MEASURED_BOARD}")
    refuse_beside_the_daemon(_BENCH, reachable(settings).control.socket)


@contextmanager
def _new_file(path: Path) -> Iterator[ZipFile]:
    """Open a new file before anything is measured; remove it if nothing comes of it."""
    try:
        file = ZipFile(path, "x", ZIP_DEFLATED)
    except FileExistsError as problem:
        raise BadInput(
            str(path), "is there already, expected a new file: --output FILE names one"
        ) from problem
    except OSError as problem:
        found = f"cannot be written, {os_words(problem)}"
        raise BadInput(str(path), f"{found}; expected --output FILE in a folder that can") from problem
    try:
        yield file
    except BaseException:
        with suppress(OSError):
            file.close()
        path.unlink(missing_ok=True)
        raise


def _ask(question: str) -> str:
    """Ask on the terminal. EOFError at the end of the input."""
    print(question, end="", flush=True)
    line = sys.stdin.buffer.readline()
    if not line:
        raise EOFError
    return line.decode(errors="replace")
