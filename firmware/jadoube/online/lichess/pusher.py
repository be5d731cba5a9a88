"""The pusher: which boards are pushed to which round, and when; what an answer means for them.

The law:

- One request at a time, and `GAP_MS` from one answer to the next push. A push has all boards of one round
  whose newest state has not arrived, up to a hundred, and of each only that state.
- What is refused is not sent again until it changes. A wrong token stops everything, what the round refuses
  stops the round, until a person has chosen anew. Everything else is tried again (`backoff.py`).
- **A push without an answer may be carried out at any time later**, over what was pushed after it: as good
  as always within `LATE_MS`, at the very latest within `LAST_MS`. So its boards are pushed again when Lichess
  answers, and once more after each of these times. What was on its way when the power failed is such a push,
  too.

Nothing here waits, reads a clock or opens a socket: instants are arguments, and the outbox keeps what must
last.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from jadoube.local.desk_lines import Words
from jadoube.online.backoff import too_many_ms, wait_ms
from jadoube.online.lichess import words
from jadoube.online.lichess.answers import (
    UPSTREAM,
    Answer,
    Answered,
    Faulty,
    NotSent,
    RoundRefused,
    Unknown,
    Verdict,
    error_text,
    read_verdicts,
)
from jadoube.online.outgoing.outbox import Entry, Outbox

GAP_MS: Final = 3000
"""Lichess' own broadcaster pushes every 2 to 3 s; a round queues 32 pushes."""

LATE_MS: Final = 30_000
"""How long after we gave up a request may still be carried out: a guess. Lichess' queue of pushes has a
time-out of 10 s (lila, RelayPush.scala 58a1b12a); the rest is for what stands between."""

LAST_MS: Final = 300_000
"""As above, where something between has held it for long: a guess. One push more puts even that right."""

BOARDS_MOST: Final = 100
"""Of a push (API description), and of a round."""


class Push(NamedTuple):
    """A request: these boards, in this state, to this round."""

    round_id: str
    entries: tuple[Entry, ...]
    begun_ms: int

    @property
    def body(self) -> bytes:
        """The PGN; each game ends with an empty line."""
        return "".join(entry.text for entry in self.entries).encode("utf-8", "replace")


Key = tuple[str, str]
Instants = tuple[int, ...]


