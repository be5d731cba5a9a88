"""Valid examples of all that is read, from which bad bytes are made.

The law: they are made by the program itself, or are what its documents show; each is accepted by its reader.
A folder of kept files (`tests/kept`) adds those that earlier versions wrote.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import chess

from jadoube.config.pinmap import REV_A
from jadoube.core.clock.presets import PRESETS
from jadoube.core.messages.events import Adjudicated, Ended, Event, Page, Reachable, parse_ordered
from jadoube.core.messages.scans import Scanned
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.drivers.reeds.serial_frames import frame
from jadoube.formats.sensorlog import SensorLog, format_sensor_log
from jadoube.games.journal.header import encode_text
from jadoube.games.journal.text import format_event
from jadoube.games.replay import replay
from jadoube.games.snapshots.snapshot import snapshot_text, take_snapshot
from jadoube.mqtt import payloads as values
from jadoube.mqtt.payload_json import write_payload
from jadoube_sim.benchmarks.fuzz.recorded import TAGS, recorded
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
from jadoube_sim.hands.games import Game, games_of

Seeds = Callable[[], list[bytes]]

EVERY: Final = 2
"""Completed plies between two snapshots of a journal."""

PLIES: Final = 6
"""Plies of each game: what is short is read quickly, and a mutation of it is seldom in vain."""


@cache
def games() -> tuple[Game, ...]:
    """The first plies of the built-in games."""
    text = files("jadoube_sim.hands").joinpath("games.pgn").read_text(encoding="utf-8")
    read = [each for each in games_of(text, "games.pgn") if isinstance(each, Game)]
    return tuple(Game(each.number, each.start_fen, each.moves[:PLIES]) for each in read)


@cache
def _logs() -> tuple[SensorLog, ...]:
    rows = (Row("plain", "none"), Row("club", "clock"), Row("plain", "pressed"), Row("plain", "clock"))
    return tuple(log_of(Job(game, row, 3)) for game, row in zip(games(), rows, strict=False))


def logs() -> list[bytes]:
    """Sensor logs of hands, and one with all words."""
    return [*(format_sensor_log(log).encode() for log in _logs()), _ALL_WORDS]


def payloads() -> list[bytes]:
    """What boards and the hall tell each other at a broker."""
    ada = values.Person("Ada", "GM", 2500, "17", "FRA")
    game = values.PlayedGame(
        *("aBcDeFgHiJkL", 7, 8, ada),
        san=("e4", "e5"),
        clk=(1000, None),
        doubt=(values.DoubtedPly(2, ("e6",)),),
    )
    call = values.Call(values.Need.HELP, {"en": "the clocks are stopped"}, 2)
    answer = values.Answer("1", ok=True, games=(values.KeptGame("aBcDeFgHiJkL", 2, "*"),))
    told = (
        *(game, values.ClockState(1000, 2000, "white", 0), values.Alarm((call,)), answer),
        *(values.Seating("s", ada, control="3+2"), values.Request("1", "Ada", "pause")),
        *(values.Presence(values.State.ON, 1), values.About("b", "1", "m", can=("order",))),
        *(values.Round("Open", boards=(values.PairedBoard("1", "b", ada, ada),)), values.Lease("h", 1)),
    )
    return [write_payload(each) for each in told]


def board_states() -> list[bytes]:
    """What a board says to a hall: a game that goes on from a position, with its text, and the others."""
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 30"
    tags = f'[Round "1"]\n[White "Berg"]\n[WhiteFideId "17"]\n[Result "1-0"]\n[SetUp "1"]\n[FEN "{fen}"]\n'
    text = f"{tags}\n30... e5 {{[%clk 1:00:00]}} 31. Nf3 1-0\n"
    berg = values.Person("Berg", "GM", 2500, "17", "FRA")
    game = values.PlayedGame("aBcDeFgHiJkL", 7, 8, berg, round="1", board="1", start_fen=fen)
    played = replace(game, san=("e5", "Nf3"), pgn=text, result="1-0", over=True, phase="over")
    doubted = replace(played, doubt=(values.DoubtedPly(2, ("e6",)),))
    call = values.Call(values.Need.HELP, {"en": "the clocks are stopped"}, 2)
    told = (
        *(game, doubted, values.ClockState(1000, 2000, "white", 0), values.Alarm((call,))),
        *(values.Seating("s", berg, control="3+2"), values.Presence(values.State.ON, 1)),
        values.About("b", "1", "m", can=("order",)),
    )
    return [write_payload(each) for each in told]


@cache
def journals() -> list[bytes]:
    """Journals with events, plies, snapshots and a gap, of games with a clock and without."""
    return [_journal(log) for log in _logs()]


def _journal(log: SensorLog) -> bytes:
    """The journal of a replayed log, with a snapshot after every few completed plies."""
    text, _ = recorded(log, EVERY)
    last_ms = log.lasts_us // 1000 + 1000
    return text + encode_text("".join(format_event(event, last_ms) for event in _RARE_EVENTS))


_RARE_EVENTS: Final[tuple[Event, ...]] = (
    *(parse_ordered("by arbiter pause"), parse_ordered("time white +60"), parse_ordered("take back")),
    parse_ordered('by arbiter "Anna Berg" pause'),
    *(Adjudicated(chess.STARTING_FEN, can_mate=True), Reachable(Page()), Ended()),
)


def snapshots() -> list[bytes]:
    """The texts of snapshots."""
    return [
        snapshot_text(take_snapshot(replay(log).table, log.lasts_us // 1000 + 1, 5, TAGS)).encode()
        for log in _logs()
    ]


def frames() -> list[bytes]:
    """Frames of a serial board, several in a row."""
    scans = (Scanned(chess.Board().occupied), Scanned(0, 3), Scanned((1 << 64) - 1, 0x7F), Scanned(1))
    return [b"".join(map(frame, scans)), frame(scans[0])]


def pgn() -> list[bytes]:
    """The built-in games, and one with all that PGN has."""
    return [files("jadoube_sim.hands").joinpath("games.pgn").read_bytes(), _PGN]


def configurations() -> list[bytes]:
    """Configurations, one with a value of each kind."""
    return [_CONFIGURATION, b"", b"version = 1\n"]


def pin_maps() -> list[bytes]:
    """The pin map of revision A."""
    return [REV_A.read_bytes()]


def controls() -> list[bytes]:
    """Time controls as people type them."""
    return [text.encode() for text in (*_CONTROLS, *PRESETS)]


def pgn_controls() -> list[bytes]:
    """Time controls as PGN and journals have them."""
    return list(_PGN_CONTROLS)


def orders() -> list[bytes]:
    """Orders, one of each kind."""
    return [line.encode() for line in _ORDERS.splitlines()]


def order_lines() -> list[bytes]:
    """What the control socket takes: orders, and such as are answered in each language."""
    return [
        *(order + b"\n" for order in orders()),
        b"json resign white\npause\njson control 3+2\n",
        b"json for 15 by arbiter writes Round 2\n",
    ]


def messages() -> list[bytes]:
    """Messages to a page, much shortened."""
    return [b'{"version":1,"game":{"plies":[1,2,3]},"said":{"en":"a","fr":"b"}}', b'{"a/b~c":[[],{},null]}']


def rules() -> list[bytes]:
    """Rule sets as journals have them."""
    changed = "fide flag_ends=no dead=proved illegal_penalty_s=120 touch_move=no repeated=claim"
    return [*(each.text.encode() for each in RULE_SETS.values()), changed.encode()]


def positions() -> list[bytes]:
    """Positions as FEN."""
    return [
        chess.STARTING_FEN.encode(),
        b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        b"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        b"8/8/8/8/8/8/8/k1K5 b - -",
    ]


def pairings() -> list[bytes]:
    """Pairing lists of each format."""
    players = (
        "   1      Ann                               1500",
        "   2      Bob                                   ",
    )
    trf = "".join(f"001 {player:87}  {2 - at:>4} {'wb'[at]}  \n" for at, player in enumerate(players))
    return [
        b'[Round "3.1"]\n[White "Ann"]\n[Black "Bob"]\n[WhiteElo "1500"]\n\n*\n',
        "Brett;Weiß;Elo;Schwarz;Elo;Ergebnis\n1;Ann;1500;Bob;;1:0\n".encode("cp1252"),
        b'1,"Carlsen, Magnus",Bob\n2,Cid,bye\n',
        f"012 Open\n{trf}".encode(),
    ]


def transcripts() -> list[bytes]:
    """Transcripts with all words."""
    return [_TRANSCRIPT, _SHORT_TRANSCRIPT]


def glances() -> list[bytes]:
    """What a page says to the board over the glance socket."""
    return [
        *(
            b"watch\nview 1\n",
            b"heed\nrest\n",
            b"link\nwatch\nrest\n",
            b"rest\n",
            b"pgn 12\nview 13\n",
            b"page none\n",
        ),
        *(b"page 192.168.1.7:8080 0427\n", b"page [fe80::1%eth0]:8080 0427\n"),
    ]


def answers() -> list[bytes]:
    """What the board says to a page over the glance socket."""
    return [
        b'view 1 {"version":1,"game":{"plies":[]}}\nmessage {"version":1}\n',
        b'view 1 {}\npgn 2 "[Event \\"?\\"]"\n',
        b'view 1 {}\nrefused "what was found"\n',
    ]


def verdicts() -> list[bytes]:
    """What the board answers to a page's order."""
    return [b'{"ok": {"en": "done"}, "effects": []}\n', b'{"refused": {"en": "no"}, "kind": "no-offer"}\n']


