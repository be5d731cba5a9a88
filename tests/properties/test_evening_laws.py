"""Evenings of a hall: each board, game and result stays where it belongs, whatever is done."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from jadoube.formats.pairings import read_pairings
from jadoube.formats.plain_text import is_known
from jadoube.hall.boards import HALL
from jadoube.hall.rounds.lists.boards_of_list import GoneOn, with_boards
from jadoube.hall.rounds.pairings import own_id, table_of
from jadoube.hall.troubles import Kind as Trouble
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import PairedBoard, Person, PlayedGame, Round
from shared.hall.in_one_loop import played
from shared.hall.rounds import Hall, take_anyway, told_lines

PLAYERS = ("Anna", "Bert", "Cleo", "Dirk", "Emil", "Fred", "Gerd", "Hugo")
BOARDS = ("b1", "b2", "b3", "b4", "spare")
SAN = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
RESULTS = ("1-0", "0-1", "1/2-1/2")
BEGINS_S = 1_779_300_000

KINDS = (
    *("ply", "ply", "ply", "read", "read", "seat", "seat", "end", "end", "anew"),
    *("assign", "assign", "record", "choose", "restart"),
)
"""What may happen; what happens often in an evening stands here more than once."""

CHANGES_RESULTS = ("end", "record")
"""Of what happens these alone say how something has ended."""

STEPS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 9999), st.integers(0, 9999)), min_size=15, max_size=40
)

Pair = tuple[str, str, str]
"""Number, and the names of White and Black."""


class Evening:
    """A hall with its file, a second one that hears what it publishes, and what stands at the boards."""

    def __init__(self, folder: Path) -> None:
        self.halls = [Hall(*BOARDS), Hall(*BOARDS)]
        self.games: dict[str, PlayedGame] = {}
        self.count = self.seq = 0
        for name, hall in zip("ab", self.halls, strict=True):
            (folder / name).mkdir()
            hall.unix_s = BEGINS_S
            hall.keep(folder / name)
        pairs = zip(PLAYERS[::2], PLAYERS[1::2], strict=True)
        self.lists = [("1", [(str(at), *pair) for at, pair in enumerate(pairs, start=1)])]
        self.read(0, 0)
        self.hall.rounds.choose("1")

    def close(self) -> None:
        """It is over."""
        for hall in self.halls:
            hall.store.close()

    @property
    def hall(self) -> Hall:
        """The one that publishes."""
        return self.halls[0]

    @property
    def now(self) -> Round:
        """The round that is played."""
        return self.hall.boards.round

    def do(self, kind: str, one: int, other: int) -> None:
        """Something happens; the second hall hears of it."""
        for hall in self.halls:
            hall.unix_s += 30
            hall.boards.end_trouble(HALL, Trouble.OTHERS)  # it was read: what comes now is told anew
        getattr(self, kind)(one, other)
        told = write_payload(self.hall.rounds.results.present())
        self.halls[1].rounds.adopt(read_payload(Round, told))

    def read(self, one: int, other: int) -> None:
        """A list is read: of the next round, an older one again, or the round that is played, changed."""
        name, pairs = self.lists[one % len(self.lists)]
        if one % 4 and self.now.round:
            name = self.now.round
            pairs = [(each.number, each.white.name, each.black.name) for each in self.now.boards]
            pairs = _changed(pairs, one % 5, other)
        elif one % 8 == 4:
            name, pairs = "2", [(number, black, white) for number, white, black in _changed(pairs, 1, other)]
        self.lists.append((name, pairs))
        lines = "".join(f"{name},{','.join(pair)}\n" for pair in pairs)
        take_anyway(self.hall.rounds, read_pairings(f"round,board,white,black\n{lines}".encode(), "list.csv"))

    def seat(self, _one: int, _other: int) -> None:
        """All boards of the round are told who sits there; each does as it stands (`seating_orders`)."""
        for each in self.now.boards:
            if each.board:
                self._seat(each, self.games.get(each.board))

    def _seat(self, pairing: PairedBoard, game: PlayedGame | None) -> None:
        names = {"white": pairing.white, "black": pairing.black}
        place = {"round": self.now.round, "board": table_of(pairing)}
        if game is None or (game.over and not _is_meant(game, place, names)):
            self._begin(pairing.board, **names, **place)
        elif not game.san and not game.over:
            self._put(game, pairing.board, **names, **place)
        elif (game.round, game.board) == tuple(place.values()):
            self._put(game, pairing.board, **names)

    def ply(self, one: int, _other: int) -> None:
        """Somebody moves."""
        for board, game in self._at(one):
            if not game.over and len(game.san) < len(SAN):
                self._put(game, board, san=SAN[: len(game.san) + 1])

    def end(self, one: int, other: int) -> None:
        """A game ends."""
        for board, game in self._at(one):
            if game.san and not game.over:
                self._put(game, board, result=RESULTS[other % 3], over=True)

    def anew(self, one: int, _other: int) -> None:
        """The pieces are set up for another game after the end: it has the names, and no round."""
        for board, game in self._at(one):
            if game.over:
                self._begin(board, white=game.white, black=game.black, board=game.board)

    def assign(self, one: int, other: int) -> None:
        """A pairing gets a board, or none."""
        number = self.now.boards[one % len(self.now.boards)].number
        self.hall.rounds.assign(number, (*BOARDS, "")[other % 6])

    def record(self, one: int, other: int) -> None:
        """A result is given, or taken away."""
        number = self.now.boards[one % len(self.now.boards)].number
        self.hall.rounds.record(number, (*RESULTS, "")[other % 4])

    def choose(self, one: int, _other: int) -> None:
        """A round is chosen."""
        self.hall.rounds.choose(self.hall.rounds.names[one % len(self.hall.rounds.names)])

    def restart(self, one: int, _other: int) -> None:
        """A hall ends, and is started anew: it knows what it knew, also once boards have told all again."""
        hall, at = self.halls[one % 2], one % 2
        before, unix_s = known(hall), hall.unix_s
        self.halls[at] = again = hall.restarted(*BOARDS)
        again.unix_s = unix_s
        assert known(again) == before
        for board, game in self.games.items():
            again.play(board, game)
        assert known(again) == before

    def _at(self, one: int) -> list[tuple[str, PlayedGame]]:
        """One of the games that stand at boards, if there is one."""
        return [sorted(self.games.items())[one % len(self.games)]] if self.games else []

    def _begin(self, board: str, /, **told: object) -> None:
        self.count += 1
        self._put(played(f"g{self.count}", 0, at=0, **{"board": "", **told}), board)

    def _put(self, game: PlayedGame, board: str, /, **changed: object) -> None:
        self.seq += 1
        now = {"seq": self.seq, "at": 1000 * self.hall.unix_s}
        self.games[board] = replace(game, **{**now, **changed})  # type: ignore[arg-type]
        for hall in self.halls:
            hall.play(board, self.games[board])


def _changed(pairs: list[Pair], how: int, other: int) -> list[Pair]:
    """A list with two numbers or two players of Black exchanged, without a pair, or as it was."""
    one, two = other % len(pairs), other // 7 % len(pairs)
    found = list(pairs)
    if how == 0 and len(pairs) > 1:
        del found[one]
    elif how in (1, 2):
        found[one] = (pairs[one][0], *pairs[two][1:])
        found[two] = (pairs[two][0], *pairs[one][1:])
    elif how == 3 and one != two:
        found[one] = (*pairs[one][:2], pairs[two][2])
        found[two] = (*pairs[two][:2], pairs[one][2])
    return found


def _is_meant(game: PlayedGame, place: Mapping[str, str], names: Mapping[str, Person]) -> bool:
    return (game.round, game.board, game.white, game.black) == (*place.values(), *names.values())


def known(hall: Hall) -> list[object]:
    """All that a hall knows of rounds, games and results."""
    rounds = hall.rounds
    return [
        rounds.known.all(),
        rounds.now,
        rounds.left,
        hall.store.rows(),
        [rounds.results.of(name) for name in rounds.names],
    ]


def results(hall: Hall) -> dict[Pair, str]:
    """The results of all pairs, by round and players."""
    return {
        (name, row.white, row.black): row.result
        for name in hall.rounds.names
        for row in hall.rounds.results.of(name)
        if row.result != "*"
    }


def assert_in_order(hall: Hall) -> None:
    """Each board, number and id is that of one pairing, and each game that of its players."""
    for found in hall.rounds.known.all():
        boards = [each.board for each in found.boards if each.board]
        ids = [own_id(found, each) for each in found.boards]
        assert len(set(boards)) == len(boards), found
        assert len(set(ids)) == len(ids), found
        for each, own in zip(found.boards, ids, strict=True):
            for row in hall.store.game_of(own).rows:
                sides = (row.white, each.white.name), (row.black, each.black.name)
                others = [one for one, other in sides if is_known(one) and one != other]
                assert not row.plies or len(others) < 2, (row, each)
                assert row.round in ("", found.round), (row, each)


@given(STEPS)
def test_each_board_game_and_result_is_where_it_belongs(steps: list[tuple[str, int, int]]) -> None:
    """No result goes without a line, no game to others, and the second hall shows what the first one does."""
    with TemporaryDirectory() as folder, closing(Evening(Path(folder))) as evening:
        for kind, one, other in steps:
            before, lines = results(evening.hall), told_lines(evening.hall)
            evening.do(kind, one, other)
            for hall in evening.halls:
                assert_in_order(hall)
            first, second = (hall.rounds.results.present() for hall in evening.halls)
            assert second.boards == first.boards
            after = results(evening.hall)
            is_given = kind == "assign"  # where a person has said a result, that of the board's game counts
            gone = [
                pair
                for pair, result in before.items()
                if after.get(pair) != result and not (is_given and pair in after)
            ]
            assert kind in CHANGES_RESULTS or not gone or told_lines(evening.hall) != lines, gone


NUMBERS = st.sampled_from(("1", "2", "3", "4"))
PLACES = st.builds(
    PairedBoard,
    NUMBERS,
    st.sampled_from(("", "b1", "b2", "b3")),
    st.just(Person("")),
    st.just(Person("")),
    by_hand=st.booleans(),
    table=st.just("") | NUMBERS,
)
ROUNDS = st.lists(PLACES, max_size=4, unique_by=lambda each: each.number)
GONE_ON = st.dictionaries(NUMBERS, st.builds(GoneOn, PLACES, st.booleans(), st.booleans()))


@given(ROUNDS, GONE_ON, ROUNDS)
def test_no_list_gives_a_board_to_two_pairings(
    new: list[PairedBoard], gone_on: dict[str, GoneOn], before: list[PairedBoard]
) -> None:
    """Whatever was before; and what a person has said since holds, if he has given it to one alone."""
    found = with_boards(Round(boards=tuple(new)), gone_on, before).boards
    boards = [each.board for each in found if each.board]
    assert len(set(boards)) == len(boards)
    said = [each.board for each in new if each.by_hand or each.table]
    for each, made in zip(new, found, strict=True):
        if each.by_hand and (not each.board or said.count(each.board) == 1):
            assert (made.board, made.by_hand) == (each.board, True)
