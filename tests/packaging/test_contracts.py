"""The sentences that hold the architecture, read off the sources: who alone may do what in the firmware.

import-linter holds the layers (`make contracts`); here stands what is finer than an import of a module. A
sentence names exactly the modules that do the thing: one that has lost its module is as false as one that has
got a second.
"""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.once

FIRMWARE = Path(__file__).parents[2] / "firmware" / "jadoube"

# What `jadoube.core` may import: values, and python-chess without its readers, writers and engines.
CORE_IMPORTS = re.compile(
    r"(chess|dataclasses|enum|typing|functools|collections|collections\.abc|itertools|math|jadoube\.core(\..+)?)"
)
PARTS = re.compile(r"(gpiozero|board|neopixel\w*|adafruit_\w+|lgpio|RPi|smbus2|serial|periphery)(\..+)?")


def _imports(node: ast.AST) -> Iterator[str]:
    """The modules that a statement imports; of `from time import sleep` both `time` and `time.sleep`."""
    match node:
        case ast.Import(names=names):
            yield from (name.name for name in names)
        case ast.ImportFrom(module=str(module), names=names):
            yield module
            yield from (f"{module}.{name.name}" for name in names)


def reads_a_clock(node: ast.AST) -> bool:
    """`time.anything` but sleep, a date of today, an event loop's own time."""
    match node:
        case ast.ImportFrom(module="time", names=names):
            return any(name.name != "sleep" for name in names)
        case ast.Attribute(value=ast.Name(id="time"), attr=name):
            return name != "sleep"
        case ast.Call(func=ast.Attribute(attr="now" | "today" | "utcnow" | "time"), args=[]):
            return True
    return False


def runs_a_loop(node: ast.AST) -> bool:
    """`asyncio.run`, or a loop made by other means."""
    match node:
        case ast.Attribute(value=ast.Name(id="asyncio"), attr="run" | "Runner" | "new_event_loop"):
            return True
    return False


def pushes_moves(node: ast.AST) -> bool:
    """Makes a move on a board of python-chess."""
    match node:
        case ast.Call(func=ast.Attribute(attr="push" | "push_san" | "push_uci" | "push_xboard")):
            return True
    return False


def spells_a_pin(node: ast.AST) -> bool:
    """Writes a pin's name or number down."""
    match node:
        case ast.Constant(value=str(text)):
            return re.fullmatch(r"(GPIO|BCM|BOARD|J8:|D)\d+", text) is not None
        case ast.keyword(arg="bcm" | "header_pin", value=ast.Constant()):
            return True
    return False


def opens_for_appending(node: ast.AST) -> bool:
    """Opens a file to be written on at its end, as only a journal is."""
    match node:
        case ast.Call(
            func=ast.Name(id="open") | ast.Attribute(attr="open" | "fdopen"), args=args, keywords=named
        ):
            modes = [*args, *(keyword.value for keyword in named)]
            return any(
                isinstance(mode, ast.Constant) and str(mode.value) in {"a", "ab", "a+", "ab+"}
                for mode in modes
            )
        case ast.Attribute(attr="O_APPEND"):
            return True
    return False


def drives_parts(node: ast.AST) -> bool:
    """Imports a library for hardware."""
    return any(PARTS.fullmatch(name) for name in _imports(node))


def speaks_http(node: ast.AST) -> bool:
    """Imports a library for HTTP."""
    return any(name.partition(".")[0] in {"aiohttp", "http", "urllib"} for name in _imports(node))


def serves_http(node: ast.AST) -> bool:
    """Imports the half of aiohttp that serves."""
    return any(name.startswith("aiohttp.web") for name in _imports(node))


def has_the_archive(node: ast.AST) -> bool:
    """Imports the archive, or a database."""
    return any(name.startswith(("jadoube.archive", "sqlite3")) for name in _imports(node))


def serves(node: ast.AST) -> bool:
    """Imports the page's server."""
    return isinstance(node, ast.ImportFrom) and str(node.module).startswith("jadoube.web")


class Sentence(NamedTuple):
    """A sentence of the architecture, what is looked for, and the modules that alone do it."""

    says: str
    does: Callable[[ast.AST], bool]
    modules: set[str]


