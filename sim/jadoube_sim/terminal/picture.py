"""The picture of the board: what stands on it, its lamps and faces, and the moves, as styled text.

It decides how things look, and nothing of what they are: lamps come from the wire's bytes, faces from the
display chips' RAM. Only what a lamp means comes from the view that was shown last, because a lamp in the low
part of its blink has hardly a hue; one that is dark on the wire means nothing. Whatever a colour or a pattern
says is also said by a mark and a legend. Pieces are letters, as in FEN, because figurines take one column or
two, as the terminal and its font like it, and because a black figurine on dark ground looks like a white one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import chess

from jadoube.core.display.effect_text import IRREGULAR
from jadoube.core.display.seven_segment import POINT, picture
from jadoube.core.display.status_line import words
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.lamps import LOOKS, Lamp, Pattern
from jadoube.core.messages.phrases import LANGUAGES, sentence
from jadoube.core.rules.game_line import move_number, number_text
from jadoube.core.state.table import Table
from jadoube.drivers.interfaces import Colour, Part
from jadoube_sim.desk import Desk, Shown

Fragments = list[tuple[str, str]]
"""One line of the picture: styles, in prompt_toolkit's words, with their text."""

#: What stands on both sides of a lit square, so that its lamp is told without colour.
MARKS: dict[Lamp, tuple[str, str]] = {
    Lamp.BAD_REED: ("#", "#"),
    Lamp.LAST_MOVE: ("[", "]"),
    Lamp.GIVES_CHECK: ("+", "+"),
    Lamp.CHECK: ("!", "!"),
    Lamp.TARGET: (".", "."),
    Lamp.TO_LIFT: ("(", ")"),
    Lamp.TO_PLACE: ("{", "}"),
    Lamp.TO_TAKE: (")", "("),
    Lamp.LIFTED: ("^", "^"),
    Lamp.PROMOTION: ("*", "*"),
    Lamp.CANDIDATE: ("~", "~"),
    Lamp.RESULT: ("=", "="),
    Lamp.REASON: (">", "<"),
    Lamp.MISSING: ("?", "?"),
    Lamp.TOO_MUCH: ("x", "x"),
}

WIDTH = 80
STRANGER = "o"
"""Something stands where the reading has no piece."""


_LIGHT, _DARK = "bg:#af875f", "bg:#875f00"
_PIECES = {chess.WHITE: "bg:#f4efe2 fg:#000000 bold", chess.BLACK: "bg:#16161a fg:#ffffff bold"}
_STRANGER_STYLE = "bg:#d0d000 fg:#000000 bold"
_INK = "fg:#000000"
_LABEL = "fg:#909090"
_PLATE = "bg:#1a0505"
_SIDE_COLUMN = 36


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is in the picture."""

    pieces: tuple[str, ...]
    """What stands on each square, a1 first: a letter as in FEN, `o` for a stranger, empty for nothing."""
    shown: Shown
    lamps: tuple[Lamp, ...]
    """What each square's lamp says; dark where none is lit."""
    unplugged: frozenset[Part]
    moves: tuple[str, ...]
    words: str
    language: str = LANGUAGES[0]
    turned: bool = False
    """Whether the board is taken to lie turned: it is drawn as it lies, and Black sits at its first rank."""


def scene(desk: Desk) -> Scene:
    """Look at a desk."""
    table, reeds = desk.table, desk.twin.reeds
    pieces = tuple(_standing(table, square) if reeds >> square & 1 else "" for square in chess.SQUARES)
    shown, unplugged = desk.shown(), frozenset(desk.unplugged)
    language = table.terms.language
    told = words(table, language)
    return Scene(pieces, shown, _meant(desk, shown), unplugged, moves(table), told, language, table.turned)


def _meant(desk: Desk, shown: Shown) -> tuple[Lamp, ...]:
    """What the lamps that are lit on the wire mean."""
    view = desk.daemon.shown
    meant = view.lamps if view else (Lamp.DARK,) * 64
    return tuple(lamp if any(lit) else Lamp.DARK for lamp, lit in zip(meant, shown.lamps, strict=True))


def moves(table: Table) -> tuple[str, ...]:
    """The moves as they are read now, a line for each move number."""
    lines: list[str] = []
    last = (0, chess.BLACK)
    for line in table.line.plies():
        said = f"{line.san}{IRREGULAR}" if line.irregular else line.san
        number, side = move_number(line, line.ply)
        if lines and (number, side) == (last[0], chess.BLACK) and last[1] == chess.WHITE:
            lines[-1] += f" {said}"
        else:
            lines.append(f"{number_text(number, side)} {said}")
        last = number, side
    return tuple(lines)


def tall(seen: Scene) -> list[Fragments]:
    """Draw the board with two lines a rank, and the faces and moves at its side: 17 lines of 80 columns."""
    side = _side_column(seen, 17)
    return [[*left, ("", "   "), *right] for left, right in zip(_board(seen, 2), side, strict=True)]


def flat(seen: Scene) -> list[Fragments]:
    """Draw the same with one line a rank: 9 lines."""
    side = _side_column(seen, 9)
    return [[*left, ("", "   "), *right] for left, right in zip(_board(seen, 1), side, strict=True)]


def legend(seen: Scene) -> list[Fragments]:
    """Say what the lamps that are lit mean, the most pressing first."""
    lit = sorted({*seen.lamps} - {Lamp.DARK}, reverse=True)
    drawn = [_legend_of(lamp, seen) for lamp in lit]
    if STRANGER in seen.pieces:
        drawn.append(
            [
                ("", "   "),
                (_STRANGER_STYLE, f" {STRANGER} "),
                ("", f"  {_label(seen, EdgePhrase.PICTURE_STRANGER)}"),
            ]
        )
    return drawn


