"""Reads the games of a PGN text: one after the other, each as a whole, however long the text is.

The law: what python-chess reads without a fault is a game, and its text is kept as it was found. A game with
a fault is named with its line, and the rest is read: what no game can have, such as a NUL, is left out to the
next tags; behind a line that has no end nothing is read. Only a text that is binary before its first tag is
refused as a whole, at once. A further part of a game with an irregular ply (`Continues`) belongs to the part
before it: both are one game.

It refuses to know where the text comes from, and what becomes of the games.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO, Final, NamedTuple, TextIO, cast

import chess
import chess.pgn

from jadoube.config.worded_input import WordedInput
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import Sentence, sentence
from jadoube.formats.pgn import CONTINUES

LINE_MOST: Final = 1 << 16
"""Bytes of a line; the standard allows 255, and some programs write a whole game into one."""
LEFT_OUT_MOST: Final = 1 << 26
"""Bytes of the rest of a line that is left out; a longer one has no end (a choice: read within a second)."""
GAME_MOST: Final = 1 << 20
"""Bytes of a game: 600 plies with comments have less than a tenth."""

NO_MOVE: Final = sentence(EdgePhrase.GAME_WITHOUT_MOVE)
"""The problem of a game that has tags, and nothing else is wrong with it."""

_TAG: Final = re.compile(r'\s*\[[A-Za-z0-9_]+ +".*"\]\s*$').match
_BEGINS_TAG: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\w").match


class ReadGame(NamedTuple):
    """A game with all its parts. `tags` are the first part's, with the result and the end of the last one."""

    line: int
    """The line of the text in which it begins."""
    text: str
    tags: dict[str, str]
    moves: tuple[chess.Move, ...]
    """Of the first part."""
    plies: int
    """Of all parts."""
    problem: Sentence | None = None
    """What is wrong with it; None if nothing is."""


def read_games(source: BinaryIO, name: str) -> Iterator[ReadGame]:
    """Yield the games of a PGN text in order. WordedInput(`name`) for binary data without any tag."""
    whole: ReadGame | None = None
    for part in _parts(_Lines(source, name)):
        if whole and CONTINUES in part.tags:
            whole = _joined(whole, part)
            continue
        if whole:
            yield whole
        whole = part
    if whole:
        yield whole


def _joined(whole: ReadGame, part: ReadGame) -> ReadGame:
    ends = {tag: part.tags[tag] for tag in ("Result", "Termination", "Pauses") if tag in part.tags}
    before = {tag: value for tag, value in whole.tags.items() if tag != "Termination"}
    text, plies = f"{whole.text}\n\n{part.text}", whole.plies + part.plies
    problem = whole.problem or part.problem
    return whole._replace(text=text, tags=before | ends, plies=plies, problem=problem)


def games_in(text: str) -> list[ReadGame]:
    """Return the games of a text in memory. WordedInput(`game`) for binary data without any tag."""
    return list(read_games(BytesIO(text.encode("utf-8", "replace")), "game"))


def _parts(lines: "_Lines") -> Iterator[ReadGame]:
    while True:
        lines.begin()
        visitor = chess.pgn.read_game(cast("TextIO", lines), Visitor=_Visitor)
        if visitor is None and not lines.problem:
            return
        yield _part(lines, visitor or _Visitor())
        if lines.problem:
            lines.skip_to_tags()


def _part(lines: "_Lines", read: "_Visitor") -> ReadGame:
    text = "".join(lines.read).strip()
    problem = lines.problem or read.problem or (None if read.moves else _nothing_in(read.tags))
    return ReadGame(lines.first, text, read.tags, tuple(read.moves), len(read.moves), problem)


def _nothing_in(tags: dict[str, str]) -> Sentence:
    return NO_MOVE if tags else sentence(EdgePhrase.GAME_EMPTY)


def _unreadable(error: Exception, plies: int) -> Sentence:
    """What python-chess could not read after so many plies; it quotes the move, or names the position."""
    found = _QUOTED(str(error))
    if found and isinstance(error, _NO_MOVE):
        return sentence(EdgePhrase.GAME_NOT_LEGAL, found=found[1], ply=plies + 1)
    return sentence(EdgePhrase.GAME_UNREADABLE, problem=str(error), ply=plies + 1)


