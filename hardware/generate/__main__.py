"""`make hardware`: writes every file that is made from the pin map, and says which of them changed.

`--check` writes nothing, and ends with status 1 when a file is not current.
"""

import sys
from pathlib import Path

from generate.everything import FOLDER, everything
from generate.tools import by_tools
from jadoube.config.pinmap import load_pinmap


def main(words: list[str]) -> int:
    """Write, or with `--check` only compare; name what differs."""
    check = words == ["--check"]
    if words and not check:
        print("usage: make hardware, or python -m generate [--check]", file=sys.stderr)
        return 2
    pinmap = load_pinmap()
    made = everything(pinmap) | by_tools(pinmap, FOLDER, prove=check)
    stale = {path: text for path, text in made.items() if not _is(path, text)}
    for path, text in stale.items():
        print(f"{'not current' if check else 'made'}: {path.relative_to(FOLDER.parents[1])}")
        if not check:
            _write(path, text)
    return 1 if check and stale else 0


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
