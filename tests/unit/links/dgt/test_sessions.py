"""Each session beside this file happens as it is written, also if the program's bytes come one by one."""

from pathlib import Path

import pytest

from jadoube.links.dgt.link import DgtLink
from shared.links.sessions import happened, in_pieces, results

SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.txt"))


def link_of(path: Path) -> DgtLink:
    """The board of a session."""
    return DgtLink(number=1025, has_clock="without-clock" not in path.stem)


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_session_is_as_it_is_written(path: Path, request: pytest.FixtureRequest) -> None:
    """Every message to the byte, every wish."""
    text = path.read_text(encoding="utf-8")
    now = happened(text, link_of(path))
    if request.config.getoption("--accept"):
        path.write_text(now, encoding="utf-8")
    else:
        assert now == text


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_session_does_not_depend_on_how_its_bytes_come(path: Path) -> None:
    """Byte by byte, the same."""
    text = path.read_text(encoding="utf-8")
    assert results(happened(in_pieces(text), link_of(path))) == results(text)
