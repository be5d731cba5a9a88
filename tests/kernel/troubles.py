"""Makes trouble for a daemon that keeps a game on the virtual board: what it says and shows meanwhile.

    troubles SCANNER [wires | NAME...]      all of them, those of wires, or some, each on a game of its own

It decides what an owner must be told, by the words that a wire or part is found by, and what must go on. It
refuses to know how the program finds out.
"""

import re
import signal
import sys
import time
from collections.abc import Callable
from typing import Final

import chess

from board_wiring import WIRES
from checks import Checks
from daemon_process import GAMES, Daemon, jadoube, newest_pgn
from virtual_board import Seen, lay_wire, look, set_up, squares, tell, wait_for
from virtual_hand import LEVER, Hand, press


class Trouble:
    """A daemon that keeps a game of four plies, and a hand that plays on."""

    def __init__(self, checks: Checks, scanner: str) -> None:
        self.checks = checks
        self._config = f'[reeds]\nscanner = "{scanner}"\n'
        self.hand = Hand()
        self.board = chess.Board()
        for file in GAMES.glob("*"):
            file.unlink()
        set_up()
        self.begin()
        time.sleep(1)
        press("black")
        time.sleep(0.2)
        self.play("e4 e5 Nf3 Nc6")
        self.daemon.news()

    def begin(self) -> None:
        """Start the daemon, and wait for its faces."""
        self.daemon = Daemon(self._config)
        self.expect(self.daemon.wait_for_faces(), "the faces stay dark for a minute")

    def expect(self, right: object, what: str) -> None:
        """Check one thing."""
        self.checks.expect(right, what)

    def play(self, moves: str) -> None:
        """Make moves and press after each."""
        for word in moves.split():
            move = self.board.parse_san(word)
            self.hand.make(self.board, move)
            press(LEVER[self.board.turn])
            self.board.push(move)
            time.sleep(0.15)

    def wait(self, what: str, condition: Callable[[Seen], bool], seconds: float) -> None:
        """Expect the condition within so many seconds; print how many it took."""
        begun = time.monotonic()
        came = wait_for(condition, seconds, every=0.01)
        print(f"  {what}: {time.monotonic() - begun:.2f} s", flush=True)
        seen = look()
        shown = f"the faces show {seen.white.text!r} and {seen.black.text!r}"
        self.expect(came, f"{what}: not within {seconds} s, {shown}")

    def news(self) -> str:
        """Return what the log says since the last call, and print it."""
        news = self.daemon.news()
        if news:
            print("  said:", news.replace("\n", "\n        "), flush=True)
        return news

    def expect_game(self, moves: str) -> None:
        """End the daemon; expect this game in the PGN, without a doubt."""
        status, took_s = self.daemon.end()
        self.expect(status == 0 and took_s < 5, f"exit status {status} after {took_s:.1f} s, expected 0")
        pgn = " ".join(newest_pgn().split("\n\n", 1)[-1].split())
        played = re.sub(r"\{[^}]*\}|\d+\.+|\*|1-0|0-1|1/2-1/2", "", pgn).split()
        self.expect(played == moves.split(), f"the PGN has {pgn!r}, expected {moves}")
        self.expect("doubt" not in pgn, f"the PGN has doubts: {pgn!r}")


def _shows_a_time(seen: Seen, side: chess.Color) -> bool:
    return bool(re.fullmatch(r"\s*\d+:\d\d\.?\s*", seen.face(side).text or ""))


def _both_show_times(seen: Seen) -> bool:
    return _shows_a_time(seen, chess.WHITE) and _shows_a_time(seen, chess.BLACK)


def display_pulled(at: Trouble) -> None:
    """White's display is pulled out for seven seconds, and put back without its memory."""
    tell("display", 0, "gone")
    time.sleep(7)
    at.expect("white face" in at.news(), "the log does not name White's face")
    tell("display", 0, "there")
    at.wait("White's face shows a time again", lambda seen: _shows_a_time(seen, chess.WHITE), 3)
    at.expect("white face" in at.news(), "the log does not say that White's face is back")
    at.play("Bb5 a6")
    at.expect_game("e4 e5 Nf3 Nc6 Bb5 a6")


def display_forgets(at: Trouble) -> None:
    """White's display loses its memory between two times that it is written."""
    tell("display", 0, "gone")
    tell("display", 0, "there")
    at.wait("White's face shows a time again", lambda seen: _shows_a_time(seen, chess.WHITE), 2)
    at.expect_game("e4 e5 Nf3 Nc6")


def bus_hangs(at: Trouble) -> None:
    """Black's display holds the bus for five seconds: scanning goes on at its rate."""
    scans, begun = look().count("scans"), time.monotonic()
    tell("display", 1, "hung")
    at.play("Bb5")
    time.sleep(5)
    rate = (look().count("scans") - scans) / (time.monotonic() - begun)
    tell("display", 1, "there")
    at.expect(rate > 195, f"{rate:.0f} scans/s while the bus hangs, expected 200")
    at.wait("both faces show times again", _both_show_times, 20)
    time.sleep(2)
    news = at.news()
    at.expect("black face answers again" in news, "the log does not say that Black's face is back")
    at.expect("black face: " in news, "the log does not name Black's face")
    at.play("a6")
    at.expect_game("e4 e5 Nf3 Nc6 Bb5 a6")


def _named(name: str, fault: str) -> re.Pattern[str]:
    """A line of the log that names a wire and what is wrong, in the words by which its owner finds it."""
    wire = WIRES[name]
    words = (name, wire.connector, wire.colour, f"pin {wire.header_pin}", fault)
    return re.compile("".join(rf"(?=.*{re.escape(word)}\b)" for word in words))


