"""Whose game it is: for which pairing a board's game is played.

The law: a game is played for a pairing if its board has that pairing, and does not say that it is of another
round or event; its names decide that at the first ply. It stays so when the board gets another pairing, as
far as it was played then. A game is that of the board from which it came first: what another says of it is
another game. What its names alone say is asked in `named_games.py`, what is told in `told_games.py`. It
refuses to know lists, and how a game ended.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.formats.plain_text import is_known
from jadoube.hall.boards import HALL
from jadoube.hall.file.kept_game import ANOTHERS, KeptRow
from jadoube.hall.rounds.known import place_of
from jadoube.hall.rounds.lists.days import begun_of, date_of
from jadoube.hall.rounds.lists.taking import bears_a_name, bears_names, fits, is_name, is_of_others, may_be_of
from jadoube.hall.rounds.pairings import UNSAID, is_of_event_before, number_of, own_id
from jadoube.hall.rounds.placed import PlacedRounds
from jadoube.hall.rounds.played.named_games import NamedGames
from jadoube.hall.rounds.played.results import Results
from jadoube.hall.rounds.played.text import goes_on_in
from jadoube.hall.rounds.played.told_games import ToldGames
from jadoube.hall.troubles import Kind
from jadoube.mqtt.payloads import KeptGame, PairedBoard, PlayedGame, Round
from jadoube.online.game_text import RUNS

LED_MOST: Final = 2
LED_MORE: Final = 20
"""Within so many times the plies of the game before, and so many more, it is looked where a game goes on from
it: both games are read for that (some ten milliseconds)."""


class WhoseGame:
    """Decides it."""

    def __init__(self, placed: PlacedRounds, results: Results) -> None:
        self._placed, self._boards, self._store = placed, placed.boards, placed.store
        self._results = results
        self._told = ToldGames(placed, results)
        self.named = NamedGames(placed, self.tell, self._look_whether_it_goes_on)
        """Takes games that say by their names whose they are."""

    def id_of(self, board: str, game_id: str) -> str:
        """Return the id under which a board's game is kept.

        It is its own, unless it came from another board: who can write a board's topics must not change the
        games of other boards. The board at which the game's pairing is played now counts as that board.
        """
        row = self._store.row(game_id)
        if row is None or row.board == board:
            return game_id
        own = self._placed.ids.get(number_of(self._placed.now, board), "")
        return game_id if own and row.pairing == own else f"{game_id}@{board}"

    def take(self, board: str, machine: str, game: PlayedGame, *, retained: bool = True) -> None:
        """A board has published this state of its game; what is not newer than what is kept changes nothing.

        `machine` is the id of the machine that is the board. One that is not retained is of now.
        """
        kept = replace(game, game_id=self._kept_id(board, game.game_id))
        before = self._store.row(kept.game_id)
        was = self._result_of(before)
        if self._store.take(board, machine, kept):
            self._look_at_names(before, kept.game_id)
            self._end_correction(before, was)
            self._played(board, kept, retained=retained)
            now = self._store.row(kept.game_id)
            if before and now and before.pairing not in ("", now.pairing):
                self.named.take()  # for the pairing that it has left
        elif before and not before.pairing and before.seq == kept.seq:
            self._played(board, kept, retained=retained)  # it was known before its pairing had this board

    def take_kept(self, board: str, machine: str, game: KeptGame, pgn: str) -> None:
        """A board had kept this game. ValueError if its text is none."""
        kept_id = self._kept_id(board, game.game_id)
        before = self._store.row(kept_id)
        was = self._result_of(before)
        if self._is_shown(board, game, before):
            return
        if self._store.take_text(board, machine, kept_id, pgn, over=game.over):
            self._look_at_names(before, kept_id)
            self._end_correction(before, was)
            shown = self._boards.game_of(board)
            shown_id = self.id_of(board, shown.game_id) if shown else kept_id
            is_unplayed = before is None or not before.plies
            if is_unplayed and shown_id != kept_id and self._store.row(shown_id):
                self._store.come_before(kept_id, shown_id)
            row, at_s = self._store.row(kept_id), begun_of(pgn, self._boards.unix_s())
            self._take(board, kept_id, game.round, event=row.event if row else "", over=True, at_s=at_s)

    def _is_shown(self, board: str, game: KeptGame, before: KeptRow | None) -> bool:
        """Whether a board plays this game now, so that its file is older: it may have what was taken back.

        Only the text of a game that was too long to come is taken, if it is of now.
        """
        shown = self._boards.game_of(board)
        is_known = before is not None and before.seq and shown is not None and shown.game_id == game.game_id
        if before is None or not is_known or before.over:
            return False
        is_of_now = (game.plies, game.result, game.over) == (before.plies, before.result, before.over)
        return not (is_of_now and self._store.lacks_text(before.game_id))

    def _result_of(self, row: KeptRow | None) -> str:
        """What the game of a row's pairing says now."""
        return self._store.game_of(row.pairing).result if row and row.pairing else RUNS

    def _end_correction(self, before: KeptRow | None, was: str) -> None:
        """What an arbiter said instead of a game's result is over, if the game says another one now."""
        if before and was not in (RUNS, self._result_of(before)):
            self._placed.end_correction(before.pairing, was)

    def _kept_id(self, board: str, game_id: str) -> str:
        """Return `id_of` for a game that comes now; that it is kept apart is told."""
        found, row = self.id_of(board, game_id), self._store.row(game_id)
        if row and found != game_id:
            said = worded(EdgePhrase.HALL_ANOTHERS_GAME, board=board, game=game_id, other=row.board)
            self._boards.happened(board, Kind.ANOTHERS, said)
        return found

    def _look_at_names(self, before: KeptRow | None, game_id: str) -> None:
        """Whose a game is stays a guess until its first ply: its names decide, then its board, too."""
        row = self._store.row(game_id)
        if before is None or row is None or before.plies or not row.pairing:
            return
        found, pairing = self._placed.place(row.pairing) or (None, None)
        is_of_others = found is not None and pairing is not None and not _may_be(row, pairing, found)
        if row.plies and pairing and pairing.board not in ("", row.board):
            has_other = bool(number_of(self._placed.now, row.board))
            self._store.bind(game_id, "" if has_other else ANOTHERS)
        elif is_of_others or (row.plies and pairing is None):
            self._store.bind(game_id, "")

    def _played(self, board: str, game: PlayedGame, *, retained: bool = True) -> None:
        at_s = date_of(game.at // 1000, self._boards.unix_s()) if game.over and retained else None
        own_id = self.id_of(board, game.game_id)
        self._take(board, own_id, game.round, event=game.event, over=game.over, at_s=at_s)

    def take_again(self, found: Round) -> None:
        """Take the games that the boards of a round show."""
        for each in found.boards:
            if game := self._boards.game_of(each.board):
                self._played(each.board, game)

    def leave_out_at(self, found: Round) -> None:
        """Another hall has had boards come in the place of others in the round that is played."""
        if place_of(found) != place_of(self._placed.now):
            return
        before = {each.number: each for each in self._placed.now.boards}
        for each in found.boards:
            old = before.get(each.number)
            is_same = old is not None and self._placed.ids[each.number] == own_id(found, each)
            if old and is_same and each.by_hand and each.board not in ("", old.board):
                self.leave_out(each.board, each.number)

    def leave_out(self, board: str, number: str) -> None:
        """A board comes in the place of another: what it shows is no game of that pairing.

        Unless it has the names of both players, who have begun anew there, and their game has no result. One
        that says of which others of this round it is stays free for those.
        """
        there, game = self._boards.game_of(board), self._results.game_of(number)
        row = self._store.row(self.id_of(board, there.game_id)) if there else None
        if row is None or not row.plies or row.start or row.pairing not in ("", ANOTHERS):
            return
        pairing = self._placed.pairing(number)
        if game.result != RUNS and bears_names(row, pairing):
            self._store.bind(row.game_id, ANOTHERS)
            if not row.over:
                said = worded(EdgePhrase.HALL_PLAYED_AGAIN, board=board, number=number)
                self._boards.happened(board, Kind.OTHERS, said)
            return
        is_back = row.pairing == ANOTHERS and not game.plies and fits(row, pairing, self._placed.now)
        if is_back or bears_names(row, pairing):
            self._store.bind(row.game_id, "")
        elif game.plies and not self._says_others(row, pairing):
            self._store.bind(row.game_id, ANOTHERS)

    def _says_others(self, row: KeptRow, pairing: PairedBoard) -> bool:
        """Whether a game says that it is of the round that is played, and of other players."""
        now, is_named = self._placed.now, is_known(row.white) and is_known(row.black)
        return is_named and row.round == now.round and not fits(row, pairing, now)

    def leave_to_others(self, found: Round, pairings: Iterable[PairedBoard]) -> None:
        """Pairings of a round have ids that were those of others: games under them are of no pairing now."""
        for each in pairings:
            for row in self._store.bound(own_id(found, each)):
                if not fits(row, each, found):
                    self._store.bind(row.game_id, "")
                    if row.plies:
                        self._told.of_others(row.board, row, each.number)

    def settle(self) -> None:
        """The round has changed: boards may be taken away from its pairings, or given back.

        A pairing that has a result keeps it. A game that ended without plies is not that of other players.
        """
        for number, own in self._placed.ids.items():
            if rows := self._store.bound(own):
                self._settle(own, rows, self._placed.pairing(number))

    def _settle(self, own: str, rows: Sequence[KeptRow], pairing: PairedBoard) -> None:
        for row in rows:
            if not row.plies and not fits(row, pairing, self._placed.now):
                self._store.bind(row.game_id, "")
        if (pairing.board or pairing.by_hand) and self._store.game_of(own).result == RUNS:
            for row in self._store.bound(own):
                left = row.plies if row.left is None else row.left
                self._store.leave(row.game_id, None if row.board == pairing.board else left)

    def _take(
        self,
        board: str,
        game_id: str,
        round_name: str,
        *,
        event: str,
        over: bool,
        at_s: int | None = None,
    ) -> None:
        now, row = self._placed.now, self._store.row(game_id)
        number = number_of(now, board)
        own = self._placed.ids.get(number, "")
        is_of_now = round_name == now.round and not is_of_event_before(now, round_name, event)
        names_it = is_of_now or (not over and round_name in UNSAID)
        if row and not own and names_it and not (over or self._placed.is_placed(row.pairing)):
            self._told.freed(board, row, says_round=is_of_now and round_name not in UNSAID)
        if row and own and row.pairing != own:
            is_renamed = self._is_renamed(row, number) and (not over or event == now.event)
            if names_it and (self._is_free(row) or is_renamed):
                self._offer(board, row, number, over=over)
        self._look_whether_it_goes_on(game_id)
        self.tell(game_id, at_s)
        is_new = row is not None and (after := self._store.row(game_id)) and after.pairing != row.pairing
        if row := self._store.row(game_id):
            self.named.take(None if is_new else [row])  # a first part of it may have come before
            self._told.left_out(row)
        if own and row and not over and not names_it and round_name == now.round:
            self._told.of_event(board, row, event)
        if own:
            self._told.uncounted(board, game_id, number, is_of_now=is_of_now, over=over)

    def _look_whether_it_goes_on(self, game_id: str) -> None:
        """A game on a board that came in mid-game goes on from the one before, however it was set up there.

        A board reads as plies what can be plies; what it enters as a position is a further part of its game.
        One that goes on at a board that was given back, from where the other one was left, is whole itself.
        """
        row = self._store.row(game_id)
        if row is None or not row.plies or row.left is not None or (row.start and row.skip is None):
            return
        others = [each for each in self._store.bound(row.pairing) if each.left and each.board != row.board]
        for other in sorted(others, key=lambda each: each.first):
            is_later = other.first < row.first
            if is_later and row.plies > LED_MOST * (other.left or 0) + LED_MORE:
                continue
            texts = self._store.text_now(other.game_id), self._store.text_now(game_id)
            found = goes_on_in(texts[0], other.left or 0, texts[1]) if all(texts) else None
            if found and is_later:
                self._store.go_on(game_id, found.fen, found.skip)
            elif found and found.is_exact and found.is_played:
                self._store.leave(other.game_id, 0)

    def _offer(self, board: str, row: KeptRow, number: str, *, over: bool) -> None:
        """A game may be that of a pairing: it is, unless it was played under other names."""
        pairing = self._placed.pairing(number)
        if self._is_strangers(row, pairing):
            return
        if over:
            is_its = is_name(row.white, pairing.white.name) and is_name(row.black, pairing.black.name)
        else:
            is_its = _may_be(row, pairing, self._placed.now)
        if is_its:
            self._store.bind(row.game_id, self._placed.ids[number])
            self._boards.end_trouble(board, Kind.OTHERS)
        elif row.plies and not over:
            self._told.of_others(board, row, number)

    def _is_strangers(self, row: KeptRow, pairing: PairedBoard) -> bool:
        """Whether another machine that says it is this board brings a game without names.

        The pairing's game runs at the machine that was there before: the card of that one was copied.
        """
        if bears_a_name(row, pairing):
            return False
        games = self._store.played(self._placed.ids[pairing.number])
        return any(
            not each.over and (each.board == row.board) > (each.machine == row.machine) for each in games
        )

    def _is_renamed(self, row: KeptRow, number: str) -> bool:
        """Whether a game of others, also of others in a round, has the names of those who are now.

        Of others who are in a round still it may have one of them alone, where the other one is hidden.
        """
        if row.pairing in ("", ANOTHERS):
            return False
        place, own = self._placed.place(row.pairing), self._placed.pairing(number)
        if place is None or is_of_others(row, place[1]):
            return bears_names(row, own)
        is_others = not fits(row, place[1], place[0])
        return is_others and bears_a_name(row, own) and fits(row, own, self._placed.now)

    def _is_free(self, row: KeptRow) -> bool:
        """Whether a game may be of another pairing: it was begun early, or does not count where it is."""
        if not (row.pairing and row.plies):
            return True
        return row.pairing != ANOTHERS and self._store.game_of(row.pairing).is_other(row)

    def tell(self, game_id: str, at_s: int | None = None) -> None:
        """The game has changed: so has its pairing, also one of a round before this one.

        One that is over may be retained since `at_s`, in seconds since 1970; None: it is played now.
        """
        row = self._store.row(game_id)
        if row is None or not self._placed.is_placed(row.pairing):
            return
        if row.plies or row.begun:
            self._placed.begin(row.pairing, self._boards.unix_s() if at_s is None else at_s)
        self._placed.changed([row.pairing])
        numbers = [number for number, each in self._placed.ids.items() if each == row.pairing]
        self._results.look_at(numbers)
        if not numbers:
            self._boards.touch(HALL)  # its results may be shown


def _may_be(row: KeptRow, pairing: PairedBoard, found: Round) -> bool:
    """Whether a game may be that of a pairing by its names; they alone say it where it says no round."""
    return may_be_of(row, pairing) if row.plies and row.round in UNSAID else fits(row, pairing, found)