def deeds() -> list[bytes]:
    """What the page of the simulator asks for."""
    log = _ALL_WORDS.decode().replace("\n", "\\n").replace('"', "")
    return [
        *(b'{"do": "lift", "piece": 3}', b'{"do": "put", "piece": 3, "x": 3.5, "y": 1.25, "exact": true}'),
        *(b'{"do": "press", "button": "white"}', b'{"do": "order", "order": "control 3+2"}'),
        *(b'{"do": "fault", "kind": "stuck", "where": "e4", "on": true}', b'{"do": "power", "on": false}'),
        *(b'{"do": "set", "bounce_ms": 3, "reach": 0.5, "speed": 2}', b'{"do": "arrange"}'),
        b'{"do": "setup", "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}',
        b'{"do": "new", "control": "3+2", "rules": "fide"}',
        b'{"do": "hands", "pgn": "1. e4 e5 *", "game": 1, "manner": "tidy", "presses": true}',
        f'{{"do": "replay", "log": "{log}", "speed": 10}}'.encode(),
    ]


def requests() -> list[bytes]:
    """HTTP requests to the board's page."""
    paths = ["/", "/api/v1/view", "/api/v1/game.pgn", "/api/v1/openapi.json", "/static/app.js"]
    paths += ["/api/v1/control?text=3%2B2", "/api/v1/events?deltas=1", "/api/v1/socket?deltas=1"]
    posts = [("unlock", '{"pin": "1234"}'), ("orders", '{"order": "pause"}')]
    posts += [("join", '{"code": "x"}'), ("codes", '{"role": "spectator"}')]
    return [
        *(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() for path in paths),
        *(_post(f"/api/v1/{name}", body) for name, body in posts),
        UPGRADE,
    ]


