"""The rounds of the hall: the lists that were read, the round that is played, and which game is whose.

The law: which board plays which pairing is known here alone. A game is played for a pairing if its board has
that pairing, and does not say that it is of another round; it stays so when the board gets another one. A
game is that of the board from which it came first: what another says of it is another game. What was kept
survives a restart. A round that another hall program has published is taken over. It refuses to know the
broker, and publishes nothing.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from jadoube.core.language.render import in_each_language, put_in_words, unfit, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.names import NO_NAME
from jadoube.core.messages.phrases import UnfitText, sentence
from jadoube.formats.pairings import Pairings
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.kept_game import KeptRow, PairingGame
from jadoube.hall.rounds.kept_text import KeptText, read_rounds
from jadoube.hall.rounds.known import KnownRounds, Place, place_of
from jadoube.hall.rounds.pairings import (
    UNSAID,
    Rounds,
    claims,
    longer,
    number_of,
    own_id,
    pairing_of,
    rounds_of,
    with_board,
    with_boards_of,
    with_hand_of,
    with_proposal,
    with_result,
)
from jadoube.hall.rounds.tables import Tables
from jadoube.hall.rounds.taking import bears_names, is_name, is_of_others, is_something, left_of, taken
from jadoube.hall.store import Store
from jadoube.hall.troubles import PASSES_MS, Kind, Trouble
from jadoube.local.desk_lines import Words
from jadoube.mqtt.payloads import PairedBoard, Person, PlayedGame, Round
from jadoube.online.game_text import RUNS

ROUNDS: Final = "rounds"
CHOSEN: Final = "chosen"
CHOSEN_EVENT: Final = "chosen event"
LEFT: Final = "left"
ANOTHERS: Final = "-"
"""In place of a pairing: the game stood at a board that came in the place of another, and is of none."""

Places = Mapping[str, tuple[Place, int]]
"""Of pairings, by their ids: the round, and which of it."""

_HIDDEN: Final = Person(NO_NAME)

_LISTED: Final = 20
"""So many numbers are named in one line."""


class AnotherEventError(UnfitText):
    """A list may be a slip.

    It is of another event, and rounds of the one before have games; or it takes games or results from the
    round that is played.
    """


class ResultRow(NamedTuple):
    """A pairing, its game and its result, as the table of results shows it."""

    number: str
    board: str
    """The id of the board; empty: none has it."""
    white: str
    black: str
    result: str
    """`1-0`, `0-1`, `1/2-1/2`; `*`: none yet."""
    game_ids: tuple[str, ...]
    """The games that it consists of, one going on from the other."""
    others: tuple[str, ...]
    """Games that were played for it and do not count."""
    plies: int
    over: bool


class RoundKeeper:
    """Keeps the rounds. `changed` is told the ids of pairings of any round that have changed."""

    def __init__(self, boards: Boards, store: Store, changed: Callable[[Iterable[str]], None]) -> None:
        self._boards, self._store, self._changed = boards, store, changed
        self._known = KnownRounds()
        self.list = Pairings()
        """The list that was taken last, since this start."""
        self.tables = Tables(store)
        """Who was told to sit where."""
        self._ids: dict[str, str] = {}
        self._places: Places = {}  # of all pairings
        self._decided: dict[str, tuple[object, ...]] = {}  # results of games, and who has no name; by number
        self._parts: dict[str, int] = {}  # of how many games they consist, by number
        self._with_results: Round | None = None
        self._placed: dict[Place, tuple[Round, Places]] = {}  # each round with its part of `_places`
        self._text, self._left_text = KeptText(), KeptText()
        self._left: dict[Place, Round] = {}  # pairings that are in no list now, with what was said of them

    def load(self, found: Sequence[Round] | None = None) -> None:
        """Take what the file has, once it is open; what has become known before counts.

        `found` are the rounds of it, if they were read already: long ones take a while.
        """
        own, now = self._known, self._boards.round
        found = read_rounds(self._store.found(ROUNDS)) if found is None else found
        self._known = known = KnownRounds(found)
        kept = {place_of(each): each for each in read_rounds(self._store.found(LEFT))}
        self._left = kept | self._left
        if self.list.rounds or (own.names and own.event not in known.events):
            known.event = own.event
        for each in own.all():
            known.put(self._joined(each, known.get(each.round, each.event)) if self.list.rounds else each)
        self.tables.load()
        if now.round:
            chosen = known.get(now.round, now.event)
        else:
            name = self._store.found(CHOSEN)
            chosen = known.get(name, self._store.found(CHOSEN_EVENT)) or known.get(name)
        if chosen:
            self._show(chosen)
        if own.names:
            self._keep()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rounds that are known, in the order of the list."""
        return self._known.names

    def round(self, name: str) -> Round:
        """Return a round; UnfitText if there is none of this name."""
        found = self._known.get(name)
        if found is None:
            known = ", ".join(self.names) or "-"
            raise unfit(EdgePhrase.HALL_NO_ROUND, round=name, rounds=known)
        return found

    def turn_to(self, event: str) -> None:
        """Have the rounds of another event be those that are asked for. UnfitText: there are none of it."""
        if event not in self._known.events:
            known = ", ".join(map(_shown, self._known.events)) or "-"
            raise unfit(EdgePhrase.HALL_NO_EVENT, event=event, events=known)
        self._known.event = event
        if self._boards.round.event != event:
            self._boards.set_round(Round())

    def chosen(self) -> Round:
        """Return the round that is played; UnfitText if none is chosen."""
        if not self._boards.round.round:
            raise unfit(EdgePhrase.HALL_NO_ROUND_CHOSEN)
        return self._boards.round

    # What a person does

    def event_of_lists(self) -> tuple[str, str]:
        """Return event and site of a list that names none: those of the list that was read last."""
        now, event = self._boards.round, self._known.event
        first = self._known.get(self.names[0]) if self.names else now
        return (event, first.site) if first and first is not now else (now.event, now.site)

    def take_list(self, found: Pairings, made: Rounds | None = None, *, another: bool = False) -> None:
        """Take a list: its rounds replace those of the same names and event.

        Of another event it is refused by AnotherEventError where rounds have games or results, unless
        `another` says that it may be; such rounds are kept. So is one that takes games or results from the
        round that is played. `made` are its rounds, if they were made already: many take a while.
        """
        now = self._boards.round
        rounds, said = made or rounds_of(found, *self.event_of_lists())
        if not another:
            self._ask_of(rounds)
        if rounds and self.names and rounds[0].event != self._known.event:
            self._leave_event(rounds[0].event, is_meant=another)
        elif rounds:
            self._known.event = rounds[0].event
        self.list = found
        for each in rounds:
            before = self._known.get(each.round)
            joined = self._joined(each, before)
            known = with_hand_of(joined, before.boards) if before else joined
            self._known.put(with_boards_of(known, before.boards if before else now.boards))
        for words in said:
            self._pass(HALL, Kind.TWICE, words)
        if again := self._known.get(now.round, now.event):
            self._show(again)
        self._keep()

    def _ask_of(self, rounds: Iterable[Round]) -> None:
        """AnotherEventError: these would take games or results from the round that is played."""
        now = self._boards.round
        for each in rounds:
            if place_of(each) == place_of(now) and (before := self._known.get(now.round, now.event)):
                found = taken(each, before, self._store.played, self._left_of(each))
                if lost := (*found.left, *found.gone):
                    said = {"round": now.round, "numbers": _listed(lost)}
                    why = sentence(EdgePhrase.HALL_TAKES_AWAY, **said)
                    raise AnotherEventError(put_in_words(why), why)

    def _left_of(self, found: Round) -> Sequence[PairedBoard]:
        left = self._left.get(place_of(found))
        return left.boards if left else ()

    def _leave(self, before: Round | None, now: Round) -> None:
        """A round is changed: keep what was said of pairings that it has no more, or has not again yet."""
        known = self._left_of(now)
        if before is None and not known:
            return
        left = left_of(known, before, now, self._store.played)
        if left:
            self._left[place_of(now)] = replace(now, boards=left)
        else:
            self._left.pop(place_of(now), None)

    def _leave_event(self, event: str, *, is_meant: bool) -> None:
        """A list of another event comes: rounds with games or results stay apart, the others go."""
        before = self._known.event
        has = [name for name in self.names if self._has_something(self.round(name))]
        if has and not is_meant:
            why = sentence(EdgePhrase.HALL_ANOTHER_EVENT, event=_shown(event), old=_shown(before))
            raise AnotherEventError(put_in_words(why), why)
        now = self._boards.round
        self._known.event = event
        self._known.drop_others(lambda each: self._has_something(each) or place_of(each) == place_of(now))
        said = {"event": _shown(event), "old": _shown(before), "rounds": _listed(has) or "-"}
        self._pass(HALL, Kind.EVENT, worded(EdgePhrase.HALL_EVENT_LEFT, **said))

    def _has_something(self, found: Round) -> bool:
        """Whether a round has a game with plies, or a result that was given by hand."""
        return any(is_something(found, each, self._store.played) for each in found.boards)

    def _joined(self, new: Round, before: Round | None) -> Round:
        """A round of a list; what it does with games and results of the one before is told."""
        found, left, corrected, gone = taken(new, before, self._store.played, self._left_of(new))
        self._leave(before, found)
        for numbers, kind, phrase in (
            (left, Kind.OTHERS, EdgePhrase.HALL_OTHERS),
            (corrected, Kind.CORRECTED, EdgePhrase.HALL_CORRECTED),
            (gone, Kind.OTHERS, EdgePhrase.HALL_GONE),
        ):
            if numbers:
                self._pass(HALL, kind, worded(phrase, round=new.round, numbers=_listed(numbers)))
        return found

    def choose(self, name: str) -> Round:
        """Play this round from now on: boards stand where they stood, others are proposed."""
        self._set(with_boards_of(self.round(name), self._boards.round.boards))
        self.propose()
        return self._boards.round

    def propose(self) -> None:
        """Give each pairing without a board the one that says that it is its number, if there is one."""
        found = self._boards.round
        if all(each.board or each.by_hand for each in found.boards):
            return
        proposed = with_proposal(found, self._boards.all())
        if proposed != found:
            self._set(proposed)

    def assign(self, number: str, board: str) -> None:
        """A board plays a pairing from now on; an empty id: none does. UnfitText if that cannot be."""
        found = self.chosen()
        pairing = self._pairing(number)
        if board and self._boards.board(board) is None:
            raise unfit(EdgePhrase.HALL_NO_BOARD, board=board)
        game, there = self.game_of(number), self._boards.game_of(board)
        row = self._store.row(self.id_of(board, there.game_id)) if there else None
        if game.plies and row and row.plies and not (row.pairing or row.start):
            self._store.bind(row.game_id, ANOTHERS)
        self._set(with_board(found, number, board))
        if board and pairing.board not in ("", board) and game.plies and not game.over:
            said = worded(EdgePhrase.HALL_PAIRING_MOVED, number=number, board=board, old=pairing.board)
            self._pass(board, Kind.MOVED, said)

    def record(self, number: str, result: str) -> None:
        """Keep the result of a pairing that has no game with one; empty: none."""
        self._pairing(number)
        self._set(with_result(self.chosen(), number, result))

    def adopt(self, found: Round) -> None:
        """Another hall program has published this round.

        Results of games that are kept here come of them; what a person gave is known apart.
        """
        if found.event != self._boards.round.event:
            self._known.event = found.event
        before = self._known.get(found.round, found.event)
        found = _with_names_of(found, before)
        self._leave(before, found)
        boards = (
            replace(each, result=each.given, given="")
            if each.given or self._store.game_of(own_id(found, each)).rows
            else each
            for each in found.boards
        )
        self._set(replace(found, boards=tuple(boards)))

    def _pairing(self, number: str) -> PairedBoard:
        found = pairing_of(self.chosen(), number)
        if found is None:
            raise unfit(EdgePhrase.HALL_NO_NUMBER, number=number)
        return found

    def place(self, pairing: str) -> tuple[Round, PairedBoard] | None:
        """Return the round and the pairing of this id; None if there is none."""
        (event, name), at = self._places.get(pairing, (("", ""), 0))
        found = self._known.get(name, event)
        return (found, found.boards[at]) if found and at < len(found.boards) else None

    def of_event(self, event: str) -> tuple[Collection[str], Collection[str]]:
        """Return the ids of the pairings of an event, and the names of its rounds."""
        of_it = {pairing: place[1] for pairing, (place, _) in self._places.items() if place[0] == event}
        return of_it.keys(), set(of_it.values())

    def in_order(self, pairings: Collection[str]) -> list[str]:
        """Return ids of pairings in the order of rounds and boards."""
        return [each for each in self._places if each in pairings]

    def _set(self, found: Round) -> None:
        self._known.put(found)
        self._show(found)
        self._keep()

    def _show(self, found: Round) -> None:
        self._ids = {each.number: own_id(found, each) for each in found.boards}
        self._place_all()
        self._decided.clear()
        self._parts.clear()
        self._with_results = None
        self._boards.set_round(found)
        for each in found.boards:
            if game := self._boards.game_of(each.board):
                self.played(each.board, game)
        self._changed(self._ids.values())

    def _place_all(self) -> None:
        """Note where each pairing is; a round that has not changed keeps its places."""
        placed = {}
        for found in self._known.all():
            before = self._placed.get(place_of(found))
            is_same = before is not None and before[0] is found
            placed[place_of(found)] = before if before and is_same else (found, _places_of(found))
        self._placed = placed
        self._places = {pairing: place for _, places in placed.values() for pairing, place in places.items()}

    def _keep(self) -> None:
        rounds = self._known.all()
        self._store.put_made(ROUNDS, lambda: self._text.of(rounds))
        left = tuple(self._left.values())
        self._store.put_made(LEFT, lambda: self._left_text.of(left))
        self._store.put(CHOSEN, self._boards.round.round)
        self._store.put(CHOSEN_EVENT, self._boards.round.event)

    # Games

    def id_of(self, board: str, game_id: str) -> str:
        """Return the id under which a board's game is kept.

        It is its own, unless it came from another board: who can write a board's topics must not change the
        games of other boards. The board at which the game's pairing is played now counts as that board.
        """
        row = self._store.row(game_id)
        if row is None or row.board == board:
            return game_id
        own = self._ids.get(number_of(self._boards.round, board), "")
        return game_id if own and row.pairing == own else f"{game_id}@{board}"

    def kept_id(self, board: str, game_id: str) -> str:
        """Return `id_of` for a game that comes now; that it is kept apart is told."""
        found, row = self.id_of(board, game_id), self._store.row(game_id)
        if row and found != game_id:
            said = worded(EdgePhrase.HALL_ANOTHERS_GAME, board=board, game=game_id, other=row.board)
            self._pass(board, Kind.ANOTHERS, said)
        return found

    def played(self, board: str, game: PlayedGame) -> None:
        """A board has published this state of its game: it may be played for a pairing."""
        self._take(board, self.id_of(board, game.game_id), game.round, event=game.event, over=game.over)

    def kept(self, board: str, game_id: str, round_name: str) -> None:
        """A board had kept this game, of a round by its own word."""
        self._take(board, game_id, round_name, event=None, over=True)

    def _take(self, board: str, game_id: str, round_name: str, *, event: str | None, over: bool) -> None:
        now, row = self._boards.round, self._store.row(game_id)
        number = number_of(now, board)
        own = self._ids.get(number, "")
        if row and own and row.pairing != own:
            is_renamed = self._is_renamed(row, number) and (not over or event == now.event)
            names_it = round_name == now.round or (not over and round_name in UNSAID)
            if names_it and (self._is_free(row) or is_renamed):
                self._offer(board, row, number, over=over)
        self.tell(game_id)

    def _offer(self, board: str, row: KeptRow, number: str, *, over: bool) -> None:
        """A game may be that of a pairing: it is, unless it was played under other names."""
        pairing = self._pairing(number)
        if over:
            is_its = is_name(row.white, pairing.white.name) and is_name(row.black, pairing.black.name)
        else:
            is_its = not is_of_others(row, pairing)
        if is_its:
            self._store.bind(row.game_id, self._ids[number])
            self._boards.end_trouble(board, Kind.OTHERS)
        elif row.plies and not over:
            said = {"board": board, "white": row.white, "black": row.black, "number": number}
            self._pass(board, Kind.OTHERS, worded(EdgePhrase.HALL_BOARD_OF_OTHERS, **said))

    def _is_renamed(self, row: KeptRow, number: str) -> bool:
        """Whether a game of players who were at this place before has the names of those who are now."""
        is_before = row.pairing not in ("", ANOTHERS) and row.pairing not in self._places
        return is_before and bears_names(row, self._pairing(number))

    def tell(self, game_id: str) -> None:
        """The game has changed: so has its pairing, also one of a round before this one."""
        row = self._store.row(game_id)
        if row is None or row.pairing not in self._places:
            return
        self._changed([row.pairing])
        numbers = [number for number, each in self._ids.items() if each == row.pairing]
        self._look_at(numbers)
        if not numbers:
            self._boards.touch(HALL)  # its results may be shown

    def _look_at(self, numbers: Iterable[str]) -> None:
        """Tell of results that have changed, and of games that go on in others."""
        for number in numbers:
            game = self.game_of(number)
            decided = (
                game.result,
                *(NO_NAME in (row.white, row.black) for row in (*game.rows, *game.others)),
            )
            if self._decided.get(number, (RUNS,)) != decided:
                self._decided[number] = decided
                self._with_results = None
                self._boards.touch(HALL)
            if len(game.rows) > self._parts.get(number, 1):
                self._tell_parts(number, game)
            self._parts[number] = len(game.rows)

    def _is_free(self, row: KeptRow) -> bool:
        """Whether a game may be of another pairing: it was begun early, or does not count where it is."""
        if not (row.pairing and row.plies):
            return True
        return row.pairing != ANOTHERS and row in self._store.game_of(row.pairing).others

    def _tell_parts(self, number: str, game: PairingGame) -> None:
        games = ", ".join(row.game_id for row in game.rows)
        said = worded(EdgePhrase.HALL_GAME_IN_PARTS, number=number, games=games)
        self._pass(game.rows[-1].board, Kind.IN_PARTS, said)

    def _pass(self, board: str, kind: Kind, said: Words) -> None:
        """Tell what has happened: it is shown for a while."""
        self._boards.trouble(board, Trouble(kind, said, self._boards.now_ms() + PASSES_MS))

    def game_of(self, number: str) -> PairingGame:
        """Return the game of a pairing of the round that is played."""
        return self._store.game_of(self._ids.get(number, ""))

    def shown(self, found: Round, pairing: PairedBoard) -> PairedBoard:
        """Return a pairing of a round as others may see it: who is `N. N.` at its board is so everywhere."""
        game = self._store.game_of(own_id(found, pairing))
        rows = (*game.rows, *game.others)
        if any(row.white == NO_NAME for row in rows):
            pairing = replace(pairing, white=_HIDDEN)
        if any(row.black == NO_NAME for row in rows):
            pairing = replace(pairing, black=_HIDDEN)
        return pairing

    def results(self, name: str = "") -> tuple[ResultRow, ...]:
        """Return the results of a round, without a name of the present one. UnfitText: there is none."""
        found = self.round(name) if name else self.chosen()
        return tuple(self._result(found, each) for each in found.boards)

    def _result(self, found: Round, paired: PairedBoard) -> ResultRow:
        pairing = self.shown(found, paired)
        game = self._store.game_of(own_id(found, pairing))
        first = game.rows[0] if game.rows else None
        return ResultRow(
            pairing.number,
            pairing.board,
            pairing.white.name or (first.white if first else ""),
            pairing.black.name or (first.black if first else ""),
            game.result if game.result != RUNS else pairing.result or RUNS,
            tuple(row.game_id for row in game.rows),
            tuple(row.game_id for row in game.others),
            game.plies,
            game.over or bool(pairing.result),
        )

    def with_results(self) -> Round:
        """Return the round that is played as pages see it, with the results of its games.

        It is the same value until something of it has changed.
        """
        if self._with_results is None:
            self._with_results = self.joined(self._boards.round)
        return self._with_results

    def joined(self, found: Round) -> Round:
        """Return a round as pages see it, with the results of its games."""
        rows = (self._result(found, each) for each in found.boards)
        results = {each.number: each.result for each in rows if each.result != RUNS}
        boards = (
            replace(self.shown(found, each), result=results.get(each.number, ""), given=each.result)
            for each in found.boards
        )
        return replace(found, boards=tuple(boards))

    def look(self) -> None:
        """Look for two boards that say that they play the same pairing; the holder proposes boards, too."""
        if self._boards.holds:
            self.propose()
        found = [
            sentence(EdgePhrase.HALL_CLAIMED_TWICE, board=one, other=other, number=number)
            for number, (one, other, *_) in sorted(claims(self._boards.round, self._boards.all()).items())
        ]
        if found:
            self._boards.trouble(HALL, Trouble(Kind.CLAIMED, in_each_language(*found)))
        else:
            self._boards.end_trouble(HALL, Kind.CLAIMED)


def _with_names_of(found: Round, known: Round | None) -> Round:
    """A round as another program has published it, with the names that are known here.

    It tells no hidden ones, and of a very long round only their beginnings. The ids are those that it
    tells: an empty one is the usual one.
    """
    if known is None or (known.event, known.site) != (found.event, found.site):
        return found
    before = {each.number: each for each in known.boards}
    boards = []
    for each in found.boards:
        own = before.get(each.number, each)
        white = own.white if each.white == _HIDDEN else longer(each.white, own.white)
        black = own.black if each.black == _HIDDEN else longer(each.black, own.black)
        boards.append(replace(each, white=white, black=black))
    return replace(found, boards=tuple(boards))


def _places_of(found: Round) -> Places:
    place = place_of(found)
    return {own_id(found, each): (place, at) for at, each in enumerate(found.boards)}


def _shown(event: str) -> str:
    return event or "-"


def _listed(numbers: Sequence[str]) -> str:
    return ", ".join((*numbers[:_LISTED], *(["…"] if len(numbers) > _LISTED else [])))
