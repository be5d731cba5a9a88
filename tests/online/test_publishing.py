"""A board that publishes at a real mosquitto: whole states, commands carried out once, each fault."""

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.core.language.typed_orders import read_ordered
from jadoube.local.desk_call import ask_desk
from jadoube.mqtt import connection
from jadoube.mqtt.payload_json import write_payload
from jadoube.mqtt.payloads import Need, Person, Presence, Request, Seating, State
from jadoube.mqtt.topics import ONE, Command, Kind, command_topic, state_topic
from jadoube.online.publishing import publisher, wanting
from jadoube.online.publishing.commands import Orders
from jadoube.online.publishing.discovery import STATUS, discovery_topic
from jadoube.online.publishing.identity import Identity
from jadoube.online.publishing.orders import ArbiterOrders, Done
from jadoube_sim.hall.broker import LocalBroker
from shared.board.daemon import daemon, ordered_config
from shared.board.online_process import MORE, config, lives
from shared.board.published import BOARD, FAST, HALL, Published, fast, hall_at, is_so, live
from shared.hall.broker import broker_here, client, kept, kept_now

MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O")
WHITE, BLACK = Person("Menchik, Vera"), Person("Graf, Sonja", "WGM", 2100)


def test_a_game_played_by_hands_arrives_whole_and_in_order(tmp_path: Path) -> None:
    """Each ply comes with its clock, the numbers rise, and nothing comes twice."""

    async def story(there: Published) -> None:
        await there.run()
        for move in MOVES:
            await there.split.play(move)
        await there.is_so(lambda: there.hall.games[-1].san == MOVES)
        games = there.hall.games
        assert [game.seq for game in games] == sorted({game.seq for game in games})
        assert [len(game.san) for game in games] == sorted([len(game.san) for game in games])
        last = games[-1]
        assert last.game_id == "aBcDeFgHiJkL"
        assert last.move == "e1g1"
        assert all(last.clk)
        assert "O-O" in last.pgn
        assert not there.hall.needs
        await there.is_so(lambda: there.hall.state[Kind.CLOCK].running == "black")
        assert there.hall.state[Kind.ABOUT].page == "http://127.0.0.1:8064/"

    live(tmp_path, story)


def test_a_clock_that_runs_is_told_at_presses_and_each_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not each second: a reader counts it himself."""
    monkeypatch.setattr(wanting, "MINUTE_MS", 20_000)

    async def story(there: Published) -> None:
        await there.run()
        await there.split.play("e4", "e5")
        await there.is_so(lambda: there.hall.clocks[-1].black_ms > 910_000)
        told = len(there.hall.clocks)
        desk = there.split.desk
        for _ in range(20):
            await desk.run_to(desk.pace.now_ms() + 500)
            await asyncio.sleep(0.005)
        assert len(there.hall.clocks) == told
        await there.is_so(lambda: len(there.hall.clocks) > told)
        assert there.hall.clocks[-1].white_ms < there.hall.clocks[-2].white_ms
        assert there.hall.clocks[-1].black_ms == there.hall.clocks[-2].black_ms

    live(tmp_path, story)


# The broker


def test_what_is_played_while_the_network_is_cut_arrives_later(tmp_path: Path) -> None:
    """In its newest state, once."""

    async def story(there: Published) -> None:
        await there.run()
        await there.split.play("e4")
        await there.is_so(lambda: there.hall.games[-1].san == ("e4",))
        there.broker.hold()
        await there.split.play(*MOVES[1:])
        await asyncio.sleep(0.3)
        there.broker.go_on()
        await there.is_so(lambda: there.hall.games[-1].san == MOVES)
        seqs = [game.seq for game in there.hall.games]
        assert seqs == sorted(set(seqs))

    live(tmp_path, story)


def test_a_network_that_stays_cut_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what does not come back to a question; afterwards everything is told anew."""
    monkeypatch.setattr(connection, "KEEPALIVE_S", 1)

    async def story(there: Published) -> None:
        await there.run()
        there.broker.hold()
        await there.split.play("e4")
        await there.is_so(lambda: bool(there.said))
        assert there.said[0].startswith("hall: broker")
        there.broker.go_on()
        await there.is_so(lambda: there.hall.games[-1].san == ("e4",))
        await there.is_so(lambda: there.hall.state[Kind.ONLINE].state == State.ON)

    live(tmp_path, story)


