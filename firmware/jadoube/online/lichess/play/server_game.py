"""A game as Lichess tells it.

The law: the state is made whole out of each message; nothing is appended. Moves are in UCI with castling as
the king's own two squares, however they were written: `e1h1` and `e1g1` are one. What is not as expected is
one exception, `ServerGameError`, and changes nothing. It refuses to know the board, and reads no clock: the
instant at which a message was heard is an argument.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import chess

from jadoube.core.rules.game_line import Line, begin

NO_CLOCK_MS: Final = 2_147_483_647
"""What Lichess gives as the time of a game without clock (lila, BotJsonView.millisRemaining 58a1b12a)."""

RUNNING: Final = frozenset({"created", "started"})
"""The status words of a game that is not over."""

WITHOUT_RESULT: Final = frozenset({"aborted", "noStart", "unknownFinish"})
"""The status words of a game that has none, unless a winner is named."""

STANDARD: Final = "standard"
ID_MOST: Final = 16
TEXT_MOST: Final = 500
"""Characters of a name or a line of chat; Lichess' own limit for a line of chat is 140 (known)."""


class ServerGameError(ValueError):
    """A message is not what was expected."""


class Control(NamedTuple):
    """The time control."""

    initial_ms: int
    increment_ms: int


class Opponent(NamedTuple):
    """Who plays at the server."""

    name: str
    title: str = ""
    rating: int | None = None
    ai_level: int | None = None


class Gone(NamedTuple):
    """The opponent has left; his game can be claimed so many seconds after this was heard."""

    claim_s: int
    heard_ms: int


class Expiration(NamedTuple):
    """The first move is due within so long, else the game is aborted."""

    idle_ms: int
    to_move_ms: int


class ChatLine(NamedTuple):
    """A line of the players' chat."""

    who: str
    text: str


class Finish(NamedTuple):
    """What the stream of events says of a game's end; the game's own stream may not have said it."""

    status: str
    winner: chess.Color | None
    last_move: str = ""
    placement: str = ""
    """Where the pieces stand at the end: the first field of a FEN."""


class ServerGame(NamedTuple):
    """A game at the server. `side` is the one of the board's player."""

    game_id: str
    side: chess.Color
    opponent: Opponent
    variant: str = STANDARD
    start_fen: str = chess.STARTING_FEN
    control: Control | None = None
    rated: bool = False
    moves: tuple[str, ...] = ()
    white_ms: int | None = None
    black_ms: int | None = None
    heard_ms: int = 0
    """When the clocks were told."""
    status: str = "started"
    winner: chess.Color | None = None
    offers_draw: frozenset[chess.Color] = frozenset()
    asks_back: frozenset[chess.Color] = frozenset()
    """Who asks for a takeback."""
    rematch_id: str = ""
    gone: Gone | None = None
    expiration: Expiration | None = None

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.status not in RUNNING

    @property
    def result(self) -> str:
        """The result as in PGN, `*` for a game that counts for nothing; nothing while it runs."""
        if not self.over:
            return ""
        if self.winner is not None:
            return "1-0" if self.winner == chess.WHITE else "0-1"
        return "*" if self.status in WITHOUT_RESULT else "1/2-1/2"

    @property
    def mover(self) -> chess.Color:
        """Whose turn it is."""
        return turn_at(len(self.moves))

    @property
    def playable(self) -> bool:
        """Whether the board can play it: the usual rules, from the usual position."""
        return self.variant == STANDARD and self.start_fen == chess.STARTING_FEN


def is_id(text: str) -> bool:
    """Whether a game or a challenge may be called so; anything else could lead to another path."""
    return text.isascii() and text.isalnum() and len(text) <= ID_MOST


def message_of(line: bytes) -> Mapping[str, Any]:
    """The object of a line of a stream."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ServerGameError(f"{_short(line)} found, expected an object")
    return found


def turn_at(plies: int) -> chess.Color:
    """Whose turn it is after so many plies of a game from the usual position."""
    return plies % 2 == 0


def game_from(full: Mapping[str, Any], side: chess.Color, heard_ms: int) -> ServerGame:
    """Make the game out of a `gameFull`. Whether the opponent has left is not told in it: unknown."""
    if full.get("type") != "gameFull":
        raise ServerGameError(f"{_short(full.get('type'))} found, expected a gameFull")
    initial = _text(full, "initialFen", "startpos")
    start_fen = chess.STARTING_FEN if initial == "startpos" else _fen(initial)
    players = {chess.WHITE: _object(full, "white"), chess.BLACK: _object(full, "black")}
    game = ServerGame(
        _name(full, "id"),
        side,
        _opponent(players[not side]),
        _text(_object(full, "variant"), "key", STANDARD),
        start_fen,
        _control(full.get("clock")),
        full.get("rated") is True,
    )
    return _with_state(game, _object(full, "state"), heard_ms)


def heard(game: ServerGame, said: Mapping[str, Any], heard_ms: int) -> ServerGame:
    """The game after a message of its stream; one that changes nothing in it is passed over."""
    match said.get("type"):
        case "gameFull":
            return game_from(said, game.side, heard_ms)
        case "gameState":
            return _with_state(game, said, heard_ms)
        case "opponentGone":
            seconds = _whole(said, "claimWinInSeconds") if said.get("gone") is True else None
            return game._replace(gone=None if seconds is None else Gone(max(0, seconds), heard_ms))
    return game


def chat_line(said: Mapping[str, Any]) -> ChatLine | None:
    """A line of the players' chat; None for any other message, also for one of the spectators."""
    if said.get("type") != "chatLine" or said.get("room") != "player":
        return None
    return ChatLine(_one_line(_text(said, "username")), _one_line(_text(said, "text")))


