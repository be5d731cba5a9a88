"""Lists: what one that is read makes of the rounds, and what was said of pairings that are in none.

The law: a list replaces rounds of the same names and event, and takes no game or result from the round that
is played before somebody has said that it may. What it changes of games and results is told in one line.
What was said of a pairing that a list has no more is remembered until it comes back. It refuses to know how
a list is read (`formats/pairings`), and which pairings go on (`taking.py`).
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from jadoube.core.language.render import put_in_words, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import UnfitText, sentence
from jadoube.formats.pairings import Pairings
from jadoube.hall.boards import HALL
from jadoube.hall.rounds.days import event_of_day, is_earlier, is_unsaid, newest_of, with_begin
from jadoube.hall.rounds.kept_text import KeptText, read_rounds
from jadoube.hall.rounds.known import place_of
from jadoube.hall.rounds.pairings import (
    Rounds,
    own_id,
    rounds_of,
    with_boards_of,
    with_freed,
    with_hand_of,
)
from jadoube.hall.rounds.placed import PlacedRounds, shown_event
from jadoube.hall.rounds.results import named_as
from jadoube.hall.rounds.taking import is_something, left_of, taken
from jadoube.hall.rounds.unnamed import is_mostly_of, next_after, pairs_of
from jadoube.hall.troubles import Kind
from jadoube.mqtt.payloads import PairedBoard, Round

LEFT: Final = "left"

_LISTED: Final = 20
"""So many numbers are named in one line."""


class AnotherEventError(UnfitText):
    """A list may be a slip.

    It is of another event, and rounds of the one before have games; or it takes games or results from the
    round that is played.
    """


class AgainError(AnotherEventError):
    """A list has a round again that was begun on an earlier day: it may be another one, or the same."""


class AgainOrNextError(AgainError):
    """So may a list that names no round; it may be the next one's, too."""


class NextError(AnotherEventError):
    """A list that names no round may be of the next: it is not plainly a correction of the one played."""


class Meant(StrEnum):
    """What arbiters answer where they are asked about a list, as the page sends it."""

    YES = "yes"
    """To all questions: it is no slip."""
    GOES_ON = "on"
    """Its round is that of an earlier day."""
    ANEW = "anew"
    """It begins anew, its event with the day."""
    NEXT = "next"
    """It names no round, and is of the next one."""


def reading_of(name: str, meant: Collection[Meant]) -> str:
    """Return what stands among the acts of arbiters of a list that was read."""
    return f"pairings {name}{' anew' if Meant.ANEW in meant else ' next' if Meant.NEXT in meant else ''}"


