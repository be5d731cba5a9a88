"""What the board shows at an instant, and what it thinks, as lines of a transcript."""

import chess

from jadoube.core.display import seven_segment
from jadoube.core.display.effect_text import readings_text
from jadoube.core.display.face_text import Face
from jadoube.core.display.status_line import words
from jadoube.core.display.view import view
from jadoube.core.messages.lamps import Lamp
from jadoube.core.state.table import Table


def shown(table: Table, now_ms: int, _name: str) -> tuple[str, ...]:
    """Say the view: its words, both faces, and the squares of each lamp that is lit."""
    seen = view(table, now_ms)
    faces = f"faces: White {_face_text(seen.white)}, Black {_face_text(seen.black)}"
    return f"words: {seen.words}", faces, *_lamps_text(seen.lamps)


def worded(table: Table, _now_ms: int, language: str) -> tuple[str, ...]:
    """Say the view's words in one of the languages."""
    return (f"words in {language}: {words(table, language)}",)


def explained(table: Table, _now_ms: int, _name: str) -> tuple[str, ...]:
    """Say the readings alive, the best first."""
    return tuple(f"reading: {text}" for text in readings_text(table))


def _face_text(face: Face) -> str:
    """Say what a face reads; a dim one is in brackets."""
    text = f"'{seven_segment.read(face.segments)}'{' blinks' * face.blinks}"
    return text if face.bright else f"({text})"


def _lamps_text(lamps: tuple[Lamp, ...]) -> tuple[str, ...]:
    squares: dict[Lamp, list[str]] = {}
    for square, lamp in enumerate(lamps):
        squares.setdefault(lamp, []).append(chess.SQUARE_NAMES[square])
    return tuple(
        f"lamps: {lamp.name.lower().replace('_', ' ')} {' '.join(squares[lamp])}"
        for lamp in Lamp
        if lamp is not Lamp.DARK and lamp in squares
    )