def chat_lines(body: bytes) -> tuple[ChatLine, ...]:
    """The lines of the players' whole chat, the oldest first."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise ServerGameError(f"{_short(body)} found, expected a list of objects")
    return tuple(ChatLine(_one_line(_text(each, "user")), _one_line(_text(each, "text"))) for each in found)


def finish_from(info: Mapping[str, Any]) -> Finish:
    """What a `gameFinish` says: the value of its `game`."""
    status = info.get("status")
    name = _text(_object(info, "status"), "name") if isinstance(status, dict) else _text(info, "status")
    placement = _text(info, "fen", "").split(" ", 1)[0]
    return Finish(name, _side(info.get("winner")), _text(info, "lastMove", ""), placement)


def finished(game: ServerGame, finish: Finish) -> ServerGame:
    """The game with its end, if it does not know it; its last move, too, if that leads to the position."""
    if game.over or finish.status in RUNNING:
        return game
    ended = game._replace(status=finish.status, winner=finish.winner, gone=None, expiration=None)
    if not finish.last_move or not game.playable:
        return ended
    line = _line(game.start_fen, game.moves)
    if line.board.board_fen() != finish.placement:
        with suppress(ServerGameError):
            line = _line(game.start_fen, (*game.moves, finish.last_move))
    return ended._replace(moves=_uci(line)) if line.board.board_fen() == finish.placement else ended


def _line(start_fen: str, moves: Sequence[str]) -> Line:
    line = begin(start_fen)
    for number, uci in enumerate(moves, start=1):
        try:
            line = line.after(line.board.parse_uci(uci))
        except ValueError:
            raise ServerGameError(f"{_short(uci)} found, expected a legal ply {number}") from None
    return line


def _uci(line: Line) -> tuple[str, ...]:
    return tuple(each.move.uci() for each in line.plies() if each.move)


def _with_state(game: ServerGame, state: Mapping[str, Any], heard_ms: int) -> ServerGame:
    return game._replace(
        moves=_moves(game, _text(state, "moves", "")),
        white_ms=_clock(state, "wtime"),
        black_ms=_clock(state, "btime"),
        heard_ms=heard_ms,
        status=_text(state, "status"),
        winner=_side(state.get("winner")),
        offers_draw=_sides(state, "draw"),
        asks_back=_sides(state, "takeback"),
        rematch_id=_text(state, "rematch", ""),
        expiration=_expiration(state.get("expiration")),
    )


def _moves(game: ServerGame, text: str) -> tuple[str, ...]:
    moves = text.split()
    # other rules, or another start: it cannot be played here, but is not malformed
    return _uci(_line(game.start_fen, moves)) if game.playable else tuple(moves)


def _sides(state: Mapping[str, Any], what: str) -> frozenset[chess.Color]:
    named = {chess.WHITE: f"w{what}", chess.BLACK: f"b{what}"}
    return frozenset(side for side, name in named.items() if state.get(name) is True)


def _clock(state: Mapping[str, Any], name: str) -> int | None:
    found = _whole(state, name)
    return None if found is None or found >= NO_CLOCK_MS else max(0, found)


def _control(found: Any) -> Control | None:
    if found is None:
        return None
    if not isinstance(found, dict):
        raise ServerGameError(f"{_short(found)} found, expected a clock")
    initial_ms, increment_ms = _whole(found, "initial"), _whole(found, "increment")
    if initial_ms is None or increment_ms is None or initial_ms < 0 or increment_ms < 0:
        raise ServerGameError(f"{_short(found)} found, expected a clock")
    return Control(initial_ms, increment_ms)


def _expiration(found: Any) -> Expiration | None:
    if not isinstance(found, dict):
        return None
    idle_ms, to_move_ms = _whole(found, "idleMillis"), _whole(found, "millisToMove")
    return None if idle_ms is None or to_move_ms is None else Expiration(idle_ms, to_move_ms)


def _opponent(player: Mapping[str, Any]) -> Opponent:
    level = _whole(player, "aiLevel")
    name = _text(player, "name", "") or ("" if level is None else f"Stockfish {level}")
    title = player.get("title")
    return Opponent(
        _one_line(name) or "?",
        _one_line(title) if isinstance(title, str) else "",
        _whole(player, "rating"),
        level,
    )


def _fen(text: str) -> str:
    try:
        return chess.Board(text).fen()
    except ValueError:
        raise ServerGameError(f"{_short(text)} found, expected a position") from None


def _side(found: Any) -> chess.Color | None:
    return None if found not in chess.COLOR_NAMES else found == chess.COLOR_NAMES[chess.WHITE]


def _object(found: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = found.get(name)
    if not isinstance(value, dict):
        raise ServerGameError(f"{_short(value)} found as {name}, expected an object")
    return value


def _text(found: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = found.get(name, default)
    if not isinstance(value, str):
        raise ServerGameError(f"{_short(value)} found as {name}, expected a text")
    return value


def _name(found: Mapping[str, Any], name: str) -> str:
    value = _text(found, name)
    if not is_id(value):
        raise ServerGameError(f"{_short(value)} found as {name}, expected letters and digits")
    return value


def _whole(found: Mapping[str, Any], name: str) -> int | None:
    """A whole number, None if it is missing; API descriptions say `number` of some, so 1500.0 is one, too."""
    value = found.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        raise ServerGameError(f"{_short(value)} found as {name}, expected a whole number")
    return int(value)


def _one_line(text: str) -> str:
    return " ".join("".join(each if each.isprintable() else " " for each in text[:TEXT_MOST]).split())


def _short(found: object) -> str:
    return f"{found!r:.60}"
