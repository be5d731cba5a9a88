"""A session at the desk: carries out what is typed, one line after the other, in virtual time.

It decides what a typed move needs to become a gesture: the position as it is read, the manner, and the
levers. While `presses` is on, a hand presses its lever after each move, and before the first it starts the
clock by the other lever; it is on where the game has a clock, unless somebody says otherwise. What the board
makes of the gesture is the board's business. A line is done when its hands have finished and the board has
settled.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import chess

from jadoube.core.display.scoresheet import Scoresheet
from jadoube.core.display.status_line import words
from jadoube.core.messages.events import BUTTONS
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.squares import squares, turn_squares
from jadoube.core.stages.hands import presses
from jadoube.core.stages.result import endings
from jadoube.core.state.play import PRESS_WAITS_MS
from jadoube.core.state.table import Table, clock_runs
from jadoube.formats.pgn import write_pgn
from jadoube.formats.sensorlog import Edge
from jadoube_sim.desk import HOLD_MS, Desk
from jadoube_sim.hands import (
    MANNERS,
    TIDY,
    Key,
    Lift,
    Manner,
    Pace,
    Place,
    Step,
    Together,
    gesture_for,
    lever,
    timed,
    turned_edges,
)
from jadoube_sim.terminal.picture import plain, scene
from jadoube_sim.terminal.words import (
    HELP,
    Ask,
    Do,
    Hold,
    InManner,
    Make,
    Plug,
    Presses,
    Quit,
    Release,
    Say,
    SetUp,
    Word,
    parse_line,
)

AT_THE_KEYS = Pace(hold_ms=(HOLD_MS, HOLD_MS))
"""How fast the hand is that does what is typed."""

HOLDING = Pace(hold_ms=(1200, 1200))
"""How long a panel key is held that is to be a hold."""

SETTING_UP = Pace(reach_ms=(100, 200), flight_ms=(40, 80), apart_ms=(0, 200), hold_ms=(HOLD_MS, HOLD_MS))
"""Setting up goes faster than playing: all pieces are swept away, and one after the other put back."""


@dataclass(slots=True)
class Habits:
    """What the hand at the desk does unless it is told otherwise."""

    manner: Manner = TIDY
    presses: bool = True
    tags: dict[str, str] = field(default_factory=dict)
    """Names and event, for the PGN."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is to be printed, and whether to leave."""

    text: str = ""
    leaves: bool = False


