"""The model of games at Lichess: rules by python-chess, times by a clock from outside.

It says and answers what the API description and lila's sources say (lichess-org/api, tag "Board";
GameStateStream.scala, Takebacker and Drawer of lila), as far as a board plays there. A refusal is the text of
the 400; None is `{"ok":true}`, also where nothing happened.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import chess

NO_CLOCK_MS: Final = 2_147_483_647
NOT_YOUR_TURN: Final = "Not your turn, or game already over"
OFFERS_APART: Final = 20
STATUS_IDS: Final = {
    "created": 10,
    "started": 20,
    "aborted": 25,
    "mate": 30,
    "resign": 31,
    "stalemate": 32,
    "timeout": 33,
    "draw": 34,
    "outoftime": 35,
    "noStart": 37,
}


@dataclass(frozen=True)
class Seat:
    """Who plays a side: a user, or the computer at a level."""

    name: str = ""
    rating: int = 1500
    title: str | None = None
    ai_level: int | None = None

    def said(self) -> dict[str, Any]:
        """As a `gameFull` has it."""
        if self.ai_level is not None:
            return {"aiLevel": self.ai_level}
        return {"id": self.name.lower(), "name": self.name, "title": self.title, "rating": self.rating}


@dataclass
class ServedGame:
    """A game. `now_ms` is the server's clock; `tell` gets each message of its stream."""

    game_id: str
    white: Seat
    black: Seat
    now_ms: Callable[[], int]
    initial_ms: int | None = 600_000
    increment_ms: int = 0
    rook_castling: bool = True
    """Castling is told as the king's way to the rook (e1h1), else e1g1."""
    start_fen: str = chess.STARTING_FEN
    variant: str = "standard"
    speed: str = "rapid"
    status: str = "started"
    winner: chess.Color | None = None
    tell: list[Callable[[dict[str, Any]], None]] = field(default_factory=list)
    ended: list[Callable[["ServedGame"], None]] = field(default_factory=list)
    by: list[tuple[chess.Color, str]] = field(default_factory=list)
    """Who has made which ply, also those taken back."""
    silent_end: bool = False
    """The final `gameState` is not sent."""

    def __post_init__(self) -> None:
        self.board = chess.Board(self.start_fen)
        self.left_ms = dict.fromkeys(chess.COLORS, self.initial_ms or 0)
        self.since_ms = self.now_ms()
        self.offers: set[chess.Color] = set()
        self.offered_at: dict[chess.Color, int] = {}
        self.asks: set[chess.Color] = set()
        self.gone: set[chess.Color] = set()
        self.rematch: str = ""
        self.chats: list[dict[str, str]] = []

    # What it says

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.status not in {"created", "started"}

    def seat(self, side: chess.Color) -> Seat:
        """Who plays this side."""
        return self.white if side == chess.WHITE else self.black

    def times_ms(self) -> dict[chess.Color, int]:
        """What both clocks show now. They start with the third ply."""
        if self.initial_ms is None:
            return dict.fromkeys(chess.COLORS, NO_CLOCK_MS)
        times = dict(self.left_ms)
        if not self.over and len(self.board.move_stack) >= 2:
            times[self.board.turn] = max(0, times[self.board.turn] - (self.now_ms() - self.since_ms))
        return times

    def moves(self) -> list[str]:
        """The plies, in UCI as they are told."""
        board, told = chess.Board(self.start_fen), []
        for move in self.board.move_stack:
            shown = move
            if self.rook_castling and board.is_castling(move):
                rank = chess.square_rank(move.from_square)
                file = 7 if chess.square_file(move.to_square) > chess.square_file(move.from_square) else 0
                shown = chess.Move(move.from_square, chess.square(file, rank))
            told.append(shown.uci())
            board.push(move)
        return told

    def state(self) -> dict[str, Any]:
        """A `gameState`."""
        times = self.times_ms()
        said: dict[str, Any] = {
            "type": "gameState",
            "moves": " ".join(self.moves()),
            "wtime": times[chess.WHITE],
            "btime": times[chess.BLACK],
            "winc": self.increment_ms,
            "binc": self.increment_ms,
            "status": self.status,
        }
        if self.winner is not None:
            said["winner"] = chess.COLOR_NAMES[self.winner]
        for side, letter in ((chess.WHITE, "w"), (chess.BLACK, "b")):
            said |= {f"{letter}draw": True} if side in self.offers else {}
            said |= {f"{letter}takeback": True} if side in self.asks else {}
        if self.rematch:
            said["rematch"] = self.rematch
        if not self.over and len(self.board.move_stack) < 2:
            said["expiration"] = {"idleMillis": self.now_ms() - self.since_ms, "millisToMove": 20_000}
        return said

    def full(self) -> dict[str, Any]:
        """A `gameFull`."""
        said: dict[str, Any] = {
            "type": "gameFull",
            "id": self.game_id,
            "variant": {"key": self.variant, "name": self.variant.title(), "short": "Std"},
            "speed": self.speed,
            "perf": {"name": "Rapid"},
            "rated": False,
            "createdAt": 1_763_866_266_769,
            "white": self.white.said(),
            "black": self.black.said(),
            "initialFen": "startpos" if self.start_fen == chess.STARTING_FEN else self.start_fen,
            "state": self.state(),
        }
        if self.initial_ms is not None:
            said["clock"] = {"initial": self.initial_ms, "increment": self.increment_ms}
        return said

    def info(self, side: chess.Color) -> dict[str, Any]:
        """The game in an event, as this side sees it."""
        other = self.seat(not side)
        opponent: dict[str, Any] = {"id": other.name.lower(), "username": other.name, "rating": other.rating}
        if other.ai_level is not None:
            opponent = {"id": None, "username": f"Stockfish level {other.ai_level}", "ai": other.ai_level}
        said: dict[str, Any] = {
            "fullId": f"{self.game_id}{'wxyz' if side else 'abcd'}",
            "gameId": self.game_id,
            "id": self.game_id,
            "fen": self.board.fen(),
            "color": chess.COLOR_NAMES[side],
            "lastMove": self.board.move_stack[-1].uci() if self.board.move_stack else "",
            "source": "ai" if other.ai_level is not None else "friend",
            "status": {"id": STATUS_IDS[self.status], "name": self.status},
            "variant": {"key": self.variant, "name": self.variant.title()},
            "speed": self.speed,
            "perf": "rapid",
            "rated": False,
            "hasMoved": len(self.board.move_stack) > (0 if side else 1),
            "opponent": opponent,
            "isMyTurn": self.board.turn == side and not self.over,
            "compat": {"bot": False, "board": True},
        }
        if self.winner is not None:
            said["winner"] = chess.COLOR_NAMES[self.winner]
        return said

    # What is done

    def move(self, side: chess.Color, uci: str, *, offering_draw: bool = False) -> str | None:
        """Make a ply."""
        self.flag()
        if self.over or self.board.turn != side:
            return NOT_YOUR_TURN
        try:
            move = self.board.parse_uci(uci)
        except ValueError:
            return f"Piece on {uci[:2]} cannot move to {uci[2:4]}"
        self.left_ms = self.times_ms() if self.initial_ms is not None else self.left_ms
        if len(self.board.move_stack) >= 2:
            self.left_ms[side] += self.increment_ms
        self.board.push(move)
        self.by.append((side, move.uci()))
        self.since_ms = self.now_ms()
        self.asks.clear()
        self.offers.discard(not side)
        if offering_draw:
            self._offer(side)
        outcome = self.board.outcome()
        if outcome is None:
            self._say()
        elif outcome.winner is None:
            self._end("stalemate" if self.board.is_stalemate() else "draw", None)
        else:
            self._end("mate", outcome.winner)
        return None

    def flag(self) -> None:
        """End the game if the time of the side to move is up."""
        mover = self.board.turn
        if not self.over and self.initial_ms is not None and self.times_ms()[mover] == 0:
            alone = self.board.has_insufficient_material(not mover)
            self._end("outoftime", None if alone else not mover)

    def draw(self, side: chess.Color, *, yes: bool) -> str | None:
        """Offer, accept or decline a draw."""
        if self.over:
            return None
        if yes and ((not side) in self.offers or self.board.can_claim_draw()):
            self._end("draw", None)
        elif yes:
            self._offer(side)
            self._say()
        else:
            self.offers.clear()
            self._say()
        return None

    def _offer(self, side: chess.Color) -> None:
        plies = len(self.board.move_stack)
        if plies >= 2 and plies - self.offered_at.get(side, -OFFERS_APART) >= OFFERS_APART:
            self.offers.add(side)
            self.offered_at[side] = plies

    def takeback(self, side: chess.Color, *, yes: bool) -> str | None:
        """Ask for a takeback, agree to one, or do not."""
        if self.over:
            return None
        if yes and (not side) in self.asks:
            for _ in range(1 if self.board.turn == side else 2):
                if self.board.move_stack:
                    self.board.pop()
            self.asks.clear()
            self.offers.clear()
            self.since_ms = self.now_ms()
        elif yes and len(self.board.move_stack) > (0 if side else 1):
            self.asks.add(side)
        else:
            self.asks.clear()
        self._say()
        return None

    def resign(self, side: chess.Color) -> str | None:
        """Resign; before both have moved, it aborts."""
        if len(self.board.move_stack) < 2:
            return self.abort(side)
        if self.over:
            return NOT_YOUR_TURN
        self._end("resign", not side)
        return None

    def abort(self, _side: chess.Color) -> str | None:
        """Abort, before both have moved."""
        if self.over or len(self.board.move_stack) >= 2:
            return "Game can no longer be aborted"
        self._end("aborted", None)
        return None

    def leaves(self, side: chess.Color, claim_s: int = 30) -> None:
        """This side's connection is lost."""
        self.gone.add(side)
        self._tell({"type": "opponentGone", "gone": True, "claimWinInSeconds": claim_s})

    def comes(self, side: chess.Color) -> None:
        """He is back."""
        self.gone.discard(side)
        self._tell({"type": "opponentGone", "gone": False})

    def claim(self, side: chess.Color, *, victory: bool) -> str | None:
        """Claim the game of who has left."""
        if self.over or (not side) not in self.gone:
            return "Cannot claim: the opponent has not left"
        self._end("timeout" if victory else "draw", side if victory else None)
        return None

    def chat(self, name: str, text: str) -> None:
        """Somebody writes."""
        self.chats.append({"text": text, "user": name})
        self._tell({"type": "chatLine", "room": "player", "username": name, "text": text})

    def _end(self, status: str, winner: chess.Color | None) -> None:
        self.left_ms = self.times_ms() if self.initial_ms is not None else self.left_ms
        self.status, self.winner = status, winner
        self.offers.clear()
        self.asks.clear()
        if not self.silent_end:
            self._say()
        for told in list(self.ended):
            told(self)

    def _say(self) -> None:
        self._tell(self.state())

    def _tell(self, said: dict[str, Any]) -> None:
        for tell in list(self.tell):
            tell(said)
