"""`jadoube links check FOLDER`: reads recorded streams of real boards with the framing of this program.

For each file it prints the messages by kind, the bytes that are no message with their offsets, the positions,
and the games that they show. Bytes that are no message, or a last position to which no legal move leads, make
the status 1; a file that cannot be read makes it 2.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

import chess

from jadoube.config.problems import BadInput
from jadoube.core.rules.game_line import numbered_san
from jadoube.links.chesslink.framing import next_command
from jadoube.links.dgt.framing import take_commands
from jadoube.links.livechess.link import placed
from jadoube.links.recorded.files import ENDINGS, Recorded, read_recorded
from jadoube.links.recorded.games import Game, follow
from jadoube.links.recorded.reading import Reading

MOST_STRAYS: Final = 20
"""So many places of bytes that are no message are named."""


def check(folder: Path, out: TextIO) -> int:
    """Check all recorded files of a folder; return the exit status. BadInput if there is no such file."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS and path.is_file())
    if not paths:
        raise BadInput(str(folder), f"no recorded stream found, expected files {' '.join(ENDINGS)}")
    status = 0
    for path in paths:
        try:
            recorded, reading = read_recorded(path)
        except BadInput as refusal:
            out.write(f"{refusal}\n")
            status = 2
            continue
        games = follow(_positions(reading))
        out.writelines(f"{line}\n" for line in _report(path.relative_to(folder), recorded, reading, games))
        if reading.strays or any(game.last for game in games):
            status = max(status, 1)
    return status


def _positions(reading: Reading) -> list[str]:
    return [message.pieces for message in reading.messages if message.pieces]


def _report(path: Path, recorded: Recorded, reading: Reading, games: list[Game]) -> Iterator[str]:
    """The lines about one file."""
    kinds = Counter(message.kind for message in reading.messages)
    yield f"{path}: {reading.protocol}, {len(recorded.board)} bytes of the board"
    yield f"  messages: {_counted(kinds) or 'none'}"
    if recorded.program:
        yield f"  of the program: {_counted(_commands(reading.protocol, recorded.program)) or 'none'}"
    if reading.strays:
        places = [f"{stray.length} at {stray.begins}" for stray in reading.strays[:MOST_STRAYS]]
        more = len(reading.strays) - len(places)
        unit = "lines" if reading.protocol == "LiveChess" else "bytes"
        yield f"  no message: {', '.join(places)}{f' and {more} more' if more else ''} ({unit})"
    yield f"  positions: {len(_positions(reading))}"
    for number, game in enumerate(games, start=1):
        yield f"  game {number}: {_game_text(game)}"
        if game.last:
            yield f"    no legal move leads to its last position: {placed(game.last)}"


def _counted(kinds: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))


def _commands(protocol: str, data: bytes) -> Counter[str]:
    """The commands of a program, by name."""
    if protocol == "DGT":
        return Counter(command.code.name.lower().replace("_", " ") for command in take_commands(data)[0])
    found: Counter[str] = Counter()
    at = 0
    while True:
        command, at = next_command(data, at, checked=True)
        if not command:
            return found
        found[command[0]] += 1


def _game_text(game: Game) -> str:
    line = game.line
    played = [
        numbered_san(each) if each.mover == chess.WHITE or each.ply == 1 else each.san
        for each in line.plies()
    ]
    begin = line.back_to(0).board
    start = "" if begin.fen() == chess.STARTING_FEN else f"from {begin.board_fen()} "
    return start + (" ".join(played) or "no move")
