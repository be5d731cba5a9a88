"""Time given is time used and time left, to the ms, whatever players and arbiter do.

The ledger here knows of the clock only what the arbiter tells: completed moves, periods, penalties, orders
that were not refused. It adds up what each side was given, and the clock must have kept exactly that.
"""

from collections import Counter
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages import effects as told
from jadoube.core.messages import orders
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.orders import Order
from jadoube.core.rules.rule_sets import CLUB, FIDE, Judge, RuleSet
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.squares import squares
from jadoube.core.state.table import Terms, new_table
from shared.hands.panel import SCAN_MS, Hands

PAWNS = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
MAIN_S, INCREMENT_S, MOVES, SECOND_S = 20, 3, 2, 15
CONTROL = f"{MOVES}/{MAIN_S}+{INCREMENT_S}:{SECOND_S}+{INCREMENT_S}"


class Ledger(Hands):
    """Hands that write down what each side is given: [black, white], in ms."""

    def __init__(self, rules: RuleSet, judge: Judge) -> None:
        self.given = [(MAIN_S + INCREMENT_S) * 1000] * 2
        self.before_order = self.given
        self.running: chess.Color | None = None
        self.begun_again = False
        control = parse_time_control(CONTROL)
        terms = Terms(PAWNS, control, rules, turned=False, illegal_verdict=judge)
        super().__init__(new_table(terms, settled_contacts(chess.Board(PAWNS).occupied)))
        self.wait(SCAN_MS)

    def feed(self, event: Event) -> None:
        """Show the arbiter an event, and write down what it tells."""
        before, given = len(self.told), list(self.given)
        super().feed(event)
        fresh = self.told[before:]
        order = event.order if isinstance(event, Ordered) else None
        for effect in fresh:
            self._write(effect, order)
        if order and not any(isinstance(effect, told.OrderRefused) for effect in fresh):
            self._write_order(order)
            self.before_order = given

    def _write(self, effect: Effect, order: Order | None) -> None:
        match effect:
            case told.MoveCompleted(ply):
                mover = self.table.line.back_to(ply).mover  # after `stands` its number does not tell it
                if self.running == mover:
                    self.given[mover] += INCREMENT_S * 1000
                    self.running = not mover
            case told.PeriodBegun(side) if not isinstance(order, orders.SetPeriod):
                self.given[side] += SECOND_S * 1000
            case told.IllegalPress(side, _, seconds) | told.ClaimRefused(side, seconds):
                self.given[not side] += seconds * 1000
            case told.PenaltyRemoved(side, seconds):
                self.given[not side] -= seconds * 1000
            case told.OrderUndone():
                self.given = self.before_order
            case told.ClockStarted(side):
                self.running = side
            case told.ClockPaused() | told.GameOver() | told.Adjudicating() | told.FlagFell():
                self.running = None
            case told.GameBegun():
                self.begun_again = True

    def _write_order(self, order: Order) -> None:
        match order:
            case orders.ChangeTime(side, seconds):
                self.given[side] += seconds * 1000
            case orders.Penalise(side, int(seconds)):
                self.given[not side] += seconds * 1000
            case orders.SetTime(side, seconds):
                self.given[side] = self.used_ms(side) + seconds * 1000

    def used_ms(self, side: chess.Color) -> int:
        """How long the clock of this side has run."""
        assert self.table.play.clock is not None
        return self.table.play.clock.read(side, self.now_ms).used_ms

    def left_ms(self, side: chess.Color) -> int:
        """What the clock of this side shows."""
        assert self.table.play.clock is not None
        return self.table.play.clock.remaining_ms(side, self.now_ms)

    def do(self, deed: str | int | Order) -> None:
        """Do one thing at the board."""
        match deed:
            case int():
                self.wait(deed)
            case "ply":
                self._move_pawn()
            case "put right":
                self.touch(" ".join(chess.SQUARE_NAMES[each] for each in self._astray()))
            case "press":
                self.tap("white" if self.running else "black")
            case "play" | "back" | "white" | "black":
                self.tap(deed)
            case _:
                assert not isinstance(deed, str)
                self.feed(Ordered(deed))
                self.wait(SCAN_MS)

    def _astray(self) -> list[chess.Square]:
        return list(squares(self.reeds ^ self.table.line.occupancy))

    def _move_pawn(self) -> None:
        board = self.table.line.board
        steps = [move for move in board.legal_moves if board.piece_type_at(move.from_square) == chess.PAWN]
        if steps and not self._astray():
            step = min(steps, key=lambda move: (move.from_square % 8, move.to_square))
            self.touch(f"{chess.SQUARE_NAMES[step.from_square]} {chess.SQUARE_NAMES[step.to_square]}")