def test_a_broker_that_was_killed_is_told_everything_again(tmp_path: Path) -> None:
    """It has lost what it kept; plies that were made meanwhile are there, and the numbers go on."""

    async def story(there: Published) -> None:
        await there.run()
        await there.split.play("e4")
        await there.is_so(lambda: there.hall.games[-1].san == ("e4",))
        before = there.hall.games[-1].seq
        there.broker.kill()
        await there.split.play("e5", "Nf3")
        await there.is_so(lambda: any("hall: " in line for line in there.said))
        there.hall.state.clear()
        there.broker.start()
        await there.is_so(lambda: len(there.hall.state) == len(Kind) - 1)
        assert there.hall.games[-1].san == ("e4", "e5", "Nf3")
        assert there.hall.games[-1].seq > before
        assert there.said[-1] == "hall: it works again"

    live(tmp_path, story)


def test_a_game_has_the_instant_at_which_it_is_published(tmp_path: Path) -> None:
    """Also one that a broker is told again, or a hall takes the board's date for wrong."""

    async def story(there: Published) -> None:
        await there.run()
        await there.split.play("e4")
        await there.is_so(lambda: there.hall.games[-1].san == ("e4",))
        await there.is_so(lambda: there.hall.state[Kind.CLOCK].running == "black")
        await there.is_so(lambda: there.hall.games[-1].clk == (there.hall.state[Kind.CLOCK].white_ms,))
        before, count = there.hall.games[-1], len(there.hall.games)
        there.broker.kill()
        await there.is_so(lambda: any("hall: " in line for line in there.said))
        there.broker.start()
        await there.is_so(lambda: len(there.hall.games) > count)
        again = there.hall.games[-1]
        assert again.at > before.at
        assert replace(again, at=before.at, seq=before.seq) == before

    live(tmp_path, story)


def test_a_clean_end_says_off(tmp_path: Path) -> None:
    """The last word is that the board was stopped; the next start counts on, also from what is retained."""

    async def story(there: Published) -> None:
        await there.run()
        await there.split.play("e4")
        await there.is_so(lambda: there.hall.games[-1].san == ("e4",))
        first = there.hall.state[Kind.ONLINE]
        seq = there.hall.games[-1].seq
        assert first.state == State.ON
        await there.stop()
        await there.is_so(lambda: there.hall.state[Kind.ONLINE].state == State.OFF)
        assert there.hall.state[Kind.ONLINE].start == first.start
        for file in (tmp_path / "own").iterdir():
            file.unlink()  # another card: it remembers nothing
        there.identity = Identity(HALL, BOARD, "machine2")
        await there.run()
        await there.is_so(lambda: there.hall.state[Kind.ONLINE].state == State.ON)
        await there.is_so(lambda: there.hall.state[Kind.ONLINE].start > first.start)
        await there.is_so(lambda: there.hall.games[-1].seq > seq)
        assert Need.MACHINE not in there.hall.needs  # it was exchanged, and is no second one

    live(tmp_path, story)


def test_what_the_broker_does_not_take_is_said(tmp_path: Path) -> None:
    """A right that is missing is silent; the board notices that its game does not come back."""
    topics = f"jadoube/v1/{HALL}/boards/{BOARD}"
    acl = (
        f"user {BOARD}\ntopic read {topics}/#\ntopic write {topics}/online\ntopic write {topics}/alarm\n"
        "user hall\ntopic readwrite #\n"
    )

    async def story(there: Published) -> None:
        there.publisher = there.made()
        there.running = asyncio.create_task(there.publisher.run())
        await there.is_so(lambda: any("does not take" in line and "game" in line for line in there.said))
        assert not any("online" in line for line in there.said)
        problem = there.publisher.status()["problem"]
        assert isinstance(problem, dict)
        await there.is_so(lambda: Need.MACHINE in there.hall.needs)
        assert Kind.GAME not in there.hall.state

    live(tmp_path, story, passwords={"hall": "secret", BOARD: "hidden"}, acl=acl)


