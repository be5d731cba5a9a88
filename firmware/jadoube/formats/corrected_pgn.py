"""Correcting a stored game: another move at a ply, and what that makes of the plies after it.

The law: the plies that follow are played again, each with the piece of its own square, and only if that is
legal; else by its written move, which is told as a change, too; else it has to be said what was played. So a
game is corrected whole or not at all. A corrected ply keeps its times and its comments, and has one more:
which move was read there, and who corrected it. By these comments the game as it was read can be had again,
and a newer state of it is corrected once more.

It refuses to know where the text is kept (`archive/store.py`), and the journal, which is never changed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Final, NamedTuple

import chess
import chess.pgn

from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import Sentence, sentence
from jadoube.core.rules.game_line import Line, number_text
from jadoube.formats.pgn import CONTINUES, PgnBuilder, PgnExporter
from jadoube.formats.pgn_tags import ECO, OPENING
from jadoube.openings.lookup import opening_of

CORRECTED: Final = "Corrected"
"""Our own tag, for people: every corrected ply with the move that was read, and who corrected it."""

_COMMENT: Final = re.compile(r"corrected: (\S+) was read, by (.+)").fullmatch
_DOUBT: Final = re.compile(r"doubt: (.+)").fullmatch

_ANOTHER: Final = 3
"""The distance of a move that has nothing in common with what was read."""


class Correction(NamedTuple):
    """A ply that is, or shall be, another than was read. `san` is empty where only that is known."""

    san: str
    by: str
    """Who says so: `the arbiter`, `the owner`."""
    read: str = ""
    """What was read; empty where that is not known yet, or is what stands again. It is the same as `san`
    where another piece has gone to that square."""


class Choice(NamedTuple):
    """A move that may have been played."""

    san: str
    likely: bool
    """Whether it is a reading that the board had, too, or shares a square with what was read."""


class Stuck(NamedTuple):
    """The first ply of which it has to be said what was played."""

    ply: int
    read: str
    choices: tuple[Choice, ...]
    """The likely ones first; none if the game is over before this ply."""


class Corrected(NamedTuple):
    """What becomes of a game."""

    text: str
    """Its PGN; if it is stuck, only up to there."""
    changed: Mapping[int, Correction]
    """The plies that are others than they were, by their numbers."""
    stuck: Stuck | None


class Uncorrectable(ValueError):  # noqa: N818 - it names what it is about, as its readers do
    """What was asked for cannot be; `why` for people."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(str(why))
        self.why = why


class _Ply(NamedTuple):
    """A ply of the main line, as it stood."""

    number: int
    where: str
    """Its number as it is printed: `12...`."""
    node: chess.pgn.ChildNode
    move: chess.Move
    san: str


class _Part(NamedTuple):
    game: chess.pgn.Game
    plies: tuple[_Ply, ...]


def corrected(text: str, wanted: Mapping[int, Correction]) -> Corrected:
    """Return a game with these plies corrected. Plies count from 1, an irregular one as one.

    Uncorrectable for a ply that is not there or is irregular, and for a move that is not legal.
    """
    parts = _parts(text)
    _check(parts, wanted)
    names = _opening(parts[0])
    changed: dict[int, Correction] = {}
    end = ""
    for at, part in enumerate(parts):
        if at and changed:
            part.game.headers[CONTINUES] = end
        line, stuck = _replay(part, wanted, changed)
        if stuck:
            stuck.node.parent.variations.clear()
            told = Stuck(stuck.number, stuck.san, _choices(line.board, stuck))
            return Corrected(_written(parts[: at + 1]), changed, told)
        end = line.board.fen()
    _set_tag(parts)
    _rename(parts, names)
    return Corrected(_written(parts), changed, None)


def correct_again(text: str, before: str) -> str:
    """Return a newer state of a game with the corrections that stood in the one before.

    A ply that is read otherwise now keeps that reading. Where the rest does not fit, nothing is corrected.
    """
    if f"[{CORRECTED} " not in before or f"[{CORRECTED} " in text:
        return text
    kept = corrections_in(before)
    now = {ply.number: ply.san for part in _parts(text) for ply in part.plies}
    done = corrected(text, {number: each for number, each in kept.items() if now.get(number) == each.read})
    return text if done.stuck else done.text


def corrections_in(text: str) -> dict[int, Correction]:
    """Return the plies of a game that were corrected, by their numbers."""
    return {
        ply.number: Correction(ply.san, by, read)
        for part in _parts(text)
        for ply in part.plies
        for read, by in _read_in(ply.node)
    }


def read_in(comment: str) -> tuple[str, str] | None:
    """Return what was read before a correction, and who corrected it, if this comment says so."""
    found = _COMMENT(comment)
    return (found[1], found[2]) if found else None


# Reading and writing


def _parts(text: str) -> tuple[_Part, ...]:
    source, parts, number = StringIO(text), list[_Part](), 0
    while (game := chess.pgn.read_game(source, Visitor=PgnBuilder)) is not None:
        line, plies = Line(game.board()), list[_Ply]()
        for node in game.mainline():
            number += 1
            where = number_text(line.board.fullmove_number, line.side_to_move)
            line = line.after(node.move)
            plies.append(_Ply(number, where, node, node.move, line.san))
        parts.append(_Part(game, tuple(plies)))
        number += 1  # the irregular ply between two parts
    return tuple(parts)


