"""Faults of the wiring: players are told once which line or reed to repair, and the game goes on.

A line whose wire comes off, or that touches ground, is found by its contacts (`signals/lines.py`). A line
with few pieces looks like a hand: it is found when a ply is called for and one legal ply explains the board
without that line. A line that was off when the pieces were set up is found when nothing else is missing for
`MISSING_WAITS_MS`. All readings ignore what cannot be read (`blind_squares.py`).

A reed is reported when no reading close to the best believes it. It is trusted again when the best reading
believes it. A flickering reed is also reported when it stands out (`flicker.py`).
"""

from collections.abc import Iterator
from functools import reduce
from typing import Final

import chess

from jadoube.core.messages.effects import BadReed, Effect, LineFaulty, LineMended, ReedTrusted
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.reading import blind_squares, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.signals import debounce, lines
from jadoube.core.signals.lines import LEAST_CONTACTS, SOUND, SURE_MS, Open, Shown, Wires
from jadoube.core.squares import Occupancy, squares, turn_squares
from jadoube.core.stages.hands.reeds import call_for_ply, reread
from jadoube.core.state.announced.health import LINE_PHRASES
from jadoube.core.state.table import Stepped, Table, record_act, reed_fault

MISSING_WAITS_MS: Final = 10_000
"""How long the pieces of one line, and no others, must be missing from the position that is being set up (a
guess: who sets up the pieces of that line last begins sooner)."""

LEAST_MISSING: Final = 2
"""A line is blamed for a contradiction if at least so many of its pieces are missing; a single missing piece
may be one dead reed."""


def watch_lines(table: Table, event: Scanned, now_ms: int) -> Stepped:
    """Take in what one scan shows of the lines."""
    told: tuple[Effect, ...] = ()
    if not table.seen.ready and (due_ms := _missing_line_due_ms(table)) is not None and now_ms >= due_ms:
        table, told = _blame_missing_line(table, event.reeds, now_ms)
    before = table.board.wires
    shorted = event.grounded or event.powered or event.chattering
    if before is SOUND and not (shorted or lines.may_have_opened(table.board.reeds, event.reeds)):
        return table, told
    shown = Shown(event.reeds, event.grounded, event.powered, event.chattering)
    wires = lines.take_in_scan(before, table.board.reeds, shown, now_ms)
    if table.play.phase is Phase.OVER:  # pieces are being cleared away
        wires = wires.without_suspect()
    if wires == before:
        return table, told
    table, more = _take_over(table, wires, event.reeds, now_ms)
    return table, told + more


def lines_due_ms(table: Table) -> int | None:
    """When a line counts as open, or as mended, if nothing changes; None if none will."""
    if table.seen.ready:
        return None if table.board.wires is SOUND else table.board.wires.due_ms
    due_ms = (table.board.wires.due_ms, _missing_line_due_ms(table))
    return min((at_ms for at_ms in due_ms if at_ms is not None), default=None)


def call_for_ply_or_line(table: Table, side: chess.Color, completed: int, at_ms: int) -> Stepped:
    """This side said at `at_ms` that it has made a ply: look for it, and if none fits for a line that is off.

    `completed` is the last ply that was completed before.
    """
    called = call_for_ply(table, side, completed)
    best = called[0].best
    explained = best.fits and best.hidden == table.best.hidden
    line = None if explained else _find_contradicting_line(table, at_ms)
    if line is None:
        return called
    table, told = _blame(table, line, table.last_scan.reeds, table.board.quiet_since_ms)
    table, more = call_for_ply(table, side, completed)
    return table, told + more


def name_reeds(table: Table, event: Scanned, now_ms: int) -> Stepped:
    """Report a line that proves to be off, reeds that prove bad, and those that prove good after all."""
    best = table.best
    if not (best.bad or table.board.flicks.flickering or table.board.named):
        return table, ()
    if best.hidden and (line := _line_held_off(table, event)) is not None:
        return _blame(table, line, event.reeds, now_ms)
    bad = _surely_bad_reeds(table.seen) | table.board.named & best.bad | table.board.flicks.flickering
    if table.board.wires is not SOUND:
        bad &= ~_players(table, table.board.wires.blind) | table.board.named
    named, table = table.board.named, table._replace(board=table.board.name(bad))
    trusted: tuple[Effect, ...] = tuple(ReedTrusted(square) for square in squares(named & ~bad))
    return table, trusted + tuple(
        BadReed(square, reed_fault(table, square)) for square in squares(bad & ~named)
    )


def _surely_bad_reeds(seen: Tracker) -> Occupancy:
    """The reeds that neither the best reading believes nor any rival close to it."""
    dead = seen.best.bad
    for each in seen.hypotheses:
        if each.rank < seen.best.rank + weights.DOUBTFUL:
            dead &= each.bad
    return dead


def _line_held_off(table: Table, event: Scanned) -> int | None:
    """The line that the best reading and all close to it take for off, if no contact of it is closed."""
    if table.play.phase is Phase.OVER:
        return None
    blind = table.board.wires.blind
    held = lines.lines_in(_players(table, _surely_bad_reeds(table.seen))) & ~lines.lines_in(blind)
    return next((line for line in squares(held) if not event.reeds & lines.LINES[line] & ~blind), None)


