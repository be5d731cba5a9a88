"""Games begun in place of one that was given up: when the publisher says their round, and when not."""

import asyncio
import copy
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from jadoube.mqtt.payload_json import write_payload
from jadoube.mqtt.payloads import KeptGame, Person, Seating
from jadoube.mqtt.topics import Kind
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.orders import Done
from jadoube.online.publishing.outgoing import Outgoing
from jadoube.online.publishing.seating import Seats
from jadoube.online.publishing.states import BoardNow
from jadoube.online.publishing.wanting import Times, Wanting
from shared.board.served import until
from shared.messages.of_a_board import MESSAGE

FIRST = Seating("s1", Person("Menchik, Vera"), Person("Graf, Sonja"), round="1", board="5")
SECOND = Seating("s2", Person("Menchik, Vera"), Person("Stevenson, Agnes"), round="2", board="5")
GAME = MESSAGE["game_id"]
PLY: dict[str, Any] = {"move": "e2e4", "san": "e4", "left_ms": None, "doubts": []}
OBEYED = Done(ok=True, words={})
AWAY = Done(ok=False, words={"en": "away"}, away=True)
REFUSED = Done(ok=False, words={"en": "no such round"})


class Evening:
    """A board with the players of the first round, which its publisher seats."""

    def __init__(self, folder: Path) -> None:
        self.orders: list[str] = []
        self.said: list[str] = []
        self.answer = OBEYED
        self.obeyed: Callable[[str], object] = lambda _: None
        self.pauses = asyncio.Event()
        self.outgoing, self.memory = Outgoing(), Memory(folder, lambda _: None)
        self.wanting = Wanting(self.outgoing, self.memory, Times(lambda: 0, lambda: 0))
        self.kept: tuple[KeptGame, ...] = ()
        self.asked = 0
        self.seats = self._start()
        self.memory.seated(FIRST.stamp, GAME)
        self.seats.take(write_payload(FIRST))

    def _start(self) -> Seats:
        return Seats(self, self.private_names, self, self.memory, self.wanting, self.said.append, self._pause)

    def listed(self) -> tuple[KeptGame, ...]:
        """The games that the board has kept."""
        self.asked += 1
        return self.kept

    def pgn(self, _game_id: str) -> str | None:
        """Nobody asks."""

    async def private_names(self) -> frozenset[str] | None:
        """Nobody is private."""
        return frozenset()

    async def order(self, text: str, _by: str, _seconds: int = 0) -> Done:
        """Note an order, and answer as it was said."""
        self.orders.append(text)
        self.obeyed(text)
        return self.answer

    async def _pause(self, _seconds: float) -> None:
        self.pauses.clear()
        await self.pauses.wait()

    def show(self, plies: int, round_: str, phase: str = "playing", game: str = GAME) -> None:
        """Have the board show a game of so many plies, without a result."""
        message = copy.deepcopy(MESSAGE) | {"phase": phase, "game_id": game}
        message["clock"]["running"] = "white" if phase == "playing" else None
        message["game"]["plies"] = [PLY] * plies
        message["names"] |= {"round": round_, "board": "5"}
        self.see(BoardNow(message, ""))

    def see(self, now: BoardNow | None) -> None:
        """Have the board be seen so; None: it is away."""
        self.wanting.take(now)
        self.seats.look()

    def give_up(self) -> None:
        """Give a game of the first round up, and begin another."""
        self.show(4, "1")
        self.show(0, "?")


SEATED = ["name white Menchik, Vera", "name black Graf, Sonja", "round 1", "board 5"]
NO_SHOW = ["new game", "name white Menchik, Vera", "name black Stevenson, Agnes", "round 2", "board 5"]

Story = Callable[[Evening], Coroutine[Any, Any, None]]


def tell(folder: Path, story: Story) -> Evening:
    """Return how an evening was after a story."""

    async def told() -> Evening:
        evening = Evening(folder)
        running = asyncio.create_task(evening.seats.run())
        await story(evening)
        await settled()
        running.cancel()
        return evening

    return asyncio.run(told())


