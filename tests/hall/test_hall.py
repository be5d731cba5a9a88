"""The hall on a real broker: what boards publish and keep arrives, whatever is killed or cut off."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from jadoube.core.messages.phrases import UnfitText
from jadoube.daemon.real_time import Slots, unix_s
from jadoube.formats.pairings import Pairings, read_pairings
from jadoube.glances.board_lines import ANSWERS_S as BOARD_ANSWERS_S
from jadoube.hall import arbiters
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.hall.exchange.requests import ANSWERS_S, Requests
from jadoube.hall.file.schema import Found
from jadoube.hall.file.store import Store
from jadoube.hall.process import CLIENT_FILE, Hall, Made, Tells, own_client, own_id
from jadoube.hall.rounds.lichess_targets import Target
from jadoube.hall.rounds.lists.questions import Choice, QuestionError
from jadoube.hall.troubles import Kind as Trouble
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import Answer, ClockState, Lease, Request, Round, Seating
from jadoube.mqtt.topics import Command, Kind, lease_topic, round_topic, state_topic
from jadoube_sim.hall.broker import LocalBroker
from shared.hall.broker import client, kept, to
from shared.hall.cable import cable_to
from shared.hall.in_one_loop import (
    HALL,
    QUICK,
    PaperBoard,
    board_here,
    hall_here,
    made,
    pgn_of,
    played,
    until,
)

LIST = b"round,board,white,black\n1,1,Berg,Tal\n1,2,Lund,Wolf\n2,1,Tal,Lund\n"


def _state(hall: Hall, board: str) -> BoardState:
    found = hall.boards.board(board)
    assert found
    return found


def _plies(hall: Hall, game_id: str) -> int:
    row = hall.store.row(game_id)
    return row.plies if row else -1


def _kinds(hall: Hall, board: str = "") -> set[Trouble]:
    found = hall.boards.board(board)
    troubles = hall.boards.troubles if not board else found.troubles if found else ()
    return {each.kind for each in troubles}


def _shows(hall: Hall, white_ms: int) -> bool:
    clock = _state(hall, "b1").clock
    return clock is not None and clock.white_ms == white_ms


def _said(hall: Hall) -> list[str]:
    return [each.said["en"] for each in hall.boards.notices]


async def _choose(hall: Hall, name: str = "1") -> None:
    await hall.arbiters.lead()
    await hall.arbiters.take_pairings(LIST, "list.csv")
    hall.arbiters.choose_round(name)
    await until(lambda: hall.boards.holds)


async def _written(hall: Hall) -> None:
    """Wait until all is in the file: one thread writes, a batch after the other."""
    hall.store.put("a test", str(hall.boards.now_ms()))
    assert await hall.writing.write()


@pytest.mark.parametrize("bytes_left", [b"no database at all" * 100, None])
def test_a_hall_that_has_lost_its_file_takes_its_own_word_at_the_broker(
    broker: LocalBroker, tmp_path: Path, bytes_left: bytes | None
) -> None:
    """It has the lease still, and yet hears it first; it says that its file was damaged, or gone."""
    path = tmp_path / "a" / "hall.db"

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall:
            hall.lock()
            await _choose(hall)
            hall.arbiters.record("2", "0-1", "Anna")
            await hall.arbiters.written()
            assert Trouble.FILE not in _kinds(hall)
        published = (await kept(broker, round_topic(HALL)))[round_topic(HALL)]
        for each in path.parent.glob("hall.db*"):
            each.unlink()
        if bytes_left:
            path.write_bytes(bytes_left)
        async with hall_here(broker, tmp_path / "a") as again:
            line = (
                "was damaged, and is kept as hall.db.damaged-1" if bytes_left else "hall.db was gone or empty"
            )
            assert sum(line in each for each in _said(again)) == 1
            assert Trouble.FILE in _kinds(again)
            await until(lambda: again.boards.holds)
            assert [each.result for each in again.arbiters.results()] == ["*", "0-1"]
            await _has_pushed(again)
        assert (await kept(broker, round_topic(HALL)))[round_topic(HALL)] == published

    asyncio.run(run())


async def _has_pushed(hall: Hall) -> None:
    """Wait until it has published again all that it holds."""
    await until(lambda: hall.connection.is_up and hall.boards.holds)
    await until(lambda: not hall._outgoing._tables_again and hall._outgoing.is_seated("b1"))
    await until(lambda: hall._outgoing._published)


def test_the_same_and_older_states_change_nothing(broker: LocalBroker, tmp_path: Path) -> None:
    """A state that comes twice changes nothing; an older one is dropped, told, and the game is asked for."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as board:
            board.keep("g1", "e4", "e5")
            await board.play("g1", 7, "e4", "e5", at=1)
            await until(lambda: _plies(hall, "g1") == 2)
            await board.play("g1", 7, "e4", "e5", at=2)
            asked = len(board.asked)
            await board.play("g1", 5, "e4")
            await until(lambda: Trouble.WENT_BACK in _kinds(hall, "b1"))
            await until(lambda: len(board.asked) > asked)
            assert hall.boards.game_of("b1") == played("g1", 7, "e4", "e5", at=1)
            assert _plies(hall, "g1") == 2
            await board.play("g1", 8, "e4", "e5", "Nf3")
            await until(lambda: _plies(hall, "g1") == 3)
            assert Trouble.WENT_BACK not in _kinds(hall, "b1")

    asyncio.run(run())