class Strict(LocalBroker):
    """A broker that refuses subscriptions to a board's commands, as its plugin for rights can."""

    def _configured(self, port: int) -> Path:
        file = super()._configured(port)
        commands = {"topic": command_topic(HALL, BOARD, ONE), "allow": False}
        names = ("publishClientSend", "publishClientReceive", "subscribe", "unsubscribe")
        rights = {
            "defaultACLAccess": dict.fromkeys(names, True),
            "roles": [{"rolename": "all", "acls": [{"acltype": "subscribeLiteral", **commands}]}],
            "groups": [{"groupname": "all", "roles": [{"rolename": "all"}]}],
            "anonymousGroup": "all",
        }
        (self.folder / "rights.json").write_text(json.dumps(rights))
        (plugin,) = Path("/usr/lib").glob("*/mosquitto_dynamic_security.so")
        with file.open("a") as lines:
            lines.write(f"plugin {plugin}\nplugin_opt_config_file {self.folder / 'rights.json'}\n")
        return file


def test_what_the_broker_does_not_give_is_said(tmp_path: Path) -> None:
    """A subscription that is refused: no command would come, and nobody would know why."""

    async def story(there: Published) -> None:
        await there.run()
        line = "publishing: the broker does not give what is asked for (b01/cmd/+): check its rights"
        await there.is_so(lambda: f"{line}; it is tried again" in there.said)
        await there.is_so(lambda: Need.MACHINE in there.hall.needs)

    live(tmp_path, story, kind=Strict)


def test_a_wrong_password_is_one_line(tmp_path: Path) -> None:
    """It is said without the password, and tried again seldom."""

    async def story(there: Published) -> None:
        there.user = "nobody"
        there.publisher = there.made()
        there.running = asyncio.create_task(there.publisher.run())
        await there.is_so(lambda: bool(there.said))
        assert there.said == [
            f"hall: broker 127.0.0.1:{there.broker.port}: [code:135] Not authorized; it is tried again"
        ]

    live(tmp_path, story, passwords={"hall": "secret", BOARD: "hidden"})


# A second board of the same id


def test_two_machines_of_one_id_are_told_to_the_arbiter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both notice; when one has gone, the other is believed to be alone again."""
    monkeypatch.setattr(publisher, "SPEAKS_MS", 10_000)
    monkeypatch.setattr(publisher, "OTHER_MS", 30_000)

    async def story(there: Published) -> None:
        await there.run()
        other = asyncio.create_task(there.made(Identity(HALL, BOARD, "machine2"), "other").run())
        await there.is_so(lambda: any("another machine" in line for line in there.said))
        await there.is_so(lambda: Need.MACHINE in there.hall.needs)
        other.cancel()
        await asyncio.wait({other})
        await there.is_so(lambda: "board id: it works again" in there.said)
        await there.is_so(lambda: there.hall.state[Kind.ONLINE].state == State.ON)
        await there.is_so(lambda: Need.MACHINE not in there.hall.needs)

    live(tmp_path, story)


def test_no_board_obeys_while_two_have_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows which one is meant: orders are refused, and who is to sit there waits."""
    monkeypatch.setattr(publisher, "SPEAKS_MS", 10_000)
    monkeypatch.setattr(publisher, "OTHER_MS", 30_000)

    async def story(there: Published) -> None:
        await there.run()
        other = asyncio.create_task(there.made(Identity(HALL, BOARD, "machine2"), "other").run())
        await there.is_so(lambda: len([line for line in there.said if "another machine" in line]) == 2)
        await there.hall.seat(Seating("s1", WHITE, BLACK, round="3"))
        await there.hall.ask(Command.ORDER, Request("1", order="event Open"))
        await there.is_so(lambda: len(there.hall.answers) == 2)
        assert [answer.ok for answer in there.hall.answers] == [False, False]
        assert "another machine" in there.hall.answers[0].why["en"]
        assert (await there.hall.asked(Command.GAMES, Request("2"))).ok
        assert there.hall.games[-1].event == ""
        assert there.hall.games[-1].round == ""
        other.cancel()
        await asyncio.wait({other})
        await there.is_so(lambda: there.hall.games[-1].round == "3")

    live(tmp_path, story, starts_clock=False)


