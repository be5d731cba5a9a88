"""What could be known of a game on a board that cannot read some squares: which other games look the same.

An oracle is told when a line of the matrix came off and was put on again, and when each bad reed went bad
(`record.py`). It seeks each legal game with no more plies than were made that leaves the same record, if each
ply is made in one of the tidy orders. Where such a game parts from the true one, or ends before it, the ply
*cannot be known* by its record.

It knows no reading, and prefers no game to another.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

import chess

from jadoube.core.rules.game_line import Key, Line, begin, differing_squares, flipped_squares
from jadoube.core.squares import Occupancy, squares
from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.benchmarks.hard.record import MOST_SETTLINGS, Record, record_of, settlings
from jadoube_sim.hands.gestures import MANNERS, gesture_for
from jadoube_sim.hands.hard.played import BadReed, Played
from jadoube_sim.hands.steps import Lift, Place, Together

MOST_FOLLOWED: Final = 60
"""The most games of different positions that are followed after each ply, those nearest to the true position
(a bound on the work)."""

_Where = tuple[int, Key]
"""How much of the record a game explains, and its position."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the oracle says of a game."""

    unknown: frozenset[int]
    """The plies at which another game with the same record parts from the true one, or has ended, from 1."""
    complete: bool
    """Whether every other game was followed to its end."""


@dataclass(slots=True)
class _Node:
    """The games that come to one position and explain the same part of the record."""

    line: Line
    steps: list[tuple[_Where, chess.Move]] = field(default_factory=list)
    """From where, by which move."""


_Layer = dict[_Where, _Node]


def what_is_known(played: Played) -> Known:
    """Find the plies of a game that could not be known, on a board with a line off or with bad reeds.

    Raises ValueError if the game itself does not leave its record.
    """
    record = record_of(played.log, played.bad)
    true, explained = _lines(played, record)
    first = max(ply for ply, at in enumerate(explained) if min(at) <= record.off)
    layers: list[_Layer] = [{(index, true[first].key): _Node(true[first]) for index in explained[first]}]
    complete = True
    for line in true[first + 1 :]:
        layer = _next_layer(layers[-1], record, len(true) - 1 - line.ply, line.move)
        if len(layer) > MOST_FOLLOWED:
            complete = False
            layer = _nearest(layer, line)
        layers.append(layer)
    ended = _ended(layers, record)
    return Known(frozenset(_partings(layers, ended, true[first:])), complete)


def leaves_the_same(played: Played, moves: Sequence[chess.Move]) -> bool:
    """Whether this game leaves the whole record of the one that was played, with no more plies.

    `moves` start where the played game does. A pawn becomes what the panel told.
    """
    told = [move.promotion or chess.QUEEN for move in played.moves]
    if len(moves) > len(told):
        return False
    if any(move.promotion not in (None, piece) for move, piece in zip(moves, told, strict=False)):
        return False
    record = record_of(played.log, played.bad)
    try:
        lines, explained = _lines(replace(played, moves=tuple(moves)), record)
    except ValueError:
        return False
    return _may_end(explained[-1], record, lines[-1])


def leaves_it_otherwise(played: Played, moves: Sequence[chess.Move], reeds: Occupancy) -> bool:
    """Whether this game leaves the whole record if these reeds had gone bad, at whatever instant each.

    They are no more than went bad, and nobody has said which did.
    """
    if not 0 < reeds.bit_count() <= len(played.bad):
        return False
    changed = _settled_at(played.log)
    instants = [[BadReed(square, at_us) for at_us in (0, *changed[square])] for square in squares(reeds)]
    return any(leaves_the_same(replace(played, bad=bad), moves) for bad in product(*instants))


def _settled_at(log: SensorLog) -> dict[chess.Square, list[int]]:
    """Just after which instants each reed had settled."""
    found: dict[chess.Square, list[int]] = {square: [] for square in chess.SQUARES}
    for edge in settlings(log):
        found[chess.parse_square(edge.name)].append(edge.at_us + 1)
    return found


def _lines(played: Played, record: Record) -> tuple[list[Line], list[set[int]]]:
    """The lines of a game from its start, and how many marks each may have left behind."""
    line = begin(played.start_fen)
    lines, explained = [line], [{0}]
    for move in played.moves:
        ends = set[int]().union(*(_ends(line, move, record, index) for index in explained[-1]))
        if not ends:
            name, mark = line.board.san(move), min(explained[-1])
            raise ValueError(f"ply {line.ply + 1}, {name}, does not leave mark {mark}")
        line = line.after(move)
        lines.append(line)
        explained.append(ends)
    return lines, explained


