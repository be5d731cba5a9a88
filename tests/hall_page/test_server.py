"""The hall's server: who looks on, who acts, and what each is refused."""

import asyncio
import csv
import io
import json
import socket
import sqlite3
import stat
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest

from jadoube.config.settings import HallSettings
from jadoube.hall.page.log import ACTS_MOST
from jadoube.hall.page.pin import kept_pin
from jadoube.hall.page.server import serve_page
from jadoube.hall.process import Hall
from jadoube.hall.rounds.lists.questions import Meant, leaves
from jadoube.hall.rounds.pairings import shown_id
from jadoube.hall.rounds.played.results_file import results_table
from jadoube.mqtt.payloads import Alarm, Answer, Call, PairedBoard, Person, Round
from jadoube.web.spectators.broadcaster import EACH_MOST, SPECTATORS_MOST
from jadoube_sim.benchmarks.hall.played import EVENT, PlayedHall, now_ms
from jadoube_sim.benchmarks.hall.recording import read, record, write
from shared.hall.served import PIN, ServedHall, on_served_hall, small_recording

BY = "Vera"
ALL = ["b001", "b002", "b003"]
SHOWN = {"event": EVENT, "round": "1"}
"""The round as who acts has seen it."""


def pairing_ids(hall: PlayedHall) -> list[str]:
    """The ids of the pairings as the page shows them now."""
    now = hall.round()
    return [shown_id(now, each) for each in now.boards]


def serves(hall: Hall, settings: HallSettings, say: Callable[[str], None]) -> Awaitable[None]:
    """What the hall's process has is what its page needs: types say so."""
    return serve_page(hall.boards, hall.arbiters, settings, hall.boards.now_ms, say)


def test_who_looks_on_gets_all_and_then_what_is_new() -> None:
    """A card for each board; after a ply on one of them that one alone."""

    async def act(served: ServedHall) -> None:
        async with served.looking() as heard:
            first = await heard()
            assert first["whole"]
            assert [name for name in first["parts"] if name.startswith("board/")] == [
                f"board/{board}" for board in ALL
            ]
            assert first["parts"]["round"]["boards"][0]["board"] == "b001"
            served.hall.change("b002", alarm=Alarm((Call("help", {}, 1),), "g"))
            news = await heard()
            assert not news["whole"]
            assert list(news["parts"]) == ["board/b002"]
            assert news["parts"]["board/b002"]["calls"][0]["need"] == "help"

    on_served_hall(act)


def test_changes_between_two_messages_are_one() -> None:
    """A hundred changes of a board are told five times a second at most, as it is then."""

    async def act(served: ServedHall) -> None:
        async with served.looking() as heard:
            await heard()
            for ply in range(100):
                served.hall.change("b001", alarm=Alarm((Call("help", {}, ply),), "g"))
            assert (await heard())["parts"]["board/b001"]["calls"][0]["ply"] == 99

    on_served_hall(act)


def test_no_more_look_on_than_a_boards_page_has_seats_for() -> None:
    """From one address, and in all."""

    async def act(served: ServedHall) -> None:
        show = served.site.show
        for number in range(SPECTATORS_MOST):
            assert not show.full
            assert show.has_room(f"10.0.0.{number // EACH_MOST}")
            show.join(f"10.0.0.{number // EACH_MOST}", deltas=True)
        assert not show.has_room("10.0.0.0")
        assert show.full
        async with served.client.get("/api/v1/hall/socket") as answer:
            assert answer.status == 503

    on_served_hall(act)


def test_who_is_slow_gets_the_newest_and_no_queue() -> None:
    """A client that reads nothing for a while finds what is now, in few messages."""

    async def act(served: ServedHall) -> None:
        async with served.looking() as heard:
            show = served.site.show
            for ply in range(30):
                served.hall.change("b001", alarm=Alarm((Call("help", {}, ply),), "g"))
                show.send()
            seen = [await heard()]
            while seen[-1]["parts"]["board/b001"].get("calls", [{}])[0].get("ply") != 29:
                seen.append(await heard())
            assert len(seen) <= 3

    on_served_hall(act)


