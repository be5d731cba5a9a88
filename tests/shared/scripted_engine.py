"""A UCI engine that does what a test wants, as a program: run by an interpreter, with a deed and a file.

It answers each `go` with the first legal move and 13 centipawns. But `dies` and `hangs` do that at the first
`go` that they ever get (the file is not there yet), `always-hangs` at each; `mute` hangs at once, and
`scoreless` gives no score.
"""

import signal
import sys
from pathlib import Path

import chess

from jadoube.engines.known_engines import Engine


def scripted(deed: str, folder: Path) -> Engine:
    """The engine, to be started."""
    return Engine("scripted", (sys.executable, __file__, deed, str(folder / "asked")))


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
    if deed == "always-hangs" or (deed == "hangs" and first):
        signal.pause()
    if deed == "dies" and first:
        sys.exit(3)
    move = next(iter(board.legal_moves))
    score = "" if deed == "scoreless" else " score cp 13"
    print(f"info depth 1{score} pv {move}\nbestmove {move}")


def _answer(deed: str, asked: Path) -> None:
    if deed == "mute":
        signal.pause()
    board = chess.Board()
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                print("id name Scripted 1.0\noption name Hash type spin default 1 min 1 max 8\nuciok")
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
