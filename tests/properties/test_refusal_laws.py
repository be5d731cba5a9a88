"""May this be ordered? What `refusal` refuses changes nothing, and all the rest is carried out."""

from collections import Counter
from unittest.mock import patch

from hypothesis import event, example, given
from hypothesis import strategies as st

from jadoube.core.arbiter import step
from jadoube.core.messages import effects as told
from jadoube.core.messages import orders
from jadoube.core.messages.effects import Effect, OrderRefused
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.orders import Order
from jadoube.core.messages.roles import Role
from jadoube.core.permissions.refusal import opponent_refusal, refusal
from jadoube.core.permissions.roles import role_refusal
from jadoube.core.reading import searching
from jadoube.core.rules.game_line import Line
from jadoube.core.stages.carry_out import carry_out, look_first
from jadoube.core.stages.hands.presses import judge_all
from jadoube.core.state.hands.open_choices import shown_piece
from jadoube.core.state.table import Stepped, Table, clock_runs, is_kept_elsewhere
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay
from shared.drawn.disturbed_games import LOGS, a_disturbed_log, value
from shared.drawn.orders import ORDERED
from shared.hands.panel_deeds import DEEDS, STARTED, board, do

EVERY_KIND = (
    *(make(side) for make in (orders.Resign, orders.OfferDraw, orders.AcceptDraw) for side in (True, False)),
    *(make(side) for make in (orders.DeclineDraw, orders.ClaimDraw) for side in (True, False)),
    orders.Pause(),
    orders.Play(),
    orders.ChangeTime(True, -1),
    orders.Restore(0),
    orders.Stands(),
    orders.Penalise(False, 1),
    orders.Penalise(False),
    orders.Pardon(True),
    orders.Decide(penalty=True),
    orders.TakeBack(),
    orders.Undo(),
    orders.Promote(5),
    orders.Promote(2),
    orders.Alternative(),
    orders.Take(),
    orders.NewGame(),
    orders.Wrong(),
    orders.Choose("control", "300"),
    orders.Choose("hints", "on"),
)
"""Orders that are refused at some time, beside those that are drawn."""

TELLS: dict[type[Order], tuple[type[Effect], ...]] = {
    orders.Resign: (told.GameOver, told.Adjudicating),
    orders.OfferDraw: (told.DrawOffered, told.GameOver),
    orders.AcceptDraw: (told.GameOver,),
    orders.DeclineDraw: (told.OfferEnded,),
    orders.ClaimDraw: (told.GameOver, told.ClaimRefused),
    orders.Declare: (told.GameOver,),
    orders.Promote: (told.PromotionOffered,),
    orders.Alternative: (told.AlternativeOffered,),
    orders.Undo: (told.OrderUndone,),
    orders.Take: (told.AlternativeTaken,),
    orders.Choose: (told.SettingChanged,),
    orders.Wrong: (told.MarkedWrong,),
    orders.Pause: (told.ClockPaused,),
    orders.Play: (told.ClockStarted,),
    **dict.fromkeys((orders.ChangeTime, orders.Penalise, orders.Pardon), (told.ArbiterActed,)),
    orders.Decide: (told.ArbiterActed, told.IllegalPress),
    orders.LightSquares: (told.SquaresLit,),
    orders.WriteText: (told.TextWritten, told.ArbiterWrote),
    orders.SeatProgram: (told.ProgramSeated,),
    **dict.fromkeys((orders.SetCounter, orders.Restore, orders.Stands), (told.ArbiterActed,)),
}
"""One of these is told when an order is carried out; `take back` and `new game` may tell nothing."""

BESIDE_PLAY = (
    *(orders.Choose, orders.Wrong, orders.Naming, orders.Helping, orders.Seeking, orders.Linking),
    *(orders.SetClocks, orders.AskBack, orders.Declined, orders.Away),
)
"""A press that waits for a piece to land goes on waiting at these: they have nothing to do with moves.

So it does at what this role may not give, and at what an opponent from elsewhere may not.
"""