async def _says_it_is_there(there: Published, start: int) -> None:
    """Another machine says that it is this board; who listens as a hall lends it the connection."""
    topic = state_topic(HALL, BOARD, Kind.ONLINE)
    await there.hall.connection.publish(topic, write_payload(Presence(State.ON, start)), retain=True)


def test_a_second_board_of_an_id_obeys_nothing_from_its_first_moment_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for what the first one says."""
    monkeypatch.setattr(publisher, "LISTENS_MS", 5000 * FAST)

    async def story(there: Published) -> None:
        await _says_it_is_there(there, 7)
        there.running = asyncio.create_task(there.made().run())
        await there.is_so(lambda: any(each.start == 8 for each in there.hall.presences))
        await there.hall.ask(Command.ORDER, Request("1", order="event Open"))
        assert (await there.hall.asked(Command.GAMES, Request("2"))).ok
        await _says_it_is_there(there, 7)
        await there.is_so(lambda: len(there.hall.answers) == 2)
        assert "another machine" in there.hall.answers[-1].why["en"]
        assert there.hall.games[-1].event == ""

    live(tmp_path, story, starts_clock=False)


def test_the_first_board_of_an_id_says_at_once_that_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time that the second one comes, and not when it looks next; but two do not answer each other."""
    monkeypatch.setattr(publisher, "LOOK_S", 60.0 * FAST)
    monkeypatch.setattr(publisher, "SOON_MS", 60_000 * FAST)

    async def story(there: Published) -> None:
        await there.run()
        there.hall.presences.clear()

        def spoken() -> int:
            return [each.start for each in there.hall.presences].count(1)

        await _says_it_is_there(there, 7)
        await there.is_so(lambda: spoken() == 1)
        await _says_it_is_there(there, 7)
        assert (await there.hall.asked(Command.GAMES, Request("1"))).ok
        assert spoken() == 1
        monkeypatch.setattr(publisher, "SOON_MS", 0)
        await _says_it_is_there(there, 7)
        await there.is_so(lambda: spoken() == 2)

    live(tmp_path, story, starts_clock=False)


def test_a_board_that_takes_the_place_of_another_obeys_soon(tmp_path: Path) -> None:
    """That another was there is no reason to wait for long; until then orders wait and are not lost."""

    async def story(there: Published) -> None:
        await _says_it_is_there(there, 7)
        there.running = asyncio.create_task(there.made().run())
        await there.is_so(lambda: any(each.start == 8 for each in there.hall.presences))
        assert (await there.hall.asked(Command.ORDER, Request("1", order="event Open"))).ok
        await there.stop()
        await there.run()
        assert (await there.hall.asked(Command.ORDER, Request("2", order="site Hall"))).ok

    live(tmp_path, story, starts_clock=False)


def test_a_client_id_that_is_used_twice_is_one_line(tmp_path: Path) -> None:
    """The broker throws one of them out for the other; both say so, also to the arbiter."""

    async def story(there: Published) -> None:
        await there.run()
        other = asyncio.create_task(there.made(keeps="other").run())
        await there.is_so(lambda: any("was a card copied?" in line for line in there.said))
        await there.is_so(lambda: Need.MACHINE in there.hall.needs)
        other.cancel()
        await asyncio.wait({other})

    live(tmp_path, story)


# What the hall asks


