"""Real clocks: games played in the times that a PGN gives, and what our clock says beside what theirs said.

A game counts that says its time control and what the clocks showed (`%clk`). A tidy hand plays it from the
first move to the last, each ply so long as the file has it, through the whole arbiter. From each side's
second ply, what its clock shows has to change as theirs did, to within a second: theirs are whole seconds.

What cannot be compared is left out and counted, with its reason: a ply without a `%clk` at it or at the ply
before; one that gained more than the control gives, or took more than there was; one by which a period ends
where its time came at another; a ply that ends the game, for which our clock waits for no press. The
arithmetic that says so is that of the control alone, and asks our clock nothing. Where the hand cannot be as
fast as a server's mouse it is late, and makes that up in later plies, at most half a second in each; at the
end of a blitz game its flag falls before theirs.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import chess

from jadoube.core.clock.time_control import Kind, TimeControl, parse_time_control
from jadoube.core.display.scoresheet import Ply, scoresheet
from jadoube.core.rules.outcome import Termination
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.played.reading import up_to_the_end
from jadoube_sim.benchmarks.processes import in_processes
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.gestures import gesture_for, lever
from jadoube_sim.hands.steps import Pace, timed

WITHIN_MS = 1000

AT_EASE = Pace()
HURRIED = Pace(reach_ms=(40, 60), flight_ms=(40, 70), button_ms=(40, 60), hold_ms=(30, 40))
"""As fast as every scanner sees (a guess at what blitz players come near to)."""

BETWEEN_US = 40_000
"""From a lever that is let go to the next piece that is lifted, at the least."""

MAKES_UP_MS = 500
A_PERIOD_MS = 5 * 60 * 1000
"""More than any increment: who earns so much by a ply has ended a period."""

UNKNOWN_MS = 0
"""How long a ply takes of which the file does not say it: no longer than hands need."""

COUNTED = "counted"
UNKNOWN = "no %clk at it or at the ply before"
GAINED = "gained more than the control gives"
ELSEWHERE = "ends a period whose time came at another ply"
TOOK = "took more than there was"
ENDS = "ends the game, which needs no press"
FELL = "after our flag: hands are slower than a mouse"
OTHERWISE = "read otherwise than it was played"
REASONS = (UNKNOWN, GAINED, ELSEWHERE, TOOK, ENDS, FELL, OTHERWISE)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which games count, and by which control those are played that do not say it."""

    control: TimeControl | None = None
    event: str = ""
    """Only those of which the Event tag begins so."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What became of the plies of one game, or of several."""

    games: int = 0
    plies: int = 0
    within: int = 0
    worst_ms: int = 0
    skipped: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: "Compared") -> "Compared":
        """Add up two."""
        return Compared(
            self.games + other.games,
            self.plies + other.plies,
            self.within + other.within,
            max(self.worst_ms, other.worst_ms),
            self.skipped + other.skipped,
        )


def control_of(game: Game, asked: Asked) -> TimeControl | None:
    """Give the control by which a game was played; None if it does not count."""
    try:
        said = parse_time_control(game.time_control)
    except ValueError:
        said = asked.control if game.event.startswith(asked.event) else None
    usable = (
        said and any(game.clocks_ms) and all(each.kind is Kind.FISCHER for each in said.white + said.black)
    )
    return said if usable else None


