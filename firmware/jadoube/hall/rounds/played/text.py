"""The text of a pairing's game, and of a whole round: PGN for the world.

The law: the names are those of the pairing, event and site those of the round, and the id is the pairing's
own, so that it is one game everywhere, also where it went on at another board. A board whose game begins with
a position of the game before it goes on from there; else it is a further part, as after an irregular ply. A
pairing without a game has a text, too: its names and its result.
"""

import io
from collections.abc import Sequence
from typing import Final, NamedTuple

import chess
import chess.pgn

from jadoube.formats.pgn import CONTINUES, FROM_POSITION
from jadoube.formats.pgn_tags import BOARD, GAME_ID, PLAYER_TAGS
from jadoube.mqtt.payloads import PairedBoard, Person, Round
from jadoube.online.game_text import RUNS, Part, beginning, plies_of, read_parts, write_parts

_ENDS: Final = ("Result", "Termination", "Pauses")
"""Tags of the end of a game: those of the part that goes on last."""

_OF_ROUND: Final = ("Event", "Site", "Round")
"""What a list leaves unsaid of these nobody says: a board has them from the event before."""

_NAMES: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result", BOARD)


class GameText(NamedTuple):
    """A game that was played for a pairing."""

    pgn: str
    left: int | None = None
    """After so many plies its board was taken away; None: it was not. A game may go on later from there."""
    skip: int | None = None
    """Its first so many plies have only led to `start`; None: it has none of those."""
    start: str = ""
    """The FEN in which it goes on then."""


def pairing_text(
    found: Round, pairing: PairedBoard, pairing_id: str, texts: Sequence[GameText], date: str
) -> str:
    """Return the PGN of a pairing. `texts` are its games, each going on from the one before it.

    The result is that of `pairing`. `date` is that of a pairing without a game, as PGN writes it.
    """
    parts, most, is_back = list[Part](), None, False
    for text in texts:
        more = _readable(text.pgn)
        if more and text.skip is not None:
            more = _from_ply(more, text.skip, text.start)
        if more and not (parts and _is_only_an_end(more)):
            at = _given_back(parts, more) if is_back else len(parts)
            since, parts = parts[at:], _joined(parts[:at], more, most) if parts else list(more)
            begun = plies_of(parts) - plies_of(more) - (text.skip or 0)
            most = None if text.left is None else begun + text.left
            is_back = text.left is None
            if since:
                parts, most, is_back = _joined(parts, since, most), None, True
    if most is not None and plies_of(parts) > most:
        parts = list(beginning(parts, most))
    parts = parts or [Part({"Date": date}, ())]
    result = pairing.result or RUNS
    if parts[-1].result != result:
        kept = {name: value for name, value in parts[-1].tags.items() if name not in _ENDS}
        parts[-1] = parts[-1]._replace(tags={**kept, "Result": result})
    named = []
    for number, part in enumerate(parts, start=1):
        part_id = f"{pairing_id}-{number}" if number > 1 else pairing_id
        named.append(_named(part, found, pairing, part_id))
    return write_parts(named)


def _is_only_an_end(parts: Sequence[Part]) -> bool:
    """Whether a game has a result alone, from the start position: it ended where nobody set it up."""
    return not plies_of(parts) and not any("FEN" in part.tags for part in parts)


def _readable(text: str) -> tuple[Part, ...]:
    try:
        return read_parts(text)
    except ValueError:
        return ()


def _named(part: Part, found: Round, pairing: PairedBoard, part_id: str) -> Part:
    """A part with the names of the pairing, the seven tags first; what else the list does not know stays."""
    of_board = {
        name: value
        for name, value in part.tags.items()
        if name not in _OF_ROUND and not _is_anothers(name, pairing)
    }
    tags = {
        "Event": found.event,
        "Site": found.site,
        "Round": found.round,
        BOARD: pairing.number,
        **_player_tags("White", pairing.white),
        **_player_tags("Black", pairing.black),
        GAME_ID: part_id,
    }
    known = {**of_board, **{name: value for name, value in tags.items() if value}}
    first = {name: known.get(name, "?") for name in _NAMES}
    return part._replace(tags={**first, "Result": part.result, **known})


def _is_anothers(tag: str, pairing: PairedBoard) -> bool:
    """Whether a tag tells of a player whom the list names."""
    return tag in PLAYER_TAGS and bool((pairing.white if tag.startswith("White") else pairing.black).name)


def _player_tags(side: str, person: Person) -> dict[str, str]:
    """The tags of a player, if he is named."""
    if not person.name:
        return {}
    return {
        side: person.name,
        f"{side}Title": person.title,
        f"{side}Elo": "" if person.rating is None else str(person.rating),
        f"{side}FideId": person.fide_id,
        f"{side}Federation": person.federation,
    }


