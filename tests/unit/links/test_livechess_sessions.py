"""Sessions of programs that speak LiveChess, as transcripts."""

from pathlib import Path

import pytest

from jadoube.links.livechess.link import begin
from shared.links.transcripts import Session, check, transcripts

UNIX_MS = 1_587_948_082_875


def _decode(data: bytes) -> str:
    assert data.endswith(b"}\n")
    return data[:-1].decode("ascii")


@pytest.mark.parametrize("path", transcripts("livechess"), ids=lambda path: path.stem)
def test_a_session_is_as_its_transcript_says(path: Path, request: pytest.FixtureRequest) -> None:
    """Every message, in its order."""
    session = Session(begin(UNIX_MS), str.encode, _decode)
    check(path, session, accept=request.config.getoption("--accept"))
