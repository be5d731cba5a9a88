"""Two players with a habit at one board: a whole game as raw edges.

It draws what the habit leaves to chance, puts the plies in a row, lets the players' hands meet where the
habit says so, and times it all. What comes out is what a board's sensors would have seen of the game that was
given: whatever is tried, bumped or taken back, the moves that stand are its moves. The faults of reeds are
not made here.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import chess

from jadoube.core.messages.events import Button
from jadoube.core.rules.rule_sets import position_outcome
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.hands.between import KINGS_SAY, clears_up, sets_kings
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.gestures import lever
from jadoube_sim.hands.habits import Habit
from jadoube_sim.hands.steps import Down, Key, Lift, Motion, Place, Up, Wait, draw_us, timed
from jadoube_sim.hands.tidy import FIRST_MS, QUIET_AT_END_MS
from jadoube_sim.hands.ways import Moment, net

#: By the clock: a ply's hands take this long of what its player spent, and nobody thinks longer than this.
_HANDS_TAKE_MS = 1000
_LONGEST_THINK_MS = 60_000
_LONGEST_INCREMENT_MS = 60_000

_PURPOSES = ("moving", "meeting", "timing", "tidying")


@dataclass(frozen=True, slots=True)
class Turn:
    """One ply (or two, that no scan sees apart): what is done before it, its gesture, its press."""

    before: list[Motion]
    gesture: list[Motion]
    press: list[Motion]
    think_ms: int | None
    """How long the player thinks; None: as the pace draws."""
    own_lift: bool
    """Whether the gesture begins with a lift of the mover's own piece."""
    plies: int = 1


@dataclass(slots=True)
class _Flow:
    """Steps that follow each other without a thought, and the thought before them."""

    think_ms: int | None
    steps: list[Motion]
    plies: int = 0
    """How many plies are made in it."""


class Stretch(NamedTuple):
    """A stretch of a game in which hands do not rest to think: when it is over, and which ply then stands."""

    until_us: int
    ply: int


def play_habit(
    game: Game, habit: Habit, *, seed: int = 0, presses: bool = True, time_control: str = "-"
) -> SensorLog:
    """Play a game by this habit, and give what the sensors saw.

    `presses`: the lever after each ply (as the habit has it) and, with a clock, the other side's to start it.
    Same arguments, same log. What is drawn for one purpose takes no lots from another, so that the first
    plies of a game alone are played as in the whole of it, but for what the next ply has to do with the last
    of them. Raises ValueError for a move that is not legal, but for the irregular ply of the game.
    """
    log, _ = play_in_stretches(game, habit, seed=seed, presses=presses, time_control=time_control)
    return log


def play_in_stretches(
    game: Game, habit: Habit, *, seed: int = 0, presses: bool = True, time_control: str = "-"
) -> tuple[SensorLog, list[Stretch]]:
    """Play a game as `play_habit` does, and give the stretches of it, too."""
    moving, meeting, timing, tidying = (random.Random(f"{seed} {purpose}") for purpose in _PURPOSES)
    flows = _flows(list(_turns(game, habit, presses, moving)), habit, meeting)
    if presses and time_control != "-":
        flows.insert(0, _Flow(None, [lever(not chess.Board(game.start_fen).turn)]))
    if habit.clears_up:
        flows.append(_Flow(None, _afterwards(game, habit, tidying, paused=time_control != "-")))
    edges, stretches = _timed(flows, habit, timing)
    end_us = (stretches[-1].until_us if stretches else FIRST_MS * 1000) + QUIET_AT_END_MS * 1000
    log = SensorLog(start=game.start_fen, time_control=time_control, edges=tuple(edges), end_us=end_us)
    return log, stretches


def thinks_ms(game: Game, shortest_ms: int) -> list[int | None]:
    """How long each ply was thought about, by the clock times of its PGN; None where they do not say.

    The increment is not asked for: it is the most that a clock ever gained, new periods aside.
    """
    shown = game.clocks_ms or (None,) * len(game.moves)
    spent = [
        before - after if before is not None and after is not None else None
        for before, after in zip((None, None, *shown), shown, strict=False)
    ]
    gained = [-each for each in spent if each is not None]
    increment = max((each for each in gained if 0 < each <= _LONGEST_INCREMENT_MS), default=0)
    return [
        None if each is None else max(shortest_ms, min(each + increment - _HANDS_TAKE_MS, _LONGEST_THINK_MS))
        for each in spent
    ]


def _turns(game: Game, habit: Habit, presses: bool, rng: random.Random) -> Iterator[Turn]:
    board = chess.Board(game.start_fen)
    thinks = thinks_ms(game, habit.pace.think_ms[0]) if habit.by_the_clock else [None] * len(game.moves)
    moves = list(zip(game.moves, thinks, strict=True))
    while moves:
        move, think_ms = moves.pop(0)
        irregular = len(game.moves) - len(moves) == game.irregular
        if not (irregular or board.is_legal(move)):
            raise ValueError(f"{move.uci()} is not legal in {board.fen()}")
        moment = Moment(board, move, rng, presses, irregular)
        following = moves[0][0] if moves else None
        if following and rng.random() < habit.unscanned and not (move.promotion or following.promotion):
            moves.pop(0)
            yield _two_at_once(moment, following, think_ms)
        else:
            yield _turn(moment, habit, think_ms)
            board.push(move)


