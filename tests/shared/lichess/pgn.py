"""What Lichess reads out of a pushed PGN: how it splits games, which tags and plies it takes.

For the model of a round. The sources: lila, MultiPgn.scala, RelayPush.scala (58a1b12a), RelayGame.scala
(c7fd2796), PgnTags.scala.
"""

import re
from dataclasses import dataclass, field
from typing import Final

import chess

GAMES_MOST: Final = 100
KEPT: Final = frozenset(
    {
        "White",
        "WhiteElo",
        "WhiteTitle",
        "WhiteTeam",
        "WhiteFideId",
        "Black",
        "BlackElo",
        "BlackTitle",
        "BlackTeam",
        "BlackFideId",
        "TimeControl",
        "Date",
        "Variant",
        "Result",
        "Termination",
        "Site",
        "Event",
        "Round",
        "Board",
        "Annotator",
        "FEN",
        "GameId",
        "WhiteClock",
        "BlackClock",
    }
)

_TAG = re.compile(r'^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]', re.MULTILINE)
_CLOCK = re.compile(r"\[%clk\s+(\d+):(\d+):(\d+(?:\.\d+)?)\]")
_TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|\(|\)|\$\d+|\d+\.(?:\.\.)?|[^\s(){};]+")
_SAN = re.compile(r"(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBN])?)[+#]?[!?]*")
_RESULTS: Final = {"1-0", "0-1", "1/2-1/2", "½-½", "*", "0-0"}
_CENTRE: Final = {chess.D4, chess.D5, chess.E4, chess.E5}


class UnreadableError(ValueError):
    """A game that Lichess refuses, with what it knows of its tags."""

    def __init__(self, tags: dict[str, str], said: str) -> None:
        super().__init__(said)
        self.tags = tags


@dataclass
class ReadPly:
    """A ply, its clock in hundredths, and whether that clock is trusted."""

    uci: str
    clock: int | None = None
    trusted: bool = False


@dataclass
class ReadGame:
    """A game as Lichess has read it."""

    tags: dict[str, str]
    fen: str
    plies: list[ReadPly] = field(default_factory=list)
    outcome: str | None = None
    """A result that the board or the tag shows; None while it runs."""


def split_games(text: str) -> list[str]:
    """Split a PGN as Lichess does: at an empty line before a bracket, whatever stands around it."""
    parts = re.split(r"\n\n(?=\[)", text.replace("\r", "").strip())
    return [part for part in parts if part.strip()][:GAMES_MOST]


def read_game(text: str) -> ReadGame:
    """Read one game; UnreadableError if Lichess refuses it."""
    head, _, moves = text.partition("\n\n")
    if not _TAG.match(head):
        head, moves = "", text
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in _TAG.findall(head)}
    try:
        board = chess.Board(tags["FEN"]) if "FEN" in tags else chess.Board()
    except ValueError as problem:
        raise UnreadableError({}, f"Invalid FEN: {problem}") from problem
    game = ReadGame(_kept(tags), board.fen())
    _read_moves(game, board, moves, tags)
    ended = _outcome(board)
    if ended:
        if tags.get("Result") == "*":
            del game.tags["Result"]
        game.outcome = ended
    if game.tags.get("Result", "*") != "*":
        game.outcome = game.tags["Result"]
    _trust_tag_clocks(game)
    return game


def _read_moves(game: ReadGame, board: chess.Board, text: str, tags: dict[str, str]) -> None:
    tokens = _mainline(text)
    sans = [word for word in tokens if not word.startswith("{")]
    for san in sans:
        if not _SAN.fullmatch(san):
            raise UnreadableError({}, f"Cannot parse {san[:20]}")
    played = 0
    for word in tokens:
        if word.startswith("{"):
            clock = _CLOCK.search(word)
            if clock and game.plies:
                hours, minutes, seconds = clock.groups()
                game.plies[-1].clock = int((int(hours) * 3600 + int(minutes) * 60 + float(seconds)) * 100)
            continue
        try:
            move = board.parse_san(word.rstrip("!?"))
        except ValueError as problem:
            if played == len(sans) - 1 and word[0] == "K" and chess.parse_square(word[-2:]) in _CENTRE:
                return  # a DGT board's kings in the centre at the end
            said = f"Cannot play {word} at move {board.fullmove_number}"
            raise UnreadableError(_kept(tags), said) from problem
        board.push(move)
        played += 1
        game.plies.append(ReadPly(move.uci()))


def _mainline(text: str) -> list[str]:
    depth, found = 0, []
    for word in _TOKEN.findall(text):
        if word == "(":
            depth += 1
        elif word == ")":
            depth -= 1
        elif not depth and word not in _RESULTS and not re.fullmatch(r"\d+\.+|\$\d+|;.*|\.+", word):
            found.append(word)
    return found


def _outcome(board: chess.Board) -> str | None:
    if board.is_checkmate():
        return "0-1" if board.turn == chess.WHITE else "1-0"
    return "1/2-1/2" if board.is_stalemate() or board.is_insufficient_material() else None


def _kept(tags: dict[str, str]) -> dict[str, str]:
    kept = {
        name: value
        for name, value in tags.items()
        if name in KEPT and name != "Date" and value not in {"", "?"}
    }
    for side in ("White", "Black"):
        name = kept.get(side, "").strip()
        if side in kept and (len(name) < 2 or name.lower() == "unknown"):
            del kept[side]
    return kept


def _trust_tag_clocks(game: ReadGame) -> None:
    """The clocks of the tags stand at the last ply of each side, and are trusted."""
    turn = len(game.plies) % 2 == (1 if " b " in game.fen else 0)  # True: White is to move
    for back, side in ((1, "Black" if turn else "White"), (2, "White" if turn else "Black")):
        clock = re.fullmatch(r"(\d+):(\d+):(\d+)", game.tags.get(f"{side}Clock", ""))
        if clock and len(game.plies) >= back and game.plies[-back].clock is None:
            hours, minutes, seconds = map(int, clock.groups())
            game.plies[-back].clock = (hours * 3600 + minutes * 60 + seconds) * 100
            game.plies[-back].trusted = True
