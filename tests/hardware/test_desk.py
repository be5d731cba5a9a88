"""Whole games through the whole electronics: edges in at the reeds, light out at lamps and faces.

Nothing is replaced: a log's edges move the twin's reeds, gpiozero's pins are scanned by the real driver, the
real daemon plays, and what it shows is read from the wire's bytes and the display chips' RAM.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from jadoube.config.settings import Settings, default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.display.seven_segment import read
from jadoube.core.display.status_line import words
from jadoube.core.messages.events import Button, Event
from jadoube.core.messages.lamps import Lamp, Light, frame
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.core.state.play_parts import Adjudication
from jadoube.core.state.table import Table, Terms
from jadoube.drivers.interfaces import Colour, Part
from jadoube.formats.sensorlog import Edge, SensorLog, parse_sensor_log
from jadoube.games.replay import replay, terms_of_log
from jadoube.games.save_status import NOTHING_WAITS, SaveStatus
from jadoube_sim import desk as desk_module
from jadoube_sim.desk import Beside, Desk, Ears
from jadoube_sim.hands import MANNERS, play
from jadoube_sim.virtual import VirtualPace

SETTINGS = default_settings()
FIREWORKS = "e4 h5 e5 d5 exd6 Nf6 dxc7 e6 cxb8=N Bc5 Nf3 O-O Be2 Rxb8 O-O Nd5 d4 Nc3 bxc3 Bxd4 Qxd4 Qxd4 Nxd4"
"""Captures, en passant, a promotion that captures, both sides castling; written for this test."""
ROOK_AND_KNIGHT = "8/8/8/3k4/8/3n4/8/K6R w - - 0 1"
"""Whether the knight can mate is not seen at once."""
MATE = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"

Story = Callable[[Desk], Awaitable[None]]


def moves_of(line: str) -> list[chess.Move]:
    """The moves of a line in SAN from the start position."""
    board = chess.Board()
    return [board.push_san(san) for san in line.split()]


def on_a_desk(
    log: SensorLog,
    story: Story,
    *,
    smooth: bool = False,
    settings: Settings = SETTINGS,
    said: list[str] | None = None,
    closed: int | None = None,
) -> Desk:
    """Let a log happen on a desk while the story is told, and give the desk."""

    async def tell() -> Desk:
        pace = VirtualPace(settings.board.scan_period_ms, smooth=smooth, until_ms=0)
        ears = Ears(say=(said if said is not None else []).append)
        desk = Desk(settings, terms_of_log(log), closed=closed, pace=pace, ears=ears)
        async with desk:
            desk.act(log.edges)
            await story(desk)
        return desk

    return asyncio.run(tell())


async def to_the_end(desk: Desk) -> None:
    """Let everything happen that was scheduled, and a second and a half of quiet."""
    await desk.run_to(desk.last_us // 1000 + 1500)


def moves_read(table: Table) -> list[chess.Move | None]:
    """The moves on the scoresheet; a doubt on it is a failure."""
    sheet = scoresheet(table)
    assert not any(ply.doubts for ply in sheet.plies)
    return [ply.move for ply in sheet.plies]


def look_of(lamp: Lamp, square: chess.Square) -> Colour:
    """The colour in which a lamp is to shine, at the bright part of its pattern."""
    settings = SETTINGS.lamps
    light = Light(settings.brightness, settings.dark_squares)
    return frame((lamp,) * 64, 0, light)[square]


@pytest.mark.parametrize("smooth", [False, True])
@pytest.mark.parametrize("manner", ["tidy", "two-hands", "rook-first"])
def test_a_game_comes_back_from_the_pins(manner: str, *, smooth: bool) -> None:
    """Every kind of ply, with presses: the scoresheet is the game, with smooth time and with jumping."""
    moves = moves_of(FIREWORKS)
    log = play(moves, manner=MANNERS[manner], seed=3, time_control="300+3")
    desk = on_a_desk(log, to_the_end, smooth=smooth)
    assert moves_read(desk.table) == moves
    assert desk.table.play.completed == len(moves)


def test_a_desk_and_a_replay_agree() -> None:
    """The same edges through the pins and straight into the core: same position, same clock, same game."""
    log = play(moves_of(FIREWORKS), seed=8, time_control="60+1")
    desk = on_a_desk(log, lambda desk: desk.run_to(log.lasts_us // 1000))
    theirs = replay(replace(log, end_us=None)).table
    assert (desk.table.line.board, desk.table.play.clock) == (theirs.line.board, theirs.play.clock)
    assert desk.games() == [scoresheet(replay(log).table)]


def test_what_a_desk_records_can_be_replayed() -> None:
    """Its sensor log gives the same game, and so does the log of that."""
    log = play(moves_of(MATE), seed=2, time_control="300+3")
    desk = on_a_desk(log, to_the_end)
    recorded = desk.log()
    assert recorded.edges == tuple(sorted(log.edges))
    assert scoresheet(replay(recorded).table) == desk.games()[0]


def test_lamps_light_the_last_move_and_a_check() -> None:
    """From the wire's bytes, lamp by lamp as they are wired: h5 as the last move, f7 checks e8."""
    shown: list[tuple[bytes, tuple[Colour, ...]]] = []

    async def story(desk: Desk) -> None:
        await desk.run_to(16_000)
        shown.append((desk.twin.wire.last_frame, desk.shown().lamps))

    log = play(moves_of("e4 e5 Qh5 Nc6 Qxf7+"), seed=1)
    assert log.lasts_us < 15_000_000
    on_a_desk(log, story)
    ((sent, lamps),) = shown
    lit = {chess.SQUARE_NAMES[square]: colour for square, colour in enumerate(lamps) if any(colour)}
    assert lit == {
        "h5": look_of(Lamp.LAST_MOVE, chess.H5),
        "f7": look_of(Lamp.GIVES_CHECK, chess.F7),
        "e8": look_of(Lamp.CHECK, chess.E8),
    }
    red, green, blue = lit["e8"]
    assert sent[3 * 59 : 3 * 59 + 3] == bytes((green, red, blue))  # e8 is lamp 59 of the chain, GRB
    assert sent.count(bytes(3)) > 0
    assert len(sent) == 3 * 64


