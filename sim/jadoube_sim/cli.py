"""`jadoube sim`: the board on the desk.

It decides which face is shown: a page in a browser; or on a terminal a picture where one can be drawn, else
words line by line, or a play with its progress. What is wrong on the command line is refused in one line,
with exit status 2.
"""

import argparse
import asyncio
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import chess

from jadoube import __version__
from jadoube.cli.common.control_argument import control_in_seconds
from jadoube.cli.common.parser import Parser
from jadoube.cli.selftest import finish
from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings, default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.language.control_words import control_explanation
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.daemon.ending import leave
from jadoube.daemon.real_time import today
from jadoube.formats.sensorlog import format_sensor_log, parse_start_fen
from jadoube.local.named_output import write_output
from jadoube.selftest.report import About
from jadoube_sim.hands import MANNERS
from jadoube_sim.hands.games import Game, read_games
from jadoube_sim.linked import add_links, shown_to_links
from jadoube_sim.selftest.run import EXAMPLES, SCANNING, try_out
from jadoube_sim.terminal.plays import Progress, play_games
from jadoube_sim.terminal.script import Told, run_script
from jadoube_sim.terminal.session import Session
from jadoube_sim.terminal.start import Start

INTERRUPTED = 130
BOARDS_OWN = "15+10"
"""The time control that a board starts with, and so does the picture; scripts and plays have no clock."""


def main(argv: Sequence[str]) -> int:
    """Run the board on the desk until somebody leaves; give the exit status, whatever hangs."""
    threads = threading.enumerate()
    status = _hall(argv[1:]) if argv[:1] == ["hall"] else _status(argv)
    leave(status, threads)
    return status


def _hall(argv: Sequence[str]) -> int:
    """Run a whole hall on the desk; it has a command line of its own."""
    from jadoube_sim.hall import command  # noqa: PLC0415 - heavy, and a board alone does without

    try:
        return command.main(argv)
    except BadInput as refusal:
        print(refusal, file=sys.stderr)
        return 2


def _status(argv: Sequence[str]) -> int:
    try:
        return asyncio.run(_run(_parser().parse_args(argv)))
    except BadInput as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read it has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


async def _run(asked: argparse.Namespace) -> int:
    """Choose the face; whatever ends it, what was played is printed."""
    on_page = not (asked.terminal or asked.play or asked.selftest)
    on_screen = not on_page and _can_draw()
    games, status = _asked_for(asked) if asked.play else ([], 0)
    start = _start(asked, has_face=on_screen or on_page)
    if asked.time_control:
        understood = control_explanation(parse_time_control(start.time_control))
        print(
            put_in_words(understood, asked.language), file=sys.stdout if on_page else sys.stderr, flush=True
        )
    if on_page:
        return await _on_page(start, asked)
    _refuse_page_options(asked)
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    if asked.selftest:
        return await _selftest(asked)
    if asked.play:
        return max(status, await _play(games, start, asked, on_screen=on_screen))
    return await (_on_screen(start, asked) if on_screen else _line_by_line(start, asked))


async def _on_page(start: Start, asked: argparse.Namespace) -> int:
    try:
        from jadoube_sim.page.run import Where, run_page  # noqa: PLC0415 - heavy, and a script does without
    except ImportError as problem:
        found = f"package {problem.name} not found, expected it: pip install 'jadoube[sim]', or --terminal"
        raise BadInput("jadoube sim", found) from problem
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    bench = await run_page(start, Where(asked.port, asked.open, asked.lan), stop)
    _print(bench.pgn())
    if asked.record:
        write_output(asked.record, format_sensor_log(bench.log()).encode("ascii"))
    return 0


async def _on_screen(start: Start, asked: argparse.Namespace) -> int:
    from jadoube_sim.terminal.screen import Screen  # noqa: PLC0415 - heavy, and a script does without

    screen = Screen(bell=asked.bell)
    with start.shelf(screen.ears) as shelf:
        desk = start.desk(shelf, screen.ears, screen.after_scan, left=shelf.left())
        session = start.session(desk)
        with suppress(asyncio.CancelledError):
            async with desk, shown_to_links(desk, start.links, screen.ears.say):
                screen.begin(session)
                await screen.run()
    _finish(session, asked)
    return 0


