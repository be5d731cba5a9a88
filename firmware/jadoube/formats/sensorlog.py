"""The sensor log: the edges of reeds and buttons, and faults of their lines, as plain text.

It decides which logs are well-formed, and refuses all others with the line of the fault. A log is raw: this
file refuses to know debounce, scans, and whether an edge changes anything. Of chess it checks only the start
position. `docs/sensor-log.md` describes the format.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from os import PathLike
from typing import NamedTuple

import chess

from jadoube.config.files import decode_text, read_bytes
from jadoube.config.problems import BadInput
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.language.render import unfit
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.events import BUTTONS
from jadoube.core.messages.phrases import sentence
from jadoube.core.rules.rule_sets import RULE_SETS, Judge
from jadoube.core.signals.lines import BUTTONS_LINE, NAMES

FIRST_LINE = "jadoube-sensor-log 1"

#: The names of the lines with squares.
LINES = NAMES[:BUTTONS_LINE]

#: The comment of a mark, before its instant. A comment, so that every program that reads logs can read it.
MARKED = "wrong at "

#: What a refusal expects in place of a file that is no log.
A_LOG = "a sensor log"


#: What happens to the wire of a line: it comes off, touches ground, touches 3.3 V, or is sound again.
LINE_WORDS = ("cut", "ground", "power", "mend")

#: What becomes of a reed that changes far too often: it is not believed from now on, or it is again.
CHATTER_WORDS = ("chatter", "rest")


class Edge(NamedTuple):
    """One change of one reed, button or line; a tuple, as there are millions.

    `at_us` is in whole microseconds since the start of the log. `word` is `open` or `close` with a square's
    name (`e4`), or `press` or `release` with a button's name, a key of `BUTTONS`, or one of `LINE_WORDS` with
    the name of a line of the matrix, a file or a rank (`e`, `3`), or one of `CHATTER_WORDS` with a square's.
    """

    at_us: int
    word: str
    name: str


@dataclass(frozen=True, slots=True)
class SensorLog:
    """One log. Its edges are in order of time; edges of one instant have no order.

    `start` is a FEN of six fields, `time_control` a text for `parse_time_control`, `rules` a rule set's name,
    `illegal_verdict` who judges an illegal move (`Judge`); a log can hold no order, but the keys that decide.
    `closed` is the 64-bit set of reeds (a1 = bit 0) closed before the first edge; None: the start's
    occupancy. `end_us` is the instant at which the log ends; None: that of the last edge. `marks` are the
    instants (us) at which somebody said that the board had read something wrong, in their order; in the text
    they are comments.
    """

    start: str = chess.STARTING_FEN
    time_control: str = "-"
    rules: str = "club"
    closed: int | None = None
    edges: tuple[Edge, ...] = ()
    end_us: int | None = None
    illegal_verdict: str = Judge.BOARD
    marks: tuple[int, ...] = ()

    @property
    def reeds(self) -> int:
        """The 64-bit set of reeds closed before the first edge."""
        return chess.Board(self.start).occupied if self.closed is None else self.closed

    @property
    def lasts_us(self) -> int:
        """The length of the log in microseconds."""
        if self.end_us is not None:
            return self.end_us
        return self.edges[-1].at_us if self.edges else 0


def read_sensor_log(path: str | PathLike[str]) -> SensorLog:
    """Read one log from a file; BadInput if it cannot be read or is not a log."""
    return parse_sensor_log(decode_text(read_bytes(path, A_LOG), str(path)), str(path))


def parse_sensor_log(text: str, name: str) -> SensorLog:
    """Parse a log; BadInput(`name:LINE`, ...) for any fault."""
    lines = text.split("\n")  # only these, as an editor counts lines
    if _strip_comment(lines[0]) != FIRST_LINE:
        raise BadInput(f"{name}:1", f"{_quote(lines[0])} found, expected the line '{FIRST_LINE}'")
    header, end_of_header = _parse_header(lines, name)
    edges, marks, end_us = _parse_edges(lines, end_of_header, name)
    return SensorLog(
        start=header.get("start", chess.STARTING_FEN),
        time_control=header.get("time-control", "-"),
        rules=header.get("rules", "club"),
        illegal_verdict=header.get("illegal-verdict", Judge.BOARD),
        closed=int(header["closed"], 16) if "closed" in header else None,
        edges=tuple(edges),
        end_us=end_us,
        marks=tuple(sorted(marks)),
    )


def format_sensor_log(log: SensorLog) -> str:
    """Return a log as text; `parse_sensor_log` gives an equal log."""
    header = [FIRST_LINE, f"start {log.start}", f"time-control {log.time_control}", f"rules {log.rules}"]
    if log.illegal_verdict != Judge.BOARD:
        header.append(f"illegal-verdict {log.illegal_verdict}")
    if log.closed is not None:
        header.append(f"closed {log.closed:016x}")
    events = [f"{seconds(at_us)} {word} {name}" for at_us, word, name in log.edges]
    for number, at_us in enumerate(log.marks):
        events.insert(number + bisect_right(log.edges, at_us, key=_at_us), f"# {MARKED}{seconds(at_us)}")
    if log.end_us is not None:
        events.append(f"{seconds(log.end_us)} end")
    return "\n".join([*header, "", *events, ""])


def seconds(at_us: int) -> str:
    """Return microseconds as seconds, with four to six decimals."""
    whole, rest = divmod(at_us, 1_000_000)
    if rest % 100 == 0:
        return f"{whole}.{rest // 100:04d}"
    return f"{whole}.{rest:06d}".removesuffix("0")


# The header


def parse_start_fen(fen: str) -> chess.Board:
    """Return the position of a FEN from which a game may start; a ValueError in words if it is not valid.

    The two counters may be left out. Chess960 and other variants are refused.
    """
    if len(fen) > _LONGEST_FEN:
        raise unfit(EdgePhrase.FEN_TOO_LONG, found=len(fen), most=_LONGEST_FEN)
    fields = fen.split()
    if len(fields) not in (4, 6):
        raise unfit(EdgePhrase.FEN_FIELDS, found=len(fields))
    if not _CASTLING(fields[2]):
        raise unfit(EdgePhrase.FEN_CASTLING, found=_quote(fields[2]))
    try:
        board = chess.Board(" ".join(fields))
    except ValueError as problem:
        raise unfit(EdgePhrase.FEN_UNREAD, problem=str(problem)) from problem
    if not board.is_valid():
        status = board.status()
        faults = [sentence(phrase) for fault, phrase in _FAULTS.items() if status & fault]
        raise unfit(EdgePhrase.FEN_FAULTS, faults=tuple(faults) or sentence(EdgePhrase.FEN_PIECES))
    return board


_LONGEST_FEN = 200
"""More letters than the longest FEN has (87, with counters of three digits), and fewer than a line."""

_CASTLING = re.compile(r"(?=.)K?Q?k?q?|-").fullmatch

_FAULTS = {
    chess.STATUS_EMPTY: EdgePhrase.FEN_NO_PIECES,
    chess.STATUS_NO_WHITE_KING: EdgePhrase.FEN_NO_WHITE_KING,
    chess.STATUS_NO_BLACK_KING: EdgePhrase.FEN_NO_BLACK_KING,
    chess.STATUS_TOO_MANY_KINGS: EdgePhrase.FEN_KINGS,
    chess.STATUS_TOO_MANY_WHITE_PAWNS: EdgePhrase.FEN_WHITE_PAWNS,
    chess.STATUS_TOO_MANY_BLACK_PAWNS: EdgePhrase.FEN_BLACK_PAWNS,
    chess.STATUS_TOO_MANY_WHITE_PIECES: EdgePhrase.FEN_WHITE_PIECES,
    chess.STATUS_TOO_MANY_BLACK_PIECES: EdgePhrase.FEN_BLACK_PIECES,
    chess.STATUS_PAWNS_ON_BACKRANK: EdgePhrase.FEN_PAWN_ON_BACKRANK,
    chess.STATUS_BAD_CASTLING_RIGHTS: EdgePhrase.FEN_CASTLING_RIGHTS,
    chess.STATUS_INVALID_EP_SQUARE: EdgePhrase.FEN_EN_PASSANT,
    chess.STATUS_OPPOSITE_CHECK: EdgePhrase.FEN_OPPOSITE_CHECK,
    chess.STATUS_TOO_MANY_CHECKERS: EdgePhrase.FEN_CHECKERS,
    chess.STATUS_IMPOSSIBLE_CHECK: EdgePhrase.FEN_IMPOSSIBLE_CHECK,
}


def _normalize_start(value: str) -> str:
    return parse_start_fen(value).fen(en_passant="fen")  # keep the square as given, even if no pawn can take


def _check_time_control(value: str) -> str:
    parse_time_control(value)
    return value


def _check_rules(value: str) -> str:
    if value not in RULE_SETS:
        raise ValueError(f"{_quote(value)} found, expected one of: {', '.join(RULE_SETS)}")
    return value


def _check_verdict(value: str) -> str:
    if value not in list(Judge):
        raise ValueError(f"{_quote(value)} found, expected one of: {', '.join(Judge)}")
    return value


def _check_closed(value: str) -> str:
    if not re.fullmatch(r"[0-9a-fA-F]{16}", value):
        raise ValueError(f"{_quote(value)} found, expected 16 hex digits, a1 the lowest bit")
    return value


_HEADER = {
    "start": _normalize_start,
    "time-control": _check_time_control,
    "rules": _check_rules,
    "illegal-verdict": _check_verdict,
    "closed": _check_closed,
}


def _parse_header(lines: list[str], name: str) -> tuple[dict[str, str], int]:
    """Return the header's values by key, and its number of lines with the blank line."""
    header: dict[str, str] = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            return header, number
        if not (bare := _strip_comment(line)):
            continue
        key, *values = bare.split()
        try:
            header[key] = _parse_header_value(key, " ".join(values), header)
        except ValueError as problem:
            raise BadInput(f"{name}:{number}", str(problem)) from problem
    return header, len(lines)