def test_faces_show_the_time_of_their_chips() -> None:
    """Main time, running down to tenths, then the flag and the result: read from the chips' RAM."""
    seen: list[tuple[str, str]] = []

    async def story(desk: Desk) -> None:
        for at_ms in (500, 1005, 6000, 41_100, 62_000):
            await desk.run_to(at_ms)
            shown = desk.shown()
            seen.append((read(shown.white), read(shown.black)))

    log = parse_sensor_log(
        "jadoube-sensor-log 1\ntime-control 60\n\n1.0 press black\n1.1 release black\n", "log"
    )
    on_a_desk(log, story)
    assert seen == [
        ("01:00", "01:00"),
        ("01:00.", "01:00"),
        ("00:55.", "01:00"),
        (" 19.9.", "01:00"),
        ("FLAG", " 1  "),
    ]


def test_the_running_side_shines() -> None:
    """The face of the clock that runs is bright, the other dim."""
    bright: list[tuple[bool, bool]] = []

    async def story(desk: Desk) -> None:
        desk.press(Button.BLACK, 1_000_000)
        for at_ms in (500, 1500):
            await desk.run_to(at_ms)
            bright.append(desk.shown().bright)

    log = SensorLog(time_control="60")
    on_a_desk(log, story)
    assert bright == [(False, False), (False, True)]


def test_a_display_unplugged_stops_no_game() -> None:
    """One line is said when it goes; the game goes on; plugged in again it shows within a second or so."""
    moves = moves_of(FIREWORKS)
    log = play(moves, seed=5, time_control="300+3")
    said: list[str] = []
    seen: list[str] = []

    async def story(desk: Desk) -> None:
        await desk.run_to(10_000)
        desk.plug(Part.WHITE_FACE, plugged=False)
        await desk.run_to(20_000)
        seen.append(read(desk.shown().white))
        desk.plug(Part.WHITE_FACE, plugged=True)
        await desk.run_to(21_100)
        seen.append(read(desk.shown().white))
        await to_the_end(desk)

    desk = on_a_desk(log, story, said=said)
    assert [line.split(";")[0] for line in said] == [
        "white face: does not answer at 0x70",
        "white face answers again",
    ]
    assert seen[0] == "    "
    assert re.fullmatch(r"0[45]:\d\d\.?", seen[1])
    assert moves_read(desk.table) == moves