def test_an_order_is_carried_out_once(tmp_path: Path) -> None:
    """It is answered; the same id again gets the same answer, and does nothing, also after a restart."""

    async def story(there: Published) -> None:
        await there.run()
        await there.split.play("e4")
        request = Request("1", by="Fischer", order="pause")
        answer = await there.hall.asked(Command.ORDER, request)
        assert answer.ok
        await there.is_so(lambda: there.hall.games[-1].phase == "paused")
        assert there.hall.needs == []  # it is his own pause
        assert (await there.hall.asked(Command.ORDER, Request("2", order="play"))).ok
        assert await there.hall.asked(Command.ORDER, request) == answer
        await there.is_so(lambda: there.hall.games[-1].phase == "playing")
        await there.stop()
        await there.run()
        await there.hall.ask(Command.ORDER, request)
        assert (await there.hall.asked(Command.GAMES, Request("4"))).ok
        assert there.hall.games[-1].phase == "playing"
        assert len(there.hall.answers) == 4

    live(tmp_path, story)


def test_an_order_that_is_none_is_refused(tmp_path: Path) -> None:
    """With the board's reason; no text reaches another role."""

    async def story(there: Published) -> None:
        await there.run()
        await there.split.play("e4")
        for number, order in enumerate(
            [
                "pause\nby owner resign white",
                "by owner resign white",
                '"Fischer" resign white',
                "",
                "dance",
                "x" * 1999,
            ]
        ):
            answer = await there.hall.asked(Command.ORDER, Request(str(number), order=order))
            assert not answer.ok
            assert answer.why["en"]
        answer = await there.hall.asked(Command.ORDER, Request("x", order="resign white"))
        assert "arbiter" in answer.why["en"]
        assert there.hall.games[-1].result == "*"

    live(tmp_path, story)


def test_a_text_stands_on_the_faces_for_some_seconds(tmp_path: Path) -> None:
    """Then it is taken away: by the board, also if what leaves it has gone meanwhile."""

    async def story(there: Published) -> None:
        await there.run()
        assert not (await there.hall.asked(Command.SAY, Request("2", text="LUNCH", seconds=9999))).ok
        assert (await there.hall.asked(Command.SAY, Request("1", text="LUNCH", seconds=40))).ok
        assert there.split.desk.table.link.text == "LUNCH"
        await there.stop()
        assert there.split.desk.table.link.text == "LUNCH"
        await there.is_so(lambda: there.split.desk.table.link.text == "")

    live(tmp_path, story)


def test_an_expired_command_does_nothing(tmp_path: Path) -> None:
    """It waited for a board that was away, too long; one that is fresh is carried out."""

    async def story(there: Published) -> None:
        await there.run()
        await there.split.play("e4")
        await there.stop()
        await there.hall.ask(Command.ORDER, Request("1", order="pause"), expires_s=1)
        await asyncio.sleep(2.2)
        await there.hall.ask(Command.ORDER, Request("2", order="time white +60"))
        await there.run()
        await there.is_so(lambda: bool(there.hall.answers))
        assert there.hall.answers[-1].id == "2"
        assert there.hall.answers[-1].ok
        assert there.hall.games[-1].phase == "playing"

    live(tmp_path, story)


