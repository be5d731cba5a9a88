"""The game that a bug report is about: its journal, and what follows from it.

The law: the journal in a report is a whole journal, and folds to the table of the game. Where people's names
are left out, only the tags of its header differ. A journal that cannot be read, or whose fold fails, is no
reason to send no report: then it is said why, and what there is is packed. This file writes nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from jadoube.config.files import read_packed
from jadoube.config.problems import BadInput
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.names import Player
from jadoube.core.messages.orders import Forget, NameGame, NamePlayer, Order, Remember
from jadoube.core.messages.phases import Phase
from jadoube.core.state.table import Table
from jadoube.formats.pgn import write_pgn
from jadoube.formats.pgn_tags import GAME_ID, NAME_TAGS, tags_with_names
from jadoube.formats.sensorlog import format_sensor_log
from jadoube.games.game_names import Kind, game_path
from jadoube.games.journal.export import export_losses, to_sensor_log
from jadoube.games.journal.header import Header, encode_text
from jadoube.games.journal.marks import mark_lines
from jadoube.games.journal.text import Journal, Record, format_record, format_start, mend_journal
from jadoube.games.replay import replay_journal
from jadoube.games.snapshots.nodes import nodes_without_names
from jadoube.games.snapshots.snapshot import Snapshot
from jadoube.report.item import Item

NEUTRAL: Final = {
    **dict.fromkeys((*NAME_TAGS, GAME_ID), "?"),
    "White": "White",
    "Black": "Black",
}
"""What stands in a journal's tags instead of who played, and where. The date stays; by its identity a game
can be found elsewhere, with names."""

SOMEBODY: Final = Player("N. N.")
"""Stands for a player in an order."""

_JOURNAL = re.compile(r"([0-9]{6,12})\.journal").fullmatch
_LOOKED_AT: Final = 2
"""How many journals are read to find the game that was played last: the newest may be the next game's."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its journal tells it; `refusal` says why it cannot be read or folded; empty if it can."""

    path: Path
    data: bytes
    """The file as it is."""
    journal: Journal | None = None
    table: Table | None = None
    """The table at its end."""
    marks: tuple[str, ...] = ()
    """What stood at each mark, in lines."""
    refusal: str = ""

    @property
    def matters(self) -> bool:
        """Whether something was played or marked in it, or it cannot be read."""
        begun = self.table is not None and (
            self.table.line.ply or self.table.play.phase is not Phase.SETTING_UP
        )
        return bool(self.refusal or begun or self.marks)


def find_game(given: str | None, directory: Path) -> Game | None:
    """Return the game of a journal's path, or of its number in this folder; the newest one if none is given.

    None if no game is there. BadInput if the one that is given cannot be read.
    """
    if given is None:
        return _newest(directory)
    is_number = given.isascii() and given.isdigit() and not Path(given).exists()
    return read_game(_of_number(directory, int(given)) if is_number else Path(given))


def _of_number(directory: Path, number: int) -> Path:
    """The journal of a game, or the packed one if that is what there is."""
    plain, packed = (game_path(directory, number, kind) for kind in (Kind.JOURNAL, Kind.PACKED))
    return packed if packed.exists() and not plain.exists() else plain


def read_game(path: Path) -> Game:
    """Read a journal and fold it; BadInput if there is no such file."""
    data = read_packed(path, "a journal")
    try:
        journal = mend_journal(data, str(path))
    except BadInput as refusal:
        return Game(path, data, refusal=str(refusal))
    try:
        return _folded(Game(path, data, journal), journal)
    except Exception as problem:  # noqa: BLE001 - a report is wanted just then
        return Game(path, data, journal, refusal=f"{path}: {problem!r} on folding it")


def _newest(directory: Path) -> Game | None:
    """The newest game in which something was played or marked; the newest of all if there is none."""
    try:
        found = sorted(
            (path for path in directory.iterdir() if _JOURNAL(path.name)), key=_number, reverse=True
        )
    except OSError:
        return None
    games = [_read_if_possible(path) for path in found[:_LOOKED_AT]]
    return next((game for game in games if game.matters), games[0] if games else None)


