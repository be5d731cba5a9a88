"""The table of all readers of foreign bytes: what each may be given, and what it may refuse.

The law: whatever a reader is given, it accepts it or refuses it by one of its errors, whose text is one
printable line. A reader that is not here is not tried: a new one gets a row.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import chess

from jadoube.config.pinmap import load_pinmap
from jadoube.config.problems import BadInput
from jadoube.config.settings import load_settings, problems
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.language.control_read import read_control
from jadoube.core.language.control_words import control_meaning
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.events import parse_ordered
from jadoube.core.rules.rule_sets import parse_rules
from jadoube.drivers.reeds.serial_frames import Frames
from jadoube.formats.pairings import read_pairings
from jadoube.formats.sensorlog import parse_sensor_log, parse_start_fen, read_sensor_log
from jadoube.games.journal.fold import fold
from jadoube.games.journal.text import mend_journal, newest_part, parse_journal, read_journal
from jadoube.games.replay import replay, replay_journal
from jadoube.games.snapshots.snapshot import parse_snapshot
from jadoube.glances.glance import read_answer
from jadoube.glances.lines import read_from_page
from jadoube.links import detect
from jadoube.links.chesslink import link as chesslink_link
from jadoube.links.dgt import link as dgt_link
from jadoube.links.livechess import link as livechess_link
from jadoube.links.translation import Link
from jadoube.links.transports.byte_line import MOST_READ
from jadoube.mqtt import payloads
from jadoube.mqtt.payload_json import read_payload
from jadoube.online.game_state import GameState
from jadoube.online.lichess.answers import read_verdicts
from jadoube.online.lichess.broadcast_pgn import boards_of
from jadoube.online.lichess.play.lobby import Lobby
from jadoube.online.lichess.play.server_game import chat_lines, game_from, heard, message_of
from jadoube.online.lichess.rounds import read_rounds
from jadoube.web.spectators.deltas import Chain
from jadoube_sim.benchmarks.fuzz import doors, lichess_seeds, link_seeds, seeds
from jadoube_sim.benchmarks.fuzz.hall import hall_message
from jadoube_sim.benchmarks.fuzz.mutate import (
    Mutator,
    mangle,
    mangle_frames,
    mangle_journal,
    mangle_json,
    mangle_packed,
    mangle_snapshot_text,
)
from jadoube_sim.benchmarks.fuzz.seeds import Seeds
from jadoube_sim.hands.games import games_of
from jadoube_sim.page import asked
from jadoube_sim.transcripts import deliver, parse_transcript

Read = Callable[[bytes], object]
Open = Callable[[Path], AbstractContextManager[Read]]

SMALL_MB: Final = 48
PACKED_MB: Final = 400
"""A packed journal may have 64 MiB unpacked, which are split into lines."""


class Reader(NamedTuple):
    """A reader of foreign bytes.

    `open` gives, for a scratch folder, what reads one input. `refuses` are the errors by which it may refuse.
    `grows_mb` is how much more memory an input may take than there was.
    """

    name: str
    seeds: Seeds
    open: Open
    refuses: tuple[type[Exception], ...] = (BadInput,)
    mutate: Mutator = mangle
    grows_mb: int = SMALL_MB


def plain(read: Read) -> Open:
    """What reads bytes."""

    @contextmanager
    def opened(_folder: Path) -> Iterator[Read]:
        yield read

    return opened


def _text(read: Callable[[str], object]) -> Open:
    """What reads text: a byte that is not UTF-8 comes as the character for that, as sockets do it."""
    return plain(lambda data: read(data.decode("utf-8", "replace")))


def _file(read: Callable[[Path], object], name: str = "input") -> Open:
    """What reads a file."""

    @contextmanager
    def opened(folder: Path) -> Iterator[Read]:
        path = folder / name

        def each(data: bytes) -> object:
            path.write_bytes(data)
            return read(path)

        yield each

    return opened


def _settings(path: Path) -> object:
    found = problems(path)
    for problem in found:
        expect_line(str(problem))
    return load_settings(path)


def _games(data: bytes) -> object:
    found = list(games_of(data.decode("utf-8-sig", "replace"), "a.pgn"))
    for each in found:
        if isinstance(each, BadInput):
            expect_line(str(each))
    return found


def _pairings(data: bytes) -> object:
    found = read_pairings(data)
    for problem in found.problems:
        expect_line(problem.text)
    return found


def _typed_control(text: str) -> object:
    control = read_control(text)
    return control_meaning(control)


def _frames(data: bytes) -> object:
    """Take the bytes in pieces, as a line brings them."""
    frames = Frames()
    return [frames.take(data[at : at + 7]) for at in range(0, len(data), 7)]


def _messages(data: bytes) -> object:
    chain = Chain()
    chain.follow(b'{"version":1,"game":{"plies":[1,2]},"said":{"en":"a"}}', deltas=True)
    return chain.follow(data, deltas=True).since(1)


def _boards(data: bytes) -> object:
    """The boards of a game whose PGN is this."""
    return boards_of(GameState(lichess_seeds.BOARD, data.decode("utf-8", "replace"), over=False))


def _verdicts(data: bytes) -> object:
    """What this means, as an answer to a push of one game."""
    return read_verdicts(data, [lichess_seeds.BOARD])


def _payload(data: bytes) -> object:
    """What this means at a broker: as the first kind that it may be; else the least printable refusal."""
    refusals: list[ValueError] = []
    for kind in PAYLOADS:
        try:
            return read_payload(kind, data)
        except ValueError as problem:
            refusals.append(problem)
    raise min(refusals, key=lambda refusal: str(refusal).isprintable())


PAYLOADS: Final[Sequence[type]] = (
    *(payloads.PlayedGame, payloads.ClockState, payloads.Seating, payloads.Alarm, payloads.Answer),
    *(payloads.About, payloads.Lease, payloads.Presence, payloads.Request, payloads.Round),
)


def _game_at_server(data: bytes) -> object:
    """The game after these messages of its stream."""
    game = game_from(message_of(lichess_seeds.streams()[0].split(b"\n")[0]), chess.WHITE, 0)
    for line in data.split(b"\n"):
        game = heard(game, message_of(line), 0)
    return game


def _lobby(data: bytes) -> object:
    """What these events tell."""
    lobby = Lobby()
    for line in data.split(b"\n"):
        lobby.hear(message_of(line))
    return lobby


def _dgt(data: bytes) -> object:
    """Hear the bytes; every answer is a framed message."""
    messages = _said(dgt_link.begin(), data)
    if any(not each[0] & 0x80 or len(each) != each[1] << 7 | each[2] for each in messages):
        raise doors.Fault("an answer is no message")
    return messages


def _livechess(data: bytes) -> object:
    """Hear the bytes as one message, and again."""
    link, view = livechess_link.begin(), link_seeds.view()
    for _ in range(2):
        link, _ = link.hear(data, view)
    return link.show(view)


def _said(link: Link, data: bytes) -> list[bytes]:
    """Hear bytes in pieces, as a line brings them, and return what is said; in five seconds no more come."""
    view, messages = link_seeds.view(), list[bytes]()
    for at in range(0, min(len(data), 50 * MOST_READ), 7):
        link, said = link.hear(data[at : at + 7], view)
        messages += said.to_program
    _, said = link.show(view)
    return [*messages, *said.to_program]


def expect_line(text: str) -> None:
    """Raise a `Fault` if this is not one printable line of a bearable length."""
    if not text.isprintable():
        raise doors.Fault(f"{text[:200]!a} said, expected a printable line")
    if not 0 < len(text) <= LONGEST_LINE:
        raise doors.Fault(f"{len(text)} letters said, {text[:80]!a}, expected 1 to {LONGEST_LINE}")


LONGEST_LINE: Final = 1500
"""The longest text of a refusal: one that lists all header keys has 700 letters."""

_VALUE: Final = (ValueError,)

READERS: Final[Sequence[Reader]] = (
    Reader("configuration", seeds.configurations, _file(_settings, "a.toml")),
    Reader("pin-map", seeds.pin_maps, _file(load_pinmap, "a.toml")),
    Reader("journal", seeds.journals, plain(lambda data: parse_journal(data, "a")), mutate=mangle_journal),
    Reader(
        "mended-journal",
        seeds.journals,
        plain(lambda data: replay_journal(mend_journal(data, "a"))),
        mutate=mangle_journal,
    ),
    Reader(
        "newest-part",
        seeds.journals,
        plain(lambda data: fold(newest_part(data, "a"))),
        mutate=mangle_journal,
    ),
    Reader("packed-journal", seeds.journals, _file(read_journal), mutate=mangle_packed, grows_mb=PACKED_MB),
    Reader("snapshot", seeds.snapshots, _text(parse_snapshot), _VALUE, mangle_snapshot_text),
    Reader("typed-control", seeds.controls, _text(_typed_control), _VALUE),
    Reader("pgn-control", seeds.pgn_controls, _text(parse_time_control), _VALUE),
    Reader("order", seeds.orders, _text(read_ordered), _VALUE),
    Reader("journal-order", seeds.orders, _text(parse_ordered), _VALUE),
    Reader("rules", seeds.rules, _text(parse_rules), _VALUE),
    Reader("position", seeds.positions, _text(parse_start_fen), _VALUE),
    Reader("frames", seeds.frames, plain(_frames), (), mangle_frames),
    Reader("log", seeds.logs, _file(read_sensor_log)),
    Reader("replay", seeds.logs, _text(lambda text: replay(parse_sensor_log(text, "a")))),
    Reader("pairings", seeds.pairings, plain(_pairings), ()),
    Reader("pgn", seeds.pgn, plain(_games)),
    Reader("transcript", seeds.transcripts, _text(lambda text: deliver(parse_transcript(text, "a")))),
    Reader("control-socket", seeds.order_lines, doors.control, ()),
    Reader("glance-line", seeds.glances, _text(lambda text: read_from_page(text.partition("\n")[0])), _VALUE),
    Reader("glance-socket", seeds.glances, doors.glance, ()),
    Reader("far-glance", seeds.answers, doors.far_glance, ()),
    Reader("far-answer", seeds.verdicts, plain(read_answer), _VALUE, mangle_json),
    Reader("message", seeds.messages, plain(_messages), (ValueError, RecursionError), mangle_json),
    Reader("payload", seeds.payloads, plain(_payload), _VALUE, mangle_json),
    Reader("hall-message", seeds.board_states, hall_message, _VALUE, mangle_json),
    Reader("desk-page", seeds.deeds, _text(lambda text: asked.read(asked.parse(text))), _VALUE, mangle_json),
    Reader("http", seeds.requests, doors.http, ()),
    Reader("http-body", seeds.bodies, doors.http_body, (), mangle_json),
    Reader("websocket", seeds.sockets, doors.websocket, ()),
    Reader("dgt", link_seeds.dgt, plain(_dgt), ()),
    Reader(
        "chesslink",
        link_seeds.chesslink,
        plain(lambda data: _said(chesslink_link.begin(), data)),
        (),
        link_seeds.mangle_chesslink,
    ),
    Reader("auto", link_seeds.both, plain(lambda data: _said(detect.begin(), data)), ()),
    Reader("livechess", link_seeds.livechess, plain(_livechess), (), mangle_json),
    Reader("pushed-pgn", seeds.pgn, plain(_boards), ()),
    Reader("lichess-push", lichess_seeds.pushes, plain(_verdicts), (), mangle_json),
    Reader("lichess-rounds", lichess_seeds.rounds, plain(read_rounds), (), mangle_json),
    Reader("lichess-game", lichess_seeds.streams, plain(_game_at_server), _VALUE, mangle_json),
    Reader("lichess-chat", lichess_seeds.chats, plain(chat_lines), _VALUE, mangle_json),
    Reader("lichess-events", lichess_seeds.events, plain(_lobby), _VALUE, mangle_json),
)
