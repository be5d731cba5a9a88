"""What plays itself on the page's board: hands with a game, logs; power that comes and goes, games set up."""

from pathlib import Path
from typing import Any

import chess
import pytest

from jadoube.core.display.scoresheet import scoresheet
from jadoube.formats.sensorlog import format_sensor_log, parse_sensor_log
from jadoube.games.replay import replay
from jadoube_sim.hands import HABITS, MANNERS
from jadoube_sim.hands.games import games_of
from jadoube_sim.page.workbench import Bench
from shared.pages.visitor import Visitor, plan_in, says, visit, visiting

FIREWORKS = """\
[Event "Fireworks"]

1. e4 h5 2. e5 d5 3. exd6 Nf6 4. dxc7 e6 5. cxb8=N Bc5 6. Nf3 O-O 7. Be2 Rxb8 8. O-O Nd5 9. d4 Nc3 10. bxc3
Bxd4 11. Qxd4 Qxd4 12. Nxd4 *
"""
"""Captures, en passant, a promotion that captures, both sides castling; written for this test."""
SANS = "e4 h5 e5 d5 exd6 Nf6 dxc7 e6 cxb8=N Bc5 Nf3 O-O Be2 Rxb8 O-O Nd5 d4 Nc3 bxc3 Bxd4 Qxd4 Qxd4 Nxd4"


def moves_of(bench: Bench) -> str:
    """The moves of the last game."""
    return " ".join(ply.san for ply in bench.games()[-1].plies)


def end_of(pgn: str) -> chess.Board:
    """The position at the end of a game."""
    game = next(iter(games_of(pgn, "pgn")))
    board = chess.Board()
    assert not isinstance(game, Exception)
    for move in game.moves:
        board.push(move)
    return board


def letters(board: chess.Board) -> dict[str, str]:
    """What stands in a position: letters by squares."""
    return {chess.square_name(square): piece.symbol() for square, piece in board.piece_map().items()}


def over(desk: dict[str, Any]) -> bool:
    """Whether what was played has come to its end."""
    return desk["play"] is not None and desk["play"]["done"] and desk["mode"] == "free"


@pytest.mark.parametrize("manner", ["blitz", "tidy", "slow-slide", "target-first", "swap", "takebacks"])
def test_hands_play_a_game(manner: str, tmp_path: Path) -> None:
    """A hand plays at twenty times: the PGN is the game's, and every piece stands where it belongs."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        await visitor.do("hands", pgn=FIREWORKS, manner=manner, speed=20 if manner == "blitz" else 200)
        desk = await visitor.until(lambda desk: desk["mode"] == "hands")
        assert desk["play"]["name"] == "game 1: Fireworks"
        assert (desk["play"]["of"], desk["speed"]) == (23, 20 if manner == "blitz" else 200)
        desk = await visitor.until(over)
        assert (desk["play"]["ply"], desk["speed"]) == (23, 20)
        assert visitor.kinds() == letters(end_of(FIREWORKS))
        assert not any(piece["up"] for piece in desk["pieces"])
        assert bench.desk
        await bench.desk.run_to(bench.now_ms + 1500)

    assert moves_of(visit(plan_in(tmp_path), story)) == SANS


def test_a_game_without_names_keeps_those_that_were_ordered(tmp_path: Path) -> None:
    """Who rehearses an evening names the players first; a PGN that has names brings its own."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        assert bench.desk
        await visitor.do("order", order="name white Dupont, Anne")
        await visitor.do("hands", pgn="1. e4 e5 *", speed=200)
        await visitor.until(lambda desk: desk["mode"] == "hands")
        assert bench.desk
        assert bench.desk.table.names.white.name == "Dupont, Anne"
        await visitor.until(over)
        await visitor.do("hands", pgn='[White "Smith, John"]\n\n1. e4 e5 *', speed=200)
        await visitor.until(lambda desk: desk["mode"] == "hands")
        assert bench.desk.table.names.white.name == "Smith, John"

    visit(plan_in(tmp_path), story)