def _parse_header_value(key: str, value: str, header: Iterable[str]) -> str:
    if _TIME(key):
        raise ValueError(f"time {_quote(key)} found in the header, expected a blank line before the events")
    if key not in _HEADER:
        raise ValueError(f"header key {_quote(key)} found, expected one of: {', '.join(_HEADER)}")
    if key in header:
        raise ValueError(f"a second {key} found, expected one at most")
    if not value:
        raise ValueError(f"{key}: nothing found, expected a value after it")
    try:
        return _HEADER[key](value)
    except ValueError as problem:
        raise ValueError(f"{key}: {problem}") from problem


# The events

_SECONDS = r"[0-9]{1,9}(?:\.[0-9]+)?"  # up to thirty years; a float holds that exactly in microseconds
_TIME = re.compile(_SECONDS).fullmatch
_MARK = re.compile(rf"[ \t]*#[ \t]*{MARKED}({_SECONDS})[ \t\r]*").fullmatch
_EVENT = re.compile(
    rf"[ \t]*({_SECONDS})[ \t]+(?:(open|close)[ \t]+([a-h][1-8])|"
    rf"(press|release)[ \t]+({'|'.join(BUTTONS)})|({'|'.join(LINE_WORDS)})[ \t]+([a-h1-8])|"
    rf"({'|'.join(CHATTER_WORDS)})[ \t]+([a-h][1-8])|end)[ \t\r]*"
).fullmatch
_WORDS = {
    **dict.fromkeys(("open", "close"), ("a square", "a1 to h8")),
    **dict.fromkeys(("press", "release"), ("a button", f"one of: {', '.join(BUTTONS)}")),
    **dict.fromkeys(LINE_WORDS, ("a line", "a to h or 1 to 8")),
    **dict.fromkeys(CHATTER_WORDS, ("a square", "a1 to h8")),
}
_at_us = attrgetter("at_us")
_edge = partial(tuple.__new__, Edge)  # takes half the time of Edge(...)
#: One string for each word and name, shared by a million edges.
_SHARED = {text: text for text in (*_WORDS, *chess.SQUARE_NAMES, *BUTTONS, *LINES)}


