"""Sessions of programs that speak ChessLink, as transcripts; whole, and with each byte alone."""

from pathlib import Path

import pytest

from jadoube.links.chesslink.framing import characters
from jadoube.links.chesslink.link import begin
from jadoube.links.translation import Link
from shared.links.shown_views import view_after
from shared.links.transcripts import Session, check, transcripts

SESSIONS = transcripts("chesslink")


def _encode(text: str) -> bytes:
    return bytes(code | (0 if code.bit_count() % 2 else 0x80) for code in text.encode("ascii"))


def _decode(data: bytes) -> str:
    return characters(data).replace("\n", "\\n")


def _session(link: Link) -> Session:
    return Session(link, _encode, _decode)


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_session_is_as_its_transcript_says(path: Path, request: pytest.FixtureRequest) -> None:
    """Every byte that is answered, and every wish, in its order."""
    check(path, _session(begin()), accept=request.config.getoption("--accept"))


def test_the_bytes_of_an_answer() -> None:
    """The exact bytes, with parity, as the board's document and logs of programs have them."""
    link, said = begin().hear(bytes.fromhex("D6 B5 B6"), view_after())
    assert said.to_program == (bytes.fromhex("76 B0 31 B0 34 37 B3"),)
    _, said = link.hear(bytes.fromhex("57 B0 B0 B0 B0 B5 37"), view_after())
    assert said.to_program == (bytes.fromhex("F7 B0 B0 B0 B0 37 37"),)
