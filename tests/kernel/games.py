"""Plays three whole games on the virtual board, and checks what an owner sees: lamps, faces and the PGN.

    games SCANNER [DRIVER] [NUMBER]     one of the ways to the pins (reeds.scanner), and to the lamps
                                        (lamps.driver: spi or neopixel); one game only, 0 to 2

It decides what a clock and the lamps must show, by its own watch and by python-chess. It refuses to know how
the program comes to it.
"""

import io
import signal
import sys
import time
from typing import Final, NamedTuple

import chess
import chess.pgn

from checks import Checks, percentiles
from daemon_process import Daemon, jadoube, newest_pgn
from played_games import GAMES_PLAYED
from virtual_board import Seen, look, set_up, squares, touch, wait_for
from virtual_hand import LEVER, Hand, press

#: Presses of the key plus from the queen, which is offered first.
_PLUS: Final = {chess.QUEEN: 0, chess.ROOK: 1, chess.BISHOP: 2, chess.KNIGHT: 3}
_DIGITS: Final = {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("0.5", "0.5")}
_ORDERS: Final = {
    "1-0": ["resign black"],
    "0-1": ["resign white"],
    "1/2-1/2": ["draw offer white", "draw accept black"],
}
#: What the module counts of each scan.
_COUNTS: Final = ("rows_low", "get_many", "get", "set", "direction")
#: The brightness of the face whose clock runs, and of the other.
_BRIGHT, _DIM = 15, 4
#: With so many things wrong a game is given up.
_ENOUGH: Final = 10


class Clock:
    """What the clock must show by our own watch: 15 minutes, and 10 seconds for each move, also the first."""

    def __init__(self) -> None:
        self._left = {chess.WHITE: 910.0, chess.BLACK: 910.0}
        self._running: chess.Color | None = None
        self._since = 0.0

    def press(self, side: chess.Color, at: float) -> None:
        """Stop this side's clock and start the other's."""
        if self._running == side:
            self._left[side] += 10 - (at - self._since)
        self._running, self._since = not side, at

    def left(self, side: chess.Color) -> float:
        """Return the seconds that a side has left."""
        return self._left[side] - (time.monotonic() - self._since if side == self._running else 0)


class Measured(NamedTuple):
    """What was measured over all games, as the part prints it at its end."""

    lamp_ms: list[float]
    face_ms: list[float]
    wrong_s: list[float]


