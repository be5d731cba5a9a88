"""The kept corpus: files as each version wrote them, and what the program of now reads in them."""

import json
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import chess

from jadoube.core.display.effect_text import clock_text, game_text
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.names import player_text
from jadoube.core.messages.settings import AT_EASE, Comfort
from jadoube.core.state.table import Table
from jadoube.formats.pgn import write_pgn
from jadoube.formats.pgn_tags import whole_tags
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.journal.fold import fold
from jadoube.games.journal.header import Header
from jadoube.games.journal.text import Journal, format_record, format_start
from jadoube.games.replay import replay
from jadoube.glances.glance import Glance
from jadoube.glances.messages import message

KEPT = Path(__file__).parents[2] / "kept"


def kept(folder: str, ending: str) -> list[Path]:
    """The kept files of a format, by their names."""
    return sorted((KEPT / folder).glob(f"*.{ending}"))


def expected(folder: str) -> dict[str, Any]:
    """What stands beside the kept files of a format: for each file what is read in it."""
    return tomllib.loads((KEPT / folder / "expected.toml").read_text("utf-8"))


def orders(name: str) -> list[tuple[str, str]]:
    """The kept orders of a file, each with its one text."""
    lines = (KEPT / "orders" / name).read_text("utf-8").splitlines()
    return [(before, after) for before, _, after in (line.partition(" => ") for line in lines) if after]


def read_of_journal(journal: Journal) -> dict[str, str]:
    """What a journal holds and what its game is, in words that no change of the program's insides changes."""
    header = journal.header
    terms, folded = header.terms, fold(journal)
    return {
        "control": terms.control.text if terms.control else "-",
        "rules": terms.rules.text,
        "settings": f"debounce {terms.debounce_ms} ms, tenths below {terms.tenths_below_s} s, "
        f"low time {terms.low_time_s} s, scans every {header.scan_period_ms} ms",
        "orientation": {None: "open", False: "white below", True: "black below"}[terms.turned],
        "language": terms.language,
        "comfort": _read_of_comfort(header.comfort),
        "page": "known" if header.reachable else "unknown",
        "contacts": f"{header.reeds.settled:016x} {header.buttons.settled:02x} at {header.from_ms}",
        "tags": " | ".join(f"{name} {value!a}" for name, value in header.tags.items()),
        "events": f"{len(journal.events)}, the last at {journal.events[-1].at_ms}",
        "game": game_text(folded.table),
        "clock": clock_text(folded.table, folded.last_ms),
        **_read_of_names(header, folded.table),
    }


def _read_of_names(header: Header, table: Table) -> dict[str, str]:
    """The names at the end, where orders have changed them."""
    if table.names == header.names:
        return {}
    names = whole_tags(table.names).items()
    private = [
        name
        for side, name in zip(chess.COLORS, chess.COLOR_NAMES[::-1], strict=True)
        if table.names.player(side).private
    ]
    return {
        "names": " | ".join(
            [*(f"{name} {value!a}" for name, value in names), *(f"{name} private" for name in private)]
        )
    }


def _read_of_comfort(comfort: Comfort) -> str:
    """The first two settings, and of those that came later what is not as it was before them."""
    later = (each.name for each in fields(Comfort) if each.name not in ("sound", "brightness"))
    changed = [name for name in later if getattr(comfort, name) != getattr(AT_EASE, name)]
    return ", ".join(f"{name} {_kept_text(comfort, name)}" for name in ("sound", "brightness", *changed))


def _kept_text(comfort: Comfort, name: str) -> str:
    if name == "by_hand":
        return " | ".join(control.text for control in comfort.by_hand)
    if name == "players":
        return " || ".join(map(player_text, comfort.players))
    return str(getattr(comfort, name))


def written_again(journal: Journal) -> str:
    """A journal as this version would have written it."""
    records = (format_record(record, at_ms) for at_ms, record in journal.records)
    return format_start(journal.header) + "".join(records)


def read_of_log(log: SensorLog) -> dict[str, str]:
    """What a sensor log holds, and what its game is."""
    table = replay(log).table
    return {
        "start": log.start,
        "control": log.time_control,
        "rules": log.rules,
        "closed": f"{log.reeds:016x}",
        "edges": " ".join(f"{at_us}:{word}:{name}" for at_us, word, name in log.edges),
        "ends": str(log.end_us),
        **({"marks": " ".join(map(str, log.marks))} if log.marks else {}),
        "game": game_text(table),
        "clock": clock_text(table, log.lasts_us // 1000 + 1),
    }


def pgn_of(table: Table, tags: dict[str, str]) -> str:
    """The PGN of a table's game."""
    return write_pgn(scoresheet(table), tags)


def message_of(table: Table, now_ms: int, tags: dict[str, str]) -> Any:
    """What a page gets, decoded."""
    return json.loads(message(Glance(table, now_ms, (), tags)).text)