def _written(parts: Sequence[_Part]) -> str:
    return "\n\n".join(part.game.accept(PgnExporter(columns=80)) for part in parts)


def _lines(node: chess.pgn.GameNode) -> list[str]:
    return [" ".join(line.split()) for line in node.comment.split("\n")]


def _read_in(node: chess.pgn.GameNode) -> Iterator[tuple[str, str]]:
    yield from filter(None, map(read_in, _lines(node)))


def _set_tag(parts: Sequence[_Part]) -> None:
    """Say in a tag what was corrected, if anything was."""
    told = [
        f"{ply.where} {ply.node.san()} ({read} was read), by {by}"
        for part in parts
        for ply in part.plies
        for read, by in _read_in(ply.node)
    ]
    headers = parts[0].game.headers
    headers.pop(CORRECTED, None)
    if told:
        headers[CORRECTED] = "; ".join(told)


def _opening(part: _Part) -> tuple[str, str] | None:
    """The opening that these moves have, by code and name."""
    named = opening_of(part.game.board().fen(), [ply.node.move for ply in part.plies])
    return (named.eco, named.name) if named else None


def _rename(parts: Sequence[_Part], before: tuple[str, str] | None) -> None:
    """Have the tags name the opening that is played now, if they named the one that was."""
    headers = parts[0].game.headers
    said, now = (headers.get(ECO, ""), headers.get(OPENING, "")), _opening(parts[0])
    if said != before or now is None or now == before:
        return
    for part in parts:
        part.game.headers[ECO], part.game.headers[OPENING] = now


# Playing again


def _check(parts: Sequence[_Part], wanted: Mapping[int, Correction]) -> None:
    there = {ply.number for part in parts for ply in part.plies}
    count = parts[-1].plies[-1].number if parts and parts[-1].plies else 0
    for number in sorted(wanted.keys() - there):
        if 1 <= number <= count:
            raise Uncorrectable(sentence(EdgePhrase.CORRECT_IRREGULAR, ply=number))
        raise Uncorrectable(sentence(EdgePhrase.CORRECT_NO_PLY, ply=number, count=count))


def _replay(
    part: _Part, wanted: Mapping[int, Correction], changed: dict[int, Correction]
) -> tuple[Line, _Ply | None]:
    """Play a part again; return it to its end, or to the ply before the one at which it is stuck."""
    line, parted = Line(part.game.board()), False
    for ply in part.plies:
        board = line.board
        asked = wanted.get(ply.number)
        move = _asked(board, ply, asked.san) if asked else _again(board, ply) if parted else ply.move
        if move is None:
            return line, ply
        if parted:  # these lines began at another position
            ply.node.parent.variations[:] = [ply.node]
        line = line.after(move)
        if move != ply.move:
            by = (asked or next(iter(wanted.values()))).by
            changed[ply.number] = _set(ply, move, line.san, by)
            parted = True
    return line, None


def _asked(board: chess.Board, ply: _Ply, san: str) -> chess.Move | None:
    """The move that is said to have been played; None if that is not said."""
    if not san:
        return None
    try:
        return board.parse_san(san)
    except ValueError:
        why = sentence(EdgePhrase.CORRECT_NOT_LEGAL, where=ply.where, found=san)
        raise Uncorrectable(why) from None


def _again(board: chess.Board, ply: _Ply) -> chess.Move | None:
    """The same move after another game: of the same squares, else as it is written."""
    if board.is_legal(ply.move):
        return ply.move
    try:
        return board.parse_san(ply.san)
    except ValueError:
        return None


def _set(ply: _Ply, move: chess.Move, san: str, by: str) -> Correction:
    """Have a ply be this move, and say in its comment what was read."""
    before = next((read for read, _ in _read_in(ply.node)), "")
    read = before or ply.san
    kept = [line for line in _lines(ply.node) if line and not read_in(line)]
    told = [f"corrected: {read} was read, by {by}"] if san != read else []
    ply.node.move = move
    ply.node.comment = "\n".join([*told, *kept])
    return Correction(san, by, "" if before == san else read)


def _choices(board: chess.Board, ply: _Ply) -> tuple[Choice, ...]:
    doubted = [found[1] for line in _lines(ply.node) if (found := _DOUBT(line))]
    doubts = {san.strip() for each in doubted for san in each.split(",")}
    read = {read for read, _ in _read_in(ply.node)}

    def distance(move: chess.Move, san: str) -> int:
        """0 for a reading that the board had, more for each square that is another than was read."""
        if san in doubts | read:
            return 0
        others = (move.from_square != ply.move.from_square, move.to_square != ply.move.to_square)
        return 1 + sum(others)

    moves = [(move, board.san(move)) for move in board.legal_moves if move != ply.move]
    ranked = sorted((distance(move, san), san) for move, san in moves)
    return tuple(Choice(san, far < _ANOTHER) for far, san in ranked)