async def _line_by_line(start: Start, asked: argparse.Namespace) -> int:
    told = Told()
    status = INTERRUPTED
    with start.shelf(told.ears) as shelf:
        desk = start.desk(shelf, told.ears, left=shelf.left())
        session = start.session(desk)
        with suppress(asyncio.CancelledError):
            async with desk, shown_to_links(desk, start.links, told.ears.say):
                status = await run_script(session, told)
    _finish(session, asked)
    return status


async def _play(games: Sequence[Game], start: Start, asked: argparse.Namespace, *, on_screen: bool) -> int:
    if not on_screen:
        progress = Progress(sys.stderr, over=sys.stderr.isatty())
        return await _unless_interrupted(
            play_games(games, start, progress, lambda session: _finish(session, asked))
        )
    from jadoube_sim.terminal.screen import Screen  # noqa: PLC0415 - heavy, and a script does without

    screen = Screen(watching=True, bell=asked.bell)
    played: list[Session] = []
    status = await _unless_interrupted(screen.while_doing(play_games(games, start, screen, played.append)))
    if screen.last_picture:
        print(screen.last_picture, file=sys.stderr)
    for session in played:
        _finish(session, asked)
    return status


async def _selftest(asked: argparse.Namespace) -> int:
    settings = _settings(asked)
    outcome = await try_out(settings, asked.fault, seed=asked.seed)
    return finish(outcome, About(__version__, today(), settings.pins, SCANNING), None)


async def _unless_interrupted(doing: Awaitable[None]) -> int:
    try:
        await doing
    except asyncio.CancelledError:
        return INTERRUPTED
    return 0


def _finish(session: Session, asked: argparse.Namespace) -> None:
    """Print the PGN, then write the record."""
    _print(session.pgn())
    if asked.record:
        write_output(asked.record, format_sensor_log(session.desk.log()).encode("ascii"))


def _print(pgn: str) -> None:
    sys.stdout.write(pgn)
    sys.stdout.flush()


def _can_draw() -> bool:
    """Whether there is a terminal to draw on and to type at."""
    drawn = any(stream is not None and stream.isatty() for stream in (sys.stdout, sys.stderr))
    typed = sys.stdin is not None and sys.stdin.isatty()
    return drawn and typed and os.environ.get("TERM", "") not in ("", "dumb", "unknown")


# What was asked for


def _refuse_page_options(asked: argparse.Namespace) -> None:
    """Refuse what only a page knows where there is none."""
    if asked.port is not None:
        raise BadInput("--port", _PAGELESS)
    if asked.lan:
        raise BadInput("--lan", _PAGELESS)
    if asked.links and asked.selftest:
        raise BadInput("--link", "found beside --selftest, expected one of them")


def _start(asked: argparse.Namespace, *, has_face: bool) -> Start:
    """Fill in what was left out: it depends on whether there is a face to look at."""
    if asked.game and not asked.play:
        raise BadInput("--game", "found without --play, expected the PGN file that it is a game of")
    if asked.games and asked.record:
        raise BadInput("--record", "found beside --games, expected one of them: a journal has it all")
    plays_itself = asked.play is not None
    control = asked.time_control or (control_in_seconds(BOARDS_OWN) if has_face and not plays_itself else "-")
    presses = (control != "-" or plays_itself) if asked.presses is None else asked.presses
    speed = (1.0 if has_face else None) if asked.speed is None else asked.speed
    return Start(
        _settings(asked),
        time_control=control,
        start_fen=asked.fen or chess.STARTING_FEN,
        manner=asked.manner,
        presses=presses,
        seed=asked.seed,
        speed=speed or None,
        directory=asked.games,
        links=asked.links,
    )


def _settings(asked: argparse.Namespace) -> Settings:
    """Give the board's configuration: the defaults, but for what was asked."""
    settings = default_settings()
    return replace(
        settings,
        game=replace(settings.game, rules=asked.rules),
        board=replace(settings.board, language=asked.language),
    )