def test_a_killed_hall_loses_no_ply(broker: LocalBroker, tmp_path: Path) -> None:
    """What was played while it was away is retained, and what ended meanwhile comes from the board."""

    async def run() -> None:
        async with board_here(broker, "b1") as board:
            async with hall_here(broker, tmp_path / "a") as hall:
                await _choose(hall)
                await board.play("g1", 1, "e4")
                await until(lambda: _plies(hall, "g1") == 1)
                await _written(hall)
            board.keep("g1", "e4", "e5", result="1-0", round="1")
            await board.play("g2", 9, "d4", "d5", "c4")
            async with hall_here(broker, tmp_path / "a") as hall:
                await until(lambda: _plies(hall, "g1") == 2)
                await until(lambda: _plies(hall, "g2") == 3)
                await until(lambda: hall.boards.holds)
                assert hall.arbiters.round().round == "1"
                assert hall.arbiters.results()[0].result == "1-0"

    asyncio.run(run())


def test_what_was_answered_outlasts_a_hall_that_is_killed(broker: LocalBroker, tmp_path: Path) -> None:
    """It is in the file, and nothing older replaces it at the broker afterwards."""

    async def run() -> None:
        async with board_here(broker, "b1") as board:
            async with hall_here(broker, tmp_path / "a", write_s=60) as hall:
                await _choose(hall)
                hall.arbiters.assign("1", "")
                hall.arbiters.assign("2", "b1")
                await hall.arbiters.seat("Anna", "3+2")
                hall.arbiters.record("1", "1-0", "Anna")
                await hall.arbiters.written()
                await until(lambda: [each.board for each in board.seated] == ["2"])
            async with hall_here(broker, tmp_path / "a") as hall:
                await _has_pushed(hall)
                found = hall.arbiters.round()
                assert [(each.board, each.result) for each in found.boards[:2]] == [("", "1-0"), ("b1", "")]
                assert [each.what for each in hall.arbiters.acts()][-2:] == [
                    "seat 3+2",
                    "result 1-0 of pairing 1",
                ]
            assert {each.board for each in board.seated} == {"2"}

    asyncio.run(run())


def test_a_board_that_was_cut_off_brings_its_first_game(broker: LocalBroker, tmp_path: Path) -> None:
    """Away for ten minutes, it has ended one game and begun another: both are whole afterwards."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as board:
            await _choose(hall)
            await until(lambda: hall.boards.round.boards[0].board == "b1")
            await board.play("g1", 1, "e4")
            await until(lambda: _plies(hall, "g1") == 1)
            await board.leave()
            await until(lambda: Trouble.LOST in _kinds(hall, "b1"))
            board.keep("g1", "e4", "e5", "Nf3", result="0-1")
            await board.come()
            await board.play("g2", 20, "d4")
            await until(lambda: _plies(hall, "g1") == 3 and _plies(hall, "g2") == 1)
            assert "Board b1 was lost: nothing is heard of it." in _said(hall)
            assert "Board b1 is back." in _said(hall)
            assert Trouble.LOST not in _kinds(hall, "b1")
            row = hall.arbiters.results()[0]
            assert (row.result, row.game_ids, row.others) == ("0-1", ("g1",), ("g2",))

    asyncio.run(run())


def test_a_wrong_date_is_told_once_and_touches_no_clock(broker: LocalBroker, tmp_path: Path) -> None:
    """The board's clock is counted on by the hall's own time; that its date is wrong is one line."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as board:
            await until(lambda: hall.boards.board("b1"))
            for white_ms in (5000, 4000):
                before_ms = hall.boards.now_ms()
                await board.say(Kind.CLOCK, ClockState(white_ms, 9000, "white", 1_000_000, white_rate=-1))
                await until(partial(_shows, hall, white_ms))
                assert before_ms <= _state(hall, "b1").clock_ms <= hall.boards.now_ms()
            await until(lambda: Trouble.CLOCK in _kinds(hall, "b1"))
            assert sum("date of board b1" in line for line in _said(hall)) == 1
            assert _kinds(hall, "b1") == {Trouble.CLOCK}

    asyncio.run(run())


def test_one_of_two_halls_holds_the_lease_and_the_other_takes_over(
    broker: LocalBroker, tmp_path: Path
) -> None:
    """Both show everything; the round is known to both, and the second one goes on with it alone."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "b") as second, board_here(broker, "b1") as board:
            async with hall_here(broker, tmp_path / "a") as first:
                await until(lambda: first.boards.holds or second.boards.holds)
                await _choose(first)
                await until(lambda: second.boards.round.round == "1")
                await until(lambda: Trouble.LEASE in _kinds(second))
                assert Trouble.LEASE not in _kinds(first)
                await board.play("g1", 1, "e4")
                await until(lambda: _plies(first, "g1") == 1 and _plies(second, "g1") == 1)
                assert not second.boards.holds
            await until(lambda: second.boards.holds)
            assert second.arbiters.results()[0].game_ids == ("g1",)
            with pytest.raises(QuestionError) as asked:
                second.arbiters.assign("2", "b1")
            second.arbiters.assign("2", "b1", agreed=asked.value.answers[Choice.YES].agreed)
            found = await kept(broker, round_topic(HALL))
            await until(lambda: second.boards.round.boards[1].board == "b1")
            assert read_payload(Round, found[round_topic(HALL)]).round == "1"

    asyncio.run(run())


def test_who_acts_at_the_other_hall_has_the_lease_there(broker: LocalBroker, tmp_path: Path) -> None:
    """And does it to the round as the other one has left it: nothing of what either did is lost."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as first, hall_here(broker, tmp_path / "b") as second:
            await _choose(first)
            await first.arbiters.written()
            for at, hall in enumerate((second, first, second)):
                await hall.arbiters.lead()
                assert hall.boards.holds
                hall.arbiters.record(str(1 + at % 2), ("1-0", "0-1", "1/2-1/2")[at], "Anna")
                await hall.arbiters.written()
            results = ["1/2-1/2", "0-1"]
            await until(lambda: [each.result for each in first.boards.round.boards[:2]] == results)
            assert [each.result for each in second.boards.round.boards[:2]] == results
            assert not [each for each in (*_said(first), *_said(second)) if "is not in it" in each]

    asyncio.run(run())


