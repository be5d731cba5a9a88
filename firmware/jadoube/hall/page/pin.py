"""The hall's PIN: six digits that let arbiters act.

The law: it is drawn once, and kept in a file that only the hall's own user can read, so that it outlives a
restart on the day of the tournament. It stands in no log and no message. Where the file is removed, another
is drawn at the next start.
"""

import re
import secrets
from pathlib import Path
from typing import Final

from jadoube.local.whole_file import write_whole

NAME: Final = "pin"
DIGITS: Final = 6
MODE: Final = 0o600

_PIN: Final = re.compile(rf"\d{{{DIGITS}}}", re.ASCII)


def read_pin(folder: Path) -> str:
    """Return the PIN in the hall's folder; empty if there is none. OSError if it cannot be read."""
    try:
        found = (folder / NAME).read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""
    return found if _PIN.fullmatch(found) else ""


def kept_pin(folder: Path) -> str:
    """Return the PIN in the hall's folder, a new one if there is none. OSError if it cannot be kept.

    For the hall itself: who else draws one, as root perhaps, leaves a file that the hall cannot read.
    """
    path = folder / NAME
    if found := read_pin(folder):
        return found
    drawn = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, f"{drawn}\n".encode(), mode=MODE)
    return drawn
