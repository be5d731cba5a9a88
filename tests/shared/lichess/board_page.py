"""The board page of Lichess, as strict as it is: what `ui/dgt/src/play.ts` does with the messages that come.

It takes the first board, attaches a running game when the board shows its position, sends the player's moves,
expects the other side's last move, ignores the same moves twice, waits 2.5 s before it believes two new moves
at once in the player's turn, and re-sends the set-up after a takeback. It never heals by itself.
"""

import json
from collections.abc import Iterable
from typing import Any

import chess

QUARANTINE_MS = 2500


class BoardPage:
    """The page of a player with these pieces, in a game whose moves on the server are `moves`."""

    def __init__(self, color: chess.Color) -> None:
        self.color = color
        self.moves: list[str] = []
        self.outgoing: list[str] = ['{"id":1,"call":"eboards"}']
        self.sent: list[str] = []
        """What it has sent to Lichess."""
        self.illegal: list[str] = []
        """What it has announced as illegal."""
        self.local = chess.Board()
        self.attached = False
        self._san: list[str] = []
        self._board = ""
        self._quarantined: list[tuple[int, list[str], list[str]]] = []

    def choose_game(self) -> None:
        """The page asks every some seconds which game stands on the board."""
        if not self.attached and self._board == self._on_server().board_fen():
            self.attached = True
            self.send_set_up()

    def send_set_up(self) -> None:
        """Begin to follow the game as it is on the server."""
        self.local = self._on_server()
        self._san = []
        fen = self.local.fen()
        call = {"id": 3, "call": "call", "param": {"id": 1, "method": "setup", "param": {"fen": fen}}}
        self.outgoing.append(json.dumps(call))

    def _on_server(self) -> chess.Board:
        board = chess.Board()
        for move in self.moves:
            board.push_uci(move)
        return board

    def take_all(self, messages: Iterable[bytes], now_ms: int) -> None:
        """Take in messages of the board, in their order."""
        for each in messages:
            self.take(each.decode("ascii"), now_ms)

    def take(self, text: str, now_ms: int) -> None:
        """Take in a message of the board."""
        self.wait_until(now_ms)
        message: dict[str, Any] = json.loads(text)
        param = message["param"]
        if message["response"] == "feed" and param.get("board"):
            self._board = param["board"]
        if message["response"] == "call" and message["id"] == 1:
            assert param[0]["state"] in ("ACTIVE", "INACTIVE")
            feed = {"feed": "eboardevent", "id": 1, "param": {"serialnr": param[0]["serialnr"]}}
            self.outgoing.append(json.dumps({"id": 2, "call": "subscribe", "param": feed}))
        elif message["response"] == "feed" and param.get("san") is not None:
            self._take_moves(param["san"], now_ms)

    def wait_until(self, now_ms: int) -> None:
        """Let the time pass: what was quarantined is believed if nothing else came meanwhile."""
        while self._quarantined and self._quarantined[0][0] + QUARANTINE_MS <= now_ms:
            _, known, san = self._quarantined.pop(0)
            if self._san == known and san != self._san:
                self._believe(san)

    def _take_moves(self, san: list[str], now_ms: int) -> None:
        if not san or san == self._san:
            return
        if len(san) - len(self._san) > 1 and self.local.turn == self.color:
            self._quarantined.append((now_ms, self._san, san))
        else:
            self._believe(san)

    def _believe(self, san: list[str]) -> None:
        new = len(san) - len(self._san)
        self._san = san
        for each in san[len(san) - new :] if new > 0 else []:
            self._take_move(each)

    def _take_move(self, san: str) -> None:
        last = self.moves[-1] if self.moves else ""
        try:
            move = self.local.parse_san(san)
        except ValueError:
            if not san.startswith("O-"):
                self.illegal.append(san)
            return
        if self.local.turn == self.color:
            self.sent.append(move.uci())
            self.moves.append(move.uci())
            self.local.push(move)
        elif move.uci() == last:
            self.local.push(move)  # "Valid Adjustment"
        else:
            self.illegal.append(san)