def _two_at_once(moment: Moment, following: chess.Move, think_ms: int | None) -> Turn:
    """Two plies, and the first one's press, that no scan saw."""
    board = moment.board
    before = board.occupied
    board.push(moment.move)
    board.push(following)
    press: list[Motion] = [lever(not board.turn)] if moment.presses else []
    return Turn([], [net(before, before ^ board.occupied)], press, think_ms, own_lift=False, plies=2)


def _turn(moment: Moment, habit: Habit, think_ms: int | None) -> Turn:
    rng, board = moment.rng, moment.board
    before: list[Motion] = []
    for often, deed in habit.between:
        if rng.random() < often:
            before += deed(moment)
    gesture = habit.way(moment)
    press: list[Motion] = [lever(board.turn)] if moment.presses and rng.random() >= habit.forgets else []
    first = gesture[0]
    own = isinstance(first, Lift) and board.color_at(first.square) == board.turn
    if press and rng.random() < habit.in_the_air and own and isinstance(gesture[-1], Place):
        gesture, press = _pressed_in_the_air(gesture, board.turn, rng)
    return Turn(before, gesture, press, think_ms, own)


def _pressed_in_the_air(
    gesture: list[Motion], side: chess.Color, rng: random.Random
) -> tuple[list[Motion], list[Motion]]:
    """One hand presses, then the other sets the piece down; who is late for it presses again, or does not."""
    button = Button.WHITE if side == chess.WHITE else Button.BLACK
    late_ms = rng.randint(20, 350)
    pressed: list[Motion] = [Down(button), Wait(late_ms), gesture[-1], Wait(rng.randint(20, 100)), Up(button)]
    again: list[Motion] = [lever(side)] if late_ms > 180 and rng.random() < 0.5 else []
    return [*gesture[:-1], *pressed], again


def _flows(turns: list[Turn], habit: Habit, rng: random.Random) -> list[_Flow]:
    """Put the turns in a row; where hands meet, the turn goes on in the flow of the one before it."""
    flows: list[_Flow] = []
    for turn in turns:
        if turn.before:
            flows.append(_Flow(None, turn.before))
        elif flows and (met := _meeting(flows[-1].steps, turn, habit, rng)):
            flows[-1].steps = met
            flows[-1].plies += turn.plies
            continue
        flows.append(_Flow(turn.think_ms, [*turn.gesture, *turn.press], turn.plies))
    return flows


def _meeting(steps: list[Motion], turn: Turn, habit: Habit, rng: random.Random) -> list[Motion] | None:
    """The steps of both when this player's hands do not wait for the other's; None when they wait."""
    drawn = rng.random()
    *made, last = steps
    if not turn.own_lift:
        return None
    lift, *rest = turn.gesture
    if drawn < habit.crosses:
        return _crossing(steps, lift, [*rest, *turn.press], rng)
    if not isinstance(last, Key):
        return None
    if drawn < habit.crosses + habit.replies_early:
        return [*made, lift, last, *rest, *turn.press]
    if drawn < habit.crosses + habit.replies_early + habit.replies_whole:
        return [*made, *turn.gesture, last, *turn.press]
    return None


def _crossing(
    steps: list[Motion], lift: Motion, rest: list[Motion], rng: random.Random
) -> list[Motion] | None:
    """The reply's lift comes before the placing that ends the ply before it."""
    place = len(steps) - (2 if isinstance(steps[-1], Key) else 1)
    if place < 1 or not isinstance(steps[place], Place) or isinstance(steps[place - 1], Wait):
        return None
    lands = Wait(rng.randint(30, 400))
    return [*steps[:place], lift, lands, *steps[place:], *rest]


def _afterwards(game: Game, habit: Habit, rng: random.Random, *, paused: bool) -> list[Motion]:
    board = chess.Board(game.start_fen)
    for move in game.moves:
        board.push(move)
    pause: list[Motion] = [Key(Button.PLAY)] if paused else []
    agreed = habit.sets_kings and game.result in KINGS_SAY and position_outcome(board) is None
    kings = sets_kings(board, game.result, rng) if agreed else []
    return [*pause, *kings, *clears_up(board, rng)]


def _timed(flows: list[_Flow], habit: Habit, rng: random.Random) -> tuple[list[Edge], list[Stretch]]:
    edges: list[Edge] = []
    stretches: list[Stretch] = []
    now_us, ply = FIRST_MS * 1000, 0
    for flow in flows:
        if flow.think_ms is not None:
            now_us += flow.think_ms * 1000
        elif edges:
            now_us += draw_us(habit.pace.think_ms, rng)
        made, now_us = timed(flow.steps, habit.pace, rng, now_us)
        edges += made
        ply += flow.plies
        stretches.append(Stretch(now_us, ply))
    return edges, stretches