def test_reeds_unplugged_are_all_open() -> None:
    """Without the matrix the board is empty, which closes the game; nothing is read into it."""
    moves = moves_of("e4 e5")
    seen: list[int] = []

    async def story(desk: Desk) -> None:
        await to_the_end(desk)
        desk.plug(Part.REEDS, plugged=False)
        await desk.run_to(desk.pace.now_ms() + 500)
        seen.append(desk.table.occupancy)

    desk = on_a_desk(play(moves, seed=4, presses=False), story)
    assert seen == [0]
    assert moves_read(desk.table) == moves
    assert desk.games()[0].result == "*"


def test_a_missing_diode_makes_its_ghost() -> None:
    """Without d1's diode the open reed of e2 reads closed: no move is read until it is mended."""
    told: list[str] = []

    async def story(desk: Desk) -> None:
        desk.meddle(lambda: desk.twin.remove_diode(chess.D1))
        desk.act([Edge(1_000_000, "open", "e2"), Edge(1_500_000, "close", "e4")])
        await desk.run_to(2000)
        assert not desk.twin.reeds >> chess.E2 & 1
        assert desk.table.occupancy >> chess.E2 & 1
        told.append(words(desk.table))
        desk.meddle(lambda: desk.twin.mend_diode(chess.D1))
        await desk.run_to(3000)
        told.append(words(desk.table))

    on_a_desk(SensorLog(), story)
    assert told == ["White to move", "1. e4; Black to move"]


def test_an_empty_board_is_set_up() -> None:
    """On an empty board the lamps ask for 32 pieces; when they stand, the game can begin."""
    lit: list[int] = []

    async def story(desk: Desk) -> None:
        for _ in range(2):
            await desk.run_to(desk.pace.now_ms() + 1000)
            lit.append(sum(any(colour) for colour in desk.shown().lamps))
            start_us = desk.now_us
            squares = chess.SquareSet(chess.Board().occupied)
            desk.act(
                Edge(start_us + 20_000 * count, "close", chess.SQUARE_NAMES[square])
                for count, square in enumerate(squares)
            )
        assert desk.table.seen.ready

    on_a_desk(SensorLog(), story, closed=0)
    assert lit == [32, 0]


def test_the_lamps_and_faces_go_dark_at_the_end() -> None:
    """What the daemon leaves behind shows nothing."""
    desk = on_a_desk(play(moves_of("e4"), seed=1, time_control="60"), to_the_end)
    shown = desk.shown()
    assert (read(shown.white), read(shown.black)) == ("    ", "    ")
    assert not any(map(any, shown.lamps))


