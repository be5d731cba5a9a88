"""What the hall publishes: of a long round what fits, and no seating of a round that is over."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from jadoube.core.messages.phrases import UnfitText
from jadoube.formats.pairings import read_pairings
from jadoube.hall.arbiters import HOLDS_WITHIN_S
from jadoube.hall.boards import Boards
from jadoube.hall.exchange.lease import LeaseKeeper
from jadoube.hall.exchange.outgoing import Outgoing, fitting
from jadoube.hall.exchange.requests import Requests
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.mqtt.connection import Away
from jadoube.mqtt.payload_json import MOST_BYTES, read_payload
from jadoube.mqtt.payloads import About, Lease, PairedBoard, Person, Round, Seating
from jadoube.mqtt.topics import Kind, read_place
from jadoube.online.publishing.seating_orders import seating_orders
from shared.hall.in_one_loop import played

LIST = b"round,board,white,black\n1,1,Berg,Tal\n2,1,Tal,Lund\n"


class Hall:
    """What is published, at a broker of paper."""

    def __init__(self, path: Path | None = None, own: str = "own") -> None:
        """`path` is the file, if there is one: a round that it has goes on."""
        self.beside: list[Hall] = []  # at the same broker, as far as the lease goes
        self.now_ms = 0
        self.is_up = True
        self.tables: list[str] = []
        self.seatings: list[Seating] = []
        self.published: list[Round] = []
        self.meanwhile: Callable[[], None] = lambda: None
        self.boards = Boards(lambda: self.now_ms, lambda: 0, lambda _: None)
        self.store = Store(path or Path("none"), lambda _: None)
        self.rounds = RoundKeeper(self.boards, self.store, lambda _: None)
        self.boards.take("b1", Kind.ABOUT, About("", "1", "m"), retained=False)
        self.lease = LeaseKeeper(own)
        requests = Requests("club", "own", self.publish, lambda: 0)
        self.order: list[str] = []
        self.outgoing = Outgoing(
            "club", self.boards, self.rounds, self.lease, requests, self.publish, self.written
        )
        if path:
            self.store.open()
            self.rounds.load()
            self.outgoing.load()
        if not self.boards.round.round:
            self.rounds.lists.take(read_pairings(LIST, "list.csv"))
            self.rounds.choose("1")
            self.rounds.assign("1", "b1")
        self.outgoing.connected()

    def restarted(self) -> "Hall":
        """The program that is started anew with the same file."""
        self.store.write(self.store.begin())
        self.store.close()
        return Hall(self.store.path)

    async def written(self) -> None:
        """Note that what is known is to be written now; something may be done meanwhile."""
        self.order.append("written")
        self.meanwhile()

    async def publish(self, topic: str, payload: bytes, **_others: object) -> None:
        """Take a message, and tell the lease as a broker does."""
        if not self.is_up:
            raise Away
        place = read_place(topic)
        self.order.append(topic.rpartition("/")[2])
        if topic.endswith("/lease"):
            for each in (self, *self.beside):
                each.lease.heard(read_payload(Lease, payload), each.now_ms)
        elif topic.endswith("/round"):
            self.published.append(read_payload(Round, payload))
        elif place and place.kind == Kind.TABLE:
            self.tables.append(place.board)
            self.seatings += [read_payload(Seating, payload)] if payload else []

    def tick(self) -> bool:
        """Let a quarter of a second pass; return whether this one holds the lease."""
        self.now_ms += 250
        asyncio.run(self.outgoing.publish_due())
        return self.boards.holds

    def pass_s(self, seconds: int, other: int = 0) -> None:
        """Let time pass, in which another holds the lease in this term."""
        for _ in range(seconds):
            self.now_ms += 1000
            if other:
                self.lease.heard(Lease("other", other), self.now_ms)
            asyncio.run(self.outgoing.publish_due())

    def record(self, number: str, result: str) -> None:
        """An arbiter gives a result here."""
        self.rounds.record(number, result)
        self.outgoing.acted(f"result {number} {result}")

    def lost(self) -> list[str]:
        """What was told of acts that are in no round."""
        return [each.said["en"] for each in self.boards.notices if "is not in it" in each.said["en"]]

    def results(self) -> list[str]:
        """The results of the round."""
        return [each.result for each in self.rounds.results.of()]


def test_what_another_hall_takes_back_is_taken_back_here() -> None:
    """The round is then what was published here last, and yet news."""
    hall = Hall()
    hall.pass_s(9)
    (own,) = hall.published
    hall.pass_s(1, other=99)
    (paired,) = own.boards
    hall.outgoing.adopt(replace(own, boards=(replace(paired, result="1-0", given="1-0"),)))
    assert hall.results() == ["1-0"]
    hall.outgoing.adopt(own)
    assert hall.results() == ["*"]


@pytest.mark.parametrize("is_heard", [False, True])
def test_what_was_done_and_not_published_is_told_after_a_restart_too(
    tmp_path: Path, *, is_heard: bool
) -> None:
    """The broker was away meanwhile, and another hall has the lease. What is in its round is not told."""
    hall = Hall(tmp_path / "hall.db")
    hall.pass_s(9)
    (own,) = hall.published
    hall.is_up = False
    hall.record("1", "1-0")
    hall.pass_s(1)
    again = hall.restarted()
    again.pass_s(1, other=99)
    again.outgoing.adopt(again.rounds.results.present() if is_heard else own)
    assert again.results() == ["1-0" if is_heard else "*"]
    lines = again.lost()
    assert [each.count("result 1 1-0") for each in lines] == ([] if is_heard else [1])
    last = again.restarted()
    last.pass_s(1, other=99)
    last.outgoing.adopt(replace(own, site="Club"))
    assert last.lost() == []
    last.store.close()


def test_what_was_published_is_not_told_after_a_restart(tmp_path: Path) -> None:
    """Another one goes on from it."""
    hall = Hall(tmp_path / "hall.db")
    hall.pass_s(9)
    hall.record("1", "1-0")
    hall.pass_s(1)
    again = hall.restarted()
    again.pass_s(1, other=99)
    again.outgoing.adopt(replace(hall.published[-1], site="Club"))
    assert again.lost() == []
    again.store.close()


@pytest.mark.parametrize("gap_s", [0, 0.5, 1, 4, 7, 8, 9])
def test_two_who_act_at_two_halls_wait_for_each_other(gap_s: float) -> None:
    """Neither takes the lease from the other before that one has had it."""
    halls = first, second = Hall(own="a"), Hall(own="b")
    first.beside, second.beside = [second], [first]
    while not (first.tick() or second.tick()):
        pass
    holder, other = halls if first.boards.holds else halls[::-1]
    for _ in range(40):
        holder.tick()
        other.tick()
    if gap_s == 0:
        holder.outgoing.want_lease()
    other.outgoing.want_lease()
    other.tick()
    had: dict[str, int] = {}
    for at in range(int(4 * (gap_s + HOLDS_WITHIN_S))):
        if 0 < at == int(4 * gap_s):
            holder.outgoing.want_lease()
        if other.tick():
            had.setdefault("other", at)
        if holder.tick() and at >= 4 * gap_s:
            had.setdefault("holder", at)
    assert had["other"] <= 4 * 10
    assert had["holder"] > had["other"]


def test_what_is_done_while_a_round_is_on_its_way_is_not_published_by_it() -> None:
    """It is published next, and told if another one publishes before."""
    hall = Hall()
    hall.pass_s(9)
    hall.record("1", "1-0")

    def act() -> None:
        hall.meanwhile = lambda: None
        hall.record("1", "0-1")

    hall.meanwhile = act
    hall.pass_s(1)
    assert [each.boards[0].given for each in hall.published[1:]] == ["1-0"]
    assert not hall.outgoing.is_published
    hall.pass_s(1)
    assert hall.published[-1].boards[0].given == "0-1"
    assert hall.outgoing.is_published


def test_who_sat_at_a_forgotten_board_is_told_no_more() -> None:
    """Also where the broker may lack what was published; if it comes back it is seated."""
    hall = Hall()
    hall.pass_s(8)
    hall.rounds.tables.send(hall.boards.round, "Anna", "")
    hall.outgoing.seat(["1"], "Anna", "")
    hall.pass_s(1)
    assert hall.tables == ["b1"]
    hall.boards.take("b1", Kind.ABOUT, None, retained=False)
    hall.outgoing.seated("b1", None)
    hall.outgoing.connected()
    hall.lease.heard(hall.lease.last, hall.now_ms)
    hall.outgoing.seat_who_came()
    hall.pass_s(30)
    assert hall.tables == ["b1"]
    hall.boards.take("b1", Kind.ABOUT, About("", "1", "m"), retained=False)
    hall.outgoing.seat_who_came()
    hall.pass_s(1)
    assert hall.tables == ["b1", "b1"]


def test_who_has_the_lease_says_who_sits_where() -> None:
    """At once, and once."""
    hall = Hall()
    hall.pass_s(6)
    hall.outgoing.seat(["1"], "Anna", "")
    hall.pass_s(3)
    assert hall.tables == ["b1"]


def test_a_round_and_seatings_are_written_before_they_are_published() -> None:
    """A hall that is killed at any instant has them in its file, if the broker has."""
    hall = Hall()
    hall.outgoing.seat(["1"], "Anna", "")
    hall.pass_s(9)
    assert hall.tables == ["b1"]
    for kind in ("round", "table"):
        assert hall.order[hall.order.index(kind) - 1] == "written"


def _sent(hall: Hall, control: str = "3+2") -> None:
    """The seatings of round 1 are sent."""
    hall.pass_s(9)
    hall.rounds.tables.send(hall.boards.round, "Anna", control)
    hall.outgoing.seat(["1", "2"], "Anna", control)
    hall.pass_s(1)


def test_a_board_that_comes_after_the_seatings_were_sent_is_seated_as_they_were() -> None:
    """Proposed, or given by an arbiter; not for a pairing that is over, and not in the next round."""
    hall = Hall()
    late = b"round,board,white,black\n1,1,Berg,Tal\n1,2,Lund,Wolf\n2,1,Tal,Lund\n2,2,Wolf,Berg\n"
    hall.rounds.lists.take(read_pairings(late, "list.csv"))
    _sent(hall)
    assert hall.tables == ["b1"]
    hall.boards.take("b2", Kind.ABOUT, About("", "1", "m2"), retained=False)
    hall.rounds.look()
    for _ in range(2):
        hall.outgoing.seat_who_came()
        hall.pass_s(1)
    assert [(each.board, each.white.name, each.control) for each in hall.seatings[1:]] == [
        ("2", "Lund", "3+2")
    ]
    hall.rounds.choose("2")
    hall.boards.take("b3", Kind.ABOUT, About("", "1", "m3"), retained=False)
    hall.rounds.assign("1", "b3")
    hall.outgoing.seat_who_came()
    hall.pass_s(2)
    assert len(hall.tables) == 2


def test_seatings_that_another_hall_has_sent_are_sent() -> None:
    """It takes the round over, be it that it has sent another one itself before."""
    hall = Hall()
    _sent(hall)
    hall.pass_s(3, other=99)
    hall.rounds.choose("2")
    hall.outgoing.seated("b7", Seating("s", Person("Tal"), Person("Lund"), "", "", "2", "1", "5+3", "Vera"))
    hall.pass_s(30)
    assert hall.boards.holds
    hall.boards.take("b9", Kind.ABOUT, About("", "1", "m9"), retained=False)
    hall.rounds.assign("1", "b9")
    hall.outgoing.seat_who_came()
    hall.pass_s(1)
    assert [(each.round, each.by, each.control) for each in hall.seatings][-1] == ("2", "Vera", "5+3")


def test_a_pairing_with_a_result_seats_nobody() -> None:
    """Nobody came, as the list says: a forfeit."""
    hall = Hall()
    hall.rounds.record("1", "1-0")
    _sent(hall)
    assert hall.tables == []


def test_a_pairing_that_moves_is_seated_where_it_moves_to() -> None:
    """By who has moved it; at the board before nobody sits. Before seatings are sent nobody is seated."""
    hall = Hall()
    hall.boards.take("b9", Kind.ABOUT, About("", "1", "m9"), retained=False)
    before = hall.boards.round.boards[0]
    hall.rounds.assign("1", "b9")
    hall.outgoing.seat_moved(before, "Vera")
    hall.pass_s(9)
    assert hall.tables == []
    _sent(hall)
    before = hall.boards.round.boards[0]
    hall.rounds.assign("1", "b1")
    hall.outgoing.seat_moved(before, "Vera")
    hall.pass_s(1)
    assert (hall.tables[1:], [each.by for each in hall.seatings]) == (["b9", "b1"], ["Anna", "Vera"])


def test_a_board_that_goes_along_is_seated_as_its_own_table() -> None:
    """A list moves its pairing in mid-game: no seating puts the game away, nor one that is told again."""
    hall = Hall()
    berg, tal = Person("Berg"), Person("Tal")
    game = played("g1", 1, "e4", at=0, white=berg, black=tal, round="1", board="1")
    hall.boards.take("b1", Kind.GAME, game, retained=False)
    hall.rounds.games.take("b1", "m", game)
    moved = b"round,board,white,black\n1,1,Lund,Wolf\n1,2,Berg,Tal\n"
    hall.rounds.lists.take(read_pairings(moved, "list.csv"))
    hall.pass_s(6)
    hall.outgoing.seat(["1", "2"], "Anna", "")
    hall.pass_s(9)
    hall.outgoing.connected()
    hall.pass_s(30)
    assert [(each.board, each.white) for each in hall.seatings] == [("1", berg)] * 2
    names = {"event": "", "round": "1", "board": "1", "white": asdict(berg), "black": asdict(tal)}
    shown = {"phase": "over", "game": {"plies": ["e4"], "result": "1-0"}, "names": names}
    assert seating_orders(hall.seatings[-1], shown) == ["name white Berg", "name black Tal"]


def test_a_seating_that_waited_is_not_published_in_another_round() -> None:
    """The broker was away, and meanwhile the next round was chosen."""
    hall = Hall()
    hall.pass_s(6)
    hall.is_up = False
    hall.outgoing.seat(["1"], "Anna", "")
    hall.pass_s(1)
    hall.rounds.choose("2")
    hall.is_up = True
    hall.pass_s(3)
    assert hall.tables == []
    assert not hall.outgoing.is_seated("b1")


def test_a_seating_is_dropped_where_another_keeps_the_lease() -> None:
    """It would be published hours later, when that one ends."""
    hall = Hall()
    hall.pass_s(3, other=9)
    hall.outgoing.seat(["1"], "Anna", "")
    hall.pass_s(3, other=9)
    assert not hall.outgoing.is_seated("b1")
    hall.pass_s(25)
    assert hall.boards.holds
    assert hall.tables == []


@pytest.mark.parametrize("boards", [10, 200, 300, 500, 1000])
def test_a_round_of_any_hall_is_published(boards: int) -> None:
    """With all names if they fit, else with their beginnings; who has the list keeps the names."""
    white, black = (Person(f"Longfamilyname-{at}, First", "GM", 2500, "12345678", "FRA") for at in range(2))
    paired = (PairedBoard(str(at), f"board-{at}", white, black) for at in range(1, boards + 1))
    found = Round("Open", "Hall", "1", tuple(paired))
    payload = fitting(found)
    assert len(payload) <= MOST_BYTES
    assert fitting(replace(found, left=found.boards * 100)) == payload
    told = read_payload(Round, payload)
    assert [(each.number, each.board) for each in told.boards] == [
        (each.number, each.board) for each in found.boards
    ]
    hall = Hall()
    hall.rounds.adopt(found)
    hall.rounds.adopt(told)
    assert hall.boards.round == found


def test_a_round_that_is_longer_is_refused_in_words() -> None:
    """Nobody has so many boards."""
    nobody = Person()
    paired = (PairedBoard(str(at), f"board-{at}", nobody, nobody) for at in range(3000))
    with pytest.raises(UnfitText, match="Round 1 has 3000 boards"):
        fitting(Round("Open", "Hall", "1", tuple(paired)))
