"""The FullView: all that a page shows, as one value, computed from the table and the instant.

Its fields have the names of the message that pages get (docs/web-api.md). Every value is a string, a number,
a bool, None, or a collection of these, so encoding decides nothing. Sides are `white` and `black`, squares
have names, durations are in ms, and texts for people are in every language.

The law: it is computed from an immutable table and makes no new line, so another thread may compute it. It
does not decide what the board's own faces and lamps show: it asks the same functions as the view.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import chess

from jadoube.core.display.face_text import Face
from jadoube.core.display.face_view import changes_at_ms, face
from jadoube.core.display.lamp_view import lamps
from jadoube.core.display.prompts import question
from jadoube.core.display.seven_segment import read
from jadoube.core.display.status_line import status_parts
from jadoube.core.language.render import in_each_language
from jadoube.core.messages.effects import Fault
from jadoube.core.messages.lamps import Lamp
from jadoube.core.messages.names import Names
from jadoube.core.messages.phases import Phase
from jadoube.core.pages.available_orders import Can, choices, orders_available, settings
from jadoube.core.pages.clock_view import CountedClock, counted_clock
from jadoube.core.pages.game_view import ShownGame, Translations, shown_game
from jadoube.core.pages.kebab import kebab_name
from jadoube.core.pages.server_view import ShownSeek, ShownServer, shown_seek, shown_server
from jadoube.core.reading import alternatives
from jadoube.core.reading.doubts import Doubts, doubts
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import names, squares
from jadoube.core.state.announced.health import Wrong
from jadoube.core.state.as_it_stands import Asked, open_questions
from jadoube.core.state.hands import open_choices
from jadoube.core.state.table import Table, read_clock, reed_fault


@dataclass(frozen=True, slots=True)
class ShownFace:
    """What a face of the board shows; `?` in the text is a digit that has no character."""

    text: str
    bright: bool
    blinks: bool


@dataclass(frozen=True, slots=True)
class ShownReason:
    """Why the tried ply is illegal, and the squares that are the reason."""

    said: Translations
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """The reading that a player may take: the ply at which it leaves the best one, and its move there."""

    ply: int
    san: str
    """`--` if it has no move there."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """The plies in doubt, and what a player may take instead."""

    plies: tuple[int, ...]
    offered: Offered | None
    candidates: tuple[str, ...]
    """The readings that may be taken, the best first, by the moves where they differ; none without two."""


@dataclass(frozen=True, slots=True)
class Promotion:
    """A promotion whose piece can still be chosen, and the piece now shown: q, r, b or n."""

    ply: int
    square: str
    piece: str


@dataclass(frozen=True, slots=True)
class AskedPiece:
    """A question of the order `stands`: which piece stands on this square."""

    square: str
    pieces: Mapping[str, "AskedPiece | None"]
    """The pieces that may stand there as FEN letters, the likeliest first, each with the next question."""


@dataclass(frozen=True, slots=True)
class ShownTrouble:
    """A trouble of the machine."""

    id: str
    """`voltage`, `heat`, `reeds`, `line`, `chatter`, `unsaved`, `slow-scans`, `lamps`, `white-face`,
    `black-face` or `buzzer`."""
    said: Translations


@dataclass(frozen=True, slots=True)
class ShownReed:
    """A reed that is bad."""

    square: str
    fault: str
    """`stuck-open`, `stuck-closed`, `flickers`, `off-centre` or `between`."""
    said: Translations


@dataclass(frozen=True, slots=True)
class Health:
    """The machine's troubles and the bad reeds."""

    troubles: tuple[ShownTrouble, ...]
    reeds: tuple[ShownReed, ...]


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player as others may see him; empty or None: unknown."""

    name: str
    title: str
    rating: int | None
    fide_id: str
    federation: str
    private: bool
    """Whether he is not to be shown, and the name stands for nobody."""


@dataclass(frozen=True, slots=True)
class ShownNames:
    """Who plays, and what the game is called; empty: unknown."""

    white: ShownPlayer
    black: ShownPlayer
    event: str
    site: str
    round: str
    board: str


@dataclass(frozen=True, slots=True)
class FullView:
    """What a page shows at one instant."""

    at_ms: int
    phase: str
    words: Translations
    """The status line, troubles first."""
    turned: bool
    game: ShownGame
    clock: CountedClock | None
    lamps: tuple[str, ...]
    """64 meanings by the board's own squares, a1 first: `dark`, `last-move`, …"""
    faces: Mapping[str, ShownFace]
    """By side; a side's face is the one at its lever."""
    reason: ShownReason | None
    doubt: Doubt
    promotion: Promotion | None
    offer: str | None
    """The side that offers a draw."""
    standing: AskedPiece | None
    """What the order `stands` has to be told of the pieces; None if nothing, or if it is not offered."""
    settings: Mapping[str, bool | int | str]
    choices: Mapping[str, tuple[int | str, ...]]
    can: Can
    health: Health
    names: ShownNames
    game_id: str
    """The game's identity; empty if it has none."""
    opening: Mapping[str, str] | None
    """The opening's `eco` code and its `name`; None if it has none."""
    server: ShownServer | None
    """The game of a server that is played here; None if none is."""
    seek: ShownSeek | None
    """Who is looked for on a server; None if nobody is."""
    paused_by_hand: bool
    """Whether a person has stopped the clocks; False also if a restart or a penalty has."""
    changes_at_ms: int | None
    """When something other than a counting clock next changes without an event, in ms; None if never."""


