"""The scoresheet: the moves as they are read now, and all that a PGN tells of a game.

It is computed from the table on request. The table stays the truth.
"""

from dataclasses import dataclass, field

import chess

from jadoube.core.clock.time_control import TimeControl
from jadoube.core.messages.names import NO_NAMES, Names
from jadoube.core.messages.phrases import Sentence
from jadoube.core.reading.doubts import doubts
from jadoube.core.rules.outcome import Outcome
from jadoube.core.rules.rule_sets import RuleSet
from jadoube.core.state.others.fair_play import allows_help
from jadoube.core.state.play_parts import Pause, links_oldest_first
from jadoube.core.state.table import Table


@dataclass(frozen=True, slots=True)
class Ply:
    """One ply as it is read now, with its doubts."""

    move: chess.Move | None
    """None: an irregular ply by which more than one piece moved, or none."""
    san: str
    remaining_ms: int | None = None
    """What the mover's clock showed after it: after the press, or when it was made. None without a clock."""
    doubts: tuple[str, ...] = ()
    """The moves of other hypotheses alive, in SAN."""
    elapsed_ms: int | None = None
    """The time that the mover used for it. None without a clock."""
    stands: str = ""
    """After an irregular ply, the position as a FEN; empty after a legal one."""


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """A game as a PGN can hold it."""

    start_fen: str
    plies: tuple[Ply, ...]
    outcome: Outcome | None
    rules: RuleSet
    control: TimeControl | None
    acts: dict[int, tuple[Sentence, ...]] = field(default_factory=dict)
    """The PGN's comments after each ply (0: before the first), on what no move shows."""
    pauses: tuple[Pause, ...] = ()
    """The pauses that people made, the oldest first."""
    unreadable: bool = False
    """True if the board shows something after the last ply that no legal play explains."""
    names: Names = NO_NAMES
    """Who plays, and what the game is called."""
    server_game: str = ""
    """The game on a server, such as `lichess:AbCdEfGh`; empty: none."""
    names_opening: bool = True
    """Whether the opening may be named: not while a game against people elsewhere goes on (fair play)."""

    @property
    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2, or * while the game goes on."""
        return self.outcome.result if self.outcome else "*"


def scoresheet(table: Table) -> Scoresheet:
    """Return the scoresheet of the table's game."""
    terms, in_doubt = table.terms, doubts(table.seen)
    times = ply_times(table)
    plies = []
    for line in table.line.plies():
        remaining_ms, elapsed_ms = times.get(line.ply, (None, None))
        stands = line.fen if line.irregular else ""
        doubted = in_doubt.get(line.ply, ())
        plies.append(Ply(line.move, line.san, remaining_ms, doubted, elapsed_ms, stands))
    return Scoresheet(
        terms.start_fen,
        tuple(plies),
        table.play.outcome,
        terms.rules,
        terms.control,
        acts_by_ply(table),
        tuple(links_oldest_first(table.play.pauses)),
        table.notices.illegal,
        table.names,
        terms.server_game,
        allows_help(table),
    )


def acts_by_ply(table: Table) -> dict[int, tuple[Sentence, ...]]:
    """Return the acts after each ply, the oldest first; those of plies taken back come after the last one."""
    acts: dict[int, tuple[Sentence, ...]] = {}
    for act in links_oldest_first(table.play.acts):
        ply = min(act.ply, table.line.ply)
        acts[ply] = (*acts.get(ply, ()), act.what)
    return acts


def ply_times(table: Table) -> dict[int, tuple[int, int]]:
    """Return for each ply what its mover's clock showed after it, and the time that the mover used for it.

    The time used is how long the mover's clock ran since the mover's ply before, without increments and the
    arbiter's corrections.
    """
    pressed = {stamp.ply: stamp for stamp in links_oldest_first(table.play.stamps)}
    movers = {line.ply: line.mover for line in table.line.plies()}
    times: dict[int, tuple[int, int]] = {}
    used_before_ms: dict[chess.Color | None, int] = {}
    for made in links_oldest_first(table.play.made):
        stamp, mover = pressed.get(made.ply), movers.get(made.ply)
        used_ms = stamp.used_ms if stamp else made.used_ms
        shown_ms = stamp.remaining_ms if stamp else made.left_ms
        times[made.ply] = (shown_ms, max(0, used_ms - used_before_ms.get(mover, 0)))
        used_before_ms[mover] = used_ms
    return times
