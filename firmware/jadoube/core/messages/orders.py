"""Orders: what players and arbiter say in words, because no reed can see it.

    resign white            draw offer black        draw accept white       draw decline white
    draw claim white        draw claim white Nf3    (with the move that he means to play)
    pause                   play
    time white +60          add or take away seconds
    counter 41              the next move is the 41st
    restore 24              go back to the position after 24 plies, which the lamps lead to
    penalty white 120       two minutes for Black, by White's fault
    result 1-0              the arbiter's word: 1-0, 0-1, 1/2-1/2 or *
    take back               the last ply
    promote knight          the piece of the promotion that waits
    alternative             show the next other reading of the board
    take        take Nf3    take the reading that is shown, or the one with this move (-- is no move)
    new game                close this one
    control 3+2             agree on a time control, in minutes or by a preset's name; `-` or `none`: no clock
    rules fide              and on a rule set
    hints on                sound off               brightness 4

The first four are the players'; those from `pause` to `result` are the arbiter's hand; the others are what
the panel does, too. This file decides what an order may be and its one text, which is journalled. People type
the same, but for a time control: they mean minutes (`read_order`), and the one text has seconds with a sign
before them that no person types, `control pgn:180+2`. It refuses to know what an order does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

import chess

from jadoube.core.clock.time_control import CANONICAL, read_time_control, time_control_text
from jadoube.core.messages.preferences import BRIGHTNESS
from jadoube.core.rules.game_line import PROMOTIONS
from jadoube.core.rules.rule_sets import RULE_SETS

SECONDS_MOST = 24 * 3600 - 1
"""No correction of a clock is longer than a day."""

MOVES_MOST = 9999
"""No game is longer: the longest possible has under 9,000 moves."""

SAN_MOST = 10
"""Letters of a move, at the most: Qa1xb2+ has 7, and two may say how good it is."""

CONTROL_WORDS = 4
"""Words of a time control in an order's one text, at the most: `two stages by zero`, `pgn:300 ; 60+1`."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class Value(StrEnum):
    """What can be chosen and is no name: a name is the same in every language."""

    OFF = "off"
    ON = "on"
    NONE = "none"
    """No time control."""
    BY_HAND = "by hand"
    """Another time control."""


@dataclass(frozen=True, slots=True)
class Resign:
    """This side gives up."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """This side offers a draw."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """This side accepts the draw that it is offered."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """This side declines the draw that it is offered."""

    side: chess.Color


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """This side claims a draw: as the board stands, or by the move `san` that it means to play."""

    side: chess.Color
    san: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """The clocks stop."""


@dataclass(frozen=True, slots=True)
class Play:
    """The clock that was stopped runs on."""


@dataclass(frozen=True, slots=True)
class ChangeTime:
    """This side has so many seconds more, or fewer."""

    side: chess.Color
    seconds: int


@dataclass(frozen=True, slots=True)
class SetCounter:
    """The next move counts as the so many-th."""

    move: int


@dataclass(frozen=True, slots=True)
class Restore:
    """The game goes on from the position after so many plies."""

    ply: int


@dataclass(frozen=True, slots=True)
class Penalise:
    """This side's opponent gets so many seconds."""

    side: chess.Color
    seconds: int