def full_view(
    table: Table,
    now_ms: int,
    wrong: tuple[Wrong, ...] = (),
    tags: Mapping[str, str] | None = None,
    opening: Mapping[str, str] | None = None,
) -> FullView:
    """Return what a page shows now; `wrong` lists the machine's troubles, `tags` are the PGN's."""
    clock, asked = read_clock(table, now_ms), question(table)
    in_doubt = doubts(table.seen)
    can = orders_available(table, now_ms)
    return FullView(
        at_ms=now_ms,
        phase=str(table.play.phase),
        words=in_each_language(*[each.said for each in wrong], *status_parts(table, asked)),
        turned=table.turned,
        game=shown_game(table, in_doubt, tags),
        clock=counted_clock(table, clock),
        lamps=tuple([LAMP_NAMES[lamp] for lamp in lamps(table, asked)]),
        faces={
            "white": _shown_face(face(table, clock, asked, chess.WHITE, now_ms, wrong)),
            "black": _shown_face(face(table, clock, asked, chess.BLACK, now_ms, wrong)),
        },
        reason=_shown_reason(table),
        doubt=_doubt(table, in_doubt),
        promotion=_promotion(table),
        offer=None if table.play.offer is None else chess.COLOR_NAMES[table.play.offer],
        standing=_asked_piece(open_questions(table)) if can.stands else None,
        settings=settings(table),
        choices=choices(table),
        can=can,
        health=_health(table, wrong),
        names=_shown_names(table.names.shown),
        game_id=(tags or {}).get("GameId", ""),
        opening=opening,
        server=shown_server(table) if table.terms.server_game else None,
        seek=shown_seek(table),
        paused_by_hand=table.play.phase is Phase.PAUSED and table.play.is_paused_by_hand,
        changes_at_ms=changes_at_ms(table, clock, now_ms, wrong),
    )


@lru_cache(maxsize=4)  # a game's names, at each message
def _shown_names(names: Names) -> ShownNames:
    white, black, *texts = names
    return ShownNames(ShownPlayer(*white), ShownPlayer(*black), *texts)


def _shown_face(face: Face) -> ShownFace:
    return ShownFace(read(face.segments), face.bright, face.blinks)


def _shown_reason(table: Table) -> ShownReason | None:
    reason = table.notices.reason
    return ShownReason(in_each_language(reason), names(reason.because)) if reason else None


def _doubt(table: Table, in_doubt: Doubts) -> Doubt:
    """The doubts and the readings to take; after the end of a game no reading is offered."""
    offered = open_choices.offered_reading(table)
    return Doubt(
        plies=tuple(sorted(in_doubt)),
        offered=_offered_reading(table, offered) if offered and table.play.phase is not Phase.OVER else None,
        candidates=tuple(open_choices.readings(table)),
    )


def _offered_reading(table: Table, line: Line) -> Offered:
    ply, san = alternatives.first_settled_move(table.seen, line)
    return Offered(ply, san or open_choices.NO_PLY)


def _promotion(table: Table) -> Promotion | None:
    move, piece = table.line.move, open_choices.shown_piece(table)
    if move is None or piece is None:
        return None
    return Promotion(table.line.ply, chess.SQUARE_NAMES[move.to_square], chess.piece_symbol(piece))


def _asked_piece(asked: Asked | None) -> AskedPiece | None:
    if asked is None:
        return None
    pieces = {piece.symbol(): _asked_piece(after) for piece, after in asked.pieces}
    return AskedPiece(chess.SQUARE_NAMES[asked.square], pieces)


def _health(table: Table, wrong: tuple[Wrong, ...]) -> Health:
    return Health(
        troubles=tuple([_shown_trouble(each) for each in wrong]),
        reeds=tuple(
            [_shown_reed(square, reed_fault(table, square)) for square in squares(table.board.named)]
        ),
    )


def _shown_trouble(wrong: Wrong) -> ShownTrouble:
    return ShownTrouble(kebab_name(wrong.trouble.name), in_each_language(wrong.said))


def _shown_reed(square: chess.Square, fault: Fault) -> ShownReed:
    return ShownReed(chess.SQUARE_NAMES[square], kebab_name(fault.name), in_each_language(fault))


LAMP_NAMES: Final = tuple(kebab_name(lamp.name) for lamp in sorted(Lamp))
"""The lamps' meanings as they are named in messages, in the order of `Lamp`."""
