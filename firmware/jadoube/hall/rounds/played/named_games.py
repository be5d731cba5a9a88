"""Games of no pairing that say of which round and players they are: whether they are those of a pairing.

The law: names alone say it where nothing else does. They came before the list, or a board was away, or its
pairing was taken from it before this program knew. A board brings no game of a pairing that another one has,
unless it has had that pairing itself: else who can write one board's topics could give results to all. A game
is never taken in the place of one that is played, nor for a round that comes. It refuses to know how a game
ended, and where it goes on.
"""

from collections.abc import Callable, Iterable

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.file.kept_game import ANOTHERS, KeptRow
from jadoube.hall.rounds.lists.days import begun_of
from jadoube.hall.rounds.lists.taking import bears_a_name, bears_names, is_as_named
from jadoube.hall.rounds.pairings import number_key, own_id, says_event
from jadoube.hall.rounds.placed import PlacedRounds
from jadoube.hall.rounds.played.seated import is_told
from jadoube.hall.rounds.played.text import goes_on_in
from jadoube.hall.troubles import Kind
from jadoube.mqtt.payloads import PairedBoard, Round
from jadoube.online.game_text import RUNS


class NamedGames:
    """Takes them.

    `tell` is called for a game that was taken, with the instant at which it was played at the latest, and
    `go_on` for one that may go on from it.
    """

    def __init__(
        self, placed: PlacedRounds, tell: Callable[[str, int], None], go_on: Callable[[str], None]
    ) -> None:
        self._placed, self._boards, self._store = placed, placed.boards, placed.store
        self._tell, self._go_on = tell, go_on
        self._told = set[str]()  # games that are another board's than that of their names

    def take(self, rows: Iterable[KeptRow] | None = None) -> None:
        """Take those of these games that are a pairing's. None: look at all games."""
        known, placed = self._placed.known, self._placed
        for row in self._store.rows() if rows is None else rows:
            if row.pairing == ANOTHERS or placed.is_placed(row.pairing) or not row.plies:
                continue
            found = known.get(row.round, known.event)
            if found is None or not says_event(found, row.event) or self._is_to_come(found):
                continue
            if pairing := self._named_by(row, found):
                self._take_one(row, found, pairing)

    def _named_by(self, row: KeptRow, found: Round) -> PairedBoard | None:
        """The pairing that a game names; one of its names may be hidden, if its board has had it."""
        named = next((each for each in found.boards if bears_names(row, each)), None)
        if named:
            return named
        may_be = (each for each in found.boards if bears_a_name(row, each) and is_as_named(row, each))
        return next((each for each in may_be if self._had(row.board, found, each)), None)

    def _is_to_come(self, found: Round) -> bool:
        """Whether a round comes after the one that is played, by its number: no board has it yet."""
        now = self._placed.now
        is_counted = now.event == found.event and now.round[:1].isdecimal() and found.round[:1].isdecimal()
        return is_counted and number_key(found.round) > number_key(now.round)

    def _take_one(self, row: KeptRow, found: Round, pairing: PairedBoard) -> None:
        """Take a game under the names of a pairing, if that has no result.

        It is whole, or the first part of one that goes on at another board.
        """
        own = own_id(found, pairing)
        others = self._store.played(own)
        begins = min(others, key=lambda each: each.first, default=row)
        is_open = all(each.counted.result == RUNS and _has_ended(each, row.board) for each in others)
        may_be_part = row.board != pairing.board and self._had(row.board, found, pairing)
        if others and may_be_part and self._goes_on(row, begins):
            self._store.bind(row.game_id, own)
            self._store.leave(row.game_id, row.plies)
            self._store.come_before(row.game_id, begins.game_id)
            self._go_on(begins.game_id)
        elif row.over and is_open and self._may_have_played(row, found, pairing):
            self._store.bind(row.game_id, own)
        else:
            return
        self._tell(row.game_id, begun_of(self._store.text_now(row.game_id), self._boards.unix_s()))

    def _goes_on(self, row: KeptRow, begins: KeptRow) -> bool:
        """Whether a game goes on in another one, the first of those that are played for its pairing."""
        if row.start or begins.start or row.board == begins.board:
            return bool(begins.start and not row.start)
        texts = self._store.text_now(row.game_id), self._store.text_now(begins.game_id)
        found = goes_on_in(texts[0], row.plies, texts[1]) if all(texts) else None
        return found is not None and found.is_exact

    def _had(self, board: str, found: Round, pairing: PairedBoard) -> bool:
        """Whether a board has had a pairing: as far as is known here, or by the seating that it was told."""
        state = self._boards.board(board)
        seating = state.seating if state else None
        is_seated = seating is not None and is_told(seating, found, pairing)
        own = own_id(found, pairing)
        return is_seated or pairing.board == board or self._placed.had.has_had(board, own)

    def _may_have_played(self, row: KeptRow, found: Round, pairing: PairedBoard) -> bool:
        """Whether a board may bring a game of a pairing: it has had it, or no other one has.

        Else it is told, once: whoever can write one board's topics decides nothing for others.
        """
        has_other = self._placed.had.has_had(pairing.board, own_id(found, pairing))
        if not has_other or self._had(row.board, found, pairing):
            return True
        if row.game_id not in self._told:
            self._told.add(row.game_id)
            said = {"board": row.board, "number": pairing.number, "own": pairing.board}
            self._boards.happened(row.board, Kind.OTHERS, worded(EdgePhrase.HALL_NOT_ITS_BOARD, **said))
        return False


def _has_ended(row: KeptRow, board: str) -> bool:
    """Whether a game is not played on, when one has ended at a board."""
    return row.over or row.left is not None or row.board == board
