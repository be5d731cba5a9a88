"""The picture on a terminal: the real command in a pseudo-terminal, read off a glass of 80 by 24."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

COLUMNS, ROWS = 80, 24
PATIENCE_S = 60
"""After so long without what is expected a test has failed; none waits for it."""

_CONTROL = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b\][^\x07]*\x07|\x1b[=>78()][B0]?|[\s\S]")

#: A frame ends by showing the cursor; what has no end yet is taken up to an escape that has none either.
_FRAME = re.compile(r"[\s\S]*?\x1b\[\?25h").match
_WHOLE = re.compile(r"([^\x1b]|\x1b(?!(\[[?0-9;]*)?$))*").match


class Glass:
    """What a terminal shows: as much of an emulator as the screen's output needs."""

    def __init__(self) -> None:
        self.row = self.column = 0
        self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self.codes: set[str] = set()

    @property
    def lines(self) -> list[str]:
        """The lines, without the blanks at their ends."""
        return ["".join(cells).rstrip() for cells in self.cells]

    def write(self, text: str) -> None:
        """Take output in."""
        for found in _CONTROL.finditer(text):
            if found[2]:
                self._control(found[1], found[2])
            elif len(found[0]) == 1:
                self._character(found[0])

    def _character(self, character: str) -> None:
        match character:
            case "\r":
                self.column = 0
            case "\n":
                self.row += 1
                if self.row == ROWS:
                    self.row = ROWS - 1
                    self.cells = [*self.cells[1:], [" "] * COLUMNS]
            case "\b":
                self.column -= 1
            case _ if character.isprintable():
                self.cells[self.row][min(self.column, COLUMNS - 1)] = character
                self.column += 1

    def _control(self, numbers: str, letter: str) -> None:
        count = int(numbers) if numbers.isdigit() else 1
        match letter:
            case "A" | "B":
                self.row += count if letter == "B" else -count
            case "C" | "D":
                self.column += count if letter == "C" else -count
            case "H":
                row, column = (int(number or 1) for number in (numbers or "1;1").split(";"))
                self.row, self.column = row - 1, column - 1
            case "J" | "K":
                self._erase(whole_screen=letter == "J")
            case "m":
                self.codes.add(numbers)

    def _erase(self, *, whole_screen: bool) -> None:
        self.cells[self.row][self.column :] = [" "] * (COLUMNS - self.column)
        for row in range(self.row + 1, ROWS) if whole_screen else ():
            self.cells[row] = [" "] * COLUMNS


class Terminal:
    """The command in a pseudo-terminal, and its glass."""

    def __init__(self, descriptor: int, process: subprocess.Popen[bytes]) -> None:
        self.glass = Glass()
        self.process = process
        self.printed = ""
        self._waiting = ""
        self._descriptor = descriptor

    def type(self, text: str) -> None:
        """Type on the keyboard; a newline is Enter."""
        os.write(self._descriptor, text.replace("\n", "\r").encode())

    def until(self, seen: Callable[[], object]) -> None:
        """Read what it writes until this is seen."""
        while not seen():
            assert self._read(), "\n".join(self.glass.lines)

    def shows(self, text: str) -> None:
        """Wait until this text is on the glass."""
        self.until(lambda: any(text in line for line in self.glass.lines))

    def ends(self) -> int:
        """Read to its end and give the exit status; `printed` is then all that it wrote."""
        while self._read():
            pass
        return self.process.wait(PATIENCE_S)

    def _read(self) -> bool:
        """Take in what comes next, at most one frame, so that none is overlooked; false at the end."""
        if not _FRAME(self._waiting):
            ready, _, _ = select.select([self._descriptor], [], [], PATIENCE_S)
            assert ready, "\n".join(["nothing more came; it showed:", *self.glass.lines])
            try:
                text = os.read(self._descriptor, 65536).decode()
            except OSError:  # the other side has closed it
                return False
            self._waiting += text
            self.printed += text
        length = _FRAME(self._waiting) or _WHOLE(self._waiting)
        assert length
        self.glass.write(self._waiting[: length.end()])
        self._waiting = self._waiting[length.end() :]
        return True


@contextmanager
def terminal(*arguments: str, term: str = "xterm-256color") -> Generator[Terminal, None, None]:
    """Start the command in a pseudo-terminal of 80 by 24."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    command = [sys.executable, "-m", "jadoube_sim.cli", "--terminal", *arguments]
    environment = {**os.environ, "TERM": term}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        try:
            yield Terminal(ours, process)
        finally:
            os.close(ours)
            process.kill()


def moves_in(printed: str) -> str:
    """The last game's moves and result, the lines that a terminal broke joined again."""
    return " ".join(printed.rsplit("]", 1)[-1].split()) if "%clk" not in printed else printed


def board(lines: Sequence[str]) -> dict[str, str]:
    """The board on the glass: what stands in the cell of each square, its marks with it."""
    return {
        f"{file}{8 - rank}": lines[2 * rank].ljust(COLUMNS)[3 + 5 * column : 8 + 5 * column]
        for rank in range(8)
        for column, file in enumerate("abcdefgh")
    }


def test_the_first_picture() -> None:
    """Board, faces, words and the line to type on fit on 80 by 24; a board's own time control."""
    with terminal() as at:
        at.shows("> a move (Nf3)")
        lines = at.glass.lines
        squares = board(lines)
        assert [squares[name].strip() for name in ("a8", "d8", "e4", "e1", "h2")] == ["r", "q", ".", "K", "P"]
        assert lines[16][:43].split() == list("abcdefgh")
        assert lines[0].endswith("Black")
        assert "White to move; Black's lever starts the clock" in lines
        at.type("quit\n")
        assert at.ends() == 0
        assert '[TimeControl "900+10"]' in at.printed