def test_what_was_done_beside_another_hall_and_is_lost_is_told(broker: LocalBroker, tmp_path: Path) -> None:
    """It had the round, and was cut off: while the broker is away it goes on. The other one took over."""

    async def run() -> None:
        async with cable_to(broker.port) as cable:  # noqa: SIM117
            async with hall_here(broker, tmp_path / "a", port=cable.port) as first:
                await _choose(first)
                async with hall_here(broker, tmp_path / "b") as second:
                    await until(lambda: second.boards.round.round == "1")
                    await cable.cut()
                    await until(lambda: first.boards.away_ms is not None)
                    await first.arbiters.lead()
                    first.arbiters.record("1", "1-0", "Anna")
                    await second.arbiters.lead()
                    second.arbiters.record("2", "0-1", "Vera")
                    await until(lambda: second.arbiters.round() is second._outgoing._published)
                    await cable.plug()
                    await until(lambda: first.arbiters.round().boards[1].result == "0-1")
                    assert first.arbiters.round().boards[0].result == ""
                    assert any("is not in it: result 1-0 of pairing 1." in each for each in _said(first))

    asyncio.run(run())


def test_nobody_acts_at_a_hall_that_does_not_hear_the_one_that_has_the_round(
    broker: LocalBroker, tmp_path: Path
) -> None:
    """The broker is away: what he does would be lost."""

    async def run() -> None:
        async with cable_to(broker.port) as cable, hall_here(broker, tmp_path / "a") as first:
            await _choose(first)
            async with hall_here(broker, tmp_path / "b", port=cable.port) as second:
                await until(lambda: second.boards.round.round == "1")
                await cable.cut()
                await until(lambda: second.boards.away_ms is not None)
                with pytest.raises(UnfitText):
                    await second.arbiters.lead()

    asyncio.run(run())


def test_a_pairing_goes_on_at_another_board(broker: LocalBroker, tmp_path: Path) -> None:
    """It is one game for the world: it goes on from the position, under the same names and id."""
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"

    async def run() -> None:
        async with (
            hall_here(broker, tmp_path / "a") as hall,
            board_here(broker, "b1") as one,
            board_here(broker, "b9", machine="m9") as nine,
        ):
            await _choose(hall)
            await until(lambda: hall.boards.round.boards[0].board == "b1")
            answers = await hall.arbiters.seat("Anna Berg", "3+2")
            assert answers["b1"]
            await until(lambda: [each.white.name for each in one.seated] == ["Berg"])
            await one.play("g1", 1, "e4", "e5", "f4")
            await until(lambda: _plies(hall, "g1") == 3)
            hall.arbiters.assign("1", "b9")
            await until(lambda: [each.control for each in nine.seated] == ["3+2"])
            await nine.play("g2", 1, start_fen=fen)
            text = pgn_of("g2", ("Nf3", "Nc6"), "1-0", fen=fen).replace("1. Nf3", "2. Nf3")
            game = played("g2", 2, "Nf3", "Nc6", result="1-0", over=True, start_fen=fen)
            await nine.say(Kind.GAME, replace(game, pgn=text))
            await until(lambda: _plies(hall, "g2") == 2)
            assert Trouble.MOVED in _kinds(hall, "b9")
            row = hall.arbiters.results()[0]
            assert (row.game_ids, row.result) == (("g1", "g2"), "1-0")
            text = hall.arbiters.round_pgn()
            assert "1. e4 e5" not in text  # numbers stand before Black's plies, too: our own form
            assert "2. Nf3" in text
            assert "f4" not in text
            assert text.count('[White "Berg"]') == 1

    asyncio.run(run())