def _parse_edges(lines: list[str], skip: int, name: str) -> tuple[list[Edge], list[int], int | None]:
    """Return the edges of the lines after the first `skip`, the marks, and the instant of `end`."""
    edges: list[Edge] = []
    marks: list[int] = []
    latest: dict[str, int] = {}  # the instant of each reed's and button's last edge
    last_us = 0
    for number, line in enumerate(lines[skip:], start=skip + 1):
        event = _EVENT(line) or _parse_uncommon(line, f"{name}:{number}")
        if event is None:
            if mark := _MARK(line):
                marks.append(round(float(mark[1]) * 1e6))
            continue
        time, reed_word, square, button_word, button, line_word, wire, chatter, loose = event.groups()
        at_us = round(float(time) * 1e6)
        if at_us < last_us:
            raise BadInput(
                f"{name}:{number}", f"time {time[:24]} found, expected {seconds(last_us)} or later"
            )
        last_us = at_us
        if (where := square or button or wire or loose) is None:  # the end
            _expect_nothing_after(lines, number, name)
            return edges, marks, at_us
        what = f"chatter {loose}" if loose else where  # a reed may also open or close then
        if latest.get(what) == at_us:
            raise BadInput(f"{name}:{number}", f"second edge of {what} at {time[:24]} found, expected one")
        latest[what] = at_us
        word = reed_word or button_word or line_word or chatter
        edges.append(_edge((at_us, _SHARED[word], _SHARED[where])))
    return edges, marks, None


def _parse_uncommon(line: str, place: str) -> re.Match[str] | None:
    """Parse a line that is not just an event: None if it is empty, the event if a comment follows."""
    if not (bare := _strip_comment(line)):
        return None
    if event := _EVENT(bare):
        return event
    raise BadInput(place, _what_is_wrong(bare))


def _what_is_wrong(bare: str) -> str:
    time, word, name, *more = (*bare.split(), "", "", "")
    if not _TIME(time):
        return f"time {_quote(time)} found, expected seconds such as 12.3456, under 1000000000"
    if word not in (*_WORDS, "end"):
        return f"{_quote(word)} found, expected one of: {', '.join(_WORDS)}, end"
    if word == "end":
        return f"{_quote(name)} after end found, expected nothing"
    if more[0]:
        return f"{_quote(more[0])} after {ascii(name[:40])[1:-1]} found, expected nothing"
    return f"{word} {_quote(name)} found, expected {', '.join(_WORDS[word])}"


def _expect_nothing_after(lines: list[str], end_number: int, name: str) -> None:
    for number, line in enumerate(lines[end_number:], start=end_number + 1):
        if bare := _strip_comment(line):
            raise BadInput(f"{name}:{number}", f"{_quote(bare)} after the end found, expected nothing")


def _strip_comment(line: str) -> str:
    """The line without its comment and outer blanks."""
    return line.partition("#")[0].strip()


def _quote(found: str) -> str:
    """The text in quotes, as a refusal shows it: printable, and cut after 40 characters."""
    found = found.strip()
    return repr(found if len(found) <= 40 else found[:37] + "...")
