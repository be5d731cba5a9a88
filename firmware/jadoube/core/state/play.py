"""The game as it is played: phase, clock, which plies stand, open questions, comments of the PGN.

The law: only this file makes another `Play` out of one. It refuses to know how the plies were read
(`reading/`) and what is shown.
"""

from typing import NamedTuple

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages import phrases
from jadoube.core.messages.phases import Cause, Phase, follow
from jadoube.core.messages.roles import Role
from jadoube.core.named_tuples import quick_replace
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.state.hands.touch_move import Touched
from jadoube.core.state.play_parts import (
    Act,
    Adjudication,
    Afar,
    Made,
    Men,
    Pause,
    Penalty,
    Press,
    Proposal,
    Retreat,
    Ruling,
    Stamp,
)

PRESS_WAITS_MS = 200
"""A press is judged when the reeds are quiet, and at the latest this long after it (a decision)."""

ENDING_WAITS_MS = 1000
"""A ply that ends the game does so after this much quiet, if nobody confirms it. So a piece that slides
through a mating square does not end the game."""

NEXT_GAME_WAITS_MS = 100
"""The delay from the closing of a game, by set-up or on request, to the beginning of the next. So every
caller sees the one and then the other."""


LANDING_WAITS_MS = 500
"""A press with a piece in the air waits this long for its landing (a decision; hands land within 350 ms)."""

MAY_CASTLE_MS = 4000
"""So long nobody elsewhere is told of a rook's ply that may become castling with the king's next step, unless
it is pressed (a decision)."""