def test_what_is_no_time_control_is_sent_to_nobody(broker: LocalBroker, tmp_path: Path) -> None:
    """It is refused where it is typed."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as one:
            await _choose(hall)
            await until(lambda: hall.boards.round.boards[0].board == "b1")
            with pytest.raises(UnfitText, match="90\\+3O"):
                await hall.arbiters.seat("Anna Berg", "90+3O")
            assert await hall.arbiters.seat("Anna Berg", "90+30")
            await until(lambda: [each.control for each in one.seated] == ["90+30"])

    asyncio.run(run())


def test_a_board_of_another_time_control_is_not_started(broker: LocalBroker, tmp_path: Path) -> None:
    """It has refused what it was told; both controls are named."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as one:
            await _choose(hall)
            await until(lambda: hall.boards.round.boards[0].board == "b1")
            await hall.arbiters.seat("Anna Berg", "90+30")
            await one.play("g1", 1, round="1", board="1")
            await one.say(Kind.CLOCK, ClockState(180_000, 180_000, "", 0, control="3+2"))
            await until(lambda: hall.boards.all()[0].clock)
            refused = (await hall.arbiters.start("Anna Berg"))["b1"]
            assert refused
            assert "3+2" in refused.why["en"]
            assert "90+30" in refused.why["en"]
            assert not [each for _, each in one.asked if each.order]
            right = ClockState(5_400_000, 5_400_000, "", 0, control="90+30")
            await one.say(Kind.CLOCK, right)
            await until(lambda: hall.boards.all()[0].clock == right)
            started = (await hall.arbiters.start("Anna Berg"))["b1"]
            assert started
            assert started.ok

    asyncio.run(run())


def test_arbiters_orders_are_answered_board_by_board(broker: LocalBroker, tmp_path: Path) -> None:
    """Each board answers with its own words; what was done is kept by name."""

    async def run() -> None:
        async with (
            hall_here(broker, tmp_path / "a") as hall,
            board_here(broker, "b1"),
            board_here(broker, "b2", refuses={"pause": "no clock runs"}) as two,
        ):
            await until(lambda: len(hall.boards.all()) == 2)
            answers = await hall.arbiters.order(["b1", "b2"], "pause", "Anna Berg")
            assert answers["b1"] is not None
            assert answers["b1"].ok
            assert answers["b2"] is not None
            assert answers["b2"].why == {"en": "no clock runs"}
            assert [each.by for _, each in two.asked if each.order] == ["Anna Berg"]
            (act,) = hall.arbiters.acts()
            assert (act.who, act.what, act.boards, act.answer) == (
                "Anna Berg",
                "pause",
                "b1 b2",
                "b2: no clock runs",
            )

    asyncio.run(run())


def test_no_board_changes_what_another_has_played(broker: LocalBroker, tmp_path: Path) -> None:
    """Neither by a state, nor by a game that it has kept, nor by an answer in another's place."""

    async def run() -> None:
        async with (
            hall_here(broker, tmp_path / "a") as hall,
            board_here(broker, "b1") as one,
            board_here(broker, "b2", machine="m2") as two,
        ):
            await one.play("g1", 1, "e4", "e5", result="1-0", over=True)
            await until(lambda: _plies(hall, "g1") == 2)
            two.keep("g1", "f3", "e5", "g4", "Qh4#", result="0-1")
            await two.play("g1", 99, "f3", "e5", "g4", result="0-1", over=True)
            hall.catch_up.want("b2")
            await until(lambda: _plies(hall, "g1@b2") == 4)
            row = hall.store.row("g1")
            assert row
            assert (row.plies, row.result, row.board) == (2, "1-0", "b1")
            assert Trouble.ANOTHERS in _kinds(hall, "b2")
            requests = hall._requests
            asking = asyncio.create_task(requests.ask("none", Command.ORDER, Request, 0.2))
            await until(lambda: requests._waiting)
            (_, asked) = next(iter(requests._waiting))
            requests.answered("b2", Answer(asked, ok=True))
            assert await asking is None

    asyncio.run(run())


