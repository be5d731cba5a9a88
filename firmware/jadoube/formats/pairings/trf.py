"""A pairing list as TRF16, FIDE's Tournament Report File, and as TRF26 where that has the same lines.

Columns are fixed and count characters (FIDE Handbook C.04, Annex 2): `001`, start number 5-8, title 11-13,
name 15-47, rating 49-52, federation 54-56, FIDE id 58-68; round r at 92 + 10 (r - 1): the opponent in four
columns, the colour at + 5, the result at + 7. A blank result is a game to come.

The law: lines of another kind are passed over. A round is taken where both players name each other. A TRF has
no board numbers: the pair with the highest-ranked player, that is the lowest start number, is proposed for
board 1, and so on; byes have none.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected
from jadoube.core.messages.names import Player, clean_name
from jadoube.core.messages.phrases import sentence
from jadoube.formats.pairings.reading import Reading, printable
from jadoube.formats.pairings.values import Pairing

_PLAYER: Final = "001"
_FIRST_ROUND: Final = 91
_ROUND: Final = 10
_ANY_LINE: Final = re.compile(r"[0-9]{3}(?: |$)|###|[A-Z]{3} ", re.ASCII)
_WINS, _DRAWS, _LOSES, _OPEN = "1W+", "=D", "0L-", " "
_FORFEITS: Final = "+-"
_RESULTS: Final = {_WINS: "1-0", _DRAWS: "1/2-1/2", _LOSES: "0-1", _OPEN: ""}


class _Row(NamedTuple):
    """A player's line."""

    line: int
    player: Player
    rounds: str
    """What stands from the first round on."""


class _Cell(NamedTuple):
    """A round of a player's line."""

    opponent: int
    colour: str
    result: str


def looks_like(lines: Sequence[str]) -> bool:
    """Whether the first line with anything begins as one of a TRF, and some line is a player's."""
    first = next((line for line in lines if line.strip()), "")
    return bool(_ANY_LINE.match(first)) and any(line.startswith(f"{_PLAYER} ") for line in lines)


def read(lines: Sequence[str], reading: Reading) -> None:
    """Read players and rounds."""
    reading.boards_proposed = True
    rows: dict[int, _Row] = {}
    for number, line in enumerate(lines, start=1):
        match line[:4].rstrip():
            case "012":
                reading.call(number, line[4:], "")
            case "022":
                reading.call(number, "", line[4:])
            case code if code == _PLAYER:
                _take_player(number, line, rows, reading)
    longest = max((len(row.rounds) for row in rows.values()), default=0)
    for at in range(0, longest, _ROUND):
        for board, pairing in enumerate(_pairings(rows, at, reading), start=1):
            row, white, black, result, is_forfeit = pairing
            name = str(at // _ROUND + 1)
            reading.pair(row, Pairing(name, str(board), white, black, result, is_forfeit))


def _take_player(number: int, line: str, rows: dict[int, _Row], reading: Reading) -> None:
    """Take a player's line."""
    start, name = line[4:8].strip(), clean_name(line[14:47])
    if not re.fullmatch(r"[0-9]{1,4}", start, re.ASCII) or not int(start):
        reading.problem(number, line[4:8], Expected.START_NUMBER)
    elif int(start) in rows:
        found = sentence(EdgePhrase.LIST_START, number=start)
        reading.problem(number, found, Expected.ANOTHER_NUMBER, at=rows[int(start)].line)
    elif not name:
        reading.problem(number, line[14:47], Expected.NAME_IN_COLUMNS)
    else:
        player = reading.make_player(number, name, line[10:13], line[48:52], line[57:68], line[53:56])
        if reading.player(number, player):
            rows[int(start)] = _Row(number, player, line[_FIRST_ROUND:].rstrip())


def _pairings(
    rows: Mapping[int, _Row], at: int, reading: Reading
) -> Iterator[tuple[int, Player, Player, str, bool]]:
    """The pairs of a round, the highest-ranked player's first."""
    cells = {start: _cell(row, at, reading) for start, row in sorted(rows.items())}
    for start, cell in cells.items():
        if cell is None or not cell.opponent:
            continue
        other = cells.get(cell.opponent)
        round_ = at // _ROUND + 1
        opponent = sentence(EdgePhrase.LIST_OPPONENT, round=round_, number=cell.opponent)
        line = rows[start].line
        if cell.opponent not in rows:
            reading.problem(line, opponent, Expected.NUMBER_OF_LIST)
        elif other is None or other.opponent != start:
            reading.problem(line, opponent, Expected.NAMED_BACK, at=rows[cell.opponent].line, start=start)
        elif {cell.colour, other.colour} != {"w", "b"}:
            if start < cell.opponent:
                colours = {"one": cell.colour, "other": other.colour}
                found = sentence(EdgePhrase.LIST_COLOURS, round=round_, **colours)
                reading.problem(line, found, Expected.BOTH_COLOURS)
        elif start < cell.opponent:
            white, black = (start, cell.opponent) if cell.colour == "w" else (cell.opponent, start)
            yield line, rows[white].player, rows[black].player, *_result(cells[white], cells[black])


def _cell(row: _Row, at: int, reading: Reading) -> _Cell | None:
    """A round of a player's line; None where it cannot be read."""
    text = row.rounds[at : at + _ROUND].ljust(_ROUND)
    opponent, colour, result = text[:4].strip(), text[5].lower(), text[7].upper()
    if not text.strip():
        return _Cell(0, "-", "")
    is_number = re.fullmatch(r"[0-9]{1,4}", opponent, re.ASCII)
    if not is_number or colour not in "wb- " or result not in "1=0+-WDLHFUZ ":
        found = sentence(EdgePhrase.LIST_ROUND, round=at // _ROUND + 1, text=printable(text))
        reading.problem(row.line, found, Expected.TRF_ROUND)
        return None
    return _Cell(int(opponent), colour, result)


def _result(white: _Cell | None, black: _Cell | None) -> tuple[str, bool]:
    """The result of a pair: what stands at White's, if Black's does not say otherwise; if it is a forfeit."""
    for results, text in _RESULTS.items():
        if white and white.result in results:
            both_lost = text == "0-1" and black and black.result in _LOSES
            return ("", False) if both_lost else (text, white.result in _FORFEITS)
    return "", False