async def settled() -> None:
    """Let all be done that waits for nothing."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_the_round_is_said_once(tmp_path: Path) -> None:
    """Whatever the board shows next."""

    async def story(evening: Evening) -> None:
        evening.give_up()
        await settled()
        evening.show(0, "?")

    assert tell(tmp_path, story).orders == ["round 1"]


@pytest.mark.parametrize("is_seated", [False, True])
def test_the_round_before_is_not_said_to_who_is_seated_next(tmp_path: Path, *, is_seated: bool) -> None:
    """The board was away for a moment, and the hall has seated the next round."""

    async def story(evening: Evening) -> None:
        evening.answer = AWAY
        evening.give_up()
        await settled()
        assert evening.orders == ["round 1"]
        evening.orders.clear()
        evening.answer = OBEYED
        if is_seated:
            evening.memory.seated(SECOND.stamp)
        evening.seats.take(write_payload(SECOND))
        evening.pauses.set()
        await until(lambda: evening.memory.was_seated(SECOND.stamp))
        evening.show(0, "?")

    orders = tell(tmp_path, story).orders
    assert [order for order in orders if "round" in order] == ([] if is_seated else ["round 2"])


@pytest.mark.parametrize("payload", [write_payload(SECOND), b""])
def test_a_game_of_who_sat_there_before_is_no_game_of_the_next(tmp_path: Path, payload: bytes) -> None:
    """It is given up after the hall has seated others, or nobody, and then the same again."""

    async def story(evening: Evening) -> None:
        evening.memory.seated(SECOND.stamp)
        evening.show(4, "1")
        evening.seats.take(payload)
        evening.seats.take(write_payload(FIRST))
        evening.show(0, "?")

    assert tell(tmp_path, story).orders == []


def test_a_game_that_is_begun_while_its_players_are_seated_is_theirs(tmp_path: Path) -> None:
    """They play as soon as the last order has come, while it is kept that they sit, and then give it up."""

    async def story(evening: Evening) -> None:
        def begin(order: str) -> None:
            if order == "board 5":
                evening.show(4, "2")

        evening.obeyed = begin
        evening.show(0, "?")
        evening.seats.take(write_payload(SECOND))
        await until(lambda: evening.memory.was_seated(SECOND.stamp))
        await evening.memory.kept()
        await settled()
        evening.orders.clear()
        evening.show(0, "?")

    assert tell(tmp_path, story).orders == ["round 2"]


def test_a_seating_that_is_told_again_changes_nothing(tmp_path: Path) -> None:
    """A broker that comes back gives what it has retained."""

    async def story(evening: Evening) -> None:
        evening.show(4, "1")
        evening.seats.take(write_payload(FIRST))
        evening.show(0, "?")

    assert tell(tmp_path, story).orders == ["round 1"]


def test_a_board_that_does_not_answer_is_told_again(tmp_path: Path) -> None:
    """After a pause."""

    async def story(evening: Evening) -> None:
        evening.answer = AWAY
        evening.give_up()
        await settled()
        evening.answer = OBEYED
        evening.pauses.set()

    evening = tell(tmp_path, story)
    assert evening.orders == ["round 1", "round 1"]
    assert evening.said == []


def test_nothing_is_said_of_a_game_that_was_begun_while_the_board_was_away(tmp_path: Path) -> None:
    """The one before may have had its result meanwhile."""

    async def story(evening: Evening) -> None:
        evening.show(4, "1")
        evening.see(None)
        evening.show(0, "?")

    assert tell(tmp_path, story).orders == []


def test_what_waits_to_be_said_is_forgotten_once_the_board_is_away(tmp_path: Path) -> None:
    """The game that was begun may have had its result meanwhile."""

    async def story(evening: Evening) -> None:
        evening.answer = AWAY
        evening.give_up()
        await settled()
        evening.see(None)
        evening.answer = OBEYED
        evening.show(0, "?")
        evening.pauses.set()

    assert tell(tmp_path, story).orders == ["round 1"]


def test_a_game_that_is_still_there_after_a_while_is_of_its_round(tmp_path: Path) -> None:
    """A board that was away, and then gives it up."""

    async def story(evening: Evening) -> None:
        evening.show(4, "1")
        evening.see(None)
        evening.give_up()

    assert tell(tmp_path, story).orders == ["round 1"]


def test_a_round_that_is_refused_is_told_to_the_arbiter(tmp_path: Path) -> None:
    """As what else of a seating is; it is not said again."""

    async def story(evening: Evening) -> None:
        evening.answer = REFUSED
        evening.give_up()
        await settled()
        evening.show(0, "?")

    evening = tell(tmp_path, story)
    assert evening.orders == ["round 1"]
    assert evening.said == ["hall: seating: no such round"]
    assert b"no such round" in (evening.outgoing.wanted(Kind.ALARM) or b"")


def test_nothing_is_said_as_long_as_seatings_are_held(tmp_path: Path) -> None:
    """Another board of this name may be meant; it is said once that is over."""

    async def story(evening: Evening) -> None:
        evening.seats.is_held = True
        evening.give_up()
        await settled()
        assert not evening.orders
        evening.seats.is_held = False
        evening.seats.look()

    assert tell(tmp_path, story).orders == ["round 1"]


def test_where_nobody_came_the_clock_that_was_stopped_is_put_away(tmp_path: Path) -> None:
    """Once, however long the board shows it; the next players sit down at a game of their own."""

    async def story(evening: Evening) -> None:
        evening.show(0, "1")
        evening.seats.take(write_payload(SECOND))
        await settled()
        assert not evening.orders
        for phase in ("paused", "paused", "over", "over", "setting up"):
            evening.show(0, "?" if phase == "setting up" else "1", phase)
            await settled()
        await until(lambda: evening.memory.was_seated(SECOND.stamp))

    assert tell(tmp_path, story).orders == NO_SHOW


def test_a_game_that_was_put_away_and_is_reopened_is_put_away_again(tmp_path: Path) -> None:
    """What was asked for is void then."""

    async def story(evening: Evening) -> None:
        evening.seats.take(write_payload(SECOND))
        for phase in ("paused", "over", "paused", "over"):
            evening.show(0, "1", phase)
            await settled()

    assert tell(tmp_path, story).orders == ["new game", "new game"]


def test_a_board_that_has_lost_its_seating_with_its_power_gets_it_again(tmp_path: Path) -> None:
    """It comes back with a game that bears nothing; once, whatever it shows next."""

    async def story(evening: Evening) -> None:
        evening.show(0, "1", "setting up")
        evening.see(None)
        evening.show(0, "?", "setting up", "other")
        await until(lambda: evening.memory.last_seated.game_id == "other")
        evening.show(0, "1", "setting up", "other")
        evening.seats.take(write_payload(FIRST))

    assert tell(tmp_path, story).orders == SEATED


def test_a_seating_that_the_whole_machine_has_lost_is_carried_out_again(tmp_path: Path) -> None:
    """The publisher has lost its power, too: it remembers at which game they sat."""

    async def first(evening: Evening) -> None:
        await evening.memory.kept()

    async def story(evening: Evening) -> None:
        evening.show(0, "?", "setting up", "other")
        await until(lambda: evening.memory.last_seated.game_id == "other")

    tell(tmp_path, first)
    assert tell(tmp_path, story).orders == SEATED


@pytest.mark.parametrize("shown", [(4, "playing"), (4, "over"), (1, "paused")])
def test_who_has_played_is_not_seated_again(tmp_path: Path, shown: tuple[int, str]) -> None:
    """A seating is for one game; the next one may be anybody's."""

    async def story(evening: Evening) -> None:
        evening.show(shown[0], "1", shown[1])
        evening.see(None)
        evening.show(0, "?", "setting up", "other")

    assert tell(tmp_path, story).orders == []


