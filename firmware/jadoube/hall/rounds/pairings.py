"""The rounds of a tournament: out of a pairing list, and which board plays which pairing.

The law: pure. A pairing has a number in its round, which no other has. Where the list has one twice, the
second one is called otherwise, and that is said. A board has one pairing at most. A proposal of boards never
moves one that a person has set.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.names import NAME_MOST, NO_NAME, Player, clean_name
from jadoube.formats.pairings import Pairings
from jadoube.formats.pairings.values import Pairing
from jadoube.formats.plain_text import is_known, is_nearly, is_short_for
from jadoube.hall.exchange.board_fold import BoardState
from jadoube.local.desk_lines import Words
from jadoube.mqtt.payloads import PairedBoard, Person, PlayedGame, Round
from jadoube.online.game_state import made_id
from jadoube.online.game_text import RUNS

UNSAID: Final = ("", "?", "-")
"""Values of a round, a number or a name in a game that say nothing."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"

TWICE_MOST: Final = 3
"""So many numbers and players that are twice in a round are named: of two rounds in one, all of them are."""


Playing = Mapping[str, Collection[str]]
"""Boards at which games of a round were begun and did not end, each with the ids of their pairings."""


class Rounds(NamedTuple):
    """What a list has of rounds."""

    rounds: tuple[Round, ...]
    said: tuple[tuple[str, Words], ...] = ()
    """What was changed, and what is wrong, each with the name of the round."""
    forfeits: Collection[tuple[str, str, str]] = ()
    """Pairings of which the list says that somebody has won without a game: round, White and Black."""


def rounds_of(found: Pairings, event: str = "", site: str = "") -> Rounds:
    """Return the rounds of a list; event and site are those for a list that names none."""
    rounds, said, forfeits = [], list[tuple[str, Words]](), set[tuple[str, str, str]]()
    site = found.site or (site if found.event in ("", event) else "")
    groups, unsaid = _groups(found.pairings)
    for name, pairings in groups.items():
        numbers, times = set[str](), Counter[str]()
        boards, again = list[PairedBoard](), list[Words]()
        for at, each in enumerate(pairings, start=1):
            number = each.board or str(at)
            unique = _unique(number, numbers, times)
            if unique != number:
                again.append(worded(EdgePhrase.HALL_NUMBER_TWICE, number=number, other=unique))
            numbers.add(unique)
            pair = person_of(each.white), person_of(each.black)
            boards.append(PairedBoard(unique, "", *pair, each.result))
            if each.is_forfeit:
                forfeits.add((name, pair[0].name, pair[1].name))
        boards.sort(key=lambda each: number_key(each.number))
        rounds.append(Round(found.event or event, site, name, tuple(boards)))
        twice = (*again[:TWICE_MOST], *islice(_twice(rounds[-1]), TWICE_MOST))
        said += [(name, words) for words in twice]
    for name, count in unsaid.items():
        said.append((name, worded(EdgePhrase.HALL_ROUND_UNSAID, round=name, count=count)))
    return Rounds(tuple(rounds), tuple(said), forfeits)


def _groups(pairings: Sequence[Pairing]) -> tuple[Mapping[str, Sequence[Pairing]], Mapping[str, int]]:
    """The pairings of each round, and how many were taken into one of a list of which they name no round.

    Such a pairing is of the round of the one before it; a list that names none has one round.
    """
    groups, unsaid = dict[str, list[Pairing]](), Counter[str]()
    first = next((each.round for each in pairings if each.round), "")
    name = first or "1"
    for each in pairings:
        name = each.round or name
        groups.setdefault(name, []).append(each)
        if first and not each.round:
            unsaid[name] += 1
    return groups, unsaid


def _twice(found: Round) -> Iterator[Words]:
    """Say who has two pairings of a round: one of them is somebody else's."""
    at: dict[str, str] = {}
    for each in found.boards:
        for player in (each.white, each.black):
            who = player.fide_id or player.name
            if player.name not in (*UNSAID, NO_NAME) and at.setdefault(who, each.number) != each.number:
                names = {"round": found.round, "player": player.name, "number": at[who], "other": each.number}
                yield worded(EdgePhrase.HALL_PLAYER_TWICE, **names)


def _unique(number: str, taken: Collection[str], times: Counter[str]) -> str:
    """A number that none has: 12, 12b, 12c; after 12z comes 12z27. `times`: how often each one came."""
    found = ""
    while not found or found in taken:
        times[number] += 1
        at = times[number]
        letter = _LETTERS[at - 1] if at <= len(_LETTERS) else f"z{at}"
        found = number if at == 1 else f"{number}{letter}"
    return found


