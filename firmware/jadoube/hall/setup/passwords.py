"""Passwords: random ones for each user of the broker, and what mosquitto keeps of them.

The law: a password is never an argument of a program, which every user of the machine can see. It refuses to
know who may do what with one.
"""

import secrets
from collections.abc import Collection, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from jadoube.config.problems import BadInput
from jadoube.hall.setup.tools import run

PROGRAM: Final = "mosquitto_passwd"
RANDOM_BYTES: Final = 24
"""192 bits: nobody guesses that, however weakly the broker hashes."""


def new_password() -> str:
    """Return a random password, of letters, digits, `-` and `_`."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def hashed(passwords: Mapping[str, str]) -> str:
    """Return the lines of a password file for these users."""
    with TemporaryDirectory() as made:
        file = Path(made) / "passwd"
        file.touch(mode=0o600)
        file.write_text("".join(f"{user}:{password}\n" for user, password in passwords.items()))
        run(PROGRAM, "-U", str(file))
        lines = file.read_text()
    if any(f":{password}\n" in lines for password in passwords.values()):
        raise BadInput(PROGRAM, "the passwords as they are found, expected them hashed")
    return lines


def without(lines: str, users: Collection[str]) -> str:
    """Return a password file without these users."""
    return "".join(line for line in lines.splitlines(keepends=True) if line.partition(":")[0] not in users)


def users_of(lines: str) -> set[str]:
    """Return the users of a password file."""
    return {line.partition(":")[0] for line in lines.splitlines() if ":" in line}