def test_without_the_pin_nobody_acts() -> None:
    """Looking on is open to all; nothing else is."""

    async def act(served: ServedHall) -> None:
        order = {"boards": ALL, "order": "pause", "by": BY}
        for path, body in (
            *(("orders", order), ("say", {}), ("seat", {}), ("start", {}), ("seen", {}), ("round", {})),
            *(("assign", {}), ("pairings", {}), ("result", {}), ("lichess", {})),
        ):
            status, _ = await served.asked("POST", path, json=body)
            assert status == 401, path
        for path in ("pairings", "acts", "lichess"):
            assert (await served.asked("GET", path))[0] == 401, path
        assert (await served.asked("DELETE", "lichess"))[0] == 401
        assert served.hall.orders == []
        assert (await served.asked("GET", "boards/b001"))[0] == 200

    on_served_hall(act)


def test_wrong_pins_make_all_wait() -> None:
    """After a few of them even the right one is not heard for a while."""

    async def act(served: ServedHall) -> None:
        for _ in range(4):
            assert await served.unlock("000000") == ""
        assert await served.unlock(PIN) == ""

    on_served_hall(act)


def test_an_order_reaches_boards_and_each_answer_is_told() -> None:
    """In the arbiter's name, which is one plain line; boards that there are not are passed over."""

    async def act(served: ServedHall) -> None:
        token = await served.unlock()
        order = {"boards": ["b001", "nowhere", "b003"], "order": "pause", "by": 'Vera "M"\n Menchik'}
        status, told = await served.asked("POST", "orders", token, json=order)
        assert (status, list(told["answers"])) == (200, ["b001", "b003"])
        assert served.hall.orders == [(("b001", "b003"), "pause", "Vera M Menchik")]
        status, _ = await served.asked("POST", "orders", token, json={**order, "boards": ["nowhere"]})
        assert status == 404
        status, told = await served.asked("POST", "orders", token, json={"boards": ALL})
        assert status == 400
        assert '"order"' in told["error"]["en"]

    on_served_hall(act)


def test_an_act_is_answered_once_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them: what the page has said is done outlasts the hall's process."""
    acts: dict[str, dict[str, object]] = {
        "orders": {"boards": ["b001"], "order": "pause"},
        "say": {"boards": ["b001"], "text": "2 MIN", "seconds": 5},
        "seat": {**SHOWN, "control": ""},
        "start": {**SHOWN},
        "assign": {"board": "b002"},
        "result": {"result": "1-0"},
        "round": {**SHOWN, "round": "2"},
        "lichess": {**SHOWN, "lichess": "AbCdEfGh", "minutes": 15, "plies": 0},
    }
    written: list[int] = []

    async def act(served: ServedHall) -> None:
        async def note(hall: PlayedHall) -> None:
            written.append(len(hall.noted))

        monkeypatch.setattr(PlayedHall, "written", note)
        token = await served.unlock()
        for path, asked in acts.items():
            of = {"pairing": pairing_ids(served.hall)[0]} if path in ("assign", "result") else {}
            status, _ = await served.asked("POST", path, token, json={**asked, **of, "by": BY})
            assert (path, status) == (path, 200)
        status, _ = await served.asked("POST", "pairings?name=a.csv", token, data=b"white,black\nXa,Ya\n")
        assert status == 200
        status, _ = await served.asked("DELETE", "lichess?round=1", token)
        assert status == 200
        assert len(written) == len(acts) + 2
        assert written[-1] == len(served.hall.noted)

    on_served_hall(act)