def number_key(number: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts numbers of boards as people do: 2 before 10, 12 before 12b, 1.2 before 1.10, A2 before A10."""
    parts = re.findall(r"[0-9]{1,9}|[^0-9]+", number)
    return tuple([(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts])


def person_of(player: Player) -> Person:
    """Return a player of a list as others may see him."""
    shown = player.shown
    return Person(shown.name, shown.title, shown.rating, shown.fide_id, shown.federation)


def pairing_of(found: Round, number: str) -> PairedBoard | None:
    """Return the pairing with a number; None if there is none."""
    return next((each for each in found.boards if each.number == number), None)


def is_of_another(found: Round, pairing: PairedBoard, game: PlayedGame) -> bool:
    """Return whether a board's game says that it is of another event, round or number than a pairing.

    One that is being played and says no round is of who is named in it: it may be an analysis.
    """
    named = ((game.round, found.round), (game.board, table_of(pairing)))
    is_else = any(said not in UNSAID and _plain(said) != _plain(own) for said, own in named)
    if game.round in UNSAID and game.san and not game.over:
        is_else = is_else or has_others(pairing, game)
    return is_else or is_of_event_before(found, game.round, game.event)


def has_others(pairing: PairedBoard, game: PlayedGame) -> bool:
    """Return whether a game names other players than a pairing."""
    return any(_is_else(*each) for each in zip(_players(game), _players(pairing), strict=True))


def _players(each: PlayedGame | PairedBoard) -> tuple[str, str]:
    return each.white.name, each.black.name


def _is_else(shown: str, name: str) -> bool:
    """Whether the name of a player is that of another one, also than the beginning of a long name."""
    are_known = is_known(shown) and is_known(name)
    return are_known and not (shown.startswith(name) or is_nearly(shown, name) or is_short_for(shown, name))


def is_of_event_before(found: Round, name: str, event: str) -> bool:
    """Return whether a game that says its round says another event than a round: it is of another day.

    One that says no round has the event of the house.
    """
    is_said = name not in UNSAID and event not in UNSAID and bool(found.event)
    return is_said and not says_event(found, event)


def says_event(found: Round, event: str) -> bool:
    """Return whether a game says the event of a round, or both say none."""
    return ("" if event in UNSAID else event) == clean_name(found.event)[:NAME_MOST].rstrip()


def number_of(found: Round, board: str) -> str:
    """Return the number of the pairing that a board plays; empty if none."""
    return next((each.number for each in found.boards if board and each.board == board), "")


def table_of(pairing: PairedBoard) -> str:
    """Return the number where the board of a pairing stands, and as which it is seated."""
    return pairing.table or pairing.number


def gone_along(found: Round, board: BoardState) -> PairedBoard | None:
    """Return the pairing of a board's own number, if that has another board, which went along with it."""
    said = _said_number(board) or _named_number(board)
    pairing = next((each for each in found.boards if said and _plain(each.number) == said), None)
    return pairing if pairing and pairing.table and pairing.board not in ("", board.id) else None


def with_board(found: Round, number: str, board: str) -> Round:
    """Return the round with this board at a pairing, as a person wants it, and at no other.

    One that no other had comes to where the pairing is played.
    """
    stays = bool(board) and number_of(found, board) in ("", number)
    boards = (
        replace(each, board=board, by_hand=True, table=each.table if stays else "")
        if each.number == number
        else replace(each, board="", table="")
        if board and each.board == board
        else each
        for each in found.boards
    )
    return replace(found, boards=tuple(boards))


def with_result(found: Round, number: str, result: str, instead_of: str = "") -> Round:
    """Return the round with a result that people say; empty: none, be it that another hall has told one.

    `instead_of` is the result of its game that it corrects; empty: its game has none.
    """
    boards = (
        replace(
            each,
            result=result,
            told=each.told if result else "",
            instead_of=instead_of if result else "",
        )
        if each.number == number
        else each
        for each in found.boards
    )
    return replace(found, boards=tuple(boards))


def with_boards_of(found: Round, before: Iterable[PairedBoard], playing: Playing | None = None) -> Round:
    """Return the round with the boards of an earlier one at the same numbers: they stand where they stood."""
    stood = {table_of(each): each.board for each in before if each.board}
    return _filled(found, stood, playing)


def longer(told: Person, known: Person) -> Person:
    """Return the player who is known, if what is told is only the beginning of his name."""
    return known if told == Person(known.name[: len(told.name)]) else told


def with_proposal(found: Round, boards: Sequence[BoardState], playing: Playing) -> Round:
    """Return the round with a board for each number that has none: the one that says that it is the number.

    Not where a person has said that none plays it, and no board at which others have begun a game of this
    round (`playing`), be it that it was taken away from them. By the number that it gives its games, else by
    the figures at the end of its name or its id.
    """
    proposed: dict[str, str] = {}
    for said in (_said_number, _named_number):
        claims: dict[str, list[str]] = {}
        for each in boards:
            if each.id not in proposed.values() and (number := said(each)):
                claims.setdefault(number, []).append(each.id)
        for number, ids in claims.items():
            if len(ids) == 1:
                proposed.setdefault(number, ids[0])
    return _filled(found, proposed, playing)


def claims(found: Round, boards: Iterable[BoardState]) -> Mapping[str, tuple[str, ...]]:
    """Return which numbers of the round are named by several boards in their games, and by which."""
    claimed: dict[str, list[str]] = {}
    for each in boards:
        game = each.game
        if each.is_on and game and not game.over and found.round and game.round == found.round and game.board:
            claimed.setdefault(game.board, []).append(each.id)
    return {number: tuple(ids) for number, ids in claimed.items() if len(ids) > 1}


def has_result(pairing: PairedBoard) -> bool:
    """Return whether somebody has said how a pairing ended."""
    return pairing.result not in ("", RUNS)


def is_decided(pairing: PairedBoard) -> bool:
    """Return whether it is known how a pairing ended, be it that another hall has told so."""
    return has_result(pairing) or bool(pairing.told)


def own_id(found: Round, pairing: PairedBoard) -> str:
    """Return the id that the game of a pairing has everywhere outside, whatever boards it is played on."""
    return pairing.id or pairing_id(found, pairing.number)


def shown_id(found: Round, pairing: PairedBoard) -> str:
    """Return the id of a pairing as it is shown: with other players, or in another round, it is another."""
    return _made_id(own_id(found, pairing), "", pairing.white.name, pairing.black.name)


def pairing_id(found: Round, number: str) -> str:
    """Return the id of the first pairing of this place: of others, who came after it, it is another."""
    return _made_id(found.event, found.site, found.round, number)


@lru_cache(maxsize=20_000)
def _made_id(event: str, site: str, name: str, number: str) -> str:
    """The id of a place; a list that is read again asks for that of each pairing several times."""
    return made_id(f"{event}|{site}|{name}|{number}")


def _filled(found: Round, boards: Mapping[str, str], playing: Playing | None) -> Round:
    if not boards:
        return found
    taken = {each.board for each in found.boards if each.board}
    filled = []
    for each in found.boards:
        board = each.board or ("" if each.by_hand else boards.get(each.number, ""))
        owners = playing.get(board, ()) if playing else ()
        is_others = bool(owners) and own_id(found, each) not in owners
        if board and not each.board and (board in taken or is_others):
            board = ""
        taken.add(board)
        filled.append(each if each.board == board else replace(each, board=board))
    return replace(found, boards=tuple(filled))


def _said_number(state: BoardState) -> str:
    return _plain(state.game.board if state.game else "")


def _plain(number: str) -> str:
    """A number without noughts before it."""
    return str(int(number)) if re.fullmatch(r"[0-9]{1,9}", number) else number


def _named_number(state: BoardState) -> str:
    for name in (state.about.name if state.about else "", state.id):
        if digits := re.search(r"[0-9]{1,4}$", name):
            return str(int(digits[0]))
    return ""


def board_named(boards: Iterable[BoardState], text: str) -> str:
    """Return the id of the board that a text names: by its id, else its name, else the number on its label.

    The label has the figures at the end of its name or its id. A text that names none, or several, stays.
    """
    known = tuple(boards)
    for says in (lambda each: each.id, lambda each: each.about.name if each.about else "", _named_number):
        found = [each.id for each in known if text and says(each) in (text, _plain(text))]
        if found:
            return found[0] if len(found) == 1 else text
    return text


def is_labelled(board: BoardState, number: str) -> bool:
    """Return whether a board has this number by its name or its id, or none at all."""
    return _named_number(board) in ("", _plain(number))
