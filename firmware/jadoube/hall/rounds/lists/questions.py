"""Questions about a list: which event and round it is of, and what it may take away.

The law: nobody but an arbiter can know it. A question comes with its answers, and each says exactly what is
to be done with the list: of which event and round it is, and which games and events it may leave. So it
answers its own question alone, and does what was asked about, whatever others have done since: what is so no
more is asked anew. It changes no round. That one goes on is remembered for half a day.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from jadoube.core.language.render import put_in_words
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import Sentence, UnfitText, sentence
from jadoube.hall.rounds.known import Place, place_of
from jadoube.hall.rounds.lists.days import EARLIER_S, event_of_day, is_earlier, is_unsaid
from jadoube.hall.rounds.lists.taking import is_something, taken
from jadoube.hall.rounds.lists.unnamed import is_mostly_of, next_after, pairs_of
from jadoube.hall.rounds.pairings import own_id
from jadoube.hall.rounds.placed import PlacedRounds, shown_event
from jadoube.mqtt.payloads import Round
from jadoube.online.game_state import made_id

LISTED: Final = 20
"""So many numbers are named in one line."""


class Choice(StrEnum):
    """The answers that there are."""

    NEXT = "next"
    """The list names no round, and is of the next one."""
    ANEW = "anew"
    """Its round is not that of an earlier day: it begins anew, its event with the day."""
    GOES_ON = "on"
    """It is that one."""
    SAME = "same"
    """It names no round, and is of the one that is known."""
    YES = "yes"
    """It is no slip."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What was said of a list so far."""

    event: str | None = None
    """It is of this event; None: of the one that it says."""
    round: str | None = None
    """If it names no round it is of this one."""
    agreed: frozenset[str] = frozenset()
    """What it may do, by marks: each is that of one question."""


class QuestionError(UnfitText):
    """Somebody has to say what is meant: these are the answers, and what each says of the list."""

    def __init__(self, why: Sentence, answers: Mapping[Choice, Meant]) -> None:
        super().__init__(put_in_words(why), why)
        self.answers = answers


def leaves(event: str, old: str) -> str:
    """Return the mark of a list of one event that takes the place of another."""
    return made_id(f"leaves|{event}|{old}")


def listed(numbers: Sequence[str]) -> str:
    """Return numbers in one line."""
    return ", ".join((*numbers[:LISTED], *(["…"] if len(numbers) > LISTED else [])))