def _break_wire(at: Trouble, name: str, fault: str, word: str, *, plays: bool = True) -> None:
    """Break a wire: it is named within a second; mend it: that is said, and the game is whole.

    `plays`: meanwhile moves are made on squares that can still be seen, and the lamps show them.
    """
    lay_wire(name, fault)
    on_face = f"Ln-{name[-1].upper()}"
    at.wait(f"a face shows {on_face}", lambda seen: on_face in (seen.white.text, seen.black.text), 1)
    news = at.news()
    at.expect(_named(name, word).search(news), f"{name} ({fault}) is not named with its place as {word}")
    blamed = [other for other in WIRES if other != name and other in news]
    at.expect(not blamed, f"{name} ({fault}): {blamed} is named, too")
    if plays:
        at.play("Bb5 a6")
        lit, last = look().lamps.lit(), {chess.A7, chess.A6}
        at.expect(
            last <= lit, f"{name} ({fault}): the lamps show {squares(lit)}, expected the last move, a7 a6"
        )
        at.wait("White's clock runs", lambda seen: seen.white.brightness > seen.black.brightness, 5)
        at.news()
    lay_wire(name, "whole")
    time.sleep(1)
    back = at.news()
    at.expect(f"{name} reads again" in back, f"the log does not say that {name} is back")
    at.wait("both faces show times", _both_show_times, 5)
    if not plays:
        at.play("Bb5 a6")
    at.play("Ba4 Nf6")
    at.expect_game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6")


def column_open(at: Trouble) -> None:
    """The wire of column e comes off."""
    _break_wire(at, "column_e", "open", "open")


def column_grounded(at: Trouble) -> None:
    """The wire of column e touches ground: eight squares are blind, and the game goes on."""
    _break_wire(at, "column_e", "ground", "ground")


def column_powered(at: Trouble) -> None:
    """The wire of column e touches 3.3 V, and holds rows high through its pieces: nothing can be played."""
    _break_wire(at, "column_e", "power", "3.3 V", plays=False)


def row_powered(at: Trouble) -> None:
    """The wire of row 2, with pieces on it, touches 3.3 V: its squares are blind, and the game goes on."""
    _break_wire(at, "row_2", "power", "3.3 V")


def row_open(at: Trouble) -> None:
    """The wire of row 2, with pieces on it, comes off."""
    _break_wire(at, "row_2", "open", "open")


def row_grounded(at: Trouble) -> None:
    """The wire of row 2 touches ground: its pieces draw seven columns low, and nothing can be played."""
    _break_wire(at, "row_2", "ground", "ground", plays=False)


def empty_row_grounded(at: Trouble) -> None:
    """The wire of row 6, with one knight on it, touches ground: that draws column c low."""
    _break_wire(at, "row_6", "ground", "ground", plays=False)


def two_daemons(at: Trouble) -> None:
    """A second daemon and a self-test are refused, and the first goes on."""
    for words in (["run"], ["selftest"]):
        second = jadoube(*words)
        print(f"  {words[0]}: exit status {second.returncode}: {second.stdout.strip()}")
        at.expect(second.returncode == 2, f"{words[0]} beside it ends with {second.returncode}, expected 2")
        at.expect(len(second.stdout.strip().splitlines()) <= 2, f"{words[0]} says more than two lines")
    at.play("Bb5 a6")
    at.expect_game("e4 e5 Nf3 Nc6 Bb5 a6")


def killed(at: Trouble) -> None:
    """It is killed with a piece in the air, which is placed meanwhile; a new one takes the game up."""
    at.play("Bb5 a6")
    at.hand.lift(chess.B5)
    at.daemon.end(signal.SIGKILL)
    time.sleep(3)
    at.hand.place(chess.A4)
    press("white")
    at.begin()
    time.sleep(3)
    at.news()
    at.board.push_san("Ba4")
    press("play")
    time.sleep(0.3)
    press("white")
    time.sleep(0.3)
    at.play("Nf6 O-O")
    at.expect_game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O")


def ended(at: Trouble) -> None:
    """SIGTERM, and then SIGINT on a new one: dark, no line left driven."""
    for how in (signal.SIGTERM, signal.SIGINT):
        status, took_s = at.daemon.end(how)
        print(f"  {how.name}: exit status {status} after {took_s:.2f} s")
        at.expect(status == 0 and took_s < 5, f"exit status {status} after {took_s:.1f} s")
        seen = look()
        shown = [(face.text or "").strip() for face in (seen.white, seen.black)]
        at.expect(shown == ["", ""], f"the faces show {shown}, expected nothing")
        at.expect(not seen.lamps.lit(), f"lamps are lit: {squares(seen.lamps.lit())}")
        driven = [name for name, line in seen.lines().items() if line.startswith("o")]
        at.expect(not driven, f"lines are left driven: {driven}")
        at.begin()
    at.daemon.end()


_WIRES: Final = (
    column_open, column_grounded, column_powered, row_open, row_powered, row_grounded, empty_row_grounded,
)  # fmt: skip
_TROUBLES: Final = (display_pulled, display_forgets, bus_hangs, *_WIRES, two_daemons, killed, ended)


def main(words: list[str]) -> int:
    """Make the troubles of these names, or all; return the exit status."""
    scanner, *names = words
    checks = Checks()
    for trouble in _WIRES if names == ["wires"] else _TROUBLES:
        if names in ([], ["wires"]) or trouble.__name__ in names:
            print(f"{trouble.__name__}: {trouble.__doc__}", flush=True)
            at = Trouble(checks, scanner)
            trouble(at)
            if at.daemon.process.poll() is None:
                at.daemon.end(signal.SIGKILL)
            for name in WIRES:
                lay_wire(name, "whole")
    return checks.status()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
