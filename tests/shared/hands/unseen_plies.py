"""Plies that were completed although their reeds never showed them: nothing that a board may say for sure."""

from dataclasses import dataclass, field

import chess

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect, MoveCompleted, MoveMade
from jadoube.core.messages.events import Event, Scanned
from jadoube.core.reading.doubts import doubts
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy, turn_squares
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay

Changes = list[tuple[int, Occupancy]]
"""Instants, each with the reeds that changed."""


def unseen_plies(log: SensorLog, overlooked: Occupancy = 0) -> list[str]:
    """The plies that were completed, without a doubt, though a reed of theirs that is believed never changed.

    The source's reed must have opened, and the target's closed, since the plies before it touched them; a
    capture's target may have been closed all the time. Each is told as `12 e2e4 source`. `overlooked`: reeds
    whose changes the watcher, and not the board, does not see.
    """
    watched = _Watched(log.reeds, overlooked)
    replay(log, stepper=watched.step)
    return watched.unseen


@dataclass(slots=True)
class _Watched:
    """A replay, and what its scans showed."""

    reeds: Occupancy
    overlooked: Occupancy
    opened: Changes = field(default_factory=list)
    closed: Changes = field(default_factory=list)
    made_ms: dict[int, int] = field(default_factory=dict)
    """When a ply with this number was told for the first time."""
    unseen: list[str] = field(default_factory=list)

    def step(self, table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        """Take one step, and look at the plies that it completes."""
        if isinstance(event, Scanned):
            self.opened.append((now_ms, self.reeds & ~(event.reeds | self.overlooked)))
            self.closed.append((now_ms, event.reeds & ~(self.reeds | self.overlooked)))
            self.reeds = event.reeds
        table, effects = step(table, event, now_ms)
        for effect in effects:
            if isinstance(effect, MoveMade):
                self.made_ms.setdefault(effect.ply, now_ms)
        completed = [effect.ply for effect in effects if isinstance(effect, MoveCompleted)]
        for ply in completed:
            if not doubts(table.seen).get(ply):
                self._look_at(table, table.line.back_to(ply))
        return table, effects

    def _look_at(self, table: Table, line: Line) -> None:
        before, move = line.before, line.move
        if before is None or move is None:
            return
        suspect = table.seen.best.bad | table.board.named | _as_seen(table, table.board.wires.hidden)
        taken = before.occupancy & _as_seen(table, self.reeds)
        believed = {
            "source": (self.opened, chess.BB_SQUARES[move.from_square] & ~suspect),
            "target": (self.closed, chess.BB_SQUARES[move.to_square] & ~(suspect | taken)),
        }
        for name, (changes, square) in believed.items():
            since_ms = self._last_touched_ms(before, square)
            if square and not any(_as_seen(table, reeds) & square for at, reeds in changes if at >= since_ms):
                self.unseen.append(f"{line.ply} {move.uci()} {name}")

    def _last_touched_ms(self, line: Line, square: Occupancy) -> int:
        """When hands may have begun to touch this square last: before the last ply that used it was made.

        Plies that were told at once, because a reading was lost for a while, were made since the one before.
        """
        told_ms = self.made_ms.get(line.ply + 1, 0)
        while line.before and line.move:
            ends = chess.BB_SQUARES[line.move.from_square] | chess.BB_SQUARES[line.move.to_square]
            if (ends | line.occupancy ^ line.before.occupancy) & square:
                earlier = (self.made_ms.get(ply, 0) for ply in range(line.before.ply, 0, -1))
                return next((made_ms for made_ms in earlier if made_ms < told_ms), 0)
            line = line.before
        return 0


def _as_seen(table: Table, reeds: Occupancy) -> Occupancy:
    """The squares of these reeds as the players count them."""
    return turn_squares(reeds) if table.turned else reeds
