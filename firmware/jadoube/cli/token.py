"""`jadoube token set|forget|status`: the token with which games are sent to Lichess.

The law: a token is read from standard input, on a terminal without being shown; never from the arguments,
which every user of the machine can see. The running process is told at its desk; where none runs, the file
is written.
"""

import getpass
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from jadoube.cli.common.parser import Parser
from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import Settings, load_settings
from jadoube.local.desk_call import ask_desk
from jadoube.local.desk_lines import DeskError
from jadoube.online.secrets import TOKEN_NAME, Secrets, read_token

PROMPT: Final = "Lichess token (it is not shown): "
LONGEST: Final = 4096


def main(argv: Sequence[str]) -> int:
    """Set, forget or describe the token; exit status 2 if that cannot be."""
    parser = Parser(
        prog="jadoube token",
        description="The token with which games are sent to a broadcast on Lichess. `set` reads it from "
        "standard input, or asks for it; it is never an argument, which others could see.",
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="the board's configuration")
    parser.add_argument(
        "deed", metavar="set|forget|status", choices=("set", "forget", "status"), help="what to do"
    )
    given = parser.parse_args(argv)
    settings = load_settings(given.config)
    {"set": _set, "forget": _forget, "status": _status}[given.deed](settings)
    return 0


def _set(settings: Settings) -> None:
    token = read_token(ask_for_token(), "jadoube token")
    said = _at_desk(
        settings,
        "token",
        lambda secrets: secrets.put(TOKEN_NAME, token),
        token=token.reveal(),
    )
    print(f"the token is stored{said}")


def _forget(settings: Settings) -> None:
    said = _at_desk(settings, "token-forget", lambda secrets: secrets.forget(TOKEN_NAME))
    print(f"the token is forgotten{said}; to make it void, revoke it on Lichess")


def _status(settings: Settings) -> None:
    try:
        token = ask_desk(settings.online.socket, "status")["token"]
        known, problem = token["known"], token["problem"] and token["problem"]["en"]
    except (OSError, ValueError):
        known, problem = Secrets(_path(settings)).get(TOKEN_NAME) is not None, None
    print("a token is stored" if known else "no token is stored")
    if problem:
        print(problem)


def ask_for_token() -> str:
    """Return the token, from a hidden prompt or a line of standard input."""
    if sys.stdin.isatty():
        with suppress(EOFError):
            return getpass.getpass(PROMPT)
        return ""
    return sys.stdin.readline(LONGEST)


def _at_desk(settings: Settings, ask: str, deed: Callable[[Secrets], object], **fields: Any) -> str:
    """Ask the running process, or do it to the file; return what to add to what is said."""
    try:
        ask_desk(settings.online.socket, ask, **fields)
    except DeskError as refusal:
        raise BadInput("jadoube token", refusal.words["en"]) from None
    except OSError:
        _to_file(settings, deed)
        return f" in {_path(settings)}; `jadoube online` does not run"
    return ""


def _to_file(settings: Settings, deed: Callable[[Secrets], object]) -> None:
    path = _path(settings)
    try:
        deed(Secrets(path))
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(
            str(path),
            f"{found}, expected a folder that this user may write; try "
            "`sudo -u jadoube-online jadoube token ...`",
        ) from None


def _path(settings: Settings) -> Path:
    return settings.online.directory / "secrets.json"