def check(table: Table, ordered: Ordered, now_ms: int) -> None:
    """Give an order, and compare what came of it with what `refusal` says."""
    table = table._replace(seen=table.seen._replace(answers=None))  # no search is made in slices
    order, role = ordered.order, ordered.role
    not_his = role is Role.OPPONENT and opponent_refusal(table, order)
    waits = isinstance(order, BESIDE_PLAY) or role_refusal(order, role) or not_his
    judged, effects = (table, ()) if waits else judge_all(table)
    ready, looked = look_first(judged, order, now_ms)
    why = refusal(ready, order, now_ms, role)
    after, done = carry_out(table, order, now_ms, role)
    if why:
        event(f"refused: {why.phrase}")
        assert done == (*effects, OrderRefused(why))
        assert value(after) == value(judged)
        return
    event(f"carried out: {type(order).__name__}")
    more = done[len(effects) + len(looked) :]
    assert not any(isinstance(each, OrderRefused) for each in done)
    assert_done(order, ready, after, more)


def assert_done(order: Order, before: Table, after: Table, effects: tuple[Effect, ...]) -> None:
    """The order has done what it says; where a server keeps the game, it has asked the server."""
    if is_kept_elsewhere(before) and any(isinstance(each, told.ServerAsked) for each in effects):
        return
    if expected := TELLS.get(type(order)):
        assert any(isinstance(each, expected) for each in effects), order
    match order:
        case orders.Promote(piece):
            assert shown_piece(after) == piece
        case orders.Pause():
            assert not clock_runs(after)
        case orders.Play():
            assert clock_runs(after)
        case orders.TakeBack():
            assert after.line.ply < before.line.ply or before.play.retreat
        case orders.NewGame():
            assert after.play.anew_ms is not None


@example(a_disturbed_log(18492, 11, 6), [], 3)  # a reply that is hidden ranked before the promotion
@given(LOGS, st.lists(ORDERED, max_size=10), st.integers(3, 30))
def test_at_a_game_of_hands_what_is_not_refused_is_carried_out(
    log: SensorLog, drawn: list[Ordered], every: int
) -> None:
    """At any scan, also while a press is open, a piece is in the air or a takeback undecided."""
    seen = Counter[str]()

    def ordered(table: Table, event: Event, now_ms: int) -> Stepped:
        after, effects = step(table, event, now_ms)
        seen["steps"] += 1
        if effects and seen["steps"] % every == 0:
            for each in (*map(Ordered, EVERY_KIND), *drawn):
                check(after, each, now_ms)
        return after, effects

    replay(log, stepper=ordered)


@given(STARTED, st.lists(DEEDS, max_size=12), st.lists(ORDERED, max_size=10))
def test_at_the_panel_what_is_not_refused_is_carried_out(
    started: str, deeds: list[object], drawn: list[Ordered]
) -> None:
    """Before, in and after a game, under several rule sets, with an offer or a reading open."""
    hands = board(started)
    for deed in deeds:
        do(hands, deed)
    for ordered in (*map(Ordered, EVERY_KIND), *drawn):
        check(hands.table, ordered, hands.now_ms)


@given(LOGS, st.lists(ORDERED, max_size=10))
def test_to_ask_makes_no_line_and_takes_no_search(log: SensorLog, drawn: list[Ordered]) -> None:
    """Whoever looks on beside the loop may ask, at any time, whatever waits to be judged."""

    def asked(table: Table, event: Event, now_ms: int) -> Stepped:
        after, effects = step(table, event, now_ms)
        with (
            patch.object(Line, "after", side_effect=AssertionError("a line was made")),
            patch.object(searching, "Search", side_effect=AssertionError("a search was begun")),
        ):
            for each in (*map(Ordered, EVERY_KIND), *drawn) if effects else ():
                refusal(after, each.order, now_ms, each.role)
        return after, effects

    replay(log, stepper=asked)