class Pusher:
    """Decides what is pushed. `lot` draws a number from 0 to 1, for the back-off.

    `whole`: each push has all boards of its round, as only then Lichess puts them in order (lila,
    RelayUpdatePlan.scala 39329bfd), where it takes so many at once.
    """

    def __init__(self, outbox: Outbox, lot: Callable[[], float], *, whole: bool = False) -> None:
        self._outbox = outbox
        self._lot = lot
        self._whole = whole
        self.has_token = False
        self.token_problem: Words | None = None
        """Why the token is not used any more; None if it is."""
        self.trouble: Words | None = None
        """Why nothing arrives at present, although it is tried again."""
        self.busy: Push | None = None
        self.arrived_ms: int | None = None
        """When the last state arrived."""
        self._free_ms = 0
        self._quiet_ms = 0
        self._failures = 0
        self._failed_round: str | None = None  # other rounds first: it must not hold them up
        self._token_is_newer = False  # than the one with which the push on its way was sent
        self._doubtful: dict[Key, Instants] = {}  # when an older push may have been carried out since
        self._alone: set[Key] = set()  # pushed one by one: one of them spoilt a push

    # What a person does

    def token_given(self) -> None:
        """A token was stored: try again at once."""
        self.has_token, self.token_problem = True, None
        self._token_is_newer = self.busy is not None
        self._again()

    def token_taken(self) -> None:
        """There is no token any more."""
        self.has_token, self.token_problem = False, None

    def round_chosen(self) -> None:
        """A round was chosen: try again at once, but for what Lichess has asked for."""
        self._again()

    def taken_over(self, round_id: str, now_ms: int) -> None:
        """Another program has pushed to this round until now, and its last push may still be carried out."""
        self._outbox.again(round_id)
        for entry in self._outbox.entries(round_id):
            if not entry.gone:
                self._doubtful[_key(entry)] = _looks(now_ms)
        self._again()

    def _again(self) -> None:
        if self.trouble != words.TOO_MANY:
            self._quiet_ms, self._failures, self.trouble = 0, 0, None

    # When and what

    def due_ms(self, now_ms: int) -> int | None:
        """From when on `next_push` has one; None if not before something happens."""
        if self.busy or not self.has_token or self.token_problem:
            return None
        instants = [self._entry_due_ms(entry, now_ms) for entry in self._entries()]
        due = [instant for instant in instants if instant is not None]
        return max(min(due), self._free_ms, self._quiet_ms) if due else None

    def next_push(self, now_ms: int) -> Push | None:
        """Begin the next push, if one is due: its end has to be told to `answered`."""
        due_ms = self.due_ms(now_ms)
        if due_ms is None or due_ms > now_ms:
            return None
        entries = [entry for entry in self._entries() if self._is_due(entry, now_ms)]
        first = min(entries, key=lambda entry: (entry.destination == self._failed_round, entry.number))
        round_id = first.destination
        chosen = [entry for entry in entries if entry.destination == round_id]
        single = [entry for entry in chosen if _key(entry) in self._alone]
        chosen = single[:1] or self._all_of(round_id) or chosen[:BOARDS_MOST]
        push = Push(round_id, tuple(chosen), now_ms)
        for entry in chosen:
            if entry.tried:
                self._doubtful.setdefault(_key(entry), _looks(now_ms))
        self._outbox.tried(round_id, {entry.board_id: entry.number for entry in chosen})
        self.busy = push
        return push

    def _all_of(self, round_id: str) -> list[Entry]:
        """All boards of a round that were not refused, if they are pushed together; else none."""
        if not self._whole:
            return []
        entries = self._outbox.entries(round_id)
        found = [each for each in entries if not each.gone and each.number > each.refused]
        return found if len(found) <= BOARDS_MOST else []

    def is_in_doubt(self) -> bool:
        """Whether an older state may well stand there now. That between `LATE_MS` and `LAST_MS` is none."""
        entries = (entry for entry in self._entries() if entry.tried and not entry.gone)
        return any(len(self._doubtful.get(_key(entry), ())) > 1 for entry in entries)

    def quiet_until_ms(self) -> int:
        """Until when Lichess is asked nothing at all."""
        return self._quiet_ms

    def too_many(self, retry_after_s: float | None, now_ms: int) -> None:
        """Lichess has said 429, to whatever request."""
        self._quiet_ms = max(self._quiet_ms, now_ms + too_many_ms(retry_after_s))
        self.trouble = words.TOO_MANY

    def _entries(self) -> list[Entry]:
        ready = (each for each in self._outbox.destinations() if each.open and not each.problem)
        return [entry for each in ready for entry in self._outbox.entries(each.destination)]

    def _entry_due_ms(self, entry: Entry, now_ms: int) -> int | None:
        if entry.waits:
            return 0
        if entry.tried and not entry.gone and entry.acknowledged >= entry.number:
            return self._doubtful.setdefault(_key(entry), _looks(now_ms))[0]
        return None

    def _is_due(self, entry: Entry, now_ms: int) -> bool:
        due_ms = self._entry_due_ms(entry, now_ms)
        return due_ms is not None and due_ms <= now_ms

    # What became of it

    def answered(self, push: Push, answer: Answer, now_ms: int) -> None:
        """The push has ended thus."""
        self.busy = None
        self._free_ms = now_ms + GAP_MS
        match answer:
            case NotSent(why):
                self._no_effect(push)
                self._fail(push, why, now_ms)
            case Unknown(why):
                self._doubt(push, now_ms)
                self._fail(push, why, now_ms)
            case Answered():
                self._judge(push, answer, now_ms)
        self._token_is_newer = False

    def _judge(self, push: Push, answer: Answered, now_ms: int) -> None:
        status = answer.status
        if status == 200:
            self._read(push, answer.body, now_ms)
        elif status >= 500 or status in {408, 425} or status < 400:
            # something on the way may have said so, while Lichess carries it out
            self._doubt(push, now_ms)
            self._fail(push, words.SERVER_TROUBLE if status >= 500 else words.NOT_UNDERSTOOD, now_ms)
        else:
            self._no_effect(push)
            self._refused(push, answer, now_ms)

    def _refused(self, push: Push, answer: Answered, now_ms: int) -> None:
        status, said = answer.status, error_text(answer.body)
        if status == 429:
            self.too_many(answer.retry_after_s, now_ms)
        elif status == 401:
            self._distrust(words.WRONG_TOKEN)
        elif status == 403 and "scope" in said.lower():
            self._distrust(words.WRONG_SCOPE)
        elif status == 403:
            self._outbox.stop(push.round_id, words.FORBIDDEN)
        elif status == 404:
            self._outbox.stop(push.round_id, words.NO_ROUND)
        elif UPSTREAM in said:
            self._outbox.stop(push.round_id, words.SOURCE_URL)
        elif len(push.entries) > 1:
            self._alone.update(map(_key, push.entries))
            self._well()
        else:
            self._refuse(push.entries[0], said or f"status {status}")
            self._well()

    def _distrust(self, why: Words) -> None:
        """The token with which the push was sent is not good."""
        if not self._token_is_newer:
            self.token_problem = why

    def _read(self, push: Push, body: bytes, now_ms: int) -> None:
        verdicts = read_verdicts(body, [entry.board_id for entry in push.entries])
        if verdicts is None:
            self._doubt(push, now_ms)
            self._fail(push, words.NOT_UNDERSTOOD, now_ms)
        elif isinstance(verdicts, RoundRefused):
            self._no_effect(push)
            self._well()
            why = words.SOURCE_URL if UPSTREAM in verdicts.said else words.round_refused(verdicts.said)
            self._outbox.stop(push.round_id, why)
        else:
            self._well()
            for entry in push.entries:
                self._note(entry, verdicts.get(entry.board_id), push.begun_ms)
            self.arrived_ms = now_ms

    def _note(self, entry: Entry, verdict: Verdict | None, begun_ms: int) -> None:
        match verdict:
            case None:
                self._refuse(entry, "not in the answer of Lichess")
            case Faulty(said):
                self._refuse(entry, said)
            case _:
                instants = self._doubtful.pop(_key(entry), ())
                if left := tuple(instant for instant in instants if instant > begun_ms):
                    self._doubtful[_key(entry)] = left
                self._alone.discard(_key(entry))
                self._outbox.acknowledge(
                    entry.destination, entry.board_id, entry.number, shown_after(entry), settled=not left
                )

    def _refuse(self, entry: Entry, said: str) -> None:
        self._alone.discard(_key(entry))
        self._doubtful.pop(_key(entry), None)
        self._outbox.refuse(entry.destination, entry.board_id, entry.number, words.refused(said))

    def _no_effect(self, push: Push) -> None:
        """The push has done nothing. What an older one may have done is still to be put right."""
        sure = [entry.board_id for entry in push.entries if not entry.tried]
        self._outbox.settle(push.round_id, sure)

    def _doubt(self, push: Push, now_ms: int) -> None:
        for entry in push.entries:
            self._doubtful[_key(entry)] = _looks(now_ms)

    def _fail(self, push: Push, why: Words, now_ms: int) -> None:
        self._failures += 1
        self._failed_round = push.round_id
        self.trouble = why
        self._quiet_ms = max(self._quiet_ms, now_ms + wait_ms(self._failures, self._lot()))

    def _well(self) -> None:
        self._failures, self._failed_round, self.trouble, self._quiet_ms = 0, None, None, 0