class Game:
    """One game: makes its plies and looks at lamps and faces after each step."""

    def __init__(self, checks: Checks, measured: Measured) -> None:
        self._checks = checks
        self._measured = measured
        self.hand = Hand()
        self.board = chess.Board()
        self._clock = Clock()
        self._where = ""

    def begin(self) -> None:
        """Black starts White's clock."""
        self._clock.press(chess.BLACK, press("black"))
        time.sleep(0.2)

    def make_ply(self, move: chess.Move) -> None:
        """Make a ply and press."""
        board, side = self.board, self.board.turn
        self._where = f"{board.fullmove_number}{'.' if side else '...'} {board.san(move)}"
        self._lift(move)
        if move.promotion:
            self._choose(move.promotion)
        board.push(move)
        self._press(side)
        if not board.is_game_over():
            self._look_at_lamps(move)
            for of in (side, not side):
                self._look_at_face(of, is_vague=bool(move.promotion))

    def _expect(self, right: object, what: str) -> None:
        self._checks.expect(right, f"{self._where}: {what}")

    def _lift(self, move: chess.Move) -> None:
        """Touch the piece, whose lamp shines, and make the move."""
        frames = look().lamps.changed
        touch(chess.square_name(move.from_square), closed=False)

        def shines(seen: Seen) -> Seen | None:
            red = seen.lamps.rgb[move.from_square][0]
            return seen if seen.lamps.changed > frames and red >= 40 else None

        seen = wait_for(shines, 5)
        self._expect(seen, "no lamp for the lifted piece")
        if seen:
            self._measured.lamp_ms.append((seen.lamps.changed_ns - seen.count("edge_at")) / 1e6)
        if self.board.is_capture(move) or self.board.is_castling(move):
            self.hand.place(move.from_square)
            self.hand.make(self.board, move)
        else:
            time.sleep(self.hand.air_s)
            self.hand.place(move.to_square)

    def _choose(self, piece: chess.PieceType) -> None:
        """Choose with the key plus what a pawn becomes."""
        for _ in range(_PLUS[piece]):
            time.sleep(self.hand.air_s)
            press("plus", self.hand.air_s)
        side, letter = self.board.turn, chess.piece_symbol(piece)
        offered = wait_for(lambda seen: (seen.face(side).text or "").strip().endswith(letter), 5)
        self._expect(offered, f"the face does not offer {letter} but {look().face(side).text!r}")

    def _press(self, side: chess.Color) -> None:
        time.sleep(0.03)  # longer than a contact bounces: the edge that is measured is the lever's
        touch(LEVER[side], closed=True)
        self._clock.press(side, time.monotonic())

        def turned(seen: Seen) -> Seen | None:
            turned = (seen.face(side).brightness, seen.face(not side).brightness) == (_DIM, _BRIGHT)
            return seen if turned else None

        seen = wait_for(turned, 5, every=0.001)
        self._expect(seen or self.board.is_game_over(), "the press does not turn the clock")
        if seen:
            changed_ns = seen.face(not side).changed_ns
            self._measured.face_ms.append((changed_ns - seen.count("edge_at")) / 1e6)
        time.sleep(0.06)
        touch(LEVER[side], closed=False)

    def _look_at_lamps(self, move: chess.Move) -> None:
        last = {move.from_square, move.to_square}
        seen = wait_for(lambda seen: seen if last <= seen.lamps.lit() else None, 5)
        self._expect(seen, f"the lamps show {squares(look().lamps.lit())}, expected {squares(last)}")
        king = self.board.king(self.board.turn)
        if self.board.is_check():
            self._expect(wait_for(lambda seen: king in seen.lamps.lit(), 5), "no lamp for the check")
        elif seen:
            lit = seen.lamps.lit()
            self._expect(lit == last, f"the lamps show {squares(lit)}, expected {squares(last)} only")

    def _look_at_face(self, side: chess.Color, *, is_vague: bool) -> None:
        """Compare a face with our own watch; in move 1 and after a promotion it may show something else."""
        seen = look()
        text, left = seen.face(side).text, self._clock.left(side)
        shown = _seconds(text)
        if shown is None:
            self._expect(is_vague or self.board.fullmove_number < 2, f"a face shows {text!r}, no time")
            return
        self._measured.wrong_s.append(shown - left)
        slack = 0.4 + 2 * int(seen.words["period_us"][-1]) / 1e6  # in real time a busy host makes scans late
        self._expect(-slack < shown - left < 1 + slack, f"a face shows {text!r}, expected {left:.1f} s")


def _seconds(text: str | None) -> int | None:
    """Return the seconds that a face shows; None where it shows something else."""
    minutes, colon, seconds = (text or "").strip().rstrip(".").rpartition(":")
    return int(minutes) * 60 + int(seconds) if colon and (minutes + seconds).isdigit() else None


