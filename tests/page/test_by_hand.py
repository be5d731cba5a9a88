"""The page's socket against the real thing: pieces lifted, put, pushed; what the board makes of them."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.daemon import real_time
from jadoube.formats.sensorlog import parse_sensor_log
from jadoube.games.replay import replay
from jadoube_sim.page.workbench import Bench
from shared.pages.visitor import Visitor, plan_in, says, visit, visiting

SCHOLARS_MATE = ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5xf7")


def moves_of(bench: Bench) -> str:
    """The moves of the last game."""
    return " ".join(ply.san for ply in bench.games()[-1].plies)


def test_a_scholars_mate_by_hand(tmp_path: Path) -> None:
    """Lifted and put, levers pressed: the board reads it, lights and all; its log replays to the same."""
    logs: list[str] = []

    async def story(visitor: Visitor, _bench: Bench) -> None:
        await visitor.play(*SCHOLARS_MATE)
        desk = await visitor.until(lambda desk: says(desk, "game over 1-0: checkmate"))
        assert desk["latency"]["count"] >= 7
        assert 20 <= desk["latency"]["median_ms"] <= 40
        assert set(desk["lamps"]) != {"#000000"}
        assert desk["hypotheses"][0]["line"].endswith("4. Qxf7#")
        assert "Qxf7#" in await visitor.get("api/v1/game.pgn")
        logs.append(await visitor.get("sim/log"))

    bench = visit(plan_in(tmp_path), story)
    assert moves_of(bench) == "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"
    again = replay(parse_sensor_log(logs[0], "log"))
    assert [ply.san for ply in scoresheet(again.table).plies] == moves_of(bench).split()


def test_castling_with_two_pieces_in_the_air(tmp_path: Path) -> None:
    """King and rook are both lifted before either is set down."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        await visitor.play("g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7")
        king, rook = await visitor.lift("e1"), await visitor.lift("h1")
        await visitor.put(rook, "f1")
        await visitor.put(king, "g1")
        await visitor.press("white")
        await visitor.until(lambda desk: says(desk, "move completed 4. O-O"))

    assert moves_of(visit(plan_in(tmp_path), story)).endswith("O-O")


def test_a_capture_by_swap(tmp_path: Path) -> None:
    """A piece set on another pushes it aside: the reed never opens, and the capture is read nevertheless."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        await visitor.play("e2e4", "d7d5")
        victim = visitor.on("d5")
        await visitor.move("e4", "d5")
        await visitor.press("white")
        desk = await visitor.until(lambda desk: says(desk, "move completed 2. exd5"))
        assert desk["pieces"][victim]["up"]
        await visitor.do("put", piece=victim, x=9.0, y=3.0)
        await visitor.until(lambda desk: not desk["pieces"][victim]["up"])

    assert moves_of(visit(plan_in(tmp_path), story)) == "e4 d5 exd5"


def test_what_one_page_leaves_in_the_air_another_takes(tmp_path: Path) -> None:
    """A piece that is left hanging is in nobody's hand, though its page is still there."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        knight = await visitor.lift("g1")
        await visitor.do("hang", piece=knight, x=5.5, y=3.5)
        desk = await visitor.until(lambda desk: desk["pieces"][knight]["y"] == 3.5)
        assert (desk["pieces"][knight]["up"], desk["pieces"][knight]["by"]) == (True, None)
        async with visiting(visitor.home) as other:
            await other.put(knight, "f3")

    visit(plan_in(tmp_path), story)