def shown_after(entry: Entry) -> str:
    """The plies that Lichess shows once it has taken a state: a shorter game removes none."""
    return entry.shown if _goes_on(entry.moves, entry.shown) else entry.moves


def still_shown(entry: Entry) -> int:
    """How many plies Lichess shows beyond the newest state, as they were taken back."""
    if entry.gone or not _goes_on(entry.moves, entry.shown):
        return 0
    return len(entry.shown.split()) - len(entry.moves.split())


def problem_of(entry: Entry) -> Words | None:
    """What is to be said of a board."""
    if entry.gone:
        return words.LEFT_OVER
    if entry.why and entry.refused >= entry.number:
        return entry.why
    plies = still_shown(entry)
    return words.shows_more(plies) if plies else None


def arriving(entries: Iterable[Entry]) -> Sequence[Entry]:
    """The boards whose newest state has not arrived yet."""
    return [entry for entry in entries if entry.waits]


def _goes_on(moves: str, longer: str) -> bool:
    """Whether the second begins with all plies of the first."""
    return f"{longer} ".startswith(f"{moves} " if moves else "")


def _key(entry: Entry) -> Key:
    return entry.destination, entry.board_id


def _looks(now_ms: int) -> Instants:
    """When the boards of a push that has no answer now are pushed once more."""
    return now_ms + LATE_MS, now_ms + LAST_MS