class Session:
    """Somebody at a desk that runs. Same desk, words and seed: same edges."""

    def __init__(self, desk: Desk, habits: Habits | None = None, seed: int = 0) -> None:
        self.desk = desk
        self.habits = habits or Habits()
        self._rng = random.Random(seed)

    @property
    def words(self) -> str:
        """How things stand, in one line."""
        return words(self.desk.table)

    async def do(self, line: str) -> Answer:
        """Do what a line says. ValueError for what is no word or cannot be done, with what was expected."""
        texts: list[str] = []
        for word in parse_line(line):
            if isinstance(word, Quit):
                return Answer("\n".join(texts), leaves=True)
            if text := await self._do(word):
                texts.append(text)
            if self.desk.daemon.switched_off:
                return Answer("\n".join([*texts, "the board is switched off"]), leaves=True)
        return Answer("\n".join(texts))

    def pgn(self) -> str:
        """Write down the games so far, each ending with an empty line."""
        return "".join(self._pgn(sheet) for sheet in self.desk.games())

    def _pgn(self, sheet: Scoresheet) -> str:
        return write_pgn(sheet, self.habits.tags)

    async def _do(self, word: Word) -> str:
        match word:
            case Do(step):
                _refuse_impossible(step, self.desk.twin.reeds)
                await self._act([step])
            case Release(button):
                self.desk.act([Edge(self.desk.now_us, "release", str(button.name).lower())])
                await self._settle()
            case Hold(button):
                await self._act([Key(button)], HOLDING)
            case Make(move):
                await self._act(self._gesture(move), as_players_say=True)
            case SetUp():
                await self._set_up(anew=word is SetUp.NEW)
            case Plug(part, plugged):
                self.desk.plug(part, plugged=plugged)
                await self._settle()
            case Say(ordered):
                self.desk.order(ordered)
                await self._settle()
            case Presses() | InManner():
                self._get_used_to(word)
            case Ask():
                return self._told(word)
        return ""

    def _get_used_to(self, habit: Presses | InManner) -> None:
        match habit:
            case Presses(on):
                self.habits.presses = on
            case InManner(name):
                self.habits.manner = MANNERS[name]

    def _told(self, question: Ask) -> str:
        match question:
            case Ask.PGN:
                return self._pgn(self.desk.games()[-1]).rstrip("\n")
            case Ask.FEN:
                return self.desk.table.line.board.fen()
            case Ask.SHOW:
                return plain(scene(self.desk))
            case _:
                return HELP

    def _gesture(self, move: str) -> list[Step]:
        """What the hand does for a move; ValueError where it is not to be made now."""
        table = self.desk.table
        if table.play.outcome:
            raise ValueError(f"{move}: the game is over, {table.play.outcome.result}; expected new before it")
        if not table.seen.ready or not table.best.fits:
            raise ValueError(
                f"{move}: the pieces stand otherwise ({words(table, LANGUAGES[0])}), expected them put right"
            )
        board = table.line.board
        starts = (
            self.habits.presses and table.play.clock and not table.play.clock.started and not table.line.ply
        )
        steps: list[Step] = [lever(not board.turn)] if starts else []
        steps += gesture_for(board, parse_move(board, move), self.habits.manner)
        return steps + ([lever(board.turn)] if self.habits.presses else [])

    async def _set_up(self, *, anew: bool) -> None:
        """Clear the board; a running clock is paused before, because under it no new game begins."""
        table = self.desk.table
        steps: list[Step] = [Key(BUTTONS["play"])] if clock_runs(table) else []
        steps += _swept(self.desk.twin.reeds)
        if anew:
            home = table.line.back_to(0).occupancy
            steps += [Place(square) for square in squares(turn_squares(home) if table.turned else home)]
        await self._act(steps, SETTING_UP)

    async def _act(
        self, steps: Sequence[Step], pace: Pace = AT_THE_KEYS, *, as_players_say: bool = False
    ) -> None:
        """Do these steps on the board's own squares, or on those that the players call so."""
        edges, done_us = timed(steps, pace, self._rng, self.desk.now_us)
        self.desk.act(turned_edges(edges) if as_players_say and self.desk.table.turned else edges)
        await self._settle(done_us)

    async def _settle(self, done_us: int = 0) -> None:
        """Wait until hands are done and nothing that they did is undecided."""
        desk = self.desk
        hold_ms = desk.terms.debounce_ms + PRESS_WAITS_MS
        await desk.run_to(max(done_us // 1000, desk.pace.now_ms()) + hold_ms)
        while not desk.daemon.switched_off and (due_ms := _undecided_until(desk.table)) is not None:
            await desk.run_to(due_ms + desk.period_ms)


def parse_move(board: chess.Board, text: str) -> chess.Move:
    """Find the legal move that SAN or UCI names; ValueError, worded, if there is none, or more than one."""
    try:
        return board.parse_uci(text)
    except ValueError:
        pass
    try:
        return board.parse_san(text.rstrip("!?"))
    except chess.AmbiguousMoveError as problem:
        raise ValueError(f"{text}: more than one piece can, expected which, as in Nbd2 or b1d2") from problem
    except ValueError as problem:
        side = chess.COLOR_NAMES[board.turn].capitalize()
        raise ValueError(
            f"{text}: no legal move of {side}'s, expected one; open and close do any"
        ) from problem


def _refuse_impossible(step: Step, reeds: int) -> None:
    match step:
        case Lift(square) if not reeds >> square & 1:
            raise ValueError(
                f"open {chess.SQUARE_NAMES[square]}: nothing stands there, expected a piece to lift"
            )
        case Place(square) if reeds >> square & 1:
            raise ValueError(f"close {chess.SQUARE_NAMES[square]}: something stands there, expected room")


def _swept(reeds: int) -> list[Step]:
    """All pieces go, in no order."""
    lifts = tuple(Lift(square) for square in chess.scan_forward(reeds))
    return [Together(lifts)] if lifts else []


def _undecided_until(table: Table) -> int | None:
    """When a press, an ending or a new game that only wants time will be decided; None if there is none."""
    dues = (presses.judging_due_ms(table), endings.ending_due_ms(table), endings.next_game_due_ms(table))
    return min((due_ms for due_ms in dues if due_ms is not None), default=None)