def _take_over(table: Table, wires: Wires, reeds: Occupancy, now_ms: int) -> Stepped:
    """Take over what is wrong with the lines: hide and reveal their contacts, and tell it."""
    before = table.board.wires
    hidden, found = wires.blind & ~before.blind, before.blind & ~wires.blind
    contacts = debounce.forget_changes(table.board.reeds, wires.hidden)
    if found:
        contacts = debounce.believe_now(contacts, found, reeds)
    table = table._replace(board=table.board.rewire(wires, contacts))
    seen = table.seen
    if hidden:
        seen = blind_squares.hide(seen, _players(table, hidden))
    if found:
        seen = blind_squares.reveal(seen, _players(table, found), _players(table, contacts.settled))
    effects: tuple[Effect, ...] = ()
    if seen is not table.seen:
        if table.play.phase is Phase.OVER:
            table = table._replace(seen=seen)
        else:
            table, effects = reread(table, seen, now_ms)
    told = _tell_lines(before, wires)
    return _record_lines(table, told), told + effects


def _record_lines(table: Table, told: tuple[LineFaulty | LineMended, ...]) -> Table:
    """Record what becomes of the lines: the game tells from when on plies may be guessed, and until when."""
    for each in told:
        phrase = LINE_PHRASES[each.fault] if isinstance(each, LineFaulty) else Phrase.LINE_MENDED
        table = record_act(table, sentence(phrase, line=f"line {lines.NAMES[each.line]}"))
    return table


def _tell_lines(before: Wires, after: Wires) -> tuple[LineFaulty | LineMended, ...]:
    """Tell the lines that have got a fault, and those that are sound again."""
    old, new = before.faults, after.faults
    lines_now = {line for line, _ in new}
    mended = (LineMended(line) for line, _ in old if line not in lines_now)
    return (*mended, *(LineFaulty(*each) for each in new if each not in old))


def _blame(table: Table, line: int, reeds: Occupancy, now_ms: int) -> Stepped:
    """Take this line for open."""
    wires = table.board.wires
    return _take_over(table, wires._replace(raw=reeds, open=(*wires.open, Open(line))), reeds, now_ms)


def _blame_missing_line(table: Table, reeds: Occupancy, now_ms: int) -> Stepped:
    """Take the line that is missing from the set-up for open, if none of its contacts closes just now."""
    line = _find_missing_line(table)
    if line is None or reeds & lines.LINES[line] & ~table.board.wires.blind:
        return table, ()
    return _blame(table, line, reeds, now_ms)


def _missing_line_due_ms(table: Table) -> int | None:
    """When a line counts as off because its pieces, and no others, are still missing; None if it does not."""
    if table.play.phase is Phase.OVER or _find_missing_line(table) is None:
        return None
    return table.board.quiet_since_ms + MISSING_WAITS_MS


def _find_missing_line(table: Table) -> int | None:
    """The line whose pieces, and nothing else, are missing from the position that is expected."""
    best = table.best
    if best.placed:
        return None
    missing, standing = _players(table, best.missing), _players(table, best.line.occupancy & ~best.bad)
    return lines.line_missing(missing, standing, LEAST_CONTACTS) if missing != standing else None


def _find_contradicting_line(table: Table, at_ms: int) -> int | None:
    """The line that is off if one legal ply explains all the rest; None if there is none."""
    if table.best.fits or not table.seen.ready or table.play.phase is Phase.OVER:
        return None
    off = {each.line for each in table.board.wires.open}
    readings, alive = list(_find_worthy(table.seen)), _recent_contacts(table, at_ms)
    for line, contacts in enumerate(lines.LINES):
        if line in off or contacts & alive:
            continue
        if any(_explains(table, each, line) for each in readings):
            return line
    return None


def _recent_contacts(table: Table, at_ms: int) -> Occupancy:
    """The contacts that read closed in the last scan, or changed less than `SURE_MS` before this instant.

    Their lines are not blamed: a wire that comes and goes would stay hidden for as long as it does so.
    """
    changed = (each.contacts for each in table.board.flicks.settled if each.since_ms > at_ms - SURE_MS)
    return table.last_scan.reeds & ~table.board.wires.blind | _players(table, reduce(int.__or__, changed, 0))


def _explains(table: Table, reading: Hypothesis, line: int) -> bool:
    """Whether this line being off, and one legal ply beside it, explain the board in this reading."""
    contacts = _players(table, lines.LINES[line])
    pieces = reading.line.occupancy & contacts & ~reading.bad
    if pieces.bit_count() < LEAST_MISSING or pieces & ~reading.missing or reading.placed & contacts:
        return False
    return blind_squares.explains_beside(reading, contacts)


def _find_worthy(seen: Tracker) -> Iterator[Hypothesis]:
    """The readings that rank well enough to be searched."""
    worst = seen.best.rank + weights.WORTH_A_SEARCH
    return (each for each in seen.hypotheses if each.rank < worst)


def _players(table: Table, physical: Occupancy) -> Occupancy:
    """Translate physical squares to the players' squares, or back: the same on a board that is not turned."""
    return turn_squares(physical) if table.turned else physical
