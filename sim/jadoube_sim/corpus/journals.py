"""The journals of a corpus: whole games on the desk, with what happens between the plies.

Hands play by a habit, and now and then somebody pauses, presses keys, gives an order, or the program begins
again. The real daemon and keeper run over the twin in virtual time; what they wrote is the journal. The
header's tags are fixed, and have no date of today, so that the same seed writes the same bytes.
"""

import asyncio
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import chess

from jadoube.config.settings import Settings, default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.events import BUTTONS, Ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.orders import Order
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table, Terms
from jadoube.daemon.service import GameKeeper, terms_of_settings
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.game_files import GameFiles
from jadoube.games.journal.header import header_for
from jadoube_sim.benchmarks.played.reading import Job, log_of
from jadoube_sim.corpus.logs import drawn_row
from jadoube_sim.desk import Beside, Desk, Ears
from jadoube_sim.hands.games import Game
from jadoube_sim.virtual import InlineExecutor, VirtualPace

CONTROLS = ("-", "7200+30", "300+3", "40/5400+30:1800+30", "600d5", "300y3x30", "*300", "^")
SCENES_PER_EDGE = 0.04
"""How often something happens before an edge of the hands, where they rest: some five times a game."""
REST_US = 300_000
"""Only where the hands have rested so long."""

TAP_US, HELD_US, BETWEEN_US = 100_000, 1_200_000, 400_000
"""A key that is tapped, a key that is held, and the time from one thing to the next."""
AT_END_US = 3_000_000
"""The board is stopped so long after the last deed."""

SCENES = (
    ("order pause", "wait 3000", "order play"),
    ("tap play", "wait 2000", "tap play"),
    ("tap play", "tap ok", "tap plus", "tap ok", "tap plus", "tap ok", "tap back", "tap back", "tap play"),
    ("tap ok", "tap minus", "tap ok", "tap minus", "tap ok", "tap back", "tap back"),
    ("tap ok", "wait 31000"),
    ("hold back", "tap ok"),
    ("hold back", "tap back"),
    ("tap back",),
    ("cut", "wait 1000", "tap play"),
    ("stop", "wait 5000", "tap play"),
    ("order time white +60", "order penalty white 120"),
    ("order counter 41",),
    ("order draw offer white", "order draw decline black"),
    ("order draw claim black",),
    ("order alternative", "wait 500", "order take"),
    ("order take back",),
    ("order pause", "order restore 4", "order play"),
    ("order promote knight",),
    ("order hints on", "order sound off", "order brightness 4"),
    ("order pause", "order rules fide", "order control 300+3", "order play"),
)
"""What may happen, word by word. `cut` takes the power away, `stop` ends the program in order; after both it
begins again."""

ENDINGS = (
    ("wait 2000",),
    ("order resign black", "wait 2000"),
    ("order draw offer white", "order draw accept black", "wait 2000"),
    ("order result 1/2-1/2", "wait 1000", "stop", "wait 2000"),
    ("order new game", "wait 2000", "tap white"),
    ("tap play", "tap ok", "tap ok", "tap ok", "wait 2000"),
)
"""What happens when the hands have done all."""

TAGS = {"Event": "Corpus", "White": "Zoë", "Black": "Max"}


@dataclass(frozen=True, slots=True)
class Restart:
    """The program ends, and begins again at once."""

    in_order: bool


Deed = Edge | Order | Restart
Timed = tuple[int, Deed]


class UndatedKeeper(GameKeeper):
    """The loop's keeper, but for the tags, which are fixed."""

    def begin(self, table: Table, now_ms: int) -> None:
        """Open the journal of a game that begins with this table."""
        self._tags = TAGS
        self._keeper.begin(header_for(table, now_ms, self._settings.board.scan_period_ms, TAGS), table)


def drawn_journals(games: Sequence[Game], seed: int, number: int) -> list[tuple[str, bytes]]:
    """Play the game of this number, counted from 1, and give the journals that the board wrote, with names.

    There is more than one where another game was begun.
    """
    rng = random.Random(f"{seed} journal {number}")
    row = drawn_row(rng, number, ("pressed", "clock"))
    log = log_of(Job(rng.choice(games), row, rng.randrange(2**32)))
    log = replace(log, time_control=rng.choice(CONTROLS), rules=rng.choice(list(RULE_SETS)))
    with TemporaryDirectory() as folder:
        asyncio.run(_play(log, list(_with_scenes(log, rng)), Path(folder)))
        journals = enumerate(sorted(Path(folder).glob("*.journal")), start=1)
        return [(f"{number:05}-{nth}-{row.manner}-{row.fault}", path.read_bytes()) for nth, path in journals]