SIDES = (chess.WHITE, chess.BLACK)
OUT_OF_TIME_MS = 200_000
FEW_OF_EACH = 3


def drawn_deeds(lot: Random) -> list[str | int | Order]:
    """Something that players or the arbiter do: mostly moves, and after an end that the game goes on."""
    side, seconds = lot.choice(SIDES), lot.randint(1, 40)
    again = (orders.SetTime(each, seconds) for each in SIDES)
    go_on: list[str | int | Order] = [orders.Reopen(), *again, orders.Play(), "put right"]
    chances: list[tuple[int, list[str | int | Order]]] = [
        (12, ["ply", lot.randint(1, 6000), "press"]),
        (3, ["press"]),
        (2, ["white", "black"]),
        (2, ["play", lot.randint(1, 3000), "play"]),
        (2, [lot.randint(1, 9000)]),
        (2, [orders.ChangeTime(side, lot.randint(-15, 40))]),
        (2, [orders.SetTime(side, seconds)]),
        (2, [orders.Penalise(side, seconds)]),
        (1, [lot.choice((orders.ChangeTime(side, seconds), orders.SetTime(side, seconds))), orders.Undo()]),
        (2, [orders.Decide(lot.choice((True, False))), "put right", orders.Play()]),
        (1, [orders.Penalise(side)]),
        (1, [orders.Pardon(side)]),
        (1, [orders.SetMoves(side, lot.randint(0, 4))]),
        (1, [orders.SetPeriod(side, lot.randint(1, 3))]),
        (1, [orders.SetCounter(lot.randint(1, 5))]),
        (1, [orders.Pause(), orders.Restore(lot.randint(0, 4)), "put right", orders.Play()]),
        (1, [lot.choice(("back", orders.TakeBack(), orders.Stands())), "put right"]),
        (1, [orders.ClaimDraw(side), orders.ClaimDraw(not side)]),
        (1, [OUT_OF_TIME_MS, *go_on]),
        (1, [orders.Resign(side), lot.randint(1, 3000), *go_on]),
        (1, [orders.Declare(lot.choice(orders.RESULTS)), *go_on]),
        (3, go_on),
    ]
    return lot.choices([deeds for _, deeds in chances], [weight for weight, _ in chances])[0]


@pytest.mark.parametrize(
    ("rules", "judge"),
    [(CLUB, Judge.BOARD), (FIDE, Judge.BOARD), (FIDE, Judge.ARBITER)],
    ids=["club", "fide", "fide, the arbiter judges"],
)
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(5, 30))
def test_what_a_side_has_used_and_has_left_is_what_it_was_given(
    rules: RuleSet, judge: Judge, seed: int, number: int
) -> None:
    """After moves, presses, pauses, takebacks, orders of every kind, ends and reopened games."""
    ledger, lot = Ledger(rules, judge), Random(seed)
    ledger.tap("black")
    for deed in [deed for _ in range(number) for deed in drawn_deeds(lot)]:
        ledger.do(deed)
        if ledger.begun_again:
            return
        accounted = [ledger.used_ms(side) + ledger.left_ms(side) for side in chess.COLORS[::-1]]
        assert accounted == ledger.given, (deed, ledger.told[-6:])


def test_the_lot_plays_games_that_end_and_go_on() -> None:
    """Flags fall, moves are completed, periods begin, penalties are given, and games are reopened."""
    seen = Counter[str]()
    for seed in range(12):
        ledger, lot = Ledger(FIDE, Judge.ARBITER if seed % 2 else Judge.BOARD), Random(seed)
        ledger.tap("black")
        for deed in [deed for _ in range(25) for deed in drawn_deeds(lot)]:
            if not ledger.begun_again:
                ledger.do(deed)
        seen.update(type(effect).__name__ for effect in ledger.told)
    wanted = ("MoveCompleted", "FlagFell", "GameReopened", "PeriodBegun", "IllegalPress", "ClockPaused")
    assert min(seen[name] for name in wanted) >= FEW_OF_EACH, seen