def test_an_order_is_carried_out_whole_if_who_gave_it_hangs_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone that locks after *Pause all* leaves no board that plays on, and what was done is noted."""
    obeys = PlayedHall.order

    async def act(served: ServedHall) -> None:
        begun, answers, ended = asyncio.Event(), asyncio.Event(), list[str]()

        async def order(
            hall: PlayedHall, boards: Sequence[str], order: str, by: str
        ) -> dict[str, Answer | None]:
            begun.set()
            try:
                await answers.wait()
            finally:
                ended.append(order)
            return await obeys(hall, boards, order, by)

        monkeypatch.setattr(PlayedHall, "order", order)
        asked = {"boards": ALL, "order": "pause", "by": BY}
        asking = asyncio.create_task(served.asked("POST", "orders", await served.unlock(), json=asked))
        await begun.wait()
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        await asyncio.sleep(0.2)  # the server hears that nobody is there
        assert ended == []
        answers.set()
        await asyncio.sleep(0.05)
        assert served.hall.orders == [(tuple(ALL), "pause", BY)]
        assert [each.what for each in served.hall.acts()] == ["pause"]

    on_served_hall(act)


def test_who_has_seen_a_call_is_told_to_all() -> None:
    """By his name."""

    async def act(served: ServedHall) -> None:
        token = await served.unlock()
        async with served.looking() as heard:
            await heard()
            served.hall.change("b001", alarm=Alarm((Call("flag", {}, 9),), "g"))
            [call] = (await heard())["parts"]["board/b001"]["calls"]
            seen = {"board": "b001", "key": call["key"], "by": BY}
            assert (await served.asked("POST", "seen", token, json=seen))[0] == 200
            [call] = (await heard())["parts"]["board/b001"]["calls"]
            assert call["seen_by"] == BY
            assert (await served.asked("POST", "seen", token, json={**seen, "key": "?"}))[0] == 404

    on_served_hall(act)


def test_a_list_is_read_and_the_round_is_arranged() -> None:
    """What could not be read is said by its line; boards are moved; the round is seated and started."""

    async def act(served: ServedHall) -> None:
        token = await served.unlock()
        text = "Round,Board,White,Black\n1,1,Menchik,Keres\n1,2,Tal,\n"
        status, told = await served.asked(
            "POST", f"pairings?name=open.csv&by={BY}", token, data=text.encode()
        )
        assert (status, told["rounds"]) == (200, ["1"])
        async with served.looking() as heard:
            await heard()
            moved = {"pairing": pairing_ids(served.hall)[0], "board": "b003", "by": BY}
            assert (await served.asked("POST", "assign", token, json=moved))[0] == 200
            now = (await heard())["parts"]
            assert [each["board"] for each in now["round"]["boards"]] == ["b003", "b002", ""]
            assert now["board/b003"]["number"] == "1"
        second = {**SHOWN, "round": "2", "by": BY}
        assert (await served.asked("POST", "round", token, json=second))[0] == 200
        await served.asked("POST", "seat", token, json={**second, "control": "90+30"})
        await served.asked("POST", "start", token, json=second)
        assert [order for _, order, _ in served.hall.orders] == ["seat 90+30", "play"]
        done = ["pairings open.csv", "pairing 1 at b003", "round 2"]
        acts = [(each.what, each.who) for each in served.hall.acts() if not each.boards]
        assert acts == [(each, BY) for each in done]
        wrong = {"pairing": pairing_ids(served.hall)[2], "result": "won", "by": BY}
        assert (await served.asked("POST", "result", token, json=wrong))[0] == 400
        assert (await served.asked("POST", "result", token, json={**wrong, "result": "1-0"}))[0] == 200

    on_served_hall(act)


def test_an_act_is_of_the_round_that_was_shown() -> None:
    """Another one is played by now, or a list has given the number to others: it is refused in a sentence."""

    async def act(served: ServedHall) -> None:
        token, hall = await served.unlock(), served.hall
        async with served.looking() as heard:
            rows = (await heard())["parts"]["round"]["boards"]
        shown = [each["id"] for each in rows]
        assert shown == pairing_ids(hall)
        hall.choose_round("2", BY)
        for path, asked in (
            ("result", {"pairing": shown[0], "result": "1-0"}),
            ("assign", {"pairing": shown[0], "board": "b003"}),
            ("seat", {**SHOWN, "control": ""}),
            ("start", SHOWN),
        ):
            status, told = await served.asked("POST", path, token, json={**asked, "by": BY})
            assert (path, status) == (path, 409)
            assert "Nothing was done: " in told["error"]["en"]
        hall.choose_round("1", BY)
        hall.rename("1", "Xa", "Ya")
        asked = {"pairing": shown[0], "result": "1-0", "by": BY}
        assert (await served.asked("POST", "result", token, json=asked))[0] == 409
        assert hall.orders == []
        other = {"event": "Blitz", "round": "2", "by": BY}
        status, told = await served.asked("POST", "round", token, json=other)
        assert (status, hall.round().round) == (409, "1")
        assert "the rounds that can be chosen are now those of Open" in told["error"]["en"]
        asked["pairing"] = pairing_ids(hall)[0]
        assert (await served.asked("POST", "result", token, json=asked))[0] == 200

    on_served_hall(act)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_list_is_read_as_a_spreadsheet_has_saved_it(encoding: str) -> None:
    """Its file is sent as it is."""

    async def act(served: ServedHall) -> None:
        token = await served.unlock()
        text = "Round;Board;White;Black\n1;1;Gérard;Müller\n"
        path = f"pairings?name=open.csv&by={BY}"
        status, told = await served.asked("POST", path, token, data=text.encode(encoding))
        assert (status, told["rounds"], told["problems"]) == (200, ["1"], [])

    on_served_hall(act)


def test_what_arbiters_have_done_is_a_log() -> None:
    """The newest first, with the boards; the last two hundred."""

    async def act(served: ServedHall) -> None:
        token = await served.unlock()
        for order in ("pause", "play"):
            asked = {"boards": ["b001", "b003"], "order": order, "by": BY}
            await served.asked("POST", "orders", token, json=asked)
        status, told = await served.asked("GET", "acts", token)
        assert (status, [each["what"] for each in told["acts"]]) == (200, ["play", "pause"])
        first = told["acts"][0]
        assert (first["who"], first["boards"], first["answer"]) == (BY, ["b001", "b003"], "")
        served.hall.noted *= 200
        assert len((await served.asked("GET", "acts", token))[1]["acts"]) == ACTS_MOST

    on_served_hall(act)


def test_where_rounds_are_sent_is_said_and_shown() -> None:
    """What is no round of Lichess is refused, and one that another has; of a token only that it is there."""

    async def act(served: ServedHall) -> None:
        token = await served.unlock()
        asked = {**SHOWN, "lichess": " AbCdEfGh ", "minutes": 15, "plies": 0, "by": BY}
        other = {**asked, "event": "Blitz"}
        status, told = await served.asked("POST", "lichess", token, json=other)
        assert (status, "are now those of Open" in told["error"]["en"]) == (409, True)
        status, told = await served.asked("POST", "lichess", token, json=asked)
        assert status == 200
        assert told["targets"] == [{"round": "1", "lichess": "AbCdEfGh", "minutes": 15, "plies": 0}]
        for wrong in ({"lichess": "no"}, {"minutes": 999}):
            status, told = await served.asked("POST", "lichess", token, json={**asked, **wrong})
            assert (status, set(told["error"])) == (409, {"en", "fr", "de"})
        status, told = await served.asked("POST", "lichess", token, json={**asked, "round": "2"})
        assert (status, "Round 1 is sent to AbCdEfGh" in told["error"]["en"]) == (409, True)
        status, told = await served.asked("GET", "lichess", token)
        assert (status, told["token"], told["round"]) == (200, True, "AbCdEfGh")
        status, told = await served.asked("DELETE", f"lichess?by={BY}", token)
        assert (status, told["targets"]) == (200, [])
        assert [each.who for each in served.hall.acts()] == [BY, BY]

    on_served_hall(act)


def test_what_has_happened_is_told() -> None:
    """The newest lines, with their instants by the hall's clock."""

    async def act(served: ServedHall) -> None:
        async with served.looking() as heard:
            await heard()
            for number in range(40):
                served.hall.notice(f"board b{number} is back")
            told = (await heard())["parts"]["notices"]
            assert len(told) == 30
            assert told[-1]["said"]["en"] == "board b39 is back"
            assert abs(told[-1]["at_ms"] - now_ms()) < 5000

    on_served_hall(act)


