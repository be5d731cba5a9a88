"""Which piece it is that a hand moves, where only squares are known: reeds that open and close.

The law: what opens lifts the piece that stood there; what closes sets down a piece that is in the air, or one
that is pushed there. Which one is told by what stands there at the end of the stretch, where that is known,
and else by the order of the hands: what was lifted last and does not come from there. It is for the eyes:
what the reeds show does not hang on it, and at the end of a stretch the pieces are set as they then stand.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import chess

from jadoube.formats.sensorlog import Edge
from jadoube_sim.page.pieces import UNKNOWN, boxed, spare
from jadoube_sim.page.world import World, middle

MOST_BOUNCE_US = 1000
"""Edges of a reed that follow its first one this soon are its bounce."""

LOOKS_AHEAD = 12
"""So many reeds further it is looked for the piece that is pushed: a slide has its next one soon."""


class Held(NamedTuple):
    """A piece in the air, and the square that it was lifted from."""

    number: int
    source: chess.Square


class Following(NamedTuple):
    """The pieces as they are now, and those in the air, the last lifted last."""

    world: World
    held: tuple[Held, ...] = ()


def without_bounce(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """The edges by which reeds change for good; those of buttons stay."""
    first_us: dict[str, int] = {}
    kept: list[Edge] = []
    for edge in edges:
        if edge.word in ("open", "close"):
            if edge.at_us - first_us.get(edge.name, -MOST_BOUNCE_US - 1) <= MOST_BOUNCE_US:
                continue
            first_us[edge.name] = edge.at_us
        kept.append(edge)
    return tuple(kept)


def follow(now: Following, coming: Sequence[Edge], after: chess.Board | None = None) -> Following:
    """The pieces after the first of these edges; `after` is what stands at the end of its stretch."""
    word, name = coming[0].word, coming[0].name
    if word == "open":
        return _lifted(now, chess.parse_square(name), after)
    return _set(now, chess.parse_square(name), coming[1:], after) if word == "close" else now


def _lifted(now: Following, square: chess.Square, after: chess.Board | None) -> Following:
    number = now.world.on(square)
    if number is None:  # it was pushed away before its reed opened
        return now
    world = now.world.lift(number)
    if after is not None and _is_taken(world, number, after):
        return Following(boxed(world, {number}), now.held)
    return Following(world, (*now.held, Held(number, square)))


def _is_taken(world: World, number: int, after: chess.Board) -> bool:
    """Whether it is the opponent's, and one of its kind is gone at the end."""
    kind = world.pieces[number].kind
    if kind == UNKNOWN or kind.isupper() != (after.turn == chess.WHITE):
        return False
    there = sum(piece.kind == kind and (piece.on_board or piece.up) for piece in world.pieces)
    return there > sum(piece.symbol() == kind for piece in after.piece_map().values())


def _set(
    now: Following, square: chess.Square, coming: Sequence[Edge], after: chess.Board | None
) -> Following:
    stays = not any(edge.word == "open" and edge.name == chess.SQUARE_NAMES[square] for edge in coming)
    piece = after.piece_at(square) if after is not None and stays else None
    kind = piece.symbol() if piece else None
    chosen = _in_the_air(now, square, kind)
    if chosen is None:
        chosen = next(_pushed(now, coming, kind), None)
    world = now.world
    if chosen is None:
        world, chosen = spare(world, kind or UNKNOWN)
    world = world.lift(chosen).put(chosen, *middle(square))
    return Following(world, tuple(each for each in now.held if each.number != chosen))


def _in_the_air(now: Following, square: chess.Square, kind: str | None) -> int | None:
    """The piece in the air that is set here: of this kind, if that is known."""
    held = [each for each in now.held if kind in (None, now.world.pieces[each.number].kind)]
    home = [each for each in held if each.source == square]
    away = [each for each in held if each.source != square]
    ranked = away + home if kind else home + away  # the last is taken
    return ranked[-1].number if ranked else None


def _pushed(now: Following, coming: Sequence[Edge], kind: str | None) -> Iterator[int]:
    """The pieces that stand and whose reeds open next."""
    for edge in coming[:LOOKS_AHEAD]:
        number = now.world.on(chess.parse_square(edge.name)) if edge.word == "open" else None
        if number is not None and kind in (None, now.world.pieces[number].kind):
            yield number