def test_a_move_is_typed_and_shown() -> None:
    """A hand makes it and presses: the lamps with their legend, and the other clock runs."""
    with terminal("--speed", "50") as at:
        at.shows("> a move")
        dark = set(at.glass.codes)
        at.type("e4\n")
        at.shows("1. e4; Black to move")
        at.shows("Black  <<< clock runs")
        squares = board(at.glass.lines)
        assert (squares["e2"], squares["e4"]) == ("[   ]", "[ P ]")
        assert "  [   ] the last move went from here to here" in at.glass.lines
        assert any("48;5;" in code for code in at.glass.codes - dark)  # the lamps, as backgrounds
        at.type("\x04")
        assert at.ends() == 0
        assert "1. e4 {" in at.printed


def test_a_paused_clock_and_the_bell() -> None:
    """The picture says which face blinks; asked to, the terminal rings with each sound of the board."""
    with terminal("--speed", "50", "--bell") as at:
        at.shows("> a move")
        assert "\a" not in at.printed
        at.type("e4\n")
        at.shows("Black  <<< clock runs")
        at.type("play\n")
        at.shows("Black  === paused")
        at.type("\x04")
        assert at.ends() == 0
        assert at.printed.count("\a") == 2  # White's clock was started, and Black's by White's press


def test_a_piece_in_the_air_and_one_too_many() -> None:
    """What hands do is seen reed by reed: a lifted piece, then a stranger, then all put right."""
    with terminal("--speed", "50", "--time-control", "-") as at:
        at.type("open e2\n")
        at.shows("^   ^ the piece of this square is in the air")
        assert board(at.glass.lines)["e2"] == "^   ^"
        at.type("close e6\n")
        at.shows("a pawn does not move so; take away e6, put back e2")
        assert board(at.glass.lines)["e6"] == "x o x"
        at.type("open e6, close e2\n")
        at.shows("White to move")
        at.until(lambda: board(at.glass.lines)["e2"] == "  P  ")


def test_what_is_refused_can_be_mended() -> None:
    """The line comes back with what was expected; Ctrl-C leaves at once and the PGN is printed."""
    with terminal("--time-control", "-") as at:
        at.type("e5\n")
        at.shows("not done: e5: no legal move of White's, expected one")
        at.shows("> e5")
        at.type("\x7f4\n")
        at.shows("1. e4; Black to move")
        at.type("\x03")
        assert at.ends() == 0
        assert moves_in(at.printed) == "1. e4 *"


def test_lines_typed_ahead_are_all_done() -> None:
    """The end of input comes after the lines before it, however fast they were typed."""
    with terminal("--speed", "100", "--time-control", "-") as at:
        at.shows("> a move")
        at.type("e4\ne5\nNf3\n\x04")
        assert at.ends() == 0
        assert moves_in(at.printed) == "1. e4 e5 2. Nf3 *"


def test_help_takes_the_place_of_the_picture() -> None:
    """Help lists the words; the next line brings the picture back."""
    with terminal() as at:
        at.type("help\n")
        at.shows("TROUBLE ON PURPOSE")
        at.shows("rook-up-and-down-first two-hands")
        at.type("\n")
        at.until(lambda: at.glass.lines[16][:43].split() == list("abcdefgh"))


def test_a_game_plays_itself_on_the_screen(tmp_path: Path) -> None:
    """How far it is is shown; at its end the picture stays behind, and the PGN is printed."""
    path = tmp_path / "game.pgn"
    path.write_text("1. f3 e5 2. g4 Qh4# 0-1\n")
    with terminal("--play", str(path), "--speed", "30") as at:
        at.until(lambda: re.search(r"^ply [0-4] of 4: ", "\n".join(at.glass.lines), re.MULTILINE))
        assert at.ends() == 0
        assert "1. f3 e5 2. g4 Qh4# 0-1" in at.printed
        assert "0-1: White is checkmated" in at.printed


def test_leaving_a_play_prints_what_was_played(tmp_path: Path) -> None:
    """Nobody else has hands at the board; Ctrl-C in the middle of the game: its PGN so far."""
    path = tmp_path / "game.pgn"
    path.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n")
    with terminal("--play", str(path), "--speed", "4") as at:
        at.shows(" of 6: ")
        at.type("a4\n")
        at.shows("not done: a4: a game is being played")
        at.until(lambda: re.search(r"ply [1-6] of 6", "\n".join(at.glass.lines)))
        at.type("\x03")
        assert at.ends() == 0
        assert moves_in(at.printed).startswith("1. e4 ")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_gives_the_terminal_back(number: signal.Signals) -> None:
    """Whoever stops it finds the terminal as it was, and the PGN."""
    with terminal("--speed", "100", "--time-control", "-") as at:
        at.type("d4\n")
        at.shows("1. d4; Black to move")
        at.process.send_signal(number)
        assert at.ends() == 0
        assert "\x1b[?1049l" in at.printed
        assert "Traceback" not in at.printed
        assert moves_in(at.printed) == "1. d4 *"


def test_a_dumb_terminal_is_read_line_by_line() -> None:
    """Where nothing can be drawn the words are read as from a pipe, and nothing is drawn."""
    with terminal(term="dumb") as at:
        at.type("e4\n")
        at.until(lambda: "1. e4; Black to move" in at.printed)
        at.type("\x04")
        assert at.ends() == 0
        assert "\x1b" not in at.printed
        assert moves_in(at.printed) == "1. e4 *"
