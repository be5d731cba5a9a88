"""Imports every module of the installed tree, and says which do not import. `systemd/try-arm` runs it.

The law: what does not import is named here, one by one, with its reason, and what imports although it is
named here is wrong, too. It refuses to know what a module does.
"""

import contextlib
import io
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

TREE: Final = Path("/usr/lib/jadoube")

#: The library that a module wants and that nobody needs on the board.
WANTS: Final = {
    "aiohttp.pytest_plugin": "pytest",
    "aiohttp.worker": "gunicorn",
    "gpiozero.pins.pigpio": "pigpio",
    "gpiozero.pins.rpigpio": "RPi",
    "prompt_toolkit.clipboard.pyperclip": "pyperclip",
    "prompt_toolkit.contrib.ssh": "asyncssh",
    "prompt_toolkit.contrib.ssh.server": "asyncssh",
    "serial.urlhandler.protocol_cp2110": "hid",
}
if sys.version_info >= (3, 13):
    WANTS["gpiozero.pins.lgpio"] = "lgpio"  # it has no wheel for this Python

#: The system that a module is for.
FOREIGN: Final = {
    "prompt_toolkit.eventloop.win32": "Windows",
    "prompt_toolkit.input.win32": "Windows",
    "prompt_toolkit.input.win32_pipe": "Windows",
    "prompt_toolkit.output.conemu": "Windows",
    "prompt_toolkit.output.win32": "Windows",
    "prompt_toolkit.output.windows10": "Windows",
    "serial.serialcli": ".NET",
    "serial.serialjava": "Java",
    "serial.serialwin32": "Windows",
    "serial.tools.list_ports_osx": "macOS",
    "serial.tools.list_ports_windows": "Windows",
    "serial.win32": "Windows",
}

#: Modules that run when they are imported: they must say their help, and nothing more.
PROGRAMS: Final = ("jadoube_sim.benchmarks.__main__", "serial.__main__")

#: The ends of compiled modules' names for this Python. Plain `.so` is none: every compiled file ends so.
_OURS: Final = tuple(each for each in EXTENSION_SUFFIXES if each != ".so")
#: Compiled modules of the other Python that the package is for.
_OTHER: Final = tuple(
    f".cpython-{each}-" for each in (311, 313) if each != 100 * sys.version_info[0] + sys.version_info[1]
)


def modules(folder: Path) -> Iterator[str]:
    """Name each module under a folder; ValueError for a compiled file that no Python of ours takes."""
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        suffix = next((each for each in (*_OURS, ".py") if path.name.endswith(each)), None)
        if suffix is not None:
            words = [*place.parts[:-1], path.name.removesuffix(suffix)]
            yield ".".join(words[:-1] if words[-1] == "__init__" else words)
        elif ".so" in path.suffixes and not _is_other(place):
            raise ValueError(f"{path}: a compiled file for no Python of ours")


def _is_other(place: Path) -> bool:
    """Whether a compiled file is the other Python's, or one of the libraries that a wheel brings along."""
    return place.parts[0].endswith(".libs") or any(other in place.name for other in _OTHER)


def problem_with(name: str) -> str | None:
    """Import one module; return what is wrong about what came."""
    sys.argv = [name, "--help"]
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            import_module(name)
    except SystemExit as end:
        is_right = name in PROGRAMS and end.code in {None, 0} and "usage" in said.getvalue().lower()
        return None if is_right else f"ended with {end.code}"
    except ModuleNotFoundError as missing:
        if name in FOREIGN or (name in WANTS and missing.name == WANTS[name]):
            return None
        return str(missing)
    except Exception as problem:  # noqa: BLE001 - whatever it is, the report names it
        return None if name in FOREIGN else f"{type(problem).__name__}: {problem}"
    named = WANTS.get(name) or FOREIGN.get(name) or (name in PROGRAMS and "program")
    return f"imports, and is named here ({named})" if named else None


def main() -> int:
    """Import all; return the exit status."""
    folders = [Path(each) for each in sys.path if TREE in Path(each).parents]
    names = [name for folder in folders for name in modules(folder)]
    wrong = {name: problem for name in names if (problem := problem_with(name))}
    wrong |= dict.fromkeys({*WANTS, *FOREIGN, *PROGRAMS} - {*names}, "is named here, and not in the tree")
    for name, problem in sorted(wrong.items()):
        print(f"{name}: {problem}")
    compiled = sum(str(getattr(sys.modules.get(name), "__file__", "")).endswith(".so") for name in names)
    left_out = f"{len(WANTS) + len(FOREIGN)} are not for here"
    print(f"{len(names)} modules, {compiled} compiled; {left_out}; {len(wrong)} wrong")
    return 1 if wrong or not compiled else 0


if __name__ == "__main__":
    sys.exit(main())