def _next_layer(layer: _Layer, record: Record, left: int, true: chess.Move | None) -> _Layer:
    """The games that are one ply longer, if so many plies are left after that."""
    longer: _Layer = {}
    piece = (true.promotion if true else None) or chess.QUEEN  # the panel tells it
    for where, node in layer.items():
        index = where[0]
        for move in _moves(node.line, record, index):
            if move.promotion not in (None, piece):
                continue
            for end in _ends(node.line, move, record, index):
                if record.least[end] <= left:
                    after = node.line.after(move)
                    longer.setdefault((end, after.key), _Node(after)).steps.append((where, move))
    return longer


def _moves(line: Line, record: Record, index: int) -> Iterator[chess.Move]:
    """Yield the legal moves whose ends are hidden, or among what settles next."""
    near = record.hidden[index]
    for number, mark in enumerate(record.marks[index : index + MOST_SETTLINGS + 2], index):
        near |= mark.squares | record.hidden[number + 1]
    for move in line.legal_moves(near):
        if not flipped_squares(line.board, move) & ~near and near >> move.to_square & 1:
            yield move


def _ends(line: Line, move: chess.Move, record: Record, index: int) -> set[int]:
    """How many marks are explained after this move is made, in any tidy order; empty if it explains none."""
    ends = set[int]()
    for order in _orders(line.board, move):
        ends |= _after_order(order, record, index, line.occupancy)
    if not record.pressed:
        return ends
    return {end + 1 for end in ends if end < len(record.marks) and record.marks[end].word == "press"}


def _after_order(order: Sequence[Lift | Place], record: Record, index: int, stands: Occupancy) -> set[int]:
    at = _past_wires({index}, record, stands)
    for step in order:
        square, word = chess.BB_SQUARES[step.square], "open" if isinstance(step, Lift) else "close"
        after = {each for each in at if record.hidden[each] & square}
        for each in at - after:
            if each < len(record.marks) and record.marks[each][:2] == (word, square):
                after.add(each + 1)
        stands ^= square
        at = _past_wires(after, record, stands)
    return at


def _past_wires(at: set[int], record: Record, stands: Occupancy) -> set[int]:
    """These places in the record, and those after a wire has come off or has been put on again."""
    for index in sorted(at):
        end = index
        while end < len(record.marks) and (mark := record.marks[end]).word in ("cut", "mend"):
            if mark.word == "mend" and stands & mark.squares != mark.shown:
                break
            end += 1
            at = at | {end}
    return at


def _orders(board: chess.Board, move: chess.Move) -> set[tuple[Lift | Place, ...]]:
    """The tidy orders of a move."""
    return {tuple(_singly(gesture_for(board, move, manner))) for manner in MANNERS.values()}


def _singly(steps: Iterable[object]) -> Iterator[Lift | Place]:
    for step in steps:
        if isinstance(step, Together):
            yield from step.steps
        elif isinstance(step, Lift | Place):
            yield step


def _nearest(layer: _Layer, true: Line) -> _Layer:
    """Those of these games whose positions differ least from the true one."""

    def far(where: _Where) -> int:
        return differing_squares(layer[where].line.board, true.board).bit_count()

    return {where: layer[where] for where in sorted(layer, key=far)[:MOST_FOLLOWED]}


def _may_end(at: set[int], record: Record, line: Line) -> bool:
    """Whether a game that has left so many marks behind, and ends here, leaves the whole record."""
    return len(record.marks) in _past_wires(at, record, line.occupancy)


def _ended(layers: Sequence[_Layer], record: Record) -> list[set[_Where]]:
    """Where, after each ply, games are that leave the whole record if they end there."""
    return [
        {where for where, node in layer.items() if _may_end({where[0]}, record, node.line)}
        for layer in layers
    ]


def _lasting(layers: Sequence[_Layer], ended: Sequence[set[_Where]]) -> list[set[_Where]]:
    """Where, after each ply, games are that leave the whole record in the end."""
    lasting = [set(each) for each in ended]
    for number in range(len(layers) - 1, 0, -1):
        for where in lasting[number]:
            lasting[number - 1].update(before for before, _ in layers[number][where].steps)
    return lasting


def _partings(layers: Sequence[_Layer], ended: Sequence[set[_Where]], true: Sequence[Line]) -> Iterator[int]:
    """Yield the plies at which a game that lasts parts from the true one, or has ended."""
    lasting, spine = _lasting(layers, ended), set(layers[0])
    for number, line in enumerate(true[1:], 1):
        if spine & ended[number - 1]:
            yield line.ply
        along = set[_Where]()
        for where in lasting[number]:
            moves = {move for before, move in layers[number][where].steps if before in spine}
            if line.move in moves:
                along.add(where)
            if moves - {line.move}:
                yield line.ply
        spine = along
