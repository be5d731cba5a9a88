"""The boards of the hall as they are known now, the round, and what is wrong.

The law: it holds values and tells who listens which board has changed; what a message makes of a board is
decided by `board_fold.py`. It refuses to know the broker, the store and the page. It is used in one loop.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from jadoube.hall.exchange.board_fold import BoardState, Folded, News, Payload, fold, heard, unheard
from jadoube.hall.troubles import (
    PASSES_MS,
    Kind,
    Notice,
    Trouble,
    Troubles,
    still_there,
    with_trouble,
    without_kind,
)
from jadoube.local.desk_lines import Words
from jadoube.mqtt import topics
from jadoube.mqtt.payloads import Lease, PlayedGame, Round

__all__ = ["BoardState", "Boards", "Listener"]

HALL: Final = ""
"""What is told of what concerns no board: round, pairings, lease, troubles of the hall."""

NOTICES_MOST: Final = 500

Listener = Callable[[str], None]
"""Takes the id of a board that has changed; `HALL` for everything else."""

Say = Callable[[str], None]


class Boards:
    """All boards. `now_ms` is monotonic, `unix_ms` the time of the day; `say` gets lines for the log."""

    def __init__(self, now_ms: Callable[[], int], unix_ms: Callable[[], int], say: Say) -> None:
        self.now_ms = now_ms
        """The hall's own time, in ms: clocks are counted on by it."""
        self._unix_ms = unix_ms
        self._say = say
        self._states: dict[str, BoardState] = {}
        self._heard_ms: dict[str, int] = {}  # when a board has said something by itself
        self._listeners: list[Listener] = []
        self._notices: deque[Notice] = deque(maxlen=NOTICES_MOST)
        self._troubles: Troubles = ()
        self._round = Round()
        self._lease: Lease | None = None
        self._holds = False
        self._away_ms: int | None = None

    def board(self, board: str) -> BoardState | None:
        """Return what is known of a board; None if nothing."""
        return self._states.get(board)

    def all(self) -> tuple[BoardState, ...]:
        """Return all boards, by their ids."""
        return tuple(self._states[board] for board in sorted(self._states))

    def unix_s(self) -> int:
        """Return the time of the day, in seconds since 1970."""
        return self._unix_ms() // 1000

    @property
    def round(self) -> Round:
        """The round that is played, and where; without a name none is chosen."""
        return self._round

    @property
    def lease(self) -> Lease | None:
        """Which hall program pushes; None: it is not known."""
        return self._lease

    @property
    def holds(self) -> bool:
        """Whether it is this one."""
        return self._holds

    @property
    def troubles(self) -> Troubles:
        """What is wrong with the hall itself; boards have their own."""
        return self._troubles

    @property
    def away_ms(self) -> int | None:
        """Since when the broker is away: nothing is known of boards since; None: it is there."""
        return self._away_ms

    @property
    def notices(self) -> Sequence[Notice]:
        """What was told, the oldest first; so many are kept."""
        return tuple(self._notices)

    def listen(self, told: Listener) -> None:
        """Have changes told from now on."""
        self._listeners.append(told)

    # What becomes known

    def take(self, board: str, kind: topics.Kind, value: Payload | None, *, retained: bool) -> Folded:
        """Take a message of a board."""
        if not retained and kind != topics.Kind.TABLE:
            self._heard_ms[board] = self.now_ms()
        before = self._states.get(board) or BoardState(board)
        found = fold(before, News(kind, value, retained, self.now_ms(), self._unix_ms()))
        return self._folded(before, found)

    def heard(self, board: str) -> Folded:
        """A board has answered: it is there."""
        self._heard_ms[board] = self.now_ms()
        before = self._states.get(board) or BoardState(board)
        return self._folded(before, heard(before))

    def unheard(self, board: str, since_ms: int) -> None:
        """A board does not answer: it is lost, if it has said nothing since then by itself."""
        before = self._states.get(board)
        if before and self._heard_ms.get(board, since_ms - 1) < since_ms:
            self._folded(before, unheard(before))

    def _folded(self, before: BoardState, found: Folded) -> Folded:
        for words in found.said:
            self.notice(before.id, words)
        self._put(before, found.state)
        return found

    def trouble(self, board: str, trouble: Trouble, *, goes_on: bool = False) -> None:
        """Something is wrong with a board, or with the hall; it is said if it is new.

        With `goes_on` one of its kind is the same trouble, whatever is said of it now: that goes to the log.
        """
        state = self._states.get(board) or BoardState(board)
        before = state.troubles if board else self._troubles
        if trouble in before:
            return
        if goes_on and any(each.kind == trouble.kind for each in before):
            self._say(trouble.said["en"])
        elif all((each.kind, each.said) != (trouble.kind, trouble.said) for each in before):
            self.notice(board, trouble.said)
        self._set_troubles(board, with_trouble(before, trouble))

    def happened(self, board: str, kind: Kind, said: Words, key: str = "") -> None:
        """Tell what has happened: it is shown for a while."""
        self.trouble(board, Trouble(kind, said, self.now_ms() + PASSES_MS, key))

    def end_trouble(self, board: str, kind: Kind, key: str = "") -> None:
        """A trouble is over."""
        state = self._states.get(board)
        before = (state.troubles if state else ()) if board else self._troubles
        self._set_troubles(board, without_kind(before, kind, key))

    def notice(self, board: str, words: Words) -> None:
        """Tell something that has happened."""
        self._notices.append(Notice(self.now_ms(), board, words))
        self._say(words["en"])
        self._tell(HALL)

    def pass_time(self) -> None:
        """End what has passed; to be called now and then."""
        now_ms = self.now_ms()
        for board, state in list(self._states.items()):
            self._set_troubles(board, still_there(state.troubles, now_ms))
        self._set_troubles(HALL, still_there(self._troubles, now_ms))

    def set_round(self, found: Round) -> None:
        """This is the round now."""
        if found != self._round:
            self._round = found
            self._tell(HALL)

    def set_lease(self, lease: Lease | None, *, holds: bool) -> None:
        """This program pushes, or another."""
        changed = holds != self._holds or (lease and lease.holder) != (self._lease and self._lease.holder)
        self._lease, self._holds = lease, holds
        if changed:
            self._tell(HALL)

    def touch(self, board: str = HALL) -> None:
        """Tell of a change that is kept elsewhere, such as a result."""
        self._tell(board)

    def game_of(self, board: str) -> PlayedGame | None:
        """Return the game that a board shows."""
        state = self._states.get(board)
        return state.game if state else None

    def _set_troubles(self, board: str, troubles: Troubles) -> None:
        if not board:
            if troubles != self._troubles:
                self._troubles = troubles
                self._look_at_broker()
                self._tell(HALL)
            return
        before = self._states.get(board) or BoardState(board)
        if troubles is not before.troubles:
            self._put(before, replace(before, troubles=troubles))

    def _look_at_broker(self) -> None:
        if all(each.kind != Kind.BROKER for each in self._troubles):
            self._away_ms = None
        elif self._away_ms is None:
            self._away_ms = self.now_ms()

    def _put(self, before: BoardState, after: BoardState) -> None:
        """Keep what a board is now; one of which nothing is retained has left the hall."""
        if after is before:
            return
        if after.is_empty and not any(each.kind == Kind.UNREADABLE for each in after.troubles):
            self._states.pop(after.id, None)
        else:
            self._states[after.id] = after
        self._tell(after.id)

    def _tell(self, board: str) -> None:
        for told in tuple(self._listeners):
            told(board)