def _read_if_possible(path: Path) -> Game:
    try:
        return read_game(path)
    except BadInput as refusal:
        return Game(path, b"", refusal=str(refusal))


def _number(path: Path) -> int:
    return int(path.stem)


def _folded(game: Game, journal: Journal) -> Game:
    marks: list[str] = []
    ended = replay_journal(journal, lambda *told: marks.extend(mark_lines(*told)))
    return replace(game, table=ended.table, marks=tuple(marks))


# The files of the report


def game_items(game: Game | None, directory: Path, *, names: bool) -> list[Item]:
    """Return the game's files; with the names of people only if `names`."""
    if game is None:
        return [Item("game.journal", None, f"missing: no game in {directory}")]
    if game.journal is None:
        if names and game.data:
            return [Item("game.journal", game.data, f"the journal as it is; {game.refusal}")]
        why = f"missing: {game.refusal}; as names cannot be left out of it, only --names packs it"
        return [Item("game.journal", None, why)]
    told = game.journal if names else without_names(game.journal)
    torn = "; its last line was not written whole, and is left out" if game.journal.torn else ""
    if game.journal.damaged:
        torn = f"; {len(game.journal.damaged)} damaged lines are left out{torn}"
    whole = Item("game.journal", _journal_text(game, told), f"the journal {game.path}{torn}")
    if game.table is None:
        return [whole, Item("game.log", None, f"missing: {game.refusal}")]
    return [
        whole,
        _sensor_log(told),
        Item(
            "game.pgn",
            _pgn(game, told),
            "its moves, as the journal gives them",
        ),
        _marks(game.marks),
    ]


def without_names(journal: Journal) -> Journal:
    """The journal with nothing of who played, and where: in its header, its orders, its tables."""
    records = tuple(each._replace(record=_record_without_names(each.record)) for each in journal.records)
    return replace(journal, header=_header_without_names(journal.header), records=records)


def _header_without_names(header: Header) -> Header:
    tags = {tag: NEUTRAL.get(tag, value) for tag, value in header.tags.items()}
    terms, comfort = replace(header.terms, round=""), replace(header.comfort, players=())
    return replace(header, tags=tags, terms=terms, comfort=comfort, private=())


def _record_without_names(record: Record) -> Record:
    match record:
        case Snapshot():
            header = _header_without_names(record.header)
            return record._replace(header=header, nodes=nodes_without_names(record.nodes))
        case Ordered(order):
            return replace(record, order=_order_without_names(order), who="")
    return record


def _order_without_names(order: Order) -> Order:
    match order:
        case NamePlayer(side, _):
            return NamePlayer(side, SOMEBODY)
        case NameGame(what, _):
            return NameGame(what, "")
        case Remember(_):
            return Remember(SOMEBODY)
        case Forget(_):
            return Forget(SOMEBODY.name)
    return order


def _journal_text(game: Game, told: Journal) -> bytes:
    """The sound part of a journal, or what is told of it, with the checksums that belong to that."""
    if told is game.journal and not told.damaged:
        return game.data[: told.sound_bytes]
    lines = [format_record(record, at_ms) for at_ms, record in told.records]
    return encode_text(format_start(told.header) + "".join(lines))


def _pgn(game: Game, told: Journal) -> str:
    """The PGN of what is told of a game that could be folded."""
    table = game.table if told is game.journal else replay_journal(told).table
    if table is None:
        raise ValueError("no table found, expected that of a game that was folded")
    return write_pgn(scoresheet(table), tags_with_names(told.header.tags, table.names))


def _sensor_log(journal: Journal) -> Item:
    try:
        text, lost = format_sensor_log(to_sensor_log(journal)), tuple(export_losses(journal))
    except Exception as problem:  # noqa: BLE001 - a report is wanted just then
        return Item("game.log", None, f"missing: {problem!r} on exporting the journal")
    without = f", without what such a log has no word for: {'; '.join(lost)}" if lost else ""
    return Item("game.log", text, f"the same as a sensor log{without}")


def _marks(marks: Sequence[str]) -> Item:
    if not marks:
        return Item("marks.txt", None, "missing: nobody has said in this game that something was wrong")
    return Item("marks.txt", "".join(f"{line}\n" for line in marks), "what stood where somebody said `wrong`")