def test_games_one_after_the_other_are_all_kept() -> None:
    """A mate, the start position again, another game: the desk has both, each with its result."""
    mate = moves_of(MATE)
    first = play(mate, seed=1)
    standing = chess.Board()
    for move in mate:
        standing.push(move)

    async def story(desk: Desk) -> None:
        await to_the_end(desk)
        now_us = desk.now_us
        start, there = chess.Board().occupied, standing.occupied
        desk.act(
            Edge(now_us, "open", chess.SQUARE_NAMES[square]) for square in chess.SquareSet(there & ~start)
        )
        desk.act(
            Edge(now_us, "close", chess.SQUARE_NAMES[square]) for square in chess.SquareSet(start & ~there)
        )
        await desk.run_to(now_us // 1000 + 3000)
        now_us = desk.now_us
        desk.act([Edge(now_us, "open", "d2"), Edge(now_us + 500_000, "close", "d4")])
        await to_the_end(desk)

    games = on_a_desk(first, story).games()
    assert [(sheet.result, [ply.san for ply in sheet.plies]) for sheet in games] == [
        ("1-0", MATE.split()),
        ("*", ["d4"]),
    ]


def test_the_run_ends_by_itself_when_nothing_is_left() -> None:
    """Told that no more will come, the desk runs out: a game without a clock ends with its last edge."""
    desk = on_a_desk(play(moves_of(MATE), seed=1, presses=False), lambda desk: desk.run_out())
    assert desk.table.play.outcome is not None
    assert not desk.table.board.reeds.changing


def test_what_breaks_in_the_daemon_comes_out() -> None:
    """An exception in the loop is not waited for in vain."""

    class Broken:
        """A keeper that cannot keep."""

        def begin(self, table: Table, now_ms: int) -> None:
            """Never called here."""

        def append(self, event: Event, now_ms: int, table: Table) -> None:
            """Fail as a fault of ours would."""
            raise RuntimeError(f"{event} at {now_ms} in {table.play.phase}")

        def look(self, _table: Table, _now_ms: int) -> SaveStatus:
            """Miss nothing."""
            return NOTHING_WAITS

        def wake_ms(self) -> int | None:
            """Want nothing."""
            return None

        def go_back(self) -> None:
            """Never called here."""

        def write_down(self, table: Table) -> None:
            """Never called here."""

    async def tell() -> None:
        desk = Desk(SETTINGS, Terms(rules=RULE_SETS["club"]), beside=Beside(Broken()))
        async with desk:
            desk.act([Edge(1_000_000, "open", "e2")])
            await desk.run_to(2000)

    with pytest.raises(RuntimeError, match="at 1000"):
        asyncio.run(tell())


def test_an_answer_may_come_late_and_time_goes_on() -> None:
    """Who can still mate is worked out elsewhere: the answer is taken when it has come."""
    answer: Future[bool | None] = Future()
    asked: list[Adjudication] = []

    def answering(question: Adjudication) -> "Future[bool | None]":
        asked.append(question)
        return answer

    async def fall() -> None:
        terms = Terms(rules=RULE_SETS["fide"], control=parse_time_control("2+0"), start_fen=ROOK_AND_KNIGHT)
        async with Desk(SETTINGS, terms, beside=Beside(answering=answering)) as desk:
            desk.press(Button.BLACK, 1_000_000)
            await desk.run_to(9000)
            assert [each.side for each in asked] == [chess.BLACK]
            assert desk.table.play.outcome is None
            desk.pace.end_with(desk.daemon.stop)  # from now on nothing but the answer makes a scan
            await asyncio.get_running_loop().run_in_executor(None, answer.set_result, False)
            await desk.run_out()
            assert desk.table.play.outcome == Outcome(Termination.FLAG_FELL)

    asyncio.run(fall())


def test_a_log_that_is_full_ends_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said once; the board goes on, and what is kept can be replayed."""
    monkeypatch.setattr(desk_module, "MOST_EDGES", 4)
    said: list[str] = []

    async def story() -> SensorLog:
        async with Desk(SETTINGS, ears=Ears(said.append)) as desk:
            for at_s, move in enumerate(("e2e4", "e7e5", "g1f3"), start=1):
                moves = [(0, "open", move[:2]), (500_000, "close", move[2:])]
                desk.act(Edge(at_s * 1_000_000 + after_us, word, name) for after_us, word, name in moves)
            await desk.run_to(5000)
            assert desk.table.line.ply == 3
            return desk.log()

    log = asyncio.run(story())
    assert [line for line in said if "log" in line] == ["the sensor log is full (edges: 4); it ends here"]
    assert (len(log.edges), log.end_us) == (4, 3_000_000)
    assert replay(log).table.line.ply == 2


def test_without_terms_a_desk_has_those_of_its_settings() -> None:
    """Time control, rules and debounce are what the configuration says."""
    terms = Desk(SETTINGS).terms
    assert terms.control == parse_time_control("900+10")
    assert (terms.rules.name, terms.debounce_ms) == ("club", 20)


def test_the_example_of_the_simulators_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The page's example runs and prints what the page says."""
    page = (Path(__file__).parents[2] / "docs" / "simulator.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(example, {})  # noqa: S102 - our own page
    assert f"It prints `{capsys.readouterr().out.strip()}`." in page
