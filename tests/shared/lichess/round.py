"""A round of a Lichess broadcast, as a model: what it shows after each push.

It holds to lila's RelayUpdatePlan.scala (39329bfd), RelaySync.scala (bddf2f77) and RelayPush.scala
(58a1b12a). What a push adds or replaces is decided here alone, without a socket or a clock.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import chess

from shared.lichess.pgn import GAMES_MOST, ReadGame, ReadPly, UnreadableError, read_game, split_games

UPSTREAM = "The relay has an upstream URL, and cannot be pushed to."
_ROUND = re.compile(r"(\d+)(?:\.(\d+))?")


@dataclass
class Node:
    """A ply in the tree of a board; the first child is the main line."""

    uci: str = ""
    clock: int | None = None
    children: list["Node"] = field(default_factory=list)

    def child(self, uci: str) -> "Node | None":
        """The child with this move."""
        return next((each for each in self.children if each.uci == uci), None)

    def mainline(self) -> list["Node"]:
        """The nodes of the main line below this one."""
        found, node = [], self
        while node.children:
            node = node.children[0]
            found.append(node)
        return found


@dataclass
class Chapter:
    """A board of the round."""

    tags: dict[str, str]
    fen: str
    root: Node = field(default_factory=Node)

    @property
    def plies(self) -> list[str]:
        """The main line in UCI."""
        return [node.uci for node in self.root.mainline()]

    @property
    def side_lines(self) -> int:
        """How many plies stand beside the main line where they begin."""
        nodes = [self.root, *self.root.mainline()]
        return sum(len(node.children) - 1 for node in nodes if node.children)

    @property
    def result(self) -> str:
        """The result that the round shows."""
        return self.tags.get("Result", "*")

    @property
    def name(self) -> str:
        """The board's name."""
        return f"{self.tags.get('White', '?')} - {self.tags.get('Black', '?')}"

    def board(self) -> chess.Board:
        """The position at the end of the main line."""
        board = chess.Board(self.fen)
        for uci in self.plies:
            board.push_uci(uci)
        return board


@dataclass
class LichessRound:
    """A round: what it shows, and whether it may be pushed to."""

    round_id: str
    name: str = "Round 1"
    source_url: bool = False
    finished: bool = False
    started: bool = False
    chapters: list[Chapter] = field(default_factory=list)
    fide_players: dict[str, str] = field(default_factory=dict)
    """The FIDE id of each player whom the server knows by name."""

    def push(self, text: str) -> list[dict[str, Any]]:
        """Take a push; return what is answered of each game."""
        if self.source_url:
            return [{"tags": {}, "error": UPSTREAM}]
        answers: list[dict[str, Any]] = []
        games = []
        for part in split_games(text):
            try:
                game = read_game(part)
            except UnreadableError as problem:
                answers.append({"tags": problem.tags, "error": str(problem)})
                continue
            answers.append({"tags": dict(game.tags), "moves": len(game.plies)})
            games.append(game)
        if games:
            self._update(games)
        return answers

    def reset(self) -> None:
        """Remove all games."""
        self.chapters, self.started, self.finished = [], False, False

    def board(self, game_id: str) -> Chapter:
        """The board with this GameId."""
        (found,) = [each for each in self.chapters if each.tags.get("GameId") == game_id]
        return found

    def _update(self, games: list[ReadGame]) -> None:
        for game in games:
            self._know_players(game)
        matches: list[tuple[Chapter, ReadGame]] = []
        for game in games:
            same = (each for each in self.chapters if is_same_game(game, each))
            taken = [chapter for chapter, _ in matches]
            chapter = next((each for each in same if all(each is not other for other in taken)), None)
            if chapter:
                matches.append((chapter, game))
        matched = [id(game) for _, game in matches]
        if len(matches) == len(self.chapters):
            self.chapters = [chapter for chapter, _ in matches]
        for chapter, game in matches:
            update(chapter, game)
        for game in games:
            if id(game) not in matched and len(self.chapters) < GAMES_MOST:
                chapter = Chapter({}, game.fen)
                update(chapter, game)
                self.chapters.append(chapter)
        self.started = self.started or any(game.plies for game in games)
        over = all(game.outcome for game in games)
        self.finished = over and all(chapter.result != "*" for chapter in self.chapters)

    def _know_players(self, game: ReadGame) -> None:
        """A FIDE id brings the server's name; without one, a known name brings an id. 0 forbids it."""
        names = {number: name for name, number in self.fide_players.items()}
        for side in ("White", "Black"):
            number = game.tags.get(f"{side}FideId")
            if number in names:
                game.tags[side] = names[number]
            elif number is None and game.tags.get(side) in self.fide_players:
                game.tags[f"{side}FideId"] = self.fide_players[game.tags[side]]


def is_same_game(game: ReadGame, chapter: Chapter) -> bool:
    """Whether a game is this board's. An equal GameId is enough; a different one decides nothing."""
    ours, theirs = game.tags, chapter.tags
    if ours.get("GameId") and ours.get("GameId") == theirs.get("GameId"):
        return True
    if any(ours.get(name) != theirs.get(name) for name in ("Event", "Site")):
        return False
    if _numbers(ours)[0] != _numbers(theirs)[0]:
        return False
    if _numbers(ours)[1] == _numbers(theirs)[1] and _same_players(ours, theirs):
        return True
    return _same_first_moves(game, chapter)


def _numbers(tags: dict[str, str]) -> tuple[str | None, str | None]:
    found = _ROUND.fullmatch(tags.get("Round", ""))
    return (found[1], found[2]) if found else (None, None)


def _same_players(ours: dict[str, str], theirs: dict[str, str]) -> bool:
    numbers = ("WhiteFideId", "BlackFideId")
    known = all(tags.get(name, "0") != "0" for tags in (ours, theirs) for name in numbers)
    return all(ours.get(name) == theirs.get(name) for name in (numbers if known else ("White", "Black")))


def _same_first_moves(game: ReadGame, chapter: Chapter) -> bool:
    plies = min(len(game.plies), len(chapter.plies))
    return plies > 0 and _fen(game.fen, [ply.uci for ply in game.plies[:plies]]) == _fen(
        chapter.fen, chapter.plies[:plies]
    )


def _fen(start: str, plies: list[str]) -> str:
    board = chess.Board(start)
    for uci in plies:
        board.push_uci(uci)
    return board.fen()


def update(chapter: Chapter, game: ReadGame) -> None:
    """Bring a board to a newer state: nothing is removed, the newest line is the main one."""
    if len(chapter.plies) <= 1 and game.fen != chapter.fen:
        chapter.fen, chapter.root = game.fen, Node()
    tags = dict(game.tags)
    if game.outcome and "Result" not in tags:
        tags["Result"] = game.outcome
    chapter.tags.update({name: value for name, value in tags.items() if not name.endswith("Clock")})
    node = chapter.root
    for ply in game.plies:
        node = _next(node, ply)


def _next(node: Node, ply: ReadPly) -> Node:
    found = node.child(ply.uci)
    if found is None:
        found = Node(ply.uci, ply.clock)
    elif ply.clock is not None and (found.clock is None or ply.trusted):
        found.clock = ply.clock
    node.children = [found, *(each for each in node.children if each is not found)]
    return found