_NO_MOVE: Final = (chess.IllegalMoveError, chess.InvalidMoveError, chess.AmbiguousMoveError)
_QUOTED: Final = re.compile(r"'([^']*)'").search


class _Lines:
    """A text, line by line, with the lines of the game that is being read."""

    def __init__(self, source: BinaryIO, name: str) -> None:
        self._source = source
        self._name = name
        self._number = 0
        self._held: str | None = None
        self._size = 0
        self._has_tag = False
        self._has_ended = False
        self._in_tags = False
        self.read: list[str] = []
        self.first = 0
        self.problem: Sentence | None = None
        """What no game can have; the game ends there."""

    def begin(self) -> None:
        """Begin the next game."""
        self.read, self._size, self.first, self.problem = [], 0, 0, None

    def readline(self) -> str:
        """Return the next line; a blank one before tags that follow moves without one."""
        line, was_held = self._held, self._held is not None
        self._held = None
        if line is None:
            line = self._next()
        before = self.read[-1] if self.read else ""
        follows = before.strip() and not _TAG(before) and not before.startswith(("%", ";"))
        if follows and not was_held and _TAG(line):  # in a comment they are none, and the comment goes on
            self._held = line
            return "\n"
        if line.strip() and not self.first:
            self.first = self._number
        self._size += len(line)
        if self._size > GAME_MOST and not self.problem:
            self.problem = sentence(EdgePhrase.GAME_TOO_LONG, most=GAME_MOST >> 20)
            self._in_tags = bool(_TAG(line))
        if self.problem:
            return ""
        self.read.append(line)
        return line

    def skip_to_tags(self) -> None:
        """Leave out what follows, to the next tags that are not those of the game with the problem."""
        while raw := self._raw():
            line = "" if _fault(raw) else _decoded(raw)
            if _TAG(line) and not self._in_tags:
                self._held = line
                return
            self._in_tags = bool(_BEGINS_TAG(raw))

    def _next(self) -> str:
        """The next line; empty at the end, and for one that no game can have, which is a problem."""
        if self.problem:
            return ""
        raw = self._raw()
        if fault := _fault(raw):
            self.problem, self._in_tags = sentence(fault), bool(_BEGINS_TAG(raw))
            self.first = self.first or self._number
            return ""
        return _decoded(raw, "utf-8-sig" if self._number == 1 else "utf-8")

    def _raw(self) -> bytes:
        """The next line as it stands in the file, and of one that is too long only the beginning.

        Empty at the end, and behind a line without end. WordedInput for a NUL before any tag.
        """
        if self._has_ended:
            return b""
        raw = rest = self._source.readline(LINE_MOST)
        self._number += 1
        self._has_tag |= bool(_BEGINS_TAG(raw))
        if b"\0" in raw and not self._has_tag:
            raise WordedInput(f"{self._name}:{self._number}", sentence(EdgePhrase.GAMES_BINARY))
        left_out = 0
        while len(rest) == LINE_MOST and not rest.endswith(b"\n") and not self._has_ended:
            rest = self._source.readline(LINE_MOST)
            left_out += len(rest)
            self._has_ended = left_out > LEFT_OUT_MOST
        return raw


def _fault(raw: bytes) -> EdgePhrase | None:
    """What no line of a PGN can be; None if it may be one."""
    if b"\0" in raw:
        return EdgePhrase.GAMES_BINARY
    return EdgePhrase.GAMES_ENDLESS if len(raw) == LINE_MOST else None


def _decoded(raw: bytes, encoding: str = "utf-8") -> str:
    raw = raw.replace(b"\r\n", b"\n")
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")  # what other programs write that know no UTF-8


class _Visitor(chess.pgn.BaseVisitor["_Visitor"]):
    """Takes tags and main line, and the first fault."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[chess.Move] = []
        self.problem: Sentence | None = None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.tags[tagname] = re.sub(r'\\(["\\])', r"\1", tagvalue)

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        del board
        self.moves.append(move)

    def handle_error(self, error: Exception) -> None:
        self.problem = self.problem or _unreadable(error, len(self.moves))

    def result(self) -> "_Visitor":
        return self