@dataclass(frozen=True, slots=True)
class Declare:
    """The game has this result, whatever the board says."""

    result: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last ply is taken back."""


@dataclass(frozen=True, slots=True)
class Promote:
    """The pawn that promotes becomes this piece."""

    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class Alternative:
    """The next other reading of the board is to be shown."""


@dataclass(frozen=True, slots=True)
class Take:
    """The reading that is shown is taken; or the one that parts from the best by the move `san`."""

    san: str = ""


@dataclass(frozen=True, slots=True)
class NewGame:
    """This game is closed, and a new one begins."""


@dataclass(frozen=True, slots=True)
class Choose:
    """A setting is to have a value: its name and the value, as they are written."""

    setting: str
    value: str


Order = (
    Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | ClaimDraw
    | Pause
    | Play
    | ChangeTime
    | SetCounter
    | Restore
    | Penalise
    | Declare
    | TakeBack
    | Promote
    | Alternative
    | Take
    | NewGame
    | Choose
)


def order_text(order: Order) -> str:  # noqa: C901, PLR0911, PLR0912 - a row for each order
    """Write an order in its one spelling."""
    match order:
        case Resign(side):
            return f"resign {_side_name(side)}"
        case OfferDraw(side):
            return f"draw offer {_side_name(side)}"
        case AcceptDraw(side):
            return f"draw accept {_side_name(side)}"
        case DeclineDraw(side):
            return f"draw decline {_side_name(side)}"
        case ClaimDraw(side, san):
            return f"draw claim {_side_name(side)} {san}".rstrip()
        case Pause():
            return "pause"
        case Play():
            return "play"
        case ChangeTime(side, seconds):
            return f"time {_side_name(side)} {seconds:+}"
        case SetCounter(move):
            return f"counter {move}"
        case Restore(ply):
            return f"restore {ply}"
        case Penalise(side, seconds):
            return f"penalty {_side_name(side)} {seconds}"
        case Declare(result):
            return f"result {result}"
        case TakeBack():
            return "take back"
        case Promote(piece):
            return f"promote {chess.piece_name(piece)}"
        case Alternative():
            return "alternative"
        case Take(san):
            return f"take {san}".rstrip()
        case NewGame():
            return "new game"
        case Choose(setting, value):
            return f"{setting} {CANONICAL if setting == CONTROL else ''}{value}"


def parse_order(text: str) -> Order:
    """Read an order's one text, as journals and transcripts have it: a time control is in seconds.

    Those that were written before it had a sign before it are read as they were meant. A ValueError says what
    was found and what was expected.
    """
    words = text.split()
    two = " ".join(words[:2])
    verb = two if two in _FORMS or words[:1] == ["draw"] else " ".join(words[:1])
    form = _FORMS.get(verb)
    if form is None:
        refuse(verb or "nothing", f"one of: {', '.join(_FORMS)}")
    arguments = words[len(verb.split()) :]
    if len(arguments) not in form.counts:
        refuse(text.strip(), form.looks)
    return form.make(*arguments)


@dataclass(frozen=True, slots=True)
class _Form:
    """How an order is written: how many words stand behind its verb, an example, and what they make."""

    counts: tuple[int, ...]
    looks: str
    make: Callable[..., Order]


def _parse_side(word: str) -> chess.Color:
    if word not in chess.COLOR_NAMES:
        refuse(word, "white or black")
    return word == chess.COLOR_NAMES[chess.WHITE]


def _parse_number(word: str, least: int, most: int) -> int:
    digits = word.removeprefix("-") if least < 0 else word
    digits = digits.removeprefix("+") if least < 0 and digits == word else digits
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(most)):
        refuse(word, f"a whole number from {least} to {most}")
    number = -int(digits) if word.startswith("-") else int(digits)
    if not least <= number <= most:
        refuse(word, f"a whole number from {least} to {most}")
    return number


def _parse_san(word: str) -> str:
    """Give what may be a move; legal or not, it is journalled, and must not spoil a line."""
    if len(word) > SAN_MOST or not (word.isascii() and word.isprintable()):
        refuse(word, "a move such as Nf3")
    return word


def _parse_result(word: str) -> Declare:
    if word not in RESULTS:
        refuse(word, f"one of: {', '.join(RESULTS)}")
    return Declare(word)


def _parse_piece(word: str) -> Promote:
    pieces = {chess.piece_name(piece): piece for piece in PROMOTIONS}
    if word not in pieces:
        refuse(word, f"one of: {', '.join(pieces)}")
    return Promote(pieces[word])


def _parse_control(text: str) -> str:
    """Give the one text of a control, which is in seconds or a preset's name."""
    control = text.removeprefix(CANONICAL)
    return time_control_text(None if control == Value.NONE else read_time_control(control))


def _make_reader(*values: str) -> Callable[[str], str]:
    def read(word: str) -> str:
        if word not in values:
            refuse(word, f"one of: {', '.join(values)}")
        return word

    return read


def _setting_form(name: str, looks: str, read: Callable[[str], str], words: int = 1) -> _Form:
    """How a setting is written: its name, and its value in so many words at the most."""
    return _Form(tuple(range(1, words + 1)), looks, lambda *value: Choose(name, read(" ".join(value))))


def refuse(found: str, expected: str) -> NoReturn:
    """Raise a ValueError that says what was found and what was expected."""
    raise ValueError(f"{found!r} found, expected {expected}")


def _side_name(side: chess.Color) -> str:
    return chess.COLOR_NAMES[side]


CONTROL = "control"

_FORMS: dict[str, _Form] = {
    "resign": _Form((1,), "resign white", lambda side: Resign(_parse_side(side))),
    "draw offer": _Form((1,), "draw offer white", lambda side: OfferDraw(_parse_side(side))),
    "draw accept": _Form((1,), "draw accept white", lambda side: AcceptDraw(_parse_side(side))),
    "draw decline": _Form((1,), "draw decline white", lambda side: DeclineDraw(_parse_side(side))),
    "draw claim": _Form(
        (1, 2), "draw claim white [MOVE]", lambda side, san="": ClaimDraw(_parse_side(side), _parse_san(san))
    ),
    "pause": _Form((0,), "pause", Pause),
    "play": _Form((0,), "play", Play),
    "time": _Form(
        (2,),
        "time white +60",
        lambda side, s: ChangeTime(_parse_side(side), _parse_number(s, -SECONDS_MOST, SECONDS_MOST)),
    ),
    "counter": _Form((1,), "counter 41", lambda move: SetCounter(_parse_number(move, 1, MOVES_MOST))),
    "restore": _Form((1,), "restore 24", lambda ply: Restore(_parse_number(ply, 0, 2 * MOVES_MOST))),
    "penalty": _Form(
        (2,),
        "penalty white 120",
        lambda side, s: Penalise(_parse_side(side), _parse_number(s, 1, SECONDS_MOST)),
    ),
    "result": _Form((1,), "result 1-0", _parse_result),
    "take back": _Form((0,), "take back", TakeBack),
    "promote": _Form((1,), "promote knight", _parse_piece),
    "alternative": _Form((0,), "alternative", Alternative),
    "take": _Form((0, 1), "take [MOVE]", lambda san="": Take(_parse_san(san))),
    "new game": _Form((0,), "new game", NewGame),
    CONTROL: _setting_form(CONTROL, "control pgn:180+2", _parse_control, CONTROL_WORDS),
    "rules": _setting_form("rules", "rules fide", _make_reader(*RULE_SETS)),
    "hints": _setting_form("hints", "hints on", _make_reader(Value.ON, Value.OFF)),
    "sound": _setting_form("sound", "sound off", _make_reader(Value.ON, Value.OFF)),
    "brightness": _setting_form("brightness", "brightness 4", _make_reader(*map(str, BRIGHTNESS))),
}