def test_a_new_game_is_no_power_cut(tmp_path: Path) -> None:
    """While one game is closed and the next begun the board has power, and its PGN can be had."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        begun = asyncio.create_task(bench.set_up(bench.terms))
        await asyncio.sleep(0)
        assert bench.desk is None
        assert bench.has_power
        assert await visitor.status("api/v1/game.pgn") == 200
        await begun
        await bench.power(on=False)
        assert not bench.has_power

    visit(plan_in(tmp_path), story)


def test_a_slide(tmp_path: Path) -> None:
    """A rook is pushed over three squares, little by little; it ends in the middle of the last."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        await visitor.play("h2h4", "a7a6")
        rook = visitor.on("h1")
        for tenth in range(21):
            await visitor.do("slide", piece=rook, x=7.5, y=0.5 + tenth / 10)
        await visitor.do("put", piece=rook, x=7.4, y=2.6)
        await visitor.press("white")
        await visitor.until(lambda desk: says(desk, "move completed 2. Rh3"))
        assert {"h1", "h2", "h3"} <= {edge.name for edge in bench.log().edges}

    assert moves_of(visit(plan_in(tmp_path), story)) == "h4 a6 Rh3"


def test_a_dead_reed(tmp_path: Path) -> None:
    """A reed that is stuck open is read around, and told; the log holds what it really did."""
    logs: list[str] = []

    moves = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5xd4")

    async def story(visitor: Visitor, bench: Bench) -> None:
        await visitor.do("fault", kind="open", where="e4", on=True)
        await visitor.until(lambda desk: desk["faults"]["stuck"] == {"e4": "open"})
        await visitor.press("black")
        for number, move in enumerate(moves):
            await visitor.ply(number, move)
            assert bench.desk
            await bench.desk.run_to(bench.now_ms + 1500)
        logs.append(await visitor.get("sim/log"))

    bench = visit(plan_in(tmp_path), story)
    assert moves_of(bench) == "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4"
    assert " e4\n" not in logs[0]


def test_two_pages_see_the_same(tmp_path: Path) -> None:
    """What one lifts the other sees, and cannot take; when the socket goes it hangs in the air."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        async with visiting(visitor.home) as other:
            piece = await visitor.lift("d2")
            await visitor.do("carry", piece=piece, x=3.6, y=3.0)
            seen = await other.until(lambda desk: desk["pieces"][piece]["x"] == 3.6)
            assert seen["pieces"][piece]["by"] == visitor.desk["you"] != other.desk["you"]
            await other.do("lift", piece=piece)
            assert "is in another hand" in await other.refusal()
            mine = await other.lift("e2")
            await other.do("press", button="white")
            await visitor.until(lambda desk: desk["buttons"] == ["white"])
        desk = await visitor.until(lambda desk: desk["pieces"][mine]["by"] is None and not desk["buttons"])
        assert desk["pieces"][mine]["up"]
        await visitor.do("lift", piece=mine)
        await visitor.put(mine, "e2")

    visit(plan_in(tmp_path), story)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "message: Expecting value"),
        ("[]", "message: [] found, expected a JSON object"),
        ("{}", "do: null found, expected one of: lift"),
        ('{"do": "fly"}', 'do: "fly" found, expected one of: lift'),
        ('{"do": "lift"}', "lift: piece: nothing found, expected a whole number"),
        ('{"do": "lift", "piece": "e4"}', 'lift: piece: "e4" found'),
        ('{"do": "lift", "piece": true}', "lift: piece: true found"),
        ('{"do": "lift", "piece": 40}', "there is no piece 40, only 0 to 33"),
        ('{"do": "put", "piece": 0, "x": NaN, "y": 1}', "message: NaN found"),
        ('{"do": "put", "piece": 0, "x": 1e999, "y": 1}', "put: x: Infinity found, expected a number from"),
        (
            '{"do": "carry", "piece": 0, "x": 1, "y": 1}',
            "this piece stands",
        ),
        ('{"do": "press", "button": "red"}', 'press: button: "red" found, expected one of: white'),
        ('{"do": "release", "button": "ok"}', "ok is not held down"),
        (
            '{"do": "fault", "kind": "open", "where": "e9", "on": true}',
            "'e9' found, expected one of: a1 - h8",
        ),
        (
            '{"do": "fault", "kind": "rust", "where": "e9", "on": true}',
            "'rust' found, expected one of",
        ),
        ('{"do": "set", "reach": 3}', "set: reach: 3 found, expected a number from 0.3 to 0.7"),
        ('{"do": "setup", "fen": "8/8 w"}', "2 fields in the FEN found"),
        ('{"do": "setup", "fen": "8/8/8/8/8/8/8/K7 w - - 0 1"}', "no black king found"),
        ('{"do": "new", "control": "soon"}', "found 'soon', expected minutes"),
        ('{"do": "order", "order": "dance"}', "'dance' found, expected one of"),
        ('{"do": "hands", "pgn": ""}', "no game found in it, expected PGN"),
        (
            '{"do": "hands", "pgn": "1. e4 e5 2. Ke3 *"}',
            "game 1 cannot be played: 'Ke3' is no legal move there",
        ),
        ('{"do": "hands", "pgn": "1. e4 *", "game": 2}', "game 2 asked for, expected 1 to 1"),
        ('{"do": "hands", "pgn": "1. e4 *", "manner": "wild"}', 'hands: manner: "wild" found'),
        ('{"do": "replay", "log": "x"}', "replay: log:1: 'x' found, expected the line"),
        ('{"do": "go"}', "nothing is being played"),
        ('{"do": "lift", "piece": 0, "speed": 2}', 'lift: "speed" found, expected piece'),
        ("[" * 100_000, "message: too deep"),
        (" " * 1_100_000, "message: 1100000 letters found, expected at most 1000000"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(text: str, told: str, tmp_path: Path) -> None:
    """Whatever comes, one clear line goes back, and the page goes on as if nothing had been."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        await visitor.socket.send_str(text)
        refused = await visitor.refusal()
        assert told in refused
        assert "\n" not in refused
        await visitor.move("e2", "e4")

    visit(plan_in(tmp_path), story)


