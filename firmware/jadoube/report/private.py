"""A report for a stranger's eyes: the configuration without names, places and secrets, paths without homes.

It decides what is left out. It writes the configuration anew from what it holds, so that no comment and no
unknown key slips through.
"""

import json
import re
import tomllib
from collections.abc import Container
from pathlib import Path
from typing import Any, Final

from jadoube.config.kinds import format_toml
from jadoube.config.settings import KEYS, LIST_KEYS, LISTS

#: Keys that say who plays, and where.
_NAMES: Final = (
    ("game", "event"),
    ("game", "site"),
    ("game", "round"),
    ("game", "white"),
    ("game", "black"),
)
#: Those that say where a hall is, and who comes to its broker. The files that are named have the secrets.
_HALL: Final = (
    ("broker", "host"),
    ("broker", "user"),
    ("broker", "hall"),
    ("broker", "board"),
    ("hall", "address"),
    ("hall", "names"),
)
#: And those that say by which names the board is reached: nobody needs them to find a fault.
_PRIVATE: Final = (
    *_NAMES,
    ("web", "address"),
    ("web", "names"),
    ("link", "listen"),
    ("link", "pages"),
    *_HALL,
)
LEFT_OUT: Final = "left out"


#: A folder that bears the name of its user.
_HOME: Final = re.compile(r"/(?:home|Users)/[^/\s\"':,;]+")


def without_homes(text: str) -> str:
    """Return a text with `~` in place of home folders: their names are those of people."""
    own = str(Path.home())
    return _HOME.sub("~", text if own == "/" else text.replace(own, "~"))


def without_secrets(text: str, *, names: bool = False) -> str:
    """Return a configuration with the values of private and of unknown keys left out, and no comments.

    With `names`, who plays and where is kept. A text that is no TOML is left out as a whole.
    """
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        return f"# not TOML, {LEFT_OUT}: {problem}\n"
    left_out = [key for key in _PRIVATE if not (names and key in _NAMES)]
    lines = ["# The configuration, written anew: comments, names and unknown keys are left out."]
    for table, keys in content.items():
        if isinstance(keys, dict):
            lines += [f"[{table}]", *(_line(table, key, value, left_out) for key, value in keys.items())]
        elif table in LISTS and isinstance(keys, list):
            for each in (each for each in keys if isinstance(each, dict)):
                lines += [
                    f"[[{table}]]",
                    *(_line(table, key, value, left_out) for key, value in each.items()),
                ]
        elif table == "version" and isinstance(keys, int):
            lines.append(f"version = {format_toml(keys)}")
        else:
            lines.append(f"# {table}: unknown, {LEFT_OUT}")
    return "\n".join(lines) + "\n"


def refusal_without_secrets(refusal: str) -> str:
    """Return why a configuration was refused, without the value of a private key."""
    for table, key in _PRIVATE:
        place, is_named, rest = refusal.partition(f" {table}.{key} ")
        if is_named:
            _, _, expected = rest.rpartition(", expected ")
            return f"{place}{is_named}is {LEFT_OUT}, expected {expected}"
    return refusal


def _line(table: str, key: str, value: Any, left_out: Container[tuple[str, str]]) -> str:
    if (table, key) not in KEYS and (table, key) not in LIST_KEYS:
        return f"# {key}: unknown, {LEFT_OUT}"
    if (table, key) in left_out:
        return f"# {key}: {LEFT_OUT}"
    return f"{key} = {json.dumps(value) if isinstance(value, list) else format_toml(value)}"