def _play(name: str, pgn: str, config: str, checks: Checks, measured: Measured) -> None:
    record = chess.pgn.read_game(io.StringIO(pgn))
    assert record is not None
    set_up()
    daemon = Daemon(config)
    faces_s = daemon.wait_for_faces()
    checks.expect(faces_s, "the faces stay dark for a minute")
    has, wants = daemon.has_loaded("_rpi_ws281x"), "neopixel" in config
    checks.expect(has == wants, f"the library of Adafruit's lamps is loaded: {has}, expected {wants}")
    print(name, flush=True)
    time.sleep(1)
    game = Game(checks, measured)
    game.begin()
    scans, begun = look().count("scans"), time.monotonic()
    for move in record.mainline_moves():
        game.make_ply(move)
        if checks.wrong >= _ENOUGH:
            print(f"  given up\n  said:\n    {daemon.said()}")
            daemon.end(signal.SIGKILL)
            return
    seconds = time.monotonic() - begun
    rate = (look().count("scans") - scans) / seconds
    _end(game.board, record.headers["Result"], checks)
    status, took_s = daemon.end()
    checks.expect(status == 0, f"exit status {status}, expected 0")
    _look_at_pgn(record, checks)
    seen = look()
    for count in ("rows_high", "two_rows_low"):
        checks.expect(seen.count(count) == 0, f"{count}: {seen.count(count)} times, expected never")
    print(
        f"  {len(game.board.move_stack)} plies in {seconds:.1f} s, {game.hand.captures} captures; "
        f"{rate:.1f} scans/s; SIGTERM took {took_s:.2f} s\n  said:\n    "
        + daemon.said().strip().replace("\n", "\n    "),
        flush=True,
    )


def _end(board: chess.Board, result: str, checks: Checks) -> None:
    """End the game by order, unless it is mate; both faces show the result."""
    for order in () if board.is_game_over() else _ORDERS[result]:
        print("  order:", jadoube("order", *order.split()).stdout.strip())
    digits = _DIGITS[result]

    def shown(seen: Seen) -> bool:
        return tuple((face.text or "").strip() for face in (seen.white, seen.black)) == digits

    seen = look()
    found = f"the faces show {seen.white.text!r} and {seen.black.text!r}, expected {digits}"
    checks.expect(wait_for(shown, 5), found)
    time.sleep(0.3)


def _look_at_pgn(record: chess.pgn.Game, checks: Checks) -> None:
    pgn = newest_pgn()
    written = chess.pgn.read_game(io.StringIO(pgn)) or chess.pgn.Game()
    expected, result = [*record.mainline_moves()], record.headers["Result"]
    checks.expect([*written.mainline_moves()] == expected, f"another game in the PGN: {pgn}")
    checks.expect(written.headers["Result"] == result, f"another result in the PGN: {pgn}")
    checks.expect("doubt" not in pgn, f"the PGN has doubts: {pgn}")


def main(words: list[str]) -> int:
    """Play; return the exit status."""
    scanner, *rest = words
    only = [word for word in rest if word.isdecimal()]
    driver = next((word for word in rest if not word.isdecimal()), "spi")
    config = f'[reeds]\nscanner = "{scanner}"\n[lamps]\ndriver = "{driver}"\n'
    checks, measured = Checks(), Measured([], [], [])
    for number, (name, pgn) in enumerate(GAMES_PLAYED.items()):
        if checks.wrong < _ENOUGH and (not only or number == int(only[0])):
            _play(name, pgn, config, checks, measured)
    seen = look()
    print("from the reed's last bounce to the lamps, ms,", percentiles(measured.lamp_ms))
    print("from the lever's last bounce to the faces, ms,", percentiles(measured.face_ms))
    wrong_s = measured.wrong_s
    if wrong_s:
        print(f"faces, by our own watch: {min(wrong_s):+.2f} to {max(wrong_s):+.2f} s, {len(wrong_s)} times")
    scans = max(1, seen.count("scans"))
    print(f"a scan ({scanner}):", ", ".join(f"{key} {seen.count(key) / scans:.2f}" for key in _COUNTS))
    for spread in ("period_us", "settle_ns"):
        print(f"{spread} (min, p50, p99, max):", *seen.words.get(spread, ["none"]))
    bad_bits = seen.lamps.bad_bits
    checks.expect(not bad_bits, f"{bad_bits} bits for the lamps were malformed, expected none")
    return checks.status()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
