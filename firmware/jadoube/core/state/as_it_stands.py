"""As it stands: which game a table has once the arbiter says that the position on the board is the game's.

The law: a reading alive that fits the board and what was said of it is taken, if it believes every reed that
the best reading believes. Otherwise the position is made
from the best reading (`found_position.py`), and is an irregular ply of the game. The side to move is the one
that was said; else the opponent of the only side whose pieces moved; else the side whose clock runs, or goes
on after the pause; else the side that has the move in the best reading. If that side's opponent would stand
in check, and nobody said who is to move, it is the opponent.

Reeds that the best reading does not believe tell nothing: there the game's own pieces stand.

This file only finds the game. It changes no table, and makes no line except in `declare`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import chess

from jadoube.core.messages.orders import Stands
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.core.reading import alternatives
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.found_position import (
    Fault,
    FaultError,
    Found,
    Question,
    Shown,
    find_position,
    give_move,
    single_move,
)
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import names
from jadoube.core.state.panel.menu import Menu
from jadoube.core.state.table import Table

MOST_ASTRAY = 6
"""Keys and pages offer the order if at most so many squares differ: three pieces stand elsewhere (a guess).
With more, too much would have to be asked; in words the order is carried out all the same."""

KEPT_SEARCHES: Final = 64
"""So many searches are kept: those of a board after each combination of answers, for as long as it stands (a
guess). The menu, the page and the order itself ask for the same ones."""

Answers: TypeAlias = tuple[tuple[chess.Square, str], ...]
"""Squares, each with the piece that is said to stand there, a FEN letter."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and for each piece the question after it; None if nothing is left to ask."""

    square: chess.Square
    pieces: tuple[tuple[chess.Piece, "Asked | None"], ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """The game's position by the arbiter's word: a reading alive, or a new position and how it was found."""

    reading: Hypothesis | None = None
    board: chess.Board | None = None
    found: Found | None = None

    def declare(self, seen: Tracker) -> Tracker:
        """The tracker whose best reading ends with this position."""
        if self.reading:
            return alternatives.declare_reading(seen, self.reading)
        if self.board is None or self.found is None:
            return seen
        move = single_move(seen.best.line.board, self.board, self.found)
        return alternatives.declare_position(seen, self.board, move)


def position_as_it_stands(table: Table, order: Stands) -> Declared | Question | Sentence:
    """Find the position that the order means, or the question that is left, or why there is no position."""
    reading = _fitting_reading(table, order.pieces, order.side)
    if reading and reading.line is table.line and table.seen.ready:
        return sentence(Phrase.STANDS_ALREADY)
    if reading:
        return Declared(reading)
    found = _find_once(table.line, _shown(table), order.pieces)
    if not isinstance(found, Found):
        return found
    try:
        return _give_move(table, found, order.side)
    except FaultError as problem:
        return _why_impossible(problem)


def has_begun(table: Table) -> bool:
    """Whether there is a position before: the game goes on, or its start has stood on the board."""
    return table.play.phase is not Phase.SETTING_UP or table.seen.ready


def likeliest_answers(table: Table) -> Answers:
    """The squares that `stands` asks for in turn, each with the likeliest piece, a FEN letter."""
    said: Answers = ()
    while question := question_after(table, said):
        said = (*said, (question.square, question.pieces[0].symbol()))
    return said


def open_questions(table: Table, said: Answers = ()) -> Asked | None:
    """The question that `stands` asks after these answers, and all that follow it; None if none."""
    question = question_after(table, said)
    if question is None:
        return None
    answers = ((piece, (*said, (question.square, piece.symbol()))) for piece in question.pieces)
    return Asked(question.square, tuple((piece, open_questions(table, told)) for piece, told in answers))


def question_after(table: Table, said: Answers = ()) -> Question | None:
    """The next question of `stands` after these answers; None if there is none, or it is refused."""
    if _fitting_reading(table, said, None):
        return None
    found = _find_once(table.line, _shown(table), said)
    return found if isinstance(found, Question) else None


def asked_in_turn(table: Table, answers: tuple[str, ...]) -> Answers:
    """The squares that were asked for in turn, each with its answer, a FEN letter."""
    said: Answers = ()
    for letter in answers:
        if question := question_after(table, said):
            said = (*said, (question.square, letter))
    return said


def asked_piece(table: Table, menu: Menu) -> Question | None:
    """The question that the menu shows after its answers."""
    return question_after(table, asked_in_turn(table, tuple(map(str, menu.answers))))


def _fitting_reading(table: Table, said: Answers, side: chess.Color | None) -> Hypothesis | None:
    """The best reading alive that fits the board, reeds and all, and agrees with what was said."""
    unbelieved = table.best.bad
    for each in table.seen.hypotheses:
        board = each.line.board
        if each.change or each.bad & ~unbelieved or side not in (None, board.turn):
            continue
        if all(board.piece_at(square) == chess.Piece.from_symbol(letter) for square, letter in said):
            return each
    return None


@lru_cache(maxsize=KEPT_SEARCHES)
def _find_once(line: Line, shown: Shown, said: Answers) -> Found | Question | Sentence:
    """Find the position, the next question, or why there is no position, before it is said who is to move.

    Do not change what it returns: it is kept.
    """
    told = {square: chess.Piece.from_symbol(letter) for square, letter in said}
    try:
        return find_position(line.board, shown, told)
    except FaultError as problem:
        return _why_impossible(problem)


def _shown(table: Table) -> Shown:
    best, known = table.best, table.seen.known
    occupied = table.seen.occupancy & ~best.bad | best.line.occupancy & best.bad
    return Shown(occupied, best.touched, known.opened, known.closed)


def _give_move(table: Table, found: Found, side: chess.Color | None) -> Declared:
    """Say who is to move in a position that was found."""
    before = table.line.board
    likely = _side_to_move(table, found)
    for each in (side,) if side is not None else (likely, not likely):
        try:
            after = give_move(before, found, each)
        except FaultError as problem:
            if problem.fault is Fault.CHECK and side is None and each == likely:
                continue
            raise
        return Declared(board=after, found=found)
    raise AssertionError


def _side_to_move(table: Table, found: Found) -> chess.Color:
    board, clock = table.line.board, table.play.clock
    movers = {board.color_at(source) for source, _ in found.moved}
    if len(movers) == 1:
        return chess.WHITE not in movers
    going = (clock.resumes if clock.running is None else clock.running) if clock else None
    return board.turn if going is None else going


def _why_impossible(problem: FaultError) -> Sentence:
    """Say in a sentence why there is no such position."""
    where = tuple(names(problem.where))
    match problem.fault:
        case Fault.EMPTY:
            return sentence(Phrase.STANDS_EMPTY, squares=where)
        case Fault.UNKNOWN:
            return sentence(Phrase.STANDS_UNKNOWN, squares=where)
        case Fault.PAWN:
            return sentence(Phrase.STANDS_PAWN, squares=where)
        case Fault.KINGS:
            return sentence(Phrase.STANDS_KINGS, side=problem.side)
        case Fault.PIECES:
            return sentence(Phrase.STANDS_PIECES, side=problem.side)
        case Fault.CHECK:
            return sentence(Phrase.STANDS_CHECK, side=problem.side, other=not problem.side)
