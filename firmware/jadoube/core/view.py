"""The View: all that any face of the board shows, as one value of the table and the instant.

Lamps, clock faces, the terminal and every page are drivers of this value; nothing is shown anywhere that
is not in it. It decides what is shown, not how a part shows it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from jadoube.core import faces, naming, rules
from jadoube.core.asking import Question, question
from jadoube.core.clock import ChessClock
from jadoube.core.effects import Outcome, Termination
from jadoube.core.faces import Face
from jadoube.core.kings import kings_centred
from jadoube.core.lamps import Lamp
from jadoube.core.occupancy import Occupancy, names, squares
from jadoube.core.phases import Phase
from jadoube.core.position import numbered
from jadoube.core.rules import Repeated, RuleSet, Saves
from jadoube.core.table import Table, promotion_waits, strewn
from jadoube.core.words import reason_words, side_name


@dataclass(frozen=True, slots=True)
class View:
    """What is shown at one instant."""

    lamps: tuple[Lamp, ...]
    """One a square of the board's own, a1 first."""
    white: Face
    """The face at White's own lever; on a turned board Black sits there."""
    black: Face
    words: str
    """One line for who can read it."""
    fen: str
    """The position as it is read."""
    ply: int
    last_san: str
    changes_at_ms: int | None
    """When a face changes although nothing happens; None if none will."""


def view(table: Table, now_ms: int) -> View:
    """What the board shows at this instant."""
    line, asked = table.line, question(table)
    return View(
        lamps=_lamps(table, asked),
        white=_face(table, asked, not table.turned, now_ms),
        black=_face(table, asked, table.turned, now_ms),
        words=words(table),
        fen=line.board.fen(),
        ply=line.ply,
        last_san=line.san,
        changes_at_ms=_changes_at_ms(table, now_ms),
    )


def words(table: Table) -> str:
    """Say in one line how things stand, the most pressing only."""
    return next(filter(None, _all_words(table)))


def _all_words(table: Table) -> Iterator[str]:
    """All that there is to say, the most pressing first; what is empty says nothing."""
    asked = question(table)
    yield _why(table.outcome, table) if table.outcome else ""
    if (waits := table.adjudication) and waits.outcome and waits.side is not None:
        yield f"{waits.outcome.termination}: can {side_name(waits.side)} still mate?"
    if table.refused:
        why = _reason_words(table) or table.refused.why
        yield f"{side_name(table.refused.side)}'s press is refused: {why}"
    yield asked.words if asked and table.candidate else ""
    yield _board_words(table)
    if promotion_waits(table):
        yield f"{table.line.san}: plus and minus choose the piece, the lever or ok accepts it"
    yield asked.words if asked else _turn_words(table)


def _board_words(table: Table) -> str:
    """Say what is to be done with the pieces; empty while they stand as in play."""
    if centred := kings_centred(table):
        return f"the kings on the centre say {centred.outcome.result}"
    if table.seen.ready and strewn(table):
        missing, extra = table.best.missing.bit_count(), table.best.placed.bit_count()
        return f"set the position up again: missing {missing}, too much {extra}"
    wrong = table.illegal or not table.seen.ready
    return _put_right_words(table) if wrong else _reason_words(table)


def _reason_words(table: Table) -> str:
    """Say why what was tried is illegal; empty while nothing was."""
    return reason_words(table.reason, table.terms.language) if table.reason else ""


def _turn_words(table: Table) -> str:
    line = table.line
    turn = f"{side_name(line.side_to_move)} to move"
    last = f"{numbered(line)}; " if line.ply else ""
    check = ", in check" if line.board.is_check() else ""
    clock = table.clock
    if table.named and table.best.fits:
        last = f"{_bad_words(table)}; {last}"
    if table.acts and table.acts.ply == line.ply:
        last = f"{last}{table.acts.text}; "
    elif table.offer is not None:
        last = f"{last}{side_name(table.offer)} offers a draw; "
    if (draw := rules.claimable(line)) and not table.ends:
        claims = table.terms.rules.repeated is Repeated.CLAIM
        check = f"{check}; {draw}{': a draw may be claimed' if claims else ''}"
    if table.phase is Phase.PAUSED:
        return f"{last}paused: play resumes"
    if clock and not clock.started:
        opponent = side_name(not line.side_to_move)
        return f"{last}{turn}{check}; {opponent}'s lever starts the clock"
    return f"{last}{turn}{check}"


def _bad_words(table: Table) -> str:
    """Name the bad reeds and their faults."""
    each = (f"{chess.SQUARE_NAMES[square]} {naming.fault(table, square)}" for square in squares(table.named))
    return f"the reed of {', of '.join(each)}"


def _put_right_words(table: Table) -> str:
    best = table.best
    if not table.seen.ready and not table.line.ply:
        number = best.change.bit_count()
        differ = "1 square differs" if number == 1 else f"{number} squares differ"
        return f"set up the pieces: {differ} from the start position"
    why = "no legal move" if table.seen.ready or any(table.illegal_presses) else "taken back"
    why = f"{_reason_words(table)};" if table.reason else f"{why}:"
    away = [f"take away {_list(best.placed)}"] if best.placed else []
    back = [f"put back {_list(best.missing)}"] if best.missing else []
    return f"{why} {', '.join(away + back)}"


def _why(outcome: Outcome, table: Table) -> str:
    """How the game ended and why, with a name where one side has lost."""
    if outcome.termination is Termination.UNFINISHED:
        return "the game is closed without a result"
    loser = "" if outcome.winner is None else side_name(not outcome.winner)
    return f"{outcome.result}: {_lost(outcome, loser) if loser else _drawn(outcome, table.terms.rules)}"