def test_a_list_is_read_beside_the_loop_and_acts_bear_names(
    broker: LocalBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of 2 MB takes seconds; whoever arranges the round is named."""
    read_in: list[int] = []

    def read(data: bytes, name: str) -> Pairings:
        read_in.append(threading.get_ident())
        return read_pairings(data, name)

    monkeypatch.setattr(arbiters, "read_pairings", read)

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b9"):
            await until(lambda: hall.boards.board("b9"))
            await hall.arbiters.take_pairings(LIST, "list.csv", "Vera")
            hall.arbiters.choose_round("1", "Paul")
            hall.arbiters.assign("2", "b9", "Mikhail")
            assert [(each.who, each.what) for each in hall.arbiters.acts()] == [
                ("Vera", "pairings list.csv"),
                ("Paul", "round 1"),
                ("Mikhail", "pairing 2 at b9"),
            ]

    asyncio.run(run())
    assert read_in != [threading.get_ident()]


def test_a_round_is_named_for_lichess_by_an_arbiter(broker: LocalBroker, tmp_path: Path) -> None:
    """As by the command; a round that there is not is refused, and each act is kept."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall:
            await hall.arbiters.take_pairings(LIST, "list.csv", "Vera")
            hall.arbiters.send_round("1", Target("AbCdEfGh", 15, 2, 0), "Vera")
            [target] = hall.arbiters.lichess()["targets"]
            assert target == {"round": "1", "lichess": "AbCdEfGh", "minutes": 15, "plies": 2}
            with pytest.raises(UnfitText):
                hall.arbiters.send_round("9", Target("AbCdEfGh", 15, 0, 0), "Vera")
            hall.arbiters.end_round("1", "Paul")
            assert hall.arbiters.lichess()["targets"] == []
            hall.arbiters.send_no_round("Paul")
            stands = hall.arbiters.lichess()
            assert (stands["targets"], stands["token"], stands["round"]) == ([], False, "")
            assert [(each.who, each.what) for each in hall.arbiters.acts()[1:]] == [
                ("Vera", "lichess AbCdEfGh of 1"),
                ("Paul", "lichess off of 1"),
                ("Paul", "lichess off"),
            ]

    asyncio.run(run())


def test_a_file_that_takes_long_to_open_holds_up_nothing(
    broker: LocalBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is served meanwhile; what the file has is there as soon as it is open."""
    opens, find = threading.Event(), Store.find

    def slow(store: Store) -> Found:
        assert opens.wait(5)
        return find(store)

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall:
            await _choose(hall, "2")
            assert await hall.writing.write()
        monkeypatch.setattr(Store, "find", slow)
        told = Tells(Slots(1).now_ms, unix_s, lambda: 0.5)
        hall = Hall(made(broker, tmp_path / "a"), told, lambda _: None)
        running = asyncio.create_task(hall.run())
        for _ in range(3):
            await asyncio.sleep(0)
        assert not hall.store.is_open
        opens.set()
        await until(lambda: hall.rounds.names == ("1", "2"))
        assert hall.boards.round.round == "2"
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        hall.close()

    asyncio.run(run())


def test_the_start_of_a_round_leaves_a_board_with_another_game_alone(
    broker: LocalBroker, tmp_path: Path
) -> None:
    """It is named with what it shows; who says no round is started."""

    async def run() -> None:
        async with (
            hall_here(broker, tmp_path / "a") as hall,
            board_here(broker, "b1") as one,
            board_here(broker, "b2") as two,
        ):
            await _choose(hall)
            await until(lambda: all(each.board for each in hall.boards.round.boards))
            await one.play("g1", 1, "e4", round="9", board="1")
            await two.play("g2", 1, round="1", board="02")
            await until(lambda: hall.boards.game_of("b1") and hall.boards.game_of("b2"))
            answers = await hall.arbiters.start("Anna Berg")
            assert [each.order for _, each in one.asked if each.order] == []
            assert [each.order for _, each in two.asked if each.order] == ["play"]
            said = "Not started: the board shows a game of round 9, table 1. Send the seatings."
            (first, second) = (answers["b1"], answers["b2"])
            assert first is not None
            assert (first.ok, first.why["en"]) == (False, said)
            assert second is not None
            assert second.ok
            assert hall.arbiters.acts()[-1].answer == f"b1: {said}"

    asyncio.run(run())


async def _start_says(hall: Hall, board: str) -> str:
    answer = (await hall.arbiters.start("Anna Berg"))[board]
    assert answer is not None
    return answer.why.get("en", "")


def test_the_start_of_a_round_starts_what_is_to_be_played(broker: LocalBroker, tmp_path: Path) -> None:
    """No board whose pairing has a result, that shows another event's game, or that was told nobody."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as board:
            await hall.arbiters.take_pairings(
                b"event,round,board,white,black\nClub,1,1,Berg,Tal\n", "list.csv"
            )
            hall.arbiters.choose_round("1")
            await until(lambda: hall.boards.round.boards[0].board == "b1")
            hall.arbiters.record("1", "1-0", "Anna Berg")
            assert "pairing 1 has a result already, 1-0" in await _start_says(hall, "b1")
            hall.arbiters.record("1", "", "Anna Berg")
            await board.play("g1", 1, "e4", event="Old Club", round="1", board="1")
            await until(lambda: hall.boards.game_of("b1"))
            assert "a game of Old Club, not of Club" in await _start_says(hall, "b1")
            await board.play("g2", 2)
            await until(lambda: getattr(hall.boards.game_of("b1"), "game_id", "") == "g2")
            hall.rounds.tables.send(hall.boards.round, "Anna Berg", "")
            assert "nobody was told to sit here" in await _start_says(hall, "b1")
            assert [each.order for _, each in board.asked if each.order] == []
            await until(lambda: board.seated)  # it came after they were sent
            assert await _start_says(hall, "b1") == ""
            assert [each.order for _, each in board.asked if each.order] == ["play"]

    asyncio.run(run())


def test_an_order_without_an_answer_is_void_once_it_is_given_up() -> None:
    """It may be given again then: no board gets it twice, and one that has got it has had time to answer."""
    expires: list[int | None] = []

    async def publish(*_: object, expires_s: int | None = None, **_others: object) -> None:
        expires.append(expires_s)

    async def run() -> None:
        requests = Requests("club", "a", publish, lambda: 0)
        assert await requests.ask("b1", Command.ORDER, Request, 0) is None

    asyncio.run(run())
    (expires_s,) = expires
    assert expires_s is not None
    assert expires_s + BOARD_ANSWERS_S <= ANSWERS_S


def test_what_cannot_be_read_is_told_once(broker: LocalBroker, tmp_path: Path) -> None:
    """A payload of a wrong type changes nothing, and is named with board and place."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as board:
            await board.play("g1", 1, "e4")
            for _ in range(2):
                await board.say(Kind.GAME, b'{"v":1,"game_id":"g1","seq":"two","at":1}')
            await until(lambda: Trouble.UNREADABLE in _kinds(hall, "b1"))
            assert _plies(hall, "g1") == 1
            await board.play("g1", 2, "e4", "e5")
            await until(lambda: _plies(hall, "g1") == 2)
            lines = [line for line in _said(hall) if "cannot be read" in line]
            assert lines == [
                'What board b1 published cannot be read (game): seq: "two" found, expected a whole number.'
            ]
            assert Trouble.UNREADABLE not in _kinds(hall, "b1")

    asyncio.run(run())


def test_no_words_of_a_board_end_the_hall(broker: LocalBroker, tmp_path: Path) -> None:
    """Numbers without end and odd positions; other boards are kept, also after a start that finds them."""
    odd = [
        replace(played("g1", 1), board="1" * 5000),
        played("g2", 2, "e4", board="1" * 200, start_fen="8/8/8/8/8/8/8/8 b - - 0 \u00b2"),
        played("g3", 3, fen="8/8/8/8/8/8/8/8 b - - 0 " + "9" * 5000),
    ]

    async def start(game_id: str) -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as board:
            await _choose(hall)
            for each in odd:
                await board.say(Kind.GAME, each)
            async with board_here(broker, "b2") as other:
                await other.play(game_id, 1, "Nf3")
                await until(lambda: hall.store.row(game_id))
            assert hall.store.row("g2")
            hall.arbiters.assign("1", "b1")
            assert '[White "Berg"]' in hall.arbiters.round_pgn()
            assert Trouble.UNREADABLE in _kinds(hall, "b1")

    asyncio.run(start("h1"))
    asyncio.run(start("h2"))


def test_a_full_disk_is_told_and_what_came_meanwhile_is_written_later(
    broker: LocalBroker, tmp_path: Path
) -> None:
    """The page shows everything all the same."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as board:
            base = hall.store._base
            assert base
            (pages,) = base.execute("PRAGMA page_count").fetchone()
            base.execute(f"PRAGMA max_page_count = {pages}")
            long = ("Nf3", "Nf6", "Ng1", "Ng8") * 300
            await board.play("g1", 1, *long)
            await until(lambda: Trouble.STORE in _kinds(hall))
            await board.play("g2", 2, "e4")
            await until(lambda: _plies(hall, "g2") == 1)
            base.execute("PRAGMA max_page_count = 100000")
            assert await hall.writing.write()
            assert _kinds(hall) == set()
            (count,) = base.execute("SELECT count(*) FROM games").fetchone()
            assert count == 2

    asyncio.run(run())


def test_a_board_that_has_left_is_gone(broker: LocalBroker, tmp_path: Path) -> None:
    """Once nothing of it is retained; its games stay."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall:
            async with board_here(broker, "b1") as board:
                await board.play("g1", 1, "e4")
                await until(lambda: _plies(hall, "g1") == 1)
                for kind in (Kind.GAME, Kind.ABOUT, Kind.ONLINE):
                    await board.say(kind, None)
                await until(lambda: hall.boards.board("b1") is None)
            await until(lambda: hall.boards.board("b1"))  # lost
            assert _plies(hall, "g1") == 1

    asyncio.run(run())


def test_a_fault_of_ours_ends_nothing(broker: LocalBroker, tmp_path: Path) -> None:
    """It is told with its topic, and the next message is taken."""
    said: list[str] = []
    faults = [ZeroDivisionError()]

    def told(_board: str) -> None:
        if faults:
            raise faults.pop()

    async def run() -> None:
        async with (
            hall_here(broker, tmp_path / "a", said.append) as hall,
            board_here(broker, "b1") as board,
        ):
            await until(lambda: hall.boards.board("b1"))
            hall.boards.listen(told)
            await board.say(Kind.CLOCK, ClockState(1, 1, "", 0))
            await until(lambda: any("ZeroDivisionError" in line for line in said))
            await board.play("g1", 1, "e4")
            await until(lambda: _plies(hall, "g1") == 1)

    asyncio.run(run())


def test_a_broker_that_has_lost_the_tables_gets_them_again(broker: LocalBroker, tmp_path: Path) -> None:
    """With their stamps, so that no board carries one out twice."""

    async def run() -> None:
        table = state_topic(HALL, "b1", Kind.TABLE)
        async with hall_here(broker, tmp_path / "a") as hall:
            async with board_here(broker, "b1") as board:
                await _choose(hall)
                await until(lambda: hall.boards.round.boards[0].board == "b1")
                await hall.arbiters.seat("Anna Berg")
                await until(lambda: board.seated)
            broker.kill()
            await until(lambda: Trouble.BROKER in _kinds(hall))
            broker.start()
            await _has_pushed(hall)
            assert read_payload(Seating, (await kept(broker, table))[table]).stamp == board.seated[0].stamp

    asyncio.run(run())


def test_the_hall_and_the_broker_lose_their_power_at_once(broker: LocalBroker, tmp_path: Path) -> None:
    """What the hall has kept counts, and not what the broker had saved before."""

    async def run() -> None:
        table = state_topic(HALL, "b1", Kind.TABLE)
        async with hall_here(broker, tmp_path / "a") as hall:
            async with board_here(broker, "b1"):
                await _choose(hall, "2")
                await until(lambda: hall.boards.round.boards[0].board == "b1")
            await hall.arbiters.seat("Anna Berg")
            await _written(hall)
        broker.kill()
        broker.start()
        async with hall_here(broker, tmp_path / "a") as hall:
            await _has_pushed(hall)
            found = await kept(broker)
            assert read_payload(Seating, found[table]).round == "2"
            assert read_payload(Round, found[round_topic(HALL)]).round == "2"

    asyncio.run(run())


def test_the_round_of_another_holder_counts_when_a_hall_comes_back(
    broker: LocalBroker, tmp_path: Path
) -> None:
    """It has an older round and older seatings, and tells nobody of them again."""

    async def run() -> None:
        async with board_here(broker, "b1") as board:
            async with hall_here(broker, tmp_path / "a") as first:
                await _choose(first)
                await until(lambda: first.boards.round.boards[0].board == "b1")
                await first.arbiters.seat("Anna Berg")
                await _written(first)
            async with hall_here(broker, tmp_path / "b") as second:
                await until(lambda: second.boards.holds)
                await _choose(second, "2")
                await second.arbiters.seat("Anna Berg")
            async with hall_here(broker, tmp_path / "a") as first:
                await _has_pushed(first)
                assert first.boards.round.round == "2"
            await until(lambda: board.seated[-1].round == "2")
            assert len({each.stamp for each in board.seated}) == 2

    asyncio.run(run())


def test_no_board_learns_the_client_id_of_the_hall(broker: LocalBroker, tmp_path: Path) -> None:
    """It is random, kept for the owner alone, and in nothing that is published or said."""
    said: list[str] = []
    secret = own_client(tmp_path / "a")
    assert len(secret) == 32
    assert own_client(tmp_path / "a") == secret != own_client(tmp_path / "b")
    assert (tmp_path / "a" / CLIENT_FILE).stat().st_mode & 0o777 == 0o600
    where = to(broker, f"jadoube-hall-{own_id(tmp_path / 'a')}")._replace(secret=secret)
    assert secret not in repr(where)

    async def run() -> None:
        hall = Hall(
            Made(HALL, tmp_path / "a", where, lease=QUICK),
            Tells(lambda: 0, lambda: 0, lambda: 0.5),
            said.append,
        )
        running = asyncio.create_task(hall.run())
        topics: list[str] = []
        async with client(broker, "a-board") as board:
            await board.subscribe("#", qos=1)
            await until(lambda: hall.connection.is_up)
            await hall.connection.publish(lease_topic(HALL), write_payload(Lease(own_id(tmp_path / "a"), 1)))
            asking = asyncio.create_task(hall.arbiters.order(["b1"], "pause", "Anna"))
            async for message in board.messages:
                topics.append(f"{message.topic} {message.payload!r} {message.properties}")
                if "cmd/order" in message.topic.value:
                    break
            asking.cancel()
        async with client(broker, where.client_id):  # who has it throws it out
            await until(lambda: not hall.connection.is_up)
        assert not any(secret in line for line in (*topics, *said, *_said(hall)))
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        hall.leave()

    asyncio.run(run())


def test_a_value_that_cannot_be_kept_ends_nothing(broker: LocalBroker, tmp_path: Path) -> None:
    """A number beyond all others is not taken, and what slips through is left out of the file alone."""
    said: list[str] = []

    async def run() -> None:
        async with (
            hall_here(broker, tmp_path / "a", said.append) as hall,
            board_here(broker, "b1") as board,
        ):
            await board.play("g1", 10**30, "e4")
            await until(lambda: Trouble.UNREADABLE in _kinds(hall, "b1"))
            hall.store.take("b1", "m1", played("g2", 10**30, "e4"))
            await until(lambda: any("left out" in line for line in said))
            hall.boards.pass_time = lambda: 1 // 0  # type: ignore[method-assign,assignment]
            await until(lambda: any("ZeroDivisionError" in line for line in said))
            await board.play("g3", 3, "d4")
            await until(lambda: _plies(hall, "g3") == 1)
            await _written(hall)

    asyncio.run(run())


def test_two_machines_at_one_id_are_told(broker: LocalBroker, tmp_path: Path) -> None:
    """One that comes in the place of another is an exchange; one that comes back takes turns with it."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall:
            one, other = PaperBoard(broker, "b1", "m1"), PaperBoard(broker, "b1", "m2")
            await one.come()
            await other.come()
            await until(lambda: Trouble.EXCHANGED in _kinds(hall, "b1"))
            await one.leave(None)
            await one.come()
            await until(lambda: Trouble.TWO_MACHINES in _kinds(hall, "b1"))
            await one.leave()
            await other.leave()

    asyncio.run(run())


def test_a_broker_that_was_killed_is_told_and_all_comes_back(broker: LocalBroker, tmp_path: Path) -> None:
    """That it is away is a line; boards publish again, and the round stands at the broker again."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall:
            await _choose(hall)
            await until(lambda: hall.boards.lease)
            broker.kill()
            await until(lambda: Trouble.BROKER in _kinds(hall))
            broker.start()
            await until(lambda: hall.connection.is_up)
            async with board_here(broker, "b1") as board:
                await board.play("g1", 3, "e4")
                await until(lambda: _plies(hall, "g1") == 1)
            assert Trouble.BROKER not in _kinds(hall)
            async with asyncio.timeout(5):
                while round_topic(HALL) not in await kept(broker):  # noqa: ASYNC110 - it tells who asks
                    await asyncio.sleep(0.02)

    asyncio.run(run())


def _is_on(hall: Hall, board: str) -> bool:
    state = hall.boards.board(board)
    return state is not None and state.is_on


def test_a_board_that_is_retained_but_does_not_answer_is_lost(
    broker: LocalBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its broker has lost its power with it, and told no will; it is back when it says something."""
    asks = Requests.ask

    async def hastily(
        requests: Requests, board: str, command: Command, wanted: Callable[[str], Request], answers_s: float
    ) -> Answer | None:
        """Ask, and wait for who is silent only as long as a test may take."""
        return await asks(requests, board, command, wanted, 0.05 if board == "b1" else answers_s)

    monkeypatch.setattr(Requests, "ask", hastily)
    monkeypatch.setattr("jadoube.hall.exchange.catch_up.AGAIN_S", 0.05)  # before the first board is asked

    async def run() -> None:
        async with board_here(broker, "b1") as board:
            await board.play("g1", 1, "e4")
            await board.leave(None)
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b2") as there:
            await until(lambda: hall.boards.board("b1"))
            await until(lambda: not _is_on(hall, "b1"))
            await until(lambda: _is_on(hall, "b2"))
            asked = len(there.asked)
            hall.catch_up.want("b2")
            await until(lambda: len(there.asked) > asked and not hall._requests._waiting)
            assert _is_on(hall, "b2")
            async with client(broker, "b1-again") as again:
                state = write_payload(played("g1", 2, "e4", "e5"))
                await again.publish(state_topic(HALL, "b1", Kind.GAME), state, qos=1, retain=True)
                await until(lambda: _is_on(hall, "b1"))

    asyncio.run(run())


def test_a_game_that_is_too_long_for_its_state_is_asked_for_at_the_end(
    broker: LocalBroker, tmp_path: Path
) -> None:
    """Its text does not come with the state: the board has it."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as board:
            await board.play("g1", 1, "e4")
            await until(lambda: _plies(hall, "g1") == 1)
            board.keep("g1", "e4", "e5", result="1-0")
            ended = replace(played("g1", 2, "e4", "e5", result="1-0", over=True), pgn="")
            await board.say(Kind.GAME, ended)
            await until(lambda: "1. e4 e5 1-0" in hall.store.text("g1"))
            assert not hall.store.lacks_text("g1")

    asyncio.run(run())


def test_seatings_are_waited_for_no_longer_than_is_said(
    broker: LocalBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the broker takes."""

    async def hangs() -> None:
        await asyncio.sleep(30)

    async def run() -> None:
        async with board_here(broker, "b1"), hall_here(broker, tmp_path / "a") as hall:
            await _choose(hall, "1")
            hall.arbiters.assign("1", "b1")
            monkeypatch.setattr("jadoube.hall.arbiters.HOLDS_WITHIN_S", 0.1)
            monkeypatch.setattr("jadoube.hall.arbiters.SEATED_WITHIN_S", 0.1)
            monkeypatch.setattr(hall._outgoing, "publish_due", hangs)
            async with asyncio.timeout(1):
                with suppress(ValueError):
                    assert await hall.arbiters.seat("Vera") == {"b1": None}

    asyncio.run(run())


def test_while_the_broker_is_away_nothing_is_heard_of_boards(broker: LocalBroker, tmp_path: Path) -> None:
    """The page is told since when: it counts no clock beyond that."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall:
            assert hall.boards.away_ms is None
            broker.stop()
            await until(lambda: hall.boards.away_ms is not None)
            assert {each.kind for each in hall.boards.troubles} >= {Trouble.BROKER}
            broker.start()
            await until(lambda: hall.boards.away_ms is None)

    asyncio.run(run())


def test_two_topics_of_a_board_that_cannot_be_read_end_one_by_one(
    broker: LocalBroker, tmp_path: Path
) -> None:
    """One that is read again, or deleted, ends only its own trouble."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, board_here(broker, "b1") as board:
            await until(lambda: _is_on(hall, "b1"))
            await board.say(Kind.ALARM, b"?")
            await board.say(Kind.CLOCK, b"!")
            await until(lambda: "(clock)" in _unreadable(hall, "b1"))
            await board.say(Kind.CLOCK, None)
            await until(lambda: "(clock)" not in _unreadable(hall, "b1"))
            assert "(alarm)" in _unreadable(hall, "b1")
            await board.say(Kind.ALARM, None)
            await until(lambda: not _unreadable(hall, "b1"))

    asyncio.run(run())


def _unreadable(hall: Hall, board: str) -> str:
    state = hall.boards.board(board)
    troubles = state.troubles if state else hall.boards.troubles
    return next((each.said["en"] for each in troubles if each.kind == Trouble.UNREADABLE), "")


def test_what_nobody_has_published_makes_no_board(broker: LocalBroker, tmp_path: Path) -> None:
    """It is told of the hall, until it is deleted."""

    async def run() -> None:
        async with hall_here(broker, tmp_path / "a") as hall, client(broker, "somebody") as somebody:
            await somebody.publish(state_topic(HALL, "ghost", Kind.GAME), b"?", qos=1, retain=True)
            await until(lambda: _unreadable(hall, "ghost"))
            assert hall.boards.board("ghost") is None
            await somebody.publish(state_topic(HALL, "ghost", Kind.GAME), b"", qos=1, retain=True)
            await until(lambda: not _unreadable(hall, "ghost"))
            assert hall.boards.board("ghost") is None

    asyncio.run(run())
