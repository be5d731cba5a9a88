"""Lists: what one that is read makes of the rounds, and what was said of pairings that are in none.

The law: a list replaces rounds of the same names and event. What it changes of games and results is told in
lines (`list_lines.py`). What was said of a pairing that a list has no more is remembered until it comes back.
It refuses to know how a list is read (`formats/pairings`), which pairings go on (`taking.py`), and what has
to be asked before (`questions.py`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.formats.pairings import Pairings
from jadoube.hall.boards import HALL
from jadoube.hall.rounds.kept_text import KeptText, read_rounds
from jadoube.hall.rounds.known import place_of
from jadoube.hall.rounds.lists.boards_of_list import GoneOn, with_boards
from jadoube.hall.rounds.lists.days import is_day_of, newest_of, with_begin
from jadoube.hall.rounds.lists.known_numbers import with_known_numbers
from jadoube.hall.rounds.lists.list_lines import ListLines
from jadoube.hall.rounds.lists.questions import Meant, Questions, listed
from jadoube.hall.rounds.lists.taking import is_something, left_of, other_results, taken
from jadoube.hall.rounds.lists.unnamed import is_mostly_of
from jadoube.hall.rounds.pairings import Rounds, has_result, own_id, rounds_of, with_boards_of
from jadoube.hall.rounds.placed import PlacedRounds, shown_event
from jadoube.hall.rounds.played.results import result_of
from jadoube.hall.rounds.told_names import named_as
from jadoube.hall.troubles import Kind
from jadoube.mqtt.payloads import PairedBoard, Round

LEFT: Final = "left"

NOTHING: Final = Meant()
"""Nobody was asked about a list."""


def reading_of(name: str, meant: Meant) -> str:
    """Return what stands among the acts of arbiters of a list that was read."""
    said = ("round", meant.round), ("of", meant.event)
    words = [f"{word} {value}" for word, value in said if value]
    return " as ".join((f"pairings {name}", *([" ".join(words)] if words else [])))


class Lists:
    """Takes lists. `show` has a round be the one that is played, as it is now."""

    def __init__(self, placed: PlacedRounds, show: Callable[[Round], None]) -> None:
        self._placed, self._boards, self._store = placed, placed.boards, placed.store
        self._show, self._questions = show, Questions(placed)
        self.last = Pairings()
        """The list that was taken last, since this start."""
        self.lines = ListLines(placed.boards)
        self._text = KeptText()

    def load(self) -> None:
        """Take what the file has; what has become known before counts."""
        own = self._placed.left
        kept = {place_of(each): each.boards for each in read_rounds(self._store.found(LEFT))}
        self._placed.left = kept | own
        if own:
            self._keep()

    def event_and_site(self, meant: Meant = NOTHING) -> tuple[str, str]:
        """Return event and site of a list that names none: those of the list that was read last.

        Its event may be `meant`: then its site is that of the rounds that are known of it.
        """
        if meant.event is not None:
            return meant.event, self._site_of(meant.event)
        now, known = self._placed.now, self._placed.known
        first = known.get(known.names[0]) if known.names else now
        return (known.event, first.site) if first and first is not now else (now.event, now.site)

    def _site_of(self, event: str) -> str:
        """The site of an event of which rounds are known; a new one has none."""
        rounds = (self._placed.known.get(name, event) for name in self._placed.known.names_of(event))
        return next((each.site for each in rounds if each and each.site), "")

    def named(self, found: Pairings, meant: Meant = NOTHING) -> Pairings:
        """Return a list with the event that it is of here, and with a round if it names none.

        That is the one that is `meant`, else the one that has most of its pairs, else the one that is played
        or was read last. Of a new event it is the first.
        """
        found = self._of_event(found, meant.event)
        event = self.event_and_site(meant)[0] if not found.event else found.event
        is_proposed = meant.round is None
        if found.names_round or (is_proposed and not self._placed.known.names_of(event)):
            return found
        name = self._likely(found, event) if meant.round is None else meant.round
        pairings = tuple([each._replace(round=name) for each in found.pairings])
        return found._replace(pairings=pairings, round_proposed=is_proposed)

    def _likely(self, found: Pairings, event: str) -> str:
        """The known round of an event that has most of a list's pairs, else the one that is played."""
        known, base = self._placed.known, self._questions.played(event)
        pairs = [(each.board, each.white.name, each.black.name) for each in found.pairings]
        names = (base, *reversed(known.names_of(event)))
        return next(
            (name for name in names if (of := known.get(name, event)) and is_mostly_of(pairs, of)), base
        )

    def _of_event(self, found: Pairings, meant: str | None) -> Pairings:
        known = self._placed.known
        if meant is not None:
            event, site = self.event_and_site()
            goes_on = found.event in ("", event) and is_day_of(meant, event)
            return found._replace(event=meant, site=found.site or (site if goes_on else self._site_of(meant)))
        if found.event and found.event != known.event:
            event = newest_of(found.event, known.events)
            return found._replace(event=event, site=found.site or self._site_of(event))
        return found

    def take(self, found: Pairings, meant: Meant = NOTHING, made: Rounds | None = None) -> None:
        """Take a list: its rounds replace those of the same names and event; games of other events are kept.

        QuestionError: it is not plain what it is of, or it takes something away, and `meant` does not say
        that it may. `made` are its rounds, if they were made of it already (`named`): many take a while.
        """
        now, known = self._placed.now, self._placed.known
        if made is None:
            found = self.named(found, meant)
        rounds, said, forfeits = made or rounds_of(found, *self.event_and_site(meant))
        if found.boards_proposed:
            rounds = tuple([with_known_numbers(each, known.get(each.round, each.event)) for each in rounds])
        self._questions.expect_plain(rounds, meant, is_proposed=found.round_proposed)
        if rounds and known.names and rounds[0].event != known.event:
            self._leave_event(rounds[0].event)
        elif rounds:
            known.event = rounds[0].event
        self.last = found
        self.lines.begin([place_of(each) for each in rounds])
        self._tell_forfeits(rounds, forfeits)
        others = self._put_all(rounds)
        for name, words in said:
            self.lines.tell((rounds[0].event, name), words)
        if again := known.get(now.round, now.event):
            given = self._given(again)
            self._show(again)
            self._placed.changed(others)
            if played := given - self._given(again):
                numbers = listed([each.number for each in again.boards if each.number in played])
                told = worded(EdgePhrase.HALL_GAMES_DIFFER, round=again.round, numbers=numbers)
                self.lines.tell(place_of(again), told)
        self.lines.complete()
        self._placed.keep()

    def _given(self, found: Round) -> set[str]:
        """The numbers of the pairings whose result is the one that was given, and not that of a game."""
        return {
            each.number
            for each in found.boards
            if has_result(each) and self._result(found, each) == each.result
        }

    def _result(self, found: Round, pairing: PairedBoard) -> str:
        """How a pairing of a round ended, as it counts; `*`: nobody says it."""
        return result_of(pairing, self._store.game_of(own_id(found, pairing)))

    def _tell_forfeits(self, rounds: Sequence[Round], forfeits: Collection[tuple[str, str, str]]) -> None:
        """Tell which results that are new were won without a game: they are kept as others are."""
        for found in rounds if forfeits else ():
            before = self._placed.known.get(found.round)
            known = {_said_of(each) for each in before.boards} if before else set[tuple[str, ...]]()
            numbers = [
                each.number
                for each in found.boards
                if (found.round, each.white.name, each.black.name) in forfeits and _said_of(each) not in known
            ]
            if numbers:
                said = {"round": found.round, "numbers": listed(numbers)}
                self.lines.tell(place_of(found), worded(EdgePhrase.HALL_FORFEITS, **said))

    def _put_all(self, rounds: Sequence[Round]) -> list[str]:
        """Put the rounds of a list in their places; return the ids of what it changes in those not played."""
        known, changed = self._placed.known, list[str]()
        for each in rounds:
            before = known.get(each.round)
            found = self._begun(self.joined(each, before))
            known.put(found)
            is_same = before is None or (before.site, before.boards) == (found.site, found.boards)
            if not is_same and place_of(found) != place_of(self._placed.now):
                changed += [own_id(found, pairing) for pairing in found.boards]
        return changed

    def _begun(self, found: Round) -> Round:
        """A round of a list; that it has results begins it."""
        has_results = bool([each for each in found.boards if each.result])
        return with_begin(found, self._store.played, self._boards.unix_s()) if has_results else found

    def joined(self, new: Round, before: Round | None) -> Round:
        """Return a round of a list as it is kept in the place of the one before; None: there is none.

        Boards stand where they stood, those that a person gave in any case.
        """
        found, gone_on = self._told(new, before)
        if before is None:
            return with_boards_of(with_boards(found, gone_on, ()), self._placed.now.boards)
        return with_boards(found, gone_on, before.boards)

    def _told(self, new: Round, before: Round | None) -> tuple[Round, Mapping[str, GoneOn]]:
        """A round of a list; what it does with games and results of the one before is told."""
        known = self._left_of(new)
        found, left, corrected, gone, gone_on = taken(new, before, self._store.played, known)
        others = other_results(before, known, found, self._store.played)
        self.leave(before, found)
        place, were = place_of(new), {each.id for each in known}
        lost = [each for each in self._left_of(new) if each.id not in were]
        for numbers, phrase in ((left, EdgePhrase.HALL_OTHERS), (gone, EdgePhrase.HALL_GONE)):
            if numbers:
                away = {each.id: each.number for each in lost if each.number in numbers}
                self.lines.tell_away(place, phrase, away)
        for numbers, phrase in (
            (corrected, EdgePhrase.HALL_CORRECTED),
            (others, EdgePhrase.HALL_OTHER_RESULTS),
            (self._differing(new, found), EdgePhrase.HALL_LIST_DIFFERS),
        ):
            if numbers:
                self.lines.tell(place, worded(phrase, round=new.round, numbers=listed(numbers)))
        return found, gone_on

    def _differing(self, new: Round, found: Round) -> tuple[str, ...]:
        """The numbers of the pairings with games for which a list has results that do not count."""
        said = {each.number: each.result for each in new.boards if has_result(each)}
        kept = (each for each in found.boards if each.number in said) if said else ()
        return tuple(each.number for each in kept if self._result(found, each) != said[each.number])

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
        self.lines.look(place_of(now), {each.id for each in left})
        self._keep()

    def _left_of(self, found: Round) -> Sequence[PairedBoard]:
        return self._placed.left.get(place_of(found), ())

    def _leave_event(self, event: str) -> None:
        """A list of another event comes: rounds with games or results stay apart, the others go."""
        known, now, has = self._placed.known, self._placed.now, self._questions.begun()
        said = {"event": shown_event(event), "old": shown_event(known.event), "rounds": listed(has)}
        known.event = event
        known.drop_others(lambda each: self._has_something(each) or place_of(each) == place_of(now))
        stays = {event, *known.events}
        self._placed.left = {place: each for place, each in self._placed.left.items() if place[0] in stays}
        self._keep()
        self.lines.leave(event)
        phrase = EdgePhrase.HALL_EVENT_LEFT if has else EdgePhrase.HALL_EVENT_NEXT
        self._boards.happened(HALL, Kind.EVENT, worded(phrase, **said))

    def _has_something(self, found: Round) -> bool:
        """Whether a round has a game with plies, or a result, be it of a pairing that may come back."""
        left, played = self._left_of(found), self._store.played
        return self._questions.has_something(found) or any(is_something(found, each, played) for each in left)

    def _keep(self) -> None:
        left = tuple(Round(event, "", name, each) for (event, name), each in self._placed.left.items())
        self._store.put_made(LEFT, lambda: self._text.of(left))


def _said_of(pairing: PairedBoard) -> tuple[str, ...]:
    return pairing.white.name, pairing.black.name, pairing.result


def _joined(told: PairedBoard, own: PairedBoard) -> PairedBoard:
    """A pairing as another program remembers it, with what is known of it here alone."""
    named = named_as(told, own)
    said = named if named.result else own
    return replace(named, result=said.result, instead_of=said.instead_of, told=named.told or own.told)
