"""What the board asks, and what it offers, when two readings are equally likely.

The law: the board asks only when it must. That is when the board is at rest and fits, no other question is
open, and an equally likely reading has another position. Then the squares where the candidates differ are
lit, until play or a player decides. Readings that lead to the same position cause no question. The readings
that `back` offers in turn are lit in the same way, and one face names them.

This file decides the question and its phrase. It refuses to know which key asks
(`panel/levers_and_keys.py`) and which readings may be chosen (`reading/alternatives.py`).
"""

from functools import reduce
from typing import NamedTuple

import chess

from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Part, Phrase, Sentence, sentence
from jadoube.core.reading import alternatives
from jadoube.core.rules.game_line import Line, ends_of, numbered_san, parting_ply
from jadoube.core.squares import Occupancy, names
from jadoube.core.state.hands.open_choices import offered_reading
from jadoube.core.state.others.opponent_question import is_in_doubt, which_to_send
from jadoube.core.state.panel.buttons import Candidate
from jadoube.core.state.play_parts import Proposal
from jadoube.core.state.table import Table, promotion_waits


class Question(NamedTuple):
    """A question or an offer: its sentence, the squares to light, and the word on one side's face."""

    words: Sentence
    lit: Occupancy = 0
    side: chess.Color | None = None
    """The side whose face shows the word; None: no face."""
    face: str = ""
    """Up to four characters."""


def question(table: Table) -> Question | None:
    """Return what the board asks or offers now; None if nothing is open."""
    if table.play.phase is Phase.OVER:
        return None
    if table.play.proposal:
        return _takeback_question(table, table.play.proposal)
    if table.panel.candidate and (offered := _candidate_question(table, table.panel.candidate)):
        return offered
    if table.seen.agreed and table.board.rested and is_in_doubt(table):
        return _send_question(table)
    return _open_question(table)


def _open_question(table: Table) -> Question | None:
    """The question between level readings, once the board is at rest."""
    if not table.board.rested or promotion_waits(table):
        return None
    others = alternatives.level_alternatives(table.seen)
    if not others:
        return None
    ply = parting_ply(table.line, others[0])
    candidates = [_line_at(line, ply) for line in (table.line, *others)]
    *some, last = (line.san if line else sentence(Phrase.NO_MOVE) for line in candidates[1:])
    asked = sentence(Phrase.WHICH, first=(_line_name(candidates[0]), *some), last=last)
    return Question(asked, _differing_squares(candidates))


def _send_question(table: Table) -> Question:
    """Which ply is to be sent to the opponent from elsewhere; its mover's face names the likeliest."""
    line = table.line
    return Question(which_to_send(table), _move_squares(line), line.mover, _move_text(line))


def _candidate_question(table: Table, candidate: Candidate) -> Question | None:
    """The reading that `back` offers, or that there is none; None if it may be taken no longer."""
    line, side = offered_reading(table), _free_side(table)
    if candidate.line is None:
        return Question(sentence(Phrase.NO_OTHER), 0, side, "nonE")
    if line is None:
        return None
    plies = alternatives.settled_plies(table.seen, line)
    theirs = [_line_at(line, ply) for ply in plies]
    ours = _line_at(table.line, plies[0])
    lit = reduce(int.__or__, (_move_squares(each or ours) for each in theirs))
    plies_named = tuple(map(_line_name, theirs))
    shown = sentence(Phrase.TAKE_INSTEAD, ours=_line_name(ours), plies=plies_named)
    if line is table.line:
        shown = sentence(Phrase.TAKE_IT, plies=plies_named)
    return Question(shown, lit, side, _move_text(theirs[0]))


def _takeback_question(table: Table, proposal: Proposal) -> Question:
    """The takeback that `back` proposes: the plies that go, and what is to be done with the pieces."""
    line, earlier = proposal.line, proposal.earlier
    plies = tuple(numbered_san(line.back_to(ply)) for ply in range(line.ply, earlier.ply, -1))
    astray = (table.seen.occupancy ^ earlier.occupancy) & ~table.best.bad
    away, back = tuple(names(astray & ~earlier.occupancy)), tuple(names(astray & earlier.occupancy))
    what = [sentence(Phrase.TAKE_AWAY, squares=away)] if away else []
    what += [sentence(Phrase.PUT_BACK, squares=back)] if back else []
    asked = sentence(Phrase.TAKE_BACK_PROPOSED, plies=plies, what=tuple(what))
    return Question(asked, 0, _free_side(table), _move_text(line.back_to(proposal.ply + 1)))


def _line_name(line: Line | None) -> Part:
    return numbered_san(line) if line else sentence(Phrase.NO_MOVE)


def _free_side(table: Table) -> chess.Color:
    """The side whose face is free for a word, as its time does not run; the last mover if no clock runs."""
    clock = table.play.clock
    return table.line.mover if clock is None or clock.running is None else not clock.running


def _line_at(line: Line, ply: int) -> Line | None:
    """The game up to this ply; None if it has no such ply."""
    return line.back_to(ply) if line.ply >= ply else None


def _differing_squares(candidates: list[Line | None]) -> Occupancy:
    """The squares of the candidates' moves, without those that all of them share."""
    moves = [_move_squares(line) for line in candidates]
    return reduce(int.__or__, moves) & ~reduce(int.__and__, moves)


def _move_squares(line: Line | None) -> Occupancy:
    """Both squares of the last move."""
    return ends_of(line.move if line else None)


def _move_text(line: Line | None) -> str:
    """The last move in four characters: its two squares."""
    return line.move.uci()[:4] if line and line.move else "----"