def test_a_fault_in_a_card_ends_nothing() -> None:
    """It is one line; the other cards are sent."""

    async def act(served: ServedHall) -> None:
        async with served.looking() as heard:
            await heard()
            served.hall.change("b002", clock=42)
            served.hall.change("b001", clock=None)
            assert list((await heard())["parts"]) == ["board/b001"]
        assert "board b002" in served.said.pop()

    on_served_hall(act)


def test_strange_hosts_and_origins_are_refused() -> None:
    """As on a board's own page: no page of another site acts here, or looks on."""

    async def act(served: ServedHall) -> None:
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            async with served.client.get("/", headers=headers) as answer:
                assert answer.status == 403
            async with served.client.get("/api/v1/hall/socket", headers=headers) as answer:
                assert answer.status == 403

    on_served_hall(act)


def test_a_result_of_an_earlier_round_is_given() -> None:
    """By the id of its pairing as that round shows it; nobody plays at that board in it any more."""

    async def act(served: ServedHall) -> None:
        token, hall = await served.unlock(), served.hall
        hall.choose_round("2", BY)
        hall.earlier["1"] = Round(EVENT, "", "1", hall.round().boards)
        async with served.client.get("/api/v1/hall/round?round=1") as answer:
            told = await answer.json()
        assert (told["event"], told["round"]) == (EVENT, "1")
        pairing = told["boards"][1]
        asked = {"pairing": pairing["id"], "result": "0-1", "by": BY}
        assert (await served.asked("POST", "result", token, json=asked))[0] == 200
        assert [each.result for each in hall.round("1").boards] == ["", "0-1", ""]
        assert [each.result for each in hall.round().boards] == ["", "", ""]
        moved = {"pairing": pairing["id"], "board": "b003", "by": BY}
        assert (await served.asked("POST", "assign", token, json=moved))[0] == 409

    on_served_hall(act)


