"""For which pairing a game is played that a board shows or has kept."""

import pytest

from jadoube.formats.pairings import read_pairings
from rounds_here import Hall, named_game, read_again, told_lines

EVENT = "Club 12 May"
BEFORE = "Club 5 May"
KEPT = "it is kept, and counts for no pairing here."


def _hall() -> Hall:
    """A hall that knows nothing of the weeks before."""
    hall = Hall("b1", "spare")
    hall.unix_s = 1_779_300_000
    lines = f"event,round,board,white,black\n{EVENT},1,1,Anna,Bert\n"
    hall.rounds.lists.take(read_pairings(lines.encode(), "list.csv"))
    hall.rounds.choose("1")
    return hall


@pytest.mark.parametrize("player", ["Anna", "N. N."])
@pytest.mark.parametrize("over", [False, True])
def test_a_game_that_says_another_event_is_not_of_this_one(player: str, *, over: bool) -> None:
    """Whoever plays it, over or not: it is another week's, of a round of the same name."""
    hall = _hall()
    ends = {"result": "1-0", "over": True} if over else {}
    hall.play("b1", named_game("g1", 1, player, "Bert", "e4", event=BEFORE, board="1", **ends))
    assert hall.games() == {"1": ""}
    assert [line for line in told_lines(hall) if f"{BEFORE}, not of {EVENT}" in line] == [
        *([] if over else [f"Board b1 plays a game of {BEFORE}, not of {EVENT}: {KEPT}"])
    ]
    hall.play("b1", named_game("g2", 2, player, "Bert", "d4", event=EVENT, board="1"))
    assert hall.games() == {"1": "g2"}


@pytest.mark.parametrize(("event", "counts"), [(BEFORE, False), (EVENT, True), ("?", True)])
def test_a_kept_game_says_its_event_too(event: str, *, counts: bool) -> None:
    """It comes as a text only, after the hall was away."""
    hall = _hall()
    tags = f'[Event "{event}"]\n[Round "1"]\n[White "Anna"]\n[Black "Bert"]\n[Result "0-1"]\n'
    hall.store.take_text("b1", "m-b1", "g1", f"{tags}\n1. e4 0-1\n", over=True)
    hall.rounds.games.kept("b1", "g1", "1", event)
    assert hall.games() == {"1": "g1" if counts else ""}
    assert bool(hall.boards.round.begun_s) == counts


def test_a_game_of_the_house_says_no_round_and_has_any_event() -> None:
    """It was begun before the board was seated."""
    hall = _hall()
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", event="Club", round="?"))
    assert hall.games() == {"1": "g1"}


def test_players_may_begin_anew_at_the_spare_board_before_it_is_chosen() -> None:
    """What stands there under other names, or under none, is a trial."""
    for names, games in ((("Anna", "Bert"), "g2"), (("?", "?"), "g1"), (("Emil", "Bert"), "g1")):
        hall = Hall("b1", "spare")
        read_again(hall, "1,Anna,Bert")
        hall.rounds.choose("1")
        hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4"))
        hall.play("spare", named_game("g2", 2, *names, "d4", "d5"))
        hall.rounds.assign("1", "spare")
        hall.play("spare", named_game("g2", 3, *names, "d4", "d5", "c4", result="1-0", over=True))
        assert hall.games() == {"1": games}, told_lines(hall)
