"""The configuration for a stranger's eyes: every known key and its value, without names, places and secrets.

It decides what is left out. It writes the file anew from what it holds, so that no comment and no unknown key
slips through.
"""

import json
import tomllib
from typing import Any, Final

from jadoube.config.kinds import format_toml
from jadoube.config.settings import KEYS

#: Keys that say who plays, where, and by which names the board is reached.
_PRIVATE: Final = (
    ("game", "event"),
    ("game", "site"),
    ("game", "round"),
    ("game", "white"),
    ("game", "black"),
    ("web", "address"),
    ("web", "names"),
)
LEFT_OUT: Final = "left out"


def without_secrets(text: str) -> str:
    """Return a configuration with the values of private and of unknown keys left out, and no comments.

    A text that is no TOML is left out as a whole.
    """
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        return f"# not TOML, {LEFT_OUT}: {problem}\n"
    lines = ["# The configuration, written anew: comments, names and unknown keys are left out."]
    for table, keys in content.items():
        if isinstance(keys, dict):
            lines += [f"[{table}]", *(_line(table, key, value) for key, value in keys.items())]
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


def _line(table: str, key: str, value: Any) -> str:
    if (table, key) not in KEYS:
        return f"# {key}: unknown, {LEFT_OUT}"
    if (table, key) in _PRIVATE:
        return f"# {key}: {LEFT_OUT}"
    return f"{key} = {json.dumps(value) if isinstance(value, list) else format_toml(value)}"
