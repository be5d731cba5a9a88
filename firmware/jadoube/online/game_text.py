"""The text of a game as this board writes it: its parts, their tags and plies, and a beginning of it.

The law: it reads our own PGN (`formats/pgn.py`), which has no variations, and needs no library for that: the
process that calls it idles most of the day. It makes no position and knows no rule of chess. What it cannot
read is no game, and a ValueError.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

RUNS: Final = "*"
"""The result of a game without one."""

TELLS_MORE: Final = ("Termination", "Pauses", "ECO", "Opening", "Variation", "PlyCount")
"""Tags that tell of later plies: a beginning of a game has none of them."""

_TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_TOKEN = re.compile(r"\{([^}]*)\}|(\d+)\.+|(1-0|0-1|1/2-1/2|\*)(?=\s|$)|([^\s{}]+)")
_CLOCK = re.compile(r"\[%clk ([^\]\s]+)\]")
_SPENT = re.compile(r"\[%emt ([^\]\s]+)\]")
_is_number = re.compile(r"[0-9]{1,4}").fullmatch  # of a move


class Ply(NamedTuple):
    """A ply: SAN, the time left after it and the time spent on it, as they were written; "" if unknown."""

    san: str
    clock: str = ""
    spent: str = ""


class Part(NamedTuple):
    """A game of PGN. A game with an irregular ply has several, and all but the last have no result."""

    tags: Mapping[str, str]
    plies: tuple[Ply, ...]

    @property
    def result(self) -> str:
        """Its result."""
        return self.tags.get("Result", RUNS)


def read_parts(text: str) -> tuple[Part, ...]:
    """Read the parts of one game; ValueError if there is none."""
    parts: list[Part] = []
    for tags, moves in _sections(text):
        parts.append(Part(tags, tuple(_plies(moves))))
    if not parts:
        raise ValueError("no tags found, expected a game as PGN")
    return tuple(parts)


def plies_of(parts: Iterable[Part]) -> int:
    """The number of plies of a game."""
    return sum(len(part.plies) for part in parts)


def is_over(parts: Sequence[Part]) -> bool:
    """Whether a game has ended, be it without a result."""
    return parts[-1].result != RUNS or "Termination" in parts[-1].tags


def beginning(parts: Sequence[Part], plies: int) -> tuple[Part, ...]:
    """Return the first plies of a game, as it stood then: without a result, and without what tells of later.

    A part that begins later is left out. With no ply it is its first part.
    """
    kept: list[Part] = []
    for part in parts:
        if kept and plies <= 0:
            break
        kept.append(part._replace(plies=part.plies[: max(plies, 0)]))
        plies -= len(part.plies)
    last = kept[-1]
    tags = {name: value for name, value in last.tags.items() if name not in TELLS_MORE}
    kept[-1] = last._replace(tags=tags | {"Result": RUNS})
    first = {name: value for name, value in kept[0].tags.items() if name not in ("ECO", "Opening")}
    kept[0] = kept[0]._replace(tags=first)
    return tuple(kept)


def write_parts(parts: Iterable[Part]) -> str:
    """Return a game as PGN, its times in whole seconds, without other comments, an empty line behind each."""
    return "".join(f"{_tags_text(part.tags)}\n{_moves_text(part)}\n\n" for part in parts)


def _sections(text: str) -> Iterator[tuple[dict[str, str], str]]:
    """The tags of each part, and the text of its moves."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    for line in text.splitlines():
        if found := _TAG.fullmatch(line.strip()):
            if moves:
                yield tags, "\n".join(moves)
                tags, moves = {}, []
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        elif tags and line.strip():
            moves.append(line)
    if tags:
        yield tags, "\n".join(moves)


def _plies(moves: str) -> Iterator[Ply]:
    """The plies of the text of moves, each with its times; comments before the first are of none."""
    ply: Ply | None = None
    for comment, _, result, san in _TOKEN.findall(moves):
        if san and not san.startswith("$"):
            if ply:
                yield ply
            ply = Ply(san)
        elif comment and ply:
            clock, spent = _CLOCK.search(comment), _SPENT.search(comment)
            ply = ply._replace(clock=clock[1] if clock else ply.clock, spent=spent[1] if spent else ply.spent)
        elif result:
            break
    if ply:
        yield ply


def _tags_text(tags: Mapping[str, str]) -> str:
    return "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _moves_text(part: Part) -> str:
    """The moves in lines, each number before White's ply and after a comment."""
    number, black = _first_number(part.tags.get("FEN", ""))
    words: list[str] = []
    for ply in part.plies:
        words.append(f"{number}{'...' if black else '.'} {ply.san}")
        if ply.clock:
            words.append(f"{{[%clk {_whole_seconds(ply.clock)}]}}")
        if ply.spent:
            words.append(f"{{[%emt {_whole_seconds(ply.spent)}]}}")
        number, black = number + black, not black
    return "\n".join(_lines([*words, part.result]))


def _lines(words: Iterable[str], columns: int = 80) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > columns:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    if line:
        yield line


def _first_number(fen: str) -> tuple[int, bool]:
    """The number of the first move, and whether Black makes it."""
    fields = fen.split()
    number = int(fields[5]) if len(fields) == 6 and _is_number(fields[5]) else 1
    return number, len(fields) > 1 and fields[1] == "b"


def _whole_seconds(left: str) -> str:
    """A time as h:mm:ss; what is less than a second is dropped."""
    return left.partition(".")[0]