def test_every_manner_and_habit_may_be_chosen(tmp_path: Path) -> None:
    """The page lists them all by name."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        named = set(visitor.desk["manners"])
        assert named == {*MANNERS, *(name for name in HABITS if not name.startswith("manner-"))}

    visit(plan_in(tmp_path), story)


def test_a_hand_is_paused_stepped_and_taken_over(tmp_path: Path) -> None:
    """A step is a ply; after a takeover what is in the air hangs there, and other hands go on."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        await visitor.do("hands", pgn=FIREWORKS, speed=50)
        await visitor.do("pause")
        await visitor.until(lambda desk: desk["play"] and desk["play"]["paused"])
        before = visitor.desk["play"]["ply"]
        for ply in range(before + 1, before + 4):
            await visitor.do("step")
            await visitor.until(lambda desk, ply=ply: desk["play"]["paused"] and desk["play"]["ply"] >= ply)  # type: ignore[misc]
            assert visitor.desk["play"]["ply"] == ply
        await visitor.do("lift", piece=0)
        assert await visitor.refusal() == "the pieces are being moved by a hand: take over first"
        await visitor.do("go")
        await visitor.until(lambda desk: any(each["up"] for each in desk["pieces"]))
        await visitor.do("takeover")
        desk = await visitor.until(lambda desk: desk["mode"] == "free")
        assert desk["speed"] == 20
        bench_sees = bench.world.closed(bench.reach)
        assert bench.desk
        await bench.desk.run_to(bench.now_ms + 100)
        assert bench.desk.twin.reeds == bench_sees
        await visitor.do("step")
        assert "nothing is being played" in await visitor.refusal()

    visit(plan_in(tmp_path), story)


def test_the_power_is_cut_in_mid_game(tmp_path: Path) -> None:
    """All is dark and nothing answers; then the game goes on, over pieces that were moved in the dark."""
    logs: list[str] = []

    async def story(visitor: Visitor, bench: Bench) -> None:
        await visitor.play("e2e4", "e7e5", "g1f3")
        async with visitor.session.ws_connect(f"{visitor.home}api/v1/socket") as companion:
            await companion.receive_str()
            await visitor.do("power", on=False)
            desk = await visitor.until(lambda desk: not desk["faults"]["power"])
            while not (await companion.receive()).type.name.startswith("CLOS"):
                pass
        assert set(desk["lamps"]) == {"#000000"}
        assert not desk["faces"]["white"]["on"]
        assert await visitor.status("api/v1/view") == 503
        await visitor.move("b8", "c6")
        await visitor.do("power", on=True)
        await visitor.until(lambda desk: desk["faults"]["power"] and desk["faces"]["white"]["on"])
        assert await visitor.status("api/v1/view") == 200
        await visitor.press("play")
        await visitor.press("black")
        await visitor.until(lambda desk: says(desk, "move completed 2... Nc6"))
        await visitor.ply(4, "f1b5")
        await visitor.until(lambda desk: says(desk, "move completed 3. Bb5"))
        logs.append(format_sensor_log(bench.log()))

    bench = visit(plan_in(tmp_path), story)
    assert moves_of(bench) == "e4 e5 Nf3 Nc6 Bb5"
    assert len(bench.games()) == 1
    again = replay(parse_sensor_log(logs[0], "log"))
    assert [ply.san for ply in scoresheet(again.table).plies] == moves_of(bench).split()


def test_a_fault_outlives_the_power(tmp_path: Path) -> None:
    """What is broken is broken in the next life, too: a reed, a diode, a plug, a wire."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        line = visitor.desk["lines"]["rows"][0]["name"]
        for kind, where in (("closed", "e5"), ("diode", "b2"), ("unplug", "white-face"), ("cut", line)):
            await visitor.do("fault", kind=kind, where=where, on=True)
        await visitor.do("power", on=False)
        await visitor.do("power", on=True)
        desk = await visitor.until(lambda desk: desk["faults"]["power"] and desk["faults"]["lines"])
        assert desk["faults"]["stuck"] == {"e5": "closed"}
        assert (desk["faults"]["diodes"], desk["faults"]["unplugged"]) == (["b2"], ["white face"])
        assert bench.desk
        await bench.desk.run_to(bench.now_ms + 100)
        assert bench.desk.twin.reeds >> chess.E5 & 1
        assert not bench.desk.twin.chip(chess.WHITE).shines
        for kind, where in (("closed", "e5"), ("diode", "b2"), ("unplug", "white face"), ("cut", line)):
            await visitor.do("fault", kind=kind, where=where, on=False)
        await visitor.until(lambda desk: not desk["faults"]["stuck"] and not desk["faults"]["lines"])
        await visitor.until(lambda desk: desk["faces"]["white"]["on"])

    visit(plan_in(tmp_path), story)


def test_a_fault_is_seen_at_once(tmp_path: Path) -> None:
    """A wire that is cut is scanned without anybody moving a piece: its row reads open, and closed again."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        line = visitor.desk["lines"]["rows"][0]["name"]
        raw = visitor.desk["reeds"]["raw"]
        await visitor.do("fault", kind="cut", where=line, on=True)
        await visitor.until(lambda desk: desk["reeds"]["raw"] != raw)
        assert visitor.desk["reeds"]["closed"] == raw
        assert bench.desk
        await visitor.do("fault", kind="cut", where=line, on=False)
        await visitor.until(lambda desk: desk["reeds"]["raw"] == raw)

    visit(plan_in(tmp_path), story)


