"""`jadoube pairings FILE`: shows a pairing list, and gives the running board the names of its game."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from jadoube.cli.common.give_order import give_order
from jadoube.cli.common.parser import Parser
from jadoube.config.files import read_bytes
from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings, load_settings
from jadoube.core.messages.names import REMEMBERED, Player, player_text
from jadoube.formats.pairings import EXPECTED, Pairing, Pairings, read_pairings

PLACE: Final = "jadoube pairings"
UNKNOWN: Final = ("", "?", "-")
"""Values of `game.round` and `game.board` that name none."""


def main(argv: Sequence[str]) -> int:
    """Show the list; give the board its orders if its number is known. Exit status 2 if nothing was read."""
    arguments = _parser().parse_args(argv)
    file: Path = arguments.file
    found = read_pairings(read_bytes(file, EXPECTED), file.name)
    for problem in found.problems:
        print(f"{file}:{problem.line}: {problem.text}", file=sys.stderr)
    if not (found.pairings or found.players):
        return 2
    if arguments.round is not None:
        _round(found, arguments.round, str(file))
    for line in _shown(found, arguments.round):
        print(line)
    settings = load_settings(arguments.config)
    if arguments.remember:
        _remember(found.players[:REMEMBERED], settings)
    elif not arguments.show:
        _name_the_game(found, arguments, settings)
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog=PLACE,
        description="Show a pairing list: PGN with headers, a table (CSV), or FIDE's TRF16. With the number "
        "of a board, give the running board the names of its game, and remember the other players. A line "
        "that cannot be read is named, and the rest is taken.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the pairing list")
    parser.add_argument("--round", metavar="N", help="the round; else the first with a game to come")
    parser.add_argument("--board", metavar="N", help="this board's number; else game.board")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the board's configuration")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--show", action="store_true", help="only show the list")
    only.add_argument(
        "--remember", action="store_true", help="name no game, only have the players remembered"
    )
    return parser


def _shown(found: Pairings, only: str | None) -> Iterator[str]:
    """The list as a table; one round of it if one is asked for."""
    if heads := ", ".join(filter(None, (found.event, found.site))):
        yield heads
    if found.boards_proposed and found.pairings:
        yield "the list has no board numbers: these are a proposal"
    pairings = found.pairings if only is None else found.of_round(only)
    rows = [("round", "board", "White", "Black", "result")]
    rows += [
        (each.round, each.board, _brief(each.white), _brief(each.black), each.result) for each in pairings
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if pairings:
        for row in rows:
            yield "  ".join(
                f"{text or '-':{width}}" for text, width in zip(row, widths, strict=True)
            ).rstrip()
    else:
        yield f"no pairing, {len(found.players)} players"


def _brief(player: Player) -> str:
    """A player as a table shows it."""
    known = [player.title, "" if player.rating is None else str(player.rating), player.federation]
    return f"{player.name} ({' '.join(filter(None, known))})" if any(known) else player.name


def _name_the_game(found: Pairings, arguments: Namespace, settings: Settings) -> None:
    """Give the board the names of its game, if it is known which board it is."""
    board = arguments.board or settings.game.board
    if board in UNKNOWN:
        return
    name = arguments.round or (settings.game.round if settings.game.round in found.rounds else found.due)
    pairing = _pairing(found, name, board, str(arguments.file))
    others = [each for each in found.players if each not in (pairing.white, pairing.black)]
    _remember(others[: REMEMBERED - 2], settings)
    for order in _orders(found, pairing):
        give_order(settings, order, PLACE)
    if pairing.result:
        print(f"in the list this game has the result {pairing.result}")
    players = f"{_brief(pairing.white)} - {_brief(pairing.black)}"
    print(f"the board has it: {players}, round {name or '?'}, board {board}")


def _pairing(found: Pairings, name: str, board: str, file: str) -> Pairing:
    """The pairing of this round and board; BadInput if there is none."""
    of_round = _round(found, name, file)
    if found_there := next((each for each in of_round if each.board == board), None):
        return found_there
    boards = ", ".join(each.board or "-" for each in of_round[:MOST_NAMED])
    more = ", ..." if len(of_round) > MOST_NAMED else ""
    raise BadInput(file, f"no board {board} in round {name or '?'} found, expected one of {boards}{more}")


def _round(found: Pairings, name: str, file: str) -> Sequence[Pairing]:
    """The pairings of a round; BadInput if the list has none of it."""
    of_round = found.of_round(name)
    if not of_round:
        known = ", ".join(filter(None, found.rounds))
        expected = f"one of {known}" if known else "a list with rounds"
        raise BadInput(file, f"no round {name} found, expected {expected}")
    return of_round


MOST_NAMED: Final = 40
"""So many boards are named in a refusal."""


def _orders(found: Pairings, pairing: Pairing) -> Iterator[str]:
    """The orders that name a game; what the list does not have is left as it is."""
    named = {"event": found.event, "site": found.site, "round": pairing.round, "board": pairing.board}
    yield from (f"{what} {text}" for what, text in named.items() if text)
    yield f"name white {player_text(pairing.white)}"
    yield f"name black {player_text(pairing.black)}"


def _remember(players: Sequence[Player], settings: Settings) -> None:
    """Have players remembered, so that the first of them comes first."""
    for player in reversed(players):
        give_order(settings, f"remember {player_text(player)}", PLACE)
    print(f"remembered: {len(players)} players")
