"""Troubles: voltage, heat, scan speed, what does not answer, contacts that chatter, a game that is not saved.

This file decides the name of each trouble, in words and on a face, and when the faces show it. It knows
nothing of how a trouble is found (the daemon does that), nor of the game, which goes on. A bad reed is no
trouble of this list, unless it chatters: it is found by reading the game.
"""

from enum import StrEnum
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.phrases import Part, Phrase, sentence
from jadoube.core.messages.scans import BUTTONS, LEVERS, Button
from jadoube.core.signals.lines import LineFault
from jadoube.core.squares import Occupancy, squares


class Trouble(StrEnum):
    """The troubles, the most urgent first."""

    VOLTAGE = "the voltage of the supply is too low"
    HEAT = "the Pi is too hot"
    REEDS = "the reeds do not answer"
    LINE = "a line of the reeds cannot be read"
    CHATTER = "a contact chatters"
    UNSAVED = "this game is not being saved"
    OPPONENT = "no chess engine plays; on Debian it is the package stockfish"
    ENGINE = "the chess engine fails; the log says why"
    SLOW_SCANS = "the reeds are read too slowly"
    LAMPS = "the lamps do not answer"
    WHITE_FACE = "White's face does not answer"
    BLACK_FACE = "Black's face does not answer"
    BUZZER = "the buzzer does not answer"


LINE_PHRASES: Final = {
    LineFault.OPEN: Phrase.LINE_OPEN,
    LineFault.GROUNDED: Phrase.LINE_GROUNDED,
    LineFault.POWERED: Phrase.LINE_POWERED,
}
"""How each fault of a line is said."""


class FaultyLine(NamedTuple):
    """A line of the matrix that cannot be read: its name, its fault, and where it is if that is known."""

    name: str
    """Its signal in the pin map, such as `column_e`."""
    fault: LineFault
    connector: str = ""
    """Its connector and way, such as `J1.5`."""
    wire: str = ""
    """The colour of its wire."""
    header_pin: int = 0
    """Its pin on the Pi's header."""

    @property
    def said(self) -> Part:
        """The line and its fault in words."""
        name, fault, connector, wire, pin = self
        place: Part = name
        if connector:
            place = sentence(Phrase.LINE_AT, name=name, connector=connector, wire=wire, pin=pin)
        return sentence(LINE_PHRASES[fault], line=place)

    @property
    def faces(self) -> tuple[str, ...]:
        """What faces show beside the trouble: the connector, where one looks for the fault."""
        return (self.connector,) if self.connector else ()


MOST_NAMED: Final = 8
"""So many contacts that chatter are named in words and on faces; of the rest only the number is said."""


class Chattering(NamedTuple):
    """The contacts that chatter: they are not believed until they are quiet (`signals/chatter.py`)."""

    reeds: Occupancy
    """As the players name their squares."""
    buttons: int
    """Bits of `Button`."""

    @property
    def said(self) -> Part:
        """The contacts in words."""
        levers = (sentence(Phrase.LEVER_OF, side=side) for side, lever in _LEVERS if lever & self.buttons)
        keys = (name for name, key in BUTTONS.items() if key & self.buttons & ~LEVERS)
        named: list[Part] = [*(chess.SQUARE_NAMES[each] for each in squares(self.reeds)), *levers, *keys]
        more = len(named) - MOST_NAMED
        if more > 0:
            named[MOST_NAMED:] = [sentence(Phrase.SO_MANY_MORE, number=more)]
        return sentence(Phrase.CHATTERS, contacts=tuple(named))

    @property
    def faces(self) -> tuple[str, ...]:
        """The contacts as faces show them, in turn: `r-C3` is the reed of c3."""
        reeds = [f"r-{chess.SQUARE_NAMES[each].upper()}" for each in squares(self.reeds)]
        levers = ["LEUr"] if self.buttons & LEVERS else []
        keys = ["butn"] if self.buttons & ~LEVERS else []
        return (*levers, *keys, *reeds[:MOST_NAMED])


_LEVERS: Final = ((chess.WHITE, Button.WHITE), (chess.BLACK, Button.BLACK))


class Wrong(NamedTuple):
    """A trouble, and the instant since which it is known."""

    trouble: Trouble
    since_ms: int
    what: FaultyLine | Chattering | None = None
    """The line, if the trouble is `LINE`; the contacts, if it is `CHATTER`."""

    @property
    def said(self) -> Part:
        """The trouble in words."""
        return self.what.said if self.what else self.trouble

    @property
    def faces(self) -> tuple[str, ...]:
        """What a face shows of it, in turn: also where to look for it, if that is known."""
        return (FACES[self.trouble], *(self.what.faces if self.what else ()))


#: The troubles in letters that seven segments can show; `LoPo` means low power.
FACES: Final[dict[Trouble, str]] = {
    Trouble.VOLTAGE: "LoPo",
    Trouble.HEAT: "hot ",
    Trouble.REEDS: "rEEd",
    Trouble.LINE: "LinE",
    Trouble.CHATTER: "CHAt",
    Trouble.UNSAVED: "diSC",
    Trouble.OPPONENT: "no E",
    Trouble.ENGINE: "no E",
    Trouble.SLOW_SCANS: "SLo ",
    Trouble.LAMPS: "LEd ",
    Trouble.WHITE_FACE: "FACE",
    Trouble.BLACK_FACE: "FACE",
    Trouble.BUZZER: "bEEP",
}

EVERY_MS: Final = 5000
"""The interval at which the faces show a trouble while no clock runs."""

SHOWS_MS: Final = 1000
"""How long a trouble is shown each time: one second in five does not hide the rest of the face (a guess)."""

TURNS: Final = 12
"""How often troubles are shown: for a minute after the last one was found or the clock stopped. Later they
are told in words only, unless they last (`LASTING`)."""

LASTING: Final = frozenset({Trouble.UNSAVED})
"""The troubles that are shown for as long as they are known, and while a clock runs on the face that stands:
a power cut would take the game."""


def shown_trouble(wrong: tuple[Wrong, ...], stands_since_ms: int, now_ms: int) -> str | None:
    """Return what the faces show of the troubles now; None between two turns and after the last."""
    turn, into_ms = divmod(now_ms - _first_turn_ms(wrong, stands_since_ms), EVERY_MS)
    if turn < 0 or into_ms >= SHOWS_MS:
        return None
    texts = [text for each in (wrong if turn < TURNS else lasting(wrong)) for text in each.faces]
    return texts[turn % len(texts)] if texts else None


def lasting(wrong: tuple[Wrong, ...]) -> tuple[Wrong, ...]:
    """Those that are shown for as long as they are known."""
    return tuple(each for each in wrong if each.trouble in LASTING)


def turns_at_ms(wrong: tuple[Wrong, ...], stands_since_ms: int, now_ms: int) -> int | None:
    """When a turn next begins or ends; None if no turn is left."""
    turn, into_ms = divmod(now_ms - _first_turn_ms(wrong, stands_since_ms), EVERY_MS)
    ends_ms = SHOWS_MS if into_ms < SHOWS_MS else EVERY_MS
    shows = wrong if turn < TURNS - (into_ms >= SHOWS_MS) else lasting(wrong)
    return now_ms - into_ms + ends_ms if shows else None


def _first_turn_ms(wrong: tuple[Wrong, ...], stands_since_ms: int) -> int:
    return max([stands_since_ms, *(each.since_ms for each in wrong)])