def _with_scenes(log: SensorLog, rng: random.Random) -> Iterator[Timed]:
    """Give the edges of a log, with scenes between them; for so long the hands wait."""
    later_us = last_us = 0
    for edge in log.edges:
        if edge.at_us - last_us >= REST_US and rng.random() < SCENES_PER_EDGE:
            scene, later_us = _scene(rng.choice(SCENES), edge.at_us + later_us)
            yield from scene
            later_us -= edge.at_us
        last_us = edge.at_us
        at_us = edge.at_us + later_us
        yield at_us, edge._replace(at_us=at_us)
    scene, _ = _scene(rng.choice(ENDINGS), log.lasts_us + later_us)
    yield from scene


def _scene(words: Iterable[str], at_us: int) -> tuple[list[Timed], int]:
    """Give what is done in a scene that begins at an instant, and when it is over."""
    scene: list[Timed] = []
    for word in words:
        took_us, deeds = _deeds(word, at_us)
        scene += deeds
        at_us += took_us + BETWEEN_US
    return scene, at_us


def _deeds(word: str, at_us: int) -> tuple[int, list[Timed]]:
    """Read one word of a scene: how long it takes, and what is done."""
    verb, _, what = word.partition(" ")
    match verb:
        case "wait":
            return int(what) * 1000, []
        case "tap" | "hold":
            down_us = TAP_US if verb == "tap" else HELD_US
            press, release = Edge(at_us, "press", what), Edge(at_us + down_us, "release", what)
            return down_us, [(each.at_us, each) for each in (press, release)]
        case "order":
            return 0, [(at_us, parse_order(what))]
    return 0, [(at_us, Restart(in_order=verb == "stop"))]


async def _play(log: SensorLog, deeds: list[Timed], folder: Path) -> None:
    """Let the board run over all deeds, one process after the other where it begins again."""
    closed, begin_ms = log.reeds, 0
    deeds = [*deeds, (deeds[-1][0] + AT_END_US, Restart(in_order=True))]
    while deeds:
        restart = next(index for index, (_, deed) in enumerate(deeds) if isinstance(deed, Restart))
        life, deeds = deeds[: restart + 1], deeds[restart + 1 :]
        await _live(log, life, (begin_ms, closed), folder)
        closed, begin_ms = _after(closed, life), life[-1][0] // 1000


async def _live(log: SensorLog, deeds: list[Timed], begin: tuple[int, Occupancy], folder: Path) -> None:
    """Let the board run from where its power comes on to the restart that is the last deed."""
    settings, (begin_ms, closed) = default_settings(), begin
    files = GameFiles(folder, InlineExecutor(), _nobody)
    keeper = UndatedKeeper(files, settings)
    left = keeper.resume()
    pace = VirtualPace(settings.board.scan_period_ms, begin_ms=begin_ms, until_ms=begin_ms)
    terms, beside, ears = _terms(settings, log), Beside(keeper), Ears(_nobody)
    desk = Desk(settings, terms, closed=closed, left=left, pace=pace, beside=beside, ears=ears)
    if left:
        desk.daemon.resume(left.last_ms)
    else:
        keeper.begin(desk.table, begin_ms)
    desk.act(deed for _, deed in deeds if isinstance(deed, Edge))
    for at_us, deed in deeds:
        if not isinstance(deed, Edge | Restart):
            pace.schedule(at_us, partial(_obey, desk, deed))
    desk.begin()
    await desk.run_to(deeds[-1][0] // 1000)
    await (desk.leave() if deeds[-1][1] == Restart(in_order=True) else desk.cut())
    files.close()


def _terms(settings: Settings, log: SensorLog) -> Terms:
    control, rules = parse_time_control(log.time_control), RULE_SETS[log.rules]
    return replace(terms_of_settings(settings), start_fen=log.start, control=control, rules=rules)


def _obey(desk: Desk, order: Order) -> None:
    desk.daemon.feed(Ordered(order), desk.pace.now_ms())


def _nobody(_line: str) -> None:
    """Hear what the board has to say."""


def _after(closed: Occupancy, deeds: list[Timed]) -> Occupancy:
    """Give the reeds that are closed after what hands did."""
    for _, deed in deeds:
        if isinstance(deed, Edge) and deed.name not in BUTTONS:
            reed = chess.BB_SQUARES[chess.parse_square(deed.name)]
            closed = closed | reed if deed.word == "close" else closed & ~reed
    return closed
