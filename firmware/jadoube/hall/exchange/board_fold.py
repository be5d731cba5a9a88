"""The fold: what is known of a board, after one more message of it.

The law: pure. A whole state replaces the one before it, if it is newer: games say so by `seq`, wills by their
start. Two times of ours come with a message, one monotonic, one of the day; the second is only compared, so
that a wrong date is named (`dates.py`). Nothing is decided by it but from where a retained clock is counted
on, where it is believable: a clock is published each minute.
"""

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.troubles import PASSES_MS, Kind, Trouble, Troubles, with_trouble, without_kind
from jadoube.local.desk_lines import Words
from jadoube.mqtt import topics
from jadoube.mqtt.payloads import About, Alarm, ClockState, PlayedGame, Presence, Seating, State

FRESH_MS: Final = 70_000
"""A running clock is published each minute: a retained one is at most so old, with the way of its message."""

REMEMBERED: Final = 4
"""So many machines and games of a board are remembered, to see two that take turns."""


class Dated(NamedTuple):
    """What a board has said last of the time of the day."""

    off_ms: int
    """By how much it was after the hall's."""
    set_ms: int
    """The hall's at its own instant 0, as it was set then."""


@dataclass(frozen=True, slots=True)
class BoardState:
    """All that is known of a board; None: it has published nothing of the kind."""

    id: str
    presence: Presence | None = None
    about: About | None = None
    game: PlayedGame | None = None
    clock: ClockState | None = None
    clock_ms: int = 0
    """The instant from which the clock is counted on, in ms of the hall's own time."""
    alarm: Alarm | None = None
    seating: Seating | None = None
    """What the hall has published at its table."""
    troubles: Troubles = ()
    machines: tuple[str, ...] = field(default=(), repr=False)
    """The ids of the machines that were here, the last one last; one that comes back stands twice."""
    games: tuple[str, ...] = field(default=(), repr=False)
    """The ids of the last games, in the same way."""
    exchanged: bool = field(default=False, repr=False)
    """Whether another machine came, and has published no game of its own yet."""

    dated: Dated | None = field(default=None, repr=False)
    """None: it has said nothing of the time of the day since this start."""

    unheard: Presence | None = field(default=None, repr=False)
    """What is retained of one that is taken for lost, as nothing is heard of it; None: it is not."""

    @property
    def is_on(self) -> bool:
        """Whether the board is there."""
        return self.presence is not None and self.presence.state == State.ON

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it is retained any more."""
        published = (self.presence, self.about, self.game, self.clock, self.alarm, self.seating)
        return all(each is None for each in published)


Payload = Presence | About | PlayedGame | ClockState | Alarm | Seating


class News(NamedTuple):
    """A message of a board, or of its table."""

    kind: topics.Kind
    value: Payload | None
    """None: what was retained is deleted, or an alarm is over."""
    retained: bool
    now_ms: int
    unix_ms: int


class Folded(NamedTuple):
    """What became of a board, and what was seen meanwhile."""

    state: BoardState
    said: tuple[Words, ...] = ()
    """Each is a line for the arbiter."""
    asks: bool = False
    """Whether its kept games are to be compared with ours: it came, or something of it was dropped."""


def fold(before: BoardState, news: News) -> Folded:
    """Return what is known of a board after a message."""
    if news.kind not in (topics.Kind.ONLINE, topics.Kind.TABLE) and not news.retained and before.unheard:
        back = heard(before)
        found = fold(back.state, news)
        return Folded(found.state, (*back.said, *found.said), asks=True)
    found = _folded(before, news)
    known = [(each.kind, each.said) for each in before.troubles]
    begun = [each.said for each in found.state.troubles if (each.kind, each.said) not in known]
    return found._replace(said=(*found.said, *begun)) if begun else found


def heard(before: BoardState) -> Folded:
    """Return what is known of a board that has said something just now: it is there."""
    if before.unheard is None:
        return Folded(before)
    return _present(replace(before, unheard=None), before.unheard)


def unheard(before: BoardState) -> Folded:
    """Return what is known of a board that is there by what is retained, but does not say anything.

    Where its broker has lost its power with it, nobody has published its will.
    """
    if before.presence is None or not before.is_on:
        return Folded(before)
    found = _present(before, Presence(State.LOST, before.presence.start))
    return found._replace(state=replace(found.state, unheard=before.presence))


def _folded(before: BoardState, news: News) -> Folded:
    """As `fold`, without what troubles say."""
    match news.value:
        case Presence():
            return _said(before, news.value, retained=news.retained)
        case About():
            return _about(before, news.value, news.now_ms)
        case PlayedGame():
            is_again = before.game is not None and news.value.seq == before.game.seq
            dated = before if is_again else _dated(before, news.value.at, news)
            return _played(dated, news.value, news.now_ms)
        case ClockState():
            is_again = before.clock is not None and news.value.at == before.clock.at
            dated = before if is_again else _dated(before, news.value.at, news)
            return Folded(_clock(dated, news.value, news))
        case Alarm() | Seating():
            return Folded(_replaced(before, news.value))
    return Folded(_without(before, news.kind))


def _replaced(before: BoardState, value: Alarm | Seating) -> BoardState:
    return replace(before, alarm=value) if isinstance(value, Alarm) else replace(before, seating=value)


def _without(before: BoardState, kind: topics.Kind) -> BoardState:
    match kind:
        case topics.Kind.ONLINE:
            return replace(
                before, presence=None, unheard=None, troubles=without_kind(before.troubles, Kind.LOST)
            )
        case topics.Kind.ABOUT:
            return replace(before, about=None)
        case topics.Kind.GAME:
            return replace(before, game=None)
        case topics.Kind.CLOCK:
            return replace(before, clock=None, clock_ms=0)
        case topics.Kind.ALARM:
            return replace(before, alarm=None)
        case topics.Kind.TABLE:
            return replace(before, seating=None)


def _said(before: BoardState, presence: Presence, *, retained: bool) -> Folded:
    if retained and presence == before.unheard:
        return Folded(before, asks=True)
    return _present(replace(before, unheard=None) if before.unheard else before, presence)


def _present(before: BoardState, presence: Presence) -> Folded:
    known = before.presence
    if presence.state == State.LOST:
        if known and presence.start < known.start:
            return Folded(before)  # the will of an earlier start
        lost = Trouble(Kind.LOST, worded(EdgePhrase.HALL_BOARD_LOST, board=before.id))
        return Folded(_troubled(replace(before, presence=presence), lost))
    after = replace(before, presence=presence, troubles=without_kind(before.troubles, Kind.LOST))
    if presence.state != State.ON:
        off = worded(EdgePhrase.HALL_BOARD_OFF, board=before.id)
        return Folded(after, (off,) if before.is_on else ())
    back = known is not None and not before.is_on
    said = (worded(EdgePhrase.HALL_BOARD_BACK, board=before.id),) if back else ()
    return Folded(after, said, asks=presence != known)


def _about(before: BoardState, about: About, now_ms: int) -> Folded:
    """Another machine is an exchange; one that comes back takes turns with another."""
    after, machines = replace(before, about=about), before.machines
    if machines and machines[-1] == about.machine:
        return Folded(after)
    after = replace(after, machines=(*machines, about.machine)[-REMEMBERED:], exchanged=bool(machines))
    if not machines:
        return Folded(after)
    if about.machine in machines:
        return Folded(_two_machines(after, now_ms), asks=True)
    said = worded(EdgePhrase.HALL_EXCHANGED, board=before.id)
    return Folded(_troubled(after, Trouble(Kind.EXCHANGED, said, now_ms + PASSES_MS)), asks=True)


def _played(before: BoardState, game: PlayedGame, now_ms: int) -> Folded:
    known = before.game
    if known is None or (before.exchanged and game.game_id != known.game_id) or game.seq > known.seq:
        return Folded(_newer(before, game, now_ms))
    if game.game_id != known.game_id:
        return Folded(before)  # late, of a game before this one: the store takes it
    if game.seq == known.seq and replace(game, at=known.at) == known:
        return Folded(before)
    said = worded(EdgePhrase.HALL_WENT_BACK, board=before.id, seq=game.seq, last=known.seq)
    return Folded(_troubled(before, Trouble(Kind.WENT_BACK, said, now_ms + PASSES_MS)), asks=True)


def _newer(before: BoardState, game: PlayedGame, now_ms: int) -> BoardState:
    games = before.games
    if not games or games[-1] != game.game_id:
        games = (*games, game.game_id)[-REMEMBERED:]
    troubles = without_kind(before.troubles, Kind.WENT_BACK)
    after = replace(before, game=game, games=games, troubles=troubles, exchanged=False)
    took_turns = games != before.games and len(games) == REMEMBERED and games[:2] == games[2:]
    return _two_machines(after, now_ms) if took_turns else after


def _clock(before: BoardState, clock: ClockState, news: News) -> BoardState:
    age_ms = news.unix_ms - clock.at
    age_ms = age_ms if news.retained and 0 <= age_ms <= FRESH_MS else 0
    return replace(before, clock=clock, clock_ms=news.now_ms - age_ms)


def _dated(before: BoardState, at: int, news: News) -> BoardState:
    """The board with what it says of the time of the day; a retained message may be old."""
    if news.retained:
        return before
    return replace(before, dated=Dated(at - news.unix_ms, news.unix_ms - news.now_ms))


def _two_machines(before: BoardState, now_ms: int) -> BoardState:
    said = worded(EdgePhrase.HALL_TWO_MACHINES, board=before.id)
    return _troubled(before, Trouble(Kind.TWO_MACHINES, said, now_ms + PASSES_MS))


def _troubled(before: BoardState, trouble: Trouble) -> BoardState:
    return replace(before, troubles=with_trouble(before.troubles, trouble))