@quick_replace
class Play(NamedTuple):
    """What has been played, decided and asked."""

    clock: ChessClock | None
    phase: Phase = Phase.SETTING_UP
    made_ms: int = 0
    """The instant of the last ply: its last settling edge."""
    completed: int = 0
    """The last ply that a press has completed, or the hand that made an opponent's told move."""
    passed_over: int = 0
    """The ply before that, if it was never pressed for: the opponent's reply is completed. Else 0."""
    confirmed: int = 0
    """The last ply that `ok`, or the log's end, confirmed."""
    accepted: int = 0
    """Promotions up to this ply are accepted."""
    presses: tuple[Press, ...] = ()
    """The presses that are not judged yet, the oldest first."""
    ends: Outcome | None = None
    """How the last ply of the best reading ends the game, once it is confirmed; None if it does not."""
    outcome: Outcome | None = None
    adjudication: Adjudication | None = None
    """The open question: the outcome of a game that is over, or whether a position is dead."""
    searched: Men | None = None
    """The men of the last position that was asked about and not proved dead."""
    offer: chess.Color | None = None
    """The side that offers a draw."""
    illegal_presses: tuple[int, int] = (0, 0)
    """How many illegal moves of each side count, where the rule set counts them: [black, white]."""
    penalties: Penalty | None = None
    ruling: Ruling | None = None
    unruled: Ruling | None = None
    """What the arbiter had not decided when the game ended: if it is reopened, he is asked again."""
    counter: int = 0
    """What the arbiter has added to the move counter: its value less the number of moves on the board."""
    side_counters: tuple[int, int] = (0, 0)
    """What the arbiter has added to each side's number of moves besides: [black, white]."""
    acts: Act | None = None
    pauses: Pause | None = None
    """The last pause that a person made."""
    is_paused_by_hand: bool = False
    """Whether the game stands in that pause; otherwise a restart or a penalty has stopped the clocks."""
    touched: Touched | None = None
    bound: Touched | None = None
    """What had been touched when a press without a legal ply was penalised: it binds the next move."""
    retreat: Retreat | None = None
    proposal: Proposal | None = None
    stamps: Stamp | None = None
    made: Made | None = None
    """None without a clock."""
    anew_ms: int | None = None
    """When the new game begins that a player asked for; None if nobody asked."""
    overruled: Outcome | None = None
    """How the last ply of a reopened game would end it; it does so at `play`."""
    reopened: bool = False
    """True for a reopened game until it goes on: its position may not stand on the board yet. True as well
    after a restart of a board whose game was over: nobody saw what hands did while it was off."""
    afar: Afar = Afar()
    """What is open with the opponent in a game on a server."""

    # Its clock and its phase

    def agree(self, clock: ChessClock | None, ends: Outcome | None) -> "Play":
        """Other terms before the game: another clock, another meaning of the start position."""
        return self._replace(clock=clock, ends=ends)

    def set_clock(self, clock: ChessClock | None) -> "Play":
        """Take over the clock after it was set, turned or let on, in the same phase."""
        return self._replace(clock=clock)

    def start_clock(self, clock: ChessClock, side: chess.Color, at_ms: int) -> "Play":
        """Start this side's clock; before the game this begins the game."""
        phase = self.phase
        if phase is Phase.SETTING_UP:
            phase = follow(phase, Cause.CLOCK_STARTED)
        return self._replace(clock=clock.start(side, at_ms), phase=phase)

    def press_clock(self, mover: chess.Color, ply: int, at_ms: int, moves: int) -> "Play":
        """The mover, whose clock runs, presses it for this ply, his move of this number; note what it shows.

        A ply for which it was pressed before, by an opponent whose move no hand has made, earns nothing more.
        """
        if self.clock is None:
            return self
        earlier = _drop_later_stamps(ply - 1, self.stamps)
        clock = self.clock.press(mover, at_ms, moves, earns=earlier is self.stamps)
        shown = clock.read(mover, at_ms)
        return self._replace(clock=clock, stamps=Stamp(ply, shown.ms, earlier, shown.used_ms))

    def pause(self) -> "Play":
        """The clock, which is stopped, stands until `play`."""
        return self._replace(phase=follow(self.phase, Cause.PAUSED), is_paused_by_hand=False)

    def record_pause(self, ply: int, by: Role | None) -> "Play":
        """The game stands in a pause that a person made after this ply."""
        clock = self.clock
        if clock is None:
            return self
        black, white = (clock.read(side, clock.since_ms).ms for side in (chess.BLACK, chess.WHITE))
        return self._replace(pauses=Pause(ply, by, (black, white), self.pauses), is_paused_by_hand=True)

    def resume(self, clock: ChessClock) -> "Play":
        """The clock runs again."""
        phase = follow(self.phase, Cause.RESUMED)
        return self._replace(clock=clock, phase=phase, reopened=False, ruling=None)

    def stop_clock(self, at_ms: int) -> "Play":
        """Stop the clock at an instant, or at its last change if that is later."""
        clock = self.clock
        return self._replace(clock=clock.stop(max(at_ms, clock.since_ms))) if clock else self

    def correct_counter(self, by_moves: int) -> "Play":
        """The arbiter's move counter differs by so many moves from the board's, for both sides."""
        return self._replace(counter=by_moves, side_counters=(0, 0))

    def correct_moves(self, side: chess.Color, by_moves: int) -> "Play":
        """This side has made so many moves more than were counted until now."""
        black, white = self.side_counters
        counted = (black, white + by_moves) if side == chess.WHITE else (black + by_moves, white)
        return self._replace(side_counters=counted)

    # Its plies

    def read_ply(self, line: Line, at_ms: int, ends: Outcome | None) -> "Play":
        """Another game is the best reading since this instant; `ends`: how its last ply ends it."""
        phase = self.phase
        if phase is Phase.SETTING_UP and line.ply:
            phase = follow(phase, Cause.PLY_MADE)
        elif phase is Phase.PLAYING and not line.ply and not (self.clock and self.clock.started):
            phase = follow(phase, Cause.PLY_UNMADE)
        return self._replace(made_ms=at_ms, ends=ends, phase=phase, overruled=None)

    def stay_in(self, phase: Phase) -> "Play":
        """Stay in this phase, whatever plies were unmade: the pieces are being put away."""
        return self._replace(phase=phase)

    def record_times(self, line: Line, at_ms: int) -> "Play":
        """Record the time left when each ply was made; a ply read otherwise later keeps its record."""
        made, clock = self.made, self.clock
        if clock is None:
            return self
        while made and made.ply > line.ply:
            made = made.earlier
        for ply in range(made.ply + 1 if made else 1, line.ply + 1):
            shown = clock.read(line.back_to(ply).mover, max(at_ms, clock.since_ms))
            made = Made(ply, shown.ms, made, shown.used_ms)
        return self._replace(made=made)

    def complete(self, ply: int) -> "Play":
        """A press, a hand with a told move, or the arbiter has completed this ply, and those before it."""
        passed_over = ply - 1 if ply - 1 > self.completed else 0
        return self._replace(completed=ply, passed_over=passed_over)

    def confirm(self, ply: int) -> "Play":
        """`ok`, or the log's end, has confirmed this ply."""
        return self._replace(confirmed=ply)

    def accept(self, ply: int) -> "Play":
        """Promotions up to this ply are accepted, and those of later plies are not."""
        return self._replace(accepted=ply)

    @property
    def asserted(self) -> int:
        """The last ply that is completed, confirmed or accepted."""
        return max(self.completed, self.confirmed, self.accepted)

    def take_back(self, ply: int) -> "Play":
        """Drop all marks of the plies after this one."""
        return self._replace(
            completed=min(self.completed, ply),
            passed_over=self.passed_over if self.passed_over < ply else 0,
            confirmed=min(self.confirmed, ply),
            accepted=min(self.accepted, ply),
            stamps=_drop_later_stamps(ply, self.stamps),
            acts=_move_acts_behind(ply, self.acts),
            retreat=None,
            proposal=None,
        )

    def retreat_to(self, retreat: Retreat | None) -> "Play":
        """Plies that were asserted are off the board; None: they are back, or the board shows others."""
        return self._replace(retreat=retreat)

    def propose(self, proposal: Proposal | None) -> "Play":
        """Propose a takeback; None: none is proposed any more."""
        return self if proposal is self.proposal else self._replace(proposal=proposal)

    def open_afar(self, afar: Afar) -> "Play":
        """Take over what is open with the opponent in a game on a server."""
        return self if afar == self.afar else self._replace(afar=afar)

    def touch(self, touched: Touched | None) -> "Play":
        """Take over which pieces were touched first."""
        return self._replace(touched=touched)

    def bind(self, touched: Touched | None) -> "Play":
        """A move is to be replaced by another one: these touched pieces bind it (FIDE 7.5.1)."""
        return self._replace(bound=touched)

    def stand_again(self) -> "Play":
        """The expected position stands: only what binds the next move counts as touched."""
        return self._replace(touched=self.bound, bound=None)

    def expect_position(self) -> "Play":
        """A position is expected on the board: what hands did before it counts no more."""
        return self._replace(retreat=None, proposal=None, touched=None, bound=None)

    def turned(self) -> "Play":
        """The same game with the sides' levers exchanged."""
        return self._replace(
            presses=tuple(Press(not press.side, press.at_ms) for press in self.presses),
            touched=None,
            proposal=None,
            bound=None,
        )

    # What waits for an answer

    def add_presses(self, sides: list[chess.Color], at_ms: int) -> "Play":
        """These sides' levers were pressed at this instant."""
        return self._replace(presses=self.presses + tuple(Press(side, at_ms) for side in sides))

    def land(self, presses: tuple[Press, ...]) -> "Play":
        """The same presses, with the instants at which their plies landed."""
        return self if presses == self.presses else self._replace(presses=presses)

    def drop_press(self) -> "Play":
        """The oldest press is being judged."""
        return self._replace(presses=self.presses[1:])

    def stop_for(self, ruling: Ruling) -> "Play":
        """Both clocks stand for an illegal move: the arbiter is asked about it, or it is decided."""
        return self._replace(ruling=ruling)

    def penalise(self, side: chess.Color, seconds: int, *, counts: bool) -> "Play":
        """A penalty of this side; `counts`: it is one more illegal move."""
        return self._replace(
            penalties=Penalty(side, seconds, counts, self.penalties),
            illegal_presses=_counted(self.illegal_presses, side, int(counts)),
        )

    def last_penalty(self, side: chess.Color) -> Penalty | None:
        """The last penalty of this side; None if it has none."""
        penalty = self.penalties
        while penalty and penalty.side != side:
            penalty = penalty.earlier
        return penalty

    def pardon(self, side: chess.Color) -> "Play":
        """The last penalty of this side is taken back: it counts no more."""
        last = self.last_penalty(side)
        if last is None:
            return self
        return self._replace(
            penalties=_without(last, self.penalties),
            illegal_presses=_counted(self.illegal_presses, side, -int(last.counts)),
        )

    def offer_draw(self, side: chess.Color | None) -> "Play":
        """This side offers a draw; None: no offer is open any more."""
        return self._replace(offer=side)

    def ask(self, question: Adjudication | None) -> "Play":
        """Wait for the answer to this question; None: no question is open any more."""
        return self._replace(adjudication=question)

    def find_dead(self) -> "Play":
        """The position turns out to be dead: the last ply ends the game."""
        return self._replace(adjudication=None, ends=Outcome(Termination.DEAD_POSITION))

    def find_alive(self, men: Men) -> "Play":
        """The position in question is not proved dead; with the same men no quiet move asks again."""
        return self._replace(adjudication=None, searched=men)

    def end(self, cause: Cause, outcome: Outcome | None, question: Adjudication | None = None) -> "Play":
        """The game is over; without an outcome it depends on the answer to a question."""
        phase = follow(self.phase, cause)
        return self._replace(
            phase=phase,
            outcome=outcome,
            adjudication=question,
            offer=None,
            proposal=None,
            ruling=None,
            unruled=self.ruling if self.ruling and self.ruling.open else None,
        )

    def settle_outcome(self, outcome: Outcome) -> "Play":
        """The outcome of a game that is over: the answer to its question, or another one by the arbiter."""
        return self._replace(outcome=outcome, adjudication=None)

    def reopen(self, *, played: bool) -> "Play":
        """The game is not over after all: its end, its open question and a new game asked for are void.

        A verdict that was open at its end is open again. `played`: whether there is a ply. An illegal move
        that ended the game is not counted.
        """
        timed = self.clock is not None and self.clock.started
        unplayed = Cause.REOPENED_UNTIMED if played else Cause.REOPENED_UNPLAYED
        return self._without_losing_penalty()._replace(
            phase=follow(self.phase, Cause.REOPENED if timed else unplayed),
            clock=self.clock.reopen() if self.clock else None,
            outcome=None,
            adjudication=None,
            anew_ms=None,
            presses=(),
            ends=None,
            overruled=self.ends or self.overruled,
            ruling=self.unruled,
            unruled=None,
            reopened=True,
        )

    def _without_losing_penalty(self) -> "Play":
        """The play without the penalty that lost the game, if one did: it is the last of all."""
        ended = self.outcome or (self.adjudication.outcome if self.adjudication else None)
        last = self.penalties
        lost = ended is not None and ended.termination is Termination.ILLEGAL_MOVES
        return self.pardon(last.side) if lost and last and last.counts else self

    def restore(
        self,
        clock: ChessClock | None,
        completed: int,
        stamps: Stamp | None,
        ply: int,
        outcome: Outcome | None = None,
    ) -> "Play":
        """A game of which only plies and clocks are known: it stands until `play`.

        `completed` is the last ply that a press completed, `ply` the last of all. An `outcome` is only for
        the scoresheet of a game that had ended: it is not over here, as nothing is known of its end.
        """
        timed = clock is not None and clock.started
        phase = Phase.PAUSED if timed else Phase.PLAYING if ply else Phase.SETTING_UP
        return Play(
            clock,
            phase,
            completed=completed,
            accepted=completed,
            stamps=stamps,
            reopened=ply > 0,
            outcome=outcome,
        )

    def lose_sight(self) -> "Play":
        """The board was off after the end of the game."""
        return self._replace(reopened=True)

    def begin_anew(self, at_ms: int) -> "Play":
        """A player has asked for a new game; it begins at this instant."""
        return self._replace(anew_ms=at_ms)

    def record(self, ply: int, what: phrases.Sentence) -> "Play":
        """Record a comment of the PGN after this ply."""
        return self._replace(acts=Act(ply, what, self.acts))


def _counted(numbers: tuple[int, int], side: chess.Color, more: int) -> tuple[int, int]:
    black, white = numbers
    return (black, white + more) if side == chess.WHITE else (black + more, white)


def _without(gone: Penalty, penalty: Penalty | None) -> Penalty | None:
    """The linked penalties without this one."""
    if penalty is None or penalty is gone:
        return gone.earlier
    return penalty._replace(earlier=_without(gone, penalty.earlier))


def _drop_later_stamps(ply: int, stamp: Stamp | None) -> Stamp | None:
    while stamp and stamp.ply > ply:
        stamp = stamp.earlier
    return stamp


def _move_acts_behind(ply: int, act: Act | None) -> Act | None:
    """Move the acts of later plies to this one: other plies will get their numbers."""
    told = []
    while act and act.ply > ply:
        told.append(act.what)
        act = act.earlier
    for what in reversed(told):
        act = Act(ply, what, act)
    return act