class HeldUp:
    """Orders that wait for the board until it goes on."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self.goes_on = asyncio.Event()

    async def order(self, text: str, by: str, seconds: int = 0) -> Done:
        """Give an order, when the board goes on."""
        await self.goes_on.wait()
        return await self._orders.order(text, by, seconds)


def test_an_order_that_has_waited_too_long_at_the_board_does_nothing(tmp_path: Path) -> None:
    """It is answered so, also the second time; what only asks waits for no order."""

    async def story(there: Published) -> None:
        held = there.orders = HeldUp(ArbiterOrders(there.split.control))
        await there.run()
        await there.split.play("e4")
        await there.hall.ask(Command.ORDER, Request("1", order="time white +60"))
        await there.hall.ask(Command.ORDER, Request("2", order="pause"), expires_s=1)
        assert (await there.hall.asked(Command.GAMES, Request("3"))).ok
        await fast(2)
        held.goes_on.set()
        await there.is_so(lambda: len(there.hall.answers) == 3)
        first, late = there.hall.answers[1:]
        assert (first.id, first.ok) == ("1", True)
        assert (late.id, late.ok) == ("2", False)
        assert late.why["en"] == "it came too late, and was not carried out"
        assert await there.hall.asked(Command.ORDER, Request("2", order="pause")) == late
        assert there.hall.games[-1].phase == "playing"

    live(tmp_path, story)


def test_a_command_that_is_retained_does_nothing(tmp_path: Path) -> None:
    """It would be carried out at each start."""

    async def story(there: Published) -> None:
        async with client(there.broker, "careless") as careless:
            topic = f"jadoube/v1/{HALL}/boards/{BOARD}/cmd/order"
            await careless.publish(topic, b'{"v":1,"id":"1","order":"resign white"}', qos=1, retain=True)
        await there.run()
        await there.is_so(lambda: any("retained" in line for line in there.said))
        assert there.hall.games[-1].result == "*"

    live(tmp_path, story)


def test_who_sits_there_is_named_once(tmp_path: Path) -> None:
    """Names, round, board and control; a restart and a second reading change nothing any more."""
    seating = Seating("s1", WHITE, BLACK, "Open", "Lyon", "3", "12", "3+2", "Fischer")

    async def story(there: Published) -> None:
        await there.run()
        await there.hall.seat(seating)
        await there.is_so(lambda: there.hall.games[-1].board == "12")
        await there.is_so(lambda: there.hall.state[Kind.CLOCK].control == "3+2")
        game = there.hall.games[-1]
        assert (game.white, game.black) == (WHITE, BLACK)
        assert (game.event, game.site, game.round) == ("Open", "Lyon", "3")
        assert (await there.hall.asked(Command.ORDER, Request("1", order="name white -"))).ok
        await there.stop()
        await there.run()
        await there.is_so(lambda: there.hall.games[-1].white.name == "")

    live(tmp_path, story, starts_clock=False)


def test_a_table_that_the_broker_restores_seats_nobody_again(tmp_path: Path) -> None:
    """It was killed, and has the one before the last: the board stays with the round that is played."""

    async def story(there: Published) -> None:
        await there.run()
        seatings = [Seating(f"s{number}", WHITE, BLACK, "Open", round=number) for number in "12"]
        for seating in seatings:
            await there.hall.seat(seating)
            await there.is_so(lambda: there.hall.games[-1].round == seating.round)  # noqa: B023 - it is asked at once
        await there.hall.seat(seatings[0])
        assert (await there.hall.asked(Command.ORDER, Request("1", order="name white -"))).ok
        await there.is_so(lambda: there.hall.games[-1].white.name == "")
        assert there.hall.games[-1].round == "2"

    live(tmp_path, story, starts_clock=False)


def test_a_game_that_is_begun_anew_is_of_the_same_round(tmp_path: Path) -> None:
    """In place of one that was given up without a result; one that was decided is the last of its round."""

    async def story(there: Published) -> None:
        await there.run()
        await there.hall.seat(Seating("s1", WHITE, BLACK, "Open", round="3", board="12"))
        await there.is_so(lambda: there.hall.games[-1].round == "3")
        await there.split.play("e4", "e5")
        await there.is_so(lambda: there.hall.games[-1].san == ("e4", "e5"))
        desk = there.split.desk
        for result in ("*", "1-0"):
            if result != "*":
                await there.hall.asked(Command.ORDER, Request("1", order=f"result {result}"))
                await there.is_so(lambda: there.hall.games[-1].over)
            else:
                assert (await there.hall.asked(Command.ORDER, Request("2", order="pause"))).ok
            assert (await there.hall.asked(Command.ORDER, Request(result, order="new game"))).ok
            await desk.run_to(desk.pace.now_ms() + 10_000)
            await there.is_so(lambda: not (there.hall.games[-1].over or there.hall.games[-1].san))
            await there.is_so(lambda: there.hall.games[-1].round == ("3" if result == "*" else ""))  # noqa: B023 - it is asked at once
        await asyncio.sleep(0.3)
        assert there.hall.games[-1].round == ""

    live(tmp_path, story)


def test_the_next_players_get_none_of_the_game_before(tmp_path: Path) -> None:
    """A game that is over keeps its names and its round; theirs is the one that is shown after `new game`."""

    async def story(there: Published) -> None:
        await there.run()
        await there.hall.seat(Seating("s1", WHITE, BLACK, "Open", round="3", board="12"))
        await there.is_so(lambda: there.hall.games[-1].round == "3")
        await there.split.play("e4", "e5")
        assert (await there.hall.asked(Command.ORDER, Request("1", order="result 1-0"))).ok
        await there.is_so(lambda: there.hall.games[-1].over)
        await there.hall.seat(Seating("s2", Person("Anna"), Person("Bert"), "Blitz", round="3", board="12"))
        desk = there.split.desk
        async with asyncio.timeout(20):
            while (there.hall.games[-1].event, there.hall.games[-1].board) != ("Blitz", "12"):
                await desk.run_to(desk.pace.now_ms() + 20)
                await asyncio.sleep(0.02)
        now, played = there.hall.games[-1], [each for each in there.hall.games if each.san]
        assert (now.white.name, now.black.name, now.san) == ("Anna", "Bert", ())
        assert {(each.white, each.black, each.event) for each in played} == {(WHITE, BLACK, "Open")}

    live(tmp_path, story)


def test_a_private_player_stays_nobody(tmp_path: Path) -> None:
    """Whom the board remembers as private, no seating names."""

    async def story(there: Published) -> None:
        desk = there.split.desk
        await desk.daemon.obey(read_ordered("name white Menchik, Vera | private"))
        await desk.daemon.obey(read_ordered("name white -"))
        await there.run()
        await there.hall.seat(Seating("s1", WHITE, BLACK, round="1"))
        await there.is_so(lambda: there.hall.games[-1].round == "1")
        assert there.hall.games[-1].white == Person("N. N.")
        everything = b"".join((await kept(there.broker, f"jadoube/v1/{HALL}/boards/{BOARD}/game")).values())
        assert b"Menchik" not in everything

    live(tmp_path, story, starts_clock=False)


def test_a_hall_asks_for_games_that_it_lacks(tmp_path: Path) -> None:
    """The newest first, each whole; what the board does not have is refused."""
    games = tmp_path / "games"
    games.mkdir()
    for number, name in ((1, "first0000001"), (2, "second000002")):
        tags = f'[White "Ada"]\n[Result "1-0"]\n[GameId "{name}"]\n[Round "{number}"]'
        (games / f"{number:06d}.pgn").write_text(f"{tags}\n\n1. e4 e5 1-0\n\n")

    async def story(there: Published) -> None:
        await there.run()
        answer = await there.hall.asked(Command.GAMES, Request("1"))
        assert [(game.game_id, game.plies, game.result, game.round) for game in answer.games] == [
            ("second000002", 2, "1-0", "2"),
            ("first0000001", 2, "1-0", "1"),
        ]
        assert (
            "1. e4 e5 1-0" in (await there.hall.asked(Command.GAME, Request("2", game_id="first0000001"))).pgn
        )
        running = await there.hall.asked(Command.GAME, Request("3", game_id="aBcDeFgHiJkL"))
        assert "*" in running.pgn
        assert not (await there.hall.asked(Command.GAME, Request("4", game_id="other"))).ok

    live(tmp_path, story)


# Home Assistant


def test_home_assistant_finds_the_board(tmp_path: Path) -> None:
    """It is told at the beginning, and again when it says that it is there."""
    topic = discovery_topic(BOARD)

    async def story(there: Published) -> None:
        await there.run()
        told = await kept(there.broker, "homeassistant/#")
        assert state_topic(HALL, BOARD, Kind.GAME).encode() in told[topic]
        async with client(there.broker, "home") as home:
            await home.publish(topic, b"", qos=1, retain=True)
            assert topic not in await kept(there.broker, "homeassistant/#")
            await home.subscribe(topic)
            await home.publish(STATUS, b"online", qos=1)
            async with asyncio.timeout(10):
                assert (await anext(home.messages)).payload == told[topic]

    live(tmp_path, story)


# The process


QUICK = """
import sys
from jadoube.mqtt import connection
connection.WILL_DELAY_S = 0
from jadoube.__main__ import main
sys.exit(main())
"""
"""The program, whose will comes at once."""


@contextmanager
def publishing(file: Path) -> Iterator[subprocess.Popen[str]]:
    """The process of what leaves the board."""
    words = [sys.executable, "-c", QUICK, "online", "--config", str(file)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, encoding="utf-8") as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_board_that_was_killed_is_lost(tmp_path: Path) -> None:
    """The broker says so, with the count of that start; the next start is another one."""
    with broker_here(tmp_path, {"hall": "secret", BOARD: "hidden"}) as broker:
        password = tmp_path / "password"
        password.write_text("hidden\n")
        password.chmod(0o600)
        file = config(
            tmp_path,
            f"""{MORE}
