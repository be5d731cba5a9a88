"""Which states are wanted: what has changed, what stands, and what time brings."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from jadoube.mqtt.payload_json import MOST_BYTES, read_payload
from jadoube.mqtt.payloads import Alarm, ClockState, PlayedGame
from jadoube.mqtt.topics import Kind
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.outgoing import Outgoing
from jadoube.online.publishing.states import BoardNow
from jadoube.online.publishing.wanting import AWAY_MS, MINUTE_MS, STANDS_MS, Times, Wanting
from shared.messages.of_a_board import MESSAGE, SIDE

DOUBTED = {"san": "e4", "number": 1, "side": "white", "move": "e2e4", "left_ms": 5, "doubts": ["d4"]}


class Seen:
    """A board that is seen, in a time that the test moves."""

    def __init__(self, folder: Path) -> None:
        self.now_ms = 0
        self.outgoing = Outgoing()
        self.memory = Memory(folder, lambda _: None)
        self.wanting = Wanting(self.outgoing, self.memory, Times(lambda: self.now_ms, lambda: self.now_ms))

    def show(self, **changes: Any) -> None:
        """Have the board show this now."""
        pgn = changes.pop("pgn", "")
        self.wanting.take(BoardNow({**MESSAGE, "at_ms": self.now_ms, **changes}, pgn))

    def pass_ms(self, duration_ms: int) -> None:
        """Let time pass."""
        self.now_ms += duration_ms
        self.wanting.look()

    def game(self) -> PlayedGame:
        """The game that is wanted."""
        return read_payload(PlayedGame, self.outgoing.wanted(Kind.GAME) or b"")

    def clock(self) -> ClockState:
        """The clock that is wanted."""
        return read_payload(ClockState, self.outgoing.wanted(Kind.CLOCK) or b"")

    def needs(self) -> list[str]:
        """Why the arbiter is called."""
        payload = self.outgoing.wanted(Kind.ALARM)
        return [call.need for call in read_payload(Alarm, payload).calls] if payload else []


@pytest.fixture
def seen(tmp_path: Path) -> Seen:
    """A board that nobody has seen yet."""
    return Seen(tmp_path)


def clock(white_ms: int, running: str = "white") -> dict[str, Any]:
    """A clock of a message."""
    rates = {"white": 0, "black": 0, running: -1}
    return {
        **MESSAGE["clock"],
        "running": running,
        "white": {**SIDE, "ms": white_ms, "rate": rates["white"]},
        "black": {**SIDE, "rate": rates["black"]},
    }


def test_a_game_gets_a_number_only_when_it_changes(seen: Seen) -> None:
    """Lamps, words and a clock that runs are none of it."""
    seen.show()
    seen.show(words={"en": "else"}, clock=clock(50_000))
    assert seen.game().seq == 1
    seen.show(game={**MESSAGE["game"], "result": "1-0"}, phase="over")
    assert (seen.game().seq, seen.game().result) == (2, "1-0")


def test_a_clock_is_told_when_something_is_done_to_it_and_each_minute(seen: Seen) -> None:
    """In between readers count; what they are told is the time of that instant."""
    seen.show()
    first = seen.clock()
    seen.now_ms = 5_000
    seen.show(clock=clock(55_000))
    assert seen.clock() == first
    seen.pass_ms(MINUTE_MS - 5_001)
    assert seen.clock() == first
    seen.pass_ms(1)
    assert (seen.clock().white_ms, seen.clock().at) == (0, MINUTE_MS)
    seen.show(clock=clock(9_000, "black"))
    assert (seen.clock().white_ms, seen.clock().running) == (9_000, "black")
    seen.now_ms += 1_000
    seen.wanting.tell_clock()  # to who comes in between
    assert (seen.clock().white_ms, seen.clock().black_ms) == (9_000, 59_000)


def test_the_clock_of_a_board_that_is_away_stands(seen: Seen) -> None:
    """As it was seen last, told once; nobody counts on what nobody knows. It runs when the board is back."""
    seen.show()
    seen.now_ms = 5_000
    seen.show(clock=clock(55_000))
    seen.now_ms = 6_000
    seen.wanting.take(None)
    stands = seen.clock()
    assert (stands.white_ms, stands.running, stands.at) == (55_000, "", 6_000)
    assert stands.after(MINUTE_MS) == (55_000, 60_000)
    seen.pass_ms(2 * MINUTE_MS)
    seen.wanting.tell_clock()
    seen.wanting.take(None)
    assert seen.clock() == stands
    seen.show(clock=clock(50_000))
    assert (seen.clock().white_ms, seen.clock().running, seen.clock().white_rate) == (50_000, "white", -1)


def test_the_clock_of_a_board_that_does_not_come_stands(seen: Seen) -> None:
    """The broker has one that runs, of an earlier start; a board that comes in time tells its own."""
    running = ClockState(55_000, 60_000, "white", 0, white_rate=-1)
    seen.wanting.find_clock(running)
    seen.pass_ms(AWAY_MS - 1)
    assert seen.outgoing.wanted(Kind.CLOCK) is None
    seen.pass_ms(1)
    assert (seen.clock().white_ms, seen.clock().running, seen.clock().white_rate) == (55_000, "", 0)
    seen.show()
    assert seen.clock().running == "white"
    seen.wanting.find_clock(running)
    seen.pass_ms(AWAY_MS)
    assert seen.clock().running == "white"


def test_a_clock_that_is_gone_is_deleted(seen: Seen) -> None:
    """With an empty message."""
    seen.show()
    seen.show(clock=None)
    assert seen.outgoing.wanted(Kind.CLOCK) == b""


def test_what_a_hand_sets_right_is_no_call(seen: Seen) -> None:
    """A doubt that stands is one, once."""
    doubted = {"game": {**MESSAGE["game"], "plies": [DOUBTED]}, "doubt": {"plies": [1]}}
    seen.show(**doubted)
    seen.pass_ms(STANDS_MS - 1)
    assert seen.needs() == []
    seen.show()
    seen.pass_ms(1)
    seen.show(**doubted)
    assert seen.needs() == []
    seen.pass_ms(STANDS_MS)
    assert seen.needs() == ["doubt"]
    seen.show()
    assert seen.needs() == []


def test_a_board_that_is_away_calls(seen: Seen) -> None:
    """After a while, also if it never was there; its game stays as it was."""
    seen.pass_ms(AWAY_MS)
    assert seen.needs() == ["machine"]
    seen.show()
    assert seen.needs() == []
    seen.wanting.take(None)
    seen.pass_ms(AWAY_MS - 1)
    assert seen.needs() == []
    seen.pass_ms(1)
    assert seen.needs() == ["machine"]
    assert seen.game().seq == 1


def test_a_game_that_is_too_long_goes_without_its_pgn(seen: Seen) -> None:
    """The hall asks for that."""
    seen.show(pgn="x" * MOST_BYTES)
    assert seen.game().pgn == ""
    seen.show(pgn="x")
    assert seen.game().pgn == "x"


def test_the_arbiters_pause_is_none_after_it(seen: Seen) -> None:
    """The next one is a player's."""
    plies = {**MESSAGE["game"], "plies": [DOUBTED]}
    seen.show(game=plies)
    seen.memory.is_arbiters_pause = True
    seen.show(game=plies)
    seen.show(game=plies, phase="paused")
    assert seen.needs() == []
    seen.show(game=plies)
    seen.show(game=plies, phase="paused")
    assert seen.needs() == ["help"]


def test_the_arbiters_pause_is_his_after_a_restart(tmp_path: Path) -> None:
    """Also of the machine; if the clocks were started meanwhile, the next pause is a player's."""
    plies = {**MESSAGE["game"], "plies": [DOUBTED]}
    before = Seen(tmp_path)
    before.memory.is_arbiters_pause = True
    asyncio.run(before.memory.kept())
    seen = Seen(tmp_path)
    seen.show(game=plies, phase="paused")
    assert seen.needs() == []
    later = Seen(tmp_path)
    later.show(game=plies)
    later.show(game=plies, phase="paused")
    assert later.needs() == ["help"]