def _from_ply(parts: Sequence[Part], skip: int, fen: str) -> tuple[Part, ...]:
    """The parts of a game from where it goes on: after so many plies, in this position.

    That may be the last one of a part, after which another position was entered.
    """
    kept = list(parts)
    while len(kept) > 1 and skip >= len(kept[0].plies):
        begins = kept[1].tags.get("FEN", "").split()[:2]
        if skip == len(kept[0].plies) and begins != fen.split()[:2]:
            break
        skip -= len(kept[0].plies)
        del kept[0]
    tags = {name: value for name, value in kept[0].tags.items() if name not in (CONTINUES, "Variant")}
    kept[0] = Part({**tags, "SetUp": "1", "FEN": fen}, kept[0].plies[skip:])
    return tuple(kept)


class GoesOn(NamedTuple):
    """Where a game goes on from another one."""

    skip: int
    """After so many plies of its own."""
    fen: str
    """In this position."""
    is_exact: bool
    """Whether the other one was left in it; else it is one that was entered on the board."""
    is_played: bool
    """Whether its own plies have led to it; else it was entered on the board."""


def goes_on_in(pgn: str, left: int, more: str) -> GoesOn | None:
    """Return where a game goes on from another one, which was left after so many plies; None: it does not.

    It does once it has the position in which that one was left. If it never has, but a position was entered
    on its board before it had as many plies, it goes on there: the other one may have been played on unheard.
    """
    if not (before := _readable(pgn)):
        return None
    wanted = _last_fen(write_parts(beginning(before, left)[-1:])).split()[:2]
    entered: GoesOn | None = None
    skip = 0
    for part in _readable(more):
        for at, fen in enumerate(_fens(write_parts([part]))):
            if fen.split()[:2] == wanted:
                return GoesOn(skip + at, fen, is_exact=True, is_played=at > 0)
        if "FEN" in part.tags and skip < left and entered is None:
            entered = GoesOn(skip, part.tags["FEN"], is_exact=False, is_played=False)
        skip += len(part.plies)
    return entered


def _given_back(parts: Sequence[Part], more: Sequence[Part]) -> int:
    """Return how many parts came before a game whose board was taken away: the others went on after it.

    An earlier one has the position in which that game begins.
    """
    fen = more[0].tags.get("FEN", "")
    for at in range(len(parts), 0, -1):
        if fen and plies_until(write_parts([parts[at - 1]]), fen) is not None:
            return at
    return len(parts)


def _joined(before: list[Part], more: Sequence[Part], most: int | None) -> list[Part]:
    """A game that goes on in another one: from a position that it had, else after at most so many plies."""
    last, first = before[-1], more[0]
    kept = plies_until(
        write_parts([last._replace(tags={**last.tags, "Result": RUNS})]), first.tags.get("FEN", "")
    )
    ends = {name: first.tags[name] for name in _ENDS if name in first.tags}
    if kept is not None:
        tags = {name: value for name, value in last.tags.items() if name not in _ENDS} | ends
        return [*before[:-1], Part(tags, (*last.plies[:kept], *first.plies)), *more[1:]]
    if most is not None:
        before = list(beginning(before, most))
        last = before[-1]
    open_end = {name: value for name, value in last.tags.items() if name not in _ENDS} | {"Result": RUNS}
    goes_on = {"Variant": FROM_POSITION, CONTINUES: _last_fen(write_parts([last]))}
    return [*before[:-1], last._replace(tags=open_end), _with_tags(first, goes_on), *more[1:]]


def _with_tags(part: Part, tags: dict[str, str]) -> Part:
    return part._replace(tags={**part.tags, **tags})


class _Positions(chess.pgn.BaseVisitor["list[str]"]):
    """Takes the position after each ply of a game, the first one before any."""

    def __init__(self) -> None:
        self.fens: list[str] = []

    def visit_board(self, board: chess.Board) -> None:
        self.fens.append(board.fen())

    def begin_variation(self) -> chess.pgn.SkipType:
        return chess.pgn.SKIP

    def handle_error(self, error: Exception) -> None:
        """What follows is skipped by the reader."""

    def result(self) -> list[str]:
        return self.fens


def _fens(pgn: str) -> list[str]:
    return chess.pgn.read_game(io.StringIO(pgn), Visitor=_Positions) or []


def _last_fen(pgn: str) -> str:
    return (_fens(pgn) or [chess.STARTING_FEN])[-1]


def plies_until(pgn: str, fen: str) -> int | None:
    """Return after how many plies a game had this position last, pieces and side to move; None if never."""
    wanted = fen.split()[:2]
    found = [at for at, each in enumerate(_fens(pgn)) if each.split()[:2] == wanted]
    return found[-1] if found else None
