"""The intake: what each message of the broker means for boards, rounds, store, lease and requests.

The law: a message that cannot be read changes nothing, and is told once, with the board, the place, what was
found and what was expected. It refuses to know the connection.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.glances.faults import Faults
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.exchange.board_fold import Payload
from jadoube.hall.exchange.lease import LeaseKeeper
from jadoube.hall.exchange.requests import Requests
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.troubles import Kind, Trouble
from jadoube.local.desk_lines import Words
from jadoube.mqtt import topics
from jadoube.mqtt.connection import Told
from jadoube.mqtt.payload_json import read_payload
from jadoube.mqtt.payloads import (
    About,
    Alarm,
    Answer,
    ClockState,
    Lease,
    PlayedGame,
    Presence,
    Round,
    Seating,
)

PAYLOADS: Final[Mapping[topics.Kind, type[Payload]]] = {
    topics.Kind.ONLINE: Presence,
    topics.Kind.ABOUT: About,
    topics.Kind.GAME: PlayedGame,
    topics.Kind.CLOCK: ClockState,
    topics.Kind.ALARM: Alarm,
    topics.Kind.TABLE: Seating,
}


class Parts(NamedTuple):
    """What the intake gives to."""

    boards: Boards
    store: Store
    rounds: RoundKeeper
    lease: LeaseKeeper
    requests: Requests
    catch_up: Callable[[str], None]
    """Has the kept games of a board compared."""
    adopt: Callable[[Round], None]
    """Takes a round that stands at the broker."""
    seated: Callable[[str, Seating | None], None]
    """Takes what stands at a board's table."""


def filters(hall: str, asker: str) -> tuple[str, ...]:
    """Return what is subscribed to: the lease first, as it says whether this program's round counts."""
    return (
        topics.lease_topic(hall),
        topics.round_topic(hall),
        *(topics.state_topic(hall, topics.ONE, kind) for kind in PAYLOADS),
        topics.answer_topic(hall, topics.ONE, asker),
    )


class Intake:
    """Takes the messages of a hall."""

    def __init__(self, hall: str, parts: Parts, faults: Faults) -> None:
        self._round_topic, self._lease_topic = topics.round_topic(hall), topics.lease_topic(hall)
        self._parts, self._faults = parts, faults
        self._unread: dict[str, tuple[str, Words]] = {}
        """What cannot be read, by its topic: whose trouble that is, and what is said of it."""

    async def heard(self, told: Told) -> None:
        """Take a message. A fault of ours is told, and changes nothing else: it would come again retained."""
        try:
            self._take(told)
        except Exception as problem:  # noqa: BLE001 - whatever it is, the other boards are not to suffer
            self._faults.tell(problem, f"hall: {problem!r} on {told.topic}; it is left out")

    def _take(self, told: Told) -> None:
        place = topics.read_place(told.topic)
        if told.topic == self._lease_topic:
            lease = self._read(Lease, told, HALL)
            self._parts.lease.heard(lease, self._parts.boards.now_ms())
        elif told.topic == self._round_topic:
            if found := self._read(Round, told, HALL):
                self._parts.adopt(found)
        elif place and place.kind is None:
            if answer := self._read(Answer, told, place.board):
                self._parts.requests.answered(place.board, answer)
                if self._parts.boards.heard(place.board).asks:
                    self._parts.catch_up(place.board)
        elif place and isinstance(place.kind, topics.Kind):
            self._of_board(place.board, place.kind, told)

    def _of_board(self, board: str, kind: topics.Kind, told: Told) -> None:
        value = self._read(PAYLOADS[kind], told, board)
        if value is None and told.payload:
            return
        parts = self._parts
        found = parts.boards.take(board, kind, value, retained=told.retained)
        if isinstance(value, PlayedGame):
            about = found.state.about
            machine = told.sender or (about.machine if about else "")
            parts.rounds.games.take(board, machine, value, retained=told.retained)
        if kind is topics.Kind.TABLE:
            parts.seated(board, value if isinstance(value, Seating) else None)
        is_too_long = isinstance(value, PlayedGame) and value.over and not value.pgn
        if found.asks or is_too_long:
            parts.catch_up(board)

    def _read(self, kind: type[Any], told: Told, board: str) -> Any:
        """Read a payload; None if there is none, or it cannot be read."""
        if not told.payload:
            self._readable(told.topic)
            return None
        try:
            value = read_payload(kind, told.payload)
        except (ValueError, RecursionError) as problem:
            self._unreadable(board, told.topic, str(problem) or type(problem).__name__)
            return None
        self._readable(told.topic)
        return value

    def _unreadable(self, board: str, topic: str, problem: str) -> None:
        if topic in self._unread:
            return
        kind = topic.rpartition("/")[2]
        said = worded(EdgePhrase.HALL_UNREADABLE, board=board or "-", kind=kind, problem=problem)
        whose = board if self._parts.boards.board(board) else HALL  # what nobody has published is no board
        self._unread[topic] = whose, said
        self._parts.boards.trouble(whose, Trouble(Kind.UNREADABLE, said))

    def _readable(self, topic: str) -> None:
        """A topic has something that can be read, or nothing: its trouble is over, if no other one has it."""
        if topic not in self._unread:
            return
        whose, _ = self._unread.pop(topic)
        left = [said for other, said in self._unread.values() if other == whose]
        if left:
            self._parts.boards.trouble(whose, Trouble(Kind.UNREADABLE, left[-1]))
        else:
            self._parts.boards.end_trouble(whose, Kind.UNREADABLE)
