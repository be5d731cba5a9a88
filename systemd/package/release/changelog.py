"""The changelog, as text: what is under "Unreleased" becomes the section of a version, and its notes.

The format is Keep a Changelog's: a heading of the second level for each version. It refuses to know files,
and what the entries say.
"""

import re

from release.problems import Refused

UNRELEASED = "## Unreleased"

_UNRELEASED = re.compile(rf"^{UNRELEASED}[ \t]*\n", re.MULTILINE)
_NEXT = re.compile(r"^## ", re.MULTILINE)
_HEADING = re.compile(r"#{3,} ")


def unreleased(text: str) -> str:
    """Return what stands under "Unreleased", without blank lines around. Refused if nothing does."""
    _, section, _ = _split(text)
    if not any(line.strip() and not _HEADING.match(line) for line in section.splitlines()):
        raise Refused(f"CHANGELOG.md has nothing under {UNRELEASED!r}, expected what has changed")
    return section.strip("\n")


def released(text: str, version: str, date: str) -> str:
    """Return the changelog in which "Unreleased" is this version, of this date (YYYY-MM-DD)."""
    before, section, after = _split(text)
    return f"{before}## {version} - {date}\n{section}{after}"


def begun(text: str) -> str:
    """Return the changelog with an empty "Unreleased" above the newest version."""
    first = _NEXT.search(text)
    if first is None:
        raise Refused("CHANGELOG.md has no version, expected a heading '## X.Y.Z - DATE'")
    return f"{text[: first.start()]}{UNRELEASED}\n\n{text[first.start() :]}"


def notes(text: str, version: str, date: str) -> str:
    """Return the notes of a release: its section, with a heading of the first level above it."""
    return f"# jadoube {version}\n\nReleased on {date}.\n\n{unreleased(text)}\n"


def _split(text: str) -> tuple[str, str, str]:
    """Return what is before the heading "Unreleased", what is under it, and the rest."""
    headings = list(_UNRELEASED.finditer(text))
    if len(headings) != 1:
        raise Refused(f"CHANGELOG.md has the heading {UNRELEASED!r} {len(headings)} times, expected once")
    heading = headings[0]
    following = _NEXT.search(text, heading.end())
    end = following.start() if following else len(text)
    return text[: heading.start()], text[heading.end() : end], text[end:]
