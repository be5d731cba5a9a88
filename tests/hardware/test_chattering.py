"""Contacts that chatter on a whole board: named, held back from the journal, and the game goes on.

The twin is under the drivers, the daemon keeps real journals, and time is virtual.
"""

import asyncio
from collections.abc import Callable, Sequence

import chess
import pytest

from jadoube.config.settings import default_settings
from jadoube.core.language.render import put_in_words
from jadoube.core.state.announced.health import Trouble, Wrong
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import Edge
from jadoube.games.journal.fold import Folded
from jadoube.games.journal.header import header_for
from jadoube_sim.benchmarks.played.chatter import FIRST_S, Counting, grown
from jadoube_sim.desk import Beside, Desk, Ears
from jadoube_sim.virtual import VirtualPace

A_LOT = 2_000
"""Bytes of journal that one reed that chatters may cost at first."""

HOLDS = "chatters: it counts as it was at rest until it is quiet again"
QUIET = "is quiet again, and believed"


def chattering(names: Sequence[str], gap_ms: int, from_s: float, until_s: float) -> list[Edge]:
    """These reeds or levers change all the time, an even number of times."""
    edges = []
    for number, name in enumerate(names):
        words = ("close", "open") if len(name) == 2 else ("press", "release")
        begin_us, gap_us = int(from_s * 1e6) + 700 * number, gap_ms * 1000
        times = int((until_s - from_s) * 1e6) // gap_us // 2 * 2
        edges += [Edge(begin_us + each * gap_us, words[each % 2], name) for each in range(times)]
    return edges


def moved(lifts_s: float, move: str, lever: str) -> list[Edge]:
    """A ply by hand, and its press."""
    at_us = int(lifts_s * 1e6)
    press_us = at_us + 1_000_000
    return [
        Edge(at_us, "open", move[:2]),
        Edge(at_us + 400_000, "close", move[2:]),
        Edge(press_us, "press", lever),
        Edge(press_us + 100_000, "release", lever),
    ]


GAME = [*moved(4, "e2e4", "white"), *moved(8, "e7e5", "black"), *moved(12, "g1f3", "white")]


def run(
    edges: list[Edge], until_s: float, look: Callable[[Desk], None] | None = None, left: Folded | None = None
) -> tuple[Table, list[str], int]:
    """Let the hands and faults act; return the table, what was said, and the journal's bytes."""
    said: list[str] = []
    keeper = Counting()

    async def play() -> Table:
        begin_ms = left.last_ms if left else 0
        desk = Desk(
            default_settings(),
            left=left,
            pace=VirtualPace(5, begin_ms=begin_ms, until_ms=begin_ms),
            beside=Beside(keeper=keeper),
            ears=Ears(say=said.append),
        )
        if left:
            desk.daemon.resume(left.last_ms)
        desk.act(edges)
        async with desk:
            await desk.run_to(int(until_s * 1000))
            if look:
                look(desk)
            return desk.table

    return asyncio.run(play()), said, keeper.size


@pytest.mark.parametrize("gap_ms", [5, 10, 15])
def test_a_reed_that_chatters_costs_the_journal_little(gap_ms: int) -> None:
    """A kilobyte at first, then nothing; without the limit it would be 10 to 30 MB an hour."""
    cost = grown([chess.A4], gap_ms, 2 * FIRST_S)
    assert 0 < cost.first <= A_LOT
    assert cost.afterwards == 0
    assert cost.said == (f"reed a4 {HOLDS}",)


def test_many_reeds_that_chatter_cost_the_journal_little() -> None:
    """Eight at once: not eight times as much, as one scan tells of all of them."""
    cost = grown(range(chess.A4, chess.A4 + 8), 15, 2 * FIRST_S)
    assert cost.first <= 2 * A_LOT
    assert cost.afterwards == 0
    assert len(cost.said) == 8


def test_it_is_named_within_two_seconds_and_until_it_is_quiet() -> None:
    """In the log once, on the page with its square, on the faces in turn with `CHAt`."""
    edges = chattering(["c5"], 15, 1, 20)
    wrong: list[Wrong] = []

    def look(desk: Desk) -> None:
        wrong.extend(desk.daemon.troubled.wrong)

    _, said, _ = run(edges, 3, look)
    assert said == [f"reed c5 {HOLDS}"]
    assert [each.trouble for each in wrong] == [Trouble.CHATTER]
    assert put_in_words(wrong[0].said) == "chattering, and not believed: c5; look for a loose joint"
    assert wrong[0].faces == ("CHAt", "r-C5")
    wrong.clear()
    _, said, _ = run(edges, 22, look)
    assert said == [f"reed c5 {HOLDS}", f"reed c5 {QUIET}"]
    assert wrong == []


@pytest.mark.parametrize("square", ["a5", "e4", "e2", "f3"])
def test_a_game_is_read_as_without_it(square: str) -> None:
    """Also if the square is used: it is ignored while its reed chatters, and told from the others."""
    steady, _, _ = run(GAME, 20)
    assert steady.line.ply == 3
    table, _, size = run([*chattering([square], 10, 1, 19), *GAME], 20)
    assert [each.san for each in table.line.plies()] == [each.san for each in steady.line.plies()]
    assert table.play.completed == steady.play.completed
    assert size < 2 * A_LOT


def test_a_lever_that_chatters_is_held_up_and_named() -> None:
    """It ends as it rested, not pressed; the other lever works on."""
    pressed: list[int] = []

    def look(desk: Desk) -> None:
        pressed.append(desk.table.panel.buttons.settled)
        (wrong,) = desk.daemon.troubled.wrong
        assert put_in_words(wrong.said, "fr").startswith("contacts instables, ignorés : le levier")
        assert wrong.faces == ("CHAt", "LEUr")

    _, said, size = run(chattering(["black"], 10, 1, 10), 8, look)
    assert said == [f"lever black {HOLDS}"]
    assert pressed == [0]
    assert size < 10_000


def test_a_game_that_is_taken_up_during_chatter_goes_on() -> None:
    """The power is cut while the reed of e4 chatters under the pawn there: its square stays ignored."""
    before, _, _ = run([*GAME[:8], *chattering(["e4"], 10, 10, 40)], 15)
    assert before.board.wires.chattering == chess.BB_E4
    left = Folded(header_for(before, 15_000, 5, {}), before, 15_000, closed=False)
    edges = chattering(["e4"], 10, 15, 40)
    after, said, _ = run([*edges, *moved(20, "g1f3", "white")], 25, left=left)
    assert said == [f"reed e4 {HOLDS}"]
    assert [each.san for each in after.line.plies()] == ["e4", "e5", "Nf3"]


def test_a_key_is_named_by_its_name() -> None:
    """`ok` that chatters is no press that comes again and again."""
    _, said, _ = run(chattering(["play"], 15, 1, 6), 5)
    assert said == [f"key play {HOLDS}"]