def test_the_page_and_its_files_are_there() -> None:
    """With a policy that lets it ask its own server alone."""

    async def act(served: ServedHall) -> None:
        for path in ("/", "/hall/hall.js", "/hall/hall.css", "/static/kit/board.js", "/static/pieces.svg"):
            async with served.client.get(path) as answer:
                assert answer.status == 200, path
                assert "lichess" not in answer.headers["Content-Security-Policy"] or path != "/"
        async with served.client.get("/api/v1/hall/round.pgn") as answer:
            assert answer.content_type == "application/x-chess-pgn"
        async with served.client.get("/api/v1/hall/results.csv") as answer:
            assert len(list(csv.reader(io.StringIO(await answer.text())))) == 4

    on_served_hall(act)


def test_games_that_cannot_be_read_now_are_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, as the page has it."""

    def broken(_hall: PlayedHall, _name: str = "") -> str:
        raise sqlite3.OperationalError("disk I/O error")

    async def act(served: ServedHall) -> None:
        status, said = await served.asked("GET", "round.pgn")
        assert status == 503
        assert "cannot be read from the hall's file now" in str(said)

    monkeypatch.setattr(PlayedHall, "round_pgn", broken)
    on_served_hall(act)


def test_results_are_a_table_that_runs_nothing() -> None:
    """A name that a spreadsheet would take for a formula is a text."""
    boards = (PairedBoard("1", "b1", Person("=1+1"), Person("Keres", fide_id="7"), "*"),)
    rows = list(csv.reader(io.StringIO(results_table(Round("Open", "", "2", boards)))))
    assert rows[1] == ["2", "1", "'=1+1", "", "", "Keres", "7"]


def test_the_pin_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    """Six digits, the same after a restart; what is none is replaced."""
    pin = kept_pin(tmp_path / "hall")
    path = tmp_path / "hall" / "pin"
    assert pin.isdigit()
    assert len(pin) == 6
    assert kept_pin(tmp_path / "hall") == pin
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("12", encoding="ascii")
    assert len(kept_pin(tmp_path / "hall")) == 6


@pytest.mark.parametrize("is_taken", [False, True])
def test_a_page_that_cannot_be_served_is_tried_again(tmp_path: Path, *, is_taken: bool) -> None:
    """One line says why, and another one where it is; neither has the PIN."""
    said: list[str] = []

    async def act() -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1] if is_taken else 0
            settings = HallSettings(directory=tmp_path, address="127.0.0.1", port=port)
            hall = PlayedHall(small_recording())

            async def pause(_seconds: float) -> None:
                taken.close()
                await asyncio.sleep(0)

            served = asyncio.Event()

            def say(line: str) -> None:
                said.append(line)
                if "http://" in line:
                    served.set()

            serving = asyncio.create_task(serve_page(hall, hall, settings, now_ms, say, pause))
            await served.wait()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    asyncio.run(act())
    assert len(said) == 1 + is_taken
    assert kept_pin(tmp_path) not in " ".join(said)


def test_a_recording_is_kept_and_read_again(tmp_path: Path) -> None:
    """The same lots give the same one."""
    made = record(2, 5, seed=3, different=2)
    write(made, tmp_path / "hall.json")
    assert read(tmp_path / "hall.json") == made == record(2, 5, seed=3, different=2)


def test_a_list_of_another_event_is_asked_about() -> None:
    """By a status of its own, in words; who says that it is meant has it read."""

    async def act(served: ServedHall) -> None:
        token = await served.unlock()
        text = "event,round,board,white,black\nAnother,1,1,A,B\n"
        status, told = await served.asked("POST", "pairings?name=a.csv&by=V", token, data=text)
        assert status == 428
        assert "The list is of another event, Another, and rounds of" in json.dumps(told)
        mark = leaves("Another", EVENT)
        assert told["answers"] == [{"answer": "yes", "says": {"event": "Another", "agreed": mark}}]
        says = urlencode({"name": "a.csv", "by": "V", **told["answers"][0]["says"]})
        status, told = await served.asked("POST", f"pairings?{says}", token, data=text)
        assert (status, told["event"]) == (200, "Another")
        assert served.hall.meant == Meant("Another", agreed=frozenset({mark}))

    on_served_hall(act)
