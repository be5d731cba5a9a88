"""Programs that know DGT's boards, as strict as they were seen to be.

Each is a model of one program's traffic: what it sends when, what it waits for, what makes it fail, and when
it takes a position for a move. Sources: picochess, python-asyncdgt, dgtchess and dgtdriver as published, and
what Graham O'Neill's driver was seen to do.
"""

from typing import Final

import chess

LETTERS: Final = ".PRNBKQprnbkq"
_HEAD: Final = 3


class Lost(Exception):  # noqa: N818 - it is lost, and says why
    """The program cannot go on: it hangs, has thrown an error, or has lost a message."""


class Follower:
    """Which game a program thinks is played: it takes a legal next position for a move, or goes back.

    `slides`: it also takes a last move that goes on to another square.
    """

    def __init__(self, start: str, *, slides: bool = False) -> None:
        self.board = chess.Board(start)
        self.slides = slides

    def take(self, pieces: str) -> None:
        """The board shows these pieces, and the program thinks that hands rest."""
        if pieces != letters(self.board) and not self._move(self.board, pieces):
            self._take_back(pieces)

    def _move(self, board: chess.Board, pieces: str) -> bool:
        for move in board.legal_moves:
            board.push(move)
            if letters(board) == pieces:
                self.board = board
                return True
            board.pop()
        return False

    def _take_back(self, pieces: str) -> None:
        earlier = self.board.copy()
        if self.slides and earlier.move_stack:
            earlier.pop()
            if self._move(earlier, pieces):
                return
            earlier = self.board.copy()
        while earlier.move_stack:
            earlier.pop()
            if letters(earlier) == pieces:
                self.board = earlier
                return


class Reaching(Follower):
    """It keeps every position that could ever be reached by one more move, and so finds back from any."""

    def __init__(self, start: str) -> None:
        super().__init__(start)
        self.reachable = {letters(self.board): self.board}
        self._reach()

    def take(self, pieces: str) -> None:
        """A position that can be reached is the game's."""
        if pieces in self.reachable:
            self.board = self.reachable[pieces]
            self._reach()

    def _reach(self) -> None:
        for move in self.board.legal_moves:
            after = self.board.copy()
            after.push(move)
            self.reachable[letters(after)] = after


def letters(board: chess.Board) -> str:
    """The pieces of a position by field: a8 first."""
    found = (board.piece_at(field ^ 0x38) for field in range(64))
    return "".join(piece.symbol() if piece else "." for piece in found)


class Program:
    """What all models have: the bytes they read, what they send when, and the board as they know it.

    `due_ms` says when `act` is to be called. `pieces` are letters by field, a8 first.
    """

    def __init__(self, start: str = chess.STARTING_FEN) -> None:
        self.start = start
        self.game: Follower = Follower(start)
        self.pieces = ""
        self.buffer = b""
        self.plan: list[tuple[int, str]] = []
        """What is sent when, in hexadecimal, in order."""
        self.acks: list[bytes] = []
        self.times: list[bytes] = []

    def due_ms(self) -> int | None:
        """When it acts next; None: it waits for the board."""
        return self.plan[0][0] if self.plan else None

    def act(self, now_ms: int) -> bytes:
        """What it sends now."""
        sent = b""
        while self.plan and self.plan[0][0] <= now_ms:
            sent += bytes.fromhex(self.plan.pop(0)[1])
        return sent

    def read(self, data: bytes, now_ms: int) -> None:
        """Take in what the board has sent."""
        self.buffer += data
        while len(self.buffer) >= _HEAD:
            size = (self.buffer[1] << 7) + self.buffer[2]
            if not self.buffer[0] & 0x80 or (self.buffer[1] | self.buffer[2]) & 0x80:
                raise Lost(f"no message: {self.buffer.hex(' ')}")
            if len(self.buffer) < size:
                return
            message, self.buffer = self.buffer[:size], self.buffer[size:]
            if any(each & 0x80 for each in message[1:]):
                raise Lost(f"a highest bit in the data: {message.hex(' ')}")
            self.take(message[0], message[_HEAD:], now_ms)

    def take(self, code: int, data: bytes, now_ms: int) -> None:
        """Take in one message."""
        match code:
            case 0x86:
                self.pieces = "".join(LETTERS[each] for each in data)
                self.dumped(now_ms)
            case 0x8E:
                self.put(data[0], LETTERS[data[1]])
                self.changed(now_ms)
            case 0x8D if data[0] & 0x0F == 0x0A or data[3] & 0x0F == 0x0A:
                self.acks.append(data)
            case 0x8D:
                self.times.append(data)
            case _:
                pass

    def put(self, field: int, letter: str) -> None:
        """A field has another piece."""
        if self.pieces:
            self.pieces = self.pieces[:field] + letter + self.pieces[field + 1 :]

    def dumped(self, now_ms: int) -> None:
        """The whole board has come."""

    def changed(self, now_ms: int) -> None:
        """A field has changed."""