SENTENCES = [
    # The second tells how long a transfer took, and nothing else: so an ordinary user learns the SPI clock.
    Sentence(
        "one module reads a clock, and another one how long a transfer of SPI takes",
        reads_a_clock,
        {"daemon/real_time.py", "drivers/buses/spidev.py"},
    ),
    Sentence(
        "one module runs the loop, others those of page, what leaves the board, links, engines and hall",
        runs_a_loop,
        {
            "hall/process.py",
            *("daemon/service.py", "web/process.py", "online/process.py", "links/process.py"),
            *("cli/analyse.py", "engines/player_process.py", "online/analysis/process.py"),
        },
    ),
    Sentence("one module pushes moves", pushes_moves, {"core/rules/game_line.py"}),
    Sentence("no module spells a pin: the pin map alone knows them", spells_a_pin, set()),
    Sentence("one module opens the journal", opens_for_appending, {"games/storage.py"}),
]


@cache
def _nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def _modules_that(does: Callable[[ast.AST], bool]) -> set[str]:
    return {
        path.relative_to(FIRMWARE).as_posix()
        for path in FIRMWARE.rglob("*.py")
        if any(does(node) for node in _nodes(path))
    }


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.says.replace(" ", "-"))
def test_sentence_is_true(sentence: Sentence) -> None:
    """The modules that do it are the modules that the sentence names."""
    assert _modules_that(sentence.does) == sentence.modules


def test_only_drivers_touch_hardware_libraries() -> None:
    """Hardware libraries are imported under drivers/ alone, and there they are."""
    assert {module.partition("/")[0] for module in _modules_that(drives_parts)} == {"drivers"}


def test_only_the_page_serves_http() -> None:
    """And LiveChess, and the hall's page. Others ask over it: what leaves the board, and what sends a round.

    Nothing imports the page but its command, and the hall's, which is made of its parts.
    """
    livechess = {"links/livechess/server.py"}
    assert {module.partition("/")[0] for module in _modules_that(speaks_http) - livechess} == {
        "web",
        "online",
        "hall",
    }
    serving = _modules_that(serves_http)
    assert {module.partition("/")[0] for module in serving - livechess} == {"web", "hall"}
    assert all(module.startswith(("web/", "hall/page/")) for module in serving - livechess)
    assert livechess <= _modules_that(serves_http)
    servers = {"cli/page.py"}
    assert {
        module for module in _modules_that(serves) if not module.startswith(("web/", "hall/page/"))
    } == servers


def test_only_what_leaves_the_board_has_the_archive() -> None:
    """Neither the daemon nor the page opens a database: their processes have no room for one."""
    rooms = {module.partition("/")[0] for module in _modules_that(has_the_archive)}
    assert rooms <= {"archive", "online", "hall", "cli"}


def test_the_core_imports_values_only() -> None:
    """The core imports python-chess without its parts, itself, and modules that only make values."""
    modules = {
        f"{path.name}: {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name}"
        for path in (FIRMWARE / "core").rglob("*.py")
        for node in _nodes(path)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert modules
    assert {line for line in modules if not CORE_IMPORTS.fullmatch(line.partition(": ")[2])} == set()


@pytest.mark.parametrize(
    ("does", "source"),
    [
        (reads_a_clock, "import time\ntime.monotonic()"),
        (reads_a_clock, "from time import sleep, monotonic"),
        (reads_a_clock, "asyncio.get_running_loop().time()"),
        (reads_a_clock, "datetime.now()"),
        (runs_a_loop, "asyncio.run(main())"),
        (pushes_moves, "board.push_san('e4')"),
        (spells_a_pin, "Signal(name, bcm=17)"),
        (spells_a_pin, "DigitalInputDevice('GPIO17')"),
        (opens_for_appending, "path.open('ab')"),
        (opens_for_appending, "open(path, mode='a')"),
        (opens_for_appending, "os.open(path, os.O_WRONLY | os.O_APPEND)"),
        (drives_parts, "from smbus2 import SMBus"),
        (drives_parts, "import gpiozero"),
        (serves_http, "from aiohttp import web"),
        (serves_http, "from aiohttp.web_response import Response"),
        (has_the_archive, "import sqlite3"),
        (has_the_archive, "from jadoube.archive.archive import Archive"),
        (drives_parts, "from periphery import SPI"),
    ],
)
def test_a_breach_is_seen(does: Callable[[ast.AST], bool], source: str) -> None:
    """What each sentence looks for is found where it is: no sentence is true by blindness."""
    assert any(does(node) for node in ast.walk(ast.parse(source)))


def test_waiting_is_no_reading_of_a_clock() -> None:
    """A driver may let a line settle; that tells nobody what time it is."""
    assert not any(reads_a_clock(node) for node in ast.walk(ast.parse("from time import sleep\nsleep(1e-5)")))