def plain(seen: Scene) -> str:
    """Draw everything as plain text."""
    lines = [_text(line) for line in (*flat(seen), *legend(seen))]
    return "\n".join([*lines, *_wrapped(seen.moves), seen.words])


def _text(line: Fragments) -> str:
    return "".join(text for _, text in line).rstrip()


def _wrapped(words_: Iterable[str]) -> list[str]:
    """Fill lines with as many moves as fit."""
    lines = [""]
    for word in words_:
        if lines[-1] and len(lines[-1]) + len(word) + 2 > WIDTH:
            lines.append("")
        lines[-1] += f"  {word}" if lines[-1] else word
    return [line for line in lines if line]


# The board


def _board(seen: Scene, height: int) -> list[Fragments]:
    lines = []
    for rank in reversed(range(8)):
        squares = [chess.square(file, rank) for file in range(8)]
        lines.append(
            [(_LABEL, f" {rank + 1} "), *(part for square in squares for part in _cell(seen, square))]
        )
        lines += [
            [("", "   "), *((_ground(seen, square), " " * 5) for square in squares)]
            for _ in range(height - 1)
        ]
    return [*lines, [(_LABEL, "   " + "".join(f"  {name}  " for name in chess.FILE_NAMES))]]


def _cell(seen: Scene, square: chess.Square) -> Fragments:
    ground, piece = _ground(seen, square), seen.pieces[square]
    lamp = seen.lamps[square]
    left, right = MARKS.get(lamp, (" ", " "))
    match piece:
        case "":
            middle = (f"{ground} fg:#5f5f00", " . " if lamp is Lamp.DARK else "   ")
        case "o":
            middle = (_STRANGER_STYLE, " o ")
        case _:
            middle = (_PIECES[piece.isupper()], f" {piece} ")
    mark = f"{ground} {_INK} bold"
    return [(mark, left), middle, (mark, right)]


def _ground(seen: Scene, square: chess.Square) -> str:
    colour = seen.shown.lamps[square]
    if any(colour):
        return _glow(colour)
    return _LIGHT if chess.BB_LIGHT_SQUARES >> square & 1 else _DARK


def _glow(colour: Colour) -> str:
    """How a lamp looks: eyes make little of how much it is dimmed, so only its hue is kept."""
    red, green, blue = (round(215 * level**0.7) for level in _hue(colour))
    return f"bg:#{red:02x}{green:02x}{blue:02x}"


def _hue(colour: Colour) -> tuple[float, float, float]:
    strongest = max(colour)
    red, green, blue = (level / strongest for level in colour)
    return red, green, blue


def _legend_of(lamp: Lamp, seen: Scene) -> Fragments:
    (left, right), look = MARKS[lamp], LOOKS[lamp]
    glow = _glow(seen.shown.lamps[seen.lamps.index(lamp)])
    moves_so = "" if look.pattern is Pattern.STEADY else f" ({put_in_words(look.pattern, seen.language)})"
    meaning = f" {put_in_words(lamp, seen.language)}{moves_so}"
    return [("", "  "), (f"{glow} {_INK} bold", f"{left}   {right}"), ("", meaning)]


def _standing(table: Table, square: chess.Square) -> str:
    piece = table.line.board.piece_at(63 - square if table.turned else square)
    return piece.symbol() if piece else STRANGER


# The faces and the moves


def _side_column(seen: Scene, height: int) -> list[Fragments]:
    """Black's face on top, White's at the bottom, as their players sit, and the last moves between."""
    black, white = _face(seen, chess.BLACK), _face(seen, chess.WHITE)
    room = height - len(black) - len(white)
    last = seen.moves[-(room - 2) :] if room > 2 else ()
    between = [[], *([("", f"  {text}"[:_SIDE_COLUMN])] for text in last)]
    padded: Sequence[Fragments] = [line or [] for line, _ in zip_longest(between, range(room))]
    return [*black, *padded, *white]


def _face(seen: Scene, side: chess.Color) -> list[Fragments]:
    shown = seen.shown.face(side)
    bright = seen.shown.bright[side]
    bars = f"{_PLATE} fg:#ff4a33 bold" if bright else f"{_PLATE} fg:#b03a2a"
    drawn: list[Fragments] = [[("", "  "), (bars, f"  {row} ")] for row in picture(shown).split("\n")]
    return [_name(seen, side, runs=bright and bool(shown.digits[3] & POINT)), *drawn]


def _label(seen: Scene, phrase: EdgePhrase) -> str:
    return put_in_words(sentence(phrase), seen.language)


def _name(seen: Scene, side: chess.Color, *, runs: bool) -> Fragments:
    part = Part.WHITE_FACE if side else Part.BLACK_FACE
    name = put_in_words(side != seen.turned, seen.language)
    if part in seen.unplugged:
        return [("", f"  {name}  ({_label(seen, EdgePhrase.PICTURE_UNPLUGGED)})")]
    if runs:
        runs_on = _label(seen, EdgePhrase.PICTURE_CLOCK_RUNS)
        return [("", "  "), ("bold", f"{name}"), ("fg:#ff4a33 bold", f"  <<< {runs_on}")]
    if seen.shown.blinks[side]:
        return [("", "  "), ("bold", f"{name}"), ("", f"  === {_label(seen, EdgePhrase.PICTURE_PAUSED)}")]
    return [("", f"  {name}")]
