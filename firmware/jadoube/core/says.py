"""How things stand, in one line for who can read it.

Decides what is said of a table, the most pressing only. Refuses to know squares of light and digits: what
lamps and faces show of the same table is `lit.py`'s and `screens.py`'s.
"""

from collections.abc import Iterator
from dataclasses import replace

import chess

from jadoube.core import menu_screens, naming, rules
from jadoube.core.asking import question
from jadoube.core.effects import Outcome, Termination
from jadoube.core.kings import kings_centred
from jadoube.core.occupancy import names, squares
from jadoube.core.phases import Phase
from jadoube.core.position import numbered
from jadoube.core.rules import Repeated, RuleSet, Saves
from jadoube.core.table import Table, promotion_waits, strewn
from jadoube.core.words import reason_words, side_name


def words(table: Table, language: str = "") -> str:
    """Say in one line how things stand, the most pressing only; in the board's own language if in no other."""
    if language:
        table = table._replace(terms=replace(table.terms, language=language))
    return next(filter(None, _all_words(table)))


def _all_words(table: Table) -> Iterator[str]:
    """All that there is to say, the most pressing first; what is empty says nothing."""
    asked = question(table)
    yield menu_screens.words(table)
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


def _list(occupancy: int) -> str:
    return ", ".join(names(occupancy))