def test_a_game_on_the_desk_has_its_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no systemd-timesyncd says that the machine's clock is right; a Pi would not know."""
    monkeypatch.setattr(real_time, "SYNCHRONIZED", tmp_path / "nobody")
    dates: list[str] = []

    async def story(visitor: Visitor, bench: Bench) -> None:
        await visitor.play("e2e4")
        dates.extend(bench.tags[tag] for tag in ("Date", "UTCDate"))

    bench = visit(plan_in(tmp_path), story)
    assert all(re.fullmatch(r"20\d\d\.\d\d\.\d\d", date) for date in dates)
    assert f'[Date "{dates[0]}"]' in bench.pgn()
    assert real_time.today() == "????.??.??"


def test_what_has_a_number_is_answered_by_it(tmp_path: Path) -> None:
    """Also what is done, and what is refused for its form; another number is refused without one."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        async def answer(text: str) -> dict[str, Any]:
            await visitor.socket.send_str(text)
            while True:
                message: dict[str, Any] = json.loads(await visitor.socket.receive_str())
                if "desk" not in message:
                    return message

        assert await answer('{"do": "order", "order": "name white Vera", "number": 7}') == {
            "answer": 7,
            "refused": None,
        }
        assert bench.desk
        assert bench.desk.table.names.white.name == "Vera"
        for wrong in ('"order": "dance"', f'"order": "name white {"x" * 300}"', '"piece": 1'):
            told = await answer(f'{{"do": "order", {wrong}, "number": 9999}}')
            assert (told["answer"], set(told["refused"])) == (9999, set(LANGUAGES))
        told = await answer('{"do": "pause", "number": -1}')
        assert "answer" not in told
        assert "number: -1 found" in told["refused"]["en"]

    visit(plan_in(tmp_path), story)


def test_bytes_are_refused(tmp_path: Path) -> None:
    """A binary message is no JSON."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        await visitor.socket.send_bytes(b"\x00\xff")
        assert "expected a JSON object" in await visitor.refusal()

    visit(plan_in(tmp_path), story)