@pytest.mark.parametrize(
    ("plies", "result", "is_again"), [(9, "*", False), (0, "1-0", False), (0, "*", True)]
)
def test_who_has_played_unseen_is_not_seated_again(
    tmp_path: Path, plies: int, result: str, *, is_again: bool
) -> None:
    """The publisher was away meanwhile; the board has kept the game."""

    async def story(evening: Evening) -> None:
        evening.kept = (KeptGame(GAME, plies, result, "1"),)
        evening.show(0, "?", "setting up", "other")
        await until(lambda: evening.memory.last_seated != (FIRST.stamp, GAME, False))

    assert tell(tmp_path, story).orders == (SEATED if is_again else [])


@pytest.mark.parametrize(("round_", "phase"), [("7", "setting up"), ("?", "playing"), ("?", "over")])
def test_a_game_in_which_something_was_done_is_left_alone(tmp_path: Path, round_: str, phase: str) -> None:
    """It was named at the board, its clock has begun, or it is over."""

    async def story(evening: Evening) -> None:
        evening.show(0, round_, phase, "other")

    assert tell(tmp_path, story).orders == []


def test_a_board_that_is_played_on_before_it_is_seated_again_is_left_alone(tmp_path: Path) -> None:
    """Another machine of its id was there meanwhile."""

    async def story(evening: Evening) -> None:
        evening.seats.is_held = True
        evening.show(0, "?", "setting up", "other")
        await until(lambda: evening.asked > 0)
        await settled()
        evening.show(4, "?", "over", "other")
        evening.seats.is_held = False
        evening.seats.look()

    assert tell(tmp_path, story).orders == []
