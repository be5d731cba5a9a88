"""The rounds of the hall: what people and other hall programs do to them.

The law: here lists (`lists/lists.py`), games (`played/whose_game.py`) and results (`played/results.py`) come
together with the rounds that are known (`placed.py`). A round that another hall program has published is
taken over. It refuses to know the broker, and publishes nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from jadoube.core.language.render import unfit, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.kept_text import read_rounds
from jadoube.hall.rounds.known import KnownRounds, place_of
from jadoube.hall.rounds.lists.days import with_begin
from jadoube.hall.rounds.lists.lists import Lists
from jadoube.hall.rounds.lists.taking import of_others_before
from jadoube.hall.rounds.pairings import (
    Playing,
    claims,
    own_id,
    with_board,
    with_boards_of,
    with_proposal,
    with_result,
)
from jadoube.hall.rounds.placed import CHOSEN, CHOSEN_EVENT, ROUNDS, PlacedRounds
from jadoube.hall.rounds.played.results import Results
from jadoube.hall.rounds.played.whose_game import WhoseGame
from jadoube.hall.rounds.tables import Tables
from jadoube.hall.rounds.told_names import with_names_of
from jadoube.hall.troubles import Kind, Trouble
from jadoube.mqtt.payloads import Round
from jadoube.online.game_text import RUNS


class RoundKeeper(PlacedRounds):
    """Keeps the rounds. `changed` is told the ids of pairings of any round that have changed."""

    def __init__(self, boards: Boards, store: Store, changed: Callable[[Iterable[str]], None]) -> None:
        super().__init__(boards, store, changed)
        self.results = Results(self)
        self.games = WhoseGame(self, self.results)
        self.lists = Lists(self, self._show)
        self.tables = Tables(store)
        """Who was told to sit where."""

    def load(self, found: Sequence[Round] | None = None) -> None:
        """Take what the file has, once it is open; what has become known before counts.

        `found` are the rounds of it, if they were read already: long ones take a while.
        """
        own, now, has_list = self.known, self.now, bool(self.lists.last.rounds)
        found = read_rounds(self.store.found(ROUNDS)) if found is None else found
        self.known = known = KnownRounds([with_begin(each, self.store.played) for each in found])
        self.lists.load()
        if has_list or (own.names and own.event not in known.events):
            known.event = own.event
        for each in own.all():
            known.put(self.lists.joined(each, known.get(each.round, each.event)) if has_list else each)
        self.tables.load()
        self.had.load()
        if now.round:
            chosen = known.get(now.round, now.event)
        else:
            name = self.store.found(CHOSEN)
            chosen = known.get(name, self.store.found(CHOSEN_EVENT)) or known.get(name)
        if chosen:
            self._show(chosen)
        if own.names:
            self.keep()

    def choose(self, name: str) -> Round:
        """Play this round from now on: boards stand where they stood, others are proposed."""
        found = self.round(name)
        self._set(with_boards_of(found, self.now.boards, self._playing(found)))
        self.propose()
        return self.now

    def propose(self) -> None:
        """Give each pairing without a board the one that says that it is its number, if there is one."""
        found = self.now
        if all(each.board or each.by_hand for each in found.boards):
            return
        proposed = with_proposal(found, self.boards.all(), self._playing(found))
        if proposed != found:
            self._set(proposed)

    def _playing(self, found: Round) -> Playing:
        """Where games of a round were begun that have not ended there, also of pairings that have left it."""
        playing = dict[str, set[str]]()
        left = [each.id for each in self.left.get(place_of(found), ())]
        for own in (*(own_id(found, each) for each in found.boards), *left):
            for row in self.store.played(own):
                if row.left is not None or not row.over:
                    playing.setdefault(row.board, set()).add(own)
        return playing

    def assign(self, number: str, board: str) -> None:
        """A board plays a pairing from now on; an empty id: none does. UnfitText if that cannot be."""
        found = self.chosen()
        pairing = self.pairing(number)
        if board and self.boards.board(board) is None:
            raise unfit(EdgePhrase.HALL_NO_BOARD, board=board)
        game = self.results.game_of(number)
        self.games.leave_out(board, number)
        self._set(with_board(found, number, board))
        if board and pairing.board not in ("", board) and game.plies and not game.over:
            said = worded(EdgePhrase.HALL_PAIRING_MOVED, number=number, board=board, old=pairing.board)
            self.boards.happened(board, Kind.MOVED, said)

    def record(self, number: str, result: str, of: Round | None = None) -> None:
        """Keep the result of a pairing, be it instead of its game's; empty: none, so that its game's counts.

        It is one of the round that is played, or `of` another. UnfitText: there is none.
        """
        name = of or self.chosen()
        found = self.known.get(name.round, name.event) or self.round(name.round)
        pairing = self.pairing_in(found, number)
        own = own_id(found, pairing)
        found = with_result(found, number, result, self._corrected(own, result))
        if place_of(found) == place_of(self.now):
            self._set(found)
        else:
            self.known.put(found)
            self.place_all(self.now)
            self.keep()
            self.changed([own])
            self.boards.touch(HALL)
        if result:
            self.begin(own, self.boards.unix_s())

    def _corrected(self, own: str, result: str) -> str:
        """What the game of a pairing says, if this is another result; empty: nothing else."""
        said = self.store.game_of(own).result
        return "" if said in (RUNS, result) else said

    def adopt(self, found: Round) -> None:
        """Another hall program has published this round.

        Results of games that are kept here come of them; what a person gave is known apart, and so is what
        is told of games that are not here: they may come.
        """
        if found.event != self.now.event:
            self.known.event = found.event
            self.lists.lines.leave(found.event)
        before = self.known.get(found.round, found.event)
        found = with_names_of(found, before, self.left.get(place_of(found), ()))
        self.lists.leave(before, found)
        self.lists.adopt(found)
        boards = (
            replace(each, result=each.given, given="", told="" if each.result == each.given else each.result)
            for each in found.boards
        )
        begun_s = found.begun_s or (before.begun_s if before else 0)
        taken = replace(found, boards=tuple(boards), begun_s=begun_s, left=())
        self.games.leave_out_at(taken)
        self.games.leave_to_others(taken, of_others_before(before, taken, self.store.played))
        self._set(with_begin(taken, self.store.played))

    def look(self) -> None:
        """Look for two boards that say that they play the same pairing; the holder proposes boards, too."""
        if self.boards.holds:
            self.propose()
        found = claims(self.now, self.boards.all())
        for number, (one, other, *_) in sorted(found.items()):
            said = worded(EdgePhrase.HALL_CLAIMED_TWICE, board=one, other=other, number=number)
            self.boards.trouble(HALL, Trouble(Kind.CLAIMED, said, key=number))
        for each in self.boards.troubles:
            if each.kind == Kind.CLAIMED and each.key not in found:
                self.boards.end_trouble(HALL, Kind.CLAIMED, each.key)

    def _set(self, found: Round) -> None:
        self.known.put(found)
        self._show(found)
        self.keep()

    def _show(self, found: Round) -> None:
        self.place_all(found)
        self.results.forget()
        self.boards.set_round(found)
        self.games.settle()
        self.games.named.take()
        self.games.take_again(found)
        self.changed(self.ids.values())
