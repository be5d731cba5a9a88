"""The text of a game: what our PGN says is read, and a beginning tells nothing of what came."""

from io import StringIO

import chess.pgn
import pytest

from jadoube.online.game_text import (
    Part,
    Ply,
    beginning,
    is_over,
    plies_of,
    read_parts,
    write_parts,
)
from shared.disk.kept_corpus import KEPT

EVERY_TAG = (KEPT / "pgn" / "every-tag.pgn").read_text("utf-8")


def moves_of(text: str) -> list[list[str]]:
    """The moves of each game of a text, as python-chess reads them."""
    games, file = [], StringIO(text)
    while game := chess.pgn.read_game(file):
        assert not game.errors
        games.append([move.uci() for move in game.mainline_moves()])
    return games


def test_our_pgn_is_read_with_all_its_parts() -> None:
    """Tags, plies with their times, results."""
    first, second = read_parts(EVERY_TAG)
    assert first.tags["White"] == "Ada"
    assert first.plies[0] == Ply("e4", "0:09:59.3", "0:00:00.7")
    assert [ply.san for ply in second.plies] == ["d5"]
    assert second.plies[0].clock == "0:09:54"
    assert (first.result, second.result) == ("*", "1-0")
    assert plies_of((first, second)) == 5
    assert is_over((first, second))


def test_what_is_written_is_the_same_game_for_other_programs() -> None:
    """python-chess reads the same moves and tags; times are in whole seconds, other comments are gone."""
    text = write_parts(read_parts(EVERY_TAG))
    assert moves_of(text) == moves_of(EVERY_TAG)
    assert "{[%clk 0:09:59]} {[%emt 0:00:00]}" in text
    assert "doubt" not in text
    assert "3... d5" in text
    assert max(map(len, text.splitlines())) <= 80 or "FEN" in text
    assert text.endswith(" 1-0\n\n")
    game = chess.pgn.read_game(StringIO(text))
    assert game is not None
    assert game.next() is not None
    assert game.next().clock() == 599  # type: ignore[union-attr] # as above


@pytest.mark.parametrize("plies", range(6))
def test_a_beginning_is_the_game_as_it_stood(plies: int) -> None:
    """So many plies, no result, no word of the end; a part that begins later is not there."""
    parts = beginning(read_parts(EVERY_TAG), plies)
    assert plies_of(parts) == plies
    assert len(parts) == (2 if plies > 4 else 1)
    assert not is_over(parts)
    assert "Termination" not in parts[-1].tags
    assert moves_of(write_parts(parts)) == [
        moves[: max(0, plies - before)]
        for moves, before in zip(moves_of(EVERY_TAG), (0, 4), strict=True)
        if not before or plies > before
    ]


def test_an_opening_is_not_told_before_its_moves() -> None:
    """Its name knows moves that are held back."""
    text = (
        '[Event "?"]\n[ECO "C60"]\n[Opening "Ruy Lopez"]\n[Pauses "3."]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n'
    )
    (part,) = beginning(read_parts(text), 2)
    assert dict(part.tags) == {"Event": "?", "Result": "*"}


def test_a_value_with_quotes_and_backslashes_stays_as_it_is() -> None:
    """As PGN escapes them."""
    text = '[Event "the \\"\\\\\\" open"]\n[Result "*"]\n\n*\n\n'
    assert read_parts(text)[0].tags["Event"] == 'the "\\" open'
    assert write_parts(read_parts(text)) == text


@pytest.mark.parametrize("text", ["", "\n\n", "1. e4 *", "{ } *"])
def test_what_is_no_game_is_refused(text: str) -> None:
    """There is nothing to show."""
    with pytest.raises(ValueError, match="no tags found"):
        read_parts(text)


@pytest.mark.parametrize("number", ["\u00b2", "1" * 5000])
def test_a_position_whose_move_has_no_number_is_one_of_the_first(number: str) -> None:
    """Whatever stands in its place."""
    tags = {"FEN": f"8/8/8/8/8/8/8/8 b - - 0 {number}"}
    [again] = read_parts(write_parts([Part(tags, (Ply("e5"),))]))
    assert again.plies == (Ply("e5"),)
