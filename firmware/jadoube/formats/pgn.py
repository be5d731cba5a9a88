"""PGN: games written for other programs, and read from them.

The writing is python-chess's; what stands here is which tags and comments our games bear. Reading serves
the simulator, which plays such games.
"""

from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn

from jadoube.config.problems import BadInput
from jadoube.core.effects import Termination
from jadoube.core.scoresheet import Ply, Scoresheet

TERMINATIONS = {
    Termination.FLAG_FELL: "time forfeit",
    Termination.UNFINISHED: "unterminated",
}
"""PGN's words for how a game ended, where it is not `normal`."""

SEVEN_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")


def write_pgn(sheet: Scoresheet, tags: dict[str, str] | None = None) -> str:
    """Write one game, ending with an empty line; `tags` are names and event, as far as they are known."""
    game = chess.pgn.Game()
    for name in SEVEN_TAGS[:-1]:
        game.headers[name] = (tags or {}).get(name) or game.headers[name]
    if sheet.start_fen != chess.STARTING_FEN:
        game.setup(chess.Board(sheet.start_fen))
    game.headers["Result"] = sheet.result
    game.headers["TimeControl"] = sheet.control.text if sheet.control else "-"
    if sheet.outcome:
        game.headers["Termination"] = TERMINATIONS.get(sheet.outcome.termination, "normal")
    game.headers["RuleSet"] = sheet.rules.name
    node: chess.pgn.GameNode = game
    for ply in sheet.plies:
        node = node.add_variation(ply.move, comment=_comment(ply))
        if ply.remaining_ms is not None:
            node.set_clock(ply.remaining_ms / 1000)
    return f"{game}\n\n"


def read_games(path: Path) -> Iterator[chess.pgn.Game]:
    """Read the games of a file one by one; BadInput says what cannot be read."""
    number = 0
    try:
        with path.open(encoding="utf-8-sig", errors="strict") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                number += 1
                _refuse_broken(game, f"{path}: game {number}")
                yield game
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(str(path), f"cannot be read ({error}), expected a PGN file") from error
    if not number:
        raise BadInput(str(path), "no game in it, expected a PGN file")


def _refuse_broken(game: chess.pgn.Game, place: str) -> None:
    if game.errors:
        raise BadInput(place, f"{game.errors[0]}, expected legal moves in SAN")
    variant = game.headers.get("Variant", "Standard")
    if variant.lower() not in ("standard", "chess", "from position"):
        raise BadInput(place, f"is of the variant {variant}, expected standard chess")


def _comment(ply: Ply) -> str:
    return f"doubt: {', '.join(ply.doubts)}" if ply.doubts else ""
