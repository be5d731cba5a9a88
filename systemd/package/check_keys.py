"""Says which keys of /etc/jadoube.toml this version does not know, before anything is replaced.

It is part of the script that runs before the package is unpacked, when no module of the program is there. The
build puts the keys into it, and the module that finds their lines in front of it. The law: a file that cannot
be read is no reason to refuse; `jadoube check-config` says that afterwards.
"""

import sys
import tomllib
from pathlib import Path

from jadoube.config.lines import line_of

KNOWN = frozenset("@KEYS@".split())  # noqa: SIM905 - the build puts many there
FORMAT = "@FORMAT@"


def unknown(text: str, content: dict[str, object]) -> list[tuple[int, str]]:
    """Return each table and key that is not known, with its line."""
    tables = {key.partition(".")[0] for key in KNOWN}
    found = []
    for table, keys in content.items():
        if table == "version":
            if str(keys) != FORMAT:
                found.append((line_of(text, table), f"version {keys} of the file's format"))
            continue
        several = keys if isinstance(keys, list) else [keys]
        if not several or not all(isinstance(each, dict) for each in several):
            found.append((line_of(text, table), f"key {table} outside the tables"))
        elif table not in tables:
            found.append((line_of(text, table), f"table [{table}]"))
        else:
            own = [
                (nth, key)
                for nth, each in enumerate(several)
                for key in each
                if f"{table}.{key}" not in KNOWN
            ]
            found.extend((line_of(text, table, key, nth=nth), f"key {table}.{key}") for nth, key in own)
    return sorted(found)


def main(file: str, version: str) -> int:
    """Print one line for each; exit status 1 if there is one."""
    try:
        text = Path(file).read_text("utf-8-sig")
        content = tomllib.loads(text)
    except (OSError, ValueError, RecursionError):
        return 0
    found = unknown(text, content)
    for line, what in found:
        print(
            f"{file}:{line}: {what} found, jadoube {version} does not know it: put a # in front of it",
            file=sys.stderr,
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