def took_ms(game: Game, control: TimeControl) -> list[tuple[str, int]]:
    """Give for each ply whether it counts, or why not, and how long it took."""
    plies = [(UNKNOWN, UNKNOWN_MS)] * min(2, len(game.moves))
    first = chess.Board(game.start_fen).turn
    for index in range(2, len(game.moves)):
        before_ms, after_ms = game.clocks_ms[index - 2], game.clocks_ms[index]
        if before_ms is None or after_ms is None:
            plies.append((UNKNOWN, UNKNOWN_MS))
            continue
        side = first if index % 2 == 0 else not first
        earned_ms = _earned_ms(control, side, index // 2 + 1)
        gained = sum(reason is GAINED for reason, _ in plies[index % 2 :: 2])
        plies.append(_judged(before_ms, earned_ms, after_ms, early=gained > 0))
    return plies


def _judged(before_ms: int, earned_ms: int, after_ms: int, *, early: bool) -> tuple[str, int]:
    """Whether a ply can have taken so long: theirs are whole seconds, and each may be rounded.

    `early`: the side has gained before what the control does not give.
    """
    ply_ms = before_ms + earned_ms - after_ms
    if ply_ms <= -WITHIN_MS:
        return GAINED, UNKNOWN_MS
    if earned_ms >= A_PERIOD_MS and early:
        return ELSEWHERE, UNKNOWN_MS
    return (TOOK, UNKNOWN_MS) if ply_ms > before_ms + WITHIN_MS else (COUNTED, max(0, ply_ms))


def _earned_ms(control: TimeControl, side: chess.Color, move: int) -> int:
    """What this move earns: the increment of the next one's period, and its main time where it begins."""
    number = 0
    while (due := control.due(side, number)) is not None and due < move:
        number += 1
    if due != move or control.is_last(side, number):
        return control.period(side, number).increment_ms
    following = control.period(side, number + 1)
    return following.main_ms + following.increment_ms


def log_of(game: Game, control: TimeControl, plies: Sequence[tuple[str, int]]) -> SensorLog:
    """Play a game with both players' hands, every ply in its time."""
    board, rng = chess.Board(game.start_fen), random.Random(game.number)
    edges, _ = timed([lever(not board.turn)], AT_EASE, rng, 1_000_000)
    pressed_us, late_us = edges[0].at_us, {chess.WHITE: 0, chess.BLACK: 0}
    for move, (_, ply_ms) in zip(game.moves, plies, strict=True):
        side = board.turn
        due_us = pressed_us + ply_ms * 1000 - min(late_us[side], MAKES_UP_MS * 1000)
        made = _gesture(board, move, edges[-1].at_us + BETWEEN_US, due_us, rng)
        before_us, pressed_us = pressed_us, made[-2].at_us
        late_us[side] += pressed_us - before_us - ply_ms * 1000
        edges += made
        board.push(move)
    end_us = edges[-1].at_us + 1_500_000
    return SensorLog(start=game.start_fen, time_control=control.text, edges=tuple(edges), end_us=end_us)


def _gesture(
    board: chess.Board, move: chess.Move, from_us: int, press_us: int, rng: random.Random
) -> list[Edge]:
    """Make a move, not before an instant, and press at another; late, where that is too soon for hands.

    The last two edges are the lever's.
    """
    steps = [*gesture_for(board, move), lever(board.turn)]
    for pace in (AT_EASE, HURRIED):
        edges, _ = timed(steps, pace, rng)
        after_us = press_us - edges[-2].at_us
        if after_us >= from_us:
            break
    shift_us = max(from_us, after_us)
    return [edge._replace(at_us=edge.at_us + shift_us) for edge in edges]


def compared(game: Game, asked: Asked) -> Compared:
    """Play one game, and compare the clocks ply by ply."""
    control = control_of(game, asked)
    if control is None:
        return Compared()
    moves = up_to_the_end(game)
    game = Game(game.number, game.start_fen, moves, game.clocks_ms[: len(moves)])
    plies = took_ms(game, control)
    sheet = scoresheet(replay(log_of(game, control, plies)).table)
    read = sheet.plies
    same = [ply.move == move for ply, move in zip(read, moves, strict=False)]
    fell = sheet.outcome is not None and sheet.outcome.termination is Termination.FLAG_FELL
    total = Compared(games=1)
    for index in range(2, len(moves)):
        reason = plies[index][0] if all(same[: index + 1]) else OTHERWISE
        if index >= len(read):
            reason = FELL if fell else OTHERWISE
        elif index == len(moves) - 1 and sheet.outcome and not fell:
            reason = ENDS
        total += Compared(skipped=Counter((reason,))) if reason != COUNTED else _one(game, read, index)
    return total


def _one(game: Game, read: Sequence[Ply], index: int) -> Compared:
    """Compare how a side's clock has changed by one ply."""
    theirs_ms = (game.clocks_ms[index] or 0) - (game.clocks_ms[index - 2] or 0)
    ours_ms = (read[index].remaining_ms or 0) - (read[index - 2].remaining_ms or 0)
    apart_ms = abs(ours_ms - theirs_ms)
    return Compared(plies=1, within=int(apart_ms <= WITHIN_MS), worst_ms=apart_ms)


def report(games: Sequence[Game], asked: Asked, jobs: int = 1) -> Iterator[str]:
    """Play all games that count, and say in lines how near our clock came to theirs."""
    total = sum(in_processes(partial(compared, asked=asked), games, jobs), Compared())
    yield f"clocks   {total.games} of {len(games)} games have control and %clk: {total.plies} plies compared"
    yield f"  {total.within:6}  within {WITHIN_MS} ms a ply; the worst {total.worst_ms} ms"
    for reason in REASONS:
        yield f"  {total.skipped[reason]:6}  skipped: {reason}"
