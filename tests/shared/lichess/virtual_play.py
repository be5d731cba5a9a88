"""A board and a model of Lichess with the reconciler between them, without sockets: what is lost is drawn.

The board takes orders as the real one does, as far as moves go, and publishes each of its states.
"""

from typing import Final

import chess

from jadoube.online.lichess.answers import Answer, Answered, NotSent, Unknown
from jadoube.online.lichess.play import words
from jadoube.online.lichess.play.reconcile import BoardGame, Command, Order, Reconciler
from jadoube.online.lichess.play.server_game import game_from, heard
from shared.lichess.games import Seat, ServedGame

LOSSES: Final = ("nothing", "nothing", "request", "answer", "not sent", "429", "late", "state")
"""What is lost of a command; `late`: the game shows it late; `state`: it does not show it at all."""
OK: Final = Answered(200, b'{"ok":true}')


class VirtualPlay:
    """One game: `side` is the one of the board's player."""

    def __init__(self, side: chess.Color, *, rook_castling: bool = True) -> None:
        self.now_ms = 0
        self.side = side
        seats = {side: Seat("Ada"), not side: Seat("Bert")}
        self.there = ServedGame(
            "AbCdEfGh", seats[chess.WHITE], seats[chess.BLACK], lambda: self.now_ms, initial_ms=None
        )
        self.there.rook_castling = rook_castling
        self.there.tell.append(self._told_by_server)
        self.both = Reconciler()
        self.board = BoardGame()
        self.made: list[str] = []
        """The player's plies, as the hand made them."""
        self.told: list[str] = []
        """What the board was told, one after the other; `shorten` among it."""
        self.refused = 0
        """How many commands the server has refused."""
        self.connected = False
        self.look = 0
        self._late: list[dict[str, object]] | None = None
        self.connect()

    # The network

    def connect(self) -> None:
        """Open the game's stream: it begins with the whole game."""
        self.connected, self.look, self._late = True, self.both.begin_look(), None
        self.both.server_is(game_from(self.there.full(), self.side, self.now_ms), self.look)

    def cut(self) -> None:
        """Lose the stream, and all that it would have said."""
        self.connected = False

    def hold(self) -> None:
        """From now on what the server says comes late."""
        self._late = self._late or []

    def release(self) -> None:
        """What is late comes now."""
        late, self._late = self._late or [], None
        for said in late:
            self._told_by_server(said)

    def _told_by_server(self, said: dict[str, object]) -> None:
        if not self.connected or not self.both.server:
            return
        if self._late is None:
            self.both.server_is(heard(self.both.server, said, self.now_ms))
        else:
            self._late.append(said)

    # Both sides

    def hand(self, choice: int) -> None:
        """Make the move that was told, else, on the player's turn, another one."""
        position = self._position()
        if self.board.told:
            self._publish(moves=(*self.board.moves, self.board.told), told="")
        elif self.board.game and position.turn == self.side and not position.is_game_over():
            moves = sorted(position.legal_moves, key=chess.Move.uci)
            uci = moves[choice % len(moves)].uci()
            self.made.append(uci)
            self._publish(moves=(*self.board.moves, uci))

    def opponent(self, choice: int) -> None:
        """He moves, if it is his turn."""
        moves = sorted(self.there.board.legal_moves, key=chess.Move.uci)
        if self.there.board.turn != self.side and moves:
            self.there.move(not self.side, moves[choice % len(moves)].uci())

    def ask_back(self, *, opponent: bool) -> None:
        """One side asks for a takeback, the other agrees; the board shows it afterwards."""
        asker = self.side != opponent
        self.there.takeback(asker, yes=True)
        self.there.takeback(not asker, yes=True)

    def _position(self) -> chess.Board:
        position = chess.Board()
        for uci in self.board.moves:
            position.push_uci(uci)
        return position

    def _publish(self, **changes: object) -> None:
        self.board = self.board._replace(**changes)  # type: ignore[arg-type]
        self.both.board_is(self.board)

    # What the reconciler wants

    def step(self, loss: str = "nothing") -> bool:
        """Carry out the most urgent thing; return whether there was one."""
        if self.both.in_doubt and (not self.connected or self.look < self.both.needed):
            self.connect()
            return True
        plan = self.both.plan(self.now_ms)
        if plan.orders:
            self._obey(plan.orders[0])
        elif plan.commands and self.connected:
            self._carry(plan.commands[0], loss)
        else:
            return False
        return True

    def _obey(self, order: Order) -> None:
        match order.text.split():
            case ["join", name, side, _]:
                self._publish(game=name, side=side == "white")
            case ["told", ply, move]:
                assert int(ply) == len(self.board.moves) + 1
                assert not self.board.told
                assert chess.Move.from_uci(move) in self._position().legal_moves
                self.told.append(move)
                self._publish(told=move)
            case ["shorten", ply]:
                assert int(ply) < len(self.board.moves) + bool(self.board.told)
                self.told.append("shorten")
                self._publish(moves=self.board.moves[: int(ply)], told="")
            case ["ended", result, _]:
                self._publish(result=result)
        self.both.obeyed(order)

    def _carry(self, command: Command, loss: str) -> None:
        self.both.sent(command)
        answer: Answer = OK
        match loss:
            case "not sent":
                answer = NotSent(words.NO_NETWORK)
            case "429":
                answer = Answered(429, b"")
            case "request":
                answer = Unknown(words.SILENT)
            case _:
                if loss in {"late", "state"}:
                    self.hold()
                refusal = self.there.move(self.side, command.move)
                self.refused += refusal is not None
                answer = Answered(400, b'{"error":"no"}') if refusal else OK
                answer = Unknown(words.SILENT) if loss == "answer" else answer
                if loss == "state":
                    self._late = None
        self.both.answered(command, answer, self.now_ms)

    def settle(self) -> None:
        """Let everything be done, with a network that loses nothing."""
        self.release()
        for _ in range(1000):
            due_ms = self.both.look_due_ms()
            if due_ms is not None:
                self.now_ms = max(self.now_ms, due_ms)
                self.both.look_again()
            if not self.connected:
                self.connect()
            if not self.step():
                return
        raise AssertionError("it never ends")
