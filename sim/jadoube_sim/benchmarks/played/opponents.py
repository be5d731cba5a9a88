"""Games against an opponent from elsewhere: hands play, and he is asked for his moves.

In `play_against` the game is known before, and he tells its moves at once: what he hears is compared with
what was played. In `play_drawn` the player draws his moves by lot, and somebody answers, such as an engine.
Both in virtual time.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, NamedTuple

import chess

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.messages.effects import Effect, MoveCompleted, MoveSent
from jadoube.core.messages.events import Adjudicated, Ended, Event, Ordered, Reachable, Restarted
from jadoube.core.messages.opponents import Seat
from jadoube.core.messages.orders import Join, Play, SetClocks, Take, Tell
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.roles import Role
from jadoube.core.pages.server_view import shown_server
from jadoube.core.rules.game_line import Line
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.stages.result.adjudication import answer
from jadoube.core.state.others.opponent_question import MoveAnswer, MoveAsked, expected_move, is_in_doubt
from jadoube.core.state.table import Table, new_table
from jadoube.daemon.asked.opponents import orders_of
from jadoube.formats.log_contacts import LogContacts
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.replay import SCAN_PERIOD_MS, terms_of_log
from jadoube_sim.benchmarks.played.reading import LEVERS, Job, Row
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.player import Stretch, play_in_stretches

WAITS_MS: Final = 15_000
"""How long a hand waits for the opponent's move; then it goes on without (a bench's choice)."""

PATIENT_MS: Final = 5_000
"""After so long a player whose ply is not read presses `ok` (a bench's choice)."""

SERVER_GAME: Final = "lichess:AbCdEfGh"

ANSWERS_MS: Final = 600
"""How soon a server tells the game after a start, and hands go on: later than any press is judged."""

Answers = Callable[[MoveAsked], MoveAnswer | None]
"""The opponent; None: he does not answer."""


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a game: the last table, and the player's plies as they were sent, in UCI notation."""

    table: Table
    sent: tuple[str, ...]


class Cut(NamedTuple):
    """A power cut in a game.

    `scans`: how many with something new there were since the first completed ply. `lost`: how many of the
    events since the last completed one the journal lacks, at most.
    """

    scans: int
    lost: int


def play_against(job: Job, side: chess.Color, *, joined: bool = False, cut: Cut | None = None) -> Told:
    """Let hands play a game against an opponent who has `side` and tells the moves of the game at once.

    Hands wait for each of his moves. They answer what the board asks. `joined`: a server keeps the game. If
    the power is cut, the board starts again with what the journal has, and a player resumes the game.
    """
    presses, control = LEVERS[job.row.levers]
    habit, moves = HABITS[job.row.manner], job.game.moves
    log, stretches = play_in_stretches(job.game, habit, seed=job.seed, presses=presses, time_control=control)

    def tell(asked: MoveAsked) -> MoveAnswer | None:
        return MoveAnswer(moves[asked.ply - 1].uci()) if asked.ply <= len(moves) else None

    at_table = _AtTable(log, side, tell)
    at_table.moves = moves
    at_table.joins = Join(SERVER_GAME, side, control) if joined else None
    at_table.cut = cut
    _play_stretches(at_table, log, stretches)
    return at_table.told()


def play_drawn(row: Row, side: chess.Color, plies: int, seed: int, answers: Answers) -> Told:
    """Let a player's hands play moves drawn by lot against an opponent who has `side`, up to so many plies.

    The hands make each of his moves, too. The game ends before where it is over.
    """
    rng = random.Random(seed)
    _, control = LEVERS[row.levers]
    start = SensorLog(start=chess.STARTING_FEN, time_control=control, edges=())
    at_table = _AtTable(start, side, answers)
    at_table.begin()
    board = chess.Board()
    if control != "-":
        at_table.press("black")
    while board.ply() < plies and at_table.is_on() and not board.is_game_over():
        if board.turn == side:
            move = at_table.wait_for_his_move(board.ply() + 1)
            if move is None:
                break
        else:
            move = rng.choice(list(board.legal_moves))
        at_table.moves = (*board.move_stack, move)
        at_table.make(board, move, row, rng.randrange(2**32), presses=board.turn != side)
        board.push(move)
    return at_table.told()


def _play_stretches(at_table: "_AtTable", log: SensorLog, stretches: list[Stretch]) -> None:
    edges, later_us, ply = list(log.edges), 0, 0
    at_table.begin()
    for stretch in stretches:
        at_table.idle_until(edges[0].at_us // 1000 - 100 + later_us // 1000 if edges else 0)
        his = at_table.is_his(ply + 1) and ply < stretch.ply
        later_us += 1000 * (at_table.wait(ply + 1) if his else 0)
        ply = stretch.ply
        made = [edge for edge in edges if edge.at_us <= stretch.until_us]
        at_table.deliver(made, later_us)
        edges = edges[len(made) :]
    at_table.deliver(edges, later_us)
    at_table.idle_until(((log.end_us or 0) + later_us) // 1000 + 10_000)
    at_table.finish(ply)


class _AtTable:
    """A board in virtual time, the hands at it, and the opponent."""

    def __init__(self, log: SensorLog, side: chess.Color, answers: Answers) -> None:
        seat = Seat.WHITE if side == chess.WHITE else Seat.BLACK
        terms = replace(terms_of_log(log), opponent=seat, turned=False)
        self.moves: tuple[chess.Move, ...] = ()
        self.joins: Join | None = None
        self.cut: Cut | None = None
        self._tables: list[Table] = []
        """Those that a power cut may leave: a journal is flushed at each completed ply."""
        self._scans = 0
        self._contacts = LogContacts(log.reeds)
        self._scanned = self._contacts.scanned
        self._table = new_table(terms, settled_contacts(log.reeds))
        self._answers = answers
        self._now_ms = 0
        self._sent: list[str] = []
        self._is_answering = False
        self._asked: MoveAsked | None = None
        self._answered: Line | None = None
        self._side = side
        self._starts = chess.Board(log.start).turn

    # The hands

    def begin(self) -> None:
        """Let the board make its first scan."""
        self._feed(Reachable(None), 0)
        if self.joins:
            self._feed(Ordered(self.joins, Role.OPPONENT), 0)

    def deliver(self, edges: list[Edge], later_us: int) -> None:
        """Show these edges, that much later than they were drawn, in the scans that see them."""
        late = (edge._replace(at_us=edge.at_us + later_us) for edge in edges)
        for number, shown in groupby(late, lambda edge: -(-edge.at_us // (SCAN_PERIOD_MS * 1000))):
            self.idle_until(number * SCAN_PERIOD_MS)
            self._scanned = self._contacts.apply(list(shown))
            self._feed(self._scanned, number * SCAN_PERIOD_MS)
            self._scans += self._table.play.completed > 0
            if self.cut and self._scans == self.cut.scans:
                lost, self.cut = self.cut.lost, None
                self._start_again(lost)

    def _start_again(self, lost: int) -> None:
        """Go on from the table that a journal without the last events gives; the server tells what it has."""
        known = self._sent_to_server() if self.joins else ()
        self._table = self._tables[max(-1 - lost, -len(self._tables))]
        self._tables.clear()
        self._asked = self._answered = None
        self._feed(Restarted(), self._now_ms)
        self._feed(self._scanned, self._now_ms)
        self.idle_until(self._now_ms + ANSWERS_MS)
        self._now_ms += ANSWERS_MS
        for ply, move in enumerate(known[len(self._sent_to_server()) :], len(self._sent_to_server()) + 1):
            self._feed(Ordered(Tell(ply, move), Role.OPPONENT), self._now_ms)
        if self._table.play.phase is Phase.PAUSED:
            self._resume()

    def _sent_to_server(self) -> tuple[str, ...]:
        shown = shown_server(self._table)
        return shown.plies if shown else ()

    def _resume(self) -> None:
        """Let the clock go on: by the server's word, or with the key."""
        clock = self._table.play.clock
        agreed = self._table.seen.agreed
        if self.joins and clock and agreed:
            white, black = (clock.remaining_ms(each, self._now_ms) for each in chess.COLORS)
            order = SetClocks(white, black, agreed.heard.side_to_move)
            self._feed(Ordered(order, Role.OPPONENT), self._now_ms)
        elif not self.joins:
            self._feed(Ordered(Play()), self._now_ms)

    def make(self, board: chess.Board, move: chess.Move, row: Row, seed: int, *, presses: bool) -> None:
        """Make one move in a manner, and press for it if the player has a clock."""
        game = Game(1, board.fen(), (move,))
        log, _ = play_in_stretches(game, HABITS[row.manner], seed=seed, presses=False)
        self.deliver(list(log.edges), self._now_ms * 1000)
        self.idle_until(self._now_ms + 300)
        if presses and LEVERS[row.levers][0]:
            self.press(chess.COLOR_NAMES[board.turn])

    def press(self, button: str) -> None:
        """Press a button for a tenth of a second."""
        for word in ("press", "release"):
            self._scanned = self._contacts.apply([Edge(self._now_ms * 1000, word, button)])
            self._feed(self._scanned, self._now_ms)
            self.idle_until(self._now_ms + 100)
            self._feed(self._scanned, self._now_ms + 100)

    def press_again(self) -> None:
        """Press for the player's ply if his clock runs on although it stands: a power cut took his press."""
        clock, table = self._table.play.clock, self._table
        mine = clock is not None and clock.running == (not self._side)
        if mine and table.line.mover != self._side and table.line.ply > table.play.completed:
            self.press(chess.COLOR_NAMES[not self._side])

    def finish(self, ply: int) -> None:
        """Do what is left to do for the last ply: a power cut may have taken it, or its press."""
        if self._table.line.ply < ply:
            self.press("ok")
        self.press_again()

    def wait(self, ply: int) -> int:
        """Wait until he has told this ply; return for how long, in ms."""
        began_ms = self._now_ms
        while not self._told_move(ply) and self._now_ms < began_ms + WAITS_MS:
            if self._now_ms >= began_ms + PATIENT_MS and self._table.line.ply < ply - 1:
                self.press("ok")
            elif self._now_ms >= began_ms + PATIENT_MS:
                self.press_again()
            self.idle_until(self._now_ms + 100)
            self._feed(self._scanned, self._now_ms + 100)
        return self._now_ms - began_ms

    def wait_for_his_move(self, ply: int) -> chess.Move | None:
        """Wait until he has told this ply, and return it; None if he tells none."""
        self.wait(ply)
        return self._told_move(ply)

    # What is seen

    def is_on(self) -> bool:
        """Whether the game goes on."""
        return self._table.play.phase is not Phase.OVER

    def is_his(self, ply: int) -> bool:
        """Whether this ply is the opponent's."""
        return (ply % 2 == 1) == (self._starts == self._side)

    def told(self) -> Told:
        """End the game, and return what became of it."""
        self._feed(Ended(), self._now_ms)
        return Told(self._table, tuple(self._sent))

    def _told_move(self, ply: int) -> chess.Move | None:
        agreed = self._table.seen.agreed
        return agreed.told if agreed and agreed.heard.ply == ply - 1 else None

    # Time

    def idle_until(self, until_ms: int) -> None:
        """Let time pass until just before this instant, with the scans that the board wants."""
        while self.is_on() and (wake_ms := deadline_ms(self._table)) is not None:
            at_ms = max(-(-wake_ms // SCAN_PERIOD_MS) * SCAN_PERIOD_MS, self._now_ms)
            if at_ms >= until_ms:
                break
            self._feed(self._scanned, at_ms)

    def _feed(self, event: Event, now_ms: int) -> None:
        self._now_ms = max(now_ms, self._now_ms)
        self._table, effects = step(self._table, event, self._now_ms)
        self._tables.append(self._table)
        if any(isinstance(effect, MoveCompleted) for effect in effects):
            self._tables = [self._table]
        self._note(effects)
        if asked := self._table.play.adjudication:
            self._feed(Adjudicated(asked.fen, answer(asked)), self._now_ms)
        self._answer_doubt()
        self._ask()

    def _ask(self) -> None:
        """Ask him once for each move, and give his orders."""
        asked = expected_move(self._table, self._now_ms)
        if asked is None:
            self._asked = None
        elif not asked.is_same(self._asked):
            self._asked = asked
            if answered := self._answers(asked):
                for ordered in orders_of(asked, answered):
                    self._feed(ordered, self._now_ms)

    def _answer_doubt(self) -> None:
        """Say which ply was played if the board asks, as a player does: by a choice, or by `ok`."""
        line = self._table.line
        if line is self._answered or not is_in_doubt(self._table) or self._is_answering:
            return
        self._answered = line
        played = line.back_to(line.ply - 1).after(self.moves[line.ply - 1])
        self._is_answering = True
        self._feed(Ordered(Take(played.san)), self._now_ms)
        if line is played and is_in_doubt(self._table):
            self.press("ok")
        self._is_answering = False

    def _note(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, MoveSent):
                move = self._table.line.back_to(effect.ply).move
                self._sent.append(move.uci() if move else "--")