class Lists:
    """Takes lists. `show` has a round be the one that is played, as it is now."""

    def __init__(self, placed: PlacedRounds, show: Callable[[Round], None]) -> None:
        self._placed, self._boards, self._store = placed, placed.boards, placed.store
        self._show = show
        self.last = Pairings()
        """The list that was taken last, since this start."""
        self._text = KeptText()

    def load(self) -> None:
        """Take what the file has; what has become known before counts."""
        own = self._placed.left
        kept = {place_of(each): each.boards for each in read_rounds(self._store.found(LEFT))}
        self._placed.left = kept | own
        if own:
            self._keep()

    def event_and_site(self) -> tuple[str, str]:
        """Return event and site of a list that names none: those of the list that was read last."""
        now, known = self._placed.now, self._placed.known
        first = known.get(known.names[0]) if known.names else now
        return (known.event, first.site) if first and first is not now else (now.event, now.site)

    def named(self, found: Pairings, *, anew: bool = False, following: bool = False) -> Pairings:
        """Return a list with the event that it is of here: that of the day, if it was begun `anew` then.

        One that names no round is of the one that has most of its pairs, else of the one that is played or
        was read last; or of the `following` one, which the event has not yet. Of a new event it is the first.
        """
        found, known = self._of_event(found, anew=anew), self._placed.known
        event = found.event or known.event
        names = known.names_of(event)
        if found.names_round or anew or not names:
            return found
        base = self._played(event)
        name = next_after(base, names) if following else self._likely(found, event, base)
        pairings = tuple([each._replace(round=name) for each in found.pairings])
        return found._replace(pairings=pairings, round_proposed=True)

    def _played(self, event: str) -> str:
        """The round of an event that is played, else the last one that was read of it."""
        now, names = self._placed.now, self._placed.known.names_of(event)
        return now.round if now.event == event and now.round in names else names[-1]

    def _likely(self, found: Pairings, event: str, base: str) -> str:
        """The known round of an event that has most of a list's pairs, else `base`."""
        known = self._placed.known
        pairs = [(each.board, each.white.name, each.black.name) for each in found.pairings]
        names = (base, *reversed(known.names_of(event)))
        return next(
            (name for name in names if (of := known.get(name, event)) and is_mostly_of(pairs, of)), base
        )

    def _of_event(self, found: Pairings, *, anew: bool) -> Pairings:
        known = self._placed.known
        event, site = self.event_and_site()
        if anew:
            own = found.event or event
            dated = event_of_day(own, self._boards.unix_s(), known.events)
            return found._replace(event=dated, site=found.site or site)
        if found.event and found.event != known.event:
            return found._replace(event=newest_of(found.event, known.events))
        return found

    def take(
        self, found: Pairings, made: Rounds | None = None, *, another: bool = False, goes_on: bool = False
    ) -> None:
        """Take a list: its rounds replace those of the same names and event.

        Of another event it is refused by AnotherEventError where rounds have games or results, unless
        `another` says that it may be; such rounds are kept. So is one that takes games or results from the
        round that is played; by AgainError one that may be another day's, unless `goes_on` says that it is
        not; by NextError one that may be of the next round. `made` are its rounds, if they were made of it
        already (`named`): many take a while.
        """
        now, known = self._placed.now, self._placed.known
        if made is None:
            found = self.named(found)
        rounds, said = made or rounds_of(found, *self.event_and_site())
        if not another:
            if not goes_on:
                self._ask_which(rounds, may_be_next=found.round_proposed)
            self._ask_of(rounds)
        if rounds and known.names and rounds[0].event != known.event:
            self._leave_event(rounds[0].event, is_meant=another)
        elif rounds:
            known.event = rounds[0].event
        self.last = found
        for each in rounds:
            known.put(self._begun(self.joined(each, known.get(each.round))))
        for words in said:
            self._boards.happened(HALL, Kind.TWICE, words)
        if again := known.get(now.round, now.event):
            self._show(again)
        self._placed.keep()

    def _begun(self, found: Round) -> Round:
        """A round of a list; that it has results begins it."""
        has_results = bool([each for each in found.boards if each.result])
        return with_begin(found, self._store.played, self._boards.unix_s()) if has_results else found

    def joined(self, new: Round, before: Round | None) -> Round:
        """Return a round of a list as it is kept in the place of the one before; None: there is none.

        Boards stand where they stood, those that a person gave in any case.
        """
        found = self._told(new, before)
        if before is None:
            return with_boards_of(found, self._placed.now.boards)
        stood = with_boards_of(with_hand_of(found, before.boards), before.boards)
        return with_freed(stood, before.boards)

    def _told(self, new: Round, before: Round | None) -> Round:
        """A round of a list; what it does with games and results of the one before is told."""
        found, left, corrected, gone = taken(new, before, self._store.played, self._left_of(new))
        self.leave(before, found)
        for numbers, kind, phrase in (
            (left, Kind.OTHERS, EdgePhrase.HALL_OTHERS),
            (corrected, Kind.CORRECTED, EdgePhrase.HALL_CORRECTED),
            (gone, Kind.OTHERS, EdgePhrase.HALL_GONE),
        ):
            if numbers:
                self._boards.happened(HALL, kind, worded(phrase, round=new.round, numbers=_listed(numbers)))
        return found

    def leave(self, before: Round | None, now: Round) -> None:
        """A round is changed: keep what was said of pairings that it has no more, or has not again yet."""
        known = self._left_of(now)
        if before is None and not known:
            return
        self._put(now, left_of(known, before, now, self._store.played))

    def adopt(self, found: Round) -> None:
        """Another hall program remembers pairings that have left a round: they may come back here."""
        ids = {own_id(found, each) for each in found.boards} if found.left else set[str]()
        own = {each.id: each for each in self._left_of(found)}
        told = {
            each.id: _joined(each, own.get(each.id, each))
            for each in found.left
            if each.id and each.id not in ids
        }
        if told:
            self._put(found, tuple({**own, **told}.values()))

    def _put(self, now: Round, left: tuple[PairedBoard, ...]) -> None:
        if left:
            self._placed.left[place_of(now)] = left
        else:
            self._placed.left.pop(place_of(now), None)
        self._keep()

    def _left_of(self, found: Round) -> Sequence[PairedBoard]:
        return self._placed.left.get(place_of(found), ())

    def _ask_which(self, rounds: Sequence[Round], *, may_be_next: bool) -> None:
        """AgainError, NextError: it is not plain which rounds these are."""
        self._ask_of_day(rounds, may_be_next=may_be_next)
        if may_be_next:
            self._ask_whether_next(rounds)

    def _ask_of_day(self, rounds: Sequence[Round], *, may_be_next: bool) -> None:
        """AgainError: these may be another day's; not while one of their event is played today."""
        now, known, unix_s = self._placed.now, self._placed.known, self._boards.unix_s()
        if not rounds or (now.begun_s and now.event == rounds[0].event and not is_earlier(now, unix_s)):
            return
        again = [
            each.round
            for each in rounds
            if (before := known.get(each.round, each.event))
            and is_earlier(before, unix_s)
            and is_unsaid(each, before, self._store.played)
        ]
        if again:
            event = rounds[0].event
            anew = event_of_day(event, unix_s, known.events)
            said = {"rounds": _listed(again), "event": shown_event(event), "anew": anew}
            if may_be_next:
                why = sentence(EdgePhrase.HALL_AGAIN_OR_NEXT, following=self._following(event), **said)
                raise AgainOrNextError(put_in_words(why), why)
            why = sentence(EdgePhrase.HALL_AGAIN, **said)
            raise AgainError(put_in_words(why), why)

    def _following(self, event: str) -> str:
        return next_after(self._played(event), self._placed.known.names_of(event))

    def _ask_whether_next(self, rounds: Iterable[Round]) -> None:
        """NextError: these, which no list has named, are not plainly a correction of the round played."""
        for each in rounds:
            if (before := self._placed.known.get(each.round, each.event)) is None:
                continue
            lost, is_played = self._lost(each, before), each.round == self._played(each.event)
            if lost or not is_played or not is_mostly_of(pairs_of(each), before):
                said = {"round": each.round, "numbers": _listed(lost) or "-"}
                why = sentence(EdgePhrase.HALL_NEXT, following=self._following(each.event), **said)
                raise NextError(put_in_words(why), why)

    def _ask_of(self, rounds: Iterable[Round]) -> None:
        """AnotherEventError: these would take games or results from the round that is played."""
        now = self._placed.now
        before = self._placed.known.get(now.round, now.event)
        again = next((each for each in rounds if place_of(each) == place_of(now)), None)
        if before and again and (lost := self._lost(again, before)):
            why = sentence(EdgePhrase.HALL_TAKES_AWAY, round=now.round, numbers=_listed(lost))
            raise AnotherEventError(put_in_words(why), why)

    def _lost(self, new: Round, before: Round) -> Sequence[str]:
        """The numbers whose games and results a list takes away."""
        found = taken(new, before, self._store.played, self._left_of(new))
        return (*found.left, *found.gone)

    def _leave_event(self, event: str, *, is_meant: bool) -> None:
        """A list of another event comes: rounds with games or results stay apart, the others go."""
        known, now = self._placed.known, self._placed.now
        before = known.event
        has = [name for name in known.names if self._has_something(self._placed.round(name))]
        if has and not is_meant:
            why = sentence(EdgePhrase.HALL_ANOTHER_EVENT, event=shown_event(event), old=shown_event(before))
            raise AnotherEventError(put_in_words(why), why)
        known.event = event
        known.drop_others(lambda each: self._has_something(each) or place_of(each) == place_of(now))
        said = {"event": shown_event(event), "old": shown_event(before), "rounds": _listed(has) or "-"}
        self._boards.happened(HALL, Kind.EVENT, worded(EdgePhrase.HALL_EVENT_LEFT, **said))

    def _has_something(self, found: Round) -> bool:
        """Whether a round has a game with plies, or a result that was given by hand."""
        return any(is_something(found, each, self._store.played) for each in found.boards)

    def _keep(self) -> None:
        left = tuple(Round(event, "", name, each) for (event, name), each in self._placed.left.items())
        self._store.put_made(LEFT, lambda: self._text.of(left))


def _listed(numbers: Sequence[str]) -> str:
    return ", ".join((*numbers[:_LISTED], *(["…"] if len(numbers) > _LISTED else [])))


def _joined(told: PairedBoard, own: PairedBoard) -> PairedBoard:
    """A pairing as another program remembers it, with what is known of it here alone."""
    named = named_as(told, own)
    return replace(named, result=named.result or own.result, told=named.told or own.told)
