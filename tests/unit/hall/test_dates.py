"""Whose date is wrong, where boards and the hall's computer do not agree."""

from jadoube.hall.boards import HALL, Boards
from jadoube.hall.dates import WRONG_MS, tell_wrong_dates
from jadoube.hall.troubles import Kind as Trouble
from jadoube.mqtt.payloads import ClockState, Presence, State
from jadoube.mqtt.topics import Kind

NOON = 1_790_000_000_000
DAY = 86_400_000


class Hall:
    """Boards that are there, and the hall's date."""

    def __init__(self, boards: int) -> None:
        self.now_ms, self.date_ms = 0, NOON
        self.boards = Boards(lambda: self.now_ms, lambda: self.date_ms, lambda _: None)
        self.ids = [f"b{at}" for at in range(boards)]
        for each in self.ids:
            self.boards.take(each, Kind.ONLINE, Presence(State.ON, 1), retained=True)

    def say(self, *offs_ms: int) -> None:
        """The first boards say the time of the day, wrong by so much; it is looked each time."""
        for board, off_ms in zip(self.ids, offs_ms, strict=False):
            self.now_ms, self.date_ms = self.now_ms + 1000, self.date_ms + 1000
            value = ClockState(1, 1, "", NOON + self.now_ms + off_ms)
            self.boards.take(board, Kind.CLOCK, value, retained=False)
            tell_wrong_dates(self.boards)

    def wrong(self) -> list[str]:
        """Whose date is said to be wrong now."""
        troubles = {HALL: self.boards.troubles, **{each.id: each.troubles for each in self.boards.all()}}
        return [
            whose for whose, all_of in troubles.items() if any(each.kind == Trouble.CLOCK for each in all_of)
        ]


def test_a_board_whose_date_is_wrong_is_named_until_it_is_right() -> None:
    """Once most have said theirs; one that is alone at once."""
    hall = Hall(3)
    hall.say(WRONG_MS + 1)
    assert hall.wrong() == []  # it may be the hall's
    hall.say(WRONG_MS + 1, -WRONG_MS, WRONG_MS)
    hall.say(WRONG_MS + 90_000)
    assert hall.wrong() == ["b0"]
    assert [each.said["en"] for each in hall.boards.notices] == [
        "The date of board b0 is wrong by 2 minutes; nothing depends on it."
    ]
    hall.say(0)
    assert hall.wrong() == []
    alone = Hall(1)
    alone.say(-DAY)
    assert alone.wrong() == ["b0"]


def test_the_date_of_the_hall_is_one_line() -> None:
    """Boards agree with each other; one of them differs from all."""
    hall = Hall(20)
    hall.date_ms -= DAY
    hall.say(*[0] * 12, 5 * DAY, *[0] * 7)
    assert hall.wrong() == [HALL]
    (line,) = [each.said["en"] for each in hall.boards.notices]
    assert "date of the hall's computer seems wrong" in line
    assert "differs by 1440 minutes" in line


def test_a_date_of_the_hall_that_is_set_blames_no_board() -> None:
    """What boards said before is compared with nothing; those that are wrong are named then."""
    hall = Hall(5)
    hall.date_ms -= DAY
    hall.say(0, 0, DAY, 0, 0)
    assert hall.wrong() == [HALL]
    hall.date_ms += DAY
    hall.say(0, 0)
    assert hall.wrong() == [HALL]  # most have said nothing since
    hall.say(0, 0, DAY, 0, 0)
    assert hall.wrong() == ["b2"]
    hall.date_ms -= DAY
    hall.say(0, 0)
    assert hall.wrong() == ["b2"]
    hall.say(0, 0, DAY, 0, 0)
    assert hall.wrong() == [HALL]
    assert len(hall.boards.notices) == 3