[broker]
host = "127.0.0.1"
port = {broker.port}
tls = false
user = "{BOARD}"
password_file = "{password}"
board = "{BOARD}"
""",
        )
        seen: list[tuple[str, int]] = []

        async def watch() -> None:
            async with hall_at(broker, "hall") as hall:
                for how in (signal.SIGKILL, signal.SIGTERM):
                    with publishing(file) as process:
                        await is_so(lambda: hall.presences and hall.presences[-1].state == State.ON)
                        process.send_signal(how)
                        await is_so(lambda: hall.presences[-1].state != State.ON)
                        out, problems = process.communicate(timeout=20)
                        assert (out, problems) == ("", "")
                seen.extend((each.state, each.start) for each in hall.presences)

        asyncio.run(watch())
        secret = json.loads((tmp_path / "own" / "publisher.json").read_text())["secret"]
        assert re.search(rf"as jadoube-{BOARD}-[0-9a-f]+-{secret} ", broker.log)  # nobody can take its place
        assert secret not in str(kept_now(broker, "#", "hall"))
        assert list(dict.fromkeys(seen)) == [("on", 1), ("lost", 1), ("on", 2), ("off", 2)]
        assert "hidden" not in broker.log


def test_a_real_board_and_its_processes(tmp_path: Path) -> None:
    """Without a page, too: its game has its id, and the arbiter's name is in its journal."""
    with broker_here(tmp_path) as broker:
        file = ordered_config(tmp_path)
        own = f'[online]\nenabled = true\ndirectory = "{tmp_path}/own"\nsocket = "{tmp_path}/desk"\n'
        text = file.read_text().replace("[online]\nenabled = false\n", own)
        place = f'[broker]\nhost = "127.0.0.1"\nport = {broker.port}\ntls = false\nboard = "{BOARD}"\n'
        file.write_text(f"{text}{place}")

        async def evening() -> None:
            async with hall_at(broker) as hall:
                with daemon(file, "--online", "separate"), publishing(file):
                    await is_so(lambda: bool(hall.games))
                    assert hall.games[-1].game_id
                    request = Request("1", "Anna Berg", "name white Menchik, Vera")
                    assert (await hall.asked(Command.ORDER, request)).ok
                    await is_so(lambda: hall.games[-1].white == WHITE)
                    assert (await hall.asked(Command.GAMES, Request("2"))).ok

        asyncio.run(evening())
        journal = (tmp_path / "games" / "000001.journal").read_text()
        assert 'by arbiter "Anna Berg" name white Menchik, Vera' in journal.replace("\\", "")


def test_a_password_that_others_can_read_is_one_line(tmp_path: Path) -> None:
    """Nothing is sent, and the rest of the process works."""
    password = tmp_path / "password"
    password.write_text("hidden\n")
    password.chmod(0o644)
    broker = f'[broker]\nhost = "127.0.0.1"\npassword_file = "{password}"\n'
    with publishing(config(tmp_path, f"{MORE}{broker}")) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "0644 found, expected 0600 or 0640" in line
        while not (tmp_path / "desk").exists():
            lives(process)
        status = ask_desk(tmp_path / "desk", "status")
        assert status["hall"]["connected"] is False
        assert "0644" in status["hall"]["problem"]["en"]
        process.send_signal(signal.SIGTERM)
        out, problems = process.communicate(timeout=20)
        assert "hidden" not in line + out + problems
