"""What a page is shown: it can count and walk by it, what it says can be said can be, and it is plain."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple
from unittest.mock import patch

import chess
from hypothesis import event, example, given
from hypothesis import strategies as st

from jadoube.core.arbiter import step
from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.time_control import TimeControl
from jadoube.core.messages.effects import OrderRefused
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.orders import Alternative, Choose, Order
from jadoube.core.pages.clock_view import CountedClock, counted_clock
from jadoube.core.pages.page_view import FullView, full_view
from jadoube.core.reading import setting_up
from jadoube.core.rules.game_line import Line, begin
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.announced.health import Trouble, Wrong
from jadoube.core.state.table import Table, Terms, new_table
from shared.drawn.games import STARTS, drawn_moves
from shared.drawn.orders import VALUES
from shared.drawn.played_clocks import CONTROLS, SEQUENCES, SIDES, Deeds, played
from shared.hands.panel import Hands
from shared.hands.panel_deeds import DEEDS, STARTED, board, do

WRONG = (Wrong(Trouble.LAMPS, 0), Wrong(Trouble.WHITE_FACE, 100))
LATER = st.lists(st.one_of(st.integers(0, 50), st.integers(0, 5000)), min_size=1, max_size=4)


# The clock


def table_with(clock: ChessClock) -> Table:
    """A table with this clock."""
    fen = chess.STARTING_FEN
    table = new_table(Terms(fen, clock.control), settled_contacts(chess.Board(fen).occupied))
    return table._replace(play=table.play._replace(clock=clock))


def by_counting(shown: CountedClock, since_ms: int) -> dict[str, int]:
    """What a page counts so long after the message, as `clock_view.py` says it is to be counted."""
    sides = {"white": shown.white, "black": shown.black}
    running = sides.get(shown.running or "")
    if running is None:
        return {name: side.ms for name, side in sides.items()}
    if running.rate < 0:
        since_ms = min(since_ms, running.delay_ms + running.ms)
    runs_ms = max(0, since_ms - running.delay_ms)
    return {name: side.ms + side.rate * runs_ms for name, side in sides.items()}


def holds_until(clock: ChessClock, now_ms: int, later_ms: int) -> bool:
    """Whether no period ends by itself between two instants."""
    return clock.passed(later_ms).accounts == clock.passed(now_ms).accounts


@given(CONTROLS, SIDES, SEQUENCES, LATER)
def test_a_page_counts_as_the_faces_do(
    control: TimeControl, first: chess.Color, deeds: Deeds, later: list[int]
) -> None:
    """To the millisecond, at any later instant, as long as nothing is done and no period ends."""
    for done in played(control, first, [*deeds, (0, "resume")]):
        now_ms = done.at_ms
        for wait_ms in later:
            clock, now_ms = done.after, now_ms + wait_ms
            shown = counted_clock(table_with(clock), clock.at(now_ms))
            assert shown is not None
            for more_ms in later:
                if not holds_until(clock, now_ms, now_ms + more_ms):
                    event("a period ends")
                    continue
                faces = {
                    chess.COLOR_NAMES[side]: clock.remaining_ms(side, now_ms + more_ms)
                    for side in chess.COLORS
                }
                assert by_counting(shown, more_ms) == faces


@given(CONTROLS, SIDES, SEQUENCES)
def test_the_view_says_when_a_period_ends(control: TimeControl, first: chess.Color, deeds: Deeds) -> None:
    """Whenever other numbers hold by themselves the view is to be computed anew by then."""
    for done in played(control, first, deeds):
        clock = done.after
        zero_ms = clock.passed(done.at_ms).zero_at_ms()
        if clock.passed(done.at_ms).begun_next() and zero_ms is not None and zero_ms > done.at_ms:
            seen = full_view(table_with(clock), done.at_ms)
            assert seen.changes_at_ms is not None
            assert seen.changes_at_ms <= zero_ms


# The game


def shown_line(line: Line) -> FullView:
    """What is shown of a game."""
    table = new_table(Terms(line.back_to(0).board.fen()), settled_contacts(line.occupancy))
    return full_view(table._replace(seen=setting_up.begin(line, line.occupancy)), 0)


def pieces(position: chess.Board) -> dict[str, str]:
    """What stands where."""
    return {chess.SQUARE_NAMES[at]: piece.symbol() for at, piece in position.piece_map().items()}


def walked(start: str, changes: list[Mapping[str, str]]) -> Iterator[dict[str, str]]:
    """Put on the pieces of the start and make one change after the other."""
    standing = pieces(chess.Board(start))
    for change in changes:
        standing = {at: piece for at, piece in {**standing, **change}.items() if piece}
        yield standing


@given(st.sampled_from(STARTS), st.integers(0, 60), st.integers(0, 2**32))
def test_a_page_can_walk_through_any_game(start: str, plies: int, seed: int) -> None:
    """Castling, en passant, promotions, from any start: ply by ply, up to what is read now."""
    line, positions = begin(start), list[chess.Board]()
    for move in drawn_moves(start, plies, seed):
        line = line.after(move)
        positions.append(line.board)
    game = shown_line(line).game
    assert game.start == chess.Board(start).fen()
    assert game.fen == line.board.fen()
    assert [ply.move for ply in game.plies] == [each.move.uci() for each in line.plies() if each.move]
    assert list(walked(game.start, [ply.squares for ply in game.plies])) == [pieces(at) for at in positions]


# What can be said


class Touched(NamedTuple):
    """Pieces of these squares are lifted, or set there, one after the other."""

    squares: str


def is_refused(table: Table, order: Order, now_ms: int) -> bool:
    """Whether an order would be refused now."""
    _, effects = step(table, Ordered(order), now_ms)
    return any(isinstance(effect, OrderRefused) for effect in effects)


def offered(seen: FullView) -> Iterator[str]:
    """The orders that a page offers, but for settings."""
    can = seen.can
    by_side = {"resign": can.resign, "draw offer": can.offer, "draw accept": can.accept}
    for words, sides in {**by_side, "draw decline": can.decline, "draw claim": can.claim}.items():
        yield from (f"{words} {side}" for side in sides)
    at_once = {"new game": can.new_game, "take back": can.take_back, "pause": can.pause, "play": can.play}
    yield from (words for words, offers in {**at_once, "alternative": can.alternative}.items() if offers)
    if can.promote:
        yield from (f"promote {piece}" for piece in ("queen", "rook", "bishop", "knight"))
    yield from (f"take {san}" for san in seen.doubt.candidates)


ALWAYS_TOLD = (
    *(
        f"{words} {side}"
        for words in ("resign", "draw accept", "draw decline")
        for side in ("white", "black")
    ),
    "new game",
    "take back",
    "pause",
    "play",
    "alternative",
)
"""What is refused where it is not offered. An offer may be an answer and a claim may be wrong: both are done,
but no page asks for them; and a piece may be chosen before the promotion is read."""


TOUCHED = st.sampled_from(("g1", "g1 f3", "a2", "b8 c6", "e7", "e1", "c3", "e8 b5")).map(Touched)
DONE = st.tuples(STARTED, st.lists(st.one_of(DEEDS, DEEDS, TOUCHED), max_size=12))
"""On which board, and what was done there."""


def after(done: tuple[str, list[object]]) -> Hands:
    """A board on which all this was done, and of which the last press is judged."""
    started, deeds = done
    hands = board(started)
    for deed in deeds:
        if isinstance(deed, Touched):
            hands.touch(deed.squares)
        else:
            do(hands, deed)
    hands.wait(300)
    return hands


@given(DONE)
def test_what_can_be_said_is_carried_out(done: tuple[str, list[object]]) -> None:
    """And what is not among it is refused."""
    hands = after(done)
    seen = full_view(hands.table, hands.now_ms)
    can = set(offered(seen))
    for text in can:
        assert not is_refused(hands.table, parse_order(text), hands.now_ms), text
    for text in ALWAYS_TOLD:
        assert is_refused(hands.table, parse_order(text), hands.now_ms) == (text not in can), text


@given(DONE, st.data())
def test_what_can_be_set_is_set(done: tuple[str, list[object]], data: st.DataObject) -> None:
    """A setting that is listed takes any of its values, and shows it; another takes none."""
    hands = after(done)
    seen = full_view(hands.table, hands.now_ms)
    for name, values in VALUES.items():
        value = data.draw(values)
        order = parse_order(f"{name} {value}")
        assert is_refused(hands.table, order, hands.now_ms) == (name not in seen.can.settings), name
        if name in seen.can.settings:
            table, _ = step(hands.table, Ordered(order), hands.now_ms)
            shown: Any = full_view(table, hands.now_ms).settings[name]
            assert (("off", "on")[shown] if isinstance(shown, bool) else str(shown)) == value


# The value


def leaves(value: object) -> Iterator[object]:
    """All that a value is made of."""
    if is_dataclass(value):
        for field in fields(value):
            yield from leaves(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from (key, *leaves(part))
    elif isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


@given(DONE)
@example(("doubt", [Alternative(), Alternative(), Choose("opponent", "white")]))
def test_every_value_is_plain(done: tuple[str, list[object]]) -> None:
    """Texts, numbers, truth values and nothing: no enumeration, no sentence that nobody can read."""
    hands = after(done)
    seen = full_view(hands.table, hands.now_ms, WRONG, {"White": "Ada", "Black": "Grace"})
    assert {type(leaf) for leaf in leaves(seen)} <= {str, int, bool, type(None)}
    assert all(seen.words.values())


@given(DONE)
def test_it_makes_no_new_line(done: tuple[str, list[object]]) -> None:
    """Lines are told apart by identity: whoever looks beside the loop must not make one at the same time."""
    hands = after(done)
    with patch.object(Line, "after", side_effect=AssertionError("a line was made")):
        full_view(hands.table, hands.now_ms, WRONG)
