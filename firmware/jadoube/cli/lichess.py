"""`jadoube lichess`: play on Lichess from the command line; the process of `jadoube online` does it.

    jadoube lichess seek 15 10          somebody who wants 15 minutes and 10 s a move
    jadoube lichess challenge NAME 5 3
    jadoube lichess ai 3 10 5           Lichess' computer at level 3
    jadoube lichess                     how it stands, and who challenges you
    jadoube lichess accept ID    decline ID    cancel    abort    resign    claim    rematch    chat TEXT

The law: it asks one question and prints how it stands. Moves, offers and resignation are the board's orders.
"""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from jadoube.cli.common.parser import Parser
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings
from jadoube.local.desk_call import NOBODY, ask_desk
from jadoube.local.desk_lines import DeskError

PLACE: Final = "jadoube lichess"


def main(argv: Sequence[str]) -> int:
    """Do what is asked, and say how it stands; exit status 2 if it cannot be done."""
    given = _parser().parse_args(argv)
    settings = load_settings(given.config)
    try:
        if given.deed:
            found = ask_desk(settings.online.socket, "play-do", do=given.deed, given=_told(given))
        else:
            found = ask_desk(settings.online.socket, "play")
    except DeskError as refusal:
        raise BadInput(PLACE, refusal.words["en"]) from None
    except OSError:
        raise BadInput(str(settings.online.socket), NOBODY) from None
    for line in _shown(found):
        print(line)
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog=PLACE, description="Play on Lichess (docs/lichess.md); without a word: how it stands."
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="the board's configuration")
    deeds = parser.add_subparsers(dest="deed", metavar="WHAT", parser_class=Parser)
    seek = deeds.add_parser("seek", help="look for somebody")
    _add_speed(seek)
    challenge = deeds.add_parser("challenge", help="challenge somebody")
    challenge.add_argument("user", metavar="NAME")
    _add_speed(challenge)
    ai = deeds.add_parser("ai", help="play Lichess' computer")
    ai.add_argument("level", type=int, metavar="LEVEL", help="1 to 8")
    _add_speed(ai, "?")
    for name, does in (("accept", "accept a challenge"), ("decline", "decline one")):
        deeds.add_parser(name, help=does).add_argument("id", metavar="ID")
    for name, does in _PLAIN.items():
        deeds.add_parser(name, help=does)
    deeds.add_parser("chat", help="write to the opponent").add_argument("text", metavar="TEXT")
    return parser


_PLAIN: Final = {
    "cancel": "look for nobody any more",
    "abort": "abort the game, before both have moved",
    "resign": "resign a game that the board has not joined",
    "claim": "claim the victory over an opponent who has left",
    "rematch": "play the same opponent again",
}


def _add_speed(parser: Parser, count: str | None = None) -> None:
    kinds: dict[str, Any] = {"type": int, "nargs": count, "default": 0} if count else {"type": int}
    parser.add_argument("minutes", metavar="MINUTES", **kinds)
    parser.add_argument("increment", metavar="SECONDS", help="a move", **kinds)
    parser.add_argument("--rated", action="store_true")
    parser.add_argument("--side", choices=("white", "black", "random"), default="random")


def _told(given: Namespace) -> dict[str, Any]:
    return {name: value for name, value in vars(given).items() if name not in ("deed", "config")}


def _shown(found: Mapping[str, Any]) -> Iterator[str]:
    """How it stands, a line for each thing."""
    game = found["game"]
    yield found["state"]
    if found["problem"]:
        yield found["problem"]["en"]
    if game:
        opponent = game["opponent"]
        level = opponent["ai_level"]
        name = opponent["name"] if level is None else f"the computer, level {level}"
        stands = f"{game['status']} {game['result']}".rstrip()
        yield f"{game['id']}: you have {game['side']} against {name}; {game['moves']} plies, {stands}"
    for each in found["challenges"]:
        yield f"{each['id']}: {each['who']} challenges you, {each['control']}"
    for each in found["chat"]:
        yield f"{each['who']}: {each['text']}"
