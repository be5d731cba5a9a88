"""The words that one types: what hands do, a move, and what is asked of the simulator.

It decides what a line says, and refuses a line of which it does not understand every word, whole, so that
nothing is half done. It does not know the board: whether a move is legal is found when it is made.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import chess

from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.events import BUTTONS, Button, Ordered
from jadoube.drivers.interfaces import Part
from jadoube_sim.hands import MANNERS, Key, Lift, Place, Step, Wait

LONGEST_WAIT_S = 24 * 3600


@dataclass(frozen=True, slots=True)
class Do:
    """A step of a hand's."""

    step: Step


@dataclass(frozen=True, slots=True)
class Release:
    """A button is let go, before its hand does."""

    button: Button


@dataclass(frozen=True, slots=True)
class Hold:
    """A panel key is held down for longer than a second."""

    button: Button


@dataclass(frozen=True, slots=True)
class Make:
    """A tidy hand makes this move, in SAN or UCI."""

    move: str


class SetUp(Enum):
    """A hand takes all pieces off the board, and may set up the start position."""

    NEW = "new"
    CLEAR = "clear"


class Ask(Enum):
    """Something is to be printed."""

    PGN = "pgn"
    FEN = "fen"
    SHOW = "show"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class Plug:
    """A part's plug is pulled, or put in again."""

    part: Part
    plugged: bool


@dataclass(frozen=True, slots=True)
class Presses:
    """Whether the hand presses the lever after a move."""

    on: bool


@dataclass(frozen=True, slots=True)
class InManner:
    """In which manner the hand makes moves."""

    name: str


@dataclass(frozen=True, slots=True)
class Say:
    """A player, or the arbiter, says something that no reed can see."""

    ordered: Ordered


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave."""


Word = Do | Release | Hold | Make | SetUp | Ask | Plug | Presses | InManner | Say | Quit

PARTS: Final = {str(part).replace(" ", "-"): part for part in Part}
"""The parts that have a plug, by the names that one types."""

HELP: Final = """\
A MOVE  Nf3  e2e4  O-O  e8=N         a tidy hand makes it

WHAT HANDS DO                        WHAT A HAND DOES BY ITSELF
  open e2    a piece leaves (lift)     new             sets the pieces up
  close e4   a piece comes (place)     clear           takes them all away
  press white  or black: a lever       presses on|off  the lever after a move
  back minus play plus ok: the panel   manner NAME     the order of a gesture
  hold back  a key, for over a second
  wait 2.5   seconds                   order resign white   what people say
                                       order take back      what keys do

WHAT IS ASKED                        TROUBLE ON PURPOSE
  pgn   the game so far                unplug PART     pull a plug
  fen   the position as it is read     plug PART       put it in again
  show  the picture as plain text      parts: reeds lamps buzzer
  quit  leave, print the PGN (Ctrl-D)         white-face black-face

Several on a line: open e2, close e4, press white
Manners: tidy mover-first rook-first rook-down-first rook-up-first
         rook-up-and-down-first two-hands"""


def parse_line(text: str) -> list[Word]:
    """Read the words of a line, which commas part; ValueError says what is wrong with the first that is."""
    return [_word(part.split()) for part in text.split(",") if part.strip()]


def _word(tokens: list[str]) -> Word:
    word, *rest = tokens
    if word == "order":
        return _order(" ".join(rest))
    if word in _ALONE:
        return _ALONE[word] if not rest else _refuse_more(word, rest)
    if word in _WITH_ONE:
        expected, take = _WITH_ONE[word]
        if len(rest) == 1 and (taken := take(rest[0])) is not None:
            return taken
        found = f"{' '.join(rest)!r} found" if rest else "nothing found"
        raise ValueError(f"{word}: {found}, expected {expected}")
    if not _MOVE(word):
        raise ValueError(
            f"{_short(word)} found, expected a move such as Nf3 or e2e4, or a word: help lists them"
        )
    return Make(word) if not rest else _refuse_more(word, rest)


def _order(text: str) -> Word:
    try:
        return Say(read_ordered(text))
    except ValueError as problem:
        raise ValueError(f"order: {problem}") from problem


def _refuse_more(word: str, rest: list[str]) -> Word:
    raise ValueError(f"{word}: {_short(' '.join(rest))} found behind it, expected a comma or nothing")


def _lift(name: str) -> Word | None:
    return Do(Lift(_SQUARES[name])) if name in _SQUARES else None


def _place(name: str) -> Word | None:
    return Do(Place(_SQUARES[name])) if name in _SQUARES else None


def _press(name: str) -> Word | None:
    return Do(Key(BUTTONS[name])) if name in BUTTONS else None


def _release(name: str) -> Word | None:
    return Release(BUTTONS[name]) if name in BUTTONS else None


def _hold(name: str) -> Word | None:
    return Hold(BUTTONS[name]) if name in _KEYS else None


def _wait(text: str) -> Word | None:
    if not _SECONDS(text) or float(text) > LONGEST_WAIT_S:
        return None
    return Do(Wait(round(float(text) * 1000)))


def _presses(text: str) -> Word | None:
    return Presses(text == "on") if text in ("on", "off") else None


def _manner(name: str) -> Word | None:
    return InManner(name) if name in MANNERS else None


def _unplug(name: str) -> Word | None:
    return Plug(PARTS[name], plugged=False) if name in PARTS else None


def _plug(name: str) -> Word | None:
    return Plug(PARTS[name], plugged=True) if name in PARTS else None


def _short(found: str) -> str:
    """What was found, in quotes, safe on a terminal and not longer than a line."""
    return repr(found if len(found) <= 40 else found[:37] + "...")


_SECONDS = re.compile(r"[0-9]{1,6}(\.[0-9]+)?|\.[0-9]+").fullmatch
#: What may be a move: SAN with or without its marks, UCI, castling with letters or noughts.
_MOVE = re.compile(
    r"([KQRBN]?[a-h]?[1-8]?[-x]?[a-h][1-8](=?[QRBNqrbn])?|O-O(-O)?|0-0(-0)?)[+#!?]*", re.ASCII
).fullmatch
_SQUARES = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_A_SQUARE = "a square, a1 to h8"
_A_BUTTON = f"one of: {', '.join(BUTTONS)}"
_KEYS = [name for name in BUTTONS if name not in ("white", "black")]
_A_PART = f"one of: {', '.join(PARTS)}"

_ALONE: dict[str, Word] = {
    **{name: Do(Key(BUTTONS[name])) for name in _KEYS},
    **{setting.value: setting for setting in SetUp},
    **{question.value: question for question in Ask},
    "quit": Quit(),
}
#: What is expected behind a word, and what takes it: None if it is not that.
_WITH_ONE: dict[str, tuple[str, Callable[[str], Word | None]]] = {
    "open": (_A_SQUARE, _lift),
    "lift": (_A_SQUARE, _lift),
    "close": (_A_SQUARE, _place),
    "place": (_A_SQUARE, _place),
    "press": (_A_BUTTON, _press),
    "release": (_A_BUTTON, _release),
    "hold": (f"one of: {', '.join(_KEYS)}", _hold),
    "wait": (f"seconds such as 2.5, at most {LONGEST_WAIT_S}", _wait),
    "presses": ("on or off", _presses),
    "manner": (f"one of: {', '.join(MANNERS)}", _manner),
    "unplug": (_A_PART, _unplug),
    "plug": (_A_PART, _plug),
}