def test_a_loose_reed_flickers_and_is_named(tmp_path: Path) -> None:
    """It opens and closes by itself until it is mended."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        await visitor.do("fault", kind="flicker", where="a2", on=True)
        await visitor.until(lambda desk: desk["faults"]["flicker"] == ["a2"])
        assert bench.desk
        await bench.desk.run_to(bench.now_ms + 20_000)
        flicks = [edge for edge in bench.log().edges if edge.name == "a2"]
        assert len(flicks) > 8
        await visitor.do("fault", kind="flicker", where="a2", on=False)
        await visitor.until(lambda desk: not desk["faults"]["flicker"])
        assert bench.reeds.shown == bench.world.closed()

    visit(plan_in(tmp_path), story)


def test_a_position_and_a_new_game_are_set_up(tmp_path: Path) -> None:
    """Any position, with a piece more of a kind than a set has; then the start, on other terms."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        await visitor.do("setup", fen="7k/6pp/8/8/8/8/QQ1QQ3/4K2R w K - 0 1")
        await visitor.until(lambda _desk: len(visitor.kinds()) == 9)
        assert visitor.kinds()["d2"] == "Q"
        assert len(visitor.desk["pieces"]) == 36
        await visitor.move("h1", "h3")
        await visitor.until(lambda desk: desk["hypotheses"][0]["line"] == "1. Rh3")
        await visitor.do("new", control="blitz 3+2", rules="fide-blitz")
        await visitor.until(lambda _desk: visitor.kinds() == letters(chess.Board()))
        assert bench.desk
        assert (bench.desk.table.terms.rules.name, bench.desk.table.terms.start_fen) == (
            "fide-blitz",
            chess.STARTING_FEN,
        )
        await visitor.do("order", order="pause")
        assert await visitor.refusal() == "no clock runs"

    bench = visit(plan_in(tmp_path), story)
    assert [len(sheet.plies) for sheet in bench.games()] == [1, 0]


def test_the_board_is_swept(tmp_path: Path) -> None:
    """An empty position begins no game: all pieces lie in the box, and the board says what is missing."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        await visitor.do("setup", fen=chess.Board(None).fen())
        await visitor.until(lambda _desk: not visitor.kinds())
        assert len(visitor.desk["pieces"]) == 34
        await visitor.until(lambda desk: desk["reeds"]["settled"] == "0" * 16)

    visit(plan_in(tmp_path), story)


def test_pieces_are_put_where_the_reading_has_them(tmp_path: Path) -> None:
    """After a mess all stand again as in the game."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        await visitor.play("e2e4")
        for square in ("d1", "e1", "h8"):
            await visitor.do("put", piece=await visitor.lift(square), x=9.5, y=1.0)
        await visitor.until(lambda _desk: len(visitor.kinds()) == 29)
        await visitor.do("arrange")
        board = chess.Board()
        board.push_san("e4")
        await visitor.until(lambda _desk: visitor.kinds() == letters(board))

    visit(plan_in(tmp_path), story)


