"""Texts that have no end are read only as far as somebody could have written them."""

from io import BytesIO
from pathlib import Path

import pytest

from jadoube.archive.pgn_games import LEFT_OUT_MOST, LINE_MOST, read_games
from jadoube.config.worded_input import WordedInput
from shared.disk.archived_games import pgn_of


@pytest.mark.parametrize("before", [b"", b"no tag\n", b"x" * LINE_MOST + b"\n"])
def test_binary_data_is_refused_before_its_line_is_read_to_the_end(before: bytes) -> None:
    """An image, or `/dev/zero`: before any tag nothing more than the beginning of a line is read."""
    source = BytesIO(before + b"\0" * (1 << 20))
    with pytest.raises(WordedInput, match=f"^zeros:{before.count(10) + 1}: binary data"):
        list(read_games(source, "zeros"))
    assert source.tell() == len(before) + LINE_MOST


def test_a_line_without_an_end_is_given_up(tmp_path: Path) -> None:
    """The games before it are there, it is named as a problem, and the line is not read for ever."""
    path = tmp_path / "endless.pgn"
    path.write_text(pgn_of() + "\n\n" + pgn_of(Round="2"), encoding="utf-8")
    with path.open("r+b") as file:
        file.truncate(1 << 30)
    with path.open("rb") as source:
        games = list(read_games(source, "endless"))
        assert source.tell() < 2 * LEFT_OUT_MOST
    assert [(game.tags.get("Round"), game.problem is None) for game in games] == [
        *(("1", True), ("2", True), (None, False))
    ]


def test_behind_a_long_line_that_ends_the_games_are_read() -> None:
    """It is left out up to its end."""
    text = pgn_of() + "\n\n{" + "x" * (20 * LINE_MOST) + "}\n\n" + pgn_of(Round="2")
    games = list(read_games(BytesIO(text.encode()), "long"))
    assert [game.tags.get("Round") for game in games if not game.problem][-1] == "2"
