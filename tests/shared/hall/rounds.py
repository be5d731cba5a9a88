"""Boards and rounds of a hall in memory, as lists, games and acts of arbiters make them."""

from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.formats.pairings import Pairings, read_pairings
from jadoube.hall.boards import Boards
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.keeper import RoundKeeper
from jadoube.hall.rounds.lists.lists import NOTHING
from jadoube.hall.rounds.lists.questions import Choice, QuestionError
from jadoube.mqtt.payloads import About, Person, PlayedGame, Presence
from jadoube.mqtt.topics import Kind
from shared.hall.in_one_loop import played

LIST = b"round,board,white,black\n1,1,Berg,Tal\n1,2,Lund,Wolf\n2,1,Tal,Lund\n2,2,Wolf,Berg\n"


class Hall:
    """Boards, a store without a file, and the rounds."""

    def __init__(self, *boards: str) -> None:
        self.unix_s, self.now_ms = 0, 0
        self.boards = Boards(lambda: self.now_ms, lambda: 1000 * self.unix_s, lambda _: None)
        self.store = Store(Path("none"), lambda _: None)
        self.changed: set[str] = set()
        self.rounds = RoundKeeper(self.boards, self.store, self.changed.update)
        for board in boards:
            self.boards.take(board, Kind.ABOUT, About(board, "1", f"m-{board}"), retained=False)
            self.boards.take(board, Kind.ONLINE, Presence("on", 1), retained=False)

    def keep(self, folder: Path) -> None:
        """Keep all in a file of this folder, from here on."""
        self.store.path = folder / "hall.db"
        self.store.open()

    def restarted(self, *boards: str) -> "Hall":
        """The program that is started anew with the same file, once this one has written all."""
        self.store.write(self.store.begin())
        self.store.close()
        again = Hall(*boards)
        again.keep(self.store.path.parent)
        again.rounds.load()
        return again

    def play(self, board: str, game: PlayedGame) -> None:
        """A board publishes a state of its game, now if it does not say when."""
        game = replace(game, at=game.at or 1000 * self.unix_s)
        self.boards.take(board, Kind.GAME, game, retained=False)
        self.rounds.games.take(board, f"m-{board}", game)

    def games(self) -> dict[str, str]:
        """The games of the round's pairings."""
        return {each.number: " ".join(each.game_ids) for each in self.rounds.results.of()}

    def at(self) -> dict[str, str]:
        """The boards of the round's pairings."""
        return {each.number: each.board for each in self.boards.round.boards}


def chosen_hall(*boards: str) -> Hall:
    """A hall with these boards, in which round 1 of `LIST` is played."""
    hall = Hall(*boards)
    hall.rounds.lists.take(read_pairings(LIST, "list.csv"))
    hall.rounds.choose("1")
    return hall


def take_list(rounds: RoundKeeper, found: Pairings, *answers: Choice) -> None:
    """Take a list; these are the answers to what is asked about it, and nothing else is asked."""
    meant = NOTHING
    for each in answers:
        with pytest.raises(QuestionError) as asked:
            rounds.lists.take(found, meant)
        meant = asked.value.answers[each]
    rounds.lists.take(found, meant)


def take_anyway(rounds: RoundKeeper, found: Pairings) -> None:
    """Take a list, whatever is asked about it: the last answer is that it goes on."""
    meant = NOTHING
    while True:
        try:
            rounds.lists.take(found, meant)
        except QuestionError as asked:
            *_, meant = asked.answers.values()
        else:
            break


def read_again(hall: Hall, text: str) -> None:
    """Read a list of round 1 whose lines are `number,white,black`."""
    lines = "".join(f"1,{line}\n" for line in text.split())
    found = read_pairings(f"round,board,white,black\n{lines}".encode(), "list.csv")
    take_anyway(hall.rounds, found)


def named_game(game_id: str, seq: int, white: str, black: str, *san: str, **others: object) -> PlayedGame:
    """A game of round 1 under these names."""
    told = {"round": "1", "white": Person(white), "black": Person(black)}
    return played(game_id, seq, *san, at=0, **{**told, **others})


def evening_hall() -> Hall:
    """A round in which board b1 has played 1-0, and b2 0-1."""
    hall = Hall("b1", "b2")
    read_again(hall, "1,Anna,Bert 2,Cleo,Dirk")
    hall.rounds.choose("1")
    hall.play("b1", named_game("g1", 1, "Anna", "Bert", "e4", result="1-0", over=True))
    hall.play("b2", named_game("g2", 2, "Cleo", "Dirk", "d4", result="0-1", over=True))
    return hall


def told_lines(hall: Hall) -> list[str]:
    """All that was told."""
    return [each.said["en"] for each in hall.boards.notices]
