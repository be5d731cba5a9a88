"""A chess clock that really ticks, one ms after the other, to hold the arithmetic of the real one against."""

from dataclasses import dataclass
from typing import Literal

import chess

from jadoube.core.clock.time_control import Kind, Period, Side, TimeControl

Deed = Literal["white presses", "black presses", "stop", "resume", "takeback"]
STARTED_MS = 1_000
"""When it is started."""


def presser(deed: Deed) -> chess.Color | None:
    """Return who presses, if that is the deed."""
    return {"white presses": chess.WHITE, "black presses": chess.BLACK}.get(deed)


@dataclass
class Hand:
    """What one side has on the clock that ticks."""

    periods: Side
    left_ms: int = 0
    number: int = 0
    due: int = 0
    byo_yomi: int = 0
    in_byo_yomi: bool = False
    used_ms: int = 0
    moves: int = 0

    @property
    def period(self) -> Period:
        """The period under way."""
        return self.periods[min(self.number, len(self.periods) - 1)]

    @property
    def is_last(self) -> bool:
        """Whether no other follows."""
        return self.number >= len(self.periods) - 1 and not self.periods[-1].moves

    def enter(self) -> None:
        """Get the time of the period under way."""
        self.left_ms += self.period.main_s * 1000
        self.due += self.period.moves
        self.byo_yomi = self.period.byo_yomi
        if not self.left_ms:
            self.left_ms, self.in_byo_yomi = self.period.extra_s * 1000, True


class TickingClock:
    """A chess clock as simple as it gets: every ms it takes one from the side that runs."""

    def __init__(self, control: TimeControl, first: chess.Color) -> None:
        self.alike = control.white == control.black
        self.hands = {side: Hand(control.periods(side)) for side in chess.COLORS}
        for hand in self.hands.values():
            hand.left_ms = hand.period.increment_ms
            hand.enter()
        self.running: chess.Color | None = first
        self.paused: chess.Color | None = None
        self.spent_ms = 0
        self.fallen: chess.Color | None = None
        self.now_ms = STARTED_MS

    def tick_until(self, at_ms: int) -> None:
        """Let one ms after the other pass; when a flag falls, time stops there."""
        while self.now_ms < at_ms and self.fallen is None:
            self.now_ms += 1
            if self.running is not None:
                self.tick(self.hands[self.running], self.hands[not self.running])

    def tick(self, hand: Hand, other: Hand) -> None:
        """Let the side that runs use one ms."""
        hand.used_ms += 1
        self.spent_ms += 1
        if hand.period.kind is Kind.COUNT_UP or self.spent_ms <= hand.period.delay_ms:
            return
        hand.left_ms -= 1
        other.left_ms += hand.period.kind is Kind.HOURGLASS
        if not hand.left_ms:
            self.use_up(hand, other)

    def use_up(self, hand: Hand, other: Hand) -> None:
        """Begin what comes at zero."""
        hand.byo_yomi -= hand.in_byo_yomi
        if hand.byo_yomi:
            hand.left_ms, hand.in_byo_yomi = hand.period.extra_s * 1000, True
        elif hand.period.moves or hand.is_last:
            self.fallen = self.running
        else:
            both = self.alike and other.number == hand.number
            for each in (hand, other) if both else (hand,):
                before = each.period
                each.number += 1
                each.left_ms += max(0, each.period.increment_ms - before.increment_ms)
                each.enter()

    def do(self, deed: Deed) -> None:
        """Do what a hand does, where it can be done."""
        if deed == "stop" and self.running is not None:
            self.running, self.paused = None, self.running
        elif deed == "resume" and self.paused is not None:
            self.running, self.paused = self.paused, None
        elif deed == "takeback":
            self.running = None if self.running is None else not self.running
            self.paused = None if self.paused is None else not self.paused
            self.spent_ms = 0
        elif self.running is not None and self.running == presser(deed):
            self.press(self.hands[self.running])

    def press(self, hand: Hand) -> None:
        """Complete a ply of the side that runs."""
        hand.moves += 1
        while hand.due and hand.moves >= hand.due and hand.period.moves and not hand.is_last:
            hand.number += 1
            hand.enter()
        if hand.in_byo_yomi:
            hand.left_ms = hand.period.extra_s * 1000
        else:
            hand.left_ms += hand.period.increment_ms
        self.running, self.spent_ms = not self.running, 0

    def shown(self) -> dict[chess.Color, tuple[int, ...]]:
        """Return all that can be asked of both sides."""
        return {side: self.shown_of(side) for side in chess.COLORS}

    def shown_of(self, side: chess.Color) -> tuple[int, ...]:
        """Return the time on the face of a side, the delay, the period, byo-yomi and the time used."""
        hand = self.hands[side]
        kind, turn = hand.period.kind, side in (self.running, self.paused)
        rest_ms = max(0, hand.period.delay_ms - self.spent_ms * turn) * bool(hand.left_ms)
        face_ms = hand.left_ms + rest_ms * (kind is Kind.BRONSTEIN)
        delay_ms = rest_ms * (kind is Kind.DELAY) * turn
        face_ms = hand.used_ms if kind is Kind.COUNT_UP else face_ms
        return face_ms, delay_ms, hand.number, hand.byo_yomi, hand.used_ms
