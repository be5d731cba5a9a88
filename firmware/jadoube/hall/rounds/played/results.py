"""Results: each pairing's game and how it ended, as tables, pages and other halls see it.

The law: the result of a game with plies counts, unless a person has corrected it since; where there is none,
the one that a person gave; while the game is not here, the one that another hall has told of it. Who is
`N. N.` at his board is so everywhere. It refuses to know which game is whose.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.names import NO_NAME
from jadoube.formats.plain_text import is_known
from jadoube.hall.boards import HALL
from jadoube.hall.file.kept_game import KeptRow, PairingGame
from jadoube.hall.rounds.known import place_of
from jadoube.hall.rounds.lists.taking import is_name
from jadoube.hall.rounds.pairings import has_result, own_id
from jadoube.hall.rounds.placed import PlacedRounds
from jadoube.hall.troubles import Kind
from jadoube.mqtt.payloads import PairedBoard, Person, Round
from jadoube.online.game_text import RUNS

HIDDEN: Final = Person(NO_NAME)
"""A player as all see him who does not want to be shown."""


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


class Results:
    """Says them."""

    def __init__(self, placed: PlacedRounds) -> None:
        self._placed, self._boards, self._store = placed, placed.boards, placed.store
        self._decided: dict[str, tuple[object, ...]] = {}  # results of games, and who has no name; by number
        self._parts: dict[str, int] = {}  # of how many games they consist, as was told; by pairings' ids
        self._said: set[tuple[str, str]] = set()  # games with results that do not count
        self._present: Round | None = None
        self._made_of = Round()

    def forget(self) -> None:
        """Another round is played, or it has changed."""
        self._decided.clear()
        self._present = None

    def game_of(self, number: str) -> PairingGame:
        """Return the game of a pairing of the round that is played."""
        return self._store.game_of(self._placed.ids.get(number, ""))

    def of(self, name: str = "") -> tuple[ResultRow, ...]:
        """Return the results of a round, without a name of the present one. UnfitText: there is none."""
        found = self._placed.round(name) if name else self._placed.chosen()
        return tuple(self._row(found, each) for each in found.boards)

    def present(self) -> Round:
        """Return the round that is played as pages see it, with the results of its games.

        It is the same value until something of it has changed.
        """
        now = self._placed.now
        if self._present is None or self._made_of is not now:
            self._made_of, self._present = now, replace(self.joined(now), left=self._left(now))
        return self._present

    def _left(self, found: Round) -> tuple[PairedBoard, ...]:
        """The pairings that other hall programs are to remember, too."""
        return tuple([self.shown(found, each) for each in self._placed.left.get(place_of(found), ())])

    def joined(self, found: Round) -> Round:
        """Return a round as pages see it, with the results of its games."""
        rows = (self._row(found, each) for each in found.boards)
        results = {each.number: each.result for each in rows if each.result != RUNS}
        boards = (
            replace(self.shown(found, each), result=results.get(each.number, ""), given=each.result, told="")
            for each in found.boards
        )
        return replace(found, boards=tuple(boards))

    def shown(self, found: Round, pairing: PairedBoard) -> PairedBoard:
        """Return a pairing of a round as others may see it: who is `N. N.` at its board is so everywhere."""
        game = self._store.game_of(own_id(found, pairing))
        hidden = [_hidden(row, pairing) for row in (*game.rows, *game.others)]
        if any(white for white, _ in hidden):
            pairing = replace(pairing, white=HIDDEN)
        if any(black for _, black in hidden):
            pairing = replace(pairing, black=HIDDEN)
        return pairing

    def _row(self, found: Round, paired: PairedBoard) -> ResultRow:
        pairing = self.shown(found, paired)
        game = self._store.game_of(own_id(found, pairing))
        result = result_of(pairing, game)
        first = game.rows[0] if game.rows else None
        return ResultRow(
            pairing.number,
            pairing.board,
            pairing.white.name or (first.white if first else ""),
            pairing.black.name or (first.black if first else ""),
            result,
            tuple(row.game_id for row in game.rows),
            tuple(row.game_id for row in game.others),
            game.plies,
            game.over or result != RUNS,
        )

    def look_at(self, numbers: Iterable[str]) -> None:
        """Tell of results that have changed, and of games that go on in others."""
        for number in numbers:
            game = self.game_of(number)
            decided = (
                game.result,
                *(NO_NAME in (row.white, row.black) for row in (*game.rows, *game.others)),
            )
            if self._decided.get(number, (RUNS,)) != decided:
                self._decided[number] = decided
                self._present = None
                self._boards.touch(HALL)
            self._tell_taken_away(number)
            own = self._placed.ids.get(number, "")
            if len(game.rows) > self._parts.get(own, 1):
                self._tell_parts(number, game)
            self._parts[own] = len(game.rows)

    def _tell_taken_away(self, number: str) -> None:
        """Tell of results at boards that were taken away in mid-game."""
        for row in self._store.bound(self._placed.ids.get(number, "")):
            if row.left is not None:
                self.tell_taken_away(row, self._placed.pairing(number))

    def tell_taken_away(self, row: KeptRow, pairing: PairedBoard) -> None:
        """Tell once of a result at a board that was taken away from a pairing; nothing if there is none."""
        if row.result == RUNS or (row.game_id, row.result) in self._said:
            return
        self._said.add((row.game_id, row.result))
        names = {"board": row.board, "number": pairing.number, "result": row.result, "other": pairing.board}
        phrase = EdgePhrase.HALL_TAKEN_AWAY if pairing.board else EdgePhrase.HALL_TAKEN_FROM_ALL
        self._boards.happened(row.board, Kind.MOVED, worded(phrase, **names))

    def _tell_parts(self, number: str, game: PairingGame) -> None:
        games = ", ".join(row.game_id for row in game.rows)
        said = worded(EdgePhrase.HALL_GAME_IN_PARTS, number=number, games=games)
        self._boards.happened(game.rows[-1].board, Kind.IN_PARTS, said)


def _hidden(row: KeptRow, pairing: PairedBoard) -> tuple[bool, bool]:
    """Whether White and Black of a pairing are `N. N.` in a game, be it with other colours there."""
    white, black = row.white == NO_NAME, row.black == NO_NAME
    if white == black:
        return white, black
    other, its_side, side = (
        (row.black, pairing.black, pairing.white) if white else (row.white, pairing.white, pairing.black)
    )
    is_turned = is_known(other) and is_name(other, side.name) and not is_name(other, its_side.name)
    return (black, white) if is_turned else (white, black)


def result_of(pairing: PairedBoard, game: PairingGame) -> str:
    """Return how a pairing ended; `*`: nobody says it.

    A clock that ran down on a board where nobody came takes nothing from what a person has said.
    """
    if has_result(pairing) and game.result in (RUNS, pairing.instead_of):
        return pairing.result
    if game.result != RUNS and (game.plies or not pairing.result):
        return game.result
    return pairing.result or ("" if game.plies else pairing.told) or RUNS
