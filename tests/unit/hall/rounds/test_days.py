"""What an event is called on a day."""

from jadoube.core.messages.names import NAME_MOST
from jadoube.hall.rounds.lists.days import event_of_day, newest_of

LONG = "International Open Championship of the City of Clermont-Ferrand, Group B, Seniors"


def test_a_long_event_has_its_day_also_at_a_board() -> None:
    """It keeps so many letters: last week's is another event there; a list of the plain one finds it."""
    plain, known = LONG[:NAME_MOST], list[str]()
    for unix_s in (1_779_235_200, 1_779_235_200, 1_779_840_000):
        known.append(event_of_day(plain, unix_s, known))
    assert [len(each) <= NAME_MOST for each in known] == [True] * 3
    assert [each.partition(" 2026-")[2] for each in known] == ["05-20", "05-20 2", "05-27"]
    assert newest_of(plain, known) == known[-1]
