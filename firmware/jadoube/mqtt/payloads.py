"""The payloads: what a board and the hall tell each other, as values.

The law: a state is whole, so the newest replaces all before it. Instants are in ms since 1970 and may be
wrong: a board's clock is not known to be right. Nothing is decided by them. It refuses to know the JSON:
`payload_json.py`.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from jadoube.local.desk_lines import Words


class State(StrEnum):
    """Whether a board is there."""

    ON = "on"
    OFF = "off"
    """It was stopped."""
    LOST = "lost"
    """It went without a word: the broker says so, by the will."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a board is there. A will of an earlier start says nothing of a later one."""

    state: str
    start: int
    """How often the board's publisher has started."""


@dataclass(frozen=True, slots=True)
class About:
    """What a board is."""

    name: str
    version: str
    """The program's."""
    machine: str
    """An id of the machine, which a copied card does not share; no secret."""
    page: str = ""
    """The address of its page; empty: unknown."""
    can: tuple[str, ...] = ()
    """The commands that it takes."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player as others may see him; empty or None: unknown."""

    name: str = ""
    title: str = ""
    rating: int | None = None
    fide_id: str = ""
    federation: str = ""


NOBODY: Final = Person()


@dataclass(frozen=True, slots=True)
class DoubtedPly:
    """A ply in doubt, and what else it may have been, in SAN."""

    ply: int
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A board's game as it stands, whole."""

    game_id: str
    seq: int
    """Rises with each change of a game, also over restarts: of two states the higher one is newer."""
    at: int
    """When it was published, in ms since 1970 by the board's clock."""
    white: Person = NOBODY
    black: Person = NOBODY
    event: str = ""
    site: str = ""
    round: str = ""
    board: str = ""
    start_fen: str = ""
    fen: str = ""
    """The position now."""
    move: str = ""
    """The last ply in UCI notation; empty: none, or an irregular one."""
    san: tuple[str, ...] = ()
    clk: tuple[int | None, ...] = ()
    """What the mover's clock showed after each ply, in ms; None without a clock."""
    doubt: tuple[DoubtedPly, ...] = ()
    phase: str = ""
    """`setting up`, `playing`, `paused` or `over`."""
    result: str = "*"
    over: bool = False
    """Whether it is not played on."""
    pgn: str = ""
    """The game as the board keeps it, all its parts."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """A board's clock, when something was done to it and each minute; a reader counts on from there."""

    white_ms: int
    """The time on the face, in ms."""
    black_ms: int
    running: str
    """`white` or `black`; empty: none."""
    at: int
    """When it was published, in ms since 1970 by the board's clock."""
    fallen: str = ""
    """The side whose flag fell first; empty: none."""
    white_rate: int = 0
    """The change of the time per ms while it runs: -1 runs down, 1 counts up."""
    black_rate: int = 0
    control: str = ""
    """The time control, as people write it."""
    delay_ms: int = 0
    """What is left of the delay of the side that runs: its time stands for so long first."""

    def after(self, passed_ms: int) -> tuple[int, int]:
        """Return White's and Black's time, in ms, so long after this state, if nothing was done since."""
        running_ms = self.white_ms if self.running == "white" else self.black_ms
        runs_down = -1 in (self.white_rate, self.black_rate)
        passed = min(passed_ms, self.delay_ms + running_ms) if runs_down else passed_ms
        counted = max(0, passed - self.delay_ms)
        return self.white_ms + self.white_rate * counted, self.black_ms + self.black_rate * counted


class Need(StrEnum):
    """Why a board needs the arbiter."""

    ILLEGAL = "illegal"
    """An illegal move was pressed, or stands on the board."""
    FLAG = "flag"
    """A flag has fallen."""
    HELP = "help"
    """The clocks were stopped during the game: players may do so only to call the arbiter (FIDE 6.11.2)."""
    DOUBT = "doubt"
    """Plies are in doubt."""
    CLAIM = "claim"
    """A draw was offered or claimed, and nobody has answered."""
    MACHINE = "machine"
    """The board has a trouble: a bad reed, a loose line, low voltage, a full disk."""


@dataclass(frozen=True, slots=True)
class Call:
    """One reason to go to a board."""

    need: str
    """One of `Need`; a reader passes over what it does not know."""
    said: Words = field(default_factory=dict)
    """What the board says of it, by language."""
    ply: int = 0
    """At which ply of the game; 0: before the first, or of none."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Why a board needs the arbiter, the most urgent first. Without a call the topic is empty."""

    calls: tuple[Call, ...]
    game_id: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who is to sit at a board. It is carried out once: a board remembers the last stamps."""

    stamp: str
    """Differs for each seating."""
    white: Person = NOBODY
    black: Person = NOBODY
    event: str = ""
    site: str = ""
    round: str = ""
    board: str = ""
    """The number of the board in the round, for the PGN."""
    control: str = ""
    """The time control, as people write it; empty: the board's own."""
    by: str = ""
    """The arbiter's name."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the hall asks of a board. It is carried out once: a board remembers the last ids."""

    id: str
    """Differs for each request."""
    by: str = ""
    """The arbiter's name, for the journal."""
    order: str = ""
    """For `order`: the order's text, without a role."""
    text: str = ""
    """For `say`: what the faces show."""
    seconds: int = 10
    """For `say`: how long."""
    game_id: str = ""
    """For `game`."""
    asks_back: bool = False
    """For what changes something: whether the board asks whether it holds yet, before it carries it out."""
    holds_ms: int = 0
    """For `holds`: how long the request holds yet, in ms by the clock of who has made it; 0: no more."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that a board has kept."""

    game_id: str
    plies: int
    result: str
    round: str = ""
    over: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """A board's answer to a request."""

    id: str
    """The request's."""
    ok: bool
    why: Words = field(default_factory=dict)
    """Why not, by language."""
    games: tuple[KeptGame, ...] = ()
    """To `games`: the newest first."""
    pgn: str = ""
    """To `game`."""
    asks: bool = False
    """Whether it is none yet: the board asks whether the request holds."""


@dataclass(frozen=True, slots=True)
class PairedBoard:
    """A pairing of the round, and where it is played."""

    number: str
    """Of the board in the round."""
    board: str
    """The id of the board; empty: none has it."""
    white: Person
    black: Person
    result: str = ""
    """Of its game, else the one that a person gave; empty: none."""
    id: str = ""
    """Under which its games are kept; empty: the usual one of its place (`hall/rounds/pairings.py`)."""
    given: str = ""
    """As it is published: the one that a person gave, which counts where the game has none; empty: none."""
    by_hand: bool = False
    """Whether a person has said which board plays it, or that none does; then none is proposed."""
    table: str = ""
    """The number where its board stands and as which it is seated, if a list has moved it; empty: its own."""
    told: str = ""
    """As a hall keeps it: the result that another hall has told of a game that is not here; empty: none."""
    instead_of: str = ""
    """The result of its game that the given one corrects, as long as the game says no other; empty: none."""


@dataclass(frozen=True, slots=True)
class Round:
    """The round of the hall, for pages."""

    event: str = ""
    site: str = ""
    round: str = ""
    boards: tuple[PairedBoard, ...] = ()
    begun_s: int = 0
    """When something was first played in it, in seconds since 1970 by the hall's clock; 0: nothing was."""
    left: tuple[PairedBoard, ...] = ()
    """As it is published: pairings that are in no list now, and may come back, with what was said of them."""


@dataclass(frozen=True, slots=True)
class Lease:
    """Which hall program pushes. It has to be renewed; nobody compares clocks."""

    holder: str
    term: int
    """Rises with each renewal."""
