"""Players whose names are alike: FIDE ids say whether they are two."""

import pytest

from jadoube.formats.pairings import Pairings, read_pairings
from jadoube.hall.rounds.lists.questions import QuestionError
from shared.hall.rounds import Hall, named_game, take_anyway, told_lines

JOSE, LUIS = "Hernandez Garcia, Jose", "Hernandez Garcia, Jose Luis"


def _list(*rows: tuple[str, str, str]) -> Pairings:
    lines = "".join(
        f'1,{at},"{white}",{fide_id},{black}\n' for at, (white, fide_id, black) in enumerate(rows, 1)
    )
    return read_pairings(f"round,board,white,white fide,black\n{lines}".encode(), "list.csv")


def _played(fide_id: str = "2200111") -> Hall:
    hall = Hall("b1", "b2")
    hall.rounds.lists.take(_list((JOSE, fide_id, "Tal"), (LUIS, "2200222", "Lund")))
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, JOSE, "Tal", "e4", result="1-0", over=True))
    return hall


def _results(hall: Hall) -> list[str]:
    return [each.result for each in hall.rounds.results.of()]


def test_brothers_who_are_exchanged_are_two() -> None:
    """The one's result is not the other's, and it is asked before it is taken away."""
    hall = _played()
    exchanged = _list((LUIS, "2200222", "Tal"), (JOSE, "2200111", "Lund"))
    with pytest.raises(QuestionError, match="takes games or results"):
        hall.rounds.lists.take(exchanged)
    take_anyway(hall.rounds, exchanged)
    assert _results(hall) == ["*", "*"]
    assert any("pairings 1" in each for each in told_lines(hall))


@pytest.mark.parametrize(("before", "now"), [("2200112", "2200111"), ("", "2200111"), ("2200111", "")])
def test_a_corrected_id_changes_nothing(before: str, now: str) -> None:
    """Where the name is the same."""
    hall = _played(before)
    hall.rounds.lists.take(_list((JOSE, now, "Tal"), (LUIS, "2200222", "Lund")))
    assert _results(hall) == ["1-0", "*"]


def test_one_id_is_one_player() -> None:
    """However the name is spelled."""
    hall = _played()
    hall.rounds.lists.take(_list(("Jose Hernandez", "2200111", "Tal"), (LUIS, "2200222", "Lund")))
    assert _results(hall) == ["1-0", "*"]


def test_brothers_who_are_exchanged_back_have_their_games() -> None:
    """What was said of them comes back."""
    hall = _played()
    for lines in (
        ((LUIS, "2200222", "Tal"), (JOSE, "2200111", "Lund")),
        ((JOSE, "2200111", "Tal"), (LUIS, "2200222", "Lund")),
    ):
        take_anyway(hall.rounds, _list(*lines))
    assert _results(hall) == ["1-0", "*"]