class Questions:
    """Asks them."""

    def __init__(self, placed: PlacedRounds) -> None:
        self._placed = placed
        self._go_on: dict[Place, int] = {}  # rounds of an earlier day, and when it was said that they go on

    def played(self, event: str) -> str:
        """Return the round of an event that is played, else the last one that was read of it."""
        now, names = self._placed.now, self._placed.known.names_of(event)
        return now.round if now.event == event and now.round in names else names[-1]

    def expect_plain(self, rounds: Sequence[Round], meant: Meant, *, is_proposed: bool) -> None:
        """QuestionError: it is not plain what these rounds of a list are, and nobody has said so.

        `is_proposed`: the list does not say which round it has.
        """
        if not rounds:
            return
        event, name = rounds[0].event, rounds[0].round if is_proposed else meant.round
        said = replace(meant, event=event, round=name)
        go_on = self._ask_of_day(rounds, said, is_proposed=is_proposed)
        if is_proposed:
            self._ask_whether_next(rounds[0], said)
        self._ask_whether_taken(rounds, said)
        self._ask_of_event(event, said)
        self._go_on |= {(event, each): self._placed.boards.unix_s() for each in go_on}

    def _ask_of_day(self, rounds: Sequence[Round], said: Meant, *, is_proposed: bool) -> Sequence[str]:
        """They may be another day's; not while one of their event is played today.

        Return those of which was said that they go on.
        """
        now, known, unix_s = self._placed.now, self._placed.known, self._placed.boards.unix_s()
        if now.begun_s and now.event == rounds[0].event and not is_earlier(now, unix_s):
            return ()
        again = [
            each.round
            for each in rounds
            if (before := known.get(each.round, each.event))
            and is_earlier(before, unix_s)
            and unix_s - self._go_on.get(place_of(each), 0) >= EARLIER_S
            and is_unsaid(each, self._with_left(before), self._placed.store.played)
        ]
        event = rounds[0].event
        mark = made_id("|".join(("goes on", event, *again)))
        if not again or mark in said.agreed:
            return again
        anew = event_of_day(event, unix_s, known.events)
        begun = replace(said, event=anew, round="1" if is_proposed else said.round)
        answers = {Choice.ANEW: _agreed(begun, leaves(anew, event)), Choice.GOES_ON: _agreed(said, mark)}
        names = {"rounds": listed(again), "event": shown_event(event), "anew": anew}
        if is_proposed:
            following = self._following(event)
            why = sentence(EdgePhrase.HALL_AGAIN_OR_NEXT, following=following, **names)
            raise QuestionError(why, {Choice.NEXT: replace(said, round=following), **answers})
        raise QuestionError(sentence(EdgePhrase.HALL_AGAIN, **names), answers)

    def _with_left(self, found: Round) -> Round:
        """A round with the pairings that may come back."""
        return replace(found, boards=(*found.boards, *self._placed.left.get(place_of(found), ())))

    def _following(self, event: str) -> str:
        return next_after(self.played(event), self._placed.known.names_of(event))

    def _ask_whether_next(self, found: Round, said: Meant) -> None:
        """It is not plainly a correction of the round that is played."""
        before = self._placed.known.get(found.round, found.event)
        if before is None:
            return
        lost, is_played = self._lost(found, before), found.round == self.played(found.event)
        if not lost and is_played and is_mostly_of(pairs_of(found), before):
            return
        following = self._following(found.event)
        names = {"event": shown_event(found.event), "round": found.round, "numbers": listed(lost) or "-"}
        why = sentence(EdgePhrase.HALL_NEXT, following=following, **names)
        same = _agreed(said, _takes(before, lost))
        raise QuestionError(why, {Choice.NEXT: replace(said, round=following), Choice.SAME: same})

    def _ask_whether_taken(self, rounds: Sequence[Round], said: Meant) -> None:
        """They would take games or results from the round that is played."""
        now = self._placed.now
        before = self._placed.known.get(now.round, now.event)
        again = next((each for each in rounds if place_of(each) == place_of(now)), None)
        if not (before and again and (lost := self._lost(again, before))):
            return
        if (mark := _takes(before, lost)) not in said.agreed:
            why = sentence(EdgePhrase.HALL_TAKES_AWAY, round=now.round, numbers=listed(lost))
            raise QuestionError(why, {Choice.YES: _agreed(said, mark)})

    def _ask_of_event(self, event: str, said: Meant) -> None:
        """They are of another event than those that are known, which have games or results."""
        old = self._placed.known.event
        if event == old or leaves(event, old) in said.agreed or not self.begun():
            return
        why = sentence(EdgePhrase.HALL_ANOTHER_EVENT, event=shown_event(event), old=shown_event(old))
        raise QuestionError(why, {Choice.YES: _agreed(said, leaves(event, old))})

    def begun(self) -> Sequence[str]:
        """Return the rounds of the event that is known which have games or results."""
        return [name for name in self._placed.names if self.has_something(self._placed.round(name))]

    def has_something(self, found: Round) -> bool:
        """Return whether a round has a game with plies, or a result that was given by hand."""
        return any(is_something(found, each, self._placed.store.played) for each in found.boards)

    def _lost(self, new: Round, before: Round) -> Sequence[str]:
        """The numbers whose games and results a list takes away."""
        left = self._placed.left.get(place_of(new), ())
        found = taken(new, before, self._placed.store.played, left)
        return (*found.left, *found.gone)


def _agreed(said: Meant, mark: str) -> Meant:
    return replace(said, agreed=said.agreed | {mark})


def _takes(before: Round, lost: Sequence[str]) -> str:
    """The mark of a list that takes games and results of these pairings away: by their ids."""
    numbers = set(lost)
    ids = [own_id(before, each) for each in before.boards if each.number in numbers]
    return made_id("|".join(("takes", *place_of(before), *ids)))
