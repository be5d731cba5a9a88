"""Which states are wanted at the broker, as the board is seen and time passes.

The law: a state is wanted anew only when it has changed; a clock that counts as a reader counts it has not,
and is told again each minute. The clock of a board that is away stands as it was seen last. What passes when
hands go on is no call for the arbiter before it has stood a while. It refuses to know the broker, and
is told the time.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import Words
from jadoube.mqtt.payload_json import MOST_BYTES, write_payload
from jadoube.mqtt.payloads import Alarm, Call, ClockState, Need, PlayedGame
from jadoube.mqtt.topics import Kind
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.outgoing import Outgoing
from jadoube.online.publishing.states import PAUSED, BoardNow, calls, clock_state, follows, played_game

MINUTE_MS: Final = 60_000

STANDS_MS: Final = 2000
"""A doubt or an illegal position that is gone sooner is that of a hand at work (a guess)."""

PASSING: Final = frozenset({Need.DOUBT, Need.ILLEGAL})
"""The needs that may pass by themselves."""

AWAY_MS: Final = 10_000
"""A board that is started anew is back sooner."""


class Times(NamedTuple):
    """Who tells the time."""

    now_ms: Callable[[], int]
    """The instant of a monotonic clock."""
    unix_ms: Callable[[], int]
    """Milliseconds since 1970; wrong until the system's time is known."""


class _Counted(NamedTuple):
    """A clock as the hall was told it."""

    state: ClockState
    board_ms: int
    """The board's instant of it."""
    now_ms: int
    """Ours."""


class Wanting:
    """Says to `outgoing` which states of the board are wanted."""

    def __init__(self, outgoing: Outgoing, memory: Memory, times: Times) -> None:
        self._outgoing = outgoing
        self._memory = memory
        self._times = times
        self._now: BoardNow | None = None
        self._game: PlayedGame | None = None
        self._clock: _Counted | None = None
        self._found_clock: ClockState | None = None
        """The clock that the broker had of the start before, until it is used."""
        self._alarm: tuple[Call, ...] | None = None
        """The calls that are wanted; None: nothing was wanted yet."""
        self._need_since_ms: dict[str, int] = {}
        """Since when the board has shown each need, by its kind."""
        self._away_ms: int | None = times.now_ms()
        """Since when the board is away; None: it is there."""
        self._noted: dict[str, Words] = {}
        """What is wrong between board and hall, by the name of the trouble."""

    @property
    def now(self) -> BoardNow | None:
        """The board as it was seen last; None: never."""
        return self._now

    @property
    def is_away(self) -> bool:
        """Whether the board is away; what it does meanwhile nobody sees."""
        return self._away_ms is not None

    def take(self, now: BoardNow | None) -> None:
        """Take how the board stands; None: it is away. KeyError or TypeError: it is of another version."""
        if now is None:
            if self._away_ms is None:
                self._away_ms = self._times.now_ms()
                self._stop_clock()
            return
        game, clock = played_game(now), clock_state(now)
        before, self._now, self._away_ms = self._now, now, None
        if (before is None or before.message["phase"] == PAUSED) and now.message["phase"] != PAUSED:
            self._memory.is_arbiters_pause = False
        if game != self._game:
            self._game = game
            self.stamp_game()
        self._take_clock(clock, now.message["at_ms"])
        self.look()

    def find_clock(self, clock: ClockState) -> None:
        """Take the clock that was told before this start; it stands if the board does not come."""
        self._found_clock = clock

    def note(self, name: str, words: Words | None) -> None:
        """Note what is wrong between board and hall, or that it is over; it is a call for the arbiter."""
        if words is None:
            self._noted.pop(name, None)
        else:
            self._noted[name] = words
        self._want_alarm()

    def look(self) -> None:
        """Let time pass: calls that have lasted by now, and the clock each minute."""
        self._want_alarm()
        found = self._found_clock
        if found and self._now is None and self._is_long_away:
            self._found_clock = None
            self._want_clock(_stopped(found), 0)
        counted = self._clock
        if counted and counted.state.running and self._times.now_ms() - counted.now_ms >= MINUTE_MS:
            self.tell_clock()

    def stamp_game(self) -> None:
        """Want the game under a new number."""
        if self._game is None:
            return
        game = replace(self._game, seq=self._memory.next_seq(), at=self._times.unix_ms())
        payload = write_payload(game)
        if len(payload) > MOST_BYTES:  # the hall can ask for it: `game`
            payload = write_payload(replace(game, pgn=""))
        self._outgoing.want(Kind.GAME, payload)

    def tell_clock(self) -> None:
        """Want the clock as it is now, for who counts on from there; that of a board that is away stands."""
        if self._clock is None or self._away_ms is not None:
            return
        state, board_ms, before_ms = self._clock
        passed = self._times.now_ms() - before_ms if state.running else 0
        white_ms, black_ms = state.after(passed)
        delay_ms = max(0, state.delay_ms - passed)
        told = replace(state, white_ms=white_ms, black_ms=black_ms, delay_ms=delay_ms)
        self._want_clock(told, board_ms + passed)

    def _stop_clock(self) -> None:
        """Want the clock to stand as it was seen last: nobody knows how it goes on."""
        if self._now and self._clock:
            state, board_ms, _ = self._clock
            seen = clock_state(self._now) or state
            self._want_clock(_stopped(seen), board_ms)

    def _take_clock(self, clock: ClockState | None, board_ms: int) -> None:
        if clock is None:
            self._clock = None
            self._outgoing.want(Kind.CLOCK, b"")
        elif self._clock is None or not follows(clock, self._clock.state, board_ms - self._clock.board_ms):
            self._want_clock(clock, board_ms)

    def _want_clock(self, clock: ClockState, board_ms: int) -> None:
        told = replace(clock, at=self._times.unix_ms())
        self._clock = _Counted(told, board_ms, self._times.now_ms())
        self._outgoing.want(Kind.CLOCK, write_payload(told))

    def _want_alarm(self) -> None:
        """Want the alarm to have the calls that there are now."""
        shown = calls(self._now, arbiter_paused=self._memory.is_arbiters_pause) if self._now else ()
        found = self._lasting(shown)
        found += tuple([Call(Need.MACHINE, words) for words in self._noted_now().values()])
        if found == self._alarm:
            return
        self._alarm = found
        game_id = self._now.message["game_id"] if self._now else ""
        self._outgoing.want(Kind.ALARM, write_payload(Alarm(found, game_id)) if found else b"")

    def _lasting(self, shown: tuple[Call, ...]) -> tuple[Call, ...]:
        """The calls that do not pass by themselves, and those that have stood long enough."""
        now_ms = self._times.now_ms()
        since_ms = self._need_since_ms = {
            call.need: self._need_since_ms.get(call.need, now_ms) for call in shown
        }
        return tuple(
            [call for call in shown if call.need not in PASSING or now_ms - since_ms[call.need] >= STANDS_MS]
        )

    def _noted_now(self) -> Mapping[str, Words]:
        if not self._is_long_away:
            return self._noted
        return {**self._noted, "board": worded(EdgePhrase.BOARD_SILENT)}

    @property
    def _is_long_away(self) -> bool:
        return self._away_ms is not None and self._times.now_ms() - self._away_ms >= AWAY_MS


def _stopped(clock: ClockState) -> ClockState:
    """A clock as a reader shows it who is not to count on."""
    return replace(clock, running="", white_rate=0, black_rate=0, delay_ms=0)
