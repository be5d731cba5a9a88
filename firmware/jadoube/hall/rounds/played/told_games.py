"""What is told of games that count for no pairing, so that an arbiter can say otherwise.

The law: no game with plies that bears on a round is left out in silence. It decides nothing.
"""

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.formats.plain_text import is_known
from jadoube.hall.file.kept_game import ANOTHERS, KeptRow
from jadoube.hall.rounds.lists.taking import bears_names, is_of_others
from jadoube.hall.rounds.pairings import gone_along
from jadoube.hall.rounds.placed import PlacedRounds
from jadoube.hall.rounds.played.results import Results
from jadoube.hall.troubles import Kind
from jadoube.mqtt.payloads import Round
from jadoube.online.game_text import RUNS


class ToldGames:
    """Tells of them."""

    def __init__(self, placed: PlacedRounds, results: Results) -> None:
        self._placed, self._boards, self._store = placed, placed.boards, placed.store
        self._results = results

    def freed(self, board: str, row: KeptRow, *, says_round: bool) -> None:
        """Tell of a game of others at a board whose pairing has another one, which went along with it.

        So of one that says the round that is played, where no pairing has its players: a list left it out.
        """
        now, state = self._placed.now, self._boards.board(board)
        pairing = gone_along(now, state) if state else None
        if pairing and row.plies and is_of_others(row, pairing):
            self.of_others(board, row, pairing.number)
        elif says_round and row.plies and _is_of_none(row, now):
            said = {"board": board, "white": row.white, "black": row.black, "round": now.round}
            self._boards.happened(board, Kind.OTHERS, worded(EdgePhrase.HALL_BOARD_OF_NONE, **said))

    def of_others(self, board: str, row: KeptRow, number: str) -> None:
        """Tell of a game of others at the board of a pairing."""
        said = {"board": board, "white": row.white, "black": row.black, "number": number}
        self._boards.happened(board, Kind.OTHERS, worded(EdgePhrase.HALL_BOARD_OF_OTHERS, **said))

    def of_event(self, board: str, row: KeptRow, event: str) -> None:
        """Tell of a game of a round of this name, of another event, that is played at a pairing's board."""
        if row.plies and not self._placed.is_placed(row.pairing):
            said = {"board": board, "event": event, "own": self._placed.now.event}
            self._boards.happened(board, Kind.OTHERS, worded(EdgePhrase.HALL_BOARD_OF_EVENT, **said))

    def left_out(self, row: KeptRow) -> None:
        """Tell of a game that was left out, and has ended under the names of a pairing at another board."""
        pairings = (each for each in self._placed.now.boards if each.board not in ("", row.board))
        pairing = next(
            (each for each in pairings if row.pairing == ANOTHERS and bears_names(row, each)), None
        )
        if pairing:
            self._results.tell_taken_away(row, pairing)

    def uncounted(self, board: str, game_id: str, number: str, *, is_of_now: bool, over: bool) -> None:
        """Tell of a game of a pairing's players that does not count: it may be another day's.

        Not of one that was begun after the pairing's own: they look at that again. But where a result was
        given without a move, it may have been at the wrong board.
        """
        row, game = self._store.row(game_id), self._results.game_of(number)
        if row is None or not (row.plies and game.is_other(row)):
            return
        names = {"board": board, "number": number}
        has_names = bears_names(row, self._placed.pairing(number))
        if game.result == RUNS and game.rows[-1].left is None and is_of_now != over:
            said = worded(EdgePhrase.HALL_PLAYED_BESIDE, **names, plies=game.plies)
        elif game.result != RUNS and has_names and not game.plies:
            said = worded(EdgePhrase.HALL_PLAYED_AFTER_ALL, **names, result=game.result)
        elif game.result != RUNS and has_names and is_of_now and not over:
            said = worded(EdgePhrase.HALL_PLAYED_AGAIN, **names)
        else:
            return
        self._boards.happened(board, Kind.OTHERS, said)


def _is_of_none(row: KeptRow, found: Round) -> bool:
    """Whether a game has two names, and no pairing of a round has both."""
    are_known = is_known(row.white) and is_known(row.black)
    return are_known and not any(bears_names(row, each) for each in found.boards)