class Picochess(Program):
    """Asks for the version until it comes, then for the serial number each second; reads whole boards only.

    It asks for the board a quarter of a second after the last change, and takes what it is for the position.
    """

    WAITS_MS: Final = 250

    def __init__(self, start: str = chess.STARTING_FEN) -> None:
        super().__init__(start)
        self.game.slides = True
        self.plan = [(500, "4B"), (600, "4D"), (2600, "4B 4D")]
        self.is_found = False
        self.clock_version = b""

    def take(self, code: int, data: bytes, now_ms: int) -> None:
        """The version begins its session; its messages are short."""
        if len(data) > 64 and len(data) != 0x1F00:
            raise Lost("a message of such a length is not read")
        if code == 0x93 and not self.is_found:
            self.is_found = True
            self.plan = [(now_ms + 100, "42"), (now_ms + 200, "2B 03 03 09 00"), (now_ms + 1000, "45")]
        if code == 0x91:
            if len(data) != 5:
                raise Lost("the serial number has five digits")
            self.later(now_ms + 1000, "45")
        super().take(code, data, now_ms)

    def later(self, at_ms: int, sent: str) -> None:
        """Send this then."""
        self.plan = sorted([*self.plan, (at_ms, sent)])

    def changed(self, now_ms: int) -> None:
        """It waits for a stable board."""
        self.plan = [each for each in self.plan if each[1] != "42"]
        self.later(now_ms + self.WAITS_MS, "42")

    def dumped(self, now_ms: int) -> None:  # noqa: ARG002 - it has waited already
        """A whole board is a position."""
        self.game.take(self.pieces)


class Graham(Program):
    """Probes the port by the bus address, then asks for everything at once, and relies on changes."""

    RESTS_MS: Final = 125

    def __init__(self, start: str = chess.STARTING_FEN) -> None:
        super().__init__(start)
        self.plan = [(0, "46"), (50, "46")]
        self.addresses = 0
        self.stable_ms: int | None = None

    def due_ms(self) -> int | None:
        """Also when the board has rested."""
        return min((ms for ms in (super().due_ms(), self.stable_ms) if ms is not None), default=None)

    def act(self, now_ms: int) -> bytes:
        """A board that has rested is a position."""
        if self.stable_ms is not None and now_ms >= self.stable_ms:
            self.stable_ms = None
            self.game.take(self.pieces)
        return super().act(now_ms)

    def take(self, code: int, data: bytes, now_ms: int) -> None:
        """Two addresses, and it is found."""
        if self.addresses < 2 and code != 0x90:
            raise Lost("the probe reads something else than an address")
        if code == 0x90:
            self.addresses += 1
            if len(data) != 2:
                raise Lost("an address has two bytes")
            if self.addresses == 2:
                self.plan = [
                    (now_ms + 10, "4B 45 4D 47 41 42"),
                    (now_ms + 100, "2B 03 03 03 00"),
                    (now_ms + 200, "2B 03 03 09 00"),
                    (now_ms + 300, "2B 0A 03 0A 00 05 00 00 05 00 04 00"),
                    (now_ms + 400, "42"),
                ]
        super().take(code, data, now_ms)

    def changed(self, now_ms: int) -> None:
        """It waits for the board to rest."""
        self.stable_ms = now_ms + self.RESTS_MS


class AsyncDgt(Program):
    """Asks for changes and the board, and then relies on changes."""

    def __init__(self, start: str = chess.STARTING_FEN) -> None:
        super().__init__(start)
        self.plan = [(0, "4B 42"), (10, "4D"), (20, "45"), (30, "55"), (40, "4C")]
        self.heard: dict[int, bytes] = {}

    def take(self, code: int, data: bytes, now_ms: int) -> None:
        """It has a name for each answer."""
        self.heard[code] = data
        super().take(code, data, now_ms)


class DgtChess(Program):
    """Asks one thing after the other, and counts bytes: anything else that comes makes it wait for ever."""

    ASKS: Final = (("45", 8), ("4D", 5), ("42", 67))

    def __init__(self, start: str = chess.STARTING_FEN) -> None:
        super().__init__(start)
        self.plan = [(0, "40"), (10, self.ASKS[0][0])]
        self.asked = 0

    def read(self, data: bytes, now_ms: int) -> None:
        """Exactly as many bytes as it expects, of the kind that it expects."""
        self.buffer += data
        while self.buffer and len(self.buffer) >= self.expects():
            message, self.buffer = self.buffer[: self.expects()], self.buffer[self.expects() :]
            if message[2] != len(message):
                raise Lost(f"it counts {len(message)} bytes, and reads {message.hex(' ')}")
            if self.asked == len(self.ASKS) and message[0] != 0x8E:
                raise Lost(f"it reads changes only, and finds {message.hex(' ')}")
            self.take(message[0], message[_HEAD:], now_ms)
            if self.asked < len(self.ASKS):
                self.asked += 1
                self.plan = [(now_ms, self.ASKS[self.asked][0] if self.asked < len(self.ASKS) else "44")]

    def expects(self) -> int:
        """How many bytes it waits for."""
        return self.ASKS[self.asked][1] if self.asked < len(self.ASKS) else 5


class DgtDriver(Program):
    """A program in Java: it throws at a change before the first board, and where nothing stood already."""

    def __init__(self, start: str = chess.STARTING_FEN) -> None:
        super().__init__(start)
        self.game = Reaching(start)
        self.plan = [(0, "40"), (10, "4D"), (20, "45"), (30, "42"), (40, "41"), (50, "4B")]

    def put(self, field: int, letter: str) -> None:
        """A removed piece must have been there."""
        if not self.pieces:
            raise Lost("a change before the first board")
        if letter == "." and self.pieces[field] == ".":
            raise Lost("a piece is removed from an empty field")
        super().put(field, letter)

    def dumped(self, now_ms: int) -> None:  # noqa: ARG002 - it follows each change
        """Each position may be one of the game."""
        self.game.take(self.pieces)

    def changed(self, now_ms: int) -> None:  # noqa: ARG002 - as above
        """As above."""
        self.game.take(self.pieces)


PROGRAMS: Final = (Picochess, Graham, AsyncDgt, DgtChess, DgtDriver)