def test_a_log_recorded_here_happens_again_here(tmp_path: Path) -> None:
    """It is replayed edge by edge, the pieces have their names, and the game is the same."""

    async def story(visitor: Visitor, bench: Bench) -> None:
        await visitor.do("hands", pgn=FIREWORKS, manner="club", speed=200)
        await visitor.until(over)
        log = await visitor.get("sim/log")
        await visitor.do("replay", log=log, speed=200)
        await visitor.until(lambda desk: desk["mode"] == "replay")
        await visitor.until(over)
        assert visitor.kinds() == letters(end_of(FIREWORKS))
        assert bench.desk
        await bench.desk.run_to(bench.now_ms + 1500)
        assert await visitor.get("sim/log") != ""

    bench = visit(plan_in(tmp_path), story)
    assert [" ".join(ply.san for ply in sheet.plies) for sheet in bench.games()] == [SANS, SANS]


def test_a_log_is_stepped(tmp_path: Path) -> None:
    """One edge a step; pieces of which nothing is known are strangers."""
    log = "jadoube-sensor-log 1\nclosed 0000000000000003\n\n5.0 open a1\n90.0 close a1\n95.0 press white\n"

    async def story(visitor: Visitor, _bench: Bench) -> None:
        await visitor.do("replay", log=log)
        await visitor.do("pause")
        await visitor.until(lambda desk: desk["play"] and desk["play"]["paused"])
        assert set(visitor.kinds().values()) == {"?"}
        for edge in (1, 2):
            await visitor.do("step")
            desk = await visitor.until(lambda desk, edge=edge: desk["play"]["ply"] == edge)  # type: ignore[misc]
            assert desk["play"]["paused"]
            assert ("a1" in visitor.kinds()) == (edge == 2)

    visit(plan_in(tmp_path), story)


def test_the_players_switch_the_board_off(tmp_path: Path) -> None:
    """By the panel's menu: OFF stays on the faces until the power goes, and then the game goes on."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        await visitor.play("e2e4", "e7e5")
        for key in ("play", "ok", "minus", "minus", "ok", "ok"):
            await visitor.press(key)
        await visitor.until(lambda desk: says(desk, "the board is switched off"))
        assert visitor.desk["faces"]["white"]["on"]
        await visitor.do("order", order="play")
        assert await visitor.refusal() == "the board is switched off"
        async with visitor.session.post(f"{visitor.home}api/v1/orders") as answer:
            assert (answer.status, (await answer.json())["error"]["en"]) == (409, "the board is switched off")
        await visitor.do("power", on=False)
        await visitor.until(lambda desk: not desk["faces"]["white"]["on"])
        await visitor.do("power", on=True)
        await visitor.until(lambda desk: desk["faces"]["white"]["on"])
        await visitor.press("play")
        await visitor.ply(2, "g1f3")
        await visitor.until(lambda desk: says(desk, "2. Nf3"))

    bench = visit(plan_in(tmp_path), story)
    assert moves_of(bench) == "e4 e5 Nf3"
    assert len(bench.games()) == 1


def test_a_board_that_is_switched_off_is_set_up_anew(tmp_path: Path) -> None:
    """A new game begins with the power given back."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        for key in ("ok", "minus", "ok", "ok"):
            await visitor.press(key)
        await visitor.until(lambda desk: says(desk, "the board is switched off"))
        await visitor.do("new")
        await visitor.move("e2", "e4")
        await visitor.until(lambda desk: says(desk, "move made 1. e4"))

    visit(plan_in(tmp_path), story)


def test_a_game_that_was_left_is_taken_up(tmp_path: Path) -> None:
    """In a folder that is kept: the next program goes on with it, the pieces where they stood."""

    async def first(visitor: Visitor, _bench: Bench) -> None:
        await visitor.play("d2d4", "d7d5")

    visit(plan_in(tmp_path), first)

    async def then(visitor: Visitor, _bench: Bench) -> None:
        assert visitor.kinds()["d4"] == "P"
        await visitor.press("play")
        await visitor.ply(2, "c2c4")
        await visitor.until(lambda desk: says(desk, "2. c4"))

    assert moves_of(visit(plan_in(tmp_path), then, resumes=True)) == "d4 d5 c4"


def test_pages_come_back(tmp_path: Path) -> None:
    """A socket that is cut takes nothing with it: a page that comes anew sees what was."""

    async def story(visitor: Visitor, _bench: Bench) -> None:
        piece = await visitor.lift("e2")
        await visitor.socket.close()
        async with visiting(visitor.home) as again:
            assert again.desk["pieces"][piece]["up"]
            assert again.desk["pieces"][piece]["by"] is None

    visit(plan_in(tmp_path), story)
