"""Programs at a DGT board end in the right position, whoever plays, and nothing that they send harms it."""

from collections.abc import Iterable
from itertools import pairwise

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from jadoube.core.pages.link_view import LinkClock, LinkView
from jadoube.links.dgt.framing import Ask, OnBus
from jadoube.links.dgt.link import DgtLink
from jadoube.links.dgt.storage import CAPACITY
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
from jadoube_sim.hands import HABITS
from jadoube_sim.hands.games import Game
from shared.drawn.games import STARTS, drawn_moves
from shared.links.dgt_line import DgtLine
from shared.links.dgt_programs import PROGRAMS, DgtDriver, Graham, Picochess, Program, letters
from shared.links.shown_views import lifted, view_after
from shared.links.views_of_games import linked_views

SEEDS = st.integers(0, 2**32 - 1)

#: Hands that programs follow, ply by ply: they let the board rest after each, as players of real boards do.
#: Who adjusts a piece meanwhile does not.
FOLLOWED = (
    *("plain", "victim-first", "any-order", "two-hands-one-scan", "castling-rook-first"),
    *("castling-both-up-king-down", "castling-both-up-rook-down", "promotions", "brushed"),
    *("manner-tidy", "manner-mover-first", "manner-rook-first", "manner-rook-down-first"),
    *("manner-rook-up-first", "manner-rook-up-and-down-first", "manner-two-hands", "takebacks"),
    *("wrong-piece", "illegal-tries", "knocked-over", "press-in-the-air"),
)

#: Without the position in which nearly every ply promotes: there, a reply that begins while
#: a piece is still chosen leaves no time to see the promotion, on a real board as on this one.
PLAIN_STARTS = tuple(start for start in STARTS if "P1P3P1" not in start)


def a_job(habit: str, start: str, plies: int, seeds: tuple[int, int]) -> Job:
    """A game by these hands, in which all promotions are queens; some do without levers."""
    moves = drawn_moves(start, plies, seeds[0], queens_only=True)
    levers = "pressed" if seeds[0] % 2 or HABITS[habit].levers_only else "none"
    return Job(Game(1, start, moves), Row(habit, levers), seeds[1])


def jobs(habits: Iterable[str], starts: Iterable[str] = STARTS) -> st.SearchStrategy[Job]:
    """Any game by one of these hands."""
    chosen = st.sampled_from(tuple(habits)), st.sampled_from(tuple(starts))
    return st.builds(a_job, *chosen, st.integers(1, 16), st.tuples(SEEDS, SEEDS))


def watch(program: Program, views: list[LinkView]) -> None:
    """Have a program watch a game to its end."""
    line = DgtLine(program, views[0])
    for view in views:
        line.show(view)
    line.run_until(views[-1].at_ms + 2000)


@given(jobs(HABITS), st.sampled_from(PROGRAMS))
def test_a_program_that_takes_what_it_is_told_ends_right(job: Job, kind: type[Program]) -> None:
    """Whatever the hands do, it has the board in the end, and nothing has made it fail on the way."""
    views, _ = linked_views(log_of(job))
    program = kind(job.game.start_fen)
    watch(program, views)
    assert program.pieces == "".join(views[-1].pieces[field ^ 0x38] for field in range(64))
    if views[-1].settled and views[-1].phase != "over":
        assert program.pieces == letters(chess.Board(views[-1].fen))


@pytest.mark.parametrize("kind", [Picochess, Graham, DgtDriver])
@given(data=st.data())
def test_a_program_that_knows_the_rules_follows(kind: type[Program], data: st.DataObject) -> None:
    """Each ply is a legal move for it, in order, whatever order the pieces are moved in; takebacks too.

    Not where the board has read a ply otherwise later: no program on a link can be told so. If a pawn is in
    the hand, a victim beside it was brushed and another one is lifted, it looks like a capture and a reply.
    """
    job = data.draw(jobs(FOLLOWED, PLAIN_STARTS))
    views, table = linked_views(log_of(job))
    brushed = job.row.manner == "brushed"
    shown = pairwise(view.moves for view in views if view.settled or brushed)
    assume(all(after[: len(before)] == before[: len(after)] for before, after in shown))
    program = kind(job.game.start_fen)
    watch(program, views)
    if views[-1].settled:
        assert letters(program.game.board) == letters(table.line.board)


def test_a_clock_that_runs_is_told_on() -> None:
    """A program in the nice mode has each second of it."""
    program = Picochess()
    view = view_after(clock=LinkClock(60_000, 60_000, "white", started=True))
    line = DgtLine(program, view)
    for second in range(1, 11):
        clock = LinkClock(60_000 - second * 1000, 60_000, "white", started=True)
        line.show(view_after(clock=clock, at_ms=second * 1000))
    line.run_until(12_000)
    assert [each[5] for each in program.times] == [0x59 - second for second in range(10)]


COMMANDS = st.sampled_from([bytes((each,)) for each in (*Ask, *OnBus)])
NONSENSE = st.lists(st.one_of(st.binary(max_size=20), COMMANDS), max_size=40).map(b"".join)
VIEWS = (
    view_after(),
    lifted(view_after(), "e2", at_ms=100),
    view_after("e2e4", at_ms=400, clock=LinkClock(299_000, 300_000, "black", started=True)),
    view_after("e2e4", "g8f6", at_ms=5000, clock=LinkClock(299_000, 297_000, "white", started=True)),
)


@given(NONSENSE, st.sampled_from(VIEWS))
def test_nonsense_is_answered_with_whole_messages_or_not(data: bytes, view: LinkView) -> None:
    """Every answer is framed; what is kept has a limit."""
    link, said = DgtLink().hear(data, view)
    for message in said.to_program:
        assert message[0] & 0x80
        assert len(message) == message[1] << 7 | message[2]
        assert all(each < 0x80 for each in message[1:])
    assert len(link.rest) < 80
    assert len(link.text) <= 11
    assert len(link.storage.stream) <= CAPACITY
    assert len(b"".join(said.to_program)) <= 100 * len(data) + CAPACITY + 100


@given(NONSENSE, NONSENSE, st.sampled_from(VIEWS), st.data())
def test_a_session_is_the_same_in_pieces(
    before: bytes, data: bytes, view: LinkView, draw: st.DataObject
) -> None:
    """Bytes come one by one, whole, or cut anywhere, at one instant; whatever came before it."""
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(data)), max_size=6)))
    data = data.replace(bytes((Ask.STORED_MOVES,)), b"")
    start, _ = DgtLink().hear(before, VIEWS[0])
    link, messages, wishes = start, list[bytes](), list[object]()
    for begin, end in zip((0, *cuts), (*cuts, len(data)), strict=True):
        link, said = link.hear(data[begin:end], view)
        messages += said.to_program
        wishes += said.wishes
    whole, said = start.hear(data, view)
    assert (link, tuple(messages), tuple(wishes)) == (whole, *said)


@given(st.lists(st.tuples(NONSENSE, st.sampled_from(range(4))), max_size=12))
def test_a_long_session_of_nonsense_ends_well(parts: list[tuple[bytes, int]]) -> None:
    """A program that comes back after it finds a board."""
    link, at_ms = DgtLink(), 0
    for data, number in parts:
        at_ms += 1000
        link, _ = link.hear(data, VIEWS[number])
        link, _ = link.show(VIEWS[number])
    link, _ = link.hear(bytes(80), VIEWS[3])
    link, said = link.hear(bytes.fromhex("40 45 4D 42"), VIEWS[3])
    assert [each[:1].hex() for each in said.to_program[-3:]] == ["91", "93", "86"]