def _lost(outcome: Outcome, loser: str) -> str:
    match outcome.termination:
        case Termination.FLAG_FELL:
            return f"{loser}'s flag fell"
        case Termination.RESIGNATION:
            return f"{loser} resigns"
        case Termination.ILLEGAL_MOVES:
            return f"illegal moves by {loser}"
        case Termination.CHECKMATE:
            return f"{loser} is checkmated"
    return outcome.termination.value


def _drawn(outcome: Outcome, rule_set: RuleSet) -> str:
    match outcome.termination:
        case Termination.FLAG_FELL:
            return f"a flag fell, but {_saved(rule_set.flag_saves)}"
        case Termination.RESIGNATION:
            return f"a resignation, but {_saved(rule_set.resignation_saves)}"
        case Termination.ILLEGAL_MOVES:
            return f"illegal moves, but {_saved(rule_set.flag_saves)}"
    return outcome.termination.value


def _saved(saves: Saves) -> str:
    only_king = saves is Saves.BARE_KING
    return "the opponent has only his king" if only_king else "the opponent cannot mate"


def _lamps(table: Table, asked: Question | None) -> tuple[Lamp, ...]:
    lamps = [Lamp.DARK] * 64
    for lamp, lit in _lit(table, asked):
        for square in squares(lit):
            lamps[square] = max(lamps[square], lamp)
    return tuple(reversed(lamps) if table.turned else lamps)


def _lit(table: Table, asked: Question | None) -> list[tuple[Lamp, int]]:
    """Every reason for a lamp, with its squares."""
    line, change = table.line, _astray(table)
    missing, extra = change & line.occupancy, change & ~line.occupancy
    wrong = table.illegal or not table.seen.ready or strewn(table)
    silent = table.phase is Phase.OVER or kings_centred(table) is not None
    lit = [(Lamp.MISSING, missing), (Lamp.TOO_MUCH, extra)] if wrong else [(Lamp.LIFTED, missing)]
    if table.best.fits:
        lit.append((Lamp.BAD_REED, table.named))
    if table.terms.rules.hints and not wrong:
        lit.append((Lamp.TARGET, _targets(table)))
    if line.move:
        lit.append((Lamp.LAST_MOVE, 1 << line.move.from_square | 1 << line.move.to_square))
    if line.move and promotion_waits(table):
        lit.append((Lamp.PROMOTION, 1 << line.move.to_square))
    if asked:
        lit.append((Lamp.CANDIDATE, asked.lit))
    if table.reason and not silent:
        lit.append((Lamp.REASON, table.reason.because))
    if line.board.is_check():
        lit.append((Lamp.CHECK, line.board.kings & line.board.occupied_co[line.side_to_move]))
    return lit[1 + wrong :] if silent else lit


def _targets(table: Table) -> Occupancy:
    """Where the one piece that is in the air may go; nothing if there is none, or more."""
    missing, board = table.best.missing, table.line.board
    if missing.bit_count() != 1 or table.best.placed:
        return 0
    return sum({chess.BB_SQUARES[move.to_square] for move in board.generate_legal_moves(missing)})


def _astray(table: Table) -> int:
    return (table.seen.occupancy ^ table.line.occupancy) & ~table.best.bad


def _face(table: Table, asked: Question | None, side: chess.Color, now_ms: int) -> Face:
    if table.outcome:
        fallen = table.clock is not None and table.clock.fallen == side
        return _result_face(table.outcome, side, fallen=fallen)
    clock, word = table.clock, _word(table, asked, side)
    if clock is None or word:
        return faces.words_face(word or "----")
    tenths_below_s = table.terms.tenths_below_s
    running = clock.running == side
    return faces.clock_face(clock.remaining_ms(side, now_ms), running=running, tenths_below_s=tenths_below_s)


def _word(table: Table, asked: Question | None, side: chess.Color) -> str:
    """What a side's face says instead of its time; empty if nothing."""
    move = table.line.move
    if table.refused and table.refused.side == side:
        return " no "
    if asked and asked.side == side:
        return asked.face
    if promotion_waits(table) and move and move.promotion and side == table.line.mover:
        return f"Pr-{chess.piece_symbol(move.promotion)}"
    return "FLAG" if table.clock and table.clock.fallen == side else ""


def _result_face(outcome: Outcome, side: chess.Color, *, fallen: bool) -> Face:
    if fallen:
        return faces.words_face("FLAG")
    if outcome.termination is Termination.UNFINISHED:
        return faces.words_face("----")
    return faces.words_face(faces.score_text(outcome.winner, side))


def _changes_at_ms(table: Table, now_ms: int) -> int | None:
    clock = table.clock
    if clock is None or clock.running is None:
        return None
    waits = [_change_ms(table, clock, side, now_ms) for side in chess.COLORS]
    instants = [now_ms + wait_ms for wait_ms in waits if wait_ms is not None]
    own = (clock.delay_ends_ms(), clock.zero_at_ms())
    return min([*instants, *(each for each in own if each is not None and each > now_ms)], default=None)


def _change_ms(table: Table, clock: ChessClock, side: chess.Color, now_ms: int) -> int | None:
    """In how many ms a side's time reads otherwise; None if it stands still."""
    tenths_below_s = table.terms.tenths_below_s
    now, soon = (clock.remaining_ms(side, at_ms) for at_ms in (now_ms, now_ms + 1))
    if now == soon:
        return None
    if now > soon:
        return faces.next_change_ms(now, tenths_below_s)
    unit_ms = 100 if now < tenths_below_s * 1000 else 1000
    return -now % unit_ms + 1


def _list(occupancy: int) -> str:
    return ", ".join(names(occupancy))
