"""A UCI engine that does what a test wants, as a program: run by an interpreter, with a deed and a file.

It answers each `go` with the first legal move and 13 centipawns. But `dies` and `hangs` do that at the first
`go` that they ever get (the file is not there yet), `always-dies` and `always-hangs` at each; `mute` hangs at
once, and `scoreless` gives no score. `hangs-from N` hangs from N plies on. `scores N` gives N centipawns,
`plays M` the move M, whatever it is, and `blunders N` has White lose five pawns with ply N.
`optioned` can limit its strength from 1000 to 2000, and `refuses` offers that, but says that it cannot.

The file has the number of plies before each `go`, one beside it all that the engine was told (`heard_by`).
A named pipe `begun` beside it is told of the first `go` (`pipe_of_first_go`).
"""

import os
import shlex
import signal
import sys
from pathlib import Path

import chess

from jadoube.engines.known_engines import Engine


def scripted(deed: str, folder: Path) -> Engine:
    """The engine, to be started."""
    return Engine("scripted", (sys.executable, __file__, deed, str(folder / "asked")))


def scripted_program(deed: str, folder: Path) -> Path:
    """Return the path of the engine as a program that needs no arguments; its process id is in `pid`."""
    words = shlex.join(scripted(deed, folder).command)
    path = folder / "scripted"
    path.write_text(f"#!/bin/sh\necho $$ > {shlex.quote(str(folder / 'pid'))}\nexec {words}\n")
    path.chmod(0o755)
    return path


def pipe_of_first_go(folder: Path) -> Path:
    """Make a pipe; reading it waits until the engine there thinks for the first time."""
    pipe = folder / "begun"
    os.mkfifo(pipe)
    return pipe


def heard_by(folder: Path, word: str = "") -> list[str]:
    """What the engine was told, or the lines of it that begin with this word."""
    heard = folder / "asked.heard"
    return (
        [line for line in heard.read_text().splitlines() if line.startswith(word)] if heard.exists() else []
    )


_SHELL = """\
#!/bin/sh
while read -r word rest; do
case $word in
uci) echo "id name Shell"; echo uciok;;
isready) echo readyok;;
go) echo >> {asked}
    [ $(wc -l < {asked}) != {interrupts} ] || kill -INT $PPID
    echo "info depth 1 score cp 13"; echo "bestmove (none)";;
quit) exit;;
esac
done
"""


def shell_engine(folder: Path, interrupts: int = 0) -> Path:
    """Return the path of an engine that takes next to no time: each position is worth 13 centipawns.

    A line for each question is in `asked`. At that of the number `interrupts` it sends Ctrl-C to who asks.
    """
    path = folder / "engine"
    path.write_text(_SHELL.format(asked=folder / "asked", interrupts=interrupts))
    path.chmod(0o755)
    return path


_STRENGTH = """\
option name UCI_LimitStrength type check default false
option name UCI_Elo type spin default 1000 min 1000 max 2000"""


def _position(words: list[str]) -> chess.Board:
    start, _, moves = " ".join(words).partition(" moves ")
    board = chess.Board() if start == "startpos" else chess.Board(start.removeprefix("fen "))
    for move in moves.split():
        board.push_uci(move)
    return board


def _go(deed: str, asked: Path, board: chess.Board) -> None:
    first = not asked.exists()
    with asked.open("a") as log:
        log.write(f"{len(board.move_stack)}\n")
    begun = asked.with_name("begun")
    if begun.exists():  # a named pipe: who reads it waits for this
        with begun.open("w"):
            begun.unlink()  # before the reader goes on, who may kill this
    words = deed.split()
    late = words[0] == "hangs-from" and len(board.move_stack) >= int(words[1])
    if deed == "always-hangs" or (deed == "hangs" and first) or late:
        signal.pause()
    if deed == "always-dies" or (deed == "dies" and first):
        sys.exit(3)
    move = words[1] if words[0] == "plays" else next(iter(board.legal_moves))
    cp = int(words[1]) if words[0] == "scores" else 13
    if words[0] == "blunders" and len(board.move_stack) >= int(words[1]):
        cp = -500 if board.turn else 500
    score = "" if deed == "scoreless" else f" score cp {cp}"
    print(f"info depth 1{score} pv {move}\nbestmove {move}")


def _answer(deed: str, asked: Path) -> None:
    if deed == "mute":
        signal.pause()
    board = chess.Board()
    for line in sys.stdin:
        with asked.with_suffix(".heard").open("a") as log:
            log.write(line)
        match line.split():
            case ["uci"]:
                print("id name Scripted 1.0\noption name Hash type spin default 1 min 1 max 8")
                print(_STRENGTH if deed in ("optioned", "refuses") else "", "uciok", sep="\n")
            case ["setoption", "name", name, *_] if deed == "refuses":
                print(f"No such option: {name}")
            case ["isready"]:
                print("readyok")
            case ["position", *words]:
                board = _position(words)
            case ["go", *_]:
                _go(deed, asked, board)
            case ["quit"]:
                return
        sys.stdout.flush()


if __name__ == "__main__":
    _answer(sys.argv[1], Path(sys.argv[2]))