def _asked_for(asked: argparse.Namespace) -> tuple[list[Game], int]:
    """Read the games to play; one that cannot be played is told, and makes the exit status 2."""
    if asked.fen:
        raise BadInput("--fen", "found beside --play, expected one of them: a game has its own start")
    games = list(read_games(asked.play))
    if asked.game is not None:
        if not 1 <= asked.game <= len(games):
            raise BadInput(asked.play, f"game {asked.game} asked for, expected 1 to {len(games)}")
        games = games[asked.game - 1 : asked.game]
    if asked.record and len(games) > 1:
        raise BadInput("--record", f"{len(games)} games to be played found, expected one: --game N")
    refused = [game for game in games if isinstance(game, BadInput)]
    for refusal in refused:
        print(refusal, file=sys.stderr)
    return [game for game in games if isinstance(game, Game)], 2 if refused else 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="jadoube sim",
        description="The board on the desk: the real firmware over simulated electronics, as a page in a "
        "browser. With --terminal it is a picture with a line to type on, or where there is no terminal the "
        "same words are read from standard input line by line, and nobody waits; help lists them. Leaving "
        "prints the games as PGN on standard output.",
    )
    yes_no = argparse.BooleanOptionalAction
    add = parser.add_argument
    add("--terminal", action="store_true", help="the board in this terminal, or as words in a script")
    add("--port", type=_port, metavar="N", help=_PORT_HELP)
    add("--lan", action="store_true", help=_LAN_HELP)
    add("--open", action=yes_no, default=True, help="open a browser, where there is a desktop; default")
    add("--play", metavar="GAME.pgn", help="play the games of this file, one after the other")
    add("--game", type=_counted, metavar="N", help="of that file only game N, counted from 1")
    add(
        "--manner", choices=MANNERS, default="tidy", metavar="NAME", help=f"of the hand: {', '.join(MANNERS)}"
    )
    add("--speed", type=_speed, metavar="X", help=_SPEED_HELP)
    add("--time-control", type=control_in_seconds, metavar="TC", help=_TIME_CONTROL_HELP)
    add("--rules", choices=RULE_SETS, default="club", metavar="NAME", help=_RULES_HELP)
    add("--language", choices=LANGUAGES, default="en", metavar="LANGUAGE", help=_LANGUAGE_HELP)
    add("--fen", type=_fen, metavar="FEN", help="the start position, if not the usual one")
    add(
        "--presses",
        action=yes_no,
        help="press the lever after each move; default where there is a clock, and for --play",
    )
    add("--bell", action="store_true", help="ring the terminal's bell with each sound of the board")
    add("--seed", type=int, default=0, metavar="S", help="of all that is drawn by lot; default 0")
    add("--games", type=Path, metavar="DIR", help=_GAMES_HELP)
    add("--selftest", action="store_true", help=_SELFTEST_HELP)
    add("--fault", action="append", default=[], metavar="KIND:WHERE", help=f"for it: {EXAMPLES}")
    add("--record", type=_new_file, metavar="FILE", help="write what reeds and buttons did as a sensor log")
    add_links(parser)
    return parser


_PAGELESS = "found without a page, expected neither --terminal, --play nor --selftest"
_LAN_HELP = (
    "let phones and other machines of this network reach the board's page; default: this machine alone"
)
_PORT_HELP = "of the page; default 8064, or where that is taken any that is free; 0 for any"
_SPEED_HELP = "virtual seconds in a real one, such as 20, or max; default 1 for a page or a picture, else max"
_TIME_CONTROL_HELP = (
    f'minutes and seconds a move, such as 3+2, or a preset such as "blitz 3+2", or - for no clock; default '
    f"{BOARDS_OWN} for a page or a picture, else -"
)
_RULES_HELP = f"the rule set: {', '.join(RULE_SETS)}; default club"
_LANGUAGE_HELP = f"in which the board says how things stand: {', '.join(LANGUAGES)}; default en"
_SELFTEST_HELP = "try the board out as `jadoube selftest` does, by a tester in virtual time"
_GAMES_HELP = "keep journals and PGN files there, as the board does, and take up the game that was left there"
FASTEST = 1000.0
SLOWEST = 0.01


def _speed(text: str) -> float:
    """Give the speed; 0 for max."""
    if text == "max":
        return 0.0
    with suppress(ValueError):
        if SLOWEST <= float(text) <= FASTEST:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} found, expected {SLOWEST} to {FASTEST:.0f}, or max")


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} found, expected 0 to 65535")


def _counted(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} found, expected a number from 1")


def _fen(text: str) -> str:
    try:
        return parse_start_fen(text).fen(en_passant="fen")
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from problem


def _new_file(text: str) -> Path:
    """Refuse before an hour is played what could not be written after it."""
    path = Path(text)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a file in a folder that is there")
    return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
