"""The FullView: all that a page shows, as one value of the table and the instant.

Its parts are named as in the message that pages are sent (docs/api), and every value in them is a text, a
number, a truth value, None, or a collection of these: who encodes it has nothing left to decide. Sides are
`white` and `black`, squares are named, durations are in ms, and what a person reads is in every language.

The law: it is computed from an immutable table and makes no new line, so that it can be computed beside the
loop. What the board's own faces and lamps show is not decided here: it is the view's.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import chess

from jadoube.core.display.face_text import Face
from jadoube.core.display.seven_segment import read
from jadoube.core.display.status_line import status_parts
from jadoube.core.display.view import view
from jadoube.core.messages.effects import Fault
from jadoube.core.messages.phases import Phase
from jadoube.core.pages.available_orders import CHOICES, Can, Choices, Settings, orders_available, settings
from jadoube.core.pages.clock_view import CountedClock, counted_clock
from jadoube.core.pages.game_view import ShownGame, Translations, shown_game, translations
from jadoube.core.reading import alternatives
from jadoube.core.reading.doubts import doubts
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import names, squares
from jadoube.core.stages import bad_reeds, choices
from jadoube.core.state.health import Trouble, Wrong
from jadoube.core.state.table import Table


@dataclass(frozen=True, slots=True)
class ShownFace:
    """What a face of the board says, as text as far as it can be one."""

    text: str
    bright: bool
    blinks: bool


@dataclass(frozen=True, slots=True)
class ShownReason:
    """Why the ply is illegal that was tried, and the squares that are the reason."""

    said: Translations
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """The reading that is shown for a player to take: where it parts from the best one, and by which move."""

    ply: int
    san: str
    """`--` where it has no move there."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is in doubt, and what a player may take instead."""

    plies: tuple[int, ...]
    offered: Offered | None
    candidates: tuple[str, ...]
    """The readings that may be taken, the best first, by their moves where they part; none without two."""


@dataclass(frozen=True, slots=True)
class Promotion:
    """A promotion whose piece can still be chosen, and the piece that is shown: a letter, q, r, b or n."""

    ply: int
    square: str
    piece: str


@dataclass(frozen=True, slots=True)
class ShownTrouble:
    """What is wrong with the board as a machine."""

    id: str
    """`voltage`, `heat`, `reeds`, `slow-scans`, `lamps`, `white-face`, `black-face` or `buzzer`."""
    said: Translations


@dataclass(frozen=True, slots=True)
class ShownReed:
    """A reed that is bad."""

    square: str
    fault: str
    """`stuck-open`, `stuck-closed` or `flickers`."""
    said: Translations


@dataclass(frozen=True, slots=True)
class Health:
    """What is wrong with the board."""

    troubles: tuple[ShownTrouble, ...]
    reeds: tuple[ShownReed, ...]


@dataclass(frozen=True, slots=True)
class FullView:
    """All that a page shows at one instant."""

    at_ms: int
    phase: str
    words: Translations
    """How things stand, in one line, troubles first."""
    turned: bool
    game: ShownGame
    clock: CountedClock | None
    lamps: tuple[str, ...]
    """One a square of the board's own, a1 first: a lamp's meaning, `dark`, `last-move`, …"""
    faces: Mapping[str, ShownFace]
    """By side; each at its side's own lever."""
    reason: ShownReason | None
    doubt: Doubt
    promotion: Promotion | None
    offer: str | None
    """The side that offers a draw."""
    settings: Settings
    choices: Choices
    can: Can
    health: Health
    changes_at_ms: int | None
    """When something of it changes although nothing happens, other than clocks by counting; None if never."""


def full_view(
    table: Table, now_ms: int, wrong: tuple[Wrong, ...] = (), tags: Mapping[str, str] | None = None
) -> FullView:
    """All that a page shows now; `wrong` is what is wrong with the machine, `tags` are the PGN's."""
    board = view(table, now_ms, wrong)
    white, black = (board.black, board.white) if table.turned else (board.white, board.black)
    return FullView(
        at_ms=now_ms,
        phase=str(table.phase),
        words=translations(*(each.trouble for each in wrong), *status_parts(table)),
        turned=table.turned,
        game=shown_game(table, tags),
        clock=counted_clock(table, now_ms),
        lamps=tuple(_kebab_name(lamp.name) for lamp in board.lamps),
        faces={"white": _shown_face(white), "black": _shown_face(black)},
        reason=_shown_reason(table),
        doubt=_doubt(table),
        promotion=_promotion(table),
        offer=None if table.offer is None else chess.COLOR_NAMES[table.offer],
        settings=settings(table),
        choices=CHOICES,
        can=orders_available(table, now_ms),
        health=_health(table, wrong),
        changes_at_ms=board.changes_at_ms,
    )


def _shown_face(face: Face) -> ShownFace:
    return ShownFace(read(face.segments), face.bright, face.blinks)


def _shown_reason(table: Table) -> ShownReason | None:
    reason = table.reason
    return ShownReason(translations(reason), names(reason.because)) if reason else None


def _doubt(table: Table) -> Doubt:
    """What is in doubt, and what may be taken; of a game that is over nothing may."""
    offered = table.candidate and table.candidate.line
    return Doubt(
        plies=tuple(sorted(doubts(table.seen))),
        offered=_offered_reading(table, offered) if offered and table.phase is not Phase.OVER else None,
        candidates=tuple(choices.readings(table)),
    )


def _offered_reading(table: Table, line: Line) -> Offered:
    ply, san = alternatives.first_settled_move(table.seen, line)
    return Offered(ply, san or choices.NO_PLY)


def _promotion(table: Table) -> Promotion | None:
    move, piece = table.line.move, choices.shown_piece(table)
    if move is None or piece is None:
        return None
    return Promotion(table.line.ply, chess.SQUARE_NAMES[move.to_square], chess.piece_symbol(piece))


def _health(table: Table, wrong: tuple[Wrong, ...]) -> Health:
    return Health(
        troubles=tuple(_shown_trouble(each.trouble) for each in wrong),
        reeds=tuple(_shown_reed(square, bad_reeds.fault(table, square)) for square in squares(table.named)),
    )


def _shown_trouble(trouble: Trouble) -> ShownTrouble:
    return ShownTrouble(_kebab_name(trouble.name), translations(trouble))


def _shown_reed(square: chess.Square, fault: Fault) -> ShownReed:
    return ShownReed(chess.SQUARE_NAMES[square], _kebab_name(fault.name), translations(fault))


def _kebab_name(name: str) -> str:
    """A name as programs read it: `LAST_MOVE` is `last-move`."""
    return name.lower().replace("_", "-")