def bodies() -> list[bytes]:
    """Bodies of orders to the board's page."""
    return [b'{"order": "%b"}' % text for text in orders()[:12]]


def sockets() -> list[bytes]:
    """Frames of a WebSocket from a client: text, ping, pong, fragments, close."""
    mask = b"\x01\x02\x03\x04"
    return [
        b"\x81\x85" + mask + b"hello",
        b"\x89\x80" + mask + b"\x8a\x80" + mask,
        b"\x01\x81" + mask + b"a" + b"\x80\x81" + mask + b"b",
        b"\x88\x82" + mask + b"\x02\xea",
        b"\x82\xfe\x01\x00" + mask + bytes(256),
    ]


def _post(path: str, body: str) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Authorization: Bearer x\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


UPGRADE: Final = (
    b"GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)

KEPT: Final[dict[str, tuple[str, ...]]] = {
    "log": ("logs/*.log",),
    "replay": ("logs/*.log",),
    "configuration": ("configurations/*-*.toml",),
    "order": ("orders/*.txt",),
    "journal-order": ("orders/*.txt",),
    "pairings": ("pairings/*.[pct]*",),
    "pgn": ("pgn/*.pgn", "logs/*.pgn"),
    **dict.fromkeys(("journal", "mended-journal", "newest-part", "packed-journal"), ("journals/*.journal",)),
}
"""The kept files of each reader."""


def kept(folder: Path, name: str) -> Iterator[bytes]:
    """Yield the kept files of a reader; orders line by line."""
    for pattern in KEPT.get(name, ()):
        for path in sorted(folder.glob(pattern)):
            data = path.read_bytes()
            if path.suffix == ".txt":
                yield from (line.partition(b" => ")[0] for line in data.splitlines() if line)
            else:
                yield data


_ALL_WORDS: Final = b"""jadoube-sensor-log 1
start 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
time-control 40/90+30:60
rules fide
illegal-verdict arbiter
closed 1000000000001010

0.5000 open e2
0.6500 close e4
0.7000 press white  # its lever
0.8000 release white
# wrong at 0.9000
1.0000 cut e
1.5000 ground 3
1.6000 mend 3
1.7000 power f
1.8000 mend f
2.0000 mend e
2.1000 chatter a1
2.9000 rest a1
60.0000 end
"""

_TRANSCRIPT: Final = b"""# Every word.

start 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
time-control 60+1

  1.000 > key black
  2.000 > move e4
  4.000 > key white
  5.000 > show
  6.000 > order resign black
  7.000 > words fr
  8.000 > explain
  9.000 > open e4
  9.500 > close e4
 10.000 > end
"""

_SHORT_TRANSCRIPT: Final = b"# A move.\n\n  1.000 > move e4\n  2.000 > move Nf6\n  3.000 > show\n"

_CONFIGURATION: Final = b"""version = 1
[board]
pinmap = "rev_a"
scan_period_ms = 4
orientation = "black-below"
[game]
time_control = "40/90+30:30+30"
presets = ["20+5", "fide", "40/90+15+30"]
event = "Club championship"
[rules]
flag_ends = true
dead = "proved"
illegal_penalty_s = 60
[reeds]
gpio_chip = 4
serial_port = "/dev/ttyACM1"
[[link]]
protocol = "dgt"
port = "/dev/ttyGS0"
[[link]]
protocol = "livechess"
pages = ["https://chess.example.org"]
"""

_PGN: Final = b"""[Event "?"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]
[TimeControl "180+2"]

1. e4 {[%clk 0:02:58]} (1. e3 Kd7 (1... Ke7 $1)) 1... Kd7! $14 2. e5 ; to the end
Ke7 1/2-1/2

[Event "b"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *
"""

_CONTROLS: Final = (
    *("3+2", "40/90+30:30+30", "fide", "none", "blitz 3+2", "90 min + 30 s", "30 d5", "5 b3", "10+3x30", "-"),
    *("hourglass 3", "count-up", "5 ; 3+2", "40/120:20/60", "0.5", "1 h 30 min + 30", "pgn:300+2"),
)
_PGN_CONTROLS: Final = (
    *(b"180+2", b"40/5400+30:1800+30", b"-", b"300 ; 60+1", b"*180", b"1800y3x30", b"300d5", b"300b5", b"^"),
)

_ORDERS: Final = """resign white
draw offer black
draw claim white Nf3
by arbiter time white +60
time black 0:05:00
moves white 23
period black 2
counter 41
restore 24
stands white d4=p e5=N
penalty white 120
verdict penalty
result 1/2-1/2
take back
promote knight
take Nf3
new game
control 40/90+30:30+30
control pgn:300 ; 60+1
rules fide
brightness 4"""
